CREATE TABLE Building (BldgID INTEGER PRIMARY KEY, BldgName TEXT, Street TEXT, District TEXT, BldgType TEXT, Caretaker TEXT, CaretakerTel TEXT);
INSERT INTO Building VALUES
(1,'Albion Court','12 Mill Lane','North','residential','Ted Prowse','020 7000 0101'),
(2,'Kestrel House','88 High St','Centre','office','Amina Yusuf','020 7000 0102'),
(3,'St Jude Hospital','1 Infirmary Rd','Centre','hospital','Facilities desk','020 7000 0103'),
(4,'Marlow Tower','40 Dock Rd','East','residential',NULL,NULL),
(5,'The Arcade','5 Market Sq','Centre','retail','Piers Holt','020 7000 0105'),
(6,'Quayside Car Park','Quay 3','East','parking',NULL,NULL),
(7,'Linden Lodge','7 Park Ave','North','care home','Sister Monk','020 7000 0107');
CREATE TABLE Lift (LiftID TEXT PRIMARY KEY, BldgID INTEGER, Maker TEXT, DriveType TEXT, YearFitted INTEGER, Floors INTEGER, CapacityKg INTEGER, InService INTEGER, FOREIGN KEY (BldgID) REFERENCES Building(BldgID));
INSERT INTO Lift VALUES
('L-101',1,'Orvis','traction',1998,9,630,1),
('L-102',1,'Orvis','traction',1998,9,630,0),
('L-201',2,'Konrad','MRL',2017,12,1000,1),
('L-202',2,'Konrad','MRL',2017,12,1000,1),
('L-301',3,'Shindo','traction',2009,6,2000,1),
('L-302',3,'Shindo','traction',2009,6,2000,1),
('L-303',3,'Shindo','hydraulic',2012,3,2500,1),
('L-401',4,'Orvis','traction',1985,21,800,1),
('L-501',5,'Konrad','hydraulic',2014,3,1150,1),
('L-601',6,'Tysen','hydraulic',2003,5,1600,0),
('L-701',7,'Tysen','MRL',2020,4,900,1);
CREATE TABLE Contract (ContractNo TEXT PRIMARY KEY, BldgID INTEGER, Tier TEXT, MonthlyFee REAL, StartDate TEXT, EndDate TEXT, ResponseHrs INTEGER, FOREIGN KEY (BldgID) REFERENCES Building(BldgID));
INSERT INTO Contract VALUES
('C-01',1,'basic',310,'2021-01-01','2024-12-31',24),
('C-02',2,'full',720,'2022-04-01','2027-03-31',8),
('C-03',3,'full',1950,'2020-07-01',NULL,2),
('C-04',4,'basic',180,'2023-02-01','2025-01-31',24),
('C-05',5,'plus',340,'2022-10-01','2025-09-30',8),
('C-07',7,'plus',295,'2023-06-01','2026-05-31',4);
CREATE TABLE Engineer (EngID INTEGER PRIMARY KEY, EngName TEXT, Patch TEXT, Mobile TEXT, CertExpiry TEXT, OnCall INTEGER);
INSERT INTO Engineer VALUES
(1,'Viktor Hale','Centre','07700 910001','2025-06-30',1),
(2,'Nessa Boyle','North','07700 910002','2024-12-15',0),
(3,'Kwame Darko','East','07700 910003','2026-02-28',1),
(4,'Lionel Frost','Centre',NULL,'2025-11-01',0),
(5,'Tess Arkwright','North','07700 910005',NULL,0);
CREATE TABLE Callout (CallID INTEGER PRIMARY KEY, LiftID TEXT, EngID INTEGER, Reported TEXT, Arrived TEXT, Fault TEXT, Trapped INTEGER, Chargeable REAL, Resolved TEXT, FOREIGN KEY (LiftID) REFERENCES Lift(LiftID), FOREIGN KEY (EngID) REFERENCES Engineer(EngID));
INSERT INTO Callout VALUES
(1,'L-101',2,'2023-01-19 08:10','2023-01-19 11:40','door',0,NULL,'2023-01-19 12:30'),
(2,'L-401',3,'2023-03-04 22:15','2023-03-04 23:05','controller',3,260,'2023-03-05 01:10'),
(3,'L-301',1,'2023-05-22 14:00','2023-05-22 14:40','levelling',0,NULL,'2023-05-22 15:30'),
(4,'L-601',3,'2023-08-11 17:30','2023-08-12 09:00','hydraulic leak',0,890,NULL),
(5,'L-201',1,'2023-11-02 09:20','2023-11-02 12:05','door',1,NULL,'2023-11-02 12:50'),
(6,'L-102',5,'2024-01-08 07:45','2024-01-08 10:30','motor',0,1450,NULL),
(7,'L-401',3,'2024-02-17 19:00','2024-02-17 20:10','door',2,140,'2024-02-17 21:00'),
(8,'L-303',4,'2024-04-09 11:15','2024-04-09 12:00','vandalism',0,375,'2024-04-09 16:20'),
(9,'L-501',4,'2024-06-28 13:40','2024-06-28 15:10','door',0,NULL,'2024-06-28 15:45'),
(10,'L-701',2,'2024-08-15 06:50','2024-08-15 08:00','controller',1,NULL,'2024-08-15 10:15'),
(11,'L-401',3,'2024-09-30 18:20','2024-09-30 19:00','motor',0,620,'2024-10-01 12:00'),
(12,'L-302',1,'2024-11-12 02:30','2024-11-12 03:35','door',4,NULL,'2024-11-12 04:00'),
(13,'L-101',5,'2024-11-20 16:00',NULL,'levelling',0,NULL,NULL);
CREATE TABLE ServiceVisit (VisitID INTEGER PRIMARY KEY, LiftID TEXT, EngID INTEGER, VisitDate TEXT, Minutes INTEGER, Result TEXT, FOREIGN KEY (LiftID) REFERENCES Lift(LiftID), FOREIGN KEY (EngID) REFERENCES Engineer(EngID));
INSERT INTO ServiceVisit VALUES
(1,'L-101',2,'2023-02-14',90,'PASS'),
(2,'L-201',1,'2023-03-20',60,'PASS'),
(3,'L-301',1,'2023-04-17',75,'ADVISORY'),
(4,'L-401',3,'2023-06-06',120,'ADVISORY'),
(5,'L-501',4,'2023-09-12',50,'PASS'),
(6,'L-701',5,'2023-10-30',45,'PASS'),
(7,'L-101',2,'2024-02-13',95,'ADVISORY'),
(8,'L-202',1,'2024-03-18',55,'PASS'),
(9,'L-303',4,'2024-05-21',80,'PASS'),
(10,'L-401',3,'2024-06-11',150,'FAIL'),
(11,'L-501',4,'2024-09-10',NULL,'PASS'),
(12,'L-701',2,'2024-11-04',40,'PASS');
