CREATE TABLE ganaderos (id_ganadero INTEGER PRIMARY KEY, nombre TEXT, pueblo TEXT, especie TEXT, num_cabezas INTEGER, telefono TEXT, ecologico INTEGER, f_baja TEXT);
CREATE TABLE recogidas (id INTEGER PRIMARY KEY, id_ganadero INTEGER REFERENCES ganaderos(id_ganadero), fecha TEXT, litros REAL, grasa_pct REAL, temp REAL, precio_l REAL, rechazada INTEGER);
CREATE TABLE quesos (cod TEXT PRIMARY KEY, denominacion TEXT, leche TEXT, pasta TEXT, meses_cur INTEGER, pvp_kg REAL, activo INTEGER);
CREATE TABLE lotes (nro_lote TEXT PRIMARY KEY, cod_queso TEXT REFERENCES quesos(cod), f_elab TEXT, piezas INTEGER, kg REAL, maestro TEXT, camara TEXT, estado TEXT);
CREATE TABLE clientes (id_cli INTEGER PRIMARY KEY, razon_social TEXT, tipo TEXT, ciudad TEXT, pais TEXT, dto REAL);
CREATE TABLE ventas (id_venta INTEGER PRIMARY KEY, id_cli INTEGER REFERENCES clientes(id_cli), nro_lote TEXT REFERENCES lotes(nro_lote), f_venta TEXT, kg_vend REAL, importe REAL, f_cobro TEXT);
CREATE TABLE premios (id INTEGER PRIMARY KEY, cod_queso TEXT REFERENCES quesos(cod), certamen TEXT, anio INTEGER, medalla TEXT);
INSERT INTO ganaderos VALUES
(1,'Hermanos Pajares','Villalpando','oveja',620,'980 660 112',0,NULL),
(2,'Casimiro Lozano','Toro','oveja',310,NULL,1,NULL),
(3,'SAT Los Llanos','Benavente','vaca',95,'980 631 004',0,NULL),
(4,'Herminia Prada','Puebla de Sanabria','cabra',140,'600 221 987',1,NULL),
(5,'Eulogio Rubio','Toro','oveja',480,'980 690 455',0,'2023-10-31'),
(6,'Granja El Teso','Zamora','cabra',210,NULL,0,NULL),
(7,'Nicanor Vega','Benavente','vaca',60,'699 100 230',0,NULL);
INSERT INTO recogidas VALUES
(1,1,'2023-09-04',840,7.2,4.1,1.18,0),(2,5,'2023-09-05',610,7.0,4.4,1.15,0),(3,3,'2023-11-20',1200,3.8,3.9,0.49,0),(4,2,'2024-01-15',390,7.6,4.0,1.32,0),
(5,1,'2024-02-02',905,7.4,4.2,1.21,0),(6,4,'2024-02-19',260,4.9,3.8,0.98,0),(7,6,'2024-03-08',310,4.6,7.5,0.91,1),(8,3,'2024-03-11',1150,3.7,4.0,0.51,0),
(9,1,'2024-04-22',980,7.1,4.3,1.20,0),(10,2,'2024-05-06',420,7.8,3.9,1.35,0),(11,4,'2024-05-13',285,5.1,4.0,0.99,0),(12,6,'2024-05-20',330,4.7,4.1,0.92,0),
(13,3,'2024-06-03',1080,NULL,8.2,0.50,1),(14,1,'2024-06-17',760,7.3,4.4,1.22,0);
INSERT INTO quesos VALUES
('OV-CUR','Oveja curado','oveja','prensada',8,19.80,1),
('OV-VIE','Oveja viejo','oveja','prensada',14,24.50,1),
('CA-RUL','Rulo de cabra','cabra','blanda',1,15.90,1),
('VA-TIE','Vaca tierno','vaca','prensada',1,9.75,1),
('AZ-SAN','Azul de Sanabria','vaca','azul',4,21.00,1),
('ME-SEM','Mezcla semicurado','mezcla','prensada',3,12.40,1),
('CA-PIM','Cabra al pimentón','cabra','prensada',2,16.60,0),
('OV-TOR','Torta de Toro','oveja','blanda',2,27.30,1);
INSERT INTO lotes VALUES
('L23-090','OV-CUR','2023-09-05',120,360.0,'Saturnino','C1','vendido'),
('L23-091','OV-VIE','2023-09-06',80,248.5,'Saturnino','C1','madurando'),
('L23-112','AZ-SAN','2023-11-21',64,140.0,'Belén','C3','vendido'),
('L24-007','OV-TOR','2024-01-16',150,75.0,'Belén','C2','vendido'),
('L24-015','OV-CUR','2024-02-03',130,395.0,'Saturnino','C1','madurando'),
('L24-019','CA-RUL','2024-02-20',300,60.0,'Rocío','C2','vendido'),
('L24-028','VA-TIE','2024-03-12',110,220.0,'Rocío','C4','a la venta'),
('L24-041','OV-CUR','2024-04-23',125,381.0,'Belén',NULL,'madurando'),
('L24-047','OV-TOR','2024-05-07',160,82.0,'Belén','C2','a la venta'),
('L24-049','CA-RUL','2024-05-14',280,57.5,'Rocío','C2','a la venta'),
('L24-050','ME-SEM','2024-05-21',90,185.0,'Saturnino','C4','desechado'),
('L24-061','ME-SEM','2024-06-18',95,190.0,'Rocío','C4','madurando');
INSERT INTO clientes VALUES
(1,'Mantequerías Arias','tienda','Madrid','España',5),(2,'Restaurante La Sinagoga','hostelería','Zamora','España',0),(3,'Fromages du Sud','distribuidor','Toulouse','Francia',12),(4,'Queijaria Bragança','tienda','Bragança','Portugal',8),(5,'Bar El Lagarto','hostelería','Salamanca','España',NULL),(6,'Gourmet Norte SL','distribuidor','Bilbao','España',15),(7,'Ultramarinos Pepa','tienda','Toro','España',0);
INSERT INTO ventas VALUES
(1,1,'L23-112','2024-03-25',40,798.00,'2024-04-20'),(2,3,'L23-112','2024-04-02',100,1848.00,'2024-06-01'),(3,2,'L24-007','2024-03-20',15,409.50,'2024-03-20'),
(4,6,'L24-007','2024-04-11',60,1392.30,NULL),(5,1,'L24-019','2024-04-03',35,528.70,'2024-05-10'),(6,5,'L24-019','2024-04-15',25,397.50,NULL),
(7,3,'L23-090','2024-05-09',200,3484.80,'2024-07-02'),(8,6,'L23-090','2024-05-30',160,2692.80,NULL),(9,4,'L24-028','2024-04-18',50,448.50,'2024-05-02'),
(10,2,'L24-047','2024-07-08',12,327.60,'2024-07-08'),(11,1,'L24-049','2024-06-21',20,302.10,NULL),(12,4,'L24-047','2024-07-15',18,452.10,NULL);
INSERT INTO premios VALUES (1,'OV-VIE','World Cheese Awards',2021,'oro'),(2,'AZ-SAN','GourmetQuesos',2022,'plata'),(3,'OV-TOR','World Cheese Awards',2023,'bronce'),(4,'OV-VIE','Cincho',2023,'oro'),(5,'OV-CUR','Cincho',2023,'plata'),(6,'OV-TOR','GourmetQuesos',2024,'oro'),(7,'OV-VIE','GourmetQuesos',2024,'plata');
