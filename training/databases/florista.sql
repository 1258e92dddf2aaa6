CREATE TABLE tienda (
  id_tienda INTEGER PRIMARY KEY, nombre TEXT, barrio TEXT, f_apertura TEXT, m2 INTEGER, alquiler_mes REAL);
CREATE TABLE empleado (
  id_emp INTEGER PRIMARY KEY, nombre TEXT, puesto TEXT, id_tienda INTEGER, f_alta TEXT, f_baja TEXT, sueldo REAL, carnet INTEGER,
  FOREIGN KEY (id_tienda) REFERENCES tienda(id_tienda));
CREATE TABLE flor (
  cod_flor INTEGER PRIMARY KEY, nombre TEXT, color TEXT, origen TEXT, pvp_tallo REAL, stock INTEGER, dias_vida INTEGER, de_temporada INTEGER);
CREATE TABLE cliente (
  nro_cli INTEGER PRIMARY KEY, nombre TEXT, tipo TEXT, tel TEXT, f_nac TEXT, puntos INTEGER);
CREATE TABLE encargo (
  nro INTEGER PRIMARY KEY, nro_cli INTEGER, id_tienda INTEGER, id_emp INTEGER, f_encargo TEXT, f_entrega TEXT, motivo TEXT, estado TEXT, imp_total REAL,
  FOREIGN KEY (nro_cli) REFERENCES cliente(nro_cli), FOREIGN KEY (id_tienda) REFERENCES tienda(id_tienda), FOREIGN KEY (id_emp) REFERENCES empleado(id_emp));
CREATE TABLE linea_encargo (
  id_linea INTEGER PRIMARY KEY, nro INTEGER, cod_flor INTEGER, cant INTEGER, precio REAL,
  FOREIGN KEY (nro) REFERENCES encargo(nro), FOREIGN KEY (cod_flor) REFERENCES flor(cod_flor));
CREATE TABLE merma (
  id_merma INTEGER PRIMARY KEY, cod_flor INTEGER REFERENCES flor(cod_flor), id_tienda INTEGER REFERENCES tienda(id_tienda), fecha TEXT, tallos INTEGER, causa TEXT);

INSERT INTO tienda VALUES
(1,'La Violeta','Centro','2012-03-01',85,1450),
(2,'Jardín de Lola','Ruzafa','2017-09-15',60,980),
(3,'El Tallo','Benimaclet','2021-02-10',48,620),
(4,'Quiosco Mercado','Centro','2019-05-05',12,300),
(5,'Vivero Sur','Patraix','2023-10-20',210,1100),
(6,'Pétalo','Campanar','2015-11-30',55,NULL);
INSERT INTO empleado VALUES
(1,'Dolores Peris','encargada',1,'2012-03-01',NULL,1980,1),
(2,'Marc Soler','florista',1,'2018-04-16',NULL,1520,0),
(3,'Amparo Gil','encargada',2,'2017-09-15',NULL,1850,1),
(4,'Iván Roca','repartidor',2,'2020-01-13','2024-02-29',1310,1),
(5,'Lucía Ferrer','florista',3,'2021-02-10',NULL,1480,0),
(6,'Bruno Salas','aprendiz',5,'2024-01-08',NULL,950,0),
(7,'Carmen Tormo','florista',4,'2019-05-05','2022-12-31',1400,0),
(8,'Nadia Benali','repartidor',5,'2023-10-20',NULL,1350,1),
(9,'Pau Climent','florista',6,'2016-02-01',NULL,1560,1);
INSERT INTO flor VALUES
(10,'Rosa','rojo','Ecuador',2.5,340,9,0),
(11,'Rosa','blanco','Ecuador',2.4,120,9,0),
(12,'Tulipán','amarillo','Holanda',1.3,0,6,1),
(13,'Lirio','blanco','España',3.1,64,10,0),
(14,'Clavel','rojo','España',0.8,500,14,0),
(15,'Girasol','amarillo','España',2.9,22,7,1),
(16,'Orquídea','morado','Tailandia',12.0,15,40,0),
(17,'Peonía','rosa','Holanda',5.5,0,5,1),
(18,'Crisantemo','blanco','España',1.1,410,16,0),
(19,'Lavanda','morado','Francia',0.9,75,NULL,1);
INSERT INTO cliente VALUES
(100,'Hotel Astoria','empresa','963110022',NULL,540),
(101,'Elena Martí','particular','611223344','1985-02-14',35),
(102,'Funeraria La Paz','empresa','963445566',NULL,1220),
(103,'Jorge Ibáñez','particular',NULL,'1990-07-30',0),
(104,'Rosa Blasco','particular','655090807','1958-11-02',210),
(105,'Ayuntamiento','institución','010',NULL,80),
(106,'Sara y Miguel','particular','677001122','1993-05-21',15),
(107,'Restaurante Brasa','empresa',NULL,NULL,95),
(108,'Teresa Lloret','particular','644556677','1971-02-03',0);
INSERT INTO encargo VALUES
(2001,101,1,2,'2023-02-10','2023-02-14','San Valentín','entregado',45.0),
(2002,102,2,3,'2023-03-21','2023-03-22','funeral','entregado',180.0),
(2003,100,1,1,'2023-05-02','2023-05-05','decoración','entregado',390.0),
(2004,106,5,8,'2023-12-01','2024-05-18','boda','entregado',1250.0),
(2005,102,2,4,'2024-01-17','2024-01-18','funeral','entregado',210.0),
(2006,103,3,5,'2024-02-13',NULL,'San Valentín','anulado',60.0),
(2007,104,1,2,'2024-02-12','2024-02-14','San Valentín','entregado',38.5),
(2008,107,4,NULL,'2024-04-08','2024-04-10','decoración','entregado',95.0),
(2009,102,6,9,'2024-05-29','2024-05-30','funeral','entregado',165.0),
(2010,105,1,1,'2024-06-03','2024-06-24','decoración','entregado',720.0),
(2011,100,1,2,'2024-07-01',NULL,'decoración','preparando',410.0),
(2012,104,3,5,'2024-07-08',NULL,'cumpleaños','pendiente',52.0),
(2013,101,6,9,'2024-07-10',NULL,'boda','pendiente',980.0),
(2014,102,2,3,'2024-07-11',NULL,'funeral','anulado',150.0);
INSERT INTO linea_encargo VALUES
(1,2001,10,12,2.5),(2,2002,18,60,1.0),(3,2002,13,20,3.0),(4,2003,16,15,11.5),(5,2004,11,150,2.2),(6,2004,17,80,5.0),
(7,2005,18,90,1.0),(8,2006,10,24,2.5),(9,2007,14,30,0.8),(10,2008,15,18,2.9),(11,2009,13,30,3.1),(12,2010,14,400,0.7),
(13,2011,16,20,12.0),(14,2013,11,200,2.3),(15,2014,18,70,1.1);
INSERT INTO merma VALUES
(1,12,1,'2024-03-11',45,'marchita'),
(2,10,2,'2024-02-16',30,'marchita'),
(3,17,5,'2024-05-20',22,'rotura'),
(4,15,4,'2024-06-18',9,'plaga'),
(5,10,1,'2023-08-09',60,'marchita'),
(6,14,3,'2024-06-27',110,'plaga'),
(7,16,1,'2024-07-02',2,'rotura'),
(8,12,6,'2024-04-02',38,NULL);
