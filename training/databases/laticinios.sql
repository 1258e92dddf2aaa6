CREATE TABLE prod_rural (
  cod_prod INTEGER PRIMARY KEY, nm_prod TEXT, munic TEXT, qtd_vacas INTEGER, dt_cad TEXT, fl_coop INTEGER, tel TEXT);
CREATE TABLE coleta (
  id_col INTEGER PRIMARY KEY, cod_prod INTEGER REFERENCES prod_rural(cod_prod), dt_col TEXT, vol_lt REAL, temp_c REAL, vlr_lt REAL, sit TEXT);
CREATE TABLE item (
  cod_item TEXT PRIMARY KEY, dsc TEXT, linha TEXT, peso_g INTEGER, vlr_unit REAL, val_dias INTEGER, fl_ativo INTEGER);
CREATE TABLE lote (
  nr_lote TEXT PRIMARY KEY, cod_item TEXT REFERENCES item(cod_item), dt_fab TEXT, qtd_prod INTEGER, qtd_perda INTEGER, resp TEXT, sit_cq TEXT);
CREATE TABLE cli (
  cod_cli INTEGER PRIMARY KEY, rz_soc TEXT, tp_cli TEXT, cid TEXT, uf TEXT, lim_cred REAL, email TEXT);
CREATE TABLE ped (
  nr_ped INTEGER PRIMARY KEY, cod_cli INTEGER REFERENCES cli(cod_cli), dt_ped TEXT, dt_entr TEXT, vlr_tot REAL, vlr_frete REAL, st TEXT);
CREATE TABLE ped_item (
  id INTEGER PRIMARY KEY, nr_ped INTEGER REFERENCES ped(nr_ped), cod_item TEXT REFERENCES item(cod_item), qtd INTEGER, vlr REAL);
INSERT INTO prod_rural VALUES
(1,'Sítio Boa Vista','Poços de Caldas',24,'2018-04-10',1,'35 99911-0001'),(2,'Fazenda Três Irmãos','Caldas',110,'2015-01-22',0,'35 99911-0002'),(3,'Dona Zélia Prado','Andradas',9,'2021-09-03',1,NULL),(4,'Chácara do Ipê','Caldas',17,'2020-06-15',1,'35 99911-0004'),(5,'Fazenda Santa Rita','Botelhos',85,'2016-11-30',0,'35 99911-0005'),(6,'Seu Agenor Lemos','Andradas',13,'2023-02-08',0,NULL),(7,'Retiro Novo','Poços de Caldas',40,'2024-03-19',1,'35 99911-0007');
INSERT INTO coleta VALUES
(1,1,'2023-12-04',310,3.8,2.35,'ACEITO'),(2,2,'2023-12-04',1840,3.5,2.50,'ACEITO'),(3,3,'2023-12-18',95,7.9,2.20,'RECUSADO'),(4,5,'2024-01-09',1320,4.0,2.45,'ACEITO'),(5,4,'2024-01-10',205,4.4,2.30,'ACEITO'),(6,3,'2024-02-02',102,4.1,2.25,'ACEITO'),(7,2,'2024-02-16',1765,3.6,2.55,'ACEITO'),(8,1,'2024-03-05',298,6.8,2.35,'RECUSADO'),(9,5,'2024-03-21',1410,3.9,2.48,'ACEITO'),(10,6,'2024-04-03',128,4.6,2.28,'ACEITO'),(11,2,'2024-04-11',1902,3.4,2.60,'ACEITO'),(12,4,'2024-05-07',190,NULL,2.30,'PENDENTE'),(13,1,'2024-05-08',325,3.7,2.40,'PENDENTE');
INSERT INTO item VALUES
('QMF','Queijo minas frescal','queijos',500,16.90,20,1),('QMC','Queijo meia cura','queijos',900,38.50,90,1),('MUS','Muçarela peça','queijos',4000,142.00,120,1),('IOM','Iogurte morango','iogurtes',170,3.40,45,1),('IOC','Iogurte de coco','iogurtes',170,3.60,45,0),('DLP','Doce de leite pote','doces',400,14.20,180,1),('MNT','Manteiga com sal','manteigas',200,11.75,150,1),('RIC','Ricota fresca','queijos',400,10.30,15,1),('RQJ','Requeijão de corte','queijos',450,19.80,60,0);
INSERT INTO lote VALUES
('L2312A','QMF','2023-12-05',280,6,'Vanda','APROV'),('L2312B','MUS','2023-12-06',95,0,'Cícero','APROV'),('L2401A','DLP','2024-01-11',340,12,'Vanda','APROV'),('L2401B','IOC','2024-01-15',500,130,'Jefferson','REPROV'),('L2402A','QMC','2024-02-05',120,3,'Cícero','APROV'),('L2402B','MNT','2024-02-19',410,5,'Vanda','APROV'),('L2403A','IOM','2024-03-06',900,22,'Jefferson','APROV'),('L2403B','RIC','2024-03-22',150,41,'Jefferson','REPROV'),('L2404A','MUS','2024-04-12',130,1,'Cícero','APROV'),('L2405A','QMF','2024-05-08',260,4,NULL,'ANALISE');
INSERT INTO cli VALUES
(1,'Supermercado Serra Azul','supermercado','Poços de Caldas','MG',15000,'compras@serraazul.br'),(2,'Padaria Pão & Prosa','padaria','Campinas','SP',3000,NULL),(3,'Empório da Roça','emporio','São Paulo','SP',5000,'roca@emporio.br'),(4,'Pizzaria Bella Massa','restaurante','Ribeirão Preto','SP',8000,'bella@massa.br'),(5,'Mercadinho do Zé','supermercado','Andradas','MG',1200,NULL),(6,'Hotel Thermas Real','restaurante','Poços de Caldas','MG',NULL,'cozinha@thermas.br'),(7,'Cantina da Nina','restaurante','Campinas','SP',2000,NULL),(8,'Empório Carioca','emporio','Rio de Janeiro','RJ',6500,'contato@empcarioca.br');
INSERT INTO ped VALUES
(701,1,'2023-12-11','2023-12-13',3280.00,0,'FAT'),(702,4,'2023-12-14','2023-12-19',5680.00,220,'FAT'),(703,3,'2024-01-20','2024-01-24',1155.00,95,'FAT'),(704,2,'2024-02-07',NULL,640.00,60,'CANC'),(705,5,'2024-02-21','2024-02-22',338.00,0,'FAT'),(706,4,'2024-03-04','2024-03-11',7100.00,250,'FAT'),(707,1,'2024-03-15','2024-03-18',2240.00,0,'FAT'),(708,8,'2024-04-02','2024-04-10',1925.00,310,'FAT'),(709,6,'2024-04-22','2024-04-23',987.50,0,'FAT'),(710,3,'2024-05-03',NULL,1420.00,95,'SEP'),(711,4,'2024-05-09',NULL,4260.00,220,'ABER'),(712,8,'2024-05-10',NULL,770.00,310,'CANC');
INSERT INTO ped_item VALUES
(1,701,'QMF',100,16.50),(2,701,'IOM',480,3.40),(3,702,'MUS',40,142.00),(4,703,'QMC',30,38.50),(5,704,'RIC',60,10.30),(6,705,'QMF',20,16.90),(7,706,'MUS',50,142.00),(8,707,'DLP',100,14.20),(9,707,'MNT',70,11.70),(10,708,'QMC',50,38.50),(11,709,'MNT',50,11.75),(12,709,'DLP',28,14.20),(13,710,'DLP',100,14.20),(14,711,'MUS',30,142.00),(15,712,'QMC',20,38.50);
