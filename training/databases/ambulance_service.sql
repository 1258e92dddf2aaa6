CREATE TABLE stn (stn_code TEXT PRIMARY KEY, stn_name TEXT, district TEXT, bays INTEGER, open_24h INTEGER);
INSERT INTO stn VALUES ('ASH','Ashgrove','North',4,1),('BRK','Brookside','South',3,1),('CLF','Cliff Road','Coast',2,0),('DNE','Dene Hall','North',2,0),('EAS','Easter Quay','Coast',3,1);
CREATE TABLE veh (call_sign TEXT PRIMARY KEY, stn_code TEXT, veh_type TEXT, reg_yr INTEGER, miles INTEGER, svc_due TEXT, in_svc INTEGER, FOREIGN KEY (stn_code) REFERENCES stn(stn_code));
INSERT INTO veh VALUES
('A11','ASH','DCA',2019,112400,'2024-12-10',1),
('A12','ASH','DCA',2022,48100,'2025-01-20',1),
('A90','ASH','RRV',2021,76000,'2024-11-28',1),
('B21','BRK','DCA',2017,158900,'2024-11-15',0),
('B22','BRK','DCA',2020,95500,'2025-02-03',1),
('C31','CLF','RRV',2018,88700,NULL,1),
('D41','DNE','PTS',2016,141300,'2024-12-01',1),
('E51','EAS','DCA',2023,22600,'2025-03-17',1);
CREATE TABLE crew (staff_no INTEGER PRIMARY KEY, surname TEXT, forename TEXT, grade TEXT, stn_code TEXT, start_dt TEXT, mobile TEXT, FOREIGN KEY (stn_code) REFERENCES stn(stn_code));
INSERT INTO crew VALUES
(701,'Ferris','Jo','PARA','ASH','2015-06-01','07700 900701'),
(702,'Obi','Chidi','EMT','ASH','2019-02-11','07700 900702'),
(703,'Lang','Petra','PARA','BRK','2012-09-24','07700 900703'),
(704,'Doyle','Sean','EMT','BRK','2021-03-08',NULL),
(705,'Hughes','Megan','PARA','CLF','2018-01-15','07700 900705'),
(706,'Iqbal','Nadia','ECA','DNE','2022-10-03','07700 900706'),
(707,'Marsh','Colin','PARA','EAS','2009-04-20',NULL),
(708,'Reid','Isobel','EMT','EAS','2023-05-22','07700 900708'),
(709,'Nunez','Raul','ECA','ASH','2024-01-08','07700 900709');
CREATE TABLE hosp (hosp_id INTEGER PRIMARY KEY, hosp_name TEXT, has_ae INTEGER, switchboard TEXT);
INSERT INTO hosp VALUES (1,'St Brannock General',1,'01632 960001'),(2,'Queen''s Infirmary',1,'01632 960002'),(3,'Coastal Community',0,'01632 960003'),(4,'Hillcrest Maternity',0,NULL),(5,'Royal North',1,'01632 960005');
CREATE TABLE inc (inc_no INTEGER PRIMARY KEY, call_at TEXT, on_scene_at TEXT, cat INTEGER, nature TEXT, district TEXT, call_sign TEXT, lead_no INTEGER, outcome TEXT, hosp_id INTEGER, handover_min INTEGER,
 FOREIGN KEY (call_sign) REFERENCES veh(call_sign), FOREIGN KEY (lead_no) REFERENCES crew(staff_no), FOREIGN KEY (hosp_id) REFERENCES hosp(hosp_id));
INSERT INTO inc VALUES
(5001,'2023-01-08 02:14','2023-01-08 02:21',1,'cardiac arrest','North','A11',701,'CONV',1,18),
(5002,'2023-02-19 14:50','2023-02-19 15:22',3,'fall','South','B21',703,'CONV',2,41),
(5003,'2023-04-02 09:05','2023-04-02 09:19',2,'stroke','Coast','C31',705,'CONV',1,25),
(5004,'2023-06-23 23:40','2023-06-23 23:58',2,'chest pain','North','A12',701,'S&T',NULL,NULL),
(5005,'2023-08-11 17:30','2023-08-11 18:25',4,'fall','North','A11',702,'REF',NULL,NULL),
(5006,'2023-10-30 08:12','2023-10-30 08:20',1,'road crash','South','B22',703,'CONV',5,33),
(5007,'2023-12-24 20:45','2023-12-24 21:10',2,'breathing','Coast','E51',707,'CONV',2,66),
(5008,'2024-01-03 11:00',NULL,3,'fall','South','B22',704,'CANX',NULL,NULL),
(5009,'2024-01-17 06:33','2024-01-17 06:49',2,'chest pain','North','A90',701,'CONV',5,52),
(5010,'2024-03-09 13:20','2024-03-09 13:26',1,'cardiac arrest','Coast','E51',707,'DIED',NULL,NULL),
(5011,'2024-05-21 19:55','2024-05-21 20:40',3,'maternity','South','B22',703,'CONV',4,12),
(5012,'2024-07-14 03:02','2024-07-14 03:15',2,'stroke','North','A12',702,'CONV',1,22),
(5013,'2024-08-26 15:48','2024-08-26 16:01',2,'road crash','Coast','C31',705,'CONV',2,38),
(5014,'2024-10-05 22:10','2024-10-05 22:36',3,'overdose','North','A11',701,'S&T',NULL,NULL),
(5015,'2024-10-27 10:25','2024-10-27 10:34',1,'breathing','Coast','E51',707,'CONV',1,74),
(5016,'2024-11-06 07:40','2024-11-06 08:31',4,'fall','South','B22',704,'REF',NULL,NULL),
(5017,'2024-11-12 16:05','2024-11-12 16:19',2,'chest pain','North','A12',702,'CONV',5,47);
CREATE TABLE drug_use (use_id INTEGER PRIMARY KEY, inc_no INTEGER, drug TEXT, dose_mg REAL, given_by INTEGER, batch TEXT, FOREIGN KEY (inc_no) REFERENCES inc(inc_no), FOREIGN KEY (given_by) REFERENCES crew(staff_no));
INSERT INTO drug_use VALUES
(1,5001,'adrenaline',1,701,'AD771'),(2,5001,'amiodarone',300,701,'AM120'),(3,5003,'aspirin',300,705,NULL),(4,5004,'aspirin',300,701,'AS034'),
(5,5006,'morphine',10,703,'MO552'),(6,5007,'salbutamol',5,707,'SA908'),(7,5009,'aspirin',300,701,'AS041'),(8,5010,'adrenaline',1,707,'AD803'),
(9,5013,'morphine',5,705,'MO560'),(10,5014,'naloxone',0.4,701,NULL),(11,5015,'salbutamol',5,707,'SA917'),(12,5017,'aspirin',300,702,'AS055');
