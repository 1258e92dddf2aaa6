CREATE TABLE alumno (id INTEGER PRIMARY KEY, nombre TEXT, ciudad TEXT, movil TEXT, f_nac TEXT, origen TEXT, alergias TEXT);
INSERT INTO alumno VALUES
(1,'Rocío Tejada','Sevilla','600 10 00 01','1994-02-17','instagram',NULL),
(2,'Ignacio Muro','Dos Hermanas','600 10 00 02','1988-07-08','amigo','frutos secos'),
(3,'Valeria Osorio','Sevilla',NULL,'2003-12-20','instagram',NULL),
(4,'Pilar Gamero','Utrera','600 10 00 04','1961-05-03','folleto',NULL),
(5,'Samuel Ponce','Sevilla','600 10 00 05','1999-09-29','web','gluten'),
(6,'Teresa Albín','Dos Hermanas',NULL,'1975-01-11','amigo',NULL),
(7,'Kenji Mora','Sevilla','600 10 00 07','1992-10-05','web',NULL),
(8,'Lola Cepeda','Utrera','600 10 00 08','1983-03-26','instagram','lactosa'),
(9,'Hugo Barea','Sevilla','600 10 00 09','2006-06-14','folleto',NULL);
CREATE TABLE chef (id INTEGER PRIMARY KEY, nombre TEXT, especialidad TEXT, eur_hora REAL, plantilla INTEGER);
INSERT INTO chef VALUES
(1,'Amparo Ríos','bollería',28,1),
(2,'Jean-Luc Perrin','chocolate',45,0),
(3,'Blanca Uceda','tartas',32,1),
(4,'Óliver Sanz','pan',26,1),
(5,'Mei Tanaka','wagashi',50,0);
CREATE TABLE curso (cod TEXT PRIMARY KEY, titulo TEXT, nivel TEXT, horas INTEGER, precio REAL, plazas INTEGER, modalidad TEXT);
INSERT INTO curso VALUES
('CRO','Croissant y hojaldre','medio',16,240,10,'presencial'),
('MAC','Macarons sin miedo','básico',4,65,12,'presencial'),
('TEM','Templado y bombones','avanzado',20,390,8,'presencial'),
('FON','Tartas fondant','básico',8,110,12,'presencial'),
('MAS','Masa madre en casa','básico',6,49,40,'online'),
('WAG','Wagashi de temporada','avanzado',10,280,6,'presencial'),
('NAV','Dulces de Navidad','básico',5,70,14,'presencial');
CREATE TABLE edicion (id INTEGER PRIMARY KEY, cod_curso TEXT, id_chef INTEGER, inicio TEXT, aula TEXT, situacion TEXT, gasto_ingred REAL);
INSERT INTO edicion VALUES
(1,'MAC',3,'2023-01-21','Obrador 1','acabada',88.4),
(2,'CRO',1,'2023-03-04','Obrador 2','acabada',215),
(3,'TEM',2,'2023-05-12','Obrador 1','acabada',480.6),
(4,'MAS',4,'2023-09-16','Zoom','acabada',0),
(5,'NAV',1,'2023-12-02','Obrador 1','acabada',132.9),
(6,'FON',3,'2024-02-10','Obrador 2','acabada',97.5),
(7,'WAG',5,'2024-04-06','Obrador 1','suspendida',NULL),
(8,'CRO',1,'2024-05-18','Obrador 2','acabada',228.3),
(9,'MAS',4,'2024-09-21','Zoom','acabada',0),
(10,'TEM',2,'2024-10-18','Obrador 1','en marcha',350),
(11,'NAV',1,'2024-11-30','Obrador 1','abierta',NULL);
CREATE TABLE matricula (id INTEGER PRIMARY KEY, id_edicion INTEGER, id_alumno INTEGER, fecha TEXT, pagado REAL, pendiente REAL, nota REAL, diploma INTEGER);
INSERT INTO matricula VALUES
(1,1,1,'2023-01-10',65,0,8.5,1),
(2,1,2,'2023-01-12',65,0,6,1),
(3,2,1,'2023-02-20',240,0,9,1),
(4,2,4,'2023-02-25',240,0,7.5,1),
(5,3,7,'2023-04-30',390,0,9.5,1),
(6,4,5,'2023-09-01',49,0,NULL,0),
(7,4,6,'2023-09-03',49,0,NULL,0),
(8,5,4,'2023-11-15',70,0,8,1),
(9,6,8,'2024-01-29',110,0,5,1),
(10,6,3,'2024-02-02',60,50,4,0),
(11,8,5,'2024-05-02',240,0,7,1),
(12,8,7,'2024-05-06',240,0,9,1),
(13,9,9,'2024-09-10',49,0,NULL,0),
(14,10,1,'2024-09-30',200,190,NULL,0),
(15,10,8,'2024-10-04',390,0,NULL,0),
(16,11,4,'2024-11-11',20,50,NULL,0),
(17,11,3,'2024-11-14',0,70,NULL,0);
