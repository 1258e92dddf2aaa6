CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, opened_on TEXT, rent_pm REAL, has_parking INTEGER, furniture_licence INTEGER);
CREATE TABLE volunteers (vol_id INTEGER PRIMARY KEY, full_name TEXT, shop_id INTEGER REFERENCES shops(shop_id), role TEXT, birth_dt TEXT, joined_on TEXT, left_on TEXT, dbs_checked INTEGER, mobile TEXT);
CREATE TABLE donors (donor_id INTEGER PRIMARY KEY, name TEXT, postcode TEXT, email TEXT, gift_aid INTEGER, first_seen TEXT);
CREATE TABLE donations (don_id INTEGER PRIMARY KEY, donor_id INTEGER REFERENCES donors(donor_id), shop_id INTEGER REFERENCES shops(shop_id), received_on TEXT, category TEXT, bags INTEGER, wgt_kg REAL, est_value REAL, outcome TEXT);
CREATE TABLE till_sessions (sess_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(shop_id), vol_id INTEGER REFERENCES volunteers(vol_id), sess_date TEXT, float_amt REAL, cash_amt REAL, card_amt REAL, variance REAL, nbr_sales INTEGER);
CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, vol_id INTEGER REFERENCES volunteers(vol_id), shift_date TEXT, hrs REAL, task TEXT, no_show INTEGER);
INSERT INTO shops VALUES
(1,'High Street','Kendal','2009-04-18',1150,0,0),(2,'The Old Bakery','Ulverston','2014-09-01',780,0,0),(3,'Book Nook','Kendal','2019-02-11',610,0,0),
(4,'Furniture Barn','Penrith','2016-06-20',1420,1,1),(5,'Lakeside','Windermere','2021-05-03',990,1,0),(6,'Station Road','Carnforth','2023-10-14',NULL,1,1);
INSERT INTO volunteers VALUES
(1,'Margaret Holroyd',1,'till','1948-03-02','2011-01-15',NULL,1,'07700 900112'),
(2,'Derek Pym',4,'driver','1956-11-23','2016-07-01',NULL,1,'07700 900145'),
(3,'Aisha Khan',3,'sorter','2003-06-17','2023-09-12',NULL,0,NULL),
(4,'Joan Tattersall',2,'till','1951-08-30','2015-03-04','2024-11-30',1,'07700 900178'),
(5,'Tom Birkett',4,'sorter','1999-01-09','2024-02-19',NULL,0,'07700 900201'),
(6,'Sheila Cragg',1,'manager','1962-05-05','2009-04-18',NULL,1,'07700 900233'),
(7,'Piotr Nowak',5,'till','1987-12-12','2022-06-06',NULL,1,NULL),
(8,'Ellie Dixon',5,'window dresser','2006-02-26','2024-09-07','2025-01-31',0,'07700 900267'),
(9,'Harold Musgrave',2,'sorter','1944-10-01','2014-09-01',NULL,1,NULL),
(10,'Grace Adeyemi',6,'manager','1979-07-21','2023-10-01',NULL,1,'07700 900290'),
(11,'Ben Sowerby',3,'till','2001-04-04','2025-01-13',NULL,0,'07700 900311'),
(12,'Lynne Fawcett',6,'driver','1968-09-15','2024-06-03','2025-03-20',1,'07700 900324');
INSERT INTO donors VALUES
(1,'Mrs P. Wainwright','LA9 4QB','pwain@example.org',1,'2018-03-10'),(2,'Colin Ferris','LA12 7AA',NULL,0,'2021-11-02'),(3,'Birch & Sons Clearances','CA11 8TT','office@birch.example',0,'2017-01-25'),
(4,'Naomi Okafor','LA23 1DE','naomi.o@example.org',1,'2023-05-30'),(5,'St Thomas Parish','LA9 6NH','warden@stthomas.example',0,'2012-12-01'),(6,'Graham Lund','CA11 7JX',NULL,1,'2024-02-14'),
(7,'Hattie Preston','LA5 9LR','hattiep@example.org',1,'2024-10-10'),(8,'Vera Mossop','LA12 0EJ',NULL,1,'2019-08-19');
INSERT INTO donations VALUES
(1,1,1,'2024-03-05','clothes',6,31.5,90,'sold'),(2,3,4,'2024-03-22','furniture',0,212,640,'sold'),(3,NULL,3,'2024-04-10','books',4,48.2,35,'sold'),
(4,2,2,'2024-05-17','bric-a-brac',2,11,28,'binned'),(5,5,1,'2024-07-01','clothes',15,82.4,160,'recycled'),(6,4,5,'2024-08-12','toys',3,9.6,55,'sold'),
(7,NULL,5,'2024-09-30','clothes',5,22.1,48,'recycled'),(8,6,4,'2024-11-08','furniture',0,140.5,385,'on shelf'),(9,1,3,'2024-12-14','books',7,71,62,'sold'),
(10,7,6,'2025-01-09','electrical',1,18.3,120,'sorting'),(11,3,4,'2025-02-03','furniture',0,305,910,'on shelf'),(12,4,5,'2025-02-21','clothes',4,17.9,75,'sold'),
(13,NULL,2,'2025-03-11','bric-a-brac',3,14.4,NULL,'sorting'),(14,7,6,'2025-03-29','toys',2,6.2,22,'binned'),(15,1,1,'2025-04-02','clothes',3,13.7,110,'sorting');
INSERT INTO till_sessions VALUES
(1,1,1,'2024-12-20',50,212.4,388.75,0,61),(2,2,4,'2024-11-15',40,98.1,77.5,-4.2,27),(3,3,NULL,'2024-12-20',30,64,51.25,1,22),(4,5,7,'2024-12-21',50,143.6,402.3,0,48),
(5,4,2,'2025-01-11',80,310,1245,-20,14),(6,1,6,'2025-01-18',50,155.2,260.1,0.5,44),(7,3,11,'2025-02-01',30,41.3,83.9,0,19),(8,6,10,'2025-02-08',60,120,315.4,-1.75,25),
(9,5,7,'2025-02-15',50,87.9,290,2.1,36),(10,1,1,'2025-03-08',50,180.35,411.6,-0.3,57),(11,4,2,'2025-03-15',80,95,870,0,9),(12,2,9,'2025-03-22',40,71.4,112.2,0,24),(13,6,10,'2025-04-05',60,133.5,298.8,5,29);
INSERT INTO shifts VALUES
(1,1,'2024-12-20',6,'till',0),(2,3,'2024-12-20',4,'sorting',0),(3,2,'2025-01-11',7.5,'collection',0),(4,5,'2025-01-11',5,'sorting',1),(5,6,'2025-01-18',8,'till',0),
(6,11,'2025-02-01',4,'till',0),(7,9,'2025-02-06',3,'steaming',0),(8,10,'2025-02-08',8,'till',0),(9,7,'2025-02-15',6.5,'till',0),(10,3,'2025-03-01',4.5,'sorting',1),
(11,1,'2025-03-08',6,'till',0),(12,2,'2025-03-15',7,'collection',0),(13,12,'2025-03-18',5,'collection',1),(14,5,'2025-04-03',5.5,'sorting',0),(15,9,'2025-04-04',2.5,'steaming',0);
