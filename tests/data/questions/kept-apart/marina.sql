CREATE TABLE Owner (
  OwnerID INTEGER PRIMARY KEY,
  FullName TEXT NOT NULL,
  Phone TEXT,
  HomeTown TEXT,
  JoinedOn TEXT NOT NULL
);
CREATE TABLE Boat (
  BoatID INTEGER PRIMARY KEY,
  BoatName TEXT NOT NULL,
  OwnerID INTEGER NOT NULL REFERENCES Owner(OwnerID),
  BoatType TEXT NOT NULL,
  LengthM REAL NOT NULL,
  BuiltYear INTEGER
);
CREATE TABLE Berth (
  BerthCode TEXT PRIMARY KEY,
  Pontoon TEXT NOT NULL,
  MaxLengthM REAL NOT NULL,
  HasPower INTEGER,
  ListRate REAL NOT NULL          -- per month
);
CREATE TABLE BerthStay (
  StayID INTEGER PRIMARY KEY,
  BoatID INTEGER NOT NULL REFERENCES Boat(BoatID),
  BerthCode TEXT NOT NULL REFERENCES Berth(BerthCode),
  ArrivedOn TEXT NOT NULL,
  LeftOn TEXT,                    -- NULL = still here
  MonthlyFee REAL NOT NULL
);
CREATE TABLE FuelSale (
  SaleID INTEGER PRIMARY KEY,
  BoatID INTEGER REFERENCES Boat(BoatID),   -- NULL = visiting boat
  SoldAt TEXT NOT NULL,
  FuelType TEXT NOT NULL,
  Litres REAL NOT NULL,
  PricePerLitre REAL NOT NULL
);
CREATE TABLE YardStaff (
  StaffID INTEGER PRIMARY KEY,
  StaffName TEXT NOT NULL,
  Trade TEXT NOT NULL,
  StartedOn TEXT NOT NULL,
  FinishedOn TEXT
);
CREATE TABLE YardJob (
  JobNo TEXT PRIMARY KEY,
  BoatID INTEGER NOT NULL REFERENCES Boat(BoatID),
  StaffID INTEGER REFERENCES YardStaff(StaffID),
  JobType TEXT NOT NULL,
  BookedOn TEXT NOT NULL,
  FinishedOn TEXT,
  LabourHours REAL,
  PartsCost REAL,
  InvoicedAmount REAL
);

INSERT INTO Owner VALUES
(1,'Graham Tilley','07700 900112','Falmouth','2024-04-02'),
(2,'Susan Okafor','07700 900245','Truro','2024-04-19'),
(3,'Pete Hanrahan',NULL,'Falmouth','2024-06-07'),
(4,'Blue Heron Charters Ltd','01326 555010','Penryn','2024-06-24'),
(5,'Annika Lindqvist','07700 900378','Plymouth','2024-09-11'),
(6,'Derek Moyle','07700 900481','Truro','2025-01-20'),
(7,'Rosalind Carew','07700 900519','Falmouth','2025-03-28'),
(8,'Harbour Sailing School','01326 555077','Falmouth','2025-04-14'),
(9,'Imran Qureshi','07700 900663','Bristol','2025-07-02'),
(10,'Fay Trelawny',NULL,'Penryn','2025-10-06'),
(11,'Colin Bassett','07700 900794',NULL,'2026-02-17');

INSERT INTO Boat VALUES
(1,'Kittiwake',1,'Sailing yacht',9.8,1998),
(2,'Sea Biscuit',2,'Motor cruiser',8.2,2011),
(3,'Second Wind',3,'Sailing yacht',11.4,NULL),
(4,'Heron One',4,'Motor cruiser',12.5,2018),
(5,'Heron Two',4,'Motor cruiser',12.5,2019),
(6,'Freja',5,'Sailing yacht',10.6,2005),
(7,'Moyle''s Folly',6,'Fishing boat',6.9,1987),
(8,'Rosa Marina',7,'Motor cruiser',7.5,2014),
(9,'Dabchick',8,'RIB',5.4,2020),
(10,'Teal',8,'Sailing yacht',7.9,2008),
(11,'Salaam',9,'Sailing yacht',12.8,2016),
(12,'Penny Lark',10,'Fishing boat',6.2,NULL),
(13,'Puffin',1,'RIB',4.1,2021);

INSERT INTO Berth VALUES
('A1','A',10.0,1,310),
('A2','A',10.0,1,310),
('A3','A',13.0,1,395),
('A4','A',14.0,1,440),
('B1','B',8.0,0,220),
('B2','B',8.0,0,220),
('B3','B',9.0,1,265),
('B4','B',11.0,1,340),
('C1','C',7.0,0,180),
('C2','C',7.0,0,180),
('C3','C',12.0,NULL,360),
('C4','C',15.0,1,480);

