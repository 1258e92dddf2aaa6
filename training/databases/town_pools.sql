CREATE TABLE pool (pool_cd TEXT PRIMARY KEY, pool_nm TEXT, district TEXT, lanes INTEGER, len_m REAL, indoor INTEGER, yr_built INTEGER, temp_target REAL);
CREATE TABLE lifeguard (lg_id INTEGER PRIMARY KEY, lg_nm TEXT, base_pool TEXT, cert_exp TEXT, contract TEXT, hrly REAL);
CREATE TABLE attendance (att_id INTEGER PRIMARY KEY, pool_cd TEXT, att_dt TEXT, sess TEXT, adults INTEGER, kids INTEGER, takings REAL);
CREATE TABLE water_test (wt_id INTEGER PRIMARY KEY, pool_cd TEXT, tested_at TEXT, ph REAL, chlorine_ppm REAL, temp_c REAL, verdict TEXT, lg_id INTEGER);
CREATE TABLE incident (inc_id INTEGER PRIMARY KEY, pool_cd TEXT, inc_dt TEXT, inc_type TEXT, ambulance INTEGER, lg_id INTEGER, mins_closed INTEGER);
CREATE TABLE swim_course (crs_id INTEGER PRIMARY KEY, pool_cd TEXT, lvl TEXT, start_dt TEXT, weeks INTEGER, places INTEGER, booked INTEGER, fee REAL, teacher TEXT);
INSERT INTO pool VALUES
('VIC','Victoria Baths','Old Quarter',6,25,1,1908,28),
('LID','Riverside Lido','Riverside',8,50,0,1936,22),
('HAR','Harcourt Leisure Pool','Northfield',8,25,1,1994,28.5),
('MIN','Minnow Splash','Northfield',NULL,12.5,1,2011,31),
('EST','Eastgate Pool','Eastgate',4,20,1,1972,28);
INSERT INTO lifeguard VALUES
(1,'Shona Reid','VIC','2025-03-31','permanent',13.4),
(2,'Callum Voss','LID','2024-09-30','seasonal',11.9),
(3,'Farah Aziz','HAR','2025-11-15','permanent',13.8),
(4,'Jude Okafor','HAR','2024-10-20','casual',11.6),
(5,'Mina Castell','MIN','2026-01-10','permanent',13.1),
(6,'Rory Platt','EST',NULL,'casual',11.6),
(7,'Bethan Lowe','LID','2025-06-30','seasonal',12.1);
INSERT INTO attendance VALUES
(1,'VIC','2023-02-18','lane swim',64,8,310),
(2,'LID','2023-06-24','family',210,345,1985),
(3,'LID','2023-07-08','family',260,410,2390),
(4,'HAR','2023-07-08','family',95,120,840),
(5,'MIN','2023-10-14','toddler',48,61,402),
(6,'EST','2023-11-11','lane swim',22,3,104),
(7,'VIC','2024-01-13','lane swim',71,5,352),
(8,'HAR','2024-02-17','family',112,140,1010),
(9,'MIN','2024-04-06','toddler',55,72,470),
(10,'LID','2024-06-29','family',198,302,1910),
(11,'LID','2024-07-20','family',305,488,2985),
(12,'HAR','2024-07-20','aqua fit',41,NULL,265),
(13,'EST','2024-09-14','aqua fit',18,NULL,99),
(14,'VIC','2024-10-05','lane swim',66,11,345),
(15,'EST','2024-10-19','lane swim',15,2,72);
INSERT INTO water_test VALUES
(1,'VIC','2023-02-18 07:10',7.3,1.8,28.1,'pass',1),
(2,'LID','2023-07-08 06:45',7.8,0.9,23.4,'adjust',2),
(3,'HAR','2023-07-08 07:00',7.4,1.6,28.6,'pass',3),
(4,'EST','2023-11-11 07:20',7.2,2.1,26.2,'adjust',6),
(5,'MIN','2024-04-06 08:05',7.4,1.9,31.0,'pass',5),
(6,'LID','2024-07-20 06:40',8.1,0.6,24.0,'fail',2),
(7,'LID','2024-07-20 09:15',7.5,1.4,24.2,'pass',7),
(8,'HAR','2024-07-20 07:05',7.3,1.7,28.4,'pass',4),
(9,'EST','2024-09-14 07:30',7.0,3.4,25.8,'fail',6),
(10,'VIC','2024-10-05 07:15',7.4,1.5,27.9,'pass',1),
(11,'EST','2024-10-19 07:25',7.3,NULL,27.1,'adjust',6);
INSERT INTO incident VALUES
(1,'LID','2023-06-24','rescue',1,2,45),
(2,'HAR','2023-08-12','slip',0,3,0),
(3,'MIN','2023-10-14','contamination',0,5,120),
(4,'LID','2023-07-08','sunstroke',1,7,0),
(5,'VIC','2024-01-13','slip',1,1,15),
(6,'MIN','2024-04-06','contamination',0,5,150),
(7,'LID','2024-07-20','rescue',0,7,20),
(8,'LID','2024-07-20','sunstroke',0,2,NULL),
(9,'EST','2024-09-14','plant failure',0,NULL,480);
INSERT INTO swim_course VALUES
(1,'VIC','beginner','2023-01-09',10,12,12,65,'Mrs Dunlop'),
(2,'HAR','improver','2023-04-17',10,14,11,70,'Gareth'),
(3,'MIN','parent & baby','2023-09-11',8,10,10,58,'Lottie'),
(4,'EST','beginner','2024-01-15',10,10,4,60,'Mrs Dunlop'),
(5,'HAR','lifesaver','2024-04-15',12,8,8,95,'Gareth'),
(6,'MIN','parent & baby','2024-04-22',8,10,9,60,'Lottie'),
(7,'VIC','adult fear of water','2024-09-09',6,6,6,55,NULL),
(8,'HAR','improver','2024-09-16',10,14,13,74,'Gareth'),
(9,'EST','beginner','2024-11-04',10,10,2,62,NULL);
