CREATE TABLE camarero (id INTEGER PRIMARY KEY, nombre TEXT, turno TEXT, f_alta TEXT, f_baja TEXT, sueldo REAL);
CREATE TABLE mesa (nro INTEGER PRIMARY KEY, zona TEXT, plazas INTEGER, operativa INTEGER);
CREATE TABLE plato (id_plato INTEGER PRIMARY KEY, denominacion TEXT, familia TEXT, pvp REAL, coste REAL, sin_gluten INTEGER, en_carta INTEGER);
CREATE TABLE reserva (id_reserva INTEGER PRIMARY KEY, a_nombre_de TEXT, tfno TEXT, fecha_hora TEXT, comensales INTEGER, nro_mesa INTEGER REFERENCES mesa(nro), estado TEXT, observ TEXT);
CREATE TABLE comanda (id_comanda INTEGER PRIMARY KEY, nro_mesa INTEGER REFERENCES mesa(nro), id_camarero INTEGER REFERENCES camarero(id), apertura TEXT, cierre TEXT, total REAL, propina REAL, forma_pago TEXT);
CREATE TABLE linea_comanda (id_comanda INTEGER REFERENCES comanda(id_comanda), id_plato INTEGER REFERENCES plato(id_plato), cant INTEGER, devuelto INTEGER DEFAULT 0, PRIMARY KEY (id_comanda, id_plato));
CREATE TABLE compra (id INTEGER PRIMARY KEY, proveedor TEXT, genero TEXT, kg REAL, importe REAL, f_pedido TEXT, f_entrega TEXT);
INSERT INTO camarero VALUES
(1,'Lucía Ferrer','noche','2019-04-01',NULL,1480),(2,'Iker Zabala','mediodía','2021-09-15',NULL,1320),(3,'Nerea Pons','noche','2022-06-20','2024-09-30',1290),
(4,'Manolo Rueda','mediodía','2012-02-10',NULL,1710),(5,'Samira Haddad','partido','2023-05-02',NULL,1400),(6,'Jordi Vila','partido','2024-07-01','2024-08-31',1250),(7,'Clara Montes','noche','2025-02-03',NULL,1260);
INSERT INTO mesa VALUES (1,'salón',4,1),(2,'salón',4,1),(3,'salón',6,1),(4,'terraza',2,1),(5,'terraza',4,1),(6,'terraza',4,0),(7,'barra',2,1),(8,'reservado',12,1),(9,'terraza',2,1);
INSERT INTO plato VALUES
(1,'Croquetas de jamón','entrante',9.5,2.1,0,1),(2,'Ensaladilla','entrante',8,1.9,1,1),(3,'Arroz a banda','arroz',17.5,5.2,1,1),(4,'Paella de marisco','arroz',21,8.4,1,1),
(5,'Rabo de toro','carne',19,6.7,1,1),(6,'Solomillo al foie','carne',26.5,11,0,1),(7,'Merluza a la vasca','pescado',22,9.3,1,1),(8,'Tarta de queso','postre',6.5,1.4,0,1),
(9,'Arroz con leche','postre',5,0.9,1,0),(10,'Calamares','entrante',12,4.4,0,0),(11,'Flan de huevo','postre',4.5,0.7,1,1);
INSERT INTO reserva VALUES
(1,'Familia Ortuño','600112233','2024-08-10 14:30',6,3,'cumplida',NULL),(2,'Sergio Lara','611908070','2024-08-15 21:00',2,4,'no_show',NULL),(3,'Bodas Mar','966554433','2024-09-21 14:00',12,8,'cumplida','alergia a frutos secos'),
(4,'Ana Beltrán',NULL,'2024-12-24 21:30',4,1,'anulada',NULL),(5,'Sergio Lara','611908070','2025-01-04 21:00',2,7,'cumplida',NULL),(6,'Peña El Tambor','655321321','2025-02-14 21:30',10,8,'cumplida','cumpleaños'),
(7,'Marta Gil','622443355','2025-02-14 22:00',2,9,'no_show',NULL),(8,'Familia Ortuño','600112233','2025-03-02 14:15',5,3,'cumplida','trona'),(9,'Paul Weber',NULL,'2025-03-15 20:00',4,5,'anulada',NULL),
(10,'Colegio Arrupe','965001122','2025-03-28 14:00',11,8,'pendiente','menú infantil'),(11,'Marta Gil','622443355','2025-03-30 21:00',3,2,'pendiente',NULL);
INSERT INTO comanda VALUES
(501,3,1,'2024-08-10 14:40','2024-08-10 16:55',143.5,10,'tarjeta'),(502,8,4,'2024-09-21 14:10','2024-09-21 18:05',402,30,'transferencia'),(503,7,3,'2024-09-28 21:05','2024-09-28 22:00',31,NULL,'efectivo'),
(504,5,6,'2024-08-20 14:00','2024-08-20 15:20',68,4,'tarjeta'),(505,7,1,'2025-01-04 21:10','2025-01-04 22:45',58.5,5,'bizum'),(506,8,1,'2025-02-14 21:40','2025-02-15 00:30',311.5,20,'tarjeta'),
(507,1,5,'2025-02-20 14:05','2025-02-20 15:10',47,NULL,'efectivo'),(508,3,2,'2025-03-02 14:20','2025-03-02 16:30',129,8,'tarjeta'),(509,4,2,'2025-03-09 13:30','2025-03-09 14:50',39.5,2,'bizum'),
(510,2,4,'2025-03-16 14:15','2025-03-16 16:00',96,NULL,'tarjeta'),(511,9,7,'2025-03-22 21:20',NULL,28.5,NULL,NULL),(512,1,7,'2025-03-22 21:45',NULL,53,NULL,NULL);
INSERT INTO linea_comanda VALUES
(501,1,2,0),(501,4,5,0),(501,8,3,0),(502,5,6,0),(502,7,6,1),(502,2,4,0),(503,1,1,0),(503,10,1,1),(504,3,3,0),(505,6,2,0),(505,11,1,0),(506,6,5,0),(506,5,6,1),(506,8,8,0),(507,2,2,0),(507,3,3,0),(508,4,4,0),(508,1,3,0),(508,11,4,0),(509,7,1,0),(509,8,2,0),(510,3,4,0),(510,1,2,0),(511,2,1,0),(511,5,1,0),(512,6,2,0);
INSERT INTO compra VALUES
(1,'Lonja de Santa Pola','pescado',38.5,512.4,'2024-08-08','2024-08-09'),(2,'Cárnicas Roldán','carne',52,689,'2024-09-16','2024-09-19'),(3,'Huerta Bajo Segura','verdura',80,142.75,'2024-09-18','2024-09-18'),
(4,'Cárnicas Roldán','carne',24,333.6,'2025-02-10','2025-02-13'),(5,'Lonja de Santa Pola','marisco',15,420,'2025-02-12','2025-02-13'),(6,'Makro','bebida',NULL,277.9,'2025-02-25','2025-02-25'),
(7,'Huerta Bajo Segura','verdura',64.5,121.1,'2025-03-05','2025-03-06'),(8,'Arroces Pego','arroz',50,135,'2025-03-10','2025-03-17'),(9,'Lonja de Santa Pola','pescado',29,401.3,'2025-03-24',NULL),(10,'Makro','bebida',NULL,198.2,'2025-03-25',NULL);
