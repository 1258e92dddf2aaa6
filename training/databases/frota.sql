CREATE TABLE veic (cd_veic INTEGER PRIMARY KEY, placa TEXT, modelo TEXT, ano_fab INTEGER, combust TEXT, km_atual INTEGER, sit TEXT, dt_aquis TEXT, vlr_aquis REAL);
CREATE TABLE cond (cd_cond INTEGER PRIMARY KEY, nm_cond TEXT, depto TEXT, cat_cnh TEXT, dt_venc_cnh TEXT, dt_deslig TEXT);
CREATE TABLE viagem (nr_viag INTEGER PRIMARY KEY, cd_veic INTEGER, cd_cond INTEGER, dt_saida TEXT, dt_ret TEXT, dest TEXT, km_rod INTEGER, motivo TEXT);
CREATE TABLE abast (id_abast INTEGER PRIMARY KEY, cd_veic INTEGER, dt_abast TEXT, qtd_lt REAL, vlr_tot REAL, posto TEXT, tq_cheio INTEGER);
CREATE TABLE manut (nr_os INTEGER PRIMARY KEY, cd_veic INTEGER, dt_ent TEXT, dt_lib TEXT, tp_serv TEXT, ofic TEXT, vlr_pec REAL, vlr_mo REAL);
CREATE TABLE multa (nr_auto TEXT PRIMARY KEY, cd_veic INTEGER, cd_cond INTEGER, dt_infr TEXT, descr TEXT, gravid TEXT, pts INTEGER, vlr REAL, paga INTEGER);
INSERT INTO veic VALUES
(1,'RKT4B21','Fiat Strada',2021,'flex',68400,'ativo','2021-03-10',82900),
(2,'QWE9A87','VW Saveiro',2018,'flex',141250,'oficina','2018-07-22',58500),
(3,'SBF1C33','Toyota Hilux',2022,'diesel',55210,'ativo','2022-05-05',248000),
(4,'PLM7788','Fiat Uno',2014,'flex',203900,'vendido','2014-02-18',29800),
(5,'TUV5D10','BYD Dolphin',2024,'elétrico',8900,'ativo','2024-01-30',149800),
(6,'RRA0E45','Chevrolet Onix',2020,'flex',90120,'ativo','2020-09-14',61200),
(7,'SDD2F66','Renault Master',2019,'diesel',172300,'oficina','2019-11-01',139000),
(8,'TXY8G90','Chevrolet Onix',2023,'flex',21050,'reserva','2023-08-08',84700);
INSERT INTO cond VALUES
(1,'Jéssica Amaral','Comercial','B','2027-04-12',NULL),(2,'Wanderley Pinto','Logística','D','2024-02-28',NULL),(3,'Moacir Teles','Logística','D','2026-10-03',NULL),
(4,'Débora Lins','Engenharia','B','2025-12-19',NULL),(5,'Caio Bastos','Comercial','AB','2024-05-30',NULL),(6,'Osvaldo Reis','Diretoria','B','2028-01-15','2024-03-08'),
(7,'Luana Sampaio','Engenharia','AB','2029-06-21',NULL),(8,'Rubens Falcão','Comercial','B','2023-09-09','2023-12-20');
INSERT INTO viagem VALUES
(501,1,1,'2023-10-03 07:30','2023-10-03 19:10','Campinas',212,'visita a cliente'),
(502,4,8,'2023-10-16 08:00','2023-10-18 17:00','Ribeirão Preto',690,'visita a cliente'),
(503,7,2,'2023-11-21 05:40','2023-11-22 21:00','Curitiba',830,'entrega'),
(504,3,4,'2024-01-09 06:15','2024-01-12 18:30','Itabira',1240,'obra'),
(505,6,5,'2024-02-05 09:00','2024-02-05 13:20','Santos',150,'visita a cliente'),
(506,7,3,'2024-02-19 04:50','2024-02-21 22:10','Joinville',1180,'entrega'),
(507,3,7,'2024-03-11 06:00','2024-03-15 20:00','Itabira',1265,'obra'),
(508,5,1,'2024-03-20 08:30','2024-03-20 17:45','Campinas',205,'visita a cliente'),
(509,1,5,'2024-04-02 07:00','2024-04-03 19:30','Sorocaba',248,'treinamento'),
(510,2,3,'2024-04-15 06:20','2024-04-15 23:50','Curitiba',815,'entrega'),
(511,5,6,'2024-02-27 10:00','2024-02-27 12:00','Guarulhos',64,'aeroporto'),
(512,3,4,'2024-05-06 06:10',NULL,'Itabira',NULL,'obra'),
(513,6,1,'2024-05-08 08:00',NULL,'São José dos Campos',NULL,'visita a cliente');
INSERT INTO abast VALUES
(1,1,'2023-10-02',42.0,243.60,'Posto Ipê',1),(2,7,'2023-11-20',78.5,478.85,'Shell Anhanguera',1),(3,3,'2024-01-08',70.2,428.22,'Posto Ipê',1),(4,3,'2024-01-11',61.0,384.30,'Auto Posto Serra',0),
(5,6,'2024-02-04',35.5,202.35,'Posto Ipê',0),(6,7,'2024-02-18',80.0,492.00,'Shell Anhanguera',1),(7,7,'2024-02-20',66.4,421.64,'Rede Graal',1),(8,3,'2024-03-10',72.3,444.65,'Posto Ipê',1),
(9,3,'2024-03-14',64.8,411.48,'Auto Posto Serra',1),(10,1,'2024-04-01',40.1,236.59,'Posto Ipê',1),(11,2,'2024-04-14',50.0,292.50,'Shell Anhanguera',1),(12,2,'2024-04-15',38.7,239.94,'Rede Graal',0),(13,6,'2024-05-07',41.3,247.80,'Posto Ipê',1);
INSERT INTO manut VALUES
(9001,4,'2023-08-10','2023-08-17','corretiva','Mecânica do Zé',1850.00,900.00),(9002,1,'2023-09-25','2023-09-26','preventiva','Fiat Amazonas',420.00,280.00),(9003,7,'2023-12-04','2023-12-20','corretiva','Diesel Center',5300.00,2100.00),
(9004,2,'2024-01-15','2024-01-16','pneus','Pneus Paulista',1980.00,160.00),(9005,6,'2024-02-12','2024-02-12','preventiva','Mecânica do Zé',310.00,250.00),(9006,3,'2024-02-26','2024-03-01','preventiva','Toyota Osaka',1240.00,760.00),
(9007,7,'2024-04-22',NULL,'corretiva','Diesel Center',3900.00,NULL),(9008,2,'2024-04-29',NULL,'funilaria','Mecânica do Zé',NULL,NULL),(9009,5,'2024-04-30','2024-04-30','preventiva','BYD Morumbi',0.00,180.00);
INSERT INTO multa VALUES
('A100234',4,8,'2023-10-17','excesso de velocidade até 20%','média',4,130.16,1),('A100871',7,2,'2023-11-22','excesso de velocidade 20 a 50%','grave',5,195.23,1),('B220045',6,5,'2024-02-05','estacionar em local proibido','média',4,130.16,0),
('B220198',7,3,'2024-02-20','avançar sinal vermelho','gravíssima',7,293.47,0),('B231177',3,7,'2024-03-13','excesso de velocidade até 20%','média',4,130.16,1),('B240009',1,5,'2024-04-02','celular ao volante','gravíssima',7,293.47,0),('C300512',2,NULL,'2024-04-15','rodízio municipal','média',4,130.16,0);
