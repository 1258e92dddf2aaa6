CREATE TABLE pontoon (
  pontoon_code TEXT PRIMARY KEY,
  side TEXT,
  max_draft_m REAL,
  has_power INTEGER,
  has_water INTEGER,
  last_inspected TEXT
);
CREATE TABLE berth (
  berth_no TEXT PRIMARY KEY,
  pontoon_code TEXT REFERENCES pontoon(pontoon_code),
  len_m REAL,
  annual_fee REAL,
  night_rate REAL,
  status TEXT
);
CREATE TABLE owner (
  owner_id INTEGER PRIMARY KEY,
  full_name TEXT,
  email TEXT,
  phone TEXT,
  home_town TEXT,
  member_since TEXT,
  is_club_member INTEGER
);
CREATE TABLE boat (
  boat_id INTEGER PRIMARY KEY,
  boat_name TEXT,
  owner_id INTEGER REFERENCES owner(owner_id),
  type TEXT,
  loa_m REAL,
  draft_m REAL,
  built_yr INTEGER,
  insured_until TEXT,
  flag TEXT
);
CREATE TABLE stay (
  stay_id INTEGER PRIMARY KEY,
  boat_id INTEGER REFERENCES boat(boat_id),
  berth_no TEXT REFERENCES berth(berth_no),
  arrived TEXT,
  departed TEXT,
  nights INTEGER,
  amt_charged REAL,
  paid INTEGER
);
CREATE TABLE job (
  job_no INTEGER PRIMARY KEY,
  boat_id INTEGER REFERENCES boat(boat_id),
  kind TEXT,
  opened_on TEXT,
  closed_on TEXT,
  hours REAL,
  parts_cost REAL,
  state TEXT
);
CREATE TABLE fuel_sale (
  sale_id INTEGER PRIMARY KEY,
  boat_id INTEGER REFERENCES boat(boat_id),
  sold_at TEXT,
  product TEXT,
  litres REAL,
  unit_price REAL
);
INSERT INTO pontoon VALUES
('A','north',2.5,1,1,'2025-03-02'),('B','north',3.2,1,1,'2025-03-02'),('C','south',1.8,0,1,'2024-09-18'),('D','south',4.0,1,0,'2024-11-27'),('V','west',3.0,0,0,NULL),('F','east',2.1,1,1,'2025-04-15');
INSERT INTO berth VALUES
('A01','A',8,2400,22,'occupied'),('A02','A',8,2400,22,'vacant'),('A03','A',10,3100,28,'occupied'),
('B01','B',12,4150,36,'occupied'),('B02','B',14,5200,45,'reserved'),('C01','C',6,1650,15,'vacant'),
('C02','C',6,1650,15,'out of service'),('D01','D',18,8900,70,'occupied'),('D02','D',20,10400,82,'vacant'),
('V01','V',12,NULL,34,'vacant'),('V02','V',15,NULL,48,'occupied'),('F01','F',9,2750,25,'out of service');
INSERT INTO owner VALUES
(1,'Harriet Penhaligon','harriet@penmail.uk','07700 900123','Falmouth','2012-05-01',1),
(2,'Gareth Lloyd','glloyd@seamail.uk',NULL,'Cardiff','2019-07-15',1),
(3,'Sunita Rao',NULL,'07700 900456','Plymouth','2021-03-20',0),
(4,'Tom Ashdown','tom.ashdown@boatbox.uk','07700 900789','Falmouth','2016-09-09',0),
(5,'Marie Le Goff','mlegoff@brestmail.fr','+33 6 1234','Brest','2023-06-11',0),
(6,'Desmond Achebe','des@achebe.uk','07700 900222','Truro','2008-04-30',1),
(7,'Ingrid Solheim',NULL,'+47 900 11','Bergen','2024-07-02',0),
(8,'Colin Treloar','colin.t@penmail.uk','07700 900333','Truro','2015-01-12',1);
INSERT INTO boat VALUES
(1,'Sea Thrift',1,'sail',9.8,1.9,1987,'2025-12-31','GB'),
(2,'Bluebottle',2,'motor',7.5,0.9,2015,'2025-06-30','GB'),
(3,'Kittiwake II',3,'sail',11.2,2.1,2004,'2024-11-15','GB'),
(4,'Maid of Fal',4,'fishing',8.1,1.4,1972,NULL,'GB'),
(5,'An Alarc''h',5,'sail',13.4,2.4,2011,'2026-02-28','FR'),
(6,'Lagos Lady',6,'motor',17.2,1.6,2019,'2026-04-01','GB'),
(7,'Nordlys',7,'sail',14.6,2.8,2008,'2025-09-10','NO'),
(8,'Pasty',8,'dinghy',4.2,0.3,2020,NULL,'GB'),
(9,'Old Peculiar',8,'fishing',9.0,1.5,1964,'2025-08-20','GB'),
(10,'Quickstep',1,'motor',6.1,0.7,2022,'2025-12-31','GB'),
(11,'Gannet',NULL,'sail',7.0,1.2,1979,'2023-05-05',NULL);
INSERT INTO stay VALUES
(1,5,'V01','2024-06-12','2024-06-19',7,238,1),
(2,7,'V02','2024-07-02','2024-07-23',21,1008,1),
(3,3,'A02','2024-08-04','2024-08-06',2,44,1),
(4,5,'V02','2024-08-20','2024-08-25',5,240,0),
(5,6,'D02','2024-12-28','2025-01-03',6,492,1),
(6,2,'C01','2025-04-18','2025-04-21',3,45,1),
(7,9,'F01','2025-04-30','2025-05-02',2,50,0),
(8,5,'V01','2025-05-23','2025-05-26',3,102,1),
(9,7,'V02','2025-06-05',NULL,NULL,NULL,0),
(10,4,'A02','2025-06-01','2025-06-08',7,154,1),
(11,6,'D02','2023-07-14','2023-07-16',2,150,1),
(12,1,'B02','2025-05-31','2025-06-01',1,45,1);
INSERT INTO job VALUES
(301,1,'antifoul','2025-03-10','2025-03-14',9.5,210.40,'done'),
(302,4,'engine','2025-02-03','2025-03-20',31,1875,'done'),
(303,3,'rigging','2024-10-08','2024-10-30',14,640,'done'),
(304,6,'electrics','2025-05-12',NULL,6,320.75,'in progress'),
(305,9,'engine','2025-05-28',NULL,0,NULL,'awaiting parts'),
(306,2,'antifoul','2024-04-02','2024-04-05',7,145,'done'),
(307,7,'lift-out','2025-06-07',NULL,2.5,0,'in progress'),
(308,11,'lift-out','2024-02-19',NULL,4,0,'abandoned'),
(309,4,'hull repair','2024-11-11','2024-12-19',40,980,'done'),
(310,1,'rigging','2025-06-03',NULL,1,NULL,'awaiting parts');
INSERT INTO fuel_sale VALUES
(1,6,'2024-12-28 10:15','diesel',620,1.28),
(2,2,'2025-04-18 09:40','petrol',55,1.62),
(3,10,'2025-05-04 14:22','petrol',40,1.62),
(4,4,'2025-05-09 06:05','diesel',180,1.31),
(5,9,'2025-05-02 05:50','diesel',140,1.31),
(6,6,'2025-05-24 11:30','diesel',710,1.33),
(7,7,'2024-07-23 08:10','diesel',95,1.25),
(8,10,'2025-06-08 16:45','petrol',38,1.66),
(9,5,'2025-05-26 12:00','gas bottle',12,3.10),
(10,4,'2025-06-09 05:35','diesel',200,1.34);
