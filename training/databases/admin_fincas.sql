CREATE TABLE comunidad (idCom INTEGER PRIMARY KEY, direccion TEXT, municipio TEXT, numViviendas INTEGER, ascensor INTEGER, fondoReserva REAL, idPresidente INTEGER);
CREATE TABLE propietario (idProp INTEGER PRIMARY KEY, nombreCompleto TEXT, idCom INTEGER, piso TEXT, coeficiente REAL, tlf TEXT, iban TEXT);
CREATE TABLE recibo (idRecibo INTEGER PRIMARY KEY, idProp INTEGER, fEmision TEXT, clase TEXT, importe REAL, estado TEXT, fCobro TEXT);
CREATE TABLE gremio (idGremio INTEGER PRIMARY KEY, empresa TEXT, oficio TEXT, tlf TEXT, urgencias INTEGER);
CREATE TABLE averia (idAveria INTEGER PRIMARY KEY, idCom INTEGER, idGremio INTEGER, fAviso TEXT, fArreglo TEXT, tipo TEXT, factura REAL, siniestro INTEGER);
CREATE TABLE junta (idJunta INTEGER PRIMARY KEY, idCom INTEGER, fecha TEXT, caracter TEXT, asistentes INTEGER, derramaAprobada REAL);
INSERT INTO comunidad VALUES (1,'Calle Mayor 14','Getafe',24,1,8200,3),(2,'Avenida del Parque 3','Leganés',40,1,15300,5),(3,'Plaza Chica 7','Getafe',9,0,1100,NULL),(4,'Residencial Los Tilos','Pinto',62,1,27400,8),(5,'Calle Olmo 22','Pinto',12,0,2950,10);
INSERT INTO propietario VALUES (1,'Amparo Sáez',1,'1ºA',4.2,'690100001','ES11'),(2,'Julián Merino',1,'2ºB',4.1,'690100002',NULL),(3,'Beatriz Cano',1,'3ºA',4.4,'690100003','ES13'),(4,'Inversiones Duero SL',2,'Bajo 1',6.0,'910100004','ES14'),(5,'Fermín Lozano',2,'5ºC',2.3,'690100005','ES15'),(6,'Pilar Escudero',3,'1º izq',11.5,NULL,'ES16'),(7,'Omar Benali',3,'2º dcha',10.9,'690100007',NULL),(8,'Gloria Pastor',4,'Chalet 12',1.6,'690100008','ES18'),(9,'Inversiones Duero SL',4,'Local 2',3.1,'910100004','ES14'),(10,'Ramiro Quesada',5,'1ºB',8.7,NULL,'ES20');
INSERT INTO recibo VALUES
(1,1,'2023-01-05','ordinaria',65,'COB','2023-01-10'),
(2,2,'2023-01-05','ordinaria',63,'DEV',NULL),
(3,4,'2023-04-03','derrama',480,'COB','2023-04-12'),
(4,5,'2023-04-03','derrama',184,'COB','2023-05-30'),
(5,6,'2023-07-04','ordinaria',92,'COB','2023-07-08'),
(6,7,'2023-07-04','ordinaria',87,'PEN',NULL),
(7,8,'2023-10-02','ordinaria',110,'COB','2023-10-06'),
(8,9,'2023-10-02','ordinaria',140,'COB','2023-10-06'),
(9,2,'2024-01-04','ordinaria',66,'PEN',NULL),
(10,3,'2024-01-04','ordinaria',70,'COB','2024-01-09'),
(11,10,'2024-02-01','derrama',350,'PEN',NULL),
(12,7,'2024-04-02','ordinaria',90,'DEV',NULL),
(13,4,'2024-04-02','ordinaria',155,'COB','2024-04-05'),
(14,8,'2024-07-01','derrama',260,'COB','2024-07-20'),
(15,9,'2024-07-01','derrama',505,'PEN',NULL),
(16,1,'2024-07-01','ordinaria',68,'COB','2024-07-03');
INSERT INTO gremio VALUES (1,'Fontanería Ríos','fontanero','911200001',1),(2,'Elevadores Cima','ascensorista','911200002',1),(3,'Electro Blas','electricista','911200003',0),(4,'Limpiezas Nácar','limpieza',NULL,0),(5,'Cerrajería 24','cerrajero','911200005',1);
INSERT INTO averia VALUES
(1,1,2,'2023-02-11 09:20','2023-02-12 13:00','ascensor',340,0),
(2,2,1,'2023-03-28 22:45','2023-03-29 10:30','fuga',615,1),
(3,3,3,'2023-06-16 18:10','2023-06-20 12:00','luz',128,0),
(4,4,1,'2023-09-09 08:05','2023-09-09 11:45','atasco',190,0),
(5,2,2,'2023-11-30 07:50','2023-12-04 17:00','ascensor',720,0),
(6,5,5,'2024-01-14 20:30','2024-01-14 21:40','portal',155,0),
(7,1,1,'2024-02-22 12:15','2024-02-27 09:30','fuga',880,1),
(8,4,3,'2024-05-06 21:00','2024-05-08 10:10','luz',240,0),
(9,4,2,'2024-06-18 10:35',NULL,'ascensor',NULL,0),
(10,3,NULL,'2024-07-09 16:40',NULL,'fuga',NULL,1),
(11,2,5,'2024-07-15 19:25','2024-07-16 09:00','portal',98,0),
(12,1,2,'2024-07-22 08:00','2024-07-22 12:30','ascensor',165,0);
INSERT INTO junta VALUES (1,1,'2023-03-15','ordinaria',14,0),(2,2,'2023-03-22','extraordinaria',21,12000),(3,3,'2023-05-10','ordinaria',5,NULL),(4,4,'2023-06-07','ordinaria',28,0),(5,5,'2024-01-18','extraordinaria',8,4200),(6,1,'2024-03-13','ordinaria',11,0),(7,4,'2024-06-05','extraordinaria',33,18500),(8,2,'2024-04-17','ordinaria',17,0);
