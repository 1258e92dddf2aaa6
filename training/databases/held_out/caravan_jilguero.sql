CREATE TABLE autocaravana (matricula TEXT PRIMARY KEY, apodo TEXT, plazas INTEGER, tarifa_baja REAL, tarifa_alta REAL, km INTEGER, itv TEXT, admite_mascotas INTEGER);
INSERT INTO autocaravana VALUES ('1122 KBB','La Tortuga',4,70,120,98200,'2024-12-01',1),('3344 LCC','Jilguero I',6,85,145,61000,'2025-05-15',0),('5566 LDD','Jilguero II',6,85,145,58400,'2025-05-15',0),('7788 MFF','Pepita',2,60,95,22100,NULL,1),('9900 JGG','El Oso',5,75,130,154300,'2024-08-20',1);
CREATE TABLE viajero (dni TEXT PRIMARY KEY, nombre TEXT, pais TEXT, nacimiento TEXT, carnet_desde TEXT, email TEXT);
INSERT INTO viajero VALUES ('11A','Marta Coll','España','1985-04-04','2004-01-01','marta@correo.example'),('22B','Jürgen Falk','Alemania','1960-10-19','1979-06-01','falk@post.example'),('33C','Sofie Maes','Bélgica','1992-02-02','2012-09-01',NULL),('44D','Andrés Pino','España','1978-07-07','1998-03-01','apino@correo.example'),('55E','Léa Girard','Francia','1999-12-24','2020-05-01','lea@courriel.example'),('66F','Roque Sanz','España','1955-01-30','1975-01-01',NULL),('77G','Ulrike Brandt','Alemania','1970-08-08','1989-01-01','ub@post.example');
CREATE TABLE alquiler (id INTEGER PRIMARY KEY, matricula TEXT, dni TEXT, recogida TEXT, devolucion TEXT, temporada TEXT, importe REAL, fianza REAL, fianza_devuelta INTEGER, km_hechos INTEGER, estado TEXT, FOREIGN KEY (matricula) REFERENCES autocaravana(matricula), FOREIGN KEY (dni) REFERENCES viajero(dni));
INSERT INTO alquiler VALUES
(1,'1122 KBB','11A','2022-04-14','2022-04-18','baja',280,600,1,640,'cerrado'),
(2,'3344 LCC','22B','2022-07-02','2022-07-16','alta',2030,800,1,3100,'cerrado'),
(3,'9900 JGG','44D','2022-08-05','2022-08-12','alta',910,600,0,1450,'cerrado'),
(4,'7788 MFF','33C','2022-10-10','2022-10-15','baja',300,500,1,890,'cerrado'),
(5,'5566 LDD','66F','2023-03-31','2023-04-10','baja',850,800,1,1720,'cerrado'),
(6,'1122 KBB','55E','2023-06-20','2023-06-25','alta',600,600,1,NULL,'cerrado'),
(7,'3344 LCC','22B','2023-07-01','2023-07-22','alta',3045,800,1,4260,'cerrado'),
(8,'9900 JGG','11A','2023-08-14','2023-08-20','alta',780,600,0,1100,'cerrado'),
(9,'7788 MFF','77G','2023-09-18','2023-09-28','baja',600,500,1,1980,'cerrado'),
(10,'5566 LDD','44D','2023-12-22','2023-12-27','baja',425,800,NULL,NULL,'anulado'),
(11,'1122 KBB','66F','2024-03-22','2024-03-31','baja',630,600,1,1310,'cerrado'),
(12,'3344 LCC','77G','2024-05-10','2024-05-24','baja',1190,800,0,2700,'en ruta'),
(13,'7788 MFF','55E','2024-05-17','2024-05-21','baja',240,500,0,NULL,'en ruta'),
(14,'5566 LDD','22B','2024-07-01','2024-07-21','alta',2900,800,NULL,NULL,'reservado'),
(15,'9900 JGG','33C','2024-07-12','2024-07-19','alta',910,600,NULL,NULL,'reservado');
CREATE TABLE extra (codigo TEXT PRIMARY KEY, nombre TEXT, precio_dia REAL);
INSERT INTO extra VALUES ('BIC','portabicis',3),('SIL','silla infantil',2.5),('KIT','kit de cocina',4),('TOL','toldo lateral',5),('WIF','router wifi',3.5);
CREATE TABLE alquiler_extra (alquiler_id INTEGER, codigo TEXT, unidades INTEGER, FOREIGN KEY (alquiler_id) REFERENCES alquiler(id), FOREIGN KEY (codigo) REFERENCES extra(codigo));
INSERT INTO alquiler_extra VALUES (1,'KIT',1),(2,'BIC',2),(2,'TOL',1),(3,'SIL',2),(5,'TOL',1),(7,'BIC',2),(7,'KIT',1),(8,'SIL',1),(9,'KIT',1),(12,'BIC',1),(14,'TOL',1),(14,'BIC',2);
CREATE TABLE taller (id INTEGER PRIMARY KEY, matricula TEXT, entrada TEXT, salida TEXT, concepto TEXT, coste REAL, FOREIGN KEY (matricula) REFERENCES autocaravana(matricula));
INSERT INTO taller VALUES (1,'9900 JGG','2022-08-16','2022-08-30','parachoques',740),(2,'1122 KBB','2022-11-07','2022-11-08','aceite',190),(3,'3344 LCC','2023-02-13','2023-02-15','aceite',210),(4,'9900 JGG','2023-08-21','2023-09-08','embrague',1380),(5,'1122 KBB','2024-01-22','2024-01-24','placa solar',520),(6,'9900 JGG','2024-05-06',NULL,'bomba de agua',NULL);
