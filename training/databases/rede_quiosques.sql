CREATE TABLE quiosque (cd_quio TEXT PRIMARY KEY, nm_quio TEXT, bairro TEXT, dt_abert TEXT, aluguel REAL, st_quio TEXT);
CREATE TABLE func (cd_func INTEGER PRIMARY KEY, nm_func TEXT, cargo TEXT, cd_quio TEXT, sal REAL, dt_adm TEXT, dt_desl TEXT);
CREATE TABLE forn (cd_forn INTEGER PRIMARY KEY, nm_forn TEXT, fone TEXT, prazo_dias INTEGER);
CREATE TABLE prod (cd_prod INTEGER PRIMARY KEY, ds_prod TEXT, categ TEXT, cd_forn INTEGER, vl_custo REAL, vl_venda REAL);
CREATE TABLE mov_venda (cd_venda INTEGER PRIMARY KEY, cd_quio TEXT, cd_prod INTEGER, cd_func INTEGER, dt_venda TEXT, qt INTEGER, vl_total REAL, fp TEXT);
CREATE TABLE quebra (cd_quebra INTEGER PRIMARY KEY, cd_quio TEXT, cd_prod INTEGER, dt_quebra TEXT, qt INTEGER, motivo TEXT);
INSERT INTO quiosque VALUES ('Q01','Praça da Sé','Centro','2018-03-01',2800,'A'),('Q02','Parque Norte','Santana','2020-11-15',1900,'A'),('Q03','Orla','Praia Grande','2021-12-20',3500,'A'),('Q04','Rodoviária','Centro','2019-07-08',4200,'R'),('Q05','Campus','Butantã','2023-02-13',1500,'A'),('Q06','Feira Velha','Mooca','2017-05-05',NULL,'F');
INSERT INTO func VALUES (1,'Jussara Lima','gerente','Q01',3200,'2018-03-01',NULL),(2,'Wellington Paz','atendente','Q01',1700,'2021-06-10',NULL),(3,'Cleide Rocha','atendente','Q02',1720,'2020-11-15',NULL),(4,'Robson Dias','gerente','Q03',3100,'2021-12-01',NULL),(5,'Tainá Melo','atendente','Q03',1680,'2023-01-09','2024-02-28'),(6,'Genival Souza','atendente','Q04',1750,'2019-07-08',NULL),(7,'Bia Freitas','atendente','Q05',1650,'2023-02-13',NULL),(8,'Otávio Reis','folguista',NULL,1600,'2024-03-04',NULL);
INSERT INTO forn VALUES (1,'Distribuidora Gelada','11 4002-1001',14),(2,'Editora Manhã','11 4002-1002',30),(3,'Doces Tia Nena',NULL,7),(4,'Salgados Express','11 4002-1004',0);
INSERT INTO prod VALUES (1,'Água 500ml','bebida',1,1.1,4),(2,'Refrigerante lata','bebida',1,2.3,6.5),(3,'Coxinha','salgado',4,2.8,7.5),(4,'Jornal Diário','impresso',2,2.0,3.5),(5,'Revista Palavras','impresso',2,6.0,11.9),(6,'Paçoca','doce',3,0.5,2),(7,'Brigadeiro','doce',3,1.2,4.5),(8,'Água de coco','bebida',1,3.9,9),(9,'Recarga celular','serviço',NULL,NULL,20),(10,'Cruzadas de bolso','impresso',2,3.0,6.9);
INSERT INTO mov_venda VALUES
(1,'Q01',4,1,'2023-01-14 07:40',30,105,'DIN'),
(2,'Q01',3,2,'2023-02-03 12:10',12,90,'PIX'),
(3,'Q03',8,4,'2023-02-18 15:30',40,360,'CRD'),
(4,'Q04',1,6,'2023-04-21 18:05',25,100,'DIN'),
(5,'Q02',6,3,'2023-06-11 10:20',18,36,'PIX'),
(6,'Q05',3,7,'2023-08-29 11:55',20,150,'PIX'),
(7,'Q04',9,6,'2023-10-06 09:15',5,100,'CRD'),
(8,'Q03',2,5,'2023-12-30 16:45',33,214.5,'DIN'),
(9,'Q03',8,5,'2024-01-07 14:00',52,468,'PIX'),
(10,'Q01',5,1,'2024-01-20 08:30',8,95.2,'CRD'),
(11,'Q02',7,3,'2024-03-17 17:10',15,67.5,'PIX'),
(12,'Q05',2,7,'2024-04-09 12:25',22,143,'PIX'),
(13,'Q04',3,6,'2024-05-30 06:50',28,210,'DIN'),
(14,'Q01',4,8,'2024-06-15 07:35',26,91,'DIN'),
(15,'Q05',3,7,'2024-08-21 12:02',31,232.5,'PIX'),
(16,'Q03',1,4,'2024-09-22 13:40',60,240,'CRD'),
(17,'Q02',6,8,'2024-09-28 15:15',10,20,'DIN');
INSERT INTO quebra VALUES (1,'Q03',8,'2023-03-02',6,'vencido'),(2,'Q01',3,'2023-05-19',4,'vencido'),(3,'Q04',2,'2023-09-14',12,'furto'),(4,'Q02',7,'2023-11-08',5,'avaria'),(5,'Q05',3,'2024-03-12',9,'vencido'),(6,'Q03',1,'2024-07-25',24,'furto'),(7,'Q04',5,'2024-08-02',2,'avaria'),(8,'Q01',7,'2024-09-10',3,NULL);
