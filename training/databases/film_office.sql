CREATE TABLE Productions (prodId INTEGER PRIMARY KEY, title TEXT, kind TEXT, director TEXT, budgetEur REAL, shootStart TEXT, shootEnd TEXT, status TEXT);
INSERT INTO Productions VALUES
(1,'The Salt Road','feature','Ines Falk',2400000,'2023-03-06','2023-04-28','DELIVERED'),
(2,'Paper Tigers','short','Tom Reyes',85000,'2023-07-10','2023-07-15','DELIVERED'),
(3,'Low Tide','series','Ines Falk',5100000,'2023-09-18','2024-01-26','POST'),
(4,'Cavalier Crisps','commercial','Dara Quinn',140000,'2024-02-12','2024-02-14','DELIVERED'),
(5,'Winter Bees','feature','Noor Haddad',1750000,'2024-05-13','2024-06-28','POST'),
(6,'Second Moon','feature','Tom Reyes',3300000,'2024-10-07',NULL,'SHOOTING'),
(7,'Ghost Ferry','short','Noor Haddad',NULL,NULL,NULL,'DEV');
CREATE TABLE CrewMembers (crewId INTEGER PRIMARY KEY, fullName TEXT, department TEXT, dayRate REAL, phone TEXT, unionMember INTEGER);
INSERT INTO CrewMembers VALUES
(1,'Lotte Braun','camera',520,'+49 30 5550101',1),
(2,'Miguel Sainz','sound',430,'+34 91 5550102',1),
(3,'Abby Torrance','art',390,NULL,0),
(4,'Jun Watanabe','camera',360,'+44 20 5550104',0),
(5,'Rosie Clegg','wardrobe',310,'+44 20 5550105',1),
(6,'Bastien Roy','grip',340,'+33 1 5550106',1),
(7,'Hana Novak','production',280,'+420 2 5550107',0),
(8,'Emeka Obi','sound',450,NULL,1),
(9,'Clara Lind','art',410,'+46 8 5550109',1);
CREATE TABLE Bookings (bookingId INTEGER PRIMARY KEY, prodId INTEGER, crewId INTEGER, role TEXT, firstDay TEXT, daysBooked INTEGER, confirmed INTEGER, FOREIGN KEY(prodId) REFERENCES Productions(prodId), FOREIGN KEY(crewId) REFERENCES CrewMembers(crewId));
INSERT INTO Bookings VALUES
(1,1,1,'DoP','2023-03-06',40,1),
(2,1,2,'sound mixer','2023-03-06',38,1),
(3,1,5,'costume supervisor','2023-02-27',44,1),
(4,2,4,'DoP','2023-07-10',6,1),
(5,2,3,'art director','2023-07-03',11,1),
(6,3,1,'DoP','2023-09-18',85,1),
(7,3,6,'key grip','2023-09-18',80,1),
(8,3,8,'sound mixer','2023-09-18',85,1),
(9,4,4,'focus puller','2024-02-12',3,1),
(10,4,9,'production designer','2024-02-05',8,1),
(11,5,9,'production designer','2024-04-15',52,1),
(12,5,2,'sound mixer','2024-05-13',34,1),
(13,6,1,'DoP','2024-10-07',45,1),
(14,6,7,'production coordinator','2024-09-16',60,1),
(15,6,6,'key grip','2024-10-07',45,0),
(16,7,3,'art director','2025-02-03',5,0);
CREATE TABLE Locations (locId INTEGER PRIMARY KEY, placeName TEXT, town TEXT, feePerDay REAL, contactName TEXT, hasPower INTEGER);
INSERT INTO Locations VALUES
(1,'Old Tannery','Riga',900,'Janis Ozols',1),
(2,'Gull Point lighthouse','Skagen',1250,'Mette Dahl',0),
(3,'Hotel Miramar','Cadiz',2100,'Paco Ruiz',1),
(4,'St Agnes Hospital wing','Leeds',1600,NULL,1),
(5,'Bee Farm','Tartu',350,'Kersti Mägi',0),
(6,'Warehouse 14','Riga',700,NULL,1);
CREATE TABLE ShootDays (dayId INTEGER PRIMARY KEY, prodId INTEGER, locId INTEGER, shootDate TEXT, callTime TEXT, pagesShot REAL, overtimeHrs REAL, weather TEXT, FOREIGN KEY(prodId) REFERENCES Productions(prodId), FOREIGN KEY(locId) REFERENCES Locations(locId));
INSERT INTO ShootDays VALUES
(1,1,2,'2023-03-06','06:30',3.5,0,'rain'),
(2,1,2,'2023-03-07','06:30',2.25,2.5,'storm'),
(3,1,1,'2023-04-03','08:00',5,0,'sun'),
(4,2,6,'2023-07-10','07:00',4.5,1,NULL),
(5,2,6,'2023-07-11','07:00',6,0,NULL),
(6,3,3,'2023-09-18','09:00',7.5,0,'sun'),
(7,3,3,'2023-10-02','17:00',4,3,'sun'),
(8,3,4,'2024-01-15','07:30',6.25,1.5,NULL),
(9,4,6,'2024-02-12','08:00',1,4,NULL),
(10,5,5,'2024-05-13','05:30',3,0,'sun'),
(11,5,5,'2024-05-14','05:30',2,1,'rain'),
(12,5,1,'2024-06-10','08:00',5.5,0,'cloud'),
(13,6,1,'2024-10-07','16:00',3.75,2,'rain'),
(14,6,4,'2024-11-04','07:00',4.25,0.5,NULL),
(15,6,4,'2024-11-05','07:00',5,0,NULL);
CREATE TABLE Expenses (expId INTEGER PRIMARY KEY, prodId INTEGER, spentOn TEXT, category TEXT, supplier TEXT, amount REAL, receipt INTEGER, approvedBy TEXT, FOREIGN KEY(prodId) REFERENCES Productions(prodId));
INSERT INTO Expenses VALUES
(1,1,'2023-02-20','equipment','LensHaus',48200,1,'Hana Novak'),
(2,1,'2023-03-09','catering','Two Spoons',6150,1,'Hana Novak'),
(3,2,'2023-07-05','props','Magpie Hire',1240,0,NULL),
(4,3,'2023-09-12','travel','Iberjet',15900,1,'Ines Falk'),
(5,3,'2023-10-10','catering','Two Spoons',9800,1,'Hana Novak'),
(6,3,'2023-12-01','equipment','LensHaus',112000,1,'Ines Falk'),
(7,4,'2024-02-10','props','Magpie Hire',3350,1,'Hana Novak'),
(8,5,'2024-05-02','travel','Baltic Vans',4700,1,'Hana Novak'),
(9,5,'2024-05-20','catering','Honey & Rye',5210,0,NULL),
(10,6,'2024-09-30','equipment','GripWorks',67400,1,'Tom Reyes'),
(11,6,'2024-10-15','catering','Two Spoons',7300,0,NULL),
(12,6,'2024-11-06','props','Magpie Hire',880,1,NULL);
