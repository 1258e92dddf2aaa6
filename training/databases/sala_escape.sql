CREATE TABLE Sala (idSala INTEGER PRIMARY KEY, nombreSala TEXT, tematica TEXT, dificultad TEXT, minJug INTEGER, maxJug INTEGER, duracionMin INTEGER, precioBase REAL, abierta INTEGER);
CREATE TABLE GameMaster (idGm INTEGER PRIMARY KEY, apodo TEXT, nombreReal TEXT, contratadoEl TEXT, pagoPorPase REAL, hablaIngles INTEGER);
CREATE TABLE Equipo (idEquipo INTEGER PRIMARY KEY, nombreEquipo TEXT, contacto TEXT, movil TEXT, procedencia TEXT, comoNosConocio TEXT);
CREATE TABLE Pase (idPase INTEGER PRIMARY KEY, idSala INTEGER, idEquipo INTEGER, idGm INTEGER, fechaHora TEXT, jugadores INTEGER, minutosUsados INTEGER, pistas INTEGER, resultado TEXT, cobrado REAL, FOREIGN KEY (idSala) REFERENCES Sala(idSala), FOREIGN KEY (idEquipo) REFERENCES Equipo(idEquipo), FOREIGN KEY (idGm) REFERENCES GameMaster(idGm));
CREATE TABLE Averia (idAveria INTEGER PRIMARY KEY, idSala INTEGER, elemento TEXT, detectadaEl TEXT, arregladaEl TEXT, coste REAL, FOREIGN KEY (idSala) REFERENCES Sala(idSala));
CREATE TABLE Resena (idResena INTEGER PRIMARY KEY, idPase INTEGER, estrellas INTEGER, web TEXT, publicadaEl TEXT, FOREIGN KEY (idPase) REFERENCES Pase(idPase));
INSERT INTO Sala VALUES
(1,'El Submarino','aventura','media',2,6,60,70,1),
(2,'La Morgue','terror','alta',3,6,75,95,1),
(3,'El Taller de Da Vinci','histórica','media',2,5,60,68,1),
(4,'Los Piratitas','infantil','baja',3,8,50,80,1),
(5,'Asalto al Banco Central','aventura','alta',2,6,70,NULL,0);
INSERT INTO GameMaster VALUES
(1,'Cuervo','Iván Pastor','2019-10-01',14,1),
(2,'Mística','Laura Egea','2021-03-12',13.5,0),
(3,'Doc','Sergio Nava','2022-09-05',12,1),
(4,'Pixie','Ainhoa Gil','2024-01-20',11,0),
(5,'Bruma','Pau Ferri','2023-06-14',12,0);
INSERT INTO Equipo VALUES
(1,'Los Cerrajeros','Marcos','655000101','Albacete','Google'),
(2,'Primas al Rescate','Eva','655000102','Murcia','Instagram'),
(3,'Notaría Belmonte','Sra. Belmonte','655000103','Albacete','empresa'),
(4,'Cumple de Leo','Nuria',NULL,'Albacete','amigos'),
(5,'Enigma 33','Toño','655000105','Valencia','Google'),
(6,'Despedida Rocío','Carmen','655000106','Murcia','Instagram'),
(7,'Team Nachos','Álex',NULL,'Albacete','amigos'),
(8,'Viernes Noche','Pilar','655000108','Cuenca',NULL);
INSERT INTO Pase VALUES
(1,1,1,1,'2023-01-21 18:00',4,52,2,'escapan',70),
(2,2,5,1,'2023-03-11 20:30',5,75,6,'no escapan',95),
(3,3,2,2,'2023-04-15 17:00',3,58,3,'escapan',68),
(4,1,3,2,'2023-06-16 19:00',6,60,5,'no escapan',70),
(5,2,6,3,'2023-07-08 22:00',6,70,4,'escapan',95),
(6,4,4,2,'2023-10-28 11:00',8,44,7,'escapan',80),
(7,3,1,3,'2023-11-18 18:30',4,41,0,'escapan',68),
(8,1,7,3,'2024-01-27 19:30',4,60,8,'no escapan',65),
(9,2,1,1,'2024-02-24 21:00',4,66,1,'escapan',95),
(10,3,8,4,'2024-04-12 20:00',2,60,4,'no escapan',68),
(11,4,4,4,'2024-05-25 12:00',7,49,5,'escapan',80),
(12,2,7,1,'2024-06-22 22:30',5,NULL,NULL,'abandono',95),
(13,1,5,3,'2024-09-14 18:00',5,47,1,'escapan',70),
(14,3,6,4,'2024-10-05 17:30',5,60,6,'no escapan',68),
(15,2,2,1,'2024-10-19 21:30',3,73,5,'escapan',95),
(16,1,8,2,'2024-11-09 20:00',2,NULL,NULL,'cancelado',0);
INSERT INTO Averia VALUES
(1,1,'periscopio','2023-02-03','2023-02-06',45),
(2,2,'puerta maglock','2023-05-20','2023-05-20',30),
(3,3,'ballesta','2023-09-12','2023-10-01',120),
(4,2,'máquina de humo','2024-01-15','2024-01-18',85),
(5,5,'caja fuerte','2024-03-02',NULL,NULL),
(6,4,'cofre','2024-05-25','2024-05-26',15),
(7,1,'panel de luces','2024-08-30','2024-09-04',60),
(8,2,'puerta maglock','2024-11-02',NULL,NULL);
INSERT INTO Resena VALUES
(1,1,5,'Google','2023-01-22'),
(2,2,4,'TripAdvisor','2023-03-14'),
(3,3,5,'Google','2023-04-16'),
(4,5,5,'Google','2023-07-10'),
(5,6,4,'Google','2023-10-30'),
(6,8,2,'TripAdvisor','2024-01-29'),
(7,9,5,'Escapistas Club','2024-02-25'),
(8,12,1,'Google','2024-06-23'),
(9,13,5,'Escapistas Club','2024-09-15'),
(10,14,3,'TripAdvisor','2024-10-08');
