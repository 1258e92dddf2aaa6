CREATE TABLE cte (
  id_cte INTEGER PRIMARY KEY, nom TEXT, tel TEXT, col TEXT, f_alta TEXT, frec INTEGER);
CREATE TABLE moto (
  placa TEXT PRIMARY KEY, id_cte INTEGER, marca TEXT, mod TEXT, anio INTEGER, cc INTEGER, km INTEGER);
CREATE TABLE mec (
  id_mec INTEGER PRIMARY KEY, nom TEXT, esp TEXT, sdo_sem REAL, f_ing TEXT, act INTEGER);
CREATE TABLE ord (
  nro INTEGER PRIMARY KEY, placa TEXT, id_mec INTEGER, f_ent TEXT, f_sal TEXT, edo TEXT, mo REAL, antic REAL, gtia INTEGER);
CREATE TABLE refac (
  cve TEXT PRIMARY KEY, descr TEXT, cat TEXT, p_cpa REAL, p_vta REAL, exist INTEGER, prov TEXT);
CREATE TABLE ord_ref (
  id INTEGER PRIMARY KEY, nro_ord INTEGER, cve TEXT, cant INTEGER, imp REAL);
CREATE TABLE pago (
  id INTEGER PRIMARY KEY, nro_ord INTEGER, f_pago TEXT, mto REAL, f_pgo_tipo TEXT);
INSERT INTO cte VALUES
(1,'Ramiro Cárdenas','5511223344','Narvarte','2021-03-14',1),(2,'Lupita Ordaz','5522334455','Portales','2022-07-01',1),(3,'Mensajería Rayo','5533445566','Doctores','2020-01-20',1),(4,'Chucho Peña',NULL,'Narvarte','2023-10-05',0),(5,'Itzel Bárcenas','5555667788','Del Valle','2024-01-17',0),(6,'Don Nacho Villa',NULL,'Portales','2019-06-30',1),(7,'Pizzas La Nonna','5577889900','Roma','2023-02-11',0),(8,'Omar Tello','5588990011',NULL,'2024-05-22',0);
INSERT INTO moto VALUES
('A12BC',1,'Honda','CB190R',2020,184,31200),('B98ZX',2,'Italika','DS150',2021,150,18750),('C45RT',3,'Honda','Cargo 150',2018,149,87400),('C46RT',3,'Honda','Cargo 150',2019,149,74150),('D07LM',4,'Yamaha','FZ25',2022,249,12900),('E33QW',5,'Vento','Xpress',2023,150,4300),('F61PO',6,'Yamaha','Virago 535',1994,535,102000),('G20HJ',7,'Italika','AT125',2022,125,26600),('H81KK',8,'BMW','G310',2021,313,15480),('J55NN',7,'Bajaj','Boxer',2023,149,21010);
INSERT INTO mec VALUES
(1,'Beto Saldaña','motor',4200,'2018-02-05',1),(2,'Gris Montaño','eléctrico',3900,'2020-08-10',1),(3,'El Chino Reyes','suspensión',3600,'2021-11-22',0),(4,'Paco Luna','general',2800,'2023-04-17',1),(5,'Yadira Soto','general',2700,'2024-02-26',1),(6,'Toño Gil','motor',3950,'2016-09-12',0);
INSERT INTO ord VALUES
(1001,'C45RT',1,'2023-11-06','2023-11-10','ENT',1800,500,0),(1002,'A12BC',2,'2023-12-01','2023-12-02','ENT',450,0,0),(1003,'F61PO',3,'2023-12-12','2024-01-19','ENT',3200,1500,0),(1004,'B98ZX',4,'2024-01-22','2024-01-22','ENT',280,0,0),(1005,'D07LM',1,'2024-02-08',NULL,'CAN',0,300,0),(1006,'C46RT',1,'2024-02-20','2024-02-27','ENT',2100,800,0),(1007,'A12BC',2,'2024-03-04','2024-03-05','ENT',0,0,1),(1008,'G20HJ',5,'2024-03-18','2024-03-19','ENT',350,0,0),(1009,'H81KK',1,'2024-05-24',NULL,'REF',1250,1000,0),(1010,'C45RT',4,'2024-06-03','2024-06-05','ENT',600,0,0),(1011,'J55NN',5,'2024-06-11',NULL,'REP',420,200,0),(1012,'B98ZX',2,'2024-06-14',NULL,'REP',390,0,0),(1013,'F61PO',1,'2024-06-17',NULL,'REC',NULL,0,0);
INSERT INTO refac VALUES
('ACE20','Aceite 20W50 1L','lubricantes',92,140,45,'Lubrimex'),('BUJ01','Bujía NGK','eléctrico',48,85,30,'MotoPartes DF'),('BAL22','Balatas traseras','frenos',110,195,12,'MotoPartes DF'),('CAD42','Kit de arrastre 428','transmisión',420,690,4,'Cadenas Azteca'),('LLA17','Llanta 90/90-17','llantas',510,820,6,'Llantera Juárez'),('BAT12','Batería 12V 7Ah','eléctrico',380,610,0,'Energía Total'),('CLU15','Discos de clutch','transmisión',260,450,3,'MotoPartes DF'),('EST53','Estator Virago','eléctrico',1900,2750,0,NULL),('FIL01','Filtro de aire','motor',65,120,18,'Lubrimex');
INSERT INTO ord_ref VALUES
(1,1001,'CLU15',1,450),(2,1001,'ACE20',2,280),(3,1002,'BAT12',1,610),(4,1003,'EST53',1,2750),(5,1003,'BUJ01',2,170),(6,1004,'ACE20',1,140),(7,1006,'CAD42',1,690),(8,1006,'LLA17',2,1640),(9,1008,'BAL22',1,195),(10,1010,'ACE20',2,280),(11,1010,'FIL01',1,120),(12,1009,'CLU15',1,450),(13,1012,'BUJ01',1,85);
INSERT INTO pago VALUES
(1,1001,'2023-11-10',2030,'efectivo'),(2,1002,'2023-12-02',1060,'tarjeta'),(3,1003,'2024-01-19',4620,'transferencia'),(4,1004,'2024-01-22',420,'efectivo'),(5,1006,'2024-02-27',3630,'transferencia'),(6,1008,'2024-03-19',545,'efectivo'),(7,1009,'2024-05-24',1000,'tarjeta'),(8,1010,'2024-06-05',1000,'transferencia'),(9,1011,'2024-06-11',200,'efectivo');
