CREATE TABLE lin (
  cod_lin TEXT PRIMARY KEY,
  descrip TEXT,
  vel_nom_bph INTEGER,
  anio_inst INTEGER,
  activa INTEGER
);
CREATE TABLE prod (
  cod_prod TEXT PRIMARY KEY,
  nom_prod TEXT,
  tipo_env TEXT,
  vol_ml INTEGER,
  sabor TEXT,
  precio_caja REAL
);
CREATE TABLE oper (
  legajo INTEGER PRIMARY KEY,
  nom TEXT,
  puesto TEXT,
  f_ing TEXT,
  turno TEXT
);
CREATE TABLE corrida (
  id_corr INTEGER PRIMARY KEY,
  cod_lin TEXT REFERENCES lin(cod_lin),
  cod_prod TEXT REFERENCES prod(cod_prod),
  leg_resp INTEGER REFERENCES oper(legajo),
  f_ini TEXT,
  f_fin TEXT,
  cajas_ok INTEGER,
  cajas_mal INTEGER,
  est TEXT
);
CREATE TABLE parada (
  id_par INTEGER PRIMARY KEY,
  cod_lin TEXT REFERENCES lin(cod_lin),
  f_par TEXT,
  min_par INTEGER,
  causa TEXT,
  obs TEXT
);
CREATE TABLE ctrl_cal (
  id_ctrl INTEGER PRIMARY KEY,
  id_corr INTEGER REFERENCES corrida(id_corr),
  f_ctrl TEXT,
  brix REAL,
  co2_vol REAL,
  ph REAL,
  result TEXT
);
CREATE TABLE desp (
  id_desp INTEGER PRIMARY KEY,
  cod_prod TEXT REFERENCES prod(cod_prod),
  destino TEXT,
  f_desp TEXT,
  cajas INTEGER,
  patente TEXT
);
INSERT INTO lin VALUES
('L1','Vidrio retornable',12000,1998,1),
('L2','PET carbonatados',24000,2012,1),
('L3','PET agua sin gas',30000,2019,1),
('L4','Lata',18000,2022,1),
('L5','Bidones 20 L',900,2005,0);
INSERT INTO prod VALUES
('CO15','Cola Río 1.5','PET',1500,'cola',9.8),
('CO35','Cola Río lata','lata',354,'cola',14.2),
('NA15','Naranja Río 1.5','PET',1500,'naranja',9.4),
('TO25','Tónica Sierra','vidrio',250,'quina',16.5),
('AG05','Agua Vertiente 500','PET',500,NULL,6.1),
('AG20','Agua Vertiente bidón','bidón',20000,NULL,3.5),
('PO35','Pomelo Río lata','lata',354,'pomelo',13.9),
('AG15','Agua Vertiente 1.5','PET',1500,NULL,7.2);
INSERT INTO oper VALUES
(411,'Ramón Achával','jefe de línea','2006-03-20','M'),
(428,'Silvina Toledo','jefe de línea','2011-10-03','T'),
(467,'Damián Ocampo','maquinista','2018-05-14','N'),
(480,'Beatriz Luque','laboratorio','2019-01-07','M'),
(495,'Fabián Nieva','maquinista','2022-08-22','T'),
(502,'Jorgelina Paz','maquinista','2024-06-03','N');
INSERT INTO corrida VALUES
(1,'L2','CO15',411,'2024-01-15 06:00','2024-01-15 14:00',14200,180,'C'),
(2,'L1','TO25',428,'2024-02-20 14:00','2024-02-20 21:30',3100,95,'C'),
(3,'L3','AG05',467,'2024-04-08 22:00','2024-04-09 06:00',9800,40,'C'),
(4,'L4','CO35',495,'2024-06-17 14:00','2024-06-17 22:00',5600,210,'C'),
(5,'L2','NA15',411,'2024-07-29 06:00','2024-07-29 12:00',8700,150,'C'),
(6,'L5','AG20',428,'2024-08-12 14:00','2024-08-12 16:00',300,25,'A'),
(7,'L3','AG15',467,'2024-10-21 22:00','2024-10-22 05:30',11300,60,'C'),
(8,'L2','CO15',411,'2024-12-09 06:00','2024-12-09 14:00',15100,120,'C'),
(9,'L4','PO35',495,'2025-01-20 14:00','2025-01-20 20:00',4200,310,'C'),
(10,'L3','AG05',502,'2025-02-11 22:00','2025-02-12 06:00',10400,35,'C'),
(11,'L1','TO25',428,'2025-03-18 14:00','2025-03-18 22:00',3300,70,'C'),
(12,'L2','CO15',411,'2025-04-07 06:00','2025-04-07 09:00',2900,400,'A'),
(13,'L4','CO35',495,'2025-05-05 14:00','2025-05-05 22:00',5900,130,'C'),
(14,'L2','NA15',411,'2025-05-26 06:00',NULL,NULL,NULL,'P');
INSERT INTO parada VALUES
(1,'L2','2024-01-15 10:20',35,'etiquetadora',NULL),
(2,'L1','2024-02-20 18:00',80,'lavadora','cambio de boquillas'),
(3,'L4','2024-06-17 16:45',55,'llenadora',NULL),
(4,'L5','2024-08-12 15:50',240,'corte de luz','se abortó la corrida'),
(5,'L3','2024-10-22 01:10',20,'etiquetadora',NULL),
(6,'L4','2025-01-20 17:15',95,'llenadora','válvula 12'),
(7,'L3','2025-02-12 03:00',15,'falta de insumo',NULL),
(8,'L2','2025-04-07 08:40',310,'compresor','espera de repuesto'),
(9,'L4','2025-05-05 19:30',40,'llenadora',NULL),
(10,'L1','2025-03-18 15:25',30,'lavadora',NULL);
INSERT INTO ctrl_cal VALUES
(1,1,'2024-01-15',10.6,3.8,2.5,'OK'),
(2,2,'2024-02-20',8.9,4.1,2.7,'OK'),
(3,3,'2024-04-09',NULL,NULL,7.1,'OK'),
(4,4,'2024-06-17',10.9,3.5,2.5,'RECH'),
(5,5,'2024-07-29',11.4,3.2,3.0,'OK'),
(6,7,'2024-10-22',NULL,NULL,7.3,'OK'),
(7,8,'2024-12-09',10.5,3.9,2.5,'OK'),
(8,9,'2025-01-20',9.8,2.9,3.1,'RECH'),
(9,10,'2025-02-12',NULL,NULL,7.2,'OK'),
(10,11,'2025-03-18',9.0,4.2,2.6,'OK'),
(11,13,'2025-05-05',10.6,3.7,2.5,'OK');
INSERT INTO desp VALUES
(1,'CO15','Córdoba','2024-01-22',6000,'AB123CD'),
(2,'CO15','Mendoza','2024-02-02',5200,'AC456EF'),
(3,'AG05','Córdoba','2024-04-19',9000,'AB123CD'),
(4,'TO25','Rosario','2024-05-10',1800,'AD789GH'),
(5,'NA15','Mendoza','2024-08-14',4400,'AC456EF'),
(6,'AG15','San Luis','2024-11-06',7000,NULL),
(7,'CO15','Rosario','2024-12-16',8100,'AD789GH'),
(8,'PO35','Córdoba','2025-02-03',2500,'AB123CD'),
(9,'AG05','San Luis','2025-02-24',8200,NULL),
(10,'TO25','Córdoba','2025-04-02',2100,'AB123CD'),
(11,'CO35','Mendoza','2025-05-19',3900,'AC456EF');
