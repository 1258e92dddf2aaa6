CREATE TABLE libros (isbn TEXT PRIMARY KEY, titulo TEXT, id_autor INTEGER, id_editorial INTEGER, genero TEXT, anio_pub INTEGER, num_pags INTEGER, precio REAL, existencias INTEGER);
CREATE TABLE autores (id_autor INTEGER PRIMARY KEY, nombre TEXT, pais TEXT, anio_nac INTEGER, anio_muerte INTEGER);
CREATE TABLE editoriales (id_editorial INTEGER PRIMARY KEY, nombre TEXT, ciudad TEXT, dias_credito INTEGER, descuento_pct REAL);
CREATE TABLE socios (num_socio INTEGER PRIMARY KEY, nombre TEXT, correo TEXT, colonia TEXT, fecha_alta DATE, puntos INTEGER, vigente INTEGER);
CREATE TABLE ventas (folio INTEGER PRIMARY KEY, num_socio INTEGER, fecha TEXT, sucursal TEXT, metodo_pago TEXT, facturada INTEGER, cajero TEXT);
CREATE TABLE renglones (id_renglon INTEGER PRIMARY KEY, folio INTEGER, isbn TEXT, cantidad INTEGER, precio_unit REAL, devuelto INTEGER);
CREATE TABLE pedidos_prov (id_pedido INTEGER PRIMARY KEY, id_editorial INTEGER, f_pedido DATE, f_llegada DATE, ejemplares INTEGER, monto REAL, estatus TEXT);
INSERT INTO autores VALUES
(1,'Elvira Montaño','México',1948,2019),(2,'Joaquín Serdán','México',1975,NULL),(3,'Pilar Ugarte','Argentina',1962,NULL),
(4,'Ethan Crowley','Estados Unidos',1931,2004),(5,'Lourdes Tzul','Guatemala',1988,NULL),(6,'Anselmo Ruvalcaba','México',1955,NULL),(7,'Noa Ferrán','España',1980,NULL);
INSERT INTO editoriales VALUES
(1,'Ediciones Cenzontle','Guadalajara',60,40),(2,'Faro Norte','Monterrey',30,35),(3,'Tinta Lunar','Ciudad de México',45,42.5),(4,'Sigma Libros','Barcelona',90,30),(5,'Nopal Niños','Puebla',NULL,38);
INSERT INTO libros VALUES
('9786070001','La sal de los días',1,1,'novela',1989,312,289,14),
('9786070002','Cartas a un río',1,1,'poesía',1997,96,160,3),
('9786070003','Frontera de vidrio roto',2,2,'novela',2021,420,345,22),
('9786070004','El oficio de perder',3,4,'ensayo',2015,188,310,0),
('9786070005','Máquinas que sueñan',4,3,'ciencia ficción',1974,256,240,7),
('9786070006','Abuela Nopal',5,5,'infantil',2022,32,130,40),
('9786070007','Los perros del alba',2,2,'novela',2018,275,299,0),
('9786070008','Historia mínima del maíz',6,3,'ensayo',2010,540,480,5),
('9786070009','Luna de papel',7,5,'infantil',2019,40,145,18),
('9786070010','Casa sin puertas',7,4,'poesía',2023,110,220,9),
('9786070011','Viento contrario',6,1,'novela',2003,398,NULL,2);
INSERT INTO socios VALUES
(101,'Gabriela Orozco','gaby.o@correo.example','Roma Norte','2020-02-14',850,1),(102,'Tomás Villaseñor',NULL,'Narvarte','2021-06-30',120,1),
(103,'Irma Cuevas','irma@correo.example','Coyoacán','2019-09-01',2310,1),(104,'Raúl Zepeda','rz@correo.example','Narvarte','2022-11-11',0,0),
(105,'Sofía Lagunes',NULL,'Del Valle','2023-04-23',430,1),(106,'Emilio Banda','ebanda@correo.example','Roma Norte','2024-01-08',75,1),(107,'Hilda Prieto','hilda@correo.example','Tlalpan','2018-05-05',990,0);
INSERT INTO ventas VALUES
(5001,101,'2023-11-18 12:10','Centro','tarjeta',0,'Nayeli'),(5002,NULL,'2023-12-02 17:45','Centro','efectivo',0,'Nayeli'),
(5003,103,'2023-12-20 19:05','Coyoacán','tarjeta',1,'Beto'),(5004,NULL,'2024-01-06 11:00','Coyoacán','efectivo',0,'Beto'),
(5005,105,'2024-02-14 13:30','Centro','transferencia',1,'Lalo'),(5006,101,'2024-03-09 16:20','Coyoacán','tarjeta',0,'Beto'),
(5007,106,'2024-03-21 10:15','Centro','efectivo',0,'Nayeli'),(5008,103,'2024-04-23 18:40','Coyoacán','tarjeta',1,'Lalo'),
(5009,NULL,'2024-04-23 19:10','Aeropuerto','tarjeta',0,'Kari'),(5010,102,'2024-04-30 12:00','Aeropuerto','efectivo',0,'Kari'),(5011,103,'2024-05-04 15:55','Centro','transferencia',1,'Nayeli');
INSERT INTO renglones VALUES
(1,5001,'9786070001',1,289,0),(2,5001,'9786070002',2,150,0),(3,5002,'9786070006',3,125,0),(4,5003,'9786070008',1,480,0),(5,5003,'9786070003',1,330,1),
(6,5004,'9786070006',2,130,0),(7,5004,'9786070009',2,145,0),(8,5005,'9786070010',1,220,0),(9,5006,'9786070003',1,345,0),(10,5007,'9786070005',1,240,1),
(11,5008,'9786070007',2,299,0),(12,5008,'9786070001',1,289,0),(13,5009,'9786070003',1,345,0),(14,5010,'9786070009',1,145,0),(15,5011,'9786070003',2,345,0);
INSERT INTO pedidos_prov VALUES
(1,1,'2023-10-02','2023-10-20',50,8600,'recibido'),(2,2,'2023-11-15','2023-11-22',40,8100,'recibido'),(3,5,'2024-01-15','2024-02-10',80,6500,'recibido'),
(4,4,'2024-02-01',NULL,30,6200,'pendiente'),(5,3,'2024-03-12','2024-03-19',25,5400,'recibido'),(6,2,'2024-04-10',NULL,60,12100,'pendiente'),(7,4,'2024-04-15',NULL,10,2150,'anulado'),(8,1,'2024-04-28','2024-05-03',35,5980,'incompleto');
