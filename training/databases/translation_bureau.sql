CREATE TABLE Client (clientId INTEGER PRIMARY KEY, companyName TEXT, sector TEXT, city TEXT, accountManager TEXT, paymentDays INTEGER);
INSERT INTO Client VALUES
(1,'Norrland Pumps','industry','Umeå','Fiona',30),
(2,'Bellweather Legal','law','London','Fiona',45),
(3,'Kestrel Pharma','medical','Basel','Graham',60),
(4,'Casa Oliva','food','Córdoba','Graham',30),
(5,'Tidewater Museum','culture','Bristol',NULL,30),
(6,'Hartmann Patent','law','Munich','Fiona',14),
(7,'Bluefin Games','software','Lisbon','Leila',30);
CREATE TABLE Linguist (linguistId INTEGER PRIMARY KEY, fullName TEXT, nativeLang TEXT, email TEXT, ratePerWord REAL, sworn INTEGER, joinedOn TEXT);
INSERT INTO Linguist VALUES
(1,'Annika Strand','sv','annika@example.org',0.12,0,'2021-03-01'),
(2,'Pablo Requena','es','pablo@example.org',0.09,1,'2020-09-15'),
(3,'Claudia Weiss','de','claudia@example.org',0.14,1,'2019-01-10'),
(4,'João Tavares','pt','joao@example.org',0.08,0,'2022-06-20'),
(5,'Marie Lefort','fr',NULL,0.11,1,'2021-11-05'),
(6,'Sam Whitlock','en','sam@example.org',0.10,0,'2023-02-14'),
(7,'Yuki Arai','ja','yuki@example.org',0.16,0,'2024-04-02');
CREATE TABLE Job (jobNo TEXT PRIMARY KEY, clientId INTEGER, sourceLang TEXT, targetLang TEXT, service TEXT, words INTEGER, receivedOn TEXT, dueOn TEXT, deliveredOn TEXT, jobStatus TEXT, fee REAL,
 FOREIGN KEY (clientId) REFERENCES Client(clientId));
INSERT INTO Job VALUES
('J23-001',1,'sv','en','translation',8200,'2023-01-16','2023-01-27','2023-01-26','delivered',1400),
('J23-002',2,'es','en','certified',1200,'2023-02-20','2023-02-23','2023-02-24','delivered',310),
('J23-003',3,'en','de','translation',15400,'2023-04-03','2023-04-28','2023-05-02','delivered',3250),
('J23-004',4,'es','fr','subtitling',2600,'2023-06-12','2023-06-20','2023-06-19','delivered',640),
('J23-005',6,'de','en','certified',4100,'2023-09-04','2023-09-11','2023-09-11','delivered',1020),
('J23-006',5,'en','fr','proofreading',3300,'2023-11-13','2023-11-20',NULL,'cancelled',0),
('J24-001',3,'en','es','translation',12100,'2024-01-22','2024-02-16','2024-02-15','delivered',2300),
('J24-002',7,'en','ja','localisation',9800,'2024-04-15','2024-05-10','2024-05-14','delivered',2650),
('J24-003',7,'en','pt','localisation',9800,'2024-04-15','2024-05-10','2024-05-09','delivered',1500),
('J24-004',2,'fr','en','certified',900,'2024-07-01','2024-07-03','2024-07-03','delivered',260),
('J24-005',1,'en','sv','proofreading',5600,'2024-09-16','2024-09-23','2024-09-23','delivered',420),
('J24-006',6,'de','en','translation',7400,'2024-11-04','2024-11-22',NULL,'in progress',1600),
('J24-007',4,'es','en','subtitling',1900,'2024-11-18','2024-11-29',NULL,'in progress',480),
('J24-008',5,'en','de','translation',2750,'2024-11-25','2024-12-06',NULL,'quoted',560);
CREATE TABLE Assignment (assignmentId INTEGER PRIMARY KEY, jobNo TEXT, linguistId INTEGER, task TEXT, payable REAL, paidOn TEXT,
 FOREIGN KEY (jobNo) REFERENCES Job(jobNo), FOREIGN KEY (linguistId) REFERENCES Linguist(linguistId));
INSERT INTO Assignment VALUES
(1,'J23-001',6,'translate',820,'2023-02-28'),
(2,'J23-001',1,'review',150,'2023-02-28'),
(3,'J23-002',6,'translate',120,'2023-03-31'),
(4,'J23-003',3,'translate',2156,'2023-06-15'),
(5,'J23-004',5,'translate',286,'2023-07-31'),
(6,'J23-005',6,'translate',410,'2023-10-31'),
(7,'J23-005',3,'review',95,'2023-10-31'),
(8,'J24-001',2,'translate',1089,'2024-03-29'),
(9,'J24-002',7,'translate',1568,'2024-06-28'),
(10,'J24-003',4,'translate',784,'2024-06-28'),
(11,'J24-004',6,'translate',90,'2024-08-30'),
(12,'J24-005',1,'review',200,NULL),
(13,'J24-006',6,'translate',740,NULL),
(14,'J24-007',6,'translate',190,NULL);
CREATE TABLE Invoice (invoiceNo INTEGER PRIMARY KEY, jobNo TEXT, issuedOn TEXT, amount REAL, settledOn TEXT, FOREIGN KEY (jobNo) REFERENCES Job(jobNo));
INSERT INTO Invoice VALUES
(501,'J23-001','2023-01-31',1400,'2023-02-27'),
(502,'J23-002','2023-02-28',310,'2023-04-20'),
(503,'J23-003','2023-05-05',3250,'2023-07-03'),
(504,'J23-004','2023-06-30',640,'2023-07-28'),
(505,'J23-005','2023-09-15',1020,'2023-09-29'),
(506,'J24-001','2024-02-20',2300,'2024-04-26'),
(507,'J24-002','2024-05-20',2650,'2024-06-18'),
(508,'J24-003','2024-05-20',1500,'2024-06-18'),
(509,'J24-004','2024-07-05',260,NULL),
(510,'J24-005','2024-09-30',420,NULL);
