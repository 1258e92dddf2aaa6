CREATE TABLE donor (donor_id INTEGER PRIMARY KEY, full_name TEXT, sex TEXT, birth_dt TEXT, abo TEXT, rh TEXT, town TEXT, email TEXT, deferred INTEGER);
CREATE TABLE nurse (nurse_id INTEGER PRIMARY KEY, name TEXT, hired_on TEXT, left_on TEXT);
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT, kind TEXT, beds INTEGER, opened TEXT);
CREATE TABLE donation (don_id INTEGER PRIMARY KEY, donor_id INTEGER REFERENCES donor(donor_id), site_id INTEGER REFERENCES site(site_id), nurse_id INTEGER REFERENCES nurse(nurse_id), don_dt TEXT, vol_ml INTEGER, hb REAL, status TEXT);
CREATE TABLE bag (bag_no TEXT PRIMARY KEY, don_id INTEGER REFERENCES donation(don_id), product TEXT, exp_date TEXT, state TEXT, fridge TEXT);
CREATE TABLE hospital (hosp_id INTEGER PRIMARY KEY, hosp_name TEXT, city TEXT, contact TEXT);
CREATE TABLE issue (issue_id INTEGER PRIMARY KEY, bag_no TEXT REFERENCES bag(bag_no), hosp_id INTEGER REFERENCES hospital(hosp_id), issued_at TEXT, urgent INTEGER, fee REAL);
INSERT INTO donor VALUES
(1,'Grace Holloway','F','1985-03-14','O','-','Ripley','grace.h@mail.com',0),
(2,'Tom Ashdown','M','1972-11-02','A','+','Belper',NULL,0),
(3,'Priya Nair','F','1994-07-21','B','+','Derby','priya.nair@mail.com',0),
(4,'Ewan Baird','M','1960-01-30','O','+','Ripley',NULL,1),
(5,'Lucy Marsden','F','2001-09-09','AB','-','Derby','lucym@mail.com',0),
(6,'Karl Osei','M','1990-05-17','O','-','Matlock','kosei@mail.com',0),
(7,'Hannah Price','F','1979-12-25','A','-','Derby','hprice@mail.com',1),
(8,'Stan Wojcik','M','1988-08-08','A','+','Belper',NULL,0),
(9,'Mary Clegg','F','1966-04-03','B','-','Matlock','mclegg@mail.com',0),
(10,'Joel Finch','M','2004-02-19','O','+','Derby','joelf@mail.com',0);
INSERT INTO nurse VALUES (1,'Alice Byrne','2015-04-01',NULL),(2,'Dev Shah','2019-09-16',NULL),(3,'Carol Tuttle','2010-01-11','2024-03-31'),(4,'Ines Rocha','2022-06-06',NULL),(5,'Rob Keane','2023-11-20','2024-08-15'),(6,'Fay Lim','2024-07-01',NULL);
INSERT INTO site VALUES (1,'Queen Street Centre','fixed',12,'2008-05-01'),(2,'Ripley Town Hall','visiting',5,'2014-02-10'),(3,'Bloodmobile 1','bus',4,'2017-09-01'),(4,'Bloodmobile 2','bus',3,'2021-03-15'),(5,'Matlock Church Hall','visiting',6,'2012-10-20'),(6,'University Union','visiting',8,'2023-01-30');
INSERT INTO donation VALUES
(101,1,2,1,'2023-05-12',470,13.4,'accepted'),
(102,2,1,3,'2023-06-20',475,15.1,'accepted'),
(103,4,2,3,'2023-09-03',300,12.1,'discarded'),
(104,3,1,2,'2023-11-15',468,12.9,'accepted'),
(105,6,5,1,'2024-01-22',480,14.8,'accepted'),
(106,1,2,3,'2024-02-14',465,13.1,'accepted'),
(107,8,1,2,'2024-03-05',472,15.6,'accepted'),
(108,5,6,4,'2024-03-19',410,11.9,'discarded'),
(109,2,3,4,'2024-05-02',470,14.7,'accepted'),
(110,6,5,1,'2024-06-11',478,14.5,'accepted'),
(111,9,5,5,'2024-06-11',455,13.0,'accepted'),
(112,3,1,2,'2024-07-30',460,NULL,'testing'),
(113,1,2,6,'2024-09-09',471,13.6,'accepted'),
(114,6,1,1,'2024-10-01',482,14.9,'testing'),
(115,8,3,1,'2024-10-04',150,15.0,'discarded'),
(116,9,1,2,'2024-10-07',458,13.2,'testing');
INSERT INTO bag VALUES
('B-5001',101,'red cells','2023-06-16','issued',NULL),
('B-5002',102,'red cells','2023-07-25','issued',NULL),
('B-5003',102,'plasma','2024-06-20','issued',NULL),
('B-5004',104,'platelets','2023-11-20','expired','F2'),
('B-5005',105,'red cells','2024-02-26','issued',NULL),
('B-5006',106,'red cells','2024-03-20','expired','F1'),
('B-5007',107,'plasma','2025-03-05','in stock','F3'),
('B-5008',109,'red cells','2024-06-06','issued',NULL),
('B-5009',110,'platelets','2024-06-16','issued',NULL),
('B-5010',110,'plasma','2025-06-11','in stock','F3'),
('B-5011',111,'red cells','2024-07-16','issued',NULL),
('B-5012',112,'red cells','2024-09-03','quarantine','F4'),
('B-5013',113,'red cells','2024-10-14','in stock','F1'),
('B-5014',113,'plasma','2025-09-09','in stock','F2'),
('B-5015',114,'red cells','2024-11-05','quarantine','F4');
INSERT INTO hospital VALUES (1,'Royal Derby','Derby','Dr Unwin'),(2,'Whitworth Cottage','Matlock',NULL),(3,'St Oswald','Ashbourne','Sister Poole'),(4,'Ripley Community','Ripley','Mr Dunn'),(5,'Nottingham General','Nottingham',NULL),(6,'Babington','Belper','Dr Reyes');
INSERT INTO issue VALUES
(1,'B-5001',1,'2023-05-30 08:15',0,142.50),
(2,'B-5002',3,'2023-07-04 22:40',1,190.00),
(3,'B-5003',1,'2023-12-10 14:05',0,98.00),
(4,'B-5005',5,'2024-02-03 03:20',1,195.00),
(5,'B-5008',1,'2024-05-21 10:00',0,150.00),
(6,'B-5009',2,'2024-06-13 17:45',1,310.00),
(7,'B-5011',4,'2024-07-01 09:30',0,NULL);
