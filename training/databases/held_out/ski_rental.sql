CREATE TABLE guests (
  guest_id INTEGER PRIMARY KEY,
  name TEXT,
  birth_year INTEGER,
  height_cm INTEGER,
  weight_kg INTEGER,
  boot_size REAL,
  ability TEXT,
  hotel TEXT,
  waiver_signed INTEGER
);
CREATE TABLE gear (
  tag TEXT PRIMARY KEY,
  category TEXT,
  brand TEXT,
  length_cm INTEGER,
  season_bought TEXT,
  purchase_price REAL,
  day_rate REAL,
  condition TEXT
);
CREATE TABLE rentals (
  rental_no INTEGER PRIMARY KEY,
  guest_id INTEGER,
  desk_id INTEGER,
  out_date TEXT,
  due_date TEXT,
  back_date TEXT,
  deposit REAL,
  charged REAL,
  insurance INTEGER,
  booked_via TEXT
);
CREATE TABLE rental_lines (
  rental_no INTEGER,
  tag TEXT,
  din_setting REAL,
  damage_fee REAL,
  swapped INTEGER
);
CREATE TABLE desks (
  desk_id INTEGER PRIMARY KEY,
  village TEXT,
  altitude_m INTEGER,
  opens TEXT,
  closes TEXT,
  manager TEXT
);
CREATE TABLE tunings (
  job_id INTEGER PRIMARY KEY,
  tag TEXT,
  done_on TEXT,
  service TEXT,
  technician TEXT,
  minutes INTEGER,
  parts_cost REAL
);
INSERT INTO guests VALUES
(1,'Hannah Ostrowski',1988,168,61,25.5,'intermediate','Edelweiss Inn',1),
(2,'Peter Vance',1975,184,92,29,'expert','Hotel Cervin',1),
(3,'Lily Vance',2012,146,38,22.5,'beginner','Hotel Cervin',1),
(4,'Marco Bianchi',1993,177,74,27.5,'expert',NULL,0),
(5,'Aoife Brennan',1999,163,58,24.5,'beginner','Snowdrop Hostel',1),
(6,'Karl Jensen',1961,180,85,28.5,'intermediate','Edelweiss Inn',1),
(7,'Noor Haddad',2001,170,65,26,'beginner','Snowdrop Hostel',0),
(8,'Ewan McRae',1984,191,101,30.5,'intermediate',NULL,1),
(9,'Sofia Ilves',2010,158,47,24,'intermediate','Edelweiss Inn',1),
(10,'Grant Whitlock',1969,175,79,27,'expert','Hotel Cervin',1);
INSERT INTO gear VALUES
('SK-101','skis','Rossignol',168,'2022/23',420,32,'good'),
('SK-102','skis','Atomic',182,'2023/24',610,45,'new'),
('SK-103','skis','Head',138,'2020/21',210,18,'worn'),
('SK-104','skis','Rossignol',175,'2021/22',450,30,'good'),
('SK-105','skis','Völkl',188,'2023/24',680,48,'broken'),
('SB-201','snowboard','Burton',158,'2022/23',390,35,'good'),
('SB-202','snowboard','Ride',151,'2019/20',310,25,'written off'),
('BT-301','boots','Salomon',NULL,'2022/23',230,14,'good'),
('BT-302','boots','Nordica',NULL,'2020/21',190,12,'worn'),
('BT-303','boots','Salomon',NULL,'2023/24',260,16,'new'),
('HL-401','helmet','Smith',NULL,'2021/22',75,6,'good'),
('HL-402','helmet','Giro',NULL,'2023/24',90,7,'new'),
('PL-501','poles','Leki',115,'2018/19',40,4,'worn');
INSERT INTO desks VALUES
(1,'Obergrat',1620,'08:00','18:30','Ines Kaufmann'),
(2,'Valdere',1340,'07:30','19:00','Rupert Dale'),
(3,'Pic Blanc',2210,'08:45','16:30','Chloé Martin'),
(4,'Obergrat',1850,'08:30','17:00',NULL);
INSERT INTO rentals VALUES
(9001,1,1,'2023-12-26','2023-12-30','2023-12-30',100,168,1,'online'),
(9002,2,2,'2024-01-03','2024-01-08','2024-01-09',200,310,1,'phone'),
(9003,3,2,'2024-01-03','2024-01-08','2024-01-08',50,120,1,'phone'),
(9004,4,3,'2024-01-15','2024-01-16','2024-01-16',200,52,0,'walk-in'),
(9005,5,1,'2024-01-27','2024-01-31','2024-01-31',100,149,0,'online'),
(9006,6,1,'2024-02-10','2024-02-17','2024-02-17',150,275,1,'hotel'),
(9007,7,2,'2024-02-11','2024-02-13','2024-02-15',100,98,0,'walk-in'),
(9008,8,4,'2024-02-18','2024-02-24','2024-02-23',200,238,0,'online'),
(9009,9,1,'2024-02-19','2024-02-24','2024-02-24',NULL,133,1,'hotel'),
(9010,2,3,'2024-03-02','2024-03-05','2024-03-05',200,190,1,'online'),
(9011,10,2,'2024-03-09','2024-03-16',NULL,200,345,0,'phone'),
(9012,5,1,'2024-03-11','2024-03-14',NULL,100,110,1,'online'),
(9013,1,4,'2024-03-12','2024-03-13','2024-03-13',100,61,0,'walk-in');
INSERT INTO rental_lines VALUES
(9001,'SK-101',6,0,0),(9001,'BT-301',NULL,0,1),(9002,'SK-102',9.5,45,0),(9002,'HL-401',NULL,0,0),
(9003,'SK-103',2.5,0,0),(9003,'HL-402',NULL,0,0),(9004,'SK-105',11,180,0),(9005,'SB-201',NULL,0,1),
(9006,'SK-104',7,0,0),(9006,'BT-302',NULL,0,1),(9006,'PL-501',NULL,12,0),(9007,'SB-201',NULL,25,0),
(9008,'SK-104',7.5,0,0),(9009,'SK-101',4.5,0,0),(9009,'BT-303',NULL,0,0),(9010,'SK-102',9.5,0,0),
(9011,'SK-102',9,NULL,0),(9012,'SK-101',5,NULL,0),(9012,'BT-301',NULL,NULL,0),(9013,'SK-104',6,0,0);
INSERT INTO tunings VALUES
(1,'SK-101','2023-12-20','wax','Bjorn',20,4),
(2,'SK-102','2024-01-10','edge','Bjorn',45,0),
(3,'SK-105','2024-01-17','base repair','Tilde',120,38),
(4,'SB-201','2024-02-01','wax','Tilde',25,4),
(5,'SK-104','2024-02-05','binding check','Bjorn',30,15.5),
(6,'SB-201','2024-02-16','base repair','Tilde',80,22),
(7,'SK-101','2024-02-26','edge','Amir',40,0),
(8,'SK-103','2024-03-01','wax','Amir',15,4),
(9,'SK-102','2024-03-07','wax','Bjorn',20,4),
(10,'SK-104','2024-03-10','edge','Amir',50,NULL);
