CREATE TABLE proprietarios (id INTEGER PRIMARY KEY, nome TEXT, uf TEXT, telefone TEXT, socio_abqm INTEGER);
CREATE TABLE piquetes (id INTEGER PRIMARY KEY, apelido TEXT, hectares REAL, capim TEXT, tem_bebedouro INTEGER);
CREATE TABLE animais (id INTEGER PRIMARY KEY, nome TEXT, registro TEXT, raca TEXT, sexo TEXT, pelagem TEXT, nascimento TEXT, altura_cm INTEGER, pai_id INTEGER, mae_id INTEGER, piquete_id INTEGER, situacao TEXT, FOREIGN KEY (pai_id) REFERENCES animais(id), FOREIGN KEY (mae_id) REFERENCES animais(id), FOREIGN KEY (piquete_id) REFERENCES piquetes(id));
CREATE TABLE coberturas (id INTEGER PRIMARY KEY, garanhao_id INTEGER, egua_id INTEGER, data_cobertura TEXT, metodo TEXT, resultado TEXT, parto_previsto TEXT, custo REAL, FOREIGN KEY (garanhao_id) REFERENCES animais(id), FOREIGN KEY (egua_id) REFERENCES animais(id));
CREATE TABLE vendas (id INTEGER PRIMARY KEY, animal_id INTEGER, comprador_id INTEGER, data_venda TEXT, preco REAL, local_venda TEXT, parcelas INTEGER, FOREIGN KEY (animal_id) REFERENCES animais(id), FOREIGN KEY (comprador_id) REFERENCES proprietarios(id));
CREATE TABLE manejos (id INTEGER PRIMARY KEY, animal_id INTEGER, data_manejo TEXT, servico TEXT, profissional TEXT, gasto REAL, obs TEXT, FOREIGN KEY (animal_id) REFERENCES animais(id));
INSERT INTO proprietarios VALUES
(1,'Fazenda Três Marias','MG','31 98888-1001',1),
(2,'Otávio Brandão','SP','19 98888-1002',1),
(3,'Rancho do Sereno','GO',NULL,0),
(4,'Cíntia Amaral','SP','11 98888-1004',0),
(5,'Haras Pedra Branca','BA','71 98888-1005',1);
INSERT INTO piquetes VALUES
(1,'Ribeirão',4.5,'tifton',1),
(2,'Mangueira',3,'tifton',1),
(3,'Do Alto',6.2,'coast-cross',0),
(4,'Maternidade',2,'jiggs',1),
(5,'Quarentena',1.1,NULL,1);
INSERT INTO animais VALUES
(1,'Relâmpago BV','P-10021','Quarto de Milha','M','alazã','2012-09-14',152,NULL,NULL,1,'plantel'),
(2,'Sultão','P-10340','Mangalarga','M','tordilha','2014-11-02',155,NULL,NULL,2,'plantel'),
(3,'Estrela BV','P-10412','Quarto de Milha','F','baia','2013-08-21',148,NULL,NULL,4,'plantel'),
(4,'Duquesa','P-10588','Mangalarga','F','castanha','2015-10-30',150,NULL,NULL,3,'plantel'),
(5,'Garoa','P-10790','Quarto de Milha','F','tordilha','2016-09-05',147,NULL,NULL,4,'plantel'),
(6,'Cometa BV','P-11801','Quarto de Milha','M','alazã','2021-10-11',149,1,3,NULL,'vendido'),
(7,'Pitanga BV','P-11877','Quarto de Milha','F','baia','2022-09-28',144,1,5,3,'plantel'),
(8,'Faísca BV','P-11902','Mangalarga','F','castanha','2022-11-15',143,2,4,NULL,'vendido'),
(9,'Trovão BV',NULL,'Quarto de Milha','M','alazã','2023-10-03',138,1,3,3,'à venda'),
(10,'Serena BV',NULL,'Mangalarga','F','tordilha','2023-12-09',135,2,4,3,'à venda'),
(11,'Neblina BV',NULL,'Quarto de Milha','F','tordilha','2024-09-19',NULL,1,5,4,'ao pé'),
(12,'Velho Barão','P-09112','Mangalarga','M','preta','2002-10-01',151,NULL,NULL,NULL,'morto');
INSERT INTO coberturas VALUES
(1,1,3,'2022-11-05','monta natural','prenhe','2023-10-06',0),
(2,2,4,'2023-01-08','monta natural','prenhe','2023-12-10',0),
(3,1,5,'2023-01-20','inseminação','vazia',NULL,950),
(4,1,5,'2023-10-18','inseminação','prenhe','2024-09-18',980),
(5,2,4,'2024-02-03','monta natural','absorveu',NULL,0),
(6,1,3,'2024-01-29','TE','vazia',NULL,4200),
(7,2,4,'2024-09-10','inseminação','prenhe','2025-08-12',1050),
(8,1,3,'2024-10-02','TE','prenhe','2025-09-03',4500),
(9,1,7,'2024-10-25','monta natural','a confirmar',NULL,0);
INSERT INTO vendas VALUES
(1,6,2,'2023-08-26',48000,'leilão virtual',24),
(2,8,5,'2024-05-18',36500,'leilão presencial',30),
(3,NULL,3,'2023-03-11',12000,'direta',1),
(4,NULL,4,'2024-07-06',22000,'direta',10),
(5,NULL,1,'2024-10-12',65000,'leilão virtual',30);
INSERT INTO manejos VALUES
(1,1,'2023-02-15','casqueamento','Zé Ferrador',180,NULL),
(2,3,'2023-03-20','vacina','Dra. Lívia',95,'influenza e tétano'),
(3,4,'2023-03-20','vacina','Dra. Lívia',95,'influenza e tétano'),
(4,12,'2023-06-09','atendimento','Dra. Lívia',1400,'cólica'),
(5,6,'2023-07-01','doma','Neto Peão',2200,NULL),
(6,1,'2023-11-14','ferrageamento','Zé Ferrador',320,NULL),
(7,8,'2024-02-02','doma','Neto Peão',2400,NULL),
(8,2,'2024-03-18','odontologia','Dr. Fábio',450,NULL),
(9,5,'2024-04-15','ultrassom','Dra. Lívia',260,'tudo certo'),
(10,7,'2024-06-22','casqueamento','Zé Ferrador',190,NULL),
(11,9,'2024-08-05','vermífugo','tratador',NULL,NULL),
(12,10,'2024-08-05','vermífugo','tratador',NULL,NULL),
(13,3,'2024-10-20','ultrassom','Dra. Lívia',280,'repetir em 15 dias'),
(14,1,'2024-11-04','ferrageamento','Zé Ferrador',340,NULL);
