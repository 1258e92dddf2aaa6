CREATE TABLE tb_ganadero (cod_gan INTEGER PRIMARY KEY, nom TEXT, municipio TEXT, provincia TEXT, tfno TEXT, fec_alta TEXT);
INSERT INTO tb_ganadero VALUES
(1,'Dehesa El Rincón','Trujillo','Cáceres','927 111 020','2014-05-06'),
(2,'Hnos. Barquero','Zafra','Badajoz','924 222 310','2017-02-14'),
(3,'Ganados Pizarro','Trujillo','Cáceres',NULL,'2010-09-01'),
(4,'Finca Las Cañadas','Vitigudino','Salamanca','923 330 415','2020-03-23'),
(5,'Emilia Tostado','Coria','Cáceres','927 444 512','2021-10-11'),
(6,'SAT Valdeoveja','Zafra','Badajoz','924 555 600','2012-01-30'),
(7,'Ramón Calvo e Hija','Vitigudino','Salamanca',NULL,'2023-04-18');
CREATE TABLE tb_comprador (cod_comp INTEGER PRIMARY KEY, razon_social TEXT, tipo TEXT, pais TEXT, aval REAL, bloqueado INTEGER);
INSERT INTO tb_comprador VALUES
(1,'Cárnicas del Jerte','matadero','España',60000,0),
(2,'Cebadero Aragón 2000','cebadero','España',120000,0),
(3,'Tratantes Ibéricos','tratante','España',25000,0),
(4,'Boucherie Lacaze','matadero','Francia',80000,0),
(5,'Gado do Alentejo','cebadero','Portugal',45000,0),
(6,'Leandro Mateos','tratante','España',NULL,1);
CREATE TABLE tb_sesion (num_ses INTEGER PRIMARY KEY, fec TEXT, recinto TEXT, subastador TEXT, asistentes INTEGER);
INSERT INTO tb_sesion VALUES
(201,'2023-02-09','Nave A','Julián Prieto',84),
(202,'2023-05-11','Nave A','Julián Prieto',97),
(203,'2023-09-14','Nave B','Marta Seco',71),
(204,'2023-11-30','Nave A','Marta Seco',112),
(205,'2024-03-07','Nave B','Julián Prieto',66),
(206,'2024-06-13','Nave A','Marta Seco',NULL),
(207,'2024-10-10','Nave A','Julián Prieto',125);
CREATE TABLE tb_lote (num_lote INTEGER PRIMARY KEY, num_ses INTEGER, cod_gan INTEGER, especie TEXT, raza TEXT, cabezas INTEGER, kg_medio REAL, edad_meses INTEGER, eco INTEGER, precio_salida REAL, estado TEXT);
INSERT INTO tb_lote VALUES
(1,201,1,'VAC','Retinta',12,310,9,1,9600,'ADJ'),
(2,201,3,'VAC','Limusina',8,345,10,0,7800,'ADJ'),
(3,201,6,'OVI','Merina',60,24,3,0,4800,'ADJ'),
(4,202,2,'POR','Ibérica',40,98,8,0,8400,'DES'),
(5,202,1,'VAC','Retinta',10,325,10,1,8500,'ADJ'),
(6,203,4,'VAC','Morucha',15,290,9,1,11200,'ADJ'),
(7,203,6,'OVI','Merina',85,25,3,0,7200,'ADJ'),
(8,204,5,'CAP','Verata',30,18,4,1,2100,'DES'),
(9,204,3,'VAC','Limusina',14,360,11,0,15400,'ADJ'),
(10,204,2,'POR','Ibérica',55,112,10,0,14300,'ADJ'),
(11,205,4,'VAC','Charolesa',6,410,12,0,8100,'ADJ'),
(12,205,6,'OVI','Merina',70,23,3,0,6100,'DES'),
(13,206,1,'VAC','Retinta',9,300,9,1,8800,'ADJ'),
(14,206,7,'VAC','Morucha',5,280,NULL,0,3600,'RET'),
(15,207,2,'POR','Ibérica',48,105,9,0,13200,'ADJ'),
(16,207,3,'VAC','Limusina',11,355,10,0,13900,'ADJ'),
(17,207,4,'VAC','Morucha',13,295,9,1,12500,'ADJ');
CREATE TABLE tb_remate (id_rem INTEGER PRIMARY KEY, num_lote INTEGER, cod_comp INTEGER, importe REAL, pujas INTEGER, fec_cobro TEXT, f_pago TEXT);
INSERT INTO tb_remate VALUES
(1,1,2,11300,14,'2023-02-20','transferencia'),
(2,2,1,8250,5,'2023-02-09','cheque'),
(3,3,4,6150,19,'2023-03-01','transferencia'),
(4,5,2,9900,11,'2023-05-25','transferencia'),
(5,6,5,12650,9,'2023-10-02','transferencia'),
(6,7,4,8900,22,'2023-09-29','transferencia'),
(7,9,2,17200,13,'2023-12-15','pagaré'),
(8,10,1,15100,7,'2023-12-04','transferencia'),
(9,11,3,8300,3,NULL,'pagaré'),
(10,13,5,10400,16,'2024-06-28','transferencia'),
(11,15,1,14900,8,'2024-10-18','cheque'),
(12,16,2,15050,10,NULL,'pagaré'),
(13,17,5,13100,6,NULL,'transferencia');
