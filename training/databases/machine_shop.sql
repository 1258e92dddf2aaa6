CREATE TABLE cust (
  cust_no INTEGER PRIMARY KEY,
  nm TEXT,
  st TEXT,
  terms_days INTEGER,
  cr_hold INTEGER
);
CREATE TABLE mach (
  mach_id TEXT PRIMARY KEY,
  descr TEXT,
  mtype TEXT,
  yr_built INTEGER,
  hr_rate REAL,
  stat TEXT,
  last_pm DATE
);
CREATE TABLE oper (
  emp_no INTEGER PRIMARY KEY,
  lname TEXT,
  fname TEXT,
  shft TEXT,
  hire_dt DATE,
  term_dt DATE,
  wage REAL
);
CREATE TABLE ord (
  ord_no INTEGER PRIMARY KEY,
  cust_no INTEGER,
  part_no TEXT,
  matl TEXT,
  qty_ord INTEGER,
  unit_prc REAL,
  ord_dt DATE,
  due_dt DATE,
  ship_dt DATE
);
CREATE TABLE run (
  run_id INTEGER PRIMARY KEY,
  ord_no INTEGER,
  mach_id TEXT,
  emp_no INTEGER,
  strt_ts TEXT,
  setup_min INTEGER,
  run_hrs REAL,
  qty_good INTEGER
);
CREATE TABLE scrap (
  scrap_id INTEGER PRIMARY KEY,
  run_id INTEGER,
  qty INTEGER,
  rsn_cd TEXT,
  cost_amt REAL,
  rework INTEGER,
  note TEXT
);
INSERT INTO cust VALUES
(11,'Delmar Hydraulics','OH',30,0),
(12,'Pratt Aero Components','KS',45,0),
(13,'Busby Ag Equipment','IA',30,1),
(14,'Lakeshore Medical Devices','MN',60,0),
(15,'Ironwood Trailers','OH',15,0),
(16,'Tri-County Pumps','IN',30,1),
(17,'Voss Racing','IN',NULL,0);
INSERT INTO mach VALUES
('M01','Haas VF-2','MILL',2014,85.00,'UP','2024-08-12'),
('M02','Haas VF-4SS','MILL',2019,95.00,'UP','2024-09-30'),
('M03','Mazak QT-250','LATHE',2017,90.00,'DOWN','2024-02-05'),
('M04','Okuma LB3000','LATHE',2021,105.00,'UP','2024-10-02'),
('M05','Bridgeport Series I','MILL',1987,55.00,'IDLE',NULL),
('M06','Okamoto 618','GRIND',2008,70.00,'UP','2023-11-17'),
('M07','Cincinnati Centerless','GRIND',1994,62.00,'SOLD','2022-06-21');
INSERT INTO oper VALUES
(201,'Kowalczyk','Ed','1','2006-04-10',NULL,34.50),
(202,'Banerjee','Priya','2','2018-07-23',NULL,29.00),
(203,'Tully','Roy','1','2012-01-09','2024-05-31',31.25),
(204,'Ochoa','Luis','3','2021-09-13',NULL,24.75),
(205,'Fenwick','Dana','2','2023-03-06',NULL,22.00),
(206,'Schmidt','Carl','1','1999-06-01',NULL,36.80),
(207,'Jarvis','Tess','3','2024-08-19',NULL,21.50);
INSERT INTO ord VALUES
(8801,11,'DH-440','STEEL',200,18.50,'2023-10-16','2023-11-20','2023-11-17'),
(8802,12,'PA-7','TI',24,410.00,'2023-12-04','2024-02-01','2024-02-09'),
(8803,14,'LM-12A','SS',500,9.75,'2024-01-15','2024-02-28','2024-02-26'),
(8804,13,'BG-03','STEEL',80,42.00,'2024-02-20','2024-03-25','2024-04-08'),
(8805,15,'IT-99','ALUM',150,27.30,'2024-03-18','2024-04-19','2024-04-19'),
(8806,11,'DH-441','STEEL',350,16.20,'2024-05-06','2024-06-10','2024-06-03'),
(8807,12,'PA-9','TI',12,655.00,'2024-06-24','2024-08-30','2024-09-13'),
(8808,14,'LM-12A','SS',600,9.60,'2024-08-05','2024-09-16','2024-09-12'),
(8809,16,'TP-5','BRASS',90,21.00,'2024-09-09','2024-10-11',NULL),
(8810,11,'DH-440','STEEL',250,19.10,'2024-10-01','2024-11-05',NULL),
(8811,15,'IT-102','ALUM',60,33.00,'2024-10-14','2024-11-22',NULL),
(8812,13,'BG-08','STEEL',40,58.00,'2024-10-21','2024-12-06',NULL);
INSERT INTO run VALUES
(1,8801,'M03',206,'2023-11-01 06:30',45,22.5,203),
(2,8802,'M02',201,'2024-01-10 07:00',120,61.0,24),
(3,8803,'M04',202,'2024-02-06 15:10',60,38.0,505),
(4,8804,'M01',203,'2024-03-12 06:45',75,29.5,80),
(5,8805,'M02',204,'2024-04-02 23:05',50,26.0,148),
(6,8805,'M01',201,'2024-04-15 07:20',30,1.5,4),
(7,8806,'M04',206,'2024-05-20 06:15',40,41.5,352),
(8,8807,'M02',201,'2024-08-19 07:05',180,55.0,12),
(9,8807,'M06',202,'2024-09-03 15:30',35,9.0,12),
(10,8808,'M04',205,'2024-08-27 15:00',65,44.0,601),
(11,8810,'M04',206,'2024-10-15 06:30',40,18.0,140),
(12,8811,'M01',204,'2024-10-28 23:15',55,7.5,33),
(13,8809,'M04',205,'2024-10-07 15:20',70,12.0,71);
INSERT INTO scrap VALUES
(1,1,6,'TOOL',61.50,0,'insert chipped'),
(2,2,3,'OPER',870.00,0,'wrong offset'),
(3,3,21,'DIM',98.70,1,NULL),
(4,4,5,'MATL',112.00,0,'porosity in bar'),
(5,5,9,'DIM',143.10,1,'bore oversize'),
(6,7,14,'TOOL',120.40,0,NULL),
(7,8,2,'PROG',940.00,0,'post error'),
(8,9,1,'DIM',655.00,1,'0.0004 under'),
(9,10,33,'OPER',155.10,0,'mixed bins'),
(10,13,8,'MATL',88.00,0,NULL),
(11,11,4,'TOOL',47.20,1,NULL);
