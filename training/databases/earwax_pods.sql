CREATE TABLE shows (show_id INTEGER PRIMARY KEY, title TEXT, genre TEXT, launched TEXT, cadence TEXT, ended TEXT);
INSERT INTO shows VALUES (1,'Cold Tea Cases','true crime','2021-01-11','weekly',NULL),(2,'The Ledger Lads','business','2022-03-07','weekly',NULL),(3,'Mud & Glory','sport','2022-08-15','fortnightly',NULL),(4,'Soup of the Day','food','2023-02-01','monthly','2024-06-05'),(5,'Night Bus Ghosts','fiction','2023-10-13','monthly',NULL),(6,'Parish Pump','news','2024-11-18','weekly',NULL);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name TEXT, job TEXT, email TEXT, day_rate REAL);
INSERT INTO people VALUES (1,'Nell Farrow','host','nell@earwax.example',320),(2,'Dom Castell','host','dom@earwax.example',300),(3,'Yusra Khan','producer','yusra@earwax.example',260),(4,'Bill Oyelaran','editor',NULL,210),(5,'Greta Holm','host','greta@earwax.example',280),(6,'Sid Marsh','producer','sid@earwax.example',240),(7,'Ola Prentice','intern',NULL,NULL);
CREATE TABLE episodes (ep_id INTEGER PRIMARY KEY, show_id INTEGER, ep_title TEXT, aired TEXT, mins INTEGER, downloads INTEGER, explicit INTEGER, host_id INTEGER, producer_id INTEGER,
 FOREIGN KEY (show_id) REFERENCES shows(show_id), FOREIGN KEY (host_id) REFERENCES people(person_id), FOREIGN KEY (producer_id) REFERENCES people(person_id));
INSERT INTO episodes VALUES
(1,1,'The Locked Allotment','2023-01-16',52,48200,1,1,3),(2,2,'Bust in Basildon','2023-02-13',41,15100,0,2,6),(3,4,'Leek and Lies','2023-03-01',33,6400,0,5,6),
(4,3,'Cup Upset','2023-05-08',47,11900,1,2,6),(5,1,'Who Moved the Vicar','2023-07-24',58,51700,1,1,3),(6,5,'Stop 13','2023-10-31',29,22300,0,5,3),
(7,2,'Invoice Horror','2023-11-20',44,17800,0,2,6),(8,1,'The Gin Palace Fire','2024-01-29',61,60300,1,1,3),(9,4,'Last Bowl','2024-06-05',36,5100,0,5,6),
(10,3,'Relegation Special','2024-05-20',72,19400,1,2,6),(11,5,'The Conductor','2024-08-09',31,25800,0,5,3),(12,1,'A Body of Work','2024-09-16',55,57900,1,1,3),
(13,2,'Founders who Flounder','2024-10-07',39,16200,0,2,6),(14,6,'Bin Day Special','2024-11-18',22,3900,0,1,NULL),(15,6,'Councillor at Large','2024-12-02',25,4700,0,1,NULL),(16,1,'The Second Key','2025-01-13',57,44100,1,1,3);
CREATE TABLE advertisers (adv_id INTEGER PRIMARY KEY, brand TEXT, sector TEXT, agency TEXT);
INSERT INTO advertisers VALUES (1,'SnoozeFoam','mattresses','Brightside'),(2,'Pluck Meal Kits','food','Brightside'),(3,'Tidybooks','software',NULL),(4,'Hartley VPN','software','Loud Lemon'),(5,'Wagworth','pet food','Loud Lemon'),(6,'Crumb Bank','finance',NULL);
CREATE TABLE ad_slots (slot_id INTEGER PRIMARY KEY, ep_id INTEGER, adv_id INTEGER, position TEXT, host_read INTEGER, fee REAL, paid_on TEXT, FOREIGN KEY (ep_id) REFERENCES episodes(ep_id), FOREIGN KEY (adv_id) REFERENCES advertisers(adv_id));
INSERT INTO ad_slots VALUES
(1,1,1,'pre',1,900,'2023-02-20'),(2,1,4,'mid',0,750,'2023-03-02'),(3,2,3,'mid',1,400,'2023-03-30'),(4,5,1,'pre',1,980,'2023-08-28'),(5,5,2,'mid',1,820,'2023-09-04'),
(6,6,2,'mid',0,350,'2023-12-11'),(7,7,3,'mid',1,420,'2023-12-30'),(8,8,4,'pre',0,1100,'2024-03-15'),(9,8,5,'mid',1,990,'2024-03-22'),(10,8,1,'post',0,300,NULL),
(11,10,5,'mid',0,410,'2024-07-01'),(12,11,2,'pre',1,480,'2024-10-03'),(13,12,1,'pre',1,1150,'2024-11-01'),(14,12,4,'mid',0,1020,NULL),(15,13,3,'mid',1,430,'2024-11-29'),
(16,15,5,'post',0,90,NULL),(17,16,1,'pre',1,1050,NULL);
CREATE TABLE reviews (rev_id INTEGER PRIMARY KEY, show_id INTEGER, posted TEXT, platform TEXT, stars INTEGER, comment TEXT, FOREIGN KEY (show_id) REFERENCES shows(show_id));
INSERT INTO reviews VALUES (1,1,'2023-02-02','Podly',5,'hooked'),(2,1,'2023-08-01','Castaway',4,NULL),(3,2,'2023-11-25','Podly',3,'too many ads'),(4,4,'2023-04-11','Podly',2,'needs salt'),(5,5,'2023-11-05','Castaway',5,'terrifying'),(6,3,'2024-05-24','Podly',4,NULL),(7,1,'2024-02-10','Castaway',1,'mic hiss'),(8,5,'2024-08-15','Podly',5,NULL),(9,2,'2024-10-12','Castaway',4,'useful'),(10,1,'2025-01-20','Podly',5,'best yet');
