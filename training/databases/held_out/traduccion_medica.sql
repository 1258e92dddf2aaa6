CREATE TABLE Traductor (idTraductor INTEGER PRIMARY KEY, nombre TEXT, idiomaDe TEXT, idiomaA TEXT, especialidad TEXT, tarifaPalabra REAL, fechaAlta TEXT, activo INTEGER);
INSERT INTO Traductor VALUES
(1,'Clara Benavides','inglés','español','oncología',0.09,'2019-02-04',1),
(2,'Mateo Lorca','inglés','español','cardiología',0.08,'2020-10-19',1),
(3,'Hélène Duval','francés','español','farmacología',0.10,'2018-06-11',1),
(4,'Irene Soto','alemán','español','radiología',0.12,'2021-03-22',0),
(5,'Pablo Quiroga','español','inglés','oncología',0.11,'2022-01-10',1),
(6,'Ana Lúcia Reis','portugués','español',NULL,0.07,'2023-09-05',1),
(7,'Kenji Mori','español','inglés','cardiología',0.13,'2024-04-15',1);
CREATE TABLE Cliente (idCliente INTEGER PRIMARY KEY, razonSocial TEXT, tipoCliente TEXT, ciudad TEXT, contacto TEXT, correo TEXT);
INSERT INTO Cliente VALUES
(1,'Hospital San Telmo','hospital','Sevilla','Dra. Pardo','pardo@santelmo.test'),(2,'Laboratorios Ibervita','laboratorio','Madrid','Luis Cano','lcano@ibervita.test'),
(3,'Clínica Los Olmos','clínica','Valencia',NULL,'info@olmos.test'),(4,'Fundación Corazón Vivo','fundación','Madrid','Eva Rubio',NULL),
(5,'Pharmatec BV','laboratorio','Róterdam','Joost Vink','vink@pharmatec.test'),(6,'Aseguradora Meridiano','aseguradora','Bilbao','Nerea Ugarte','nugarte@meridiano.test');
CREATE TABLE Encargo (numEncargo TEXT PRIMARY KEY, idCliente INTEGER, tipoDoc TEXT, fechaEntrada TEXT, fechaPrometida TEXT, fechaEntrega TEXT, palabras INTEGER, importe REAL, urgente INTEGER, situacion TEXT, FOREIGN KEY(idCliente) REFERENCES Cliente(idCliente));
INSERT INTO Encargo VALUES
('TM-230',1,'informe de alta','2023-03-06','2023-03-09','2023-03-09',1200,168,0,'entregado'),
('TM-231',2,'prospecto','2023-04-17','2023-04-28','2023-04-26',5400,810,0,'entregado'),
('TM-232',4,'consentimiento','2023-07-03','2023-07-05','2023-07-06',900,160,1,'entregado'),
('TM-233',5,'protocolo de ensayo','2023-10-09','2023-11-10','2023-11-17',18200,2912,0,'entregado'),
('TM-234',3,'informe de alta','2024-01-15','2024-01-17','2024-01-16',700,125,1,'entregado'),
('TM-235',2,'prospecto','2024-02-20','2024-03-01','2024-03-01',4800,740,0,'entregado'),
('TM-236',6,'historia clínica','2024-05-08','2024-05-20','2024-05-24',9600,1340,0,'entregado'),
('TM-237',1,'consentimiento','2024-06-26','2024-06-28','2024-06-28',850,150,1,'entregado'),
('TM-238',5,'protocolo de ensayo','2024-09-02','2024-10-04',NULL,16500,2640,0,'anulado'),
('TM-239',2,'artículo científico','2024-11-11','2024-11-29','2024-11-28',6100,976,0,'entregado'),
('TM-240',6,'historia clínica','2025-01-14','2025-01-24','2025-01-24',7300,1020,0,'entregado'),
('TM-241',1,'informe de alta','2025-02-17','2025-02-18','2025-02-18',1100,230,1,'entregado'),
('TM-242',5,'prospecto','2025-02-24','2025-03-07',NULL,5200,830,0,'en revisión'),
('TM-243',4,'artículo científico','2025-03-03','2025-03-21',NULL,4400,700,0,'en traducción');
CREATE TABLE Asignacion (idAsignacion INTEGER PRIMARY KEY, numEncargo TEXT, idTraductor INTEGER, papel TEXT, horas REAL, pagado INTEGER, FOREIGN KEY(numEncargo) REFERENCES Encargo(numEncargo), FOREIGN KEY(idTraductor) REFERENCES Traductor(idTraductor));
INSERT INTO Asignacion VALUES
(1,'TM-230',1,'traduce',4,1),(2,'TM-231',3,'traduce',16,1),(3,'TM-231',1,'revisa',5,1),(4,'TM-232',2,'traduce',3,1),(5,'TM-233',5,'traduce',58,1),(6,'TM-233',1,'revisa',20,1),
(7,'TM-234',4,'traduce',2.5,1),(8,'TM-235',3,'traduce',15,1),(9,'TM-236',2,'traduce',30,1),(10,'TM-237',1,'traduce',3,1),(11,'TM-239',7,'traduce',19,1),(12,'TM-239',5,'revisa',6,0),
(13,'TM-240',2,'traduce',24,1),(14,'TM-241',1,'traduce',3.5,0),(15,'TM-242',3,'traduce',17,0),(16,'TM-242',2,'revisa',NULL,0),(17,'TM-243',7,'traduce',NULL,0);
CREATE TABLE Incidencia (idIncidencia INTEGER PRIMARY KEY, numEncargo TEXT, fecha TEXT, gravedad TEXT, detalle TEXT, resuelta INTEGER, FOREIGN KEY(numEncargo) REFERENCES Encargo(numEncargo));
INSERT INTO Incidencia VALUES
(1,'TM-231','2023-05-10','leve','unidad mal puesta',1),(2,'TM-233','2023-11-20','grave','dosis confundida',1),(3,'TM-236','2024-05-27','media','siglas sin desarrollar',1),
(4,'TM-233','2023-12-01','leve','formato de tabla',1),(5,'TM-239','2024-12-05','media','término discutido',0),(6,'TM-241','2025-02-20','leve','errata en apellido',0);
