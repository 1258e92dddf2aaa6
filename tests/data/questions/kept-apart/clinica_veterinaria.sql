CREATE TABLE duenos (
  id_dueno INTEGER PRIMARY KEY,
  nombre TEXT NOT NULL,
  telefono TEXT,
  correo TEXT,
  municipio TEXT,
  fecha_alta TEXT NOT NULL
);
CREATE TABLE mascotas (
  id_mascota INTEGER PRIMARY KEY,
  id_dueno INTEGER NOT NULL REFERENCES duenos(id_dueno),
  nombre TEXT NOT NULL,
  especie TEXT NOT NULL,
  raza TEXT,
  sexo TEXT,
  fecha_nacimiento TEXT,
  fecha_fallecimiento TEXT
);
CREATE TABLE personal (
  id_personal INTEGER PRIMARY KEY,
  nombre TEXT NOT NULL,
  puesto TEXT NOT NULL,
  especialidad TEXT,
  fecha_alta TEXT NOT NULL,
  fecha_baja TEXT
);
CREATE TABLE visitas (
  id_visita INTEGER PRIMARY KEY,
  id_mascota INTEGER NOT NULL REFERENCES mascotas(id_mascota),
  id_personal INTEGER NOT NULL REFERENCES personal(id_personal),
  fecha TEXT NOT NULL,
  motivo TEXT NOT NULL,
  peso_kg REAL,
  importe REAL NOT NULL,
  pagada INTEGER NOT NULL,
  forma_pago TEXT
);
CREATE TABLE medicamentos (
  id_medicamento INTEGER PRIMARY KEY,
  nombre TEXT NOT NULL,
  laboratorio TEXT,
  precio_unidad REAL NOT NULL,
  existencias INTEGER NOT NULL,
  existencias_min INTEGER NOT NULL
);
CREATE TABLE recetas (
  id_receta INTEGER PRIMARY KEY,
  id_visita INTEGER NOT NULL REFERENCES visitas(id_visita),
  id_medicamento INTEGER NOT NULL REFERENCES medicamentos(id_medicamento),
  unidades INTEGER NOT NULL,
  indicaciones TEXT
);
CREATE TABLE vacunas_puestas (
  id_vacuna INTEGER PRIMARY KEY,
  id_mascota INTEGER NOT NULL REFERENCES mascotas(id_mascota),
  fecha TEXT NOT NULL,
  vacuna TEXT NOT NULL,
  refuerzo_meses INTEGER
);

INSERT INTO duenos VALUES
(1,'Carmen Ruiz Ortega','600118224','carmen.ruiz@correo.es','Getafe','2023-06-05'),
(2,'Javier Molina Sanz','611402973',NULL,'Leganés','2023-06-12'),
(3,'Lucía Fernández Gil','622750318','luciafg@correo.es','Getafe','2023-07-20'),
(4,'Antonio Herrera Polo',NULL,'aherrera@buzon.es','Fuenlabrada','2023-09-03'),
(5,'Marta Iglesias Roca','633984107','marta.iglesias@correo.es','Getafe','2023-11-15'),
(6,'Pedro Sanchís Mora','644215860','psanchis@buzon.es','Leganés','2024-01-09'),
(7,'Nuria Campos León','655037492','nuria.campos@correo.es','Parla','2024-02-21'),
(8,'Raúl Benítez Cano','666891253','raulbenitez@buzon.es','Fuenlabrada','2024-05-30'),
(9,'Elena Vidal Soto','677320946','elena.vidal@correo.es','Getafe','2024-08-14'),
(10,'Sergio Pardo Luna','688564071',NULL,'Leganés','2024-10-02'),
(11,'Inés Robledo Díaz','699173485','ines.robledo@correo.es','Parla','2025-02-11'),
(12,'Tomás Quintana Vera',NULL,'tquintana@buzon.es','Getafe','2025-05-06');

INSERT INTO mascotas VALUES
(1,1,'Luna','perro','Labrador','H','2019-04-10',NULL),
(2,1,'Simba','gato','Europeo común','M','2021-08-02',NULL),
(3,2,'Rocky','perro','Bóxer','M','2016-02-18','2024-11-19'),
(4,3,'Nala','gato','Siamés','H','2020-05-25',NULL),
(5,4,'Thor','perro','Pastor alemán','M','2018-10-07',NULL),
(6,5,'Coco','conejo','Belier','M','2022-03-12','2025-01-04'),
(7,5,'Kira','perro',NULL,'H','2021-01-30',NULL),
(8,6,'Milo','gato',NULL,'M',NULL,NULL),
(9,7,'Lola','perro','Chihuahua','H','2017-12-01',NULL),
(10,8,'Max','perro','Beagle','M','2020-09-14',NULL),
(11,8,'Pipo','ave','Agaporni',NULL,'2023-01-20',NULL),
(12,9,'Mía','gato','Persa','H','2019-06-17',NULL),
(13,9,'Bruno','perro','Bulldog francés','M','2022-11-05',NULL),
(14,10,'Toby','perro',NULL,'M','2015-07-23',NULL),
(15,11,'Nube','conejo','Enano','H','2024-01-15',NULL),
(16,11,'Luna','gato','Europeo común','H','2023-09-09',NULL);

