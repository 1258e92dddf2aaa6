CREATE TABLE tb_escola (cd_escola INTEGER PRIMARY KEY, nm_escola TEXT, bairro TEXT, qt_alunos INTEGER, responsavel TEXT, tel TEXT, ativa INTEGER);
INSERT INTO tb_escola VALUES
(1,'Oakfield Primary','Westend',310,'Mrs Latimer','0117 496 0001',1),
(2,'St Agnes Juniors','Harbourside',240,'Mr Bose','0117 496 0002',1),
(3,'Redbridge High','Westend',980,'Ms Okoro',NULL,1),
(4,'Millpond Infants','Old Mill',150,NULL,'0117 496 0004',1),
(5,'Larch Academy','Hilltop',720,'Mr Drury','0117 496 0005',1),
(6,'Stoke Lane School','Old Mill',410,'Mrs Penn','0117 496 0006',0);
CREATE TABLE tb_produto (cd_prod TEXT PRIMARY KEY, ds_prod TEXT, grupo TEXT, unid TEXT, preco REAL, alergeno TEXT, vegetariano INTEGER);
INSERT INTO tb_produto VALUES
('MAC','Macaroni cheese tray','PRONTO','tray',28.5,'milk',1),
('CUR','Chicken curry tray','PRONTO','tray',34,NULL,0),
('FSH','Fish fingers','CONGEL','box',22,'fish',0),
('PEA','Garden peas','CONGEL','bag',6.4,NULL,1),
('APL','Apples','FRESCO','crate',15,NULL,1),
('BAN','Bananas','FRESCO','crate',17.5,NULL,1),
('MLK','Semi-skimmed milk','LATIC','crate',11.2,'milk',1),
('YOG','Strawberry yoghurt','LATIC','box',13,'milk',1),
('BRD','Wholemeal rolls','PADARIA','tray',9.8,'gluten',1),
('TOF','Tofu stir fry tray','PRONTO','tray',31,'soya',1);
CREATE TABLE tb_motorista (cd_mot INTEGER PRIMARY KEY, nm_mot TEXT, placa_van TEXT, dt_adm TEXT);
INSERT INTO tb_motorista VALUES (1,'Keith Barlow','VN19 KTB','2018-02-05'),(2,'Samira Aziz','VN21 SMA','2021-09-01'),(3,'Lewis Tran','VN23 LWT','2023-04-17'),(4,'Dot Pearce',NULL,'2024-08-27'),(5,'Ron Yates','VN16 RNY','2015-11-02');
CREATE TABLE tb_entrega (nr_ent INTEGER PRIMARY KEY, cd_escola INTEGER, cd_mot INTEGER, dt_prev TEXT, dt_real TEXT, status TEXT, temp_c REAL);
INSERT INTO tb_entrega VALUES
(801,1,1,'2023-01-16 08:00','2023-01-16 07:52','OK',3.4),
(802,3,2,'2023-02-07 08:30','2023-02-07 08:55','OK',4.1),
(803,2,1,'2023-03-20 08:00','2023-03-20 08:03','PARC',3.9),
(804,5,2,'2023-05-11 09:00','2023-05-11 08:47','OK',2.8),
(805,6,3,'2023-06-05 08:15','2023-06-05 08:10','OK',5.6),
(806,4,3,'2023-09-12 07:45','2023-09-12 08:20','OK',NULL),
(807,3,1,'2023-11-21 08:30','2023-11-21 08:25','OK',4.4),
(808,1,2,'2024-01-15 08:00','2024-01-15 08:01','OK',3.1),
(809,5,3,'2024-02-26 09:00',NULL,'CANC',NULL),
(810,3,1,'2024-04-16 08:30','2024-04-16 08:29','OK',3.7),
(811,2,2,'2024-06-10 08:00','2024-06-10 08:40','RECUS',8.9),
(812,4,3,'2024-09-09 07:45','2024-09-09 07:40','OK',4.0),
(813,5,4,'2024-10-01 09:00','2024-10-01 09:05','PARC',4.9),
(814,1,1,'2024-11-05 08:00','2024-11-05 07:55','OK',3.3),
(815,3,4,'2024-11-19 08:30','2024-11-19 08:50','OK',5.2);
CREATE TABLE tb_item (nr_ent INTEGER, cd_prod TEXT, qt_ped INTEGER, qt_ent INTEGER);
INSERT INTO tb_item VALUES
(801,'MAC',10,10),(801,'APL',4,4),(802,'CUR',20,20),(803,'FSH',8,6),(804,'MLK',25,25),(805,'BRD',12,12),(806,'YOG',6,6),
(807,'CUR',22,22),(808,'MAC',12,12),(810,'PEA',18,18),(811,'YOG',15,0),(812,'BAN',3,3),(813,'MLK',30,24),(814,'APL',5,5),(815,'CUR',18,18),(815,'BRD',20,20),(809,'BAN',9,0);
CREATE TABLE tb_fatura (nr_fat INTEGER PRIMARY KEY, cd_escola INTEGER, mes_ref TEXT, dt_emis TEXT, dt_pgto TEXT, vl_fat REAL, forma TEXT);
INSERT INTO tb_fatura VALUES
(1,1,'2023-01','2023-01-31','2023-02-20',345,'BACS'),
(2,3,'2023-02','2023-02-28','2023-03-30',680,'BACS'),
(3,2,'2023-03','2023-03-31','2023-04-12',132,'CHQ'),
(4,5,'2023-05','2023-05-31','2023-06-28',280,'BACS'),
(5,6,'2023-06','2023-06-30',NULL,117.6,NULL),
(6,4,'2023-09','2023-09-30','2023-10-09',78,'CHQ'),
(7,3,'2023-11','2023-11-30','2024-01-05',748,'BACS'),
(8,1,'2024-01','2024-01-31','2024-02-19',342,'BACS'),
(9,3,'2024-04','2024-04-30','2024-05-31',115.2,'BACS'),
(10,4,'2024-09','2024-09-30','2024-10-15',52.5,'CHQ'),
(11,5,'2024-10','2024-10-31',NULL,268.8,NULL),
(12,1,'2024-11','2024-11-29',NULL,75,NULL);
