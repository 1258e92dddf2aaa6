CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  premises_type TEXT,
  town TEXT,
  phone TEXT,
  email TEXT,
  signed_up DATE,
  on_contract INTEGER DEFAULT 0
);
CREATE TABLE technicians (
  tech_id INTEGER PRIMARY KEY,
  full_name TEXT,
  licence_expiry DATE,
  hourly_rate REAL,
  van_reg TEXT,
  left_on DATE
);
CREATE TABLE pests (
  pest_id INTEGER PRIMARY KEY,
  common_name TEXT,
  category TEXT,
  risk_level TEXT
);
CREATE TABLE callouts (
  callout_id INTEGER PRIMARY KEY,
  client_id INTEGER REFERENCES clients(client_id),
  tech_id INTEGER REFERENCES technicians(tech_id),
  pest_id INTEGER REFERENCES pests(pest_id),
  reported_on DATE,
  attended_on DATE,
  minutes_on_site INTEGER,
  fee REAL,
  status TEXT
);
CREATE TABLE chemicals (
  chem_id INTEGER PRIMARY KEY,
  trade_name TEXT,
  form TEXT,
  stock_litres REAL,
  reorder_level REAL,
  unit_cost REAL,
  pet_safe INTEGER
);
CREATE TABLE applications (
  app_id INTEGER PRIMARY KEY,
  callout_id INTEGER REFERENCES callouts(callout_id),
  chem_id INTEGER REFERENCES chemicals(chem_id),
  litres_used REAL,
  area_treated TEXT
);
INSERT INTO clients VALUES
(1,'Golden Crust Bakery','restaurant','Ashford','01233 555010','orders@goldencrust.example','2021-03-14',1),
(2,'Mrs P. Holloway','home','Canterbury','01227 555871',NULL,'2023-06-02',0),
(3,'St Bede Primary School','school','Ashford','01233 555222','office@stbede.example','2020-09-01',1),
(4,'Riverside Warehousing','warehouse','Dover','01304 555900','facilities@riverside.example','2022-01-20',1),
(5,'Tom Adeyemi','home','Dover',NULL,'t.adeyemi@mail.example','2024-02-11',0),
(6,'The Plough Inn','restaurant','Faversham','01795 555431',NULL,'2022-11-05',1),
(7,'Lily Chan','home','Canterbury','01227 555102','lilychan@mail.example','2024-05-30',0),
(8,'Oakfield Farm','farm','Faversham','01795 555777','oakfield@farm.example','2019-04-23',0),
(9,'Kestrel House Flats','home','Ashford',NULL,NULL,'2024-08-19',1);
INSERT INTO technicians VALUES
(1,'Gary Pike','2026-03-31',24.50,'GN19 KLP',NULL),
(2,'Sunita Rao','2025-01-15',27.00,'GK21 TVB',NULL),
(3,'Dean Wallis','2024-06-30',21.00,NULL,'2024-07-05'),
(4,'Marta Nowak','2027-09-30',25.75,'GJ70 ZXE',NULL),
(5,'Callum Reid','2025-11-20',19.20,NULL,NULL),
(6,'Joan Baxter','2023-12-31',23.00,NULL,'2023-10-13');
INSERT INTO pests VALUES
(1,'Brown rat','rodent','high'),
(2,'House mouse','rodent','medium'),
(3,'German cockroach','insect','high'),
(4,'Wasp','insect','medium'),
(5,'Bed bug','insect','medium'),
(6,'Feral pigeon','bird','low'),
(7,'Grey squirrel','mammal','low'),
(8,'Garden ant','insect','low');
INSERT INTO callouts VALUES
(101,1,2,3,'2024-01-08','2024-01-09',95,180.00,'done'),
(102,4,1,1,'2024-01-22','2024-01-25',140,260.00,'done'),
(103,2,3,2,'2024-02-03','2024-02-05',50,85.00,'done'),
(104,8,1,1,'2024-03-11','2024-03-12',165,310.00,'done'),
(105,5,3,5,'2024-04-17','2024-04-24',120,220.00,'follow-up'),
(106,6,2,3,'2024-05-02','2024-05-03',80,175.00,'done'),
(107,7,4,4,'2024-07-19','2024-07-19',35,65.00,'done'),
(108,3,4,4,'2024-07-22','2024-07-23',40,70.00,'done'),
(109,2,5,8,'2024-08-01',NULL,NULL,NULL,'cancelled'),
(110,9,4,5,'2024-09-05','2024-09-10',210,395.00,'follow-up'),
(111,1,2,2,'2024-10-14','2024-10-15',60,110.00,'done'),
(112,4,1,6,'2024-11-06','2024-11-12',130,240.00,'done'),
(113,5,4,5,'2024-11-20',NULL,NULL,NULL,'booked'),
(114,6,NULL,1,'2024-12-02',NULL,NULL,NULL,'booked'),
(115,3,1,2,'2023-11-13','2023-11-14',55,90.00,'done');
INSERT INTO chemicals VALUES
(1,'RodentStop Blocks','bait',14.0,10.0,18.50,0),
(2,'CrawlAway Gel','gel',2.5,4.0,42.00,1),
(3,'Vespa Dust','dust',6.0,3.0,27.30,0),
(4,'SleepTight Spray','spray',1.0,5.0,33.90,1),
(5,'AntEx','spray',9.5,5.0,12.75,1),
(6,'PerchGuard','gel',3.2,2.0,21.00,1);
INSERT INTO applications VALUES
(1,101,2,0.8,'kitchen'),
(2,102,1,3.0,'loading bay'),
(3,103,1,0.5,'loft'),
(4,104,1,4.5,'barn'),
(5,105,4,2.2,'bedroom'),
(6,106,2,0.6,'kitchen'),
(7,107,3,0.3,'eaves'),
(8,108,3,0.4,'playground'),
(9,110,4,5.1,'bedroom'),
(10,110,2,0.2,'kitchen'),
(11,111,1,0.7,'kitchen'),
(12,112,6,1.4,'roof'),
(13,115,1,0.9,'kitchen');
INSERT INTO clients VALUES (10,'Harbour Lane Nursery','school','Dover','01304 555318','hello@harbourlane.example','2024-11-28',0);
INSERT INTO callouts VALUES (116,8,1,1,'2023-05-09','2023-05-10',150,205.00,'done');
