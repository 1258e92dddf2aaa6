CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  sector TEXT NOT NULL,
  country TEXT NOT NULL,
  acct_mgr TEXT,
  client_since TEXT NOT NULL
);
CREATE TABLE linguists (
  ling_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  native_lang TEXT NOT NULL,
  city TEXT,
  joined TEXT NOT NULL,
  inactive_since TEXT,
  certified INTEGER NOT NULL
);
CREATE TABLE ling_pairs (
  ling_id INTEGER NOT NULL REFERENCES linguists(ling_id),
  src CHAR(2) NOT NULL,
  tgt CHAR(2) NOT NULL,
  rate_pw REAL NOT NULL,
  PRIMARY KEY (ling_id, src, tgt)
);
CREATE TABLE projects (
  proj_no TEXT PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients(client_id),
  title TEXT NOT NULL,
  src CHAR(2) NOT NULL,
  tgt CHAR(2) NOT NULL,
  received TEXT NOT NULL,
  promised_days INTEGER NOT NULL,
  delivered TEXT,
  words INTEGER NOT NULL,
  price REAL NOT NULL
);
CREATE TABLE tasks (
  task_id INTEGER PRIMARY KEY,
  proj_no TEXT NOT NULL REFERENCES projects(proj_no),
  ling_id INTEGER NOT NULL REFERENCES linguists(ling_id),
  step TEXT NOT NULL,
  fee REAL NOT NULL,
  quality INTEGER,
  finished_on TEXT
);
CREATE TABLE invoices (
  inv_no TEXT PRIMARY KEY,
  proj_no TEXT NOT NULL REFERENCES projects(proj_no),
  issued TEXT NOT NULL,
  amount REAL NOT NULL,
  paid_on TEXT
);

INSERT INTO clients VALUES
(1,'Brightwell Pharma','Pharma','UK','Hannah Boyd','2023-10-03'),
(2,'Delmas & Fils','Legal','France','Hannah Boyd','2023-10-18'),
(3,'Norrland Tools AB','Manufacturing','Sweden','Owen Price','2023-12-05'),
(4,'Casa Lirio Hotels','Tourism','Spain','Owen Price','2024-02-12'),
(5,'Kestrel Software','IT','UK','Hannah Boyd','2024-03-21'),
(6,'Rothenberg Kanzlei','Legal','Germany','Owen Price','2024-07-08'),
(7,'Vinhos do Alto','Food and drink','Portugal','Hannah Boyd','2024-11-14'),
(8,'Oakdale Council','Public sector','UK',NULL,'2025-02-03'),
(9,'Lumen Cosmetics','Retail','France','Owen Price','2025-05-19'),
(10,'Pike Engineering','Manufacturing','UK',NULL,'2025-09-08');

INSERT INTO linguists VALUES
(1,'Marie','Lefort','French','Lyon','2023-10-01',NULL,1),
(2,'Jonas','Weber','German','Leipzig','2023-10-01',NULL,1),
(3,'Ana Belén','Cruz','Spanish','Sevilla','2023-11-20',NULL,0),
(4,'Rui','Tavares','Portuguese','Porto','2024-01-15',NULL,1),
(5,'Ingrid','Holm','Swedish','Uppsala','2023-12-01','2025-03-31',0),
(6,'Claire','Dobson','English','Leeds','2023-10-01',NULL,1),
(7,'Tom','Ashby','English',NULL,'2024-04-08',NULL,0),
(8,'Luca','Ferri','Italian','Turin','2024-09-02',NULL,0),
(9,'Sofie','Krause','German','Graz','2025-01-20',NULL,1),
(10,'Elise','Martin','French',NULL,'2025-04-28',NULL,0);

INSERT INTO ling_pairs VALUES
(1,'EN','FR',0.10),
(1,'ES','FR',0.095),
(2,'EN','DE',0.11),
(3,'EN','ES',0.08),
(3,'FR','ES',0.085),
(4,'EN','PT',0.085),
(4,'ES','PT',0.08),
(5,'EN','SV',0.12),
(6,'FR','EN',0.11),
(6,'DE','EN',0.115),
(7,'DE','EN',0.095),
(7,'PT','EN',0.09),
(8,'EN','IT',0.09),
(9,'EN','DE',0.105),
(10,'EN','FR',0.085);

