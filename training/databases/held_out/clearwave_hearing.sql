CREATE TABLE pts (pt_id INTEGER PRIMARY KEY, full_nm TEXT, dob TEXT, town TEXT, tel TEXT, fund TEXT);
INSERT INTO pts VALUES (1,'Edna Marsh','1938-04-12','Whitby','01947 551002','NHS'),(2,'Colin Pryce','1951-11-30','Scarborough','01723 440118','PRIV'),(3,'Rita Okafor','1962-02-08','Whitby',NULL,'PRIV'),(4,'Graham Tilley','1944-07-19','Pickering','01751 220341','NHS'),(5,'Sunita Rao','1970-09-01','Scarborough','01723 889120','INS'),(6,'Bernard Hume','1935-01-25','Whitby','01947 660777','NHS'),(7,'Jo Lindqvist','1989-05-14','Malton',NULL,'PRIV'),(8,'Maureen Stott','1948-12-03','Pickering','01751 300456','PRIV');
CREATE TABLE auds (aud_id INTEGER PRIMARY KEY, nm TEXT, grade TEXT, active INTEGER);
INSERT INTO auds VALUES (1,'Helen Barr','senior',1),(2,'Yusuf Demir','junior',1),(3,'Pat Lowe','senior',0),(4,'Cara Finch','trainee',1);
CREATE TABLE appts (appt_id INTEGER PRIMARY KEY, pt_id INTEGER, aud_id INTEGER, dt TEXT, kind TEXT, mins INTEGER, st TEXT, fee REAL);
INSERT INTO appts VALUES
(1,1,1,'2022-03-04 09:30','TEST',45,'DONE',0),
(2,2,3,'2022-04-11 11:00','TEST',45,'DONE',60),
(3,2,3,'2022-05-02 14:00','FIT',60,'DONE',120),
(4,4,1,'2022-09-20 10:15','TEST',40,'DONE',0),
(5,3,2,'2022-11-08 15:30','WAX',20,'DONE',55),
(6,5,1,'2023-01-17 09:00','TEST',45,'DONE',60),
(7,5,1,'2023-02-07 09:00','FIT',75,'DONE',120),
(8,6,2,'2023-03-22 13:00','TEST',50,'DNA',0),
(9,6,2,'2023-04-05 13:00','TEST',50,'DONE',0),
(10,1,1,'2023-06-14 10:00','REV',30,'DONE',0),
(11,8,3,'2023-08-29 16:00','WAX',20,'DONE',55),
(12,3,2,'2023-10-10 11:30','WAX',20,'CXL',NULL),
(13,8,1,'2024-01-23 12:00','TEST',45,'DONE',65),
(14,8,1,'2024-02-13 12:00','FIT',60,'DONE',130),
(15,2,2,'2024-02-27 09:45','REV',30,'DNA',NULL),
(16,7,2,'2024-03-05 17:00','WAX',25,'DONE',60),
(17,4,1,'2024-03-19 10:00','REV',30,'BKD',NULL),
(18,6,4,'2024-03-26 14:30','FIT',60,'BKD',NULL);
CREATE TABLE aids (sn TEXT PRIMARY KEY, pt_id INTEGER, maker TEXT, model TEXT, ear TEXT, price REAL, fit_dt TEXT, warr_end TEXT);
INSERT INTO aids VALUES ('A1001',2,'Sonora','Lite 3','L',1150,'2022-05-02','2025-05-02'),('A1002',2,'Sonora','Lite 3','R',1150,'2022-05-02','2025-05-02'),('A1044',5,'Oticus','Halo','R',1690,'2023-02-07','2027-02-07'),('A1090',8,'Oticus','Halo Mini','L',1820,'2024-02-13','2028-02-13'),('A1091',8,'Oticus','Halo Mini','R',1820,'2024-02-13','2028-02-13'),('N0300',1,'Vibrant','Basic','L',0,'2022-03-25','2024-03-25'),('N0388',4,'Vibrant','Basic','R',0,'2022-10-18','2024-10-18'),('S2001',NULL,'Sonora','Lite 4','L',1240,NULL,NULL);
CREATE TABLE repairs (rep_id INTEGER PRIMARY KEY, sn TEXT, in_dt TEXT, out_dt TEXT, fault TEXT, cost REAL);
INSERT INTO repairs VALUES (1,'A1001','2023-01-09','2023-01-20','moisture',45),(2,'N0300','2023-05-30','2023-06-14','no sound',0),(3,'A1001','2023-11-13','2023-11-29','receiver',85),(4,'A1044','2024-01-08','2024-01-12','moisture',0),(5,'N0388','2024-03-11',NULL,'whistling',NULL),(6,'A1002','2024-03-18',NULL,'no sound',NULL);
