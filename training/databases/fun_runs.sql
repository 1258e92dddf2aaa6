CREATE TABLE charities (charity_id INTEGER PRIMARY KEY, name TEXT, cause TEXT, contact_email TEXT);
INSERT INTO charities VALUES
(1,'Harbour Hospice','palliative care','hello@harbourhospice.org'),
(2,'Paws Again','animals','team@pawsagain.org'),
(3,'Little Lungs','children',NULL),
(4,'Warm Homes Fund','housing','office@warmhomes.org'),
(5,'Moorland Rescue','rescue',NULL);
CREATE TABLE races (race_id INTEGER PRIMARY KEY, title TEXT, town TEXT, race_date TEXT, distance_km REAL, entry_fee REAL, place_limit INTEGER, surface TEXT);
INSERT INTO races VALUES
(1,'Seafront Dash','Whitby','2023-05-14',5,12,300,'road'),
(2,'Moor Ten','Goathland','2023-09-10',10,20,150,'trail'),
(3,'Santa Jog','York','2023-12-03',5,10,400,'road'),
(4,'Seafront Dash 2024','Whitby','2024-05-12',5,14,300,'road'),
(5,'Castle Half','Richmond','2024-06-23',21.1,32,250,'mixed'),
(6,'Moor Ten 2024','Goathland','2024-09-08',10,22,NULL,'trail'),
(7,'Santa Jog 2024','York','2024-12-01',5,10,400,'road');
CREATE TABLE runners (runner_id INTEGER PRIMARY KEY, full_name TEXT, birth_year INTEGER, gender TEXT, town TEXT, club TEXT);
INSERT INTO runners VALUES
(1,'Alice Thornton',1988,'F','Whitby','Whitby Striders'),
(2,'Ben Okafor',1975,'M','York',NULL),
(3,'Carol Metcalfe',1961,'F','Richmond','Dales Harriers'),
(4,'Dev Patel',1994,'M','York','Knavesmire AC'),
(5,'Esther Lund',2001,'F','Leeds',NULL),
(6,'Frank Doyle',1958,'M','Whitby','Whitby Striders'),
(7,'Grace Holt',1990,'F','Leeds','Dales Harriers'),
(8,'Hamid Rahimi',1983,'M','York',NULL),
(9,'Isla Baines',2005,'F','Scarborough',NULL),
(10,'Jack Simm',1979,'M','Richmond','Dales Harriers');
CREATE TABLE entries (entry_id INTEGER PRIMARY KEY, race_id INTEGER, runner_id INTEGER, entered_on TEXT, status TEXT, bib INTEGER, finish_minutes REAL,
 FOREIGN KEY (race_id) REFERENCES races(race_id), FOREIGN KEY (runner_id) REFERENCES runners(runner_id));
INSERT INTO entries VALUES
(1,1,1,'2023-02-11','finished',101,23.5),
(2,1,6,'2023-03-02','finished',102,31.2),
(3,1,2,'2023-04-20','no-show',103,NULL),
(4,2,3,'2023-06-15','finished',201,58.4),
(5,2,4,'2023-07-01','finished',202,44.9),
(6,2,10,'2023-08-22','withdrawn',NULL,NULL),
(7,3,5,'2023-11-05','finished',301,27.8),
(8,3,8,'2023-11-19','finished',302,25.1),
(9,4,1,'2024-01-30','finished',401,22.9),
(10,4,6,'2024-03-14','finished',402,32.0),
(11,4,9,'2024-04-28','no-show',403,NULL),
(12,5,7,'2024-03-03','finished',501,112.6),
(13,5,4,'2024-03-29','finished',502,98.3),
(14,5,10,'2024-05-17','finished',503,105.7),
(15,6,3,'2024-07-07','finished',601,60.1),
(16,6,1,'2024-08-01','withdrawn',NULL,NULL),
(17,7,5,'2024-10-12','finished',701,26.4),
(18,7,8,'2024-11-20','finished',702,NULL);
CREATE TABLE donations (donation_id INTEGER PRIMARY KEY, entry_id INTEGER, charity_id INTEGER, donor TEXT, amount REAL, given_on TEXT, gift_aid INTEGER,
 FOREIGN KEY (entry_id) REFERENCES entries(entry_id), FOREIGN KEY (charity_id) REFERENCES charities(charity_id));
INSERT INTO donations VALUES
(1,1,1,'M. Thornton',50,'2023-05-01',1),
(2,1,1,NULL,15,'2023-05-15',0),
(3,2,5,'Harbour Bakery',120,'2023-05-10',0),
(4,4,4,'P. Metcalfe',40,'2023-09-02',1),
(5,5,2,'S. Patel',25,'2023-09-12',1),
(6,5,2,'R. Patel',35,'2023-09-12',1),
(7,7,2,NULL,10,'2023-12-04',0),
(8,8,1,'A. Rahimi',60,'2023-12-01',1),
(9,9,1,'Harbour Bakery',150,'2024-05-02',0),
(10,9,1,'M. Thornton',55,'2024-05-13',1),
(11,10,5,'T. Doyle',30,'2024-05-20',1),
(12,12,4,'Holt Joinery',200,'2024-06-01',0),
(13,13,2,'S. Patel',45,'2024-06-25',1),
(14,14,4,NULL,20,'2024-06-30',0),
(15,15,4,'P. Metcalfe',40,'2024-09-01',1),
(16,17,2,'J. Lund',75,'2024-12-02',1);
CREATE TABLE volunteers (volunteer_id INTEGER PRIMARY KEY, name TEXT, race_id INTEGER, role TEXT, hours REAL, phone TEXT, FOREIGN KEY (race_id) REFERENCES races(race_id));
INSERT INTO volunteers VALUES
(1,'Nora Pike',1,'marshal',4,'07700 900111'),
(2,'Owen Tate',1,'water station',5,'07700 900112'),
(3,'Nora Pike',2,'first aid',6,'07700 900111'),
(4,'Priya Shah',3,'marshal',3,NULL),
(5,'Quentin Ross',4,'timing',5.5,'07700 900115'),
(6,'Owen Tate',5,'marshal',7,'07700 900112'),
(7,'Ruth Cole',5,'first aid',8,'07700 900117'),
(8,'Nora Pike',6,'marshal',5,'07700 900111'),
(9,'Priya Shah',7,'water station',3.5,NULL);
