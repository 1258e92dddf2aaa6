CREATE TABLE Hospital (hospitalId INTEGER PRIMARY KEY, hospitalName TEXT, city TEXT, contractTier TEXT, contractEnds TEXT);
INSERT INTO Hospital VALUES (1,'Northgate General','Leeds','gold','2026-03-31'),(2,'Sacred Heart Clinic','York','silver','2025-06-30'),(3,'Moorview Hospice','Ilkley','bronze','2024-12-31'),(4,'Aire Day Surgery','Leeds','gold','2027-01-31'),(5,'Pennine Vets','Skipton',NULL,NULL);
CREATE TABLE Device (deviceId INTEGER PRIMARY KEY, serialNo TEXT, deviceKind TEXT, maker TEXT, hospitalId INTEGER, purchasedOn TEXT, riskClass TEXT, nextSafetyTest TEXT, scrapped INTEGER, FOREIGN KEY (hospitalId) REFERENCES Hospital(hospitalId));
INSERT INTO Device VALUES
(1,'INF-2201','infusion pump','Bramed',1,'2018-04-10','IIb','2025-04-01',0),(2,'INF-2202','infusion pump','Bramed',1,'2018-04-10','IIb','2025-01-15',0),
(3,'VEN-0087','ventilator','Aerolung',1,'2020-03-28','IIb','2025-03-10',0),(4,'DEF-5510','defibrillator','Cardix',2,'2016-11-02','III','2024-11-30',0),
(5,'ECG-3141','ECG monitor','Cardix',2,'2019-07-19','IIa','2025-07-01',0),(6,'BED-9004','electric bed','Lindholm',3,'2014-02-05','I',NULL,1),
(7,'SYR-7718','syringe driver','Bramed',3,'2021-09-14','IIb','2025-09-20',0),(8,'ANA-0402','anaesthesia machine','Aerolung',4,'2022-05-06','IIb','2025-05-05',0),
(9,'DEF-5533','defibrillator','Cardix',4,'2022-05-06','III','2025-05-05',0),(10,'ULT-6120','ultrasound','Sonavue',4,'2023-01-23','IIa','2026-01-20',0),
(11,'ULT-6099','ultrasound','Sonavue',5,'2017-08-30','IIa',NULL,0),(12,'INF-1950','infusion pump','Bramed',2,'2012-06-12','IIb',NULL,1);
CREATE TABLE Technician (techId INTEGER PRIMARY KEY, fullName TEXT, hiredOn TEXT, hourlyRate REAL, ventCertified INTEGER);
INSERT INTO Technician VALUES (1,'Colin Hargreave','2011-05-03',34.0,1),(2,'Devika Rao','2017-09-18',31.5,1),(3,'Samira Yusuf','2020-02-10',28.0,0),(4,'Ben Oldroyd','2023-08-01',22.5,0),(5,'Ruth Lowe','2024-11-04',22.5,0);
CREATE TABLE WorkOrder (orderNo TEXT PRIMARY KEY, deviceId INTEGER, techId INTEGER, openedOn TEXT, closedOn TEXT, jobType TEXT, priority INTEGER, labourHours REAL, symptom TEXT, state TEXT,
 FOREIGN KEY (deviceId) REFERENCES Device(deviceId), FOREIGN KEY (techId) REFERENCES Technician(techId));
INSERT INTO WorkOrder VALUES
('W-301',1,3,'2023-01-11','2023-01-13','REP',2,2.5,'battery not charging','CLS'),('W-302',4,1,'2023-02-20','2023-02-20','PM',3,1.0,NULL,'CLS'),
('W-303',3,2,'2023-04-04','2023-04-06','REP',1,6.0,'flow sensor alarm','CLS'),('W-304',6,4,'2023-08-22','2023-09-15','REP',3,4.0,'motor dead','CLS'),
('W-305',5,3,'2023-10-02','2023-10-05','CAL',2,1.5,NULL,'CLS'),('W-306',2,3,'2024-01-08','2024-01-10','PM',3,1.0,NULL,'CLS'),
('W-307',9,1,'2024-02-14','2024-02-15','REP',1,3.0,'paddle fault','CLS'),('W-308',12,4,'2024-03-19','2024-03-29','REP',2,5.5,'occlusion alarm','CXL'),
('W-309',8,2,'2024-05-07','2024-05-08','PM',2,4.0,NULL,'CLS'),('W-310',11,4,'2024-06-25','2024-07-12','REP',3,7.0,'dark image','CLS'),
('W-311',3,2,'2024-09-30','2024-10-04','REP',1,8.0,'valve leak','CLS'),('W-312',7,3,'2024-10-16','2024-10-17','CAL',2,1.5,NULL,'CLS'),
('W-313',1,4,'2024-12-03','2024-12-09','REP',2,3.0,'cracked screen','CLS'),('W-314',4,1,'2025-01-13',NULL,'REP',1,2.0,'will not arm','WIP'),
('W-315',10,NULL,'2025-01-27',NULL,'CAL',3,NULL,NULL,'NEW'),('W-316',5,3,'2025-02-04',NULL,'REP',2,1.0,'lead noise','WAIT');
CREATE TABLE Part (partNo TEXT PRIMARY KEY, partName TEXT, unitPrice REAL, onShelf INTEGER, reorderAt INTEGER);
INSERT INTO Part VALUES ('B-12','12V battery pack',64.0,9,4),('FS-3','flow sensor',188.0,1,2),('VK-8','valve kit',310.0,0,1),('PD-2','defib paddle set',142.0,3,2),('SC-5','touch screen',96.5,5,2),('MT-1','bed motor',275.0,2,1),('PR-9','ultrasound probe',1890.0,0,0),('LD-4','ECG lead set',38.0,14,6);
CREATE TABLE PartUse (useId INTEGER PRIMARY KEY, orderNo TEXT, partNo TEXT, qty INTEGER, FOREIGN KEY (orderNo) REFERENCES WorkOrder(orderNo), FOREIGN KEY (partNo) REFERENCES Part(partNo));
INSERT INTO PartUse VALUES (1,'W-301','B-12',1),(2,'W-303','FS-3',2),(3,'W-304','MT-1',1),(4,'W-307','PD-2',1),(5,'W-309','FS-3',1),(6,'W-310','PR-9',1),(7,'W-311','VK-8',1),(8,'W-311','FS-3',1),(9,'W-313','SC-5',1),(10,'W-313','B-12',1),(11,'W-314','B-12',2),(12,'W-316','LD-4',1);
