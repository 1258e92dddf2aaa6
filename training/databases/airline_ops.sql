CREATE TABLE apt (
  iata TEXT PRIMARY KEY,
  apt_name TEXT,
  city TEXT,
  ctry TEXT,
  elev_ft INTEGER,
  is_hub INTEGER
);
CREATE TABLE acft (
  tail_no TEXT PRIMARY KEY,
  mdl TEXT,
  mfr TEXT,
  seats INTEGER,
  deliv_dt TEXT,
  last_chk_dt TEXT,
  st TEXT,
  hrs_tot REAL
);
CREATE TABLE flt (
  flt_id INTEGER PRIMARY KEY,
  flt_no TEXT,
  orig TEXT REFERENCES apt(iata),
  dest TEXT REFERENCES apt(iata),
  tail_no TEXT REFERENCES acft(tail_no),
  sched_dep TEXT,
  act_dep TEXT,
  pax INTEGER,
  flt_st TEXT
);
CREATE TABLE crew (
  crew_id INTEGER PRIMARY KEY,
  nm TEXT,
  rnk TEXT,
  base TEXT REFERENCES apt(iata),
  hire_dt TEXT,
  lic_exp_dt TEXT,
  actv INTEGER
);
CREATE TABLE flt_crew (
  flt_id INTEGER REFERENCES flt(flt_id),
  crew_id INTEGER REFERENCES crew(crew_id),
  pos TEXT,
  duty_hrs REAL,
  PRIMARY KEY (flt_id, crew_id)
);
CREATE TABLE dly (
  dly_id INTEGER PRIMARY KEY,
  flt_id INTEGER REFERENCES flt(flt_id),
  rsn_cd TEXT REFERENCES dly_rsn(rsn_cd),
  mins INTEGER,
  comp_amt REAL,
  rmk TEXT
);
CREATE TABLE dly_rsn (
  rsn_cd TEXT PRIMARY KEY,
  descr TEXT,
  ctrl INTEGER,
  resp_area TEXT
);
INSERT INTO apt VALUES
('LIM','Jorge Chávez','Lima','Perú',113,1),
('CUZ','Alejandro Velasco Astete','Cusco','Perú',10860,0),
('AQP','Rodríguez Ballón','Arequipa','Perú',8405,0),
('SCL','Arturo Merino Benítez','Santiago','Chile',1555,1),
('LPB','El Alto','La Paz','Bolivia',13325,0),
('EZE','Ezeiza','Buenos Aires','Argentina',67,0),
('UIO','Mariscal Sucre','Quito','Ecuador',7841,0);
INSERT INTO acft VALUES
('OB-2101','A320','Airbus',174,'2014-05-20','2024-11-02','ACT',31240.5),
('OB-2102','A320','Airbus',174,'2016-02-11','2025-02-15','ACT',26790),
('OB-2103','A319','Airbus',144,'2011-08-30','2024-06-18','MNT',40115.2),
('OB-2110','B737-800','Boeing',186,'2018-10-01','2025-01-09','ACT',19822.7),
('OB-2111','B737-800','Boeing',186,'2019-03-14','2024-12-20','ACT',17455),
('OB-2120','ATR 72','ATR',70,'2021-07-07',NULL,'ACT',8120.4),
('OB-2099','B737-300','Boeing',130,'1999-01-25','2022-09-09','RET',61002.9);
INSERT INTO flt VALUES
(1,'VA101','LIM','CUZ','OB-2101','2025-01-05 06:10','2025-01-05 06:12',168,'LND'),
(2,'VA204','LIM','SCL','OB-2110','2025-01-05 09:30','2025-01-05 11:05',180,'LND'),
(3,'VA205','SCL','LIM','OB-2110','2025-01-05 15:00','2025-01-05 16:20',151,'LND'),
(4,'VA101','LIM','CUZ','OB-2102','2025-01-18 06:10',NULL,0,'CNX'),
(5,'VA118','LIM','AQP','OB-2120','2025-01-22 13:45','2025-01-22 13:45',61,'LND'),
(6,'VA310','LIM','LPB','OB-2111','2025-02-02 07:20','2025-02-02 07:58',133,'LND'),
(7,'VA311','LPB','LIM','OB-2111','2025-02-02 11:40','2025-02-02 12:05',120,'DIV'),
(8,'VA402','LIM','EZE','OB-2102','2025-02-14 22:50','2025-02-15 01:20',172,'LND'),
(9,'VA403','EZE','LIM','OB-2102','2025-02-15 07:00','2025-02-15 07:00',159,'LND'),
(10,'VA119','AQP','LIM','OB-2120','2025-02-20 16:30',NULL,0,'CNX'),
(11,'VA101','LIM','CUZ','OB-2101','2025-03-03 06:10','2025-03-03 06:55',174,'LND'),
(12,'VA102','CUZ','LIM','OB-2101','2025-03-03 08:30','2025-03-03 09:25',140,'LND'),
(13,'VA204','LIM','SCL','OB-2111','2025-03-11 09:30','2025-03-11 09:34',184,'LND'),
(14,'VA118','LIM','AQP','OB-2120','2025-03-29 13:45','2025-03-29 14:10',68,'LND'),
(15,'VA310','LIM','LPB','OB-2110','2025-04-02 07:20',NULL,145,'SCH');
INSERT INTO crew VALUES
(1,'Rodrigo Salcedo','CPT','LIM','2010-03-01','2026-02-28',1),
(2,'Patricia Montoya','CPT','LIM','2013-08-19','2025-06-30',1),
(3,'Esteban Larraín','FO','SCL','2019-11-04','2025-12-15',1),
(4,'Camila Huamán','FO','LIM','2021-05-10','2025-04-20',1),
(5,'Verónica Paz','PUR','LIM','2012-01-16',NULL,1),
(6,'Joel Quispe','FA','LIM','2022-02-07',NULL,1),
(7,'Daniela Rossi','FA','SCL','2023-06-12',NULL,1),
(8,'Hugo Benavides','CPT','LIM','2004-09-27','2024-09-30',0),
(9,'Mónica Tejada','FA','LIM','2018-04-23',NULL,0);
INSERT INTO flt_crew VALUES
(1,1,'CPT',3.2),(1,4,'FO',3.2),(1,5,'PUR',3.2),
(2,2,'CPT',6.5),(2,3,'FO',6.5),(2,7,'CAB',6.5),
(3,2,'CPT',5.9),(3,3,'FO',5.9),
(6,1,'CPT',4.8),(6,4,'FO',4.8),(6,6,'CAB',4.8),
(8,2,'CPT',7.7),(8,4,'FO',7.7),(8,5,'PUR',7.7),
(11,1,'CPT',4.1),(11,6,'CAB',4.1),
(13,1,'CPT',5.5);
INSERT INTO dly_rsn VALUES
('WX','mal tiempo',0,'externo'),
('TEC','falla técnica',1,'mantenimiento'),
('CRW','tripulación fuera de horas',1,'operaciones'),
('ATC','control de tráfico aéreo',0,'externo'),
('BAG','carga de equipaje',1,'rampa'),
('SEC','seguridad',0,'aeropuerto');
INSERT INTO dly VALUES
(1,2,'TEC',95,4200,'cambio de bomba'),
(2,3,'TEC',50,0,NULL),
(3,3,'CRW',30,600,NULL),
(4,6,'WX',38,0,'neblina'),
(5,7,'ATC',25,0,NULL),
(6,8,'TEC',150,7850.5,'cambio de avión'),
(7,11,'WX',45,0,NULL),
(8,12,'BAG',20,NULL,NULL),
(9,12,'WX',35,0,'niebla en CUZ'),
(10,14,'BAG',25,150,'cinta trabada');
