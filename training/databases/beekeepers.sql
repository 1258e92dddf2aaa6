CREATE TABLE member (
  member_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  village TEXT,
  joined TEXT,
  left_on TEXT,
  fee_paid INTEGER,
  allergy INTEGER,
  mobile TEXT
);
CREATE TABLE apiary (
  apiary_id INTEGER PRIMARY KEY,
  site_name TEXT,
  keeper_id INTEGER REFERENCES member(member_id),
  altitude_m INTEGER,
  forage TEXT,
  rent_yr REAL,
  set_up TEXT
);
CREATE TABLE hive (
  hive_tag TEXT PRIMARY KEY,
  apiary_id INTEGER REFERENCES apiary(apiary_id),
  hive_type TEXT,
  queen_yr INTEGER,
  queen_colour TEXT,
  temper TEXT,
  state TEXT,
  bought_for REAL
);
CREATE TABLE inspection (
  insp_id INTEGER PRIMARY KEY,
  hive_tag TEXT REFERENCES hive(hive_tag),
  inspector_id INTEGER REFERENCES member(member_id),
  insp_date TEXT,
  frames_brood INTEGER,
  mite_count INTEGER,
  queen_seen INTEGER,
  remarks TEXT
);
CREATE TABLE harvest (
  harvest_id INTEGER PRIMARY KEY,
  hive_tag TEXT REFERENCES hive(hive_tag),
  taken_on TEXT,
  honey_kg REAL,
  variety TEXT,
  moisture_pct REAL
);
CREATE TABLE swarm_call (
  call_no INTEGER PRIMARY KEY,
  rang_at TEXT,
  caller TEXT,
  place TEXT,
  collector_id INTEGER REFERENCES member(member_id),
  outcome TEXT,
  donation REAL
);
CREATE TABLE honey_sale (
  sale_id INTEGER PRIMARY KEY,
  sold_on TEXT,
  buyer TEXT,
  variety TEXT,
  jar_g INTEGER,
  jars INTEGER,
  unit_price REAL,
  channel TEXT
);
INSERT INTO member VALUES
(1,'Winnie Alder','Castleton','2012-02-18',NULL,1,0,'07700 111000'),(2,'Bert Hodgson','Hope','2009-05-03',NULL,1,0,NULL),
(3,'Sal Okafor','Bamford','2021-03-27',NULL,0,1,'07700 222000'),(4,'Tom Skelly','Castleton','2017-09-09','2023-11-30',0,0,'07700 333000'),
(5,'Freya Lund','Edale','2022-04-11',NULL,1,0,'07700 444000'),(6,'Doug Petrie','Hope','2019-01-20',NULL,0,0,NULL),
(7,'Maureen Cobb','Hathersage','2015-06-15',NULL,1,1,'07700 555000'),(8,'Ash Rennick','Bamford','2024-02-05',NULL,1,0,'07700 666000'),(9,'Colin Vane','Edale','2016-07-22','2022-08-14',0,0,NULL);
INSERT INTO apiary VALUES
(1,'Orchard End',1,180,'fruit trees',0,'2013-04-01'),(2,'Moor Gate',2,410,'heather',60,'2010-06-12'),(3,'Church Field',7,205,'clover',35,'2016-05-20'),
(4,'Railway Bank',5,255,'bramble',NULL,'2022-06-03'),(5,'Quarry Top',2,390,'heather',45,'2018-07-07'),(6,'Allotments',3,170,'mixed garden',20,'2023-03-19');
INSERT INTO hive VALUES
('OE-1',1,'National',2022,'yellow','calm','healthy',160),('OE-2',1,'National',2023,'red','calm','healthy',NULL),('OE-3',1,'WBC',2021,'white','jumpy','queenless',210),
('MG-1',2,'Langstroth',2023,'red','vicious','healthy',145),('MG-2',2,'National',2020,'blue','jumpy','dead',150),('CF-1',3,'National',2022,'yellow','calm','weak',165),
('CF-2',3,'WBC',2024,'green','calm','healthy',225),('RB-1',4,'Top-bar',2023,NULL,'jumpy','healthy',90),('QT-1',5,'Langstroth',2021,'white','vicious','dead',140),
('QT-2',5,'National',2023,'red','calm','healthy',NULL),('AL-1',6,'National',2024,'green','calm','weak',170),('AL-2',6,'Top-bar',2023,NULL,'jumpy','healthy',85);
INSERT INTO inspection VALUES
(1,'OE-1',1,'2023-04-22',5,3,1,NULL),(2,'OE-3',1,'2023-05-14',4,11,1,'chalkbrood'),(3,'MG-2',2,'2023-06-03',2,38,0,'looks rough'),(4,'CF-1',7,'2023-06-18',6,7,1,NULL),
(5,'QT-1',2,'2023-09-09',1,52,0,'robbed out'),(6,'OE-1',1,'2024-04-13',6,2,1,NULL),(7,'OE-2',5,'2024-04-13',7,4,1,NULL),(8,'OE-3',1,'2024-05-05',0,9,0,'no eggs'),
(9,'MG-1',6,'2024-05-11',8,14,1,'stung twice'),(10,'RB-1',5,'2024-05-19',5,6,0,NULL),(11,'CF-1',7,'2024-06-02',3,21,1,'treat for mites'),(12,'AL-1',3,'2024-06-09',2,NULL,1,NULL),(13,'OE-2',5,'2024-06-22',9,5,1,'add a super'),(14,'QT-2',2,'2024-06-29',6,8,1,NULL);
INSERT INTO harvest VALUES
(1,'OE-1','2023-07-29',14.5,'blossom',17.8),(2,'CF-1','2023-08-05',11.2,'clover',18.1),(3,'MG-1','2023-09-02',9.8,'heather',21.5),(4,'QT-1','2023-08-30',6.4,'heather',22),(5,'OE-3','2023-07-29',8,'blossom',18.4),
(6,'OE-1','2024-06-15',12.1,'blossom',17.2),(7,'OE-2','2024-06-15',17.6,'blossom',17.5),(8,'RB-1','2024-07-20',5.3,'bramble',NULL),(9,'CF-2','2024-07-27',7.9,'clover',18),(10,'OE-2','2024-08-03',10.4,'blossom',18.8),(11,'MG-1','2024-08-31',13.3,'heather',21.1);
INSERT INTO swarm_call VALUES
(1,'2023-05-20 14:10','Mrs Lyle','school roof',1,'rehomed',20),(2,'2023-06-07 11:30','Hope Garage','bonnet of a van',2,'rehomed',0),(3,'2023-06-25 16:45','Parish clerk','church porch',NULL,'flew off',NULL),
(4,'2024-05-03 09:20','Mr Dunne','pear tree',5,'rehomed',15),(5,'2024-05-16 13:00','Station staff','signal box',1,'wasps',10),(6,'2024-05-28 17:35','Mrs Lyle','compost bin',NULL,'flew off',NULL),(7,'2024-06-14 12:15','Pub landlord','beer garden',5,'rehomed',40),(8,'2024-07-01 10:05','Mr Aziz','chimney',6,'too high',NULL);
INSERT INTO honey_sale VALUES
(1,'2023-09-16','Village Show','blossom',340,24,6.5,'stall'),(2,'2023-10-07','Peak Deli','heather',227,30,7.2,'shop'),(3,'2023-12-02','Christmas Fair','clover',340,18,6.8,'stall'),(4,'2024-07-06','Peak Deli','blossom',340,36,5.9,'shop'),
(5,'2024-07-14','J. Harker','blossom',454,2,9,'doorstep'),(6,'2024-08-10','Hope Tearoom','clover',227,12,5,'shop'),(7,'2024-08-24','Country Fair','blossom',340,41,7,'stall'),(8,'2024-09-14','Village Show','heather',227,20,8.5,'stall'),(9,'2024-09-20','R. Pugh','heather',454,3,14,'doorstep');
