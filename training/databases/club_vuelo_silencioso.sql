CREATE TABLE pilotos (
  licencia TEXT PRIMARY KEY,
  nombre TEXT,
  categoria TEXT,
  fechaIngreso TEXT,
  vtoPsicofisico TEXT,
  pesoKg REAL,
  telefono TEXT
);
CREATE TABLE planeadores (
  matricula TEXT PRIMARY KEY,
  modelo TEXT,
  plazas INTEGER,
  planeoMax REAL,
  anioFabricacion INTEGER,
  situacion TEXT
);
CREATE TABLE remolcadores (
  matricula TEXT PRIMARY KEY,
  modelo TEXT,
  litrosHora REAL
);
CREATE TABLE vuelos (
  idVuelo INTEGER PRIMARY KEY,
  planeador TEXT REFERENCES planeadores(matricula),
  piloto TEXT REFERENCES pilotos(licencia),
  instructor TEXT REFERENCES pilotos(licencia),
  remolcador TEXT REFERENCES remolcadores(matricula),
  despegue TEXT,
  minutos INTEGER,
  alturaCorte INTEGER,
  distanciaKm REAL,
  tipo TEXT
);
CREATE TABLE cuotas (
  idCuota INTEGER PRIMARY KEY,
  licencia TEXT REFERENCES pilotos(licencia),
  periodo TEXT,
  importe REAL,
  fechaPago TEXT
);
CREATE TABLE inspecciones (
  idInsp INTEGER PRIMARY KEY,
  planeador TEXT REFERENCES planeadores(matricula),
  fecha TEXT,
  taller TEXT,
  costo REAL,
  aprobada INTEGER
);
INSERT INTO pilotos VALUES
('P-101','Horacio Benítez','instructor','2009-04-12','2026-02-10',82,'2323-445566'),
('P-118','Mariela Stocco','instructor','2013-08-30','2025-11-05',64,'2323-401122'),
('P-130','Juan Cruz Arrieta','piloto','2017-10-01','2025-09-18',90,'11-5566-7788'),
('P-142','Lucía Ferrand','piloto','2019-03-16','2025-12-20',58,NULL),
('P-155','Néstor Quiroga','piloto','2015-11-22','2025-06-30',101,'2323-478899'),
('P-167','Camila Otamendi','alumno','2024-02-17','2026-01-15',61,'11-4321-0099'),
('P-168','Bruno Delvecchio','alumno','2024-05-04','2025-10-02',77,'11-3344-2211'),
('P-171','Sergio Plaza','alumno','2025-03-08',NULL,88,NULL),
('P-120','Alicia Monges','piloto','2014-06-07','2025-05-12',70,'2323-467001');
INSERT INTO planeadores VALUES
('LV-DAB','Blanik L-13',2,28,1974,'operativo'),
('LV-EKF','Grob 103',2,36,1988,'operativo'),
('LV-DTR','Jantar Standard',1,38,1981,'operativo'),
('LV-GZA','Discus b',1,42,1995,'operativo'),
('LV-CPL','Ka-6',1,29,1963,'en taller'),
('LV-FHN','ASK-21',2,34,1999,'en taller'),
('LV-BQS','Slingsby T21',2,21,1951,'de baja');
INSERT INTO remolcadores VALUES
('LV-MOR','Piper PA-25 Pawnee',48),
('LV-JAX','Aero Boero 180',36),
('LV-XYC','Maule MX-7',42),
('LV-HUS','Husky A-1',NULL),
('TORNO-1','Torno Skylaunch',14);
INSERT INTO vuelos VALUES
(1,'LV-DAB','P-167','P-101','LV-JAX','2024-02-25 11:20',18,500,NULL,'escuela'),
(2,'LV-GZA','P-130',NULL,'LV-MOR','2024-03-10 13:05',212,700,186.5,'travesía'),
(3,'LV-EKF','P-168','P-118','LV-JAX','2024-05-11 10:40',22,600,NULL,'escuela'),
(4,'LV-DTR','P-142',NULL,'LV-MOR','2024-09-28 14:15',95,600,40,'local'),
(5,'LV-EKF','P-155',NULL,'LV-MOR','2024-10-20 15:30',35,800,NULL,'bautismo'),
(6,'LV-GZA','P-142',NULL,'LV-MOR','2024-11-16 12:50',301,700,312.4,'travesía'),
(7,'LV-DAB','P-167','P-118','TORNO-1','2024-11-30 09:55',9,350,NULL,'escuela'),
(8,'LV-DAB','P-167','P-101','TORNO-1','2024-12-07 10:10',8,360,NULL,'escuela'),
(9,'LV-DTR','P-155',NULL,'LV-JAX','2024-12-14 13:20',140,600,75,'local'),
(10,'LV-GZA','P-101',NULL,'LV-MOR','2025-01-05 12:35',388,650,503.7,'travesía'),
(11,'LV-EKF','P-118',NULL,'LV-JAX','2025-01-18 17:00',28,800,NULL,'bautismo'),
(12,'LV-DTR','P-130',NULL,'LV-MOR','2025-02-02 13:40',176,600,128,'travesía'),
(13,'LV-EKF','P-171','P-101','LV-JAX','2025-03-15 11:00',20,600,NULL,'escuela'),
(14,'LV-DAB','P-171','P-118','LV-JAX','2025-03-22 10:30',19,500,NULL,'escuela'),
(15,'LV-EKF','P-155',NULL,'LV-JAX','2025-03-30 16:20',31,800,NULL,'bautismo'),
(16,'LV-EKF','P-167','P-101','LV-MOR','2025-04-06 12:00',47,700,NULL,'escuela'),
(17,'LV-GZA','P-142',NULL,'LV-MOR','2025-04-12 13:10',118,600,55,'local'),
(18,'LV-DAB','P-168','P-101','LV-JAX','2025-04-19 10:45',24,500,NULL,'escuela');
INSERT INTO cuotas VALUES
(1,'P-130','2024-12',30000,'2024-12-09'),
(2,'P-142','2024-12',30000,'2024-12-28'),
(3,'P-155','2024-12',30000,NULL),
(4,'P-167','2024-12',22000,'2025-01-03'),
(5,'P-130','2025-03',38000,'2025-03-11'),
(6,'P-142','2025-03',38000,'2025-03-10'),
(7,'P-155','2025-03',38000,NULL),
(8,'P-167','2025-03',28000,'2025-03-08'),
(9,'P-168','2025-03',28000,NULL),
(10,'P-171','2025-03',28000,'2025-03-15'),
(11,'P-120','2025-03',38000,'2025-04-02'),
(12,'P-130','2025-04',38000,'2025-04-10'),
(13,'P-155','2025-04',38000,NULL),
(14,'P-167','2025-04',28000,'2025-04-06');
INSERT INTO inspecciones VALUES
(1,'LV-DAB','2024-03-01','Aeroservicios Lobos',210000,1),
(2,'LV-EKF','2024-04-18','Aeroservicios Lobos',260000,1),
(3,'LV-CPL','2024-06-22','Taller Zárate',480000,0),
(4,'LV-GZA','2024-08-09','Taller Zárate',195000,1),
(5,'LV-DTR','2024-08-30','Aeroservicios Lobos',230000,1),
(6,'LV-FHN','2025-02-14','Taller Zárate',650000,0),
(7,'LV-DAB','2025-03-03','Aeroservicios Lobos',315000,1),
(8,'LV-EKF','2025-04-16','Taller Zárate',NULL,1);
