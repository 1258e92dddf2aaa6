CREATE TABLE galpon (cod_galpon TEXT PRIMARY KEY, cap_aves INTEGER, tipo_piso TEXT, encargado TEXT, fec_constr TEXT);
CREATE TABLE lote (id_lote INTEGER PRIMARY KEY, cod_galpon TEXT, raza TEXT, aves_ini INTEGER, fec_ingreso TEXT, fec_descarte TEXT, prop TEXT);
CREATE TABLE postura (id_post INTEGER PRIMARY KEY, id_lote INTEGER, fec TEXT, hv_total INTEGER, hv_rotos INTEGER, mort INTEGER, kg_alim REAL);
CREATE TABLE vacuna (id_vac INTEGER PRIMARY KEY, id_lote INTEGER, fec_apl TEXT, nombre_vac TEXT, via TEXT, costo REAL, aplicada INTEGER);
CREATE TABLE cli (id_cli INTEGER PRIMARY KEY, razon TEXT, tipo_cli TEXT, ciudad TEXT, tel TEXT, dias_cred INTEGER);
CREATE TABLE vta (id_vta INTEGER PRIMARY KEY, id_cli INTEGER, fec_vta TEXT, prod TEXT, cant INTEGER, p_unit REAL, fec_cobro TEXT, est TEXT);
INSERT INTO galpon VALUES
('G1',3000,'jaula','Rubén Ortega','2012-05-10'),
('G2',2500,'piso','Marta Lugo','2014-08-22'),
('G3',4000,'jaula','Rubén Ortega','2018-01-15'),
('G4',1200,'piso','Chema Ruiz','2021-03-30'),
('G5',1500,'libre pastoreo',NULL,'2023-11-02');
INSERT INTO lote VALUES
(101,'G1','Hy-Line Brown',2900,'2022-11-14','2024-05-20','postura'),
(102,'G2','Lohmann Brown',2400,'2023-02-06',NULL,'postura'),
(103,'G3','Isa Brown',3800,'2023-07-17',NULL,'postura'),
(104,'G4','Ross 308',1200,'2023-10-02','2023-11-15','engorde'),
(105,'G4','Cobb 500',1150,'2024-02-12','2024-03-28','engorde'),
(106,'G1','Lohmann Brown',2850,'2024-06-10',NULL,'postura'),
(107,'G5','Negra ponedora',900,'2024-07-01',NULL,'postura');
INSERT INTO postura VALUES
(1,101,'2023-03-05',2610,38,4,325.5),
(2,102,'2023-06-11',1980,25,2,270),
(3,101,'2023-06-11',2650,41,3,331),
(4,103,'2023-12-03',3320,60,6,428),
(5,102,'2023-12-03',2205,19,1,276.5),
(6,101,'2023-12-03',2400,72,9,318),
(7,103,'2024-03-10',3510,55,5,433),
(8,102,'2024-03-10',2190,22,3,274),
(9,101,'2024-03-10',2105,95,12,309),
(10,103,'2024-08-18',3405,64,8,430),
(11,102,'2024-08-18',2010,47,7,268),
(12,106,'2024-08-18',310,4,11,240),
(13,103,'2024-10-20',3380,58,4,431),
(14,106,'2024-10-20',2240,15,2,318.5),
(15,107,'2024-10-20',405,NULL,0,99),
(16,102,'2024-10-20',1890,51,6,262);
INSERT INTO vacuna VALUES
(1,102,'2023-02-20','Newcastle','agua',180,1),
(2,103,'2023-07-24','Marek','inyección',520,1),
(3,104,'2023-10-09','Gumboro','agua',95,1),
(4,103,'2023-11-06','Newcastle','ocular',310,1),
(5,105,'2024-02-19','Gumboro','agua',98,1),
(6,106,'2024-06-17','Marek','inyección',430,1),
(7,106,'2024-08-05','Newcastle','ocular',240,1),
(8,107,'2024-07-15','Newcastle','agua',80,1),
(9,107,'2024-11-04','Viruela aviar','punción',110,0),
(10,102,'2024-11-04','Coriza','inyección',NULL,0);
INSERT INTO cli VALUES
(1,'Súper La Canasta','supermercado','Tepatitlán','378-555-0101',30),
(2,'Panadería Don Beto','panadería','Arandas','348-555-0144',15),
(3,'Abarrotes Lupita','tienda','Tepatitlán',NULL,0),
(4,'Pollería El Rey','pollería','San Juan','395-555-0177',7),
(5,'Hotel Las Fuentes','hotel','Guadalajara','33-555-0190',30),
(6,'Repostería Alma','panadería','Guadalajara','33-555-0123',15),
(7,'Mayoreo Jalisco','mayorista','Guadalajara','33-555-0166',45);
INSERT INTO vta VALUES
(1,1,'2023-03-08','huevo blanco',0,0,NULL,'ANU'),
(2,1,'2023-03-09','huevo rojo',7200,2.1,'2023-04-05','COB'),
(3,2,'2023-05-15','huevo rojo',1800,2.2,'2023-05-30','COB'),
(4,7,'2023-06-20','huevo rojo',15000,1.85,'2023-08-01','COB'),
(5,4,'2023-11-15','pollo vivo',600,58,'2023-11-22','COB'),
(6,4,'2023-11-16','pollo vivo',550,57.5,'2023-11-22','COB'),
(7,3,'2023-12-04','huevo rojo',900,2.3,'2023-12-04','COB'),
(8,6,'2024-01-22','huevo rojo',2400,2.35,'2024-02-06','COB'),
(9,7,'2024-03-12','huevo rojo',18000,1.95,'2024-05-02','COB'),
(10,4,'2024-03-28','pollo vivo',1080,61,'2024-04-03','COB'),
(11,1,'2024-05-21','gallina de descarte',1500,40,'2024-06-19','COB'),
(12,5,'2024-08-20','huevo rojo',1200,2.6,NULL,'PEN'),
(13,2,'2024-08-22','huevo rojo',2100,2.5,'2024-09-10','COB'),
(14,7,'2024-09-05','huevo rojo',16500,2.05,NULL,'PEN'),
(15,3,'2024-10-21','huevo orgánico',300,4.5,'2024-10-21','COB'),
(16,6,'2024-10-22','huevo orgánico',240,4.5,NULL,'PEN'),
(17,1,'2024-10-25','huevo rojo',6900,2.4,NULL,'PEN');
