CREATE TABLE Pistas (idPista INTEGER PRIMARY KEY, nombrePista TEXT, color TEXT, longitudKm REAL, desnivelM INTEGER, iluminada INTEGER, sector TEXT);
INSERT INTO Pistas VALUES
(1,'Los Abetos','verde',3.2,40,1,'Bajo'),
(2,'El Lobo','azul',7.5,130,0,'Bajo'),
(3,'Collado Alto','negra',15,420,0,'Alto'),
(4,'La Ermita','azul',5.8,95,1,'Bajo'),
(5,'Las Lagunas','roja',11.4,260,0,'Alto'),
(6,'Circuito Infantil','verde',1,8,1,'Bajo'),
(7,'La Cresta','roja',9.6,310,0,'Alto');
CREATE TABLE Partes (idParte INTEGER PRIMARY KEY, idPista INTEGER, fecha TEXT, estado TEXT, espesorCm INTEGER, tipoNieve TEXT, maquinista TEXT);
INSERT INTO Partes VALUES
(1,1,'2023-01-14','abierta',45,'polvo','Santi Roca'),
(2,3,'2023-01-14','cerrada',30,'costra','Santi Roca'),
(3,5,'2023-02-04','abierta',70,'polvo','Eva Larrea'),
(4,2,'2023-02-25','abierta',55,'dura','Eva Larrea'),
(5,7,'2023-03-18','cerrada',20,'primavera',NULL),
(6,4,'2023-12-30','parcial',25,'dura','Santi Roca'),
(7,1,'2024-01-13','abierta',60,'polvo','Íñigo Paz'),
(8,3,'2024-01-27','abierta',95,'polvo','Íñigo Paz'),
(9,5,'2024-02-10','parcial',65,'dura','Eva Larrea'),
(10,7,'2024-02-10','abierta',80,'dura','Eva Larrea'),
(11,2,'2024-03-09','cerrada',12,'primavera',NULL),
(12,6,'2024-03-09','abierta',18,'primavera','Santi Roca');
CREATE TABLE Socios (numSocio INTEGER PRIMARY KEY, nombre TEXT, localidad TEXT, categoria TEXT, fechaAlta TEXT, cuotaAnual REAL, federado INTEGER);
INSERT INTO Socios VALUES
(10,'Asier Muñoa','Isaba','adulto','2018-11-02',120,1),
(11,'Carmen Belloso','Jaca','veterano','2015-10-20',90,0),
(12,'Leire Etxart','Isaba','juvenil','2022-12-01',60,1),
(13,'Pau Solans','Huesca','adulto','2020-11-15',120,0),
(14,'Noa Vidal','Jaca','infantil','2023-11-25',35,0),
(15,'Gonzalo Ara','Huesca','veterano','2013-12-12',90,1),
(16,'Irati Goñi','Isaba','juvenil','2023-12-03',60,0);
CREATE TABLE Forfaits (idForfait INTEGER PRIMARY KEY, fechaVenta TEXT, tipo TEXT, canal TEXT, numSocio INTEGER, importe REAL, dias INTEGER, anulado INTEGER);
INSERT INTO Forfaits VALUES
(1,'2023-01-14','día','taquilla',NULL,12,1,0),
(2,'2023-01-14','temporada','web',10,165,90,0),
(3,'2023-02-04','fin de semana','web',13,20,2,0),
(4,'2023-02-04','día','taquilla',NULL,12,1,1),
(5,'2023-02-25','día','taquilla',11,9,1,0),
(6,'2023-03-18','día','agencia',NULL,11,1,0),
(7,'2023-12-30','temporada','web',12,110,90,0),
(8,'2023-12-30','día','taquilla',NULL,13,1,0),
(9,'2024-01-13','temporada','taquilla',15,150,90,0),
(10,'2024-01-27','fin de semana','agencia',NULL,22,2,0),
(11,'2024-01-27','día','web',13,13,1,0),
(12,'2024-02-10','fin de semana','web',10,22,2,1),
(13,'2024-02-10','día','taquilla',NULL,13,1,0),
(14,'2024-03-09','día','taquilla',14,7,1,0);
CREATE TABLE Clases (idClase INTEGER PRIMARY KEY, fechaHora TEXT, monitor TEXT, modalidad TEXT, nivel TEXT, alumnos INTEGER, precioAlumno REAL, idPista INTEGER);
INSERT INTO Clases VALUES
(1,'2023-01-14 10:00','Olaia Ruiz','clásico','iniciación',8,25,1),
(2,'2023-01-14 12:00','Bruno Casal','skating','medio',4,30,2),
(3,'2023-02-04 10:00','Olaia Ruiz','clásico','iniciación',6,25,6),
(4,'2023-02-25 11:00','Mireia Font','skating','avanzado',2,45,5),
(5,'2023-12-30 10:00','Bruno Casal','clásico','iniciación',11,27,4),
(6,'2024-01-13 10:00','Olaia Ruiz','clásico','medio',5,32,4),
(7,'2024-01-27 16:00','Mireia Font','skating','avanzado',3,48,3),
(8,'2024-02-10 10:00','Bruno Casal','skating','medio',NULL,32,2),
(9,'2024-02-10 12:00','Olaia Ruiz','clásico','iniciación',9,27,6);
CREATE TABLE Alquileres (idAlq INTEGER PRIMARY KEY, fecha TEXT, material TEXT, talla TEXT, precio REAL, fianza REAL, devuelto TEXT);
INSERT INTO Alquileres VALUES
(1,'2023-01-14','esquís clásicos','195',14,50,'2023-01-14'),
(2,'2023-02-04','raquetas',NULL,10,30,'2023-02-04'),
(3,'2023-02-25','esquís skating','185',18,50,'2023-02-26'),
(4,'2023-12-30','botas','42',6,20,'2023-12-30'),
(5,'2023-12-30','esquís clásicos','180',15,50,'2024-01-02'),
(6,'2024-01-27','raquetas',NULL,11,30,NULL),
(7,'2024-02-10','botas','38',6,20,'2024-02-10'),
(8,'2024-02-10','esquís skating','190',19,50,NULL),
(9,'2024-03-09','trineo',NULL,5,0,'2024-03-09');