INSERT INTO BerthStay VALUES
(1,1,'A1','2024-04-05',NULL,300),
(2,2,'B3','2024-04-22','2025-04-30',255),
(3,3,'A3','2024-06-10','2025-02-28',380),
(4,4,'C4','2024-07-01',NULL,470),
(5,5,'A4','2024-07-01',NULL,430),
(6,6,'B4','2024-09-14','2025-06-30',330),
(7,7,'B1','2025-02-01','2026-01-31',220),
(8,3,'C3','2025-03-01',NULL,330),
(9,8,'B2','2025-04-01',NULL,220),
(10,9,'C1','2025-04-18',NULL,165),
(11,10,'B3','2025-05-05',NULL,265),
(12,11,'A3','2025-07-08','2025-10-31',395),
(13,6,'B4','2025-09-02',NULL,340),
(14,12,'C2','2025-10-10',NULL,180),
(15,11,'A3','2026-03-03',NULL,410);

INSERT INTO FuelSale VALUES
(1,2,'2024-05-11 10:20','Diesel',120,1.32),
(2,4,'2024-07-13 08:05','Diesel',310,1.32),
(3,NULL,'2024-07-27 15:40','Petrol',45,1.58),
(4,5,'2024-08-03 08:15','Diesel',290,1.34),
(5,2,'2024-08-24 11:30','Diesel',95,1.34),
(6,4,'2024-09-21 09:00','Diesel',275,1.34),
(7,1,'2024-10-05 16:10','Diesel',30,1.30),
(8,7,'2025-02-15 07:25','Petrol',40,1.55),
(9,4,'2025-05-24 08:10','Diesel',330,1.36),
(10,9,'2025-06-07 09:45','Petrol',60,1.60),
(11,NULL,'2025-06-28 13:20','Diesel',180,1.36),
(12,5,'2025-07-19 08:20','Diesel',305,1.38),
(13,8,'2025-08-02 10:55','Diesel',85,1.38),
(14,9,'2025-08-16 09:30','Petrol',75,1.62),
(15,11,'2025-10-25 12:05','Diesel',60,1.38),
(16,12,'2025-11-08 07:15','Petrol',35,1.59),
(17,4,'2026-03-07 09:10','Diesel',260,1.41),
(18,9,'2026-03-21 10:00','Petrol',50,1.64);

INSERT INTO YardStaff VALUES
(1,'Len Pascoe','Shipwright','2024-04-01',NULL),
(2,'Gemma Rowe','Engineer','2024-04-01',NULL),
(3,'Tariq Aziz','Rigger','2024-05-13',NULL),
(4,'Bron Davies','Yard hand','2024-04-01','2025-09-30'),
(5,'Kelly Nance','Electrician','2024-10-07',NULL),
(6,'Joe Stephens','Yard hand','2025-03-17',NULL),
(7,'Mo Farrell','Engineer','2025-06-02','2026-01-16'),
(8,'Nina Hocking','Office','2024-04-01',NULL);

INSERT INTO YardJob VALUES
('J101',1,1,'Antifoul','2024-04-29','2024-05-03',9.5,140,520),
('J102',2,2,'Engine service','2024-06-12','2024-06-14',5.0,210,435),
('J103',3,3,'Rigging check','2024-07-15','2024-07-16',4.0,35,215),
('J104',4,2,'Engine service','2024-10-14','2024-10-18',8.0,480,840),
('J105',5,2,'Engine service','2024-10-21','2024-10-24',7.5,455,793),
('J106',6,5,'Electrical','2024-11-18','2024-11-22',6.0,160,430),
('J107',1,1,'Hull repair','2025-01-13','2025-02-07',32.0,620,2060),
('J108',7,4,'Antifoul','2025-03-03','2025-03-05',6.0,80,320),
('J109',3,1,'Hull repair','2025-03-24','2025-04-11',21.5,390,1358),
('J110',10,3,'Rigging check','2025-05-19','2025-05-20',3.5,NULL,158),
('J111',9,7,'Engine service','2025-07-07','2025-07-08',3.0,95,230),
('J112',8,5,'Electrical','2025-09-08','2025-09-12',4.5,75,278),
('J113',4,2,'Engine service','2025-11-03','2025-11-06',8.5,510,893),
('J114',12,6,'Antifoul','2026-02-09','2026-02-11',5.5,85,333),
('J115',6,3,'Rigging check','2026-03-02','2026-03-03',4.0,60,NULL),
('J116',5,2,'Engine service','2026-03-16',NULL,NULL,NULL,NULL),
('J117',11,NULL,'Antifoul','2026-03-24',NULL,NULL,NULL,NULL);
