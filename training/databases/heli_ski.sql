CREATE TABLE Guide (guideId INTEGER PRIMARY KEY, guideName TEXT, certLevel TEXT, homeBase TEXT, seasonsWorked INTEGER, satPhone TEXT);
CREATE TABLE Helicopter (tailNo TEXT PRIMARY KEY, model TEXT, seats INTEGER, hourlyCost REAL, airframeHours REAL, grounded INTEGER);
CREATE TABLE Zone (zoneId INTEGER PRIMARY KEY, zoneName TEXT, maxElevM INTEGER, terrain TEXT, hazard TEXT);
CREATE TABLE Guest (guestId INTEGER PRIMARY KEY, guestName TEXT, country TEXT, ability TEXT, weightKg REAL, waiverSignedOn TEXT, emergencyContact TEXT);
CREATE TABLE FlightDay (flightId INTEGER PRIMARY KEY, flyDate TEXT, tailNo TEXT REFERENCES Helicopter(tailNo), guideId INTEGER REFERENCES Guide(guideId), zoneId INTEGER REFERENCES Zone(zoneId), runsSkied INTEGER, verticalM INTEGER, rotorHrs REAL, outcome TEXT);
CREATE TABLE Seat (seatId INTEGER PRIMARY KEY, flightId INTEGER REFERENCES FlightDay(flightId), guestId INTEGER REFERENCES Guest(guestId), pricePaid REAL, rentedSkis INTEGER, channel TEXT, tip REAL);
INSERT INTO Guide VALUES
(1,'Tor Halvorsen','IFMGA','Valdez',14,'8816-555-01'),
(2,'Mackenzie Roy','ACMG','Revelstoke',9,'8816-555-02'),
(3,'Josie Talltree','AMGA','Valdez',6,'8816-555-03'),
(4,'Luc Berthod','IFMGA','Revelstoke',11,NULL),
(5,'Sage Whitlock','tail guide','Valdez',1,NULL);
INSERT INTO Helicopter VALUES
('C-GHSK','Bell 212',10,5200,14320.5,0),
('C-FPWD','AStar B3',5,2900,6110.0,0),
('N407VZ','Bell 407',6,3100,8040.2,0),
('N350AK','AStar B2',5,2500,17850.7,1),
('C-GLUX','Bell 205',12,4600,NULL,0);
INSERT INTO Zone VALUES
(1,'Cathedral Glacier',2750,'glacier','considerable'),
(2,'Widowmaker',2400,'steeps','high'),
(3,'Marmot Bowl',2100,'alpine bowl','moderate'),
(4,'Spruce Alley',1650,'trees','low'),
(5,'Iceberg Ridge',2900,'steeps','considerable'),
(6,'Larch Pocket',1500,'trees','moderate');
INSERT INTO Guest VALUES
(1,'Hiro Tanabe','Japan','expert',74,'2023-02-10','Yuki Tanabe'),
(2,'Carla Benedetti','Italy','advanced',61,'2023-02-10','Paolo B.'),
(3,'Stefan Brandl','Austria','expert',88,'2023-03-02',NULL),
(4,'Amy Whitfield','USA','intermediate',66,'2023-03-17','Joe Whitfield'),
(5,'Doug Whitfield','USA','advanced',102,'2023-03-17','Joe Whitfield'),
(6,'Lena Sorokina','Germany','expert',58,'2024-02-01','M. Sorokin'),
(7,'Pedro Aznar','Spain','advanced',79,NULL,NULL),
(8,'Claire Dubois','France','intermediate',63,'2024-03-11','Hôtel Alpina'),
(9,'Ravi Shah','USA','advanced',95,NULL,'Meera Shah');
INSERT INTO FlightDay VALUES
(1,'2023-02-11','C-GHSK',2,3,8,6400,2.1,'flown'),
(2,'2023-02-12','C-GHSK',4,4,6,3900,1.6,'flown'),
(3,'2023-03-03','N407VZ',1,5,11,9800,3.0,'flown'),
(4,'2023-03-18','N350AK',3,1,7,6100,2.4,'cut short'),
(5,'2023-03-19','N407VZ',1,2,0,0,0,'weathered'),
(6,'2024-02-02','C-FPWD',2,3,9,7200,2.2,'flown'),
(7,'2024-02-03','C-FPWD',4,6,5,3300,1.2,'flown'),
(8,'2024-02-20','N407VZ',3,1,10,8700,2.9,'flown'),
(9,'2024-03-12','C-GHSK',2,4,6,4100,1.7,'flown'),
(10,'2024-03-13','C-GHSK',2,3,0,0,0,'weathered'),
(11,'2024-04-01','N407VZ',1,5,12,10900,3.3,'flown'),
(12,'2024-04-02','N407VZ',1,2,4,3700,1.5,'cut short');
INSERT INTO Seat VALUES
(1,1,1,1350,0,'agent',100),
(2,1,2,1350,1,'web',40),
(3,2,1,1250,0,'agent',NULL),
(4,3,3,1600,0,'phone',150),
(5,4,4,1400,1,'web',60),
(6,4,5,1400,1,'web',60),
(7,6,6,1450,0,'web',80),
(8,6,1,1450,0,'agent',120),
(9,7,6,1300,0,'web',NULL),
(10,8,7,1500,1,'agent',50),
(11,8,3,1500,0,'phone',200),
(12,9,8,1300,1,'agent',30),
(13,9,4,1300,1,'web',NULL),
(14,11,3,1750,0,'phone',250),
(15,11,9,1750,1,'web',90),
(16,12,9,1700,1,'web',0);
