CREATE TABLE clinicas (id INTEGER PRIMARY KEY, nombre TEXT, ciudad TEXT, telefono TEXT, descuento REAL);
INSERT INTO clinicas VALUES (1,'Dental Robledo','Burgos','947 110 220',5),(2,'Clínica Sonría','Valladolid','983 400 118',NULL),(3,'Dra. Ibáñez','Burgos','947 330 901',10),(4,'OrtoPalencia','Palencia',NULL,NULL),(5,'Centro Maxilar Duero','Valladolid','983 712 044',7.5),(6,'Dental Arlanza','Lerma','947 660 015',NULL);
CREATE TABLE tecnicos (id INTEGER PRIMARY KEY, nombre TEXT, especialidad TEXT, fecha_alta TEXT);
INSERT INTO tecnicos VALUES (1,'Nuria Calvo','cerámica','2015-03-02'),(2,'Paco Lerma','removible','2009-09-14'),(3,'Iker Soto','CAD/CAM','2021-01-11'),(4,'Begoña Ruiz','ortodoncia','2018-05-21'),(5,'Tomás Vela','cerámica','2023-10-02');
CREATE TABLE trabajos (id INTEGER PRIMARY KEY, clinica_id INTEGER REFERENCES clinicas(id), tecnico_id INTEGER REFERENCES tecnicos(id), tipo TEXT, material TEXT, piezas INTEGER, fecha_entrada TEXT, fecha_entrega TEXT, estado TEXT, precio REAL, repeticion INTEGER);
INSERT INTO trabajos VALUES
(1,1,1,'corona','zirconio',1,'2023-02-06','2023-02-15','entregado',145,0),
(2,2,2,'dentadura','resina',14,'2023-03-13','2023-03-30','entregado',320,0),
(3,3,1,'puente','zirconio',3,'2023-05-08','2023-05-22','entregado',420,0),
(4,1,4,'férula','resina',1,'2023-06-19','2023-06-23','entregado',60,0),
(5,5,3,'corona','disilicato',2,'2023-09-04','2023-09-13','entregado',310,0),
(6,5,3,'corona','disilicato',1,'2023-09-20','2023-09-27','entregado',0,1),
(7,3,2,'dentadura','resina',12,'2023-11-06','2023-11-28','entregado',295,0),
(8,2,1,'puente','cromo-cobalto',4,'2024-01-15','2024-02-01','entregado',380,0),
(9,6,4,'férula','resina',1,'2024-02-12','2024-02-16','entregado',65,0),
(10,1,5,'carilla','disilicato',6,'2024-04-08','2024-04-24','entregado',900,0),
(11,1,5,'carilla','disilicato',2,'2024-05-02','2024-05-10','entregado',0,1),
(12,5,3,'corona','zirconio',1,'2024-06-10','2024-06-18','entregado',150,0),
(13,3,1,'corona','zirconio',2,'2024-09-09',NULL,'en prueba',290,0),
(14,2,2,'dentadura','resina',14,'2024-09-16',NULL,'en curso',340,0),
(15,5,NULL,'puente','zirconio',5,'2024-09-23',NULL,'en curso',700,0),
(16,6,4,'férula','resina',2,'2024-09-02',NULL,'anulado',130,0);
CREATE TABLE facturas (numero TEXT PRIMARY KEY, clinica_id INTEGER REFERENCES clinicas(id), fecha_emision TEXT, importe REAL, fecha_cobro TEXT);
INSERT INTO facturas VALUES ('F23-01',1,'2023-02-28',137.75,'2023-03-20'),('F23-02',2,'2023-03-31',320,'2023-05-04'),('F23-03',3,'2023-05-31',378,'2023-06-12'),('F23-04',1,'2023-06-30',57,'2023-07-10'),('F23-05',5,'2023-09-30',286.75,'2023-12-01'),('F23-06',3,'2023-11-30',265.5,'2023-12-15'),('F24-01',2,'2024-02-29',380,NULL),('F24-02',6,'2024-02-29',65,'2024-03-08'),('F24-03',1,'2024-04-30',855,'2024-06-03'),('F24-04',5,'2024-06-30',138.75,NULL);
CREATE TABLE materiales (id INTEGER PRIMARY KEY, nombre TEXT, proveedor TEXT, stock_gramos REAL, minimo_gramos REAL, caducidad TEXT);
INSERT INTO materiales VALUES (1,'zirconio','Zirkon Ibérica',1800,1000,NULL),(2,'disilicato','Vidrios Dentales SL',240,400,'2026-03-31'),(3,'resina','Polidén',5200,2000,'2024-12-31'),(4,'cromo-cobalto','Metales Ebro',900,500,NULL),(5,'yeso extraduro','Polidén',15000,8000,'2025-06-30'),(6,'cera','Metales Ebro',350,500,'2025-02-28');
