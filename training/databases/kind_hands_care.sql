CREATE TABLE enfermeras (
  num_colegiada TEXT PRIMARY KEY,
  nombre TEXT,
  turno TEXT,
  tarifa_hora REAL,
  fecha_alta TEXT,
  coche_propio INTEGER,
  telefono TEXT
);
CREATE TABLE pacientes (
  id_pac INTEGER PRIMARY KEY,
  nombre TEXT,
  fecha_nac TEXT,
  zona TEXT,
  diagnostico TEXT,
  nivel_dependencia INTEGER,
  fecha_baja TEXT
);
CREATE TABLE familiares (
  id_fam INTEGER PRIMARY KEY,
  id_pac INTEGER,
  nombre TEXT,
  parentesco TEXT,
  movil TEXT,
  paga INTEGER
);
CREATE TABLE visitas (
  id_visita INTEGER PRIMARY KEY,
  id_pac INTEGER,
  num_colegiada TEXT,
  fecha_hora TEXT,
  minutos INTEGER,
  servicio TEXT,
  estado TEXT,
  km REAL
);
CREATE TABLE medicamentos (
  id_med INTEGER PRIMARY KEY,
  id_pac INTEGER,
  farmaco TEXT,
  dosis_mg REAL,
  tomas_dia INTEGER,
  desde TEXT,
  hasta TEXT
);
CREATE TABLE recibos (
  num_recibo INTEGER PRIMARY KEY,
  id_pac INTEGER,
  mes TEXT,
  importe REAL,
  fecha_cobro TEXT,
  via TEXT
);
INSERT INTO enfermeras VALUES
('RN-2201','Bridget Maloney','mañana',31,'2016-09-01',1,'555-2101'),
('RN-2245','Oluchi Eze','tarde',29.5,'2019-02-18',1,'555-2133'),
('RN-2310','Dolores Pike','noche',36,'2015-04-07',0,'555-2160'),
('RN-2377','Sam Hartigan','mañana',27,'2022-11-14',1,NULL),
('RN-2402','Mei-Ling Foster','tarde',27,'2023-06-26',0,'555-2188'),
('RN-2455','Agnes Toft','noche',33,'2024-10-09',1,'555-2199'),
('RN-2460','Rory Blythe','mañana',25,'2025-05-19',1,NULL);
INSERT INTO pacientes VALUES
(1,'Ernest Wadlow','1938-03-12','North','COPD',2,NULL),
(2,'Philippa Goss','1945-11-30','Harbour','diabetes',1,NULL),
(3,'Jack Ransome','1931-07-04','North','dementia',3,NULL),
(4,'Maureen Tully','1950-01-22','Old Town','hip fracture',2,'2024-12-15'),
(5,'Isaac Dunmore','1942-09-17','Harbour','stroke',3,NULL),
(6,'Vera Pickles','1929-05-08','Old Town','dementia',3,NULL),
(7,'Colin Abbot','1957-12-03','North','diabetes',1,NULL),
(8,'Rosa Henning','1940-08-19','Mill Road',NULL,1,'2025-03-31');
INSERT INTO familiares VALUES
(1,1,'Judy Wadlow','daughter','555-3001',1),
(2,3,'Peter Ransome','son','555-3002',0),
(3,3,'Helen Ransome','daughter','555-3003',1),
(4,5,'Grace Dunmore','wife','555-3004',1),
(5,6,'Tim Pickles','grandson',NULL,0),
(6,6,'Norma Pickles','daughter','555-3006',1),
(7,7,'Sue Abbot','wife','555-3007',0);
INSERT INTO visitas VALUES
(1,1,'RN-2201','2024-02-05 09:00',45,'wound care','hecha',6.5),
(2,4,'RN-2377','2024-03-11 10:30',60,'physio support','hecha',9),
(3,2,'RN-2245','2024-04-02 15:00',30,'injection','hecha',4.2),
(4,3,'RN-2310','2024-05-20 21:00',480,'night watch','hecha',0),
(5,6,'RN-2310','2024-06-14 21:30',480,'night watch','hecha',0),
(6,5,'RN-2402','2024-08-08 16:00',50,'bathing','hecha',0),
(7,4,'RN-2377','2024-09-19 11:00',55,'wound care','no acudió',9),
(8,2,'RN-2245','2024-11-06 15:30',25,'injection','hecha',4.2),
(9,5,'RN-2245','2024-12-22 17:00',65,'bathing','hecha',7.1),
(10,3,'RN-2455','2025-01-16 21:00',480,'night watch','hecha',12),
(11,8,'RN-2201','2025-02-10 08:30',40,'blood draw','hecha',10.4),
(12,7,'RN-2377','2025-03-04 09:15',20,'injection','hecha',5),
(13,6,'RN-2455','2025-03-27 21:00',480,'night watch','anulada',0),
(14,1,'RN-2201','2025-04-15 09:00',50,'wound care','hecha',6.5),
(15,5,'RN-2402','2025-05-02 16:30',55,'bathing','hecha',0),
(16,7,'RN-2245','2025-05-21 15:00',30,'blood draw','hecha',5.6),
(17,1,'RN-2201','2025-06-03 09:00',NULL,'wound care','pendiente',NULL),
(18,6,'RN-2310','2025-06-05 21:00',NULL,'night watch','pendiente',NULL);
INSERT INTO medicamentos VALUES
(1,1,'Tiotropium',0.018,1,'2023-10-01',NULL),
(2,1,'Prednisone',10,2,'2024-02-01','2024-02-14'),
(3,2,'Insulin glargine',NULL,1,'2022-05-11',NULL),
(4,3,'Donepezil',10,1,'2023-01-09',NULL),
(5,5,'Clopidogrel',75,1,'2024-07-15',NULL),
(6,5,'Atorvastatin',40,1,'2024-07-15',NULL),
(7,5,'Paracetamol',1000,3,'2025-04-20',NULL),
(8,6,'Memantine',20,1,'2024-03-03',NULL),
(9,7,'Metformin',850,2,'2025-02-01',NULL),
(10,4,'Tramadol',50,3,'2024-02-20','2024-05-20');
INSERT INTO recibos VALUES
(9001,1,'2024-02',140,'2024-03-05','transfer'),
(9002,4,'2024-03',165,'2024-04-02','card'),
(9003,3,'2024-05',620,'2024-06-11','insurance'),
(9004,6,'2024-06',620,'2024-08-30','insurance'),
(9005,5,'2024-08',150,'2024-09-04','transfer'),
(9006,5,'2024-12',185,NULL,NULL),
(9007,3,'2025-01',660,'2025-02-20','insurance'),
(9008,8,'2025-02',130,'2025-03-03','card'),
(9009,7,'2025-03',95,'2025-04-01','card'),
(9010,1,'2025-04',150,'2025-05-06','transfer'),
(9011,5,'2025-05',160,NULL,NULL),
(9012,7,'2025-05',110,NULL,NULL);
