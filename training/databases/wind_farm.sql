CREATE TABLE site (
  site_cd TEXT PRIMARY KEY,
  nm TEXT,
  county TEXT,
  cap_mw REAL,
  commd_dt TEXT,
  offshore INTEGER
);
CREATE TABLE wtg (
  wtg_id TEXT PRIMARY KEY,
  site_cd TEXT,
  mfr TEXT,
  mdl TEXT,
  hub_ht_m REAL,
  rtd_kw INTEGER,
  inst_dt TEXT,
  op_stat TEXT
);
CREATE TABLE tech (
  tech_no INTEGER PRIMARY KEY,
  fname TEXT,
  sname TEXT,
  grade TEXT,
  base_site TEXT,
  cert_exp TEXT,
  hr_rate REAL,
  on_call INTEGER
);
CREATE TABLE flt (
  flt_no INTEGER PRIMARY KEY,
  wtg_id TEXT,
  flt_cd TEXT,
  sev TEXT,
  raised_ts TEXT,
  clrd_ts TEXT,
  lost_mwh REAL
);
CREATE TABLE wo (
  wo_no INTEGER PRIMARY KEY,
  flt_no INTEGER,
  wtg_id TEXT,
  tech_no INTEGER,
  wo_typ TEXT,
  sched_dt TEXT,
  done_dt TEXT,
  lab_hrs REAL,
  parts_amt REAL
);
CREATE TABLE dly_out (
  wtg_id TEXT,
  rd_dt TEXT,
  mwh REAL,
  avg_ws REAL,
  avail_pct REAL,
  curtld INTEGER,
  PRIMARY KEY (wtg_id, rd_dt)
);
INSERT INTO site VALUES
('BRK','Brackmoor','Cumbria',12.0,'2012-06-20',0),
('HLD','Holderness Bank','East Yorkshire',36.0,'2018-09-03',1),
('TWN','Tween Hill','Northumberland',9.2,'2009-11-15',0),
('SKR','Skerry Sands','Norfolk',24.0,'2021-04-28',1),
('DUN','Dunlaw Edge','Scottish Borders',4.6,'2005-03-11',0),
('LNG','Langrigg','Cumbria',15.0,NULL,0);
INSERT INTO wtg VALUES
('BRK-01','BRK','Vestas','V90',80,3000,'2012-05-02','RUN'),
('BRK-02','BRK','Vestas','V90',80,3000,'2012-05-09','STOP'),
('BRK-03','BRK','Vestas','V90',80,3000,'2012-05-17','RUN'),
('HLD-01','HLD','Siemens','SWT-6.0',105,6000,'2018-06-30','RUN'),
('HLD-02','HLD','Siemens','SWT-6.0',105,6000,'2018-07-11','RUN'),
('HLD-03','HLD','Siemens','SWT-6.0',105,6000,'2018-07-22','MAINT'),
('TWN-01','TWN','Enercon','E-70',64,2300,'2009-09-01','RUN'),
('TWN-02','TWN','Enercon','E-70',64,2300,'2009-09-14','RUN'),
('SKR-01','SKR','GE','Haliade',110,8000,'2021-02-10','RUN'),
('SKR-02','SKR','GE','Haliade',110,8000,'2021-02-25','STOP'),
('DUN-01','DUN','Nordex','N60',46,1300,'2005-01-20','RETIRED'),
('DUN-02','DUN','Nordex','N60',46,1300,'2005-01-29','RUN');
INSERT INTO tech VALUES
(11,'Callum','Reid','lead','BRK','2025-11-30',42.5,1),
(12,'Priya','Nair','senior','HLD','2025-03-15',36.0,0),
(13,'Owen','Tranter','junior','HLD','2026-01-10',24.0,1),
(14,'Maisie','Cole','senior','SKR','2024-12-31',35.0,0),
(15,'Declan','Byrne','junior','TWN',NULL,23.5,0),
(16,'Hazel','Whitlock','lead','SKR','2026-06-01',44.0,1),
(17,'Tom','Arkle','apprentice','BRK',NULL,15.0,0);
INSERT INTO flt VALUES
(501,'BRK-02','GBX-OVT','major','2024-11-03 04:20','2024-11-06 15:00',88.4),
(502,'HLD-03','PCH-FLT','minor','2024-11-19 22:05','2024-11-20 09:30',21.0),
(503,'TWN-01','YAW-ERR','minor','2024-12-01 13:40','2024-12-01 18:10',3.2),
(504,'SKR-02','CNV-TRIP','critical','2024-12-08 01:15',NULL,610.5),
(505,'HLD-01','PCH-FLT','minor','2025-01-05 07:50','2025-01-05 11:20',9.7),
(506,'BRK-02','GBX-OVT','critical','2025-01-12 02:30',NULL,402.0),
(507,'DUN-02','COMMS','info','2025-01-14 10:00','2025-01-14 10:25',0),
(508,'HLD-03','BLD-LTN','major','2025-01-22 17:45',NULL,155.3),
(509,'SKR-01','YAW-ERR','minor','2025-02-02 05:10','2025-02-02 08:00',12.8),
(510,'TWN-02','COMMS','info','2025-02-09 19:30','2025-02-10 08:15',0),
(511,'BRK-01','PCH-FLT','major','2025-02-11 14:00','2025-02-13 12:00',41.1);
INSERT INTO wo VALUES
(9001,501,'BRK-02',11,'CORR','2024-11-04','2024-11-06',22.0,8400.00),
(9002,502,'HLD-03',12,'CORR','2024-11-20','2024-11-20',5.5,310.00),
(9003,503,'TWN-01',15,'CORR','2024-12-01','2024-12-01',3.0,0),
(9004,504,'SKR-02',16,'CORR','2024-12-10',NULL,41.0,27500.00),
(9005,NULL,'BRK-03',17,'PREV','2024-12-16','2024-12-18',12.0,450.00),
(9006,505,'HLD-01',13,'CORR','2025-01-05','2025-01-05',2.5,125.00),
(9007,506,'BRK-02',11,'CORR','2025-01-14',NULL,30.5,15900.00),
(9008,508,'HLD-03',12,'CORR','2025-01-27',NULL,8.0,NULL),
(9009,NULL,'SKR-01',14,'INSP','2025-01-30','2025-01-31',6.0,0),
(9010,509,'SKR-01',14,'CORR','2025-02-02','2025-02-02',2.0,60.00),
(9011,NULL,'TWN-02',15,'PREV','2025-02-05','2025-02-12',14.5,720.00),
(9012,511,'BRK-01',11,'CORR','2025-02-12','2025-02-13',10.0,2150.00),
(9013,NULL,'DUN-02',NULL,'INSP','2025-02-24',NULL,NULL,NULL);
INSERT INTO dly_out VALUES
('BRK-01','2025-02-10',38.2,8.1,98.0,0),
('BRK-01','2025-02-11',17.5,8.4,55.0,0),
('BRK-03','2025-02-10',41.0,8.3,100.0,0),
('HLD-01','2025-02-10',96.4,10.2,99.5,0),
('HLD-01','2025-02-11',88.0,9.6,97.0,1),
('HLD-02','2025-02-10',101.3,10.4,100.0,0),
('HLD-02','2025-02-11',60.2,9.7,100.0,1),
('TWN-01','2025-02-10',22.1,7.0,96.0,0),
('TWN-02','2025-02-10',19.8,6.9,88.0,0),
('SKR-01','2025-02-10',142.7,11.9,99.0,0),
('SKR-01','2025-02-11',150.3,12.6,100.0,0),
('SKR-01','2025-01-31',44.0,6.1,50.0,0),
('DUN-02','2025-02-10',8.8,6.4,91.0,0),
('DUN-02','2025-01-31',0,2.2,90.0,0),
('BRK-02','2025-02-10',0,8.2,0,0);
