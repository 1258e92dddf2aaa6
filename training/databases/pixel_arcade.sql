CREATE TABLE machine (machineId INTEGER PRIMARY KEY, title TEXT, maker TEXT, releaseYear INTEGER, kind TEXT, tokensPerPlay INTEGER, zoneId INTEGER, boughtOn TEXT, purchasePrice REAL, isWorking INTEGER);
CREATE TABLE zone (zoneId INTEGER PRIMARY KEY, zoneName TEXT, floor INTEGER, hostName TEXT);
INSERT INTO zone VALUES (1,'Retro Row',0,'Sam'),(2,'Race Track',0,'Bea'),(3,'Prize Corner',1,'Sam'),(4,'Dance Deck',1,NULL),(5,'Pinball Loft',2,'Kofi');
INSERT INTO machine VALUES
(1,'Star Gobbler','Nimtec',1982,'cabinet',1,1,'2021-05-10',1800,1),
(2,'Laser Frog','Nimtec',1985,'cabinet',1,1,'2021-05-10',1450,1),
(3,'Turbo Ridge','Aero Play',2004,'racer',3,2,'2022-02-01',5200,1),
(4,'Moto Fury','Aero Play',2011,'racer',3,2,'2022-11-18',6900,0),
(5,'Claw Castle','Grabco',2018,'redemption',2,3,'2021-08-22',2400,1),
(6,'Duck Derby','Grabco',2015,'redemption',1,3,'2023-03-30',2100,1),
(7,'Step Mania X','Beatworks',2016,'dance',2,4,'2023-06-12',7800,1),
(8,'Haunted Manor','Silverball Co',1991,'pinball',2,5,'2021-09-14',3600,1),
(9,'Rocket Rodeo','Silverball Co',1979,'pinball',2,5,'2024-04-05',NULL,0),
(10,'Zombie Dock','Aero Play',2013,'shooter',2,1,'2024-09-20',4700,1);
CREATE TABLE member (memberId INTEGER PRIMARY KEY, nickname TEXT, birthDate TEXT, tier TEXT, joinedOn TEXT, tokenBalance INTEGER, guardianPhone TEXT);
INSERT INTO member VALUES
(1,'PixelPat','1991-02-17','gold','2021-10-01',140,NULL),
(2,'Jinx','2011-07-05','bronze','2023-05-20',12,'555-2201'),
(3,'OldSchoolMo','1974-12-30','gold','2021-11-15',300,NULL),
(4,'TiltQueen','1988-09-09','silver','2022-04-04',55,NULL),
(5,'Benny8','2013-01-22','bronze','2024-06-18',0,'555-2240'),
(6,'ComboKid','2009-03-14','silver','2023-12-02',38,'555-2256'),
(7,'DriftDee','1999-10-10','bronze','2025-01-11',0,NULL);
CREATE TABLE playScore (scoreId INTEGER PRIMARY KEY, memberId INTEGER, machineId INTEGER, playedAt TEXT, points INTEGER, minutesPlayed INTEGER);
INSERT INTO playScore VALUES
(1,1,1,'2023-06-03 18:20',84200,22),(2,3,8,'2023-06-10 20:05',1250000,31),(3,2,5,'2023-08-19 15:00',40,6),(4,4,8,'2023-11-04 21:15',1810000,40),
(5,3,1,'2024-01-20 19:40',97650,25),(6,6,7,'2024-02-10 16:30',9120,12),(7,1,3,'2024-03-16 18:00',5400,9),(8,4,9,'2024-04-20 20:20',660000,28),
(9,6,7,'2024-07-13 17:10',9875,14),(10,5,6,'2024-07-27 14:45',120,5),(11,3,2,'2024-10-05 19:00',31100,18),(12,1,10,'2024-10-12 21:30',15250,16),
(13,4,8,'2025-01-18 20:50',2040000,44),(14,7,3,'2025-02-01 18:15',6150,10),(15,6,7,'2025-02-15 16:00',9990,15),(16,1,1,'2025-02-22 19:10',101300,27);
CREATE TABLE tokenSale (saleId INTEGER PRIMARY KEY, soldAt TEXT, memberId INTEGER, tokens INTEGER, paid REAL, payType TEXT);
INSERT INTO tokenSale VALUES
(1,'2023-06-03 17:50',1,50,20,'card'),(2,'2023-06-10 19:45',3,100,36,'cash'),(3,'2023-08-19 14:40',2,20,9,'cash'),(4,'2023-11-04 20:55',4,50,20,'app'),
(5,'2024-01-20 19:00',3,100,36,'card'),(6,'2024-02-10 16:05',6,20,9,'cash'),(7,'2024-03-16 17:30',1,50,20,'card'),(8,'2024-07-13 16:50',6,50,20,'app'),
(9,'2024-07-27 14:20',5,20,9,'cash'),(10,'2024-08-03 15:10',NULL,20,9,'cash'),(11,'2024-10-12 21:00',1,100,36,'card'),(12,'2025-01-18 20:30',4,100,36,'app'),
(13,'2025-02-01 17:55',7,20,9,'card'),(14,'2025-02-22 18:40',NULL,50,20,'cash');
CREATE TABLE repair (repairId INTEGER PRIMARY KEY, machineId INTEGER, reportedOn TEXT, fixedOn TEXT, fault TEXT, technician TEXT, partsCost REAL);
INSERT INTO repair VALUES
(1,3,'2023-07-01','2023-07-09','steering','Ivo',145),(2,8,'2023-09-12','2023-09-13','stuck ball','Ivo',0),(3,5,'2024-01-05','2024-01-20','claw motor','Marta',210),
(4,4,'2024-03-02','2024-04-11','screen','Marta',480),(5,7,'2024-08-08','2024-08-12','pad sensor','Ivo',95),(6,4,'2024-12-21',NULL,'brake pedal','Ivo',NULL),
(7,9,'2025-01-09',NULL,'flipper coil',NULL,NULL),(8,1,'2025-02-03','2025-02-05','joystick','Marta',35);