INSERT INTO projects VALUES
('TR-101',1,'Patient leaflet','EN','FR','2023-10-16',7,'2023-10-22',2400,480),
('TR-102',2,'Lease agreement','FR','EN','2023-11-06',5,'2023-11-13',3100,713),
('TR-103',3,'Drill manual','EN','SV','2024-01-10',14,'2024-01-23',6800,1564),
('TR-104',4,'Hotel website','ES','FR','2024-03-04',10,'2024-03-13',4200,840),
('TR-105',1,'Clinical trial protocol','EN','DE','2024-04-22',21,'2024-05-15',9500,2280),
('TR-106',5,'App strings','EN','ES','2024-06-03',4,'2024-06-06',1500,240),
('TR-107',6,'Court ruling','DE','EN','2024-08-12',6,'2024-08-16',2800,672),
('TR-108',2,'Witness statements','FR','EN','2024-10-07',5,'2024-10-11',1900,437),
('TR-109',7,'Wine labels','PT','EN','2024-12-02',3,'2024-12-04',700,126),
('TR-110',5,'Help centre','EN','PT','2025-01-27',15,'2025-02-14',7300,1241),
('TR-111',8,'Housing guide','EN','ES','2025-03-10',8,'2025-03-17',3600,576),
('TR-112',6,'Share purchase agreement','DE','EN','2025-05-05',12,'2025-05-16',8100,1944),
('TR-113',9,'Product range','FR','ES','2025-06-16',6,'2025-06-20',2200,396),
('TR-114',1,'Safety report','EN','DE','2025-07-21',10,'2025-07-30',5200,1248),
('TR-115',5,'Release notes','EN','FR','2025-09-01',4,'2025-09-04',1100,209),
('TR-116',9,'Shop website','FR','EN','2025-09-15',9,NULL,4800,1056),
('TR-117',1,'Packaging text','EN','FR','2025-09-22',5,NULL,900,180);

INSERT INTO tasks VALUES
(1,'TR-101',1,'translation',240.00,5,'2023-10-20'),
(2,'TR-102',6,'translation',341.00,4,'2023-11-13'),
(3,'TR-103',5,'translation',816.00,4,'2024-01-22'),
(4,'TR-104',1,'translation',399.00,5,'2024-03-12'),
(5,'TR-105',2,'translation',1045.00,3,'2024-05-14'),
(6,'TR-106',3,'translation',120.00,4,'2024-06-05'),
(7,'TR-107',7,'translation',266.00,3,'2024-08-14'),
(8,'TR-107',6,'review',84.00,NULL,'2024-08-16'),
(9,'TR-108',6,'translation',209.00,5,'2024-10-11'),
(10,'TR-109',7,'translation',63.00,4,'2024-12-04'),
(11,'TR-110',4,'translation',620.50,4,'2025-02-13'),
(12,'TR-111',3,'translation',288.00,5,'2025-03-16'),
(13,'TR-112',6,'translation',931.50,5,'2025-05-14'),
(14,'TR-112',7,'review',160.00,NULL,'2025-05-16'),
(15,'TR-113',3,'translation',187.00,4,'2025-06-20'),
(16,'TR-114',9,'translation',546.00,5,'2025-07-28'),
(17,'TR-114',2,'review',130.00,NULL,'2025-07-30'),
(18,'TR-115',10,'translation',93.50,3,'2025-09-04'),
(19,'TR-116',6,'translation',528.00,NULL,NULL);

INSERT INTO invoices VALUES
('INV-201','TR-101','2023-10-31',480,'2023-11-28'),
('INV-202','TR-102','2023-11-30',713,'2024-01-15'),
('INV-203','TR-103','2024-01-31',1564,'2024-02-26'),
('INV-204','TR-104','2024-03-31',840,'2024-04-22'),
('INV-205','TR-105','2024-05-31',2280,'2024-07-19'),
('INV-206','TR-106','2024-06-30',240,'2024-07-12'),
('INV-207','TR-107','2024-08-31',672,'2024-09-30'),
('INV-208','TR-108','2024-10-31',437,'2024-12-20'),
('INV-209','TR-109','2024-12-31',126,'2025-01-10'),
('INV-210','TR-110','2025-02-28',1241,'2025-03-25'),
('INV-211','TR-111','2025-03-31',576,NULL),
('INV-212','TR-112','2025-05-31',1944,'2025-06-27'),
('INV-213','TR-113','2025-06-30',396,NULL),
('INV-214','TR-114','2025-07-31',1248,'2025-09-12');
