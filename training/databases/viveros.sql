CREATE TABLE especies (
  id_especie INTEGER PRIMARY KEY,
  nombre_comun TEXT,
  nombre_latin TEXT,
  tipo TEXT,
  riego TEXT,
  resiste_helada INTEGER,
  toxica_mascotas INTEGER,
  altura_max_cm INTEGER
);
CREATE TABLE invernaderos (
  id_inv INTEGER PRIMARY KEY,
  nombre TEXT,
  superficie_m2 REAL,
  calefaccion INTEGER,
  f_ultima_revision DATE
);
CREATE TABLE lotes (
  id_lote INTEGER PRIMARY KEY,
  id_especie INTEGER REFERENCES especies(id_especie),
  id_inv INTEGER REFERENCES invernaderos(id_inv),
  f_siembra DATE,
  f_listo DATE,
  uds_sembradas INTEGER,
  uds_vivas INTEGER,
  maceta_cm INTEGER,
  pvp REAL
);
CREATE TABLE clientes (
  id_cliente INTEGER PRIMARY KEY,
  nombre TEXT,
  clase TEXT,
  municipio TEXT,
  telefono TEXT,
  acepta_publi INTEGER
);
CREATE TABLE pedidos (
  id_pedido INTEGER PRIMARY KEY,
  id_cliente INTEGER REFERENCES clientes(id_cliente),
  f_pedido DATE,
  f_entrega DATE,
  estado TEXT,
  portes REAL,
  observaciones TEXT
);
CREATE TABLE lineas_pedido (
  id_pedido INTEGER REFERENCES pedidos(id_pedido),
  id_lote INTEGER REFERENCES lotes(id_lote),
  unidades INTEGER,
  precio_ud REAL
);
CREATE TABLE tratamientos (
  id_trat INTEGER PRIMARY KEY,
  id_lote INTEGER REFERENCES lotes(id_lote),
  fecha DATE,
  plaga TEXT,
  producto TEXT,
  ecologico INTEGER,
  litros REAL
);
INSERT INTO especies VALUES
(1,'Lavanda','Lavandula angustifolia','aromática','bajo',1,1,60),
(2,'Romero','Salvia rosmarinus','aromática','bajo',1,0,150),
(3,'Adelfa','Nerium oleander','arbusto','medio',0,1,400),
(4,'Limonero','Citrus limon','frutal','medio',0,0,500),
(5,'Olivo','Olea europaea','frutal','bajo',1,0,1200),
(6,'Geranio','Pelargonium zonale','flor','medio',0,1,50),
(7,'Helecho','Nephrolepis exaltata','interior','alto',0,0,90),
(8,'Ciprés','Cupressus sempervirens','conífera','bajo',1,0,2500),
(9,'Petunia','Petunia x hybrida','flor','alto',0,0,35),
(10,'Monstera','Monstera deliciosa','interior','medio',0,1,300);
INSERT INTO invernaderos VALUES
(1,'Túnel Norte',480,0,'2024-09-12'),(2,'Cristal',220,1,'2025-01-20'),(3,'Umbráculo',650,0,NULL),(4,'Semillero',95.5,1,'2024-11-03'),(5,'Túnel Viejo',300,0,'2022-05-30');
INSERT INTO lotes VALUES
(1,1,1,'2024-02-10','2024-06-01',800,655,14,3.5),
(2,2,1,'2024-03-05','2024-07-10',600,570,14,3.2),
(3,3,3,'2023-10-20','2024-10-15',150,131,25,12.9),
(4,4,3,'2022-11-15','2024-05-20',90,72,30,29.5),
(5,5,3,'2021-03-01','2024-03-15',60,57,40,48),
(6,6,2,'2025-01-08',NULL,1200,1110,12,2.1),
(7,7,2,'2024-08-22','2025-01-30',300,214,18,9.9),
(8,8,NULL,'2023-04-02','2025-02-10',240,238,20,7.75),
(9,9,4,'2025-02-03',NULL,2000,1940,10,1.2),
(10,6,2,'2024-01-12','2024-04-18',1000,0,12,2),
(11,1,4,'2025-02-20',NULL,900,900,14,NULL);
INSERT INTO clientes VALUES
(1,'Jardinería Aranda','mayorista','Aranjuez','918900111',1),
(2,'Ayuntamiento de Chinchón','administración','Chinchón','918940002',0),
(3,'Lucía Bermejo','particular','Aranjuez',NULL,1),
(4,'Hotel La Vega','hostelería','Toledo','925220033',0),
(5,'Floristería Amapola','mayorista','Madrid','915550044',1),
(6,'Eduardo Cifuentes','particular','Ocaña','925130055',0),
(7,'Paisajes Tajo SL','mayorista','Toledo',NULL,1),
(8,'Colegio San Isidro','administración','Aranjuez','918910066',1);
INSERT INTO pedidos VALUES
(301,1,'2024-04-22','2024-04-25','servido',18,NULL),
(302,2,'2024-05-30','2024-06-10','servido',0,'Descargar en la nave municipal'),
(303,4,'2024-06-15','2024-06-18','servido',35.5,NULL),
(304,3,'2024-07-20','2024-07-20','servido',0,NULL),
(305,5,'2024-10-02',NULL,'anulado',22,'Se retrasó el pago'),
(306,7,'2024-10-28','2024-11-06','servido',60,NULL),
(307,1,'2025-02-01','2025-02-05','servido',18,NULL),
(308,6,'2025-02-14',NULL,'pendiente',9.9,'Llamar antes'),
(309,2,'2025-02-27',NULL,'en preparación',0,NULL),
(310,5,'2025-03-03',NULL,'pendiente',22,NULL);
INSERT INTO lineas_pedido VALUES
(301,10,400,1.8),(301,5,2,45),(302,10,350,1.9),(302,1,120,3.2),(303,4,8,29.5),(303,3,12,12.9),
(304,2,3,3.2),(305,1,200,3.1),(306,3,40,11.5),(306,5,6,44),(307,7,30,9),(308,8,25,7.75),(309,8,60,7.2),(309,2,150,2.9),(310,7,20,9.5);
INSERT INTO tratamientos VALUES
(1,10,'2024-02-28','pulgón','jabón potásico',1,20),
(2,4,'2024-04-11','cochinilla','aceite parafínico',1,12.5),
(3,1,'2024-05-03','araña roja','abamectina',0,8),
(4,10,'2024-03-19','roya','azufre',1,15),
(5,3,'2024-08-07','pulgón','imidacloprid',0,6),
(6,7,'2024-11-25','cochinilla','jabón potásico',1,5),
(7,4,'2024-12-02','minador','abamectina',0,10),
(8,6,'2025-02-18','pulgón','jabón potásico',1,18);
