CREATE TABLE clientes (
  id_cliente INTEGER PRIMARY KEY,
  nombre TEXT NOT NULL,
  tfno TEXT,
  email TEXT,
  localidad TEXT,
  f_alta TEXT,
  acepta_publi INTEGER
);
CREATE TABLE proveedores (
  id_prov INTEGER PRIMARY KEY,
  razon_social TEXT,
  pais TEXT,
  dias_pago INTEGER,
  activo INTEGER
);
CREATE TABLE piezas (
  ref TEXT PRIMARY KEY,
  descripcion TEXT,
  tipo TEXT,
  metal TEXT,
  quilates INTEGER,
  peso_gr REAL,
  pvp REAL,
  coste REAL,
  existencias INTEGER,
  id_prov INTEGER REFERENCES proveedores(id_prov)
);
CREATE TABLE empleados (
  id_emp INTEGER PRIMARY KEY,
  nombre TEXT,
  puesto TEXT,
  f_ingreso TEXT,
  f_baja TEXT,
  comision_pct REAL
);
CREATE TABLE ventas (
  num_venta INTEGER PRIMARY KEY,
  fecha TEXT,
  id_cliente INTEGER REFERENCES clientes(id_cliente),
  id_emp INTEGER REFERENCES empleados(id_emp),
  forma_pago TEXT,
  dto REAL,
  total REAL,
  estado TEXT
);
CREATE TABLE lineas_venta (
  id_linea INTEGER PRIMARY KEY,
  num_venta INTEGER REFERENCES ventas(num_venta),
  ref TEXT REFERENCES piezas(ref),
  uds INTEGER,
  precio_ud REAL,
  grabado TEXT
);
CREATE TABLE arreglos (
  id_arreglo INTEGER PRIMARY KEY,
  id_cliente INTEGER REFERENCES clientes(id_cliente),
  id_emp INTEGER REFERENCES empleados(id_emp),
  objeto TEXT,
  trabajo TEXT,
  f_entrada TEXT,
  f_recogida TEXT,
  presupuesto REAL,
  situacion TEXT
);
INSERT INTO clientes VALUES
(1,'Rosario Llorente','611204578','rosario.ll@correo.es','Toledo','2021-03-14',1),
(2,'Iñigo Zabaleta',NULL,'izabaleta@correo.es','Vitoria','2022-07-01',0),
(3,'Carmen Bustos','622457810',NULL,'Toledo','2020-11-23',1),
(4,'Pau Ferrer','633998120','pauferrer@mail.cat','Girona','2023-02-08',1),
(5,'Lourdes Maqueda',NULL,NULL,'Talavera','2023-12-19',0),
(6,'Andrés Quiroga','655103344','aquiroga@correo.es','Toledo','2024-01-15',0),
(7,'Nuria Santacana','600781254','nuria.s@mail.cat','Girona','2024-05-30',1),
(8,'Eusebio Tapia','677120098',NULL,'Illescas','2019-06-17',0),
(9,'Marta Olmedo','688452110','molmedo@correo.es','Talavera','2024-09-03',1);
INSERT INTO proveedores VALUES
(1,'Orfebres de Córdoba SL','España',30,1),
(2,'Gioielli Vicenza SRL','Italia',60,1),
(3,'Antwerp Stones NV','Bélgica',15,1),
(4,'Relojera del Norte SA','España',45,0),
(5,'Prata do Porto Lda','Portugal',30,1),
(6,'Perlas Manacor SL','España',60,1);
INSERT INTO piezas VALUES
('AN-010','Solitario brillante','anillo','oro blanco',18,3.4,1890.00,940.00,2,3),
('AN-014','Alianza media caña','anillo','oro amarillo',18,4.1,420.00,235.00,11,1),
('AN-022','Sello caballero','anillo','oro amarillo',18,9.8,980.00,610.00,0,1),
('PE-003','Criollas lisas','pendientes','plata',NULL,5.2,48.00,17.50,24,5),
('PE-009','Perla cultivada','pendientes','oro amarillo',18,2.6,215.00,98.00,6,6),
('CO-001','Gargantilla perlas','collar','oro blanco',18,31.0,1250.00,700.00,1,6),
('CO-007','Cadena forzada','collar','plata',NULL,14.5,79.00,31.00,9,5),
('PU-002','Esclava bebé','pulsera','oro amarillo',18,3.0,189.00,104.00,7,1),
('PU-005','Pulsera tennis','pulsera','oro blanco',18,12.2,3400.00,1980.00,0,2),
('RE-004','Reloj señora acero','reloj','acero',NULL,62.0,260.00,150.00,3,4),
('RE-006','Cronógrafo','reloj','acero',NULL,118.0,545.00,330.00,4,4),
('ME-001','Medalla Virgen','colgante','oro amarillo',9,1.9,95.00,44.00,15,1);
INSERT INTO empleados VALUES
(1,'Beatriz Rueda','dependienta','2015-09-01',NULL,2.0),
(2,'Gonzalo Prieto','orfebre','2008-02-11',NULL,NULL),
(3,'Sonia Calvo','dependienta','2019-11-04','2024-03-31',1.5),
(4,'Matías Ugarte','relojero','2017-05-22',NULL,NULL),
(5,'Elena Rueda','encargada','2005-01-10',NULL,3.0),
(6,'Jorge Benito','dependiente','2024-04-08',NULL,1.0);
INSERT INTO ventas VALUES
(1001,'2023-05-06',1,3,'tarjeta',0,840.00,'cobrada'),
(1002,'2023-12-22',5,1,'efectivo',10,170.10,'cobrada'),
(1003,'2023-12-23',8,3,'bizum',0,260.00,'devuelta'),
(1004,'2024-01-04',6,1,'tarjeta',5,1795.50,'cobrada'),
(1005,'2024-02-13',2,3,'tarjeta',0,215.00,'cobrada'),
(1006,'2024-02-14',4,1,'financiada',0,3400.00,'pendiente'),
(1007,'2024-05-04',3,6,'efectivo',0,190.00,'cobrada'),
(1008,'2024-05-05',1,6,'bizum',15,107.95,'cobrada'),
(1009,'2024-06-10',7,5,'financiada',0,1250.00,'cobrada'),
(1010,'2024-09-14',9,6,'tarjeta',0,840.00,'pendiente'),
(1011,'2024-12-05',NULL,1,'efectivo',0,48.00,'cobrada'),
(1012,'2024-12-20',6,5,'tarjeta',10,931.50,'cobrada'),
(1013,'2024-12-23',3,1,'tarjeta',0,545.00,'devuelta');
INSERT INTO lineas_venta VALUES
(1,1001,'AN-014',2,420.00,'R y M 6-5-23'),
(2,1002,'PU-002',1,189.00,'Lucía'),
(3,1003,'RE-004',1,260.00,NULL),
(4,1004,'AN-010',1,1890.00,NULL),
(5,1005,'PE-009',1,215.00,NULL),
(6,1006,'PU-005',1,3400.00,NULL),
(7,1007,'ME-001',2,95.00,'Comunión 2024'),
(8,1008,'PE-003',1,48.00,NULL),
(9,1008,'CO-007',1,79.00,NULL),
(10,1009,'CO-001',1,1250.00,NULL),
(11,1010,'AN-014',2,420.00,'Marta y Luis'),
(12,1011,'PE-003',1,48.00,NULL),
(13,1012,'RE-006',1,545.00,'A.Q.'),
(14,1012,'ME-001',1,95.00,NULL),
(15,1012,'PE-003',4,48.00,NULL),
(16,1013,'RE-006',1,545.00,NULL);
INSERT INTO arreglos VALUES
(1,3,2,'anillo','ajuste de talla','2024-01-10','2024-01-19',35.00,'entregado'),
(2,8,4,'reloj','cambio de pila','2024-02-02','2024-02-02',12.00,'entregado'),
(3,1,2,'collar','soldar cierre','2024-04-15','2024-05-20',48.00,'entregado'),
(4,5,4,'reloj','revisión de máquina','2024-06-25',NULL,140.00,'terminado'),
(5,7,2,'pendientes','engastar piedra','2024-09-09','2024-09-27',90.00,'entregado'),
(6,2,4,'reloj','cambio de pila','2024-10-01',NULL,12.00,'terminado'),
(7,6,2,'pulsera','rodio','2024-11-18',NULL,65.00,'en taller'),
(8,9,2,'anillo','ajuste de talla','2024-12-11',NULL,40.00,'en taller'),
(9,4,4,'reloj','cambio de cristal','2024-12-19',NULL,NULL,'sin presupuestar'),
(10,3,2,'anillo','rodio','2024-08-01','2024-08-09',55.00,'entregado');