INSERT INTO personal VALUES
(1,'Beatriz Lozano','Veterinaria','Cirugía','2023-06-01',NULL),
(2,'Álvaro Prieto','Veterinario','Medicina interna','2023-06-01',NULL),
(3,'Clara Montes','Veterinaria','Exóticos','2023-10-16',NULL),
(4,'Hugo Serrano','Veterinario',NULL,'2023-06-05','2024-07-31'),
(5,'Sara Nieto','Veterinaria','Dermatología','2024-08-19',NULL),
(6,'Paula Rey','Auxiliar',NULL,'2023-06-01',NULL),
(7,'Iván Castro','Auxiliar',NULL,'2024-03-04','2025-01-31'),
(8,'Rosa Blanco','Recepción',NULL,'2023-06-01',NULL);

INSERT INTO visitas VALUES
(1,1,4,'2023-06-14','Vacunación',27.4,45.00,1,'tarjeta'),
(2,3,2,'2023-07-03','Revisión',31.2,35.00,1,'efectivo'),
(3,4,4,'2023-08-09','Esterilización',3.6,180.00,1,'tarjeta'),
(4,5,1,'2023-09-21','Cirugía',34.8,420.00,1,'tarjeta'),
(5,6,3,'2023-11-22','Revisión',1.9,35.00,1,'efectivo'),
(6,8,2,'2024-01-16','Urgencia',4.2,95.00,1,'tarjeta'),
(7,9,4,'2024-03-05','Limpieza dental',2.8,120.00,1,'tarjeta'),
(8,7,1,'2024-04-18','Esterilización',18.5,230.00,1,'bizum'),
(9,10,4,'2024-06-11','Vacunación',13.1,45.00,1,'efectivo'),
(10,1,2,'2024-07-08','Revisión',28.9,35.00,1,'tarjeta'),
(11,3,1,'2024-09-12','Cirugía',29.5,510.00,1,'tarjeta'),
(12,12,5,'2024-09-26','Alergia',4.4,60.00,1,'bizum'),
(13,3,2,'2024-11-18','Urgencia',NULL,140.00,0,NULL),
(14,14,2,'2024-12-03','Revisión',21.7,38.00,1,'efectivo'),
(15,15,3,'2025-02-17','Revisión',1.2,38.00,1,'tarjeta'),
(16,13,5,'2025-03-10','Alergia',12.6,65.00,1,'tarjeta'),
(17,11,3,'2025-03-24','Revisión',NULL,38.00,1,'bizum'),
(18,16,5,'2025-04-08','Vacunación',3.9,48.00,1,'tarjeta'),
(19,5,1,'2025-05-07','Revisión',36.3,38.00,0,NULL),
(20,1,2,'2025-05-26','Urgencia',29.6,110.00,0,NULL);

INSERT INTO medicamentos VALUES
(1,'Amoxicilina 250 mg','Vetlab',0.85,120,50),
(2,'Meloxicam suspensión','Farmavet',12.40,8,10),
(3,'Prednisolona 5 mg','Vetlab',0.60,200,60),
(4,'Colirio antibiótico','Oftavet',9.90,15,5),
(5,'Antihistamínico oral','Dermacan',2.75,40,30),
(6,'Pipeta antiparasitaria perro','Farmavet',11.50,6,12),
(7,'Pipeta antiparasitaria gato','Farmavet',10.20,22,12),
(8,'Champú dermatológico','Dermacan',16.80,9,4),
(9,'Suero oral',NULL,3.20,0,6),
(10,'Vitaminas para aves','Exovet',7.50,5,2);

INSERT INTO recetas VALUES
(1,3,1,14,'1 cada 12 horas, 7 días'),
(2,4,1,20,'1 cada 12 horas, 10 días'),
(3,4,2,1,'con la comida'),
(4,6,9,3,NULL),
(5,7,1,10,'1 cada 12 horas, 5 días'),
(6,8,2,1,'con la comida'),
(7,10,6,2,'1 al mes'),
(8,11,1,28,'1 cada 12 horas, 14 días'),
(9,11,3,15,'1 al día'),
(10,12,5,20,'1 al día'),
(11,12,8,1,'2 baños por semana'),
(12,13,2,2,NULL),
(13,16,5,30,'1 al día'),
(14,16,8,1,'1 baño por semana'),
(15,17,10,1,'en el agua'),
(16,19,6,3,'1 al mes'),
(17,20,9,4,NULL);

INSERT INTO vacunas_puestas VALUES
(1,1,'2023-06-14','Rabia',12),
(2,3,'2023-07-03','Rabia',12),
(3,4,'2023-08-09','Trivalente felina',12),
(4,5,'2023-09-21','Rabia',12),
(5,6,'2023-11-22','Mixomatosis',6),
(6,8,'2024-01-16','Leucemia felina',12),
(7,9,'2024-03-05','Rabia',12),
(8,7,'2024-04-18','Rabia',12),
(9,10,'2024-06-11','Rabia',12),
(10,10,'2024-06-11','Parvovirus',36),
(11,1,'2024-07-08','Rabia',12),
(12,12,'2024-09-26','Trivalente felina',NULL),
(13,15,'2025-02-17','Mixomatosis',6),
(14,13,'2025-03-10','Rabia',12),
(15,16,'2025-04-08','Trivalente felina',12),
(16,5,'2025-05-07','Rabia',12);
