CREATE TABLE cli (cod_cli INTEGER PRIMARY KEY, razon_soc TEXT, ruc TEXT, rubro TEXT, f_alta DATE, lin_cred REAL, activo INTEGER);
CREATE TABLE emb (nro_emb INTEGER PRIMARY KEY, cod_cli INTEGER REFERENCES cli(cod_cli), via TEXT, pais_orig TEXT, pto_ing TEXT, f_arribo DATE, f_retiro DATE, peso_kg REAL, cant_btos INTEGER, seguro INTEGER);
CREATE TABLE desp (cod_desp INTEGER PRIMARY KEY, ape_nom TEXT, nro_reg TEXT, f_ing DATE, f_cese DATE, sede TEXT);
CREATE TABLE dua (nro_dua TEXT PRIMARY KEY, nro_emb INTEGER REFERENCES emb(nro_emb), cod_desp INTEGER REFERENCES desp(cod_desp), f_num DATE, canal TEXT, vlr_cif REAL, est TEXT, f_levante DATE);
CREATE TABLE trib (id_trib INTEGER PRIMARY KEY, nro_dua TEXT REFERENCES dua(nro_dua), tipo TEXT, mto REAL, f_pago DATE);
CREATE TABLE mcia (id_mcia INTEGER PRIMARY KEY, nro_dua TEXT REFERENCES dua(nro_dua), part_aranc TEXT, descr TEXT, cant REAL, um TEXT, vlr_fob REAL, restring INTEGER);
CREATE TABLE fact (nro_fact TEXT PRIMARY KEY, cod_cli INTEGER REFERENCES cli(cod_cli), f_emi DATE, f_vcto DATE, imp_tot REAL, moneda TEXT, sit TEXT);
INSERT INTO cli VALUES
(1,'Textiles Huamán SAC','20510001111','textil','2018-04-02',50000,1),(2,'Ferretería El Pacífico EIRL','20510002222','ferretero','2020-08-19',15000,1),
(3,'AgroExport Ica SA','20510003333','agro','2016-01-11',120000,1),(4,'Juguetes Pikachín SAC','20510004444','juguetes','2021-10-05',NULL,1),
(5,'MotoAndes SRL','20510005555','automotriz','2019-02-27',80000,1),(6,'Farmavida del Sur SAC','20510006666','farma','2022-05-30',40000,0),(7,'Importaciones Qori EIRL','20510007777','ferretero','2024-02-12',NULL,1),(8,'Vinos del Rímac SAC','20510008888','licores','2021-03-08',25000,1);
INSERT INTO desp VALUES
(1,'Salazar Rojas, Miguel','AG-1021','2010-03-01',NULL,'Callao'),(2,'Quispe Mamani, Rosa','AG-1187','2017-06-15',NULL,'Callao'),(3,'Vela Torres, Óscar','AG-0904','2008-09-20','2024-03-31','Paita'),
(4,'Ccori Flores, Delia','AG-1305','2022-01-10',NULL,'Tacna'),(5,'Benites Luna, Jorge','AG-1350','2024-05-02',NULL,'Paita'),(6,'Paredes Soto, Ana','AG-1222','2019-11-04',NULL,'Tacna');
INSERT INTO emb VALUES
(301,1,'maritima','China','Callao','2023-09-14','2023-09-22',12400,310,1),(302,2,'maritima','China','Callao','2023-11-03','2023-11-20',22850.5,540,0),
(303,3,'terrestre','Chile','Tacna','2023-12-08','2023-12-10',8700,120,1),(304,5,'maritima','Japón','Callao','2024-01-19','2024-02-02',31200,64,1),
(305,4,'aerea','China','Callao','2024-02-06','2024-02-08',640.8,85,0),(306,6,'aerea','India','Callao','2024-02-27','2024-03-01',215,22,1),
(307,1,'maritima','India','Paita','2024-03-15','2024-03-27',9950,205,1),(308,3,'maritima','Estados Unidos','Paita','2024-04-09','2024-04-15',18300,400,0),
(309,7,'terrestre','Chile','Tacna','2024-04-25','2024-04-28',4120,77,0),(310,5,'aerea','Japón','Callao','2024-05-13',NULL,1180,16,1),(311,2,'maritima','Brasil','Callao','2024-05-20',NULL,15600,330,0);
INSERT INTO dua VALUES
('118-23-0451',301,1,'2023-09-15','V',86200,'cerrada','2023-09-18'),('118-23-0599',302,2,'2023-11-05','R',41350,'cerrada','2023-11-18'),
('172-23-0077',303,6,'2023-12-08','V',23900,'cerrada','2023-12-09'),('118-24-0033',304,1,'2024-01-22','N',214500,'cerrada','2024-01-30'),
('118-24-0061',305,2,'2024-02-06','R',18750,'cerrada','2024-02-08'),('118-24-0098',306,2,'2024-02-27','N',52300,'cerrada','2024-02-29'),
('046-24-0012',307,3,'2024-03-18','V',61080,'cerrada','2024-03-22'),('046-24-0020',308,1,'2024-04-10','N',97400,'cerrada','2024-04-13'),
('172-24-0031',309,4,'2024-04-25','V',9860,'cerrada','2024-04-27'),('118-24-0188',310,2,'2024-05-14','R',37600,'en_tramite',NULL),('118-24-0195',311,1,'2024-05-21',NULL,44100,'en_tramite',NULL),('118-24-0070',305,2,'2024-02-05','R',18750,'anulada',NULL);
INSERT INTO trib VALUES
(1,'118-23-0451','ADV',9482,'2023-09-16'),(2,'118-23-0451','IGV',17222.8,'2023-09-16'),(3,'118-23-0599','IGV',7443,'2023-11-09'),(4,'172-23-0077','IGV',4302,'2023-12-08'),
(5,'118-24-0033','ISC',21450,'2024-01-24'),(6,'118-24-0033','IGV',42471,'2024-01-24'),(7,'118-24-0061','ADV',2062.5,'2024-02-06'),(8,'118-24-0061','IGV',3746.3,'2024-02-07'),
(9,'118-24-0098','IGV',9414,'2024-02-28'),(10,'046-24-0012','ADV',6718.8,'2024-03-19'),(11,'046-24-0020','IGV',17532,'2024-04-11'),(12,'118-24-0188','ISC',3760,NULL),(13,'118-24-0188','IGV',7444.8,NULL),(14,'172-24-0031','IGV',1774.8,'2024-04-26'),(15,'118-24-0195','IGV',7938,NULL);
INSERT INTO mcia VALUES
(1,'118-23-0451','5208.52','tela de algodón',18000,'m',52000,0),(2,'118-23-0451','5407.61','tela poliéster',9500,'m',24100,0),(3,'118-23-0599','7318.15','pernos',210000,'u',36800,0),
(4,'172-23-0077','3102.10','urea',8500,'kg',20100,1),(5,'118-24-0033','8703.23','camioneta',8,'u',196000,0),(6,'118-24-0061','9503.00','muñecas',4200,'u',16400,1),
(7,'118-24-0098','3004.90','antibiótico',30000,'u',49000,1),(8,'046-24-0012','5208.52','tela de algodón',14200,'m',55600,0),(9,'046-24-0020','1005.90','maíz amarillo',18000,'kg',88000,0),(10,'172-24-0031','8205.59','herramientas',900,'u',8700,0),(11,'118-24-0188','8714.10','repuestos de moto',640,'u',33900,0),(12,'118-24-0195','7214.20','fierro corrugado',15400,'kg',39800,0);
INSERT INTO fact VALUES
('F001-880','1','2023-09-25','2023-10-25',4100,'PEN','pagada'),('F001-902',2,'2023-11-22','2023-12-07',3650,'PEN','pagada'),('F001-915',3,'2023-12-12','2024-01-26',1980,'PEN','pagada'),
('F001-934',5,'2024-02-05','2024-03-06',2850,'USD','pagada'),('F001-940',4,'2024-02-10','2024-02-25',1420,'PEN','vencida'),('F001-951',6,'2024-03-04','2024-04-03',990,'USD','vencida'),
('F001-966',1,'2024-03-29','2024-04-28',3875,'PEN','pagada'),('F001-978',3,'2024-04-17','2024-06-01',5230,'PEN','por_cobrar'),('F001-983',7,'2024-04-30','2024-05-15',1150,'PEN','por_cobrar'),('F001-921',8,'2023-12-27','2024-01-11',2300,'PEN','pagada'),('F001-960',2,'2024-03-15','2024-03-30',700,'PEN','baja');
