CREATE TABLE telescope (tel_code TEXT PRIMARY KEY, tel_name TEXT, aperture_m REAL, first_light TEXT, band TEXT, status TEXT, hourly_rate REAL);
CREATE TABLE instrument (instr_id INTEGER PRIMARY KEY, tel_code TEXT REFERENCES telescope(tel_code), label TEXT, instr_type TEXT, installed TEXT, retired TEXT, cooled INTEGER);
CREATE TABLE researcher (rid INTEGER PRIMARY KEY, surname TEXT, given TEXT, institute TEXT, country TEXT, is_student INTEGER, email TEXT);
CREATE TABLE proposal (prop_no TEXT PRIMARY KEY, pi_rid INTEGER REFERENCES researcher(rid), title TEXT, submitted TEXT, score REAL, decision TEXT, hrs_asked REAL, hrs_granted REAL);
CREATE TABLE booking (bk_id INTEGER PRIMARY KEY, prop_no TEXT REFERENCES proposal(prop_no), tel_code TEXT REFERENCES telescope(tel_code), night TEXT, hrs REAL, state TEXT, remote INTEGER);
CREATE TABLE night_log (night TEXT PRIMARY KEY, operator TEXT, seeing REAL, humidity_pct INTEGER, cloud TEXT, hrs_lost REAL, moon_pct INTEGER);
CREATE TABLE exposure (exp_id INTEGER PRIMARY KEY, bk_id INTEGER REFERENCES booking(bk_id), instr_id INTEGER REFERENCES instrument(instr_id), target TEXT, started_at TEXT, secs INTEGER, quality TEXT, size_mb REAL);
INSERT INTO telescope VALUES
('KEP','Kepler Reflector',2.5,'1998-10-03','optical','operational',340),('HER','Herschel North',4.2,'2006-05-19','optical','operational',720),('LEA','Leavitt',1.0,'1979-02-11','optical','mothballed',90),('JAN','Jansky Dish',25,'1988-07-30','radio','maintenance',260),('RUB','Rubin Mini',0.6,'2021-09-08','infrared','operational',75);
INSERT INTO instrument VALUES
(1,'KEP','WideCam','imager','2011-03-02',NULL,1),(2,'KEP','Spec-A','spectrograph','1999-01-15','2016-12-20',0),(3,'HER','HiRes','spectrograph','2014-06-10',NULL,1),(4,'HER','PolarX','polarimeter','2019-11-25',NULL,1),(5,'JAN','L-Rx','receiver','1990-04-04',NULL,0),(6,'RUB','SnapIR','imager','2021-09-08',NULL,1),(7,'LEA','Plate Box','imager','1979-02-11','2003-05-01',0),(8,'HER','Aurora','imager','2007-02-14','2021-08-30',1);
INSERT INTO researcher VALUES
(1,'Okafor','Ngozi','University of Leeds','UK',0,'n.okafor@leeds.example'),(2,'Lindqvist','Per','Lund Observatory','Sweden',0,'per@lund.example'),(3,'Tanaka','Yui','Kyoto Univ','Japan',1,NULL),(4,'Moreau','Élise','IAP Paris','France',0,'moreau@iap.example'),
(5,'Bright','Samuel','University of Leeds','UK',1,'s.bright@leeds.example'),(6,'Costa','Rui','Univ. do Porto','Portugal',0,NULL),(7,'Haddad','Layla','AUB','Lebanon',1,'lh@aub.example'),(8,'Novak','Petr','Charles Univ','Czechia',0,'novak@cuni.example');
INSERT INTO proposal VALUES
('P23-01',1,'Dust in nearby spirals','2023-02-10',8.7,'accepted',30,24),('P23-02',2,'Pulsar timing','2023-02-14',9.1,'accepted',50,50),('P23-03',4,'Lithium in old stars','2023-09-01',6.2,'rejected',18,0),('P24-01',5,'Variable dwarfs','2024-02-12',7.4,'accepted',20,12),
('P24-02',6,'Comet polarisation','2024-02-28',8.1,'accepted',16,16),('P24-03',3,'Blazar flares','2024-03-01',5.5,'rejected',40,0),('P24-04',1,'Ring galaxies','2024-08-30',7.9,'waitlisted',25,NULL),('P24-05',8,'Brown dwarf survey','2024-09-02',8.9,'accepted',36,30),('P25-01',4,'Halo chemistry','2025-02-03',NULL,'under review',22,NULL),('P25-02',2,'FRB follow-up','2025-02-11',NULL,'withdrawn',45,NULL);
INSERT INTO night_log VALUES
('2024-03-11','Greta','0.9',41,'clear',0,3),('2024-03-12','Greta',1.4,66,'thin',1.5,8),('2024-04-20','Milo',0.7,38,'clear',0,91),('2024-05-06','Milo',2.1,92,'overcast',7,5),('2024-06-14','Anders',1.1,50,'clear',0,54),
('2024-09-29','Greta',0.8,35,'clear',0,10),('2024-11-02','Anders',1.9,85,'thin',3.25,1),('2024-12-19','Milo',NULL,97,'overcast',9,82),('2025-01-25','Greta',0.6,29,'clear',0.5,17),('2025-01-26','Anders',1.0,44,'thin',2,10);
INSERT INTO booking VALUES
(1,'P23-01','KEP','2024-03-11',8,'done',0),(2,'P23-02','JAN','2024-03-12',9,'done',1),(3,'P23-01','KEP','2024-04-20',6,'done',0),(4,'P24-01','RUB','2024-05-06',5,'weathered out',1),(5,'P24-02','HER','2024-06-14',7.5,'done',0),
(6,'P23-02','JAN','2024-09-29',10,'cancelled',1),(7,'P24-05','HER','2024-09-29',8,'done',1),(8,'P24-05','HER','2024-11-02',6.5,'done',1),(9,'P24-02','HER','2024-12-19',8.5,'weathered out',0),(10,'P24-01','RUB','2025-01-25',4,'done',1),(11,'P24-05','KEP','2025-01-26',7,'done',0),(12,'P24-01','RUB','2025-03-08',5,'scheduled',1),(13,'P24-05','HER','2025-03-21',9,'scheduled',0);
INSERT INTO exposure VALUES
(1,1,1,'M101','2024-03-11 21:10',600,'good',410.5),(2,1,1,'M51','2024-03-11 22:40',900,'good',610),(3,2,5,'PSR B0329','2024-03-12 20:00',3600,'fair',120.2),(4,3,1,'NGC 628','2024-04-20 23:15',1200,'bad',790),(5,5,4,'C/2023 A3','2024-06-14 22:05',300,'good',95),(6,5,4,'C/2023 A3','2024-06-14 23:30',450,'good',133),
(7,7,3,'2M0746','2024-09-29 20:45',1800,'good',240),(8,7,3,'2M1207','2024-09-30 01:20',2400,'fair',318),(9,8,3,'2M0746','2024-11-02 21:00',1500,'bad',201),(10,10,6,'V455 And','2025-01-25 19:30',60,'good',22.4),(11,10,6,'V455 And','2025-01-25 19:45',60,'good',22.1),(12,11,1,'2M1207','2025-01-26 22:10',1000,'fair',655);
