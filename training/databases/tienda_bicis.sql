CREATE TABLE clientes (id_cliente INTEGER PRIMARY KEY, nombre TEXT, telefono TEXT, email TEXT, localidad TEXT, f_alta TEXT, socio INTEGER);
CREATE TABLE bicicletas (id_bici INTEGER PRIMARY KEY, marca TEXT, modelo TEXT, tipo TEXT, talla TEXT, peso_kg REAL, pvp REAL, stock INTEGER);
CREATE TABLE ventas (id_venta INTEGER PRIMARY KEY, id_cliente INTEGER REFERENCES clientes(id_cliente), id_bici INTEGER REFERENCES bicicletas(id_bici), fecha TEXT, importe REAL, forma_pago TEXT, pendiente REAL);
CREATE TABLE mecanicos (id_mec INTEGER PRIMARY KEY, nombre TEXT, f_contrato TEXT, f_baja TEXT, precio_hora REAL);
CREATE TABLE reparaciones (id_rep INTEGER PRIMARY KEY, id_cliente INTEGER REFERENCES clientes(id_cliente), id_mec INTEGER REFERENCES mecanicos(id_mec), f_entrada TEXT, f_entrega TEXT, averia TEXT, estado TEXT, horas REAL, total REAL);
CREATE TABLE recambios (id_rec INTEGER PRIMARY KEY, descripcion TEXT, proveedor TEXT, coste REAL, existencias INTEGER, minimo INTEGER);
CREATE TABLE rep_recambios (id_rep INTEGER REFERENCES reparaciones(id_rep), id_rec INTEGER REFERENCES recambios(id_rec), uds INTEGER, precio_ud REAL, PRIMARY KEY(id_rep,id_rec));
INSERT INTO clientes VALUES
(1,'Lucía Ferrer','600111222','lucia@correo.es','Valencia','2022-03-14',1),
(2,'Jordi Pons','611222333',NULL,'Sagunto','2022-06-01',0),
(3,'Amaya Ruiz','622333444','amaya@correo.es','Valencia','2023-01-20',1),
(4,'Tomás Gil',NULL,'tgil@correo.es','Torrent','2023-05-09',0),
(5,'Nerea Soto','644555666',NULL,'Valencia','2023-11-30',0),
(6,'Pablo Marín','655666777','pmarin@correo.es','Torrent','2024-02-02',1),
(7,'Carmen Vidal','666777888','cvidal@correo.es','Sagunto','2024-04-18',0),
(8,'Raúl Prieto',NULL,NULL,'Paterna','2024-06-25',0),
(9,'Inés Calvo','688999000','ines@correo.es','Paterna','2024-09-12',1);
INSERT INTO bicicletas VALUES
(1,'Orbea','Alma','montaña','M',10.8,2199,3),
(2,'Orbea','Avant','carretera','L',8.9,1899,0),
(3,'BH','Atom','eléctrica','M',22.5,3299,2),
(4,'Conor','Soho','urbana','S',13.2,649,7),
(5,'Trek','Domane','carretera','M',9.3,2750,1),
(6,'Trek','Verve','eléctrica','L',21.4,2999,0),
(7,'Megamo','Kids 20','infantil',NULL,8.1,329,5),
(8,'BH','Spike','montaña','XL',12.7,1149,4);
INSERT INTO ventas VALUES
(1,1,4,'2023-04-02',649,'tarjeta',0),(2,3,1,'2023-06-17',2100,'financiación',600),(3,2,7,'2023-12-20',329,'efectivo',0),
(4,4,3,'2024-01-15',3299,'financiación',1500),(5,6,2,'2024-03-08',1850,'tarjeta',0),(6,7,4,'2024-04-18',649,'efectivo',0),
(7,1,5,'2024-05-22',2750,'transferencia',250),(8,9,6,'2024-09-12',2899,'tarjeta',0),(9,3,7,'2024-10-30',299,'efectivo',0),(10,6,4,'2024-11-16',620,'tarjeta',0),(11,2,8,'2024-11-28',1149,'financiación',800);
INSERT INTO mecanicos VALUES (1,'Vicente Mora','2018-05-02',NULL,32),(2,'Sara Llopis','2021-09-15',NULL,30),(3,'Kike Blasco','2020-02-10','2024-03-31',28),(4,'Andreu Roig','2024-04-08',NULL,25),(5,'Marta Peris','2024-10-01',NULL,24);
INSERT INTO reparaciones VALUES
(1,1,1,'2024-01-10','2024-01-12','pinchazo','entregada',0.5,18),(2,2,3,'2024-01-22','2024-02-02','frenos','entregada',2,85),
(3,3,2,'2024-03-05','2024-03-07','cambio','entregada',1.5,64.5),(4,5,1,'2024-04-11',NULL,'batería','anulada',NULL,0),
(5,6,2,'2024-06-19','2024-06-30','cuadro','entregada',5,240),(6,8,1,'2024-08-02','2024-08-03','pinchazo','entregada',0.5,16),
(7,7,1,'2024-09-14','2024-09-20','frenos','entregada',1.75,92),(8,1,4,'2024-10-21',NULL,'rueda','lista',1,47),
(9,4,2,'2024-11-06',NULL,'batería','esperando pieza',0.75,NULL),(10,9,1,'2024-11-20',NULL,'cambio','en taller',NULL,NULL),(11,5,4,'2024-11-25',NULL,'pinchazo','en taller',NULL,NULL),(12,3,2,'2024-11-27',NULL,'rueda','lista',1.25,55);
INSERT INTO recambios VALUES (1,'cámara 29','Ciclosur',4.2,40,15),(2,'pastillas de freno','Shimano Iberia',9.5,6,10),(3,'cadena 11v','Shimano Iberia',22,12,5),(4,'batería 500 Wh','BH Piezas',410,0,1),(5,'radios inox','Ciclosur',0.6,150,50),(6,'cubierta 700x28','Mavic Levante',28.9,3,6),(7,'puños de corcho','Ciclosur',7.3,9,4);
INSERT INTO rep_recambios VALUES (1,1,1,7),(2,2,2,15),(3,3,1,34),(5,5,12,1.2),(6,1,1,7),(7,2,4,15),(8,5,6,1.2),(8,6,1,42),(12,6,1,42);
