CREATE TABLE camaras (cod_camara TEXT PRIMARY KEY, zona TEXT, temp_objetivo REAL, capacidad_palets INTEGER, atmosfera_controlada INTEGER, estado TEXT);
INSERT INTO camaras VALUES
('K1','congelado',-22,180,0,'operativa'),
('K2','congelado',-25,240,0,'operativa'),
('K3','fresco',2,150,0,'operativa'),
('K4','fresco',4,120,1,'averiada'),
('K5','fruta',1,200,1,'operativa'),
('K6','congelado',-20,90,0,'vacía');
CREATE TABLE depositantes (id_dep INTEGER PRIMARY KEY, nombre TEXT, sector TEXT, pais TEXT, telefono TEXT, tarifa_palet_dia REAL);
INSERT INTO depositantes VALUES
(1,'Nordfisk Seafoods','pescado','Norway','+47 22 000 101',0.85),
(2,'Pea & Bean Co','verdura','UK','+44 1522 000 102',0.62),
(3,'Glacier Ices','helado','UK','+44 1522 000 103',0.95),
(4,'Orchard Alliance','fruta','UK',NULL,0.7),
(5,'Carnes Duero','carne','Spain','+34 983 000 105',0.9),
(6,'Mornington Pharma','farmacia','Ireland',NULL,2.4),
(7,'Baltic Berries','fruta','Poland','+48 22 000 107',0.66);
CREATE TABLE lotes (num_lote TEXT PRIMARY KEY, id_dep INTEGER, cod_camara TEXT, mercancia TEXT, palets INTEGER, peso_kg REAL, fecha_entrada TEXT, caducidad TEXT, bloqueado INTEGER);
INSERT INTO lotes VALUES
('2301-A',1,'K2','cod fillets',40,28000,'2023-01-12','2024-07-01',0),
('2303-B',3,'K1','vanilla ice cream',65,31200,'2023-03-20','2024-09-30',0),
('2306-C',2,'K1','garden peas',80,64000,'2023-06-28','2025-06-28',0),
('2309-D',4,'K5','Bramley apples',110,88000,'2023-09-25',NULL,0),
('2311-E',5,'K2','pork loins',36,30600,'2023-11-14','2024-11-14',1),
('2402-F',6,'K3','vaccine packs',6,900,'2024-02-19','2024-08-19',0),
('2404-G',1,'K2','prawns',28,16800,'2024-04-08','2025-10-08',0),
('2406-H',3,'K1','choc ices',70,35000,'2024-06-03','2025-12-01',0),
('2407-I',2,'K2','garden peas',95,76000,'2024-07-15','2026-07-15',0),
('2408-J',7,'K5','blueberries',22,9900,'2024-08-22','2024-09-20',1),
('2410-K',4,'K5','Cox apples',90,72000,'2024-10-01',NULL,0),
('2411-L',5,'K2','beef trim',30,27000,'2024-11-05','2025-11-05',0);
CREATE TABLE salidas (id_salida INTEGER PRIMARY KEY, num_lote TEXT, fecha_hora TEXT, palets INTEGER, muelle INTEGER, transportista TEXT, matricula TEXT, estado TEXT);
INSERT INTO salidas VALUES
(1,'2301-A','2023-02-20 06:30',15,1,'Frostline','FL23 ABX','CERRADA'),
(2,'2301-A','2023-05-09 07:10',25,2,'Frostline','FL23 ABZ','CERRADA'),
(3,'2303-B','2023-06-15 05:45',40,1,'Penguin Haulage','PG19 KKO','CERRADA'),
(4,'2309-D','2023-12-04 09:00',60,3,'Dale & Sons','DS20 TUV','CERRADA'),
(5,'2306-C','2024-01-22 08:20',35,2,'Frostline','FL23 ABX','CERRADA'),
(6,'2309-D','2024-02-26 10:15',50,3,'Dale & Sons',NULL,'CERRADA'),
(7,'2402-F','2024-03-11 11:00',6,4,'MediCool','MC22 PHA','CERRADA'),
(8,'2404-G','2024-06-18 06:00',10,1,'Frostline','FL23 ABZ','CERRADA'),
(9,'2406-H','2024-07-02 05:30',45,1,'Penguin Haulage','PG21 LLA','CERRADA'),
(10,'2407-I','2024-09-12 08:00',30,2,'Frostline','FL23 ABX','CERRADA'),
(11,'2408-J','2024-09-16 07:00',8,3,'Dale & Sons','DS20 TUV','RECHAZADA'),
(12,'2406-H','2024-11-19 05:40',20,1,'Penguin Haulage','PG21 LLA','CERRADA'),
(13,'2410-K','2024-11-27 09:30',25,3,'Dale & Sons',NULL,'PENDIENTE');
CREATE TABLE lecturas (id_lectura INTEGER PRIMARY KEY, cod_camara TEXT, fecha_hora TEXT, temp REAL, alarma INTEGER, operario TEXT);
INSERT INTO lecturas VALUES
(1,'K1','2023-07-09 14:00',-21.5,0,'Gail'),
(2,'K2','2023-07-09 14:05',-24.8,0,'Gail'),
(3,'K4','2023-08-16 15:30',9.2,1,'Mick'),
(4,'K3','2023-08-16 15:35',2.6,0,'Mick'),
(5,'K5','2023-10-01 08:00',1.1,0,'Gail'),
(6,'K1','2024-01-05 22:00',-22.4,0,NULL),
(7,'K2','2024-06-27 16:10',-17.9,1,'Olu'),
(8,'K3','2024-06-27 16:15',5.8,1,'Olu'),
(9,'K1','2024-07-30 13:00',-20.1,0,'Mick'),
(10,'K5','2024-09-02 09:45',3.9,1,'Gail'),
(11,'K2','2024-11-21 07:00',-25.2,0,NULL),
(12,'K3','2024-11-21 07:05',1.8,0,'Olu');
CREATE TABLE facturas (num_fact TEXT PRIMARY KEY, id_dep INTEGER, emitida TEXT, concepto TEXT, importe REAL, cobrada TEXT);
INSERT INTO facturas VALUES
('F23-01',1,'2023-03-31','storage',3060,'2023-04-25'),
('F23-02',3,'2023-06-30','storage',5550,'2023-08-14'),
('F23-03',4,'2023-12-31','storage',7480,'2024-01-30'),
('F23-04',3,'2023-12-31','blast freezing',1240,'2024-01-19'),
('F24-01',2,'2024-01-31','storage',4320,'2024-02-28'),
('F24-02',6,'2024-03-31','storage',590,'2024-04-10'),
('F24-03',5,'2024-06-30','storage',6100,NULL),
('F24-04',1,'2024-06-30','handling',880,'2024-07-22'),
('F24-05',3,'2024-09-30','storage',6985,'2024-11-02'),
('F24-06',7,'2024-09-30','handling',410,NULL),
('F24-07',4,'2024-10-31','storage',1950,NULL);
