CREATE TABLE districts (id INTEGER PRIMARY KEY, name TEXT, supervisor TEXT);
INSERT INTO districts VALUES (1,'Harbour','Nell Ashby'),(2,'Old Town','Marco Dunne'),(3,'Millfield','Nell Ashby'),(4,'Northgate','Priya Soman'),(5,'Riverside','Marco Dunne');
CREATE TABLE inspectors (id INTEGER PRIMARY KEY, full_name TEXT, grade TEXT, hired_on TEXT, mobile TEXT, left_on TEXT);
INSERT INTO inspectors VALUES
(1,'Greta Olsen','senior','2016-03-01','555-0141',NULL),
(2,'Tom Wicks','junior','2022-09-12','555-0177',NULL),
(3,'Amir Haddad','senior','2018-05-20',NULL,NULL),
(4,'Lucy Brandt','trainee','2024-01-08','555-0102',NULL),
(5,'Peter Voss','junior','2019-11-04','555-0190','2024-06-30'),
(6,'Ines Prado','trainee','2025-02-03',NULL,NULL);
CREATE TABLE trees (tag TEXT PRIMARY KEY, species TEXT, district_id INTEGER, street TEXT, planted_year INTEGER, height_m REAL, trunk_cm INTEGER, protected INTEGER, removed_on TEXT, FOREIGN KEY (district_id) REFERENCES districts(id));
INSERT INTO trees VALUES
('T-101','London plane',1,'Quay Street',1921,27.5,98,1,NULL),
('T-102','Lime',1,'Quay Street',1958,18.0,61,0,NULL),
('T-103','Oak',2,'Chapel Lane',1890,22.4,120,1,NULL),
('T-104','Horse chestnut',2,'Market Square',1935,19.2,88,1,'2024-11-20'),
('T-105','Birch',3,'Fern Road',1999,12.1,27,0,NULL),
('T-106','Birch',3,'Fern Road',1999,11.5,25,0,'2024-03-15'),
('T-107','Oak',4,'Station Avenue',1947,20.3,79,0,NULL),
('T-108','Maple',4,'Station Avenue',2008,8.7,18,0,NULL),
('T-109','Willow',5,'Weir Walk',1972,15.9,70,0,NULL),
('T-110','London plane',5,'Bridge Road',NULL,24.8,92,1,NULL),
('T-111','Lime',2,'Chapel Lane',1965,17.3,55,0,NULL),
('T-112','Maple',1,'Dock Close',2015,6.2,NULL,0,NULL),
('T-113','Oak',5,'Weir Walk',2020,3.9,8,0,NULL);
CREATE TABLE inspections (id INTEGER PRIMARY KEY, tree_tag TEXT, inspector_id INTEGER, visited_on TEXT, health TEXT, risk_score INTEGER, note TEXT, FOREIGN KEY (tree_tag) REFERENCES trees(tag), FOREIGN KEY (inspector_id) REFERENCES inspectors(id));
INSERT INTO inspections VALUES
(1,'T-101',1,'2023-04-11','good',2,NULL),
(2,'T-104',5,'2023-05-03','poor',7,'bleeding canker on trunk'),
(3,'T-106',5,'2023-09-19','dead',9,'no leaf at all'),
(4,'T-103',1,'2023-10-02','fair',4,NULL),
(5,'T-109',3,'2023-11-14','poor',6,'fungus at base'),
(6,'T-110',3,'2024-02-06','good',3,NULL),
(7,'T-105',2,'2024-03-15','good',1,NULL),
(8,'T-107',2,'2024-05-21','fair',5,'deadwood over footway'),
(9,'T-102',4,'2024-05-22','good',2,NULL),
(10,'T-104',1,'2024-09-30','dead',9,'fell before winter'),
(11,'T-109',3,'2024-10-10','poor',8,'lean has increased'),
(12,'T-111',2,'2025-01-17','fair',4,NULL),
(13,'T-103',1,'2025-03-05','fair',4,NULL),
(14,'T-107',4,'2025-03-12','good',3,NULL),
(15,'T-101',3,'2025-03-26','good',2,'crown thinned last autumn');
CREATE TABLE work_orders (id INTEGER PRIMARY KEY, tree_tag TEXT, kind TEXT, priority TEXT, opened_on TEXT, closed_on TEXT, contractor TEXT, cost REAL, FOREIGN KEY (tree_tag) REFERENCES trees(tag));
INSERT INTO work_orders VALUES
(501,'T-104','pruning','high','2023-05-10','2023-06-02','Canopy Care',740),
(502,'T-106','felling','urgent','2023-10-01','2024-03-15','Bough & Sons',1250),
(503,'T-109','pruning','high','2023-11-20','2023-12-11','Canopy Care',680),
(504,'T-107','deadwooding','normal','2024-05-28','2024-07-04','Bough & Sons',320),
(505,'T-104','felling','urgent','2024-10-02','2024-11-20','Bough & Sons',2100),
(506,'T-101','pruning','normal','2024-09-16','2024-10-25','Highline Tree Work',910),
(507,'T-109','felling','urgent','2024-10-14',NULL,'Highline Tree Work',NULL),
(508,'T-106','stump grinding','low','2024-04-02','2024-06-18','Canopy Care',260),
(509,'T-111','pruning','low','2025-01-20',NULL,NULL,NULL),
(510,'T-104','stump grinding','low','2025-02-10',NULL,'Canopy Care',300);
CREATE TABLE complaints (id INTEGER PRIMARY KEY, tree_tag TEXT, received_on TEXT, channel TEXT, topic TEXT, caller TEXT, resolved INTEGER, FOREIGN KEY (tree_tag) REFERENCES trees(tag));
INSERT INTO complaints VALUES
(1,'T-102','2023-06-14','phone','sticky sap on cars','R. Coyle',1),
(2,'T-101','2023-08-09','web','blocked light','Mrs Tandy',0),
(3,'T-107','2024-05-02','phone','falling branches','Station Cafe',1),
(4,'T-109','2024-09-27','email','leaning over path',NULL,0),
(5,'T-104','2024-09-12','web','falling branches','Fair Traders Assoc.',1),
(6,'T-103','2024-12-01','phone','roots lifting paving','J. Abara',0),
(7,'T-109','2025-02-19','phone','leaning over path','Rowing Centre',0),
(8,'T-111','2025-03-08','web','blocked light','J. Abara',0),
(9,'T-103','2025-03-21','email','roots lifting paving',NULL,0);
