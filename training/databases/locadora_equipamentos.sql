CREATE TABLE tb_cliente (cod_cli INTEGER PRIMARY KEY, nm_cliente TEXT, tp_pessoa TEXT, cidade TEXT, uf TEXT, dt_cadastro TEXT, lim_credito REAL, bloqueado INTEGER);
CREATE TABLE tb_equip (cod_eq INTEGER PRIMARY KEY, descr TEXT, categoria TEXT, fabricante TEXT, vlr_diaria REAL, dt_aquis TEXT, vlr_aquis REAL, peso_kg REAL, situacao TEXT);
CREATE TABLE tb_atendente (matr INTEGER PRIMARY KEY, nome TEXT, filial TEXT, dt_admissao TEXT, dt_deslig TEXT, perc_comissao REAL);
CREATE TABLE tb_locacao (nr_contrato INTEGER PRIMARY KEY, cod_cli INTEGER REFERENCES tb_cliente(cod_cli), matr INTEGER REFERENCES tb_atendente(matr), dt_saida TEXT, dt_prev_dev TEXT, dt_dev TEXT, vlr_tot REAL, sit TEXT, entrega_obra INTEGER);
CREATE TABLE tb_loc_item (id_item INTEGER PRIMARY KEY, nr_contrato INTEGER REFERENCES tb_locacao(nr_contrato), cod_eq INTEGER REFERENCES tb_equip(cod_eq), qtd INTEGER, dias INTEGER, vlr_item REAL, avaria INTEGER);
CREATE TABLE tb_manut (id_os INTEGER PRIMARY KEY, cod_eq INTEGER REFERENCES tb_equip(cod_eq), dt_abert TEXT, dt_fecha TEXT, tipo TEXT, custo REAL, oficina TEXT);
INSERT INTO tb_cliente VALUES
(101,'Construtora Ipê Ltda','J','Londrina','PR','2018-02-12',15000,0),(102,'José Aparecido Ramos','F','Cambé','PR','2020-07-01',1200,0),(103,'Reformas Bela Vista ME','J','Londrina','PR','2021-10-19',6000,1),
(104,'Sandra Kimura','F','Ibiporã','PR','2023-03-03',800,0),(105,'Condomínio Solar das Palmeiras','J','Londrina','PR','2019-05-27',4000,0),(106,'Pedreira Rio Verde S/A','J','Ourinhos','SP','2022-01-14',30000,0),
(107,'Wagner Tavares','F','Assis','SP','2024-08-22',NULL,0),(108,'Eventos Luz & Som','J','Maringá','PR','2024-11-05',5000,0),(109,'Dirceu Pacheco','F','Londrina','PR','2017-12-09',1000,1);
INSERT INTO tb_equip VALUES
(1,'Betoneira 400 L','concretagem','Menegotti',85,'2019-03-20',4200,145,'disponível'),(2,'Martelete rompedor 30 kg','demolição','Bosch',140,'2021-06-11',11800,30,'alugado'),
(3,'Andaime tubular (módulo)','acesso','Mecan',12,'2016-09-02',310,18.5,'disponível'),(4,'Gerador 8 kVA','energia','Toyama',190,'2022-02-25',9700,98,'em manutenção'),
(5,'Placa vibratória','compactação','Wacker',110,'2020-11-30',8450,88,'disponível'),(6,'Lavadora de alta pressão','limpeza','Kärcher',65,'2023-01-17',2900,23,'alugado'),
(7,'Furadeira de impacto','demolição','Makita',35,'2018-04-08',780,2.9,'baixado'),(8,'Plataforma tesoura 8 m','acesso','JLG',480,'2024-05-06',98000,1610,'alugado'),
(9,'Cortadora de piso','demolição','Clipper',130,'2017-10-23',7600,72,'em manutenção'),(10,'Extratora de carpete','limpeza','Wap',55,'2024-09-12',1350,11,'disponível');
INSERT INTO tb_atendente VALUES
(11,'Rosângela Prado','Centro','2015-08-03',NULL,2.5),(12,'Fábio Neri','Centro','2019-01-21',NULL,2),(13,'Tatiane Lopes','Zona Norte','2021-11-08','2024-12-20',2),(14,'Edson Murakami','Zona Norte','2023-02-13',NULL,1.5),(15,'Clara Benites','Ourinhos','2024-06-17',NULL,1.5),(16,'Igor Salles','Ourinhos','2022-03-28','2024-06-10',NULL);
INSERT INTO tb_locacao VALUES
(5001,101,11,'2024-02-05','2024-02-12','2024-02-12',1785,'encerrada',1),(5002,102,12,'2024-03-18','2024-03-20','2024-03-22',260,'encerrada',0),(5003,103,13,'2024-05-09','2024-05-23','2024-06-03',2450,'encerrada',1),
(5004,106,16,'2024-05-30','2024-06-29','2024-06-28',14400,'encerrada',1),(5005,104,12,'2024-08-02','2024-08-04','2024-08-04',130,'encerrada',0),(5006,105,11,'2024-10-14','2024-10-17','2024-10-17',390,'encerrada',0),
(5007,109,13,'2024-11-21','2024-11-25',NULL,560,'em atraso',0),(5008,101,11,'2025-01-13','2025-02-13','2025-02-10',6120,'encerrada',1),(5009,108,11,'2025-02-21','2025-02-24',NULL,0,'cancelada',0),
(5010,107,15,'2025-03-06','2025-03-08','2025-03-08',220,'encerrada',0),(5011,106,15,'2025-04-01','2025-05-31',NULL,28800,'em aberto',1),(5012,103,14,'2025-04-22','2025-05-02',NULL,1400,'em atraso',0),
(5013,101,11,'2025-05-05','2025-05-20',NULL,3075,'em aberto',1),(5014,104,12,'2025-05-09','2025-05-11','2025-05-12',165,'encerrada',0);
INSERT INTO tb_loc_item VALUES
(1,5001,1,1,7,595,0),(2,5001,3,14,7,1190,0),(3,5002,9,1,2,260,0),(4,5003,2,1,14,1960,1),(5,5003,7,1,14,490,1),(6,5004,8,1,30,14400,0),(7,5005,6,1,2,130,0),(8,5006,9,1,3,390,1),
(9,5007,2,1,4,560,0),(10,5008,3,15,30,5400,0),(11,5008,1,1,8,720,0),(12,5010,5,1,2,220,0),(13,5011,8,1,60,28800,0),(14,5012,2,1,10,1400,0),(15,5013,6,3,15,3075,0),(16,5014,10,1,3,165,0);
INSERT INTO tb_manut VALUES
(1,2,'2024-06-04','2024-06-18','corretiva',1240,'Eletrobobinas Souza'),(2,7,'2024-06-04','2024-06-05','corretiva',95.5,'interna'),(3,8,'2024-07-01','2024-07-03','preventiva',2100,'JLG Service'),
(4,9,'2024-10-18',NULL,'corretiva',NULL,'Eletrobobinas Souza'),(5,1,'2024-12-02','2024-12-02','preventiva',80,'interna'),(6,4,'2025-03-27',NULL,'corretiva',650,'Toyama Norte'),
(7,5,'2025-03-10','2025-03-14','preventiva',310,'interna'),(8,8,'2025-02-17','2025-02-20','preventiva',2350,'JLG Service');
