CREATE TABLE cliente (id_cli INTEGER PRIMARY KEY, nombre TEXT NOT NULL, tfno TEXT, correo TEXT, localidad TEXT, f_alta TEXT, como_nos_conocio TEXT);
CREATE TABLE fotografo (id_fot INTEGER PRIMARY KEY, nombre TEXT, especialidad TEXT, f_ingreso TEXT, f_baja TEXT, tarifa_hora REAL, autonomo INTEGER);
CREATE TABLE sesion (id_ses INTEGER PRIMARY KEY, id_cli INTEGER, id_fot INTEGER, tipo TEXT, f_hora TEXT, dur_min INTEGER, lugar TEXT, precio REAL, estado TEXT,
 FOREIGN KEY(id_cli) REFERENCES cliente(id_cli), FOREIGN KEY(id_fot) REFERENCES fotografo(id_fot));
CREATE TABLE entrega (id_ent INTEGER PRIMARY KEY, id_ses INTEGER, f_entrega TEXT, num_fotos INTEGER, num_retocadas INTEGER, soporte TEXT, recogido INTEGER, FOREIGN KEY(id_ses) REFERENCES sesion(id_ses));
CREATE TABLE pago (id_pago INTEGER PRIMARY KEY, id_ses INTEGER, f_pago TEXT, importe REAL, forma TEXT, concepto TEXT, FOREIGN KEY(id_ses) REFERENCES sesion(id_ses));
CREATE TABLE equipo (id_eq INTEGER PRIMARY KEY, descripcion TEXT, categoria TEXT, marca TEXT, f_compra TEXT, pvp REAL, peso_g INTEGER, estado TEXT, id_fot INTEGER, FOREIGN KEY(id_fot) REFERENCES fotografo(id_fot));
INSERT INTO cliente VALUES
(1,'Lucía Barreiro','611204578','lucia.b@ejemplo.es','Lugo','2021-05-10','instagram'),(2,'Hermanos Seoane S.L.','982110033','admin@seoane.es','Monforte','2019-10-02','recomendación'),
(3,'Andrés Vilar','622887410',NULL,'Lugo','2023-01-19','web'),(4,'Marta Quiroga','633019822','mquiroga@ejemplo.es','Sarria','2024-03-08','instagram'),
(5,'CEIP Río Miño','982450011','secretaria@riomino.es','Lugo','2018-09-14','recomendación'),(6,'Iria Pardo','644330901',NULL,'Vilalba','2024-06-21','feria de bodas'),
(7,'Óscar Lamas',NULL,'oscarlamas@ejemplo.es','Sarria','2022-11-30','web'),(8,'Noelia Castro','655778102','noe.castro@ejemplo.es','Lugo','2025-02-03','feria de bodas'),
(9,'Bodega Pena Alta','982777654','hola@penaalta.es','Monforte','2025-03-17',NULL);
INSERT INTO fotografo VALUES
(1,'Xoán Rielo','bodas','2015-03-01',NULL,55,0),(2,'Carmen Iglesias','retrato','2017-06-15',NULL,48,0),(3,'Sergio Pons','producto','2020-01-07','2024-09-30',42,1),
(4,'Ainhoa Etxeberria','bodas','2022-04-04',NULL,50,1),(5,'Pilar Souto','infantil','2023-09-01',NULL,38,0),(6,'David Mera','retrato','2025-01-10',NULL,35,1);
INSERT INTO sesion VALUES
(1,1,2,'retrato','2024-02-10 11:00',60,'estudio',120,'entregada'),(2,2,3,'producto','2024-03-05 09:30',240,'exterior',640,'entregada'),(3,5,5,'escolar','2024-05-14 09:00',300,'exterior',980,'entregada'),
(4,6,1,'boda','2024-09-21 12:00',600,'exterior',1850,'entregada'),(5,3,4,'retrato','2024-10-03 17:00',45,'estudio',95,'anulada'),(6,4,5,'recién nacido','2024-11-16 10:30',120,'estudio',210,'entregada'),
(7,1,2,'retrato','2025-01-25 12:00',60,'estudio',130,'entregada'),(8,7,4,'boda','2025-04-26 13:00',540,'exterior',1700,'en edición'),(9,2,6,'producto','2025-03-11 10:00',180,'estudio',520,'entregada'),
(10,5,5,'escolar','2025-05-13 09:00',330,'exterior',1040,'en edición'),(11,8,1,'boda','2025-06-14 12:30',600,'exterior',2100,'reservada'),(12,4,5,'retrato','2025-05-20 18:00',60,'estudio',130,'anulada'),
(13,9,6,'producto','2025-05-28 11:00',150,'exterior',450,'en edición'),(14,3,NULL,'retrato','2025-06-05 17:30',45,'estudio',95,'reservada');
INSERT INTO entrega VALUES
(1,1,'2024-02-20',25,8,'digital',1),(2,2,'2024-03-28',140,60,'digital',1),(3,3,'2024-06-10',410,12,'papel',1),(4,4,'2024-11-30',720,150,'álbum',1),
(5,6,'2024-12-05',40,15,'álbum',0),(6,7,'2025-02-04',28,10,'digital',1),(7,9,'2025-03-24',95,95,'digital',1),(8,4,'2025-01-15',60,60,'papel',0);
INSERT INTO pago VALUES
(1,1,'2024-02-10',120,'tarjeta','final'),(2,2,'2024-04-02',640,'transferencia','final'),(3,3,'2024-06-20',980,'transferencia','final'),(4,4,'2024-03-01',500,'transferencia','señal'),
(5,4,'2024-12-02',1350,'bizum','final'),(6,6,'2024-11-16',210,'efectivo','final'),(7,7,'2025-01-25',130,'bizum','final'),(8,8,'2024-12-18',400,'bizum','señal'),
(9,9,'2025-04-10',520,'transferencia','final'),(10,11,'2025-02-08',600,'transferencia','señal'),(11,5,'2024-09-28',30,'tarjeta','señal'),(12,13,'2025-05-28',150,'efectivo','señal');
INSERT INTO equipo VALUES
(1,'Cuerpo R6 II','cámara','Canon','2023-04-12',2499,670,'operativo',1),(2,'Cuerpo Z6 III','cámara','Nikon','2024-08-01',2890,760,'operativo',4),(3,'Objetivo 85 mm f/1.4','objetivo','Sigma','2021-02-20',999,625,'operativo',2),
(4,'Objetivo 70-200 mm','objetivo','Canon','2019-06-30',2150,1480,'en reparación',1),(5,'Flash AD600','iluminación','Godox','2020-10-05',689,2660,'operativo',NULL),(6,'Flash AD200','iluminación','Godox','2018-03-15',329,560,'baja',NULL),
(7,'Trípode 055','soporte','Manfrotto','2016-11-11',245,2500,'operativo',NULL),(8,'Cuerpo 5D III','cámara','Canon','2014-01-09',2999,860,'baja',NULL),(9,'Fondo croma plegable','soporte','Lastolite','2022-05-27',180,3900,'en reparación',5);
