CREATE TABLE familias (
  cod_fam TEXT PRIMARY KEY,
  descripcion TEXT,
  pasillo INTEGER,
  iva REAL
);
CREATE TABLE proveedores (
  id_prov INTEGER PRIMARY KEY,
  razon_social TEXT,
  provincia TEXT,
  tlf TEXT,
  plazo_dias INTEGER,
  activo INTEGER
);
CREATE TABLE articulos (
  ref TEXT PRIMARY KEY,
  nombre TEXT,
  cod_fam TEXT REFERENCES familias(cod_fam),
  id_prov INTEGER REFERENCES proveedores(id_prov),
  pvp REAL,
  coste REAL,
  exist INTEGER,
  exist_min INTEGER,
  descatalogado INTEGER DEFAULT 0
);
CREATE TABLE socios (
  nro_socio INTEGER PRIMARY KEY,
  nombre TEXT,
  tipo TEXT,
  f_alta TEXT,
  correo TEXT,
  puntos INTEGER
);
CREATE TABLE tickets (
  id_ticket INTEGER PRIMARY KEY,
  fecha_hora TEXT,
  nro_socio INTEGER REFERENCES socios(nro_socio),
  dependiente TEXT,
  forma_pago TEXT,
  total REAL,
  estado TEXT
);
CREATE TABLE lineas_ticket (
  id_ticket INTEGER REFERENCES tickets(id_ticket),
  nlin INTEGER,
  ref TEXT REFERENCES articulos(ref),
  cant INTEGER,
  precio REAL,
  dto_pct REAL,
  PRIMARY KEY (id_ticket, nlin)
);
INSERT INTO familias VALUES
('ESC','Escritura',1,21),('PAP','Papel y cuadernos',2,21),('LIB','Libros de texto',4,4),
('ARC','Archivo',3,21),('ART','Bellas artes',5,21),('REG','Regalo y envoltorio',6,21);
INSERT INTO proveedores VALUES
(1,'Distribuciones Ebro SL','Zaragoza','976 555 120',7,1),
(2,'Papelera del Turia','Valencia','963 555 481',12,1),
(3,'Librerias Unidas Norte','Bilbao',NULL,20,1),
(4,'Arte y Color SA','Madrid','915 550 233',5,1),
(5,'Comercial Fuensanta','Murcia','968 555 019',15,0),
(6,'Envases Lucero','Madrid',NULL,3,1);
INSERT INTO articulos VALUES
('BOL-001','Bolígrafo azul punta fina','ESC',1,0.60,0.22,340,100,0),
('BOL-014','Bolígrafo gel negro','ESC',1,1.85,0.80,42,60,0),
('LAP-002','Lápiz HB','ESC',5,0.45,0.15,0,50,1),
('CUA-A4','Cuaderno A4 cuadrícula','PAP',2,2.95,1.40,120,40,0),
('PAP-500','Paquete folios 500 hojas','PAP',2,5.40,3.60,75,80,0),
('LIB-MAT3','Matemáticas 3º ESO','LIB',3,34.90,27.00,12,5,0),
('LIB-LEN1','Lengua 1º ESO','LIB',3,31.50,25.20,3,5,0),
('ARC-AZ','Archivador A-Z','ARC',2,3.75,1.95,58,20,0),
('ART-ACR','Set acrílicos 12 colores','ART',4,18.20,10.10,9,4,0),
('ART-LIE','Lienzo 50x70','ART',4,12.00,6.30,0,3,0),
('REG-ROL','Rollo papel regalo','REG',6,2.10,0.70,200,30,0),
('MAQ-ESC','Máquina de escribir de juguete','REG',5,24.00,15.00,2,0,1);
INSERT INTO socios VALUES
(1001,'Colegio Santa Eulalia','centro escolar','2019-09-02','compras@eulalia.example',1840),
(1002,'Asesoría Pons','empresa','2021-01-18','info@pons.example',620),
(1003,'Nuria Campillo','particular','2022-03-07',NULL,95),
(1004,'Jorge Lledó','particular','2023-09-11','jlledo@mail.example',0),
(1005,'Academia Delta','centro escolar','2023-10-05',NULL,310),
(1006,'Marisa Antón','particular','2024-01-22','manton@mail.example',48),
(1007,'Talleres Hermanos Gil','empresa','2024-06-14','gil@talleres.example',0);
INSERT INTO tickets VALUES
(5001,'2023-09-05 10:12',1001,'Begoña','transferencia',418.80,'cobrado'),
(5002,'2023-12-20 18:40',1003,'Rafa','tarjeta',22.50,'cobrado'),
(5003,'2024-01-09 09:30',NULL,'Rafa','efectivo',3.00,'cobrado'),
(5004,'2024-02-14 17:05',1002,'Begoña','tarjeta',80.85,'cobrado'),
(5005,'2024-03-02 11:48',NULL,'Inma','efectivo',18.20,'devuelto'),
(5006,'2024-05-17 13:20',1005,'Inma','transferencia',108.00,'pendiente'),
(5007,'2024-06-28 19:02',1006,'Rafa','bizum',30.20,'cobrado'),
(5008,'2024-09-03 10:01',1001,'Begoña','transferencia',663.50,'pendiente'),
(5009,'2024-09-04 10:44',1003,'Inma','tarjeta',69.35,'cobrado'),
(5010,'2024-09-04 12:15',NULL,'Inma','efectivo',7.70,'cobrado'),
(5011,'2024-09-10 18:31',1006,'Rafa','tarjeta',34.90,'devuelto'),
(5012,'2024-10-21 16:20',1002,'Begoña','bizum',43.20,'cobrado'),
(5013,'2024-11-08 12:50',NULL,'Rafa','tarjeta',24.00,'anulado');
INSERT INTO lineas_ticket VALUES
(5001,1,'LIB-MAT3',12,34.90,0),
(5002,1,'REG-ROL',5,2.10,0),(5002,2,'ART-LIE',1,12.00,0),
(5003,1,'BOL-001',5,0.60,0),
(5004,1,'PAP-500',10,5.40,5),(5004,2,'ARC-AZ',8,3.75,1.5),
(5005,1,'ART-ACR',1,18.20,0),
(5006,1,'PAP-500',20,5.40,0),
(5007,1,'ART-ACR',1,18.20,0),(5007,2,'ART-LIE',1,12.00,0),
(5008,1,'LIB-LEN1',10,31.50,0),(5008,2,'LIB-MAT3',10,34.90,0.14),
(5009,1,'LIB-MAT3',1,34.90,0),(5009,2,'LIB-LEN1',1,31.50,0),(5009,3,'CUA-A4',1,2.95,0),
(5010,1,'CUA-A4',2,2.95,0),(5010,2,'BOL-001',3,0.60,0),
(5011,1,'LIB-MAT3',1,34.90,0),
(5012,1,'PAP-500',8,5.40,0),
(5013,1,'MAQ-ESC',1,24.00,0);
