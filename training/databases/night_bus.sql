CREATE TABLE rte (rte_no TEXT PRIMARY KEY, orig TEXT, dest TEXT, km REAL, freq_min INTEGER, wkend_only INTEGER);
INSERT INTO rte VALUES
('N1','Central Station','Harbour',11.2,30,0),
('N2','Central Station','University',8.4,20,0),
('N5','Town Hall','Airport',24.6,60,0),
('N7','Harbour','Eastfield',15.1,30,1),
('N9','Town Hall','Brickhill',9.8,30,0),
('N11','University','Stadium',6.3,15,1);
CREATE TABLE veh (fleet_no INTEGER PRIMARY KEY, plate TEXT, kind TEXT, seats INTEGER, fuel TEXT, purch_dt TEXT, next_mot TEXT);
INSERT INTO veh VALUES
(301,'NB16 KLA','SD',40,'D','2016-04-11','2025-04-01'),
(302,'NB16 KLB','SD',40,'D','2016-04-11','2025-02-15'),
(310,'NB19 RTE','DD',74,'H','2019-08-30','2025-08-12'),
(311,'NB19 RTF','DD',74,'H','2019-08-30',NULL),
(320,'NB22 VOL','SD',38,'E','2022-10-03','2025-10-01'),
(321,'NB23 VOX','SD',38,'E','2023-03-20','2025-03-18'),
(330,'NB20 MIN','MB',16,'D','2020-01-15','2025-01-10');
CREATE TABLE drv (drv_id INTEGER PRIMARY KEY, nm TEXT, mob TEXT, start_dt TEXT, grade TEXT, hrly REAL, depot TEXT);
INSERT INTO drv VALUES
(1,'Kofi Mensah','07700 900111','2015-02-02','A',17.9,'Quay St'),
(2,'Sandra Pike','07700 900245','2018-07-23','A',17.9,'Quay St'),
(3,'Rab Nicholson',NULL,'2020-11-09','B',16.2,'Northgate'),
(4,'Jolanta Wrona','07700 900388','2021-05-17','B',16.2,'Northgate'),
(5,'Femi Adeyemi','07700 900410','2023-01-30','C',14.8,'Quay St'),
(6,'Colin Tate','07700 900977','2023-09-04','C',14.8,'Northgate'),
(7,'Usha Patel',NULL,'2024-06-10','C',14.8,'Quay St');
CREATE TABLE trip (trip_id INTEGER PRIMARY KEY, rte_no TEXT, fleet_no INTEGER, drv_id INTEGER, dep TEXT, delay_min INTEGER, pax INTEGER, takings REAL, st TEXT);
INSERT INTO trip VALUES
(1001,'N1',301,1,'2023-03-04 00:30',4,31,77.5,'RUN'),
(1002,'N2',310,2,'2023-03-04 01:00',0,62,130.2,'RUN'),
(1003,'N5',302,3,'2023-06-17 02:00',18,22,110,'RUN'),
(1004,'N7',320,4,'2023-07-08 00:15',NULL,NULL,NULL,'CXL'),
(1005,'N11',310,1,'2023-09-23 23:45',7,74,148,'RUN'),
(1006,'N9',330,5,'2023-10-14 01:30',2,9,20.7,'RUN'),
(1007,'N5',301,2,'2023-12-31 03:00',35,40,240,'RUN'),
(1008,'N1',321,6,'2024-01-01 02:30',12,38,114,'RUN'),
(1009,'N2',311,4,'2024-02-10 00:20',0,55,118.8,'RUN'),
(1010,'N9',330,5,'2024-03-16 02:00',NULL,NULL,NULL,'CXL'),
(1011,'N7',320,3,'2024-05-25 01:15',9,27,64.8,'RUN'),
(1012,'N1',302,1,'2024-08-24 03:00',22,35,87.5,'CUT'),
(1013,'N5',321,7,'2024-09-07 02:00',5,19,104.5,'RUN'),
(1014,'N11',311,2,'2024-10-19 23:30',1,70,143.5,'RUN'),
(1015,'N2',310,6,'2024-11-30 01:20',3,48,105.6,'RUN'),
(1016,'N1',301,1,'2024-12-07 00:30',6,29,75.4,'RUN'),
(1017,'N2',320,7,'2024-12-14 02:00',0,33,72.6,'RUN');
CREATE TABLE incid (inc_id INTEGER PRIMARY KEY, trip_id INTEGER, typ TEXT, dt TEXT, police INTEGER, cost REAL, notes TEXT);
INSERT INTO incid VALUES
(1,1003,'breakdown','2023-06-17 02:40',0,420,'alternator'),
(2,1005,'fight','2023-09-24 00:05',1,0,NULL),
(3,1007,'vomit','2023-12-31 03:20',0,85,'upper seats fine'),
(4,1007,'fight','2023-12-31 03:30',1,150,'window cracked'),
(5,1008,'vomit','2024-01-01 02:45',0,85,NULL),
(6,1012,'collision','2024-08-24 03:25',1,2350,'parked taxi'),
(7,1014,'fare dodging','2024-10-19 23:50',0,0,NULL),
(8,1015,'vomit','2024-11-30 01:40',0,85,NULL),
(9,1017,'lost property','2024-12-14 02:20',0,NULL,'rucksack');
