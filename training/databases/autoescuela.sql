CREATE TABLE seccion (
  cod_sec TEXT PRIMARY KEY,
  dir TEXT,
  pobl TEXT,
  tlf TEXT,
  f_apert TEXT,
  m2 INTEGER
);
CREATE TABLE prof (
  id_prof INTEGER PRIMARY KEY,
  nom TEXT,
  ape TEXT,
  cod_sec TEXT REFERENCES seccion(cod_sec),
  f_alta TEXT,
  f_baja TEXT,
  tp_contr TEXT,
  sal_bruto REAL
);
CREATE TABLE veh (
  matr TEXT PRIMARY KEY,
  marca TEXT,
  mod TEXT,
  comb TEXT,
  km_act INTEGER,
  f_itv TEXT,
  est TEXT,
  autom INTEGER
);
CREATE TABLE alu (
  nro_exp INTEGER PRIMARY KEY,
  nom TEXT,
  ape TEXT,
  f_nac TEXT,
  f_matr TEXT,
  perm TEXT,
  cod_sec TEXT REFERENCES seccion(cod_sec),
  sdo_pend REAL,
  email TEXT
);
CREATE TABLE pract (
  id_pract INTEGER PRIMARY KEY,
  nro_exp INTEGER REFERENCES alu(nro_exp),
  id_prof INTEGER REFERENCES prof(id_prof),
  matr TEXT REFERENCES veh(matr),
  fh_ini TEXT,
  dur_min INTEGER,
  imp REAL,
  est TEXT
);
CREATE TABLE exam (
  id_exam INTEGER PRIMARY KEY,
  nro_exp INTEGER REFERENCES alu(nro_exp),
  tp TEXT,
  f_exam TEXT,
  convoc INTEGER,
  fallos INTEGER,
  res TEXT
);
CREATE TABLE gto_veh (
  id_gto INTEGER PRIMARY KEY,
  matr TEXT REFERENCES veh(matr),
  f_gto TEXT,
  concep TEXT,
  imp REAL,
  taller TEXT
);
INSERT INTO seccion VALUES
('GET','C/ Madrid 41','Getafe','916810011','2004-09-01',95),
('LEG','Av. Fuenlabrada 7','Leganés','916860022','2011-02-15',70),
('ALC','C/ Mayor 112','Alcorcón','916430033','2016-10-03',60),
('PIN','Pza. España 3','Pinto',NULL,'2023-03-20',48),
('PAR','C/ Real 18','Parla','916980055','2009-06-08',82),
('VAL','C/ Estrella 5','Valdemoro','918950066','2019-01-14',55);
INSERT INTO prof VALUES
(1,'Begoña','Cifuentes','GET','2006-04-03',NULL,'indefinido',1980),
(2,'Aitor','Larrañaga','LEG','2017-09-11',NULL,'indefinido',1760),
(3,'Nuria','Castillejo','GET','2021-01-18',NULL,'temporal',1540),
(4,'Paco','Moyano','PAR','2004-10-04','2024-02-29','indefinido',2100),
(5,'Soraya','Benítez','ALC','2022-05-23',NULL,'parcial',980),
(6,'Rubén','Iglesias','PAR','2023-10-02',NULL,'temporal',1500),
(7,'Montse','Abad','VAL','2019-02-04','2023-06-30','parcial',1010),
(8,'Kike','Doñate','PIN','2023-03-20',NULL,'indefinido',1650);
INSERT INTO veh VALUES
('4471 KLM','Seat','Ibiza','diésel',184300,'2024-11-12','activo',0),
('0928 LBX','Renault','Clio','gasolina',121050,'2024-07-30','activo',0),
('7712 LRT','Toyota','Yaris','híbrido',64900,'2025-06-18','activo',1),
('3305 JZH','Volkswagen','Polo','diésel',241700,'2024-03-05','baja',0),
('8840 MCD','Peugeot','208','gasolina',39800,'2026-02-01','taller',0),
('1156 MHK','MG','4','eléctrico',12400,'2027-09-25','activo',1),
('6023 GPW','Honda','CB500','gasolina',58200,'2024-10-09','activo',0),
('5519 HNB','Iveco','Eurocargo','diésel',310600,'2024-08-21','taller',0);
INSERT INTO alu VALUES
(1001,'Lucía','Serrano','2005-03-17','2023-09-12','B','GET',0,'luciaserrano@buzon.es'),
(1002,'Hamza','El Idrissi','2004-11-02','2023-11-06','B','LEG',145.50,NULL),
(1003,'Carmen','Villalba','1988-06-25','2024-01-10','B','GET',320,'carmenv@buzon.es'),
(1004,'Álex','Pozo','2006-01-30','2024-02-05','A2','PAR',0,'alexpozo@buzon.es'),
(1005,'Ionela','Popescu','1995-08-14','2023-05-22','C','PAR',610,'ionelap@buzon.es'),
(1006,'Marcos','Trujillo','2005-12-09','2024-03-11','B','ALC',60,NULL),
(1007,'Noelia','Quesada','2003-04-21','2022-10-17','B','LEG',0,'nquesada@buzon.es'),
(1008,'Gonzalo','Arce','2007-02-11','2024-04-15','AM','PIN',0,NULL),
(1009,'Yasmina','Robles','1999-09-05','2024-04-02','B','PIN',210.75,'yrobles@buzon.es'),
(1010,'Julián','Pastor','1979-12-28','2023-12-01','C','GET',NULL,'jpastor@buzon.es'),
(1011,'Ainhoa','Merino','2006-05-19','2024-05-20','B','ALC',95,'ainhoam@buzon.es'),
(1012,'Víctor','Lozano','2004-07-07','2024-05-27','A2','GET',0,NULL);
INSERT INTO pract VALUES
(1,1001,1,'4471 KLM','2024-01-15 09:00',45,32,'dada'),
(2,1001,1,'4471 KLM','2024-01-22 09:00',45,32,'dada'),
(3,1002,2,'0928 LBX','2024-02-06 17:30',60,42,'dada'),
(4,1003,3,'7712 LRT','2024-02-13 10:00',45,36,'anulada'),
(5,1003,3,'7712 LRT','2024-02-20 10:00',90,68,'dada'),
(6,1004,6,'6023 GPW','2024-03-14 12:00',60,48,'dada'),
(7,1005,4,'5519 HNB','2024-02-08 08:00',90,95,'dada'),
(8,1006,5,'8840 MCD','2024-04-09 18:15',45,32,'no presentado'),
(9,1007,2,'0928 LBX','2024-04-16 16:00',45,32,'dada'),
(10,1009,8,'1156 MHK','2024-05-08 11:00',60,45,'dada'),
(11,1006,5,'0928 LBX','2024-05-14 18:15',45,32,'dada'),
(12,1003,1,'7712 LRT','2024-05-21 10:00',45,36,'dada'),
(13,1009,8,'1156 MHK','2024-06-04 11:00',60,45,'anulada'),
(14,1010,6,'5519 HNB','2024-06-06 08:00',90,98,'dada'),
(15,1002,2,'0928 LBX','2024-06-11 17:30',60,42,'pendiente');
INSERT INTO exam VALUES
(1,1001,'teórico','2023-11-14',1,2,'apto'),
(2,1001,'práctico','2024-02-06',1,NULL,'no apto'),
(3,1001,'práctico','2024-03-05',2,NULL,'apto'),
(4,1002,'teórico','2024-01-16',1,5,'no apto'),
(5,1002,'teórico','2024-02-01',2,1,'apto'),
(6,1003,'teórico','2024-02-27',1,0,'apto'),
(7,1004,'teórico','2024-03-19',1,4,'no apto'),
(8,1005,'teórico','2023-07-18',1,3,'apto'),
(9,1005,'práctico','2024-03-12',1,NULL,'no presentado'),
(10,1007,'teórico','2023-01-24',1,2,'apto'),
(11,1007,'práctico','2024-05-07',3,NULL,'apto'),
(12,1006,'teórico','2024-04-30',1,7,'no apto'),
(13,1009,'teórico','2024-05-14',1,1,'apto'),
(14,1004,'teórico','2024-05-28',2,0,'apto');
INSERT INTO gto_veh VALUES
(1,'4471 KLM','2024-01-09','neumáticos',312.40,'Ruedas Sur'),
(2,'3305 JZH','2023-12-13','avería',1450.00,'Talleres Paredes'),
(3,'0928 LBX','2024-02-21','revisión',189.90,'Talleres Paredes'),
(4,'8840 MCD','2024-06-03','avería',730.25,'AutoGetafe'),
(5,'5519 HNB','2024-06-10','embrague',2185.00,'Talleres Paredes'),
(6,'7712 LRT','2024-03-27','revisión',164.00,'AutoGetafe'),
(7,'4471 KLM','2024-04-18','combustible',88.60,NULL),
(8,'6023 GPW','2024-05-02','neumáticos',205.00,'Ruedas Sur'),
(9,'0928 LBX','2024-05-16','combustible',71.35,NULL),
(10,'4471 KLM','2023-11-02','avería',540.00,'AutoGetafe');
