CREATE TABLE pitches (
  pitch_no TEXT PRIMARY KEY,
  zone TEXT,
  kind TEXT,
  area_sqm INTEGER,
  has_power INTEGER,
  lake_view INTEGER,
  nightly_rate REAL,
  closed_since TEXT
);
CREATE TABLE campers (
  camper_id INTEGER PRIMARY KEY,
  full_name TEXT,
  country TEXT,
  phone TEXT,
  email TEXT,
  member_since TEXT,
  newsletter INTEGER
);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY,
  camper_id INTEGER REFERENCES campers(camper_id),
  pitch_no TEXT REFERENCES pitches(pitch_no),
  booked_on TEXT,
  arrive TEXT,
  depart TEXT,
  adults INTEGER,
  kids INTEGER,
  status TEXT,
  deposit REAL
);
CREATE TABLE pets (
  pet_id INTEGER PRIMARY KEY,
  booking_id INTEGER REFERENCES bookings(booking_id),
  species TEXT,
  pet_name TEXT,
  wt_kg REAL
);
CREATE TABLE hire_items (
  item_code TEXT PRIMARY KEY,
  descr TEXT,
  daily_price REAL,
  units_owned INTEGER,
  cond TEXT
);
CREATE TABLE hires (
  hire_id INTEGER PRIMARY KEY,
  booking_id INTEGER,
  item_code TEXT,
  out_at TEXT,
  back_at TEXT,
  qty INTEGER,
  charge REAL,
  FOREIGN KEY (booking_id) REFERENCES bookings(booking_id),
  FOREIGN KEY (item_code) REFERENCES hire_items(item_code)
);
CREATE TABLE incidents (
  inc_no INTEGER PRIMARY KEY,
  pitch_no TEXT REFERENCES pitches(pitch_no),
  reported_at TEXT,
  category TEXT,
  severity TEXT,
  fixed_on TEXT,
  repair_cost REAL
);
INSERT INTO pitches VALUES
('A1','Meadow','tent',60,0,0,18,NULL),('A2','Meadow','tent',75,1,0,22,NULL),('A3','Meadow','tent',60,0,0,18,'2024-05-02'),
('B1','Lakeside','caravan',110,1,1,39.5,NULL),('B2','Lakeside','caravan',95,1,1,37,NULL),('B3','Lakeside','tent',80,0,1,27,NULL),
('C1','Pinewood','cabin',45,1,0,72,NULL),('C2','Pinewood','cabin',52,1,1,85,NULL),('C3','Pinewood','cabin',45,1,0,72,'2023-10-15'),
('D1','Hilltop','caravan',120,1,0,34,NULL),('D2','Hilltop','tent',70,0,0,16.5,NULL);
INSERT INTO campers VALUES
(1,'Hazel Thornton','UK','+44 7700 900111','hazel@post.uk','2019-04-10',1),
(2,'Owen Pritchard','UK','+44 7700 900222',NULL,NULL,0),
(3,'Anke Visser','Netherlands','+31 6 1234','anke@post.nl','2021-06-30',1),
(4,'Jürgen Maas','Germany',NULL,'jmaas@post.de',NULL,1),
(5,'Priya Nair','UK','+44 7700 900333','priya.n@post.uk','2023-02-14',0),
(6,'Lucie Moreau','France','+33 6 5555','lucie@post.fr',NULL,0),
(7,'Declan Byrne','Ireland','+353 87 777',NULL,'2020-08-01',1),
(8,'Gordon Falk','UK',NULL,NULL,NULL,0),
(9,'Mieke de Wit','Netherlands','+31 6 9876','mieke@post.nl',NULL,1);
INSERT INTO bookings VALUES
(501,1,'B1','2023-05-11','2023-07-14','2023-07-21',2,2,'completed',80),
(502,3,'B2','2023-06-02','2023-08-01','2023-08-15',2,0,'completed',100),
(503,2,'A1','2023-08-18','2023-08-25','2023-08-27',1,0,'completed',NULL),
(504,4,'C3','2023-07-09','2023-09-02','2023-09-06',2,1,'cancelled',60),
(505,5,'C2','2024-01-20','2024-05-24','2024-05-28',2,3,'completed',90),
(506,1,'B1','2024-02-03','2024-07-12','2024-07-19',2,2,'confirmed',80),
(507,6,'A2','2024-04-16','2024-06-07','2024-06-09',2,0,'completed',20),
(508,7,'D1','2024-04-28','2024-06-14','2024-06-24',4,1,'completed',50),
(509,2,'A1','2024-05-30','2024-06-01','2024-06-03',1,0,'no-show',NULL),
(510,3,'B2','2024-03-12','2024-08-03','2024-08-17',2,1,'confirmed',100),
(511,9,'B3','2024-06-10','2024-06-20','2024-06-25',3,2,'completed',40),
(512,5,'C1','2024-06-15','2024-08-23','2024-08-26',2,3,'pending',NULL),
(513,1,'A2','2024-06-18','2024-07-05','2024-07-08',2,0,'cancelled',20),
(514,7,'D1','2024-06-22','2024-08-09','2024-08-11',2,0,'confirmed',25),
(515,3,'B3','2023-04-30','2023-05-18','2023-05-21',2,0,'completed',30);
INSERT INTO pets VALUES
(1,501,'dog','Biscuit',12.4),(2,501,'dog','Rolo',31),(3,502,'cat','Pien',4.2),(4,505,'dog','Chutney',8.5),
(5,508,'dog','Fionn',38.7),(6,508,'parrot','Captain',NULL),(7,511,'rabbit','Stamper',2.1),(8,506,'dog','Biscuit',12.9);
INSERT INTO hire_items VALUES
('KAY','Two-seat kayak',28,6,'good'),('BIK','Adult bicycle',14,12,'good'),('KBK','Kids bicycle',9,8,'worn'),
('BBQ','Gas barbecue',11.5,5,'good'),('HTR','Tent heater',6,4,'broken'),('SUP','Paddleboard',22,3,'worn'),('COT','Travel cot',4,2,'good');
INSERT INTO hires VALUES
(1,501,'KAY','2023-07-15 09:10','2023-07-15 17:40',1,28),(2,501,'KBK','2023-07-16 10:00','2023-07-18 18:00',2,54),
(3,502,'BIK','2023-08-02 08:45','2023-08-09 19:00',2,224),(4,505,'BBQ','2024-05-25 16:00','2024-05-27 11:00',1,34.5),
(5,505,'COT','2024-05-24 15:20','2024-05-28 09:30',1,20),(6,508,'KAY','2024-06-15 10:00','2024-06-16 18:15',2,112),
(7,508,'BIK','2024-06-18 09:00','2024-06-18 20:00',4,56),(8,511,'SUP','2024-06-21 11:30',NULL,1,22),
(9,507,'BBQ','2024-06-07 18:00','2024-06-08 12:00',1,23),(10,511,'KBK','2024-06-22 10:10',NULL,2,18);
INSERT INTO incidents VALUES
(1,'C3','2023-10-14 22:30','water leak','high','2024-03-20',1450),(2,'B1','2023-07-17 01:15','noise','low','2023-07-17',0),
(3,'A3','2024-05-01 07:50','fallen tree','high',NULL,NULL),(4,'D1','2024-06-19 20:05','power cut','medium','2024-06-20',130),
(5,'A2','2024-06-08 23:40','noise','low','2024-06-08',0),(6,'B2','2023-08-11 13:00','power cut','medium','2023-08-13',95.5),
(7,'C1','2024-06-23 09:00','water leak','medium',NULL,NULL),(8,'D1','2024-04-30 18:20','vandalism','high','2024-05-06',310);
