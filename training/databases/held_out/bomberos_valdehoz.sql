CREATE TABLE tb_cuartel (id_cuartel INTEGER PRIMARY KEY, nom_cuartel TEXT, comuna TEXT, fono TEXT, fundado TEXT);
INSERT INTO tb_cuartel VALUES (1,'Primera Compañía','Valdehoz','71 245 1101','1921-05-14'),(2,'Segunda Compañía','Valdehoz','71 245 1102','1948-09-30'),(3,'Compañía El Molino','El Molino','71 245 1103','1975-11-08'),(4,'Brigada Las Lajas','Las Lajas',NULL,'2011-03-02');
CREATE TABLE tb_voluntario (id_vol INTEGER PRIMARY KEY, nom_vol TEXT, cargo TEXT, id_cuartel INTEGER, f_ingreso TEXT, gr_sangre TEXT, cel TEXT, activo INTEGER);
INSERT INTO tb_voluntario VALUES
(1,'Ramiro Alcaíno','capitán',1,'2001-03-10','O+','9 8811 0001',1),(2,'Teresa Lobos','teniente',1,'2009-07-22','A+','9 8811 0002',1),(3,'Hugo Pizarro','bombero',1,'2016-01-18','B+',NULL,1),
(4,'Marcela Yáñez','capitán',2,'2004-10-05','O-','9 8811 0004',1),(5,'Iván Retamal','maquinista',2,'2012-12-12','A-','9 8811 0005',1),(6,'Sofía Cárcamo','bombero',2,'2021-06-30','O+','9 8811 0006',1),
(7,'Luis Ñancupil','capitán',3,'1998-02-27','O+','9 8811 0007',1),(8,'Paola Ríos','bombero',3,'2019-09-09',NULL,'9 8811 0008',0),(9,'Darío Vega','maquinista',3,'2014-04-01','AB+',NULL,1),
(10,'Nicolás Soto','aspirante',4,'2024-08-15','A+','9 8811 0010',1),(11,'Camila Jerez','aspirante',4,'2024-11-20',NULL,'9 8811 0011',1);
CREATE TABLE tb_carro (sigla TEXT PRIMARY KEY, tipo TEXT, id_cuartel INTEGER, anio INTEGER, km INTEGER, litros INTEGER, est TEXT);
INSERT INTO tb_carro VALUES ('B-1','bomba',1,2015,48200,3000,'OP'),('R-1','rescate',1,2019,27100,NULL,'OP'),('B-2','bomba',2,2008,91600,2500,'TA'),('Z-3','aljibe',3,2003,120400,10000,'OP'),('B-3','bomba',3,2017,35500,4000,'OP'),('M-4','forestal',4,2012,66900,1500,'FS'),('Q-2','escala',2,1999,58800,NULL,'OP');
CREATE TABLE tb_emergencia (id_em INTEGER PRIMARY KEY, fh_aviso TEXT, fh_llegada TEXT, clave TEXT, direccion TEXT, sector TEXT, lesionados INTEGER, ha_quemadas REAL, id_a_cargo INTEGER);
INSERT INTO tb_emergencia VALUES
(1,'2023-01-08 14:10','2023-01-08 14:22','INC-FOR','Camino a Las Lajas km 4','rural',0,12.5,7),(2,'2023-02-19 03:35','2023-02-19 03:42','INC-EST','Calle Prat 233','urbano',2,NULL,1),
(3,'2023-03-27 18:05','2023-03-27 18:16','RES-VEH','Ruta 5 km 280','carretera',4,NULL,2),(4,'2023-06-14 21:50','2023-06-14 21:58','GAS','Pasaje Los Olmos 12','urbano',0,NULL,4),
(5,'2023-09-02 09:15','2023-09-02 09:30','RES-ANI','Canal Norte','rural',0,NULL,6),(6,'2023-12-24 16:40','2023-12-24 16:58','INC-FOR','Cerro Pelado','rural',1,85.0,7),
(7,'2024-01-17 13:25','2024-01-17 13:47','INC-FOR','Fundo Santa Rita','rural',0,210.0,7),(8,'2024-02-03 05:10','2024-02-03 05:17','INC-EST','Av. Balmaceda 1450','urbano',3,NULL,4),
(9,'2024-04-28 20:30','2024-04-28 20:44','RES-VEH','Ruta 5 km 291','carretera',1,NULL,1),(10,'2024-07-11 11:55','2024-07-11 12:01','GAS','Mercado Municipal','urbano',0,NULL,2),
(11,'2024-09-19 02:20',NULL,'FALSA','Plaza de Armas','urbano',0,NULL,1),(12,'2024-11-30 17:05','2024-11-30 17:19','INC-FOR','Quebrada Honda','rural',0,6.0,NULL),
(13,'2024-12-26 15:45','2024-12-26 16:03','INC-FOR','Camino a Las Lajas km 9','rural',0,48.5,7),(14,'2025-01-12 04:05','2025-01-12 04:13','INC-EST','Calle Prat 871','urbano',1,NULL,1),(15,'2025-01-29 19:20','2025-01-29 19:33','RES-VEH','Cruce El Molino','carretera',2,NULL,4);
CREATE TABLE tb_despacho (id_em INTEGER, sigla TEXT, id_maquinista INTEGER, agua_lts INTEGER);
INSERT INTO tb_despacho VALUES (1,'B-3',9,4000),(1,'Z-3',9,10000),(2,'B-1',5,2800),(3,'R-1',5,NULL),(6,'Z-3',9,20000),(6,'M-4',NULL,3000),(7,'Z-3',9,30000),(7,'B-3',5,8000),(7,'M-4',NULL,4500),(8,'B-2',5,2500),(8,'Q-2',5,NULL),(9,'R-1',5,NULL),(12,'M-4',NULL,1500),(13,'Z-3',9,10000),(14,'B-1',5,2200),(15,'R-1',9,NULL);
CREATE TABLE tb_cuota (id_cuota INTEGER PRIMARY KEY, id_vol INTEGER, periodo TEXT, monto INTEGER, f_pago TEXT);
INSERT INTO tb_cuota VALUES (1,1,'2024-11',5000,'2024-11-06'),(2,2,'2024-11',5000,'2024-11-10'),(3,3,'2024-11',5000,NULL),(4,5,'2024-11',5000,'2024-12-02'),(5,6,'2024-11',5000,NULL),(6,1,'2024-12',5000,'2024-12-05'),(7,2,'2024-12',5000,'2024-12-20'),(8,3,'2024-12',5000,NULL),(9,4,'2024-12',6000,'2024-12-28'),(10,7,'2025-01',6000,'2025-01-07'),(11,1,'2025-01',6000,'2025-01-09'),(12,9,'2025-01',6000,NULL);
