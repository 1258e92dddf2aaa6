CREATE TABLE afiliado (
  id INTEGER PRIMARY KEY,
  cedula TEXT UNIQUE,
  nombre TEXT,
  fec_nac TEXT,
  ciudad TEXT,
  celular TEXT,
  cod_plan TEXT REFERENCES plan_exequial(cod_plan),
  f_alta TEXT,
  f_retiro TEXT
);
CREATE TABLE plan_exequial (
  cod_plan TEXT PRIMARY KEY,
  nom_plan TEXT,
  cuota_mes INTEGER,
  max_benef INTEGER,
  incl_cremacion INTEGER,
  incl_repatriacion INTEGER
);
CREATE TABLE sede (
  id_sede INTEGER PRIMARY KEY,
  nombre TEXT,
  ciudad TEXT,
  nro_salas INTEGER,
  horno INTEGER,
  tel TEXT
);
CREATE TABLE servicio (
  nro_serv INTEGER PRIMARY KEY,
  nom_fallecido TEXT,
  edad INTEGER,
  afiliado_id INTEGER REFERENCES afiliado(id),
  id_sede INTEGER REFERENCES sede(id_sede),
  tipo TEXT,
  f_ingreso TEXT,
  f_exequias TEXT,
  vr_total INTEGER
);
CREATE TABLE cofre (
  ref TEXT PRIMARY KEY,
  modelo TEXT,
  material TEXT,
  color TEXT,
  precio INTEGER,
  cant_exist INTEGER
);
CREATE TABLE serv_cofre (
  nro_serv INTEGER REFERENCES servicio(nro_serv),
  ref TEXT REFERENCES cofre(ref),
  alquilado INTEGER,
  vr_cobrado INTEGER,
  PRIMARY KEY (nro_serv, ref)
);
CREATE TABLE recaudo (
  id INTEGER PRIMARY KEY,
  afiliado_id INTEGER REFERENCES afiliado(id),
  periodo TEXT,
  f_pago TEXT,
  vr_pagado INTEGER,
  medio TEXT,
  estado TEXT
);
INSERT INTO plan_exequial VALUES
('BAS','Básico Familiar',28000,4,0,0),
('PLU','Familiar Plus',42000,8,1,0),
('ORO','Oro Integral',69000,12,1,1),
('IND','Individual',15000,0,0,0),
('EMP','Empresarial',22000,5,1,0);
INSERT INTO afiliado VALUES
(1,'43112098','Gloria Inés Restrepo','1958-03-12','Medellín','3104412233','PLU','2018-02-10',NULL),
(2,'71654320','Hernán Darío Zapata','1964-07-01','Envigado','3001238876','BAS','2019-06-22',NULL),
(3,'1037622110','Yuliana Cardona','1990-11-19','Bello',NULL,'IND','2021-01-15','2024-03-31'),
(4,'8345512','Álvaro Ospina','1949-05-30','Medellín','3157780012','ORO','2016-09-05',NULL),
(5,'42889013','Luz Marina Quintero','1961-12-08','Itagüí','3126654410','BAS','2020-10-11',NULL),
(6,'98556701','Jhon Fredy Muñoz','1978-02-27','Bello','3208871122','EMP','2022-04-04',NULL),
(7,'1152440987','Katherine Vélez','1995-08-16','Medellín',NULL,'EMP','2023-07-19',NULL),
(8,'21445678','Rosalba Giraldo','1943-01-03','Envigado','3113349087','ORO','2015-03-28','2025-01-20'),
(9,'70112345','Ramiro Botero','1955-10-10','Itagüí','3045567788','PLU','2024-05-02',NULL),
(10,'39187654','Nubia Echeverri','1970-06-14','Medellín','3176609091','BAS','2025-02-06',NULL),
(11,'1040733219','Wilmar Tobón','1986-04-22','Envigado','3012290034','IND','2023-10-17',NULL);
INSERT INTO sede VALUES
(1,'Sede Centro','Medellín',5,0,'6044441010'),
(2,'Jardines del Sur','Envigado',3,1,'6043332020'),
(3,'Sede Norte','Bello',2,0,NULL),
(4,'Capilla Itagüí','Itagüí',1,0,'6042771515');
INSERT INTO servicio VALUES
(501,'Ernesto Restrepo',84,1,1,'inhumación','2024-01-14 03:20','2024-01-15',5200000),
(502,'María Oliva Zapata',91,2,2,'cremación','2024-02-20 18:45','2024-02-22',4150000),
(503,'Jaime Londoño',47,NULL,1,'cremación','2024-04-03 11:10','2024-04-04',6300000),
(504,'Teresa Ospina',73,4,2,'cremación','2024-06-28 22:00','2024-06-30',3900000),
(505,'Carlos Arturo Muñoz',66,6,3,'inhumación','2024-08-09 07:30','2024-08-10',4800000),
(506,'Blanca Nieves Sierra',79,NULL,4,'inhumación','2024-10-17 14:15','2024-10-18',7100000),
(507,'Samuel Quintero',19,5,1,'inhumación','2024-12-25 01:05','2024-12-27',5050000),
(508,'Rosalba Giraldo',82,8,2,'cremación','2025-01-20 09:40','2025-01-21',3600000),
(509,'Pedro Nel Arango',88,NULL,1,'traslado','2025-02-11 16:30',NULL,2400000),
(510,'Ofelia Botero',90,9,4,'inhumación','2025-03-02 05:55','2025-03-03',5600000),
(511,'Gilberto Ospina',71,4,1,'cremación','2025-03-19 20:25','2025-03-22',4000000),
(512,'Martha Lucía Vélez',58,7,2,'cremación','2025-03-27 12:00',NULL,4300000),
(513,'Fabiola Zapata',64,2,2,'inhumación','2025-04-01 08:10','2025-04-02',4700000);
INSERT INTO cofre VALUES
('C-10','San José','madera','caoba',1450000,6),
('C-11','Milenio','madera','nogal',2100000,3),
('C-20','Serenidad','lámina','gris',780000,11),
('C-21','Alborada','lámina','blanco',820000,0),
('C-30','Ecológico Semilla','cartón','natural',540000,4),
('C-40','Presidencial','madera','negro',4900000,1),
('C-22','Angelito','lámina','blanco',460000,2);
INSERT INTO serv_cofre VALUES
(501,'C-10',0,1450000),
(502,'C-30',0,540000),
(503,'C-11',1,650000),
(504,'C-11',1,600000),
(505,'C-20',0,780000),
(506,'C-40',0,4700000),
(507,'C-21',0,820000),
(508,'C-30',0,500000),
(510,'C-10',0,1400000),
(511,'C-11',1,650000);
INSERT INTO recaudo VALUES
(1,1,'2025-01','2025-01-08',42000,'PSE','aplicado'),
(2,2,'2025-01','2025-01-15',28000,'efectivo','aplicado'),
(3,4,'2025-01','2025-01-03',69000,'débito automático','aplicado'),
(4,5,'2025-01',NULL,0,NULL,'en mora'),
(5,6,'2025-01','2025-01-30',22000,'nómina','aplicado'),
(6,1,'2025-02','2025-02-07',42000,'PSE','aplicado'),
(7,2,'2025-02',NULL,0,NULL,'en mora'),
(8,4,'2025-02','2025-02-03',69000,'débito automático','devuelto'),
(9,5,'2025-02',NULL,0,NULL,'en mora'),
(10,6,'2025-02','2025-02-28',22000,'nómina','aplicado'),
(11,9,'2025-02','2025-02-19',42000,'efectivo','aplicado'),
(12,10,'2025-03','2025-03-06',28000,'PSE','aplicado'),
(13,1,'2025-03','2025-03-10',42000,'efectivo','aplicado'),
(14,7,'2025-03','2025-03-28',22000,'nómina','aplicado'),
(15,9,'2025-03',NULL,0,NULL,'en mora');
