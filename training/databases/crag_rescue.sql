CREATE TABLE valleys (id INTEGER PRIMARY KEY, name TEXT, rendezvous TEXT);
INSERT INTO valleys VALUES (1,'Harter Gill','Quarry car park'),(2,'Skelbeck','Old chapel'),(3,'Wrynose Head','Pass summit lay-by'),(4,'Little Combe','Combe Farm'),(5,'Raven Dale',NULL);
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT, callsign TEXT, grade TEXT, joined TEXT, mobile TEXT, first_aid_expiry TEXT, winter_driver INTEGER);
INSERT INTO members VALUES
(1,'Isla Fenwick','Bravo 1','leader','2009-04-12','07700 900101','2026-03-31',1),
(2,'Tom Garrick','Bravo 2','leader','2012-09-01','07700 900102','2025-11-30',1),
(3,'Priya Nair','Bravo 3','full','2016-05-20','07700 900103','2026-08-15',0),
(4,'Owen Blamire','Bravo 4','full','2017-02-11','07700 900104','2024-12-31',1),
(5,'Kirsty Dodd','Bravo 5','full','2018-10-07','07700 900105','2026-01-20',0),
(6,'Marek Zielinski','Bravo 6','full','2020-03-02','07700 900106','2025-06-30',1),
(7,'Hannah Threlkeld','Bravo 7','full','2021-06-18','07700 900107','2026-05-05',0),
(8,'Jack Steel','Bravo 8','probationer','2024-01-15','07700 900108',NULL,0),
(9,'Aoife Brennan','Bravo 9','probationer','2024-09-09',NULL,'2027-02-28',0),
(10,'Len Postlethwaite','Bravo 10','retired','1988-07-01','07700 900110',NULL,0);
CREATE TABLE callouts (id INTEGER PRIMARY KEY, called_at TEXT, stood_down_at TEXT, valley_id INTEGER, spot TEXT, kind TEXT, leader_id INTEGER, helicopter INTEGER, weather TEXT,
 FOREIGN KEY (valley_id) REFERENCES valleys(id), FOREIGN KEY (leader_id) REFERENCES members(id));
INSERT INTO callouts VALUES
(1,'2023-01-14 15:20','2023-01-14 21:50',1,'Harter Slabs','fall',1,1,'snow'),
(2,'2023-03-05 18:40','2023-03-05 23:10',3,'Cold Pike','lost',2,0,'fog'),
(3,'2023-05-28 13:05','2023-05-28 15:35',2,'Skelbeck Force','fall',1,0,'clear'),
(4,'2023-08-02 11:30','2023-08-02 13:00',4,'Combe Edge','animal',2,0,'clear'),
(5,'2023-10-21 19:15','2023-10-22 03:45',1,'Black Gully','lost',1,0,'rain'),
(6,'2023-12-30 10:10','2023-12-30 16:40',3,'Wrynose Cornice','avalanche',1,1,'snow'),
(7,'2024-02-17 14:25','2024-02-17 20:25',3,'Hell Gill','fall',2,1,'snow'),
(8,'2024-04-07 16:50','2024-04-07 18:20',2,'Tarn path','medical',1,1,'rain'),
(9,'2024-06-15 12:00','2024-06-15 14:45',1,'Harter Slabs','fall',2,0,'clear'),
(10,'2024-07-23 20:35','2024-07-24 00:05',4,'Combe Wood','lost',2,0,'fog'),
(11,'2024-08-11 15:15','2024-08-11 16:15',2,'Skelbeck Force','medical',1,0,'clear'),
(12,'2024-11-02 17:45','2024-11-02 22:15',1,'Black Gully','lost',1,0,'fog'),
(13,'2025-01-19 13:30','2025-01-19 19:00',3,'Cold Pike','fall',2,1,'snow'),
(14,'2025-02-08 16:05',NULL,1,'Harter Ridge','fall',1,0,'rain');
CREATE TABLE casualties (id INTEGER PRIMARY KEY, callout_id INTEGER, age INTEGER, sex TEXT, injury TEXT, outcome TEXT, FOREIGN KEY (callout_id) REFERENCES callouts(id));
INSERT INTO casualties VALUES
(1,1,34,'M','broken femur','hospital'),(2,2,61,'F',NULL,'walked off'),(3,2,63,'M',NULL,'walked off'),(4,3,19,'F','sprained ankle','walked off'),
(5,5,27,'M','hypothermia','hospital'),(6,5,25,'M',NULL,'walked off'),(7,6,45,'M','crush injuries','died'),(8,6,41,'F','broken ribs','hospital'),
(9,7,52,'M','head injury','hospital'),(10,8,70,'M','cardiac arrest','died'),(11,9,23,'F','broken wrist','hospital'),(12,10,14,'M',NULL,'walked off'),
(13,10,15,'M',NULL,'walked off'),(14,11,66,'F','chest pain','hospital'),(15,12,38,'F','hypothermia','hospital'),(16,13,29,'M','broken femur','hospital');
CREATE TABLE turnouts (callout_id INTEGER, member_id INTEGER, hours REAL, role TEXT, FOREIGN KEY (callout_id) REFERENCES callouts(id), FOREIGN KEY (member_id) REFERENCES members(id));
INSERT INTO turnouts VALUES
(1,1,6.5,'control'),(1,3,6.5,'medic'),(1,4,5,'driver'),(2,2,4.5,'control'),(2,6,4.5,'search'),(5,1,8.5,'control'),(5,5,8.5,'search'),
(6,1,6.5,'control'),(6,3,6,'medic'),(7,2,6,'control'),(7,4,6,'driver'),(7,3,6,'medic'),(9,7,2.5,'medic'),(10,2,3.5,'control'),(10,8,3.5,'search'),(12,5,4,'search'),(13,3,5.5,'medic'),(13,6,5,'driver');
CREATE TABLE kit (id INTEGER PRIMARY KEY, item TEXT, category TEXT, bought TEXT, cost REAL, retire_on TEXT, holder_id INTEGER, FOREIGN KEY (holder_id) REFERENCES members(id));
INSERT INTO kit VALUES
(1,'Static rope 100 m','rope','2021-03-10',185,'2026-03-10',NULL),(2,'Static rope 60 m','rope','2019-05-02',120,'2024-05-02',NULL),
(3,'Bell stretcher','stretcher','2015-08-19',2450,NULL,NULL),(4,'Vacuum mattress','medical','2022-01-30',610,'2027-01-30',3),
(5,'Defibrillator','medical','2020-11-11',1290,'2028-11-11',1),(6,'Handheld radio A','radio','2023-02-14',340,NULL,2),
(7,'Handheld radio B','radio','2023-02-14',340,NULL,4),(8,'Handheld radio C','radio','2018-06-01',295,NULL,NULL),(9,'Drone','search','2024-10-05',3980,NULL,6);
