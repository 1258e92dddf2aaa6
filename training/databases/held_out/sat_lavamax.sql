CREATE TABLE cli (id_cli INTEGER PRIMARY KEY, nom TEXT, dir TEXT, pob TEXT, tlf TEXT, moroso INTEGER);
INSERT INTO cli VALUES (1,'Amparo Giner','C/ Mayor 4','Torrent','661 20 30 40',0),(2,'Hostal La Noria','Av. Puerto 88','Valencia','963 11 22 33',1),(3,'Vicente Bosch','C/ Alta 12','Mislata',NULL,0),(4,'Residencia Els Pins','Pol. 3 s/n','Torrent','961 55 66 77',0),(5,'Lidia Ferrer','C/ Sueca 9','Valencia','655 44 33 22',0),(6,'Bar Casa Tonet','Pl. Sol 1','Mislata','962 10 10 10',1),(7,'Kamal Idrissi','C/ Cuba 30','Valencia','690 12 34 56',0);
CREATE TABLE tec (id_tec INTEGER PRIMARY KEY, nom TEXT, zona TEXT, furgo TEXT);
INSERT INTO tec VALUES (1,'Salva','Valencia','4471 KLM'),(2,'Reme','Torrent','9022 LDS'),(3,'Toni','Mislata','1180 JHT'),(4,'Eloy','Valencia',NULL);
CREATE TABLE aparatos (id_ap INTEGER PRIMARY KEY, id_cli INTEGER, clase TEXT, marca TEXT, f_compra TEXT, fin_garantia TEXT);
INSERT INTO aparatos VALUES (1,1,'lavadora','Bosal','2020-05-10','2023-05-10'),(2,2,'lavavajillas','Industrix','2019-01-20','2021-01-20'),(3,2,'secadora','Bosal','2022-06-01','2025-06-01'),(4,3,'frigorífico','Polarus','2016-08-15','2018-08-15'),(5,4,'lavadora','Industrix','2021-11-03','2024-11-03'),(6,4,'lavadora','Industrix','2021-11-03','2024-11-03'),(7,5,'horno','Calor+','2018-02-28','2020-02-28'),(8,6,'lavavajillas','Polarus','2023-03-12','2026-03-12'),(9,7,'lavadora','Bosal',NULL,NULL),(10,5,'frigorífico','Polarus','2023-09-09','2026-09-09');
CREATE TABLE avisos (num INTEGER PRIMARY KEY, id_ap INTEGER, id_tec INTEGER, f_aviso TEXT, f_cierre TEXT, averia TEXT, est TEXT, via TEXT, mano_obra REAL, desplaz REAL);
INSERT INTO avisos VALUES
(501,1,2,'2023-01-09','2023-01-11','no centrifuga','CER','TEL',0,0),
(502,4,3,'2023-02-20','2023-02-21','no enfría','CER','TEL',55,18),
(503,2,1,'2023-04-14','2023-04-28','fuga de agua','CER','WEB',90,18),
(504,7,4,'2023-06-05','2023-06-06','no calienta','CER','WSP',45,18),
(505,5,2,'2023-07-30','2023-08-02','ruido','CER','TEL',0,0),
(506,8,3,'2023-10-11','2023-10-12','no desagua','CER','TEL',0,0),
(507,9,1,'2023-11-22',NULL,'no centrifuga','ANU','WSP',NULL,NULL),
(508,4,3,'2024-01-08','2024-01-30','no enfría','CER','TEL',110,20),
(509,2,1,'2024-02-13','2024-02-15','fuga de agua','CER','WEB',75,20),
(510,6,2,'2024-03-04','2024-03-07','no desagua','CER','WSP',0,0),
(511,3,4,'2024-04-16','2024-04-19','no calienta','CER','TEL',0,20),
(512,1,2,'2024-05-21',NULL,'ruido','PTE','WEB',NULL,NULL),
(513,9,4,'2024-06-03',NULL,'fuga de agua','REP','WSP',NULL,20),
(514,10,NULL,'2024-06-11',NULL,'no enfría','PTE','TEL',NULL,NULL);
CREATE TABLE recambios (ref TEXT PRIMARY KEY, descr TEXT, pvp REAL, uds INTEGER, estante TEXT);
INSERT INTO recambios VALUES ('BD-12','bomba de desagüe',38.5,6,'A1'),('RS-07','rodamiento',22,14,'A2'),('TM-90','termostato',31.9,0,'B1'),('RT-33','resistencia horno',44,3,'B2'),('CP-01','compresor',189,1,'C1'),('JT-55','junta de puerta',17.25,9,NULL);
CREATE TABLE avisos_rec (num INTEGER, ref TEXT, cant INTEGER);
INSERT INTO avisos_rec VALUES (501,'RS-07',2),(502,'TM-90',1),(503,'JT-55',1),(503,'BD-12',1),(504,'RT-33',1),(505,'RS-07',2),(506,'BD-12',1),(508,'CP-01',1),(509,'JT-55',2),(511,'TM-90',1);
