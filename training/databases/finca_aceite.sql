CREATE TABLE parcelas (id INTEGER PRIMARY KEY, nombre TEXT, variedad TEXT, hectareas REAL, olivos INTEGER, regadio INTEGER, plantada INTEGER);
CREATE TABLE capataces (id INTEGER PRIMARY KEY, nombre TEXT, telefono TEXT, alta TEXT);
CREATE TABLE cosechas (id INTEGER PRIMARY KEY, parcela_id INTEGER, capataz_id INTEGER, fecha TEXT, kilos REAL, metodo TEXT, rendimiento REAL, acidez REAL,
 FOREIGN KEY (parcela_id) REFERENCES parcelas(id), FOREIGN KEY (capataz_id) REFERENCES capataces(id));
CREATE TABLE depositos (id INTEGER PRIMARY KEY, codigo TEXT, capacidad_l INTEGER, litros INTEGER, calidad TEXT, limpieza TEXT);
CREATE TABLE clientes (id INTEGER PRIMARY KEY, nombre TEXT, tipo TEXT, pais TEXT, correo TEXT);
CREATE TABLE ventas (id INTEGER PRIMARY KEY, cliente_id INTEGER, deposito_id INTEGER, fecha TEXT, formato TEXT, unidades INTEGER, importe REAL, cobrada INTEGER, fecha_cobro TEXT,
 FOREIGN KEY (cliente_id) REFERENCES clientes(id), FOREIGN KEY (deposito_id) REFERENCES depositos(id));
INSERT INTO parcelas VALUES (1,'La Umbría','picual',12.5,1500,0,1962),(2,'El Cerro','picual',8.2,980,0,1948),(3,'Los Llanos','arbequina',20.0,9200,1,2009),(4,'La Noria','hojiblanca',6.4,720,1,1985),(5,'Fuente Vieja','cornicabra',4.1,410,0,NULL),(6,'Las Ánimas','arbequina',9.7,4300,1,2015);
INSERT INTO capataces VALUES (1,'Antonio Ruiz','600111222','2010-10-01'),(2,'Manuela Cobo','600333444','2018-11-05'),(3,'Rafa Lendínez',NULL,'2022-10-20');
INSERT INTO cosechas VALUES
(1,1,1,'2022-11-08',18200,'vibrador',19.5,0.2),
(2,3,2,'2022-10-25',64000,'cabalgadora',15.8,0.1),
(3,4,1,'2022-12-02',9100,'vareo',20.1,0.4),
(4,2,3,'2022-12-15',11300,'vareo',21.6,0.7),
(5,6,2,'2022-11-02',27500,'cabalgadora',16.2,0.2),
(6,5,3,'2023-01-10',3800,'vareo',22.4,1.1),
(7,3,2,'2023-10-23',48000,'cabalgadora',15.1,0.1),
(8,1,1,'2023-11-14',12600,'vibrador',18.9,0.2),
(9,6,2,'2023-10-30',22100,'cabalgadora',15.9,NULL),
(10,4,1,'2023-12-05',7400,'vibrador',19.7,0.3),
(11,2,3,'2023-12-19',6900,'vareo',21.0,0.6),
(12,5,3,'2024-01-12',2100,'vareo',22.9,0.9),
(13,3,2,'2024-10-21',71000,'cabalgadora',16.4,0.1),
(14,6,2,'2024-10-29',31000,'cabalgadora',16.8,NULL);
INSERT INTO depositos VALUES (1,'D-01',15000,9200,'virgen extra','2024-09-10'),(2,'D-02',15000,0,NULL,'2024-09-11'),(3,'D-03',8000,6100,'virgen','2023-09-20'),(4,'D-04',20000,17400,'virgen extra','2024-09-12'),(5,'D-05',5000,1300,'lampante',NULL);
INSERT INTO clientes VALUES (1,'Ultramarinos Pepa','tienda','España','pepa@tienda.test'),(2,'Olio & Pane','importador','Italia','info@oliopane.test'),(3,'Hotel Mirasierra','hostelería','España',NULL),(4,'Marta Gil','particular','España','marta.gil@correo.test'),(5,'Huile d''Or','importador','Francia','hd@or.test'),(6,'Refinería Sur','industria','España','compras@refsur.test'),(7,'Bar Los Olivos','hostelería','España',NULL);
INSERT INTO ventas VALUES
(1,1,1,'2023-01-20','botella 500ml',240,1680,1,'2023-02-15'),
(2,2,4,'2023-03-02','granel',4000,19200,1,'2023-04-30'),
(3,3,3,'2023-04-11','lata 5l',60,1890,1,'2023-05-10'),
(4,4,1,'2023-05-05','lata 5l',3,135,1,'2023-05-05'),
(5,6,5,'2023-06-22','granel',2500,5750,1,'2023-09-01'),
(6,5,4,'2023-10-18','botella 500ml',1200,9000,1,'2023-12-18'),
(7,1,1,'2023-12-04','botella 500ml',360,2880,1,'2023-12-29'),
(8,7,3,'2024-02-09','lata 5l',24,936,0,NULL),
(9,2,4,'2024-03-14','granel',3500,27300,1,'2024-05-20'),
(10,3,1,'2024-04-25','lata 5l',80,3760,0,NULL),
(11,4,4,'2024-05-30','lata 5l',2,110,1,'2024-05-30'),
(12,5,4,'2024-06-27','botella 500ml',1500,14250,1,'2024-08-30'),
(13,6,5,'2024-09-03','granel',1800,5220,0,NULL),
(14,1,1,'2024-10-08','garrafa 2l',90,1710,0,NULL);
