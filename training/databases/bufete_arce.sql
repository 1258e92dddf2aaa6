CREATE TABLE abogado (
  num_col TEXT PRIMARY KEY,
  nombre TEXT,
  area TEXT,
  cat TEXT,
  eur_hora REAL,
  f_incorp TEXT
);
CREATE TABLE cliente (
  id_cli INTEGER PRIMARY KEY,
  razon TEXT,
  nif TEXT,
  tipo_cli TEXT,
  tlf TEXT,
  captado_por TEXT REFERENCES abogado(num_col)
);
CREATE TABLE expediente (
  ref TEXT PRIMARY KEY,
  id_cli INTEGER REFERENCES cliente(id_cli),
  num_col TEXT REFERENCES abogado(num_col),
  materia TEXT,
  f_apert TEXT,
  f_cierre TEXT,
  cuantia REAL,
  resultado TEXT,
  estado TEXT
);
CREATE TABLE vista (
  id_vista INTEGER PRIMARY KEY,
  ref TEXT REFERENCES expediente(ref),
  f_vista TEXT,
  juzgado TEXT,
  tipo_vista TEXT,
  suspendida INTEGER
);
CREATE TABLE parte_horas (
  id_parte INTEGER PRIMARY KEY,
  ref TEXT REFERENCES expediente(ref),
  num_col TEXT REFERENCES abogado(num_col),
  dia TEXT,
  horas REAL,
  concepto TEXT,
  facturable INTEGER
);
CREATE TABLE minuta (
  num_min INTEGER PRIMARY KEY,
  ref TEXT REFERENCES expediente(ref),
  f_emision TEXT,
  base REAL,
  iva REAL,
  f_cobro TEXT
);
INSERT INTO abogado VALUES
('M-4410','Elena Arce','civil','socia',180,'2003-01-15'),
('M-5127','Gonzalo Rueda','laboral','socio',160,'2009-09-01'),
('M-6033','Pilar Cid','familia','asociada',120,'2015-04-20'),
('M-6918','Iván Saldaña','penal','asociado',115,'2018-10-08'),
('M-7544','Noa Quesada','laboral','junior',75,'2023-03-06'),
('M-7702','Hugo Beltrán','mercantil','junior',70,'2025-01-13');
INSERT INTO cliente VALUES
(1,'Transportes Moncayo SL','B50112233','empresa','976 110 220','M-5127'),
(2,'Rosario Vela','17223344K','particular','600 121 314','M-6033'),
(3,'Comunidad Paseo Echegaray 9','H50998877','comunidad','976 330 440','M-4410'),
(4,'Andrés Funes','25119988T','particular',NULL,'M-6918'),
(5,'Bodegas Alcorisa SA','A44001122','empresa','978 550 660','M-4410'),
(6,'Marta Ojeda','73002211P','particular','611 202 303',NULL),
(7,'Limpiezas Ebro SL','B50667788','empresa','976 770 880','M-5127'),
(8,'Jacinto Marco','17889900Z','particular',NULL,NULL);
INSERT INTO expediente VALUES
('24-001',1,'M-5127','despido','2024-01-11','2024-06-28',18500,'acuerdo','cerrado'),
('24-002',2,'M-6033','divorcio','2024-02-05','2024-09-17',NULL,'acuerdo','cerrado'),
('24-003',3,'M-4410','impago de cuotas','2024-03-19','2024-12-02',7400,'ganado','cerrado'),
('24-004',4,'M-6918','alcoholemia','2024-05-27','2024-07-15',NULL,'perdido','cerrado'),
('24-005',5,'M-4410','contrato','2024-07-09',NULL,96000,NULL,'abierto'),
('24-006',7,'M-5127','despido','2024-10-14','2025-02-20',12300,'perdido','cerrado'),
('24-007',6,'M-6033','custodia','2024-11-25',NULL,NULL,NULL,'abierto'),
('25-001',1,'M-7544','sanción','2025-01-22',NULL,6250,NULL,'abierto'),
('25-002',8,'M-6918','lesiones','2025-02-10',NULL,4000,NULL,'suspendido'),
('25-003',3,'M-4410','vicios ocultos','2025-03-03',NULL,41000,NULL,'abierto'),
('25-004',7,'M-7544','despido','2025-03-31','2025-05-29',9100,'acuerdo','cerrado'),
('25-005',2,'M-6033','herencia','2025-05-12',NULL,130000,NULL,'abierto');
INSERT INTO vista VALUES
(1,'24-001','2024-05-16 10:00','Social nº 3','juicio',0),
(2,'24-002','2024-09-10 09:30','Familia nº 5','ratificación',0),
(3,'24-003','2024-10-22 11:15','1ª Instancia nº 12','juicio',0),
(4,'24-004','2024-06-25 09:00','Instrucción nº 2','juicio rápido',0),
(5,'24-006','2024-12-11 12:00','Social nº 1','conciliación',1),
(6,'24-006','2025-01-29 12:00','Social nº 1','juicio',0),
(7,'24-007','2025-03-20 10:45','Familia nº 5','medidas',0),
(8,'24-005','2025-04-08 09:45','1ª Instancia nº 12','audiencia previa',1),
(9,'25-004','2025-05-22 11:30','Social nº 3','conciliación',0),
(10,'24-005','2025-06-17 09:45','1ª Instancia nº 12','audiencia previa',0);
INSERT INTO parte_horas VALUES
(1,'24-001','M-5127','2024-02-08',6,'demanda',1),
(2,'24-001','M-7544','2024-02-09',4.5,'estudio',1),
(3,'24-002','M-6033','2024-03-14',5,'convenio',1),
(4,'24-003','M-4410','2024-04-10',3.5,'demanda',1),
(5,'24-004','M-6918','2024-06-25',4,'vista',1),
(6,'24-005','M-4410','2024-09-02',9,'estudio',1),
(7,'24-005','M-4410','2024-10-30',2,'llamadas',0),
(8,'24-006','M-5127','2025-01-29',5.5,'vista',1),
(9,'24-007','M-6033','2025-02-18',7,'demanda',1),
(10,'25-001','M-7544','2025-02-27',6.5,'recurso',1),
(11,'25-003','M-4410','2025-03-26',8,'estudio',1),
(12,'25-004','M-7544','2025-05-22',3,'vista',1),
(13,'25-005','M-6033','2025-05-30',2.5,'llamadas',0),
(14,'24-005','M-4410','2025-06-12',4,'vista',1);
INSERT INTO minuta VALUES
(701,'24-001','2024-07-05',2100,441,'2024-08-01'),
(702,'24-002','2024-09-30',1500,315,'2024-10-28'),
(703,'24-003','2024-12-16',1850,388.5,'2025-01-20'),
(704,'24-004','2024-07-22',900,189,NULL),
(705,'24-005','2024-12-20',3200,672,'2025-02-14'),
(706,'24-006','2025-03-03',1700,357,NULL),
(707,'24-007','2025-03-31',1100,231,'2025-04-11'),
(708,'25-003','2025-04-30',1440,302.4,'2025-06-02'),
(709,'25-004','2025-06-05',1250,262.5,NULL);
