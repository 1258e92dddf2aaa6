CREATE TABLE proveedor (
  id INTEGER PRIMARY KEY,
  nom_fantasia TEXT,
  cuit TEXT,
  rubro TEXT,
  tel TEXT,
  plazo_dias INTEGER,
  habilitado INTEGER
);
CREATE TABLE insumo (
  id INTEGER PRIMARY KEY,
  descrip TEXT,
  unidad TEXT,
  stock_act NUMERIC,
  stock_min REAL,
  f_venc TEXT,
  sin_tacc INTEGER
);
CREATE TABLE compra (
  nro INTEGER PRIMARY KEY,
  id_prov INTEGER REFERENCES proveedor(id),
  id_insumo INTEGER REFERENCES insumo(id),
  fec_pedido TEXT,
  fec_recep TEXT,
  cant REAL,
  imp_total REAL,
  pagada INTEGER
);
CREATE TABLE menu (
  cod TEXT PRIMARY KEY,
  plato TEXT,
  turno TEXT,
  kcal INTEGER,
  costo_racion REAL,
  apto_celiaco INTEGER,
  vigente INTEGER
);
CREATE TABLE comensal (
  legajo INTEGER PRIMARY KEY,
  apynom TEXT,
  sector TEXT,
  f_nac TEXT,
  dieta TEXT,
  f_alta TEXT,
  f_baja TEXT,
  beca_pct INTEGER
);
CREATE TABLE servicio (
  id INTEGER PRIMARY KEY,
  fecha TEXT,
  cod_menu TEXT REFERENCES menu(cod),
  legajo INTEGER REFERENCES comensal(legajo),
  hora TEXT,
  imp_cobrado REAL,
  repitio INTEGER,
  puntaje INTEGER
);
INSERT INTO proveedor VALUES
(1,'Frigorífico Don Pancho','30-70112233-4','carnes','11 4455-1010',15,1),
(2,'La Huerta de Escobar','30-71009988-1','verduras','348 442-2211',7,1),
(3,'Lácteos Trenque','30-68554411-9','lácteos',NULL,30,1),
(4,'Panificadora El Trigal','20-18223344-5','panadería','11 4700-3355',7,1),
(5,'Distribuidora Mayo','30-65998877-0','almacén','11 4611-8080',30,0),
(6,'Pollos San Isidro','30-71445566-2','carnes',NULL,10,1);
INSERT INTO insumo VALUES
(1,'carne picada','kg',18.5,20,'2025-04-18',1),
(2,'milanesa de nalga','kg',32,15,'2025-04-20',0),
(3,'papa','kg',140,60,NULL,1),
(4,'lechuga','kg',6,10,'2025-04-16',1),
(5,'leche entera','lt',85,50,'2025-05-02',1),
(6,'fideos tirabuzón','kg',44,25,'2026-01-31',0),
(7,'arroz largo fino','kg',60,30,'2026-06-30',1),
(8,'pan flauta','kg',9,12,'2025-04-15',0),
(9,'pata muslo','kg',27,25,'2025-04-19',1),
(10,'queso cremoso','kg',0,8,NULL,1);
INSERT INTO compra VALUES
(201,1,1,'2024-11-04','2024-11-06',40,236000,1),
(202,2,3,'2024-11-11','2024-11-12',150,97500,1),
(203,5,6,'2024-12-02','2024-12-09',60,84000,1),
(204,3,5,'2025-02-24','2025-02-26',100,118000,1),
(205,1,2,'2025-03-03','2025-03-05',45,414000,1),
(206,6,9,'2025-03-10','2025-03-11',50,162500,0),
(207,2,4,'2025-03-17','2025-03-18',15,31500,1),
(208,4,8,'2025-03-24','2025-03-24',30,57000,1),
(209,3,10,'2025-03-28',NULL,20,176000,0),
(210,5,7,'2025-03-31','2025-04-07',80,128000,0),
(211,2,3,'2025-04-07','2025-04-08',120,90000,0),
(212,1,1,'2025-04-10',NULL,35,241500,0);
INSERT INTO menu VALUES
('M01','milanesa con puré','almuerzo',820,2350,0,1),
('M02','guiso de arroz','almuerzo',640,1180,1,1),
('M03','fideos con tuco','almuerzo',710,1050,0,1),
('M04','pollo al horno con papas','almuerzo',690,1900,1,1),
('M05','ensalada completa','almuerzo',380,1320,1,1),
('M06','pastel de papa','cena',760,1740,1,1),
('M07','polenta con salsa','cena',590,870,1,0),
('M08','mate cocido con pan','desayuno',260,420,0,1),
('M09','café con leche y tostadas','desayuno',310,560,0,1);
INSERT INTO comensal VALUES
(1001,'Acosta, Romina','administración','1988-04-12','común','2019-03-01',NULL,0),
(1002,'Benítez, Hugo','planta','1969-10-05','hiposódica','2010-08-15',NULL,50),
(1003,'Cabral, Estela','planta','1975-01-23','común','2015-05-04',NULL,50),
(1004,'Domínguez, Facundo','depósito','1996-06-30','vegetariana','2022-02-14',NULL,25),
(1005,'Echeverría, Luz','administración','1991-09-18','celíaca','2021-07-01',NULL,0),
(1006,'Farías, Omar','depósito','1982-12-09','común','2013-11-20','2025-02-28',25),
(1007,'Giménez, Tamara','ventas','1999-03-03','vegetariana','2024-06-10',NULL,0),
(1008,'Heredia, Walter','planta','1964-07-27','diabética','2005-01-17',NULL,100),
(1009,'Ibarra, Noelia','ventas','1993-11-11','común','2025-03-17',NULL,NULL);
INSERT INTO servicio VALUES
(1,'2025-03-05','M01',1001,'12:40',2800,0,5),
(2,'2025-03-05','M01',1002,'12:15',1400,1,4),
(3,'2025-03-05','M05',1004,'13:05',1200,0,3),
(4,'2025-03-12','M04',1003,'12:20',1150,1,5),
(5,'2025-03-12','M04',1005,'13:10',2300,0,4),
(6,'2025-03-12','M08',1008,'08:05',0,0,NULL),
(7,'2025-03-20','M02',1005,'12:50',1500,0,2),
(8,'2025-03-20','M03',1002,'12:10',700,1,3),
(9,'2025-03-20','M03',1009,'13:20',1400,0,NULL),
(10,'2025-04-02','M01',1003,'12:30',1500,1,5),
(11,'2025-04-02','M01',1009,'12:35',3000,0,5),
(12,'2025-04-02','M05',1007,'13:15',1650,0,4),
(13,'2025-04-09','M06',1008,'20:10',0,1,4),
(14,'2025-04-09','M06',1002,'20:15',1100,0,NULL),
(15,'2025-04-09','M09',1001,'08:20',800,0,3);
