CREATE TABLE Socio (idSocio INTEGER PRIMARY KEY, nombreSocio TEXT, nivelJuego REAL, sexo TEXT, fechaAlta TEXT, fechaBaja TEXT, cuotaMensual REAL, telefono TEXT);
INSERT INTO Socio VALUES
(1,'Rafa Montiel',3.5,'H','2021-02-10',NULL,39,'622100001'),
(2,'Elena Duque',4.5,'M','2020-09-01',NULL,39,'622100002'),
(3,'Curro Jiménez',2.0,'H','2023-01-15',NULL,25,NULL),
(4,'Patricia Lago',3.0,'M','2022-05-20','2024-03-31',39,'622100004'),
(5,'Andrés Poveda',5.0,'H','2019-11-11',NULL,45,'622100005'),
(6,'Sonia Beltrán',2.5,'M','2023-10-02',NULL,25,NULL),
(7,'Quique Ros',4.0,'H','2022-01-08','2023-12-31',39,'622100007'),
(8,'Ainhoa Vega',3.5,'M','2024-01-22',NULL,39,'622100008'),
(9,'Manolo Cid',1.5,'H','2024-09-05',NULL,25,'622100009');
CREATE TABLE Pista (numPista INTEGER PRIMARY KEY, nombrePista TEXT, cubierta INTEGER, suelo TEXT, precioHora REAL);
INSERT INTO Pista VALUES
(1,'Central',1,'césped',28),
(2,'Norte',1,'césped',24),
(3,'Sur',0,'césped',18),
(4,'Patio',0,'cemento',12),
(5,'Cristal',1,'moqueta',30);
CREATE TABLE Monitor (idMonitor INTEGER PRIMARY KEY, nombreMonitor TEXT, titulo TEXT, tarifaClase REAL);
INSERT INTO Monitor VALUES (1,'Gus Herrera','nacional',40),(2,'Vane Ortiz','autonómico',32),(3,'Pol Marín',NULL,25),(4,'Lidia Soto','nacional',42),(5,'Nacho Gil','autonómico',30);
CREATE TABLE Reserva (idReserva INTEGER PRIMARY KEY, numPista INTEGER, idSocio INTEGER, inicio TEXT, horas REAL, estado TEXT, importe REAL, canal TEXT,
 FOREIGN KEY (numPista) REFERENCES Pista(numPista), FOREIGN KEY (idSocio) REFERENCES Socio(idSocio));
INSERT INTO Reserva VALUES
(1,1,1,'2023-01-14 10:00',1.5,'jugada',42,'app'),
(2,3,2,'2023-02-03 19:30',1.5,'jugada',27,'app'),
(3,4,3,'2023-03-25 12:00',1,'jugada',12,'recepción'),
(4,1,5,'2023-05-06 11:00',2,'jugada',56,'teléfono'),
(5,2,7,'2023-06-17 20:00',1.5,'anulada',0,'app'),
(6,5,2,'2023-09-23 10:30',1.5,'jugada',45,'app'),
(7,3,4,'2023-10-08 18:00',1.5,'no presentado',27,'teléfono'),
(8,2,1,'2023-12-02 17:00',1.5,'jugada',36,'app'),
(9,4,6,'2024-01-20 09:00',1,'jugada',12,'recepción'),
(10,1,5,'2024-02-10 11:00',2,'jugada',56,'app'),
(11,5,8,'2024-03-16 19:00',1.5,'jugada',45,'app'),
(12,3,3,'2024-05-18 20:30',1.5,'anulada',0,'app'),
(13,1,2,'2024-06-08 10:00',1.5,'jugada',42,'teléfono'),
(14,2,8,'2024-07-13 21:00',1.5,'jugada',36,'app'),
(15,4,9,'2024-09-14 12:30',1,'jugada',12,'recepción'),
(16,5,5,'2024-10-05 11:00',2,'no presentado',60,'app'),
(17,1,NULL,'2024-10-19 16:00',1.5,'jugada',48,'teléfono');
CREATE TABLE Clase (idClase INTEGER PRIMARY KEY, idMonitor INTEGER, idSocio INTEGER, fecha TEXT, modalidad TEXT, pagado INTEGER, FOREIGN KEY (idMonitor) REFERENCES Monitor(idMonitor), FOREIGN KEY (idSocio) REFERENCES Socio(idSocio));
INSERT INTO Clase VALUES
(1,2,3,'2023-02-07','grupo',1),(2,2,3,'2023-02-14','grupo',1),(3,1,1,'2023-04-19','individual',1),
(4,3,6,'2023-10-17','grupo',1),(5,3,6,'2023-10-24','grupo',0),(6,1,8,'2024-02-06','individual',1),
(7,2,3,'2024-04-09','individual',1),(8,4,8,'2024-06-11','individual',0),(9,3,9,'2024-09-17','grupo',1),
(10,3,9,'2024-09-24','grupo',1),(11,4,2,'2024-10-15','individual',0);
CREATE TABLE Torneo (idTorneo INTEGER PRIMARY KEY, nombreTorneo TEXT, fechaTorneo TEXT, categoria TEXT, premio REAL, patrocinador TEXT);
INSERT INTO Torneo VALUES
(1,'Primavera Mixta','2023-04-22','mixto',300,'Bar El Saque'),
(2,'Nocturno Verano','2023-07-15','masculino',450,NULL),
(3,'Otoño Damas','2023-11-11','femenino',350,'Óptica Luz'),
(4,'Primavera Mixta II','2024-04-20','mixto',320,'Bar El Saque'),
(5,'Memorial Pepe Luis','2024-09-28','mixto',NULL,NULL);
CREATE TABLE Inscripcion (idTorneo INTEGER, idSocio INTEGER, puesto INTEGER, FOREIGN KEY (idTorneo) REFERENCES Torneo(idTorneo), FOREIGN KEY (idSocio) REFERENCES Socio(idSocio));
INSERT INTO Inscripcion VALUES (1,1,2),(1,2,1),(1,4,3),(2,5,1),(2,7,2),(2,1,3),(3,2,1),(3,4,2),(4,5,1),(4,8,2),(4,1,4),(5,2,2),(5,5,1),(5,8,NULL);
