CREATE TABLE unidades (
  cod_unid INTEGER PRIMARY KEY, nome TEXT, cidade TEXT, uf TEXT, dt_inaug TEXT, tem_delivery INTEGER);
CREATE TABLE maquinas (
  id_maq INTEGER PRIMARY KEY, cod_unid INTEGER NOT NULL REFERENCES unidades(cod_unid), tipo TEXT, marca TEXT, cap_kg INTEGER, dt_compra TEXT, vlr_compra REAL, sit TEXT, ciclos INTEGER);
CREATE TABLE clientes (
  id_cli INTEGER PRIMARY KEY, nome TEXT, celular TEXT, bairro TEXT, dt_cad TEXT, mensalista INTEGER, saldo_dev REAL);
CREATE TABLE servicos (
  cod_serv TEXT PRIMARY KEY, descr TEXT, categ TEXT, preco REAL, prazo_h INTEGER);
CREATE TABLE rol (
  nr_rol INTEGER PRIMARY KEY, id_cli INTEGER REFERENCES clientes(id_cli), cod_unid INTEGER REFERENCES unidades(cod_unid), dt_entrada TEXT, dt_saida TEXT, status TEXT, vlr_tot REAL, forma_pgto TEXT, urgente INTEGER);
CREATE TABLE itens_rol (
  id_item INTEGER PRIMARY KEY, nr_rol INTEGER REFERENCES rol(nr_rol), cod_serv TEXT REFERENCES servicos(cod_serv), peca TEXT, qtd INTEGER, peso_kg REAL, obs TEXT);
CREATE TABLE manutencoes (
  id_manut INTEGER PRIMARY KEY, id_maq INTEGER REFERENCES maquinas(id_maq), dt TEXT, tecnico TEXT, custo REAL, motivo TEXT, horas_parada REAL);

INSERT INTO unidades VALUES
(1,'Matriz Savassi','Belo Horizonte','MG','2010-08-02',1),
(2,'Pampulha','Belo Horizonte','MG','2016-03-14',1),
(3,'Contagem Centro','Contagem','MG','2018-11-20',0),
(4,'Guarapari Praia','Guarapari','ES','2021-12-10',0),
(5,'Vila Velha','Vila Velha','ES','2022-07-01',1),
(6,'Niterói Icaraí','Niterói','RJ','2025-01-15',1);
INSERT INTO maquinas VALUES
(11,1,'lavadora','Electrolux',20,'2018-05-10',28500,'ativa',15400),
(12,1,'secadora','Electrolux',25,'2018-05-10',24000,'ativa',14980),
(13,1,'calandra','Sitec',NULL,'2012-02-01',39000,'parada',22100),
(14,2,'lavadora','Speed Queen',15,'2016-03-01',19800,'em conserto',18720),
(15,2,'secadora','Speed Queen',15,'2019-09-17',17500,'ativa',9300),
(16,3,'lavadora','LG',11,'2021-04-05',9200,'ativa',6100),
(17,3,'lavadora','LG',11,'2021-04-05',9200,'vendida',3050),
(18,4,'lavadora','Electrolux',20,'2021-11-25',31000,'ativa',5200),
(19,5,'secadora','LG',11,'2022-06-20',8900,'em conserto',4100),
(20,5,'passadeira','Sitec',NULL,'2022-06-20',6400,'ativa',2800),
(21,6,'lavadora','Speed Queen',30,'2024-12-28',46000,'ativa',310);
INSERT INTO clientes VALUES
(1,'Hotel Serra Azul','31988880001','Savassi','2015-02-03',1,0),
(2,'Marlene Couto','31977772222','Funcionários','2019-06-21',0,0),
(3,'Restaurante Tempero','31966663333','Savassi','2020-10-09',1,640.5),
(4,'João Batista Reis',NULL,'Eldorado','2021-01-30',0,85),
(5,'Pousada Maré','27955554444','Praia do Morro','2022-01-12',1,1210),
(6,'Cíntia Prado','27944445555','Itapuã','2023-03-08',0,0),
(7,'Academia Forte','31933336666','Pampulha','2023-08-15',1,0),
(8,'Wagner Dutra',NULL,'Icaraí','2025-01-20',0,0),
(9,'Buffet Alegria','31922227777','Eldorado','2024-05-19',0,320),
(10,'Lívia Nogueira','21911118888','Icaraí','2025-02-02',0,0);
INSERT INTO servicos VALUES
('LK','Lavagem por quilo','roupa comum',14.9,24),
('LS','Lavagem a seco','delicada',38.0,72),
('PS','Passadoria','roupa comum',6.5,24),
('TP','Tapete','casa',55.0,240),
('ED','Edredom','casa',45.0,48),
('CT','Cortina','casa',32.0,96),
('VN','Vestido de noiva','delicada',350.0,168);
INSERT INTO rol VALUES
(9001,1,1,'2024-03-04','2024-03-06','entregue',820.0,'boleto',0),
(9002,2,1,'2024-03-18','2024-03-22','entregue',76.0,'pix',0),
(9003,3,1,'2024-05-02','2024-05-03','entregue',215.5,'boleto',1),
(9004,4,3,'2024-06-11','2024-06-13','entregue',85.0,NULL,0),
(9005,5,4,'2024-07-20','2024-07-25','entregue',1210.0,'boleto',0),
(9006,6,5,'2024-08-14','2024-08-17','entregue',135.0,'cartão',0),
(9007,7,2,'2024-10-01','2024-10-02','entregue',298.0,'pix',1),
(9008,9,3,'2024-11-09',NULL,'cancelado',480.0,NULL,0),
(9009,1,1,'2024-12-16','2024-12-18','entregue',940.0,'boleto',1),
(9010,2,1,'2025-01-07','2025-01-14','entregue',350.0,'cartão',0),
(9011,8,6,'2025-01-21','2025-01-23','entregue',44.7,'dinheiro',0),
(9012,3,1,'2025-01-28',NULL,'pronto',425.0,'boleto',0),
(9013,7,2,'2025-02-03',NULL,'pronto',312.0,'pix',0),
(9014,10,6,'2025-02-04',NULL,'lavando',90.0,NULL,1),
(9015,6,5,'2025-02-06',NULL,'lavando',110.0,NULL,0),
(9016,7,2,'2025-02-07',NULL,'lavando',150.0,NULL,0);
INSERT INTO itens_rol VALUES
(1,9001,'LK','lençol',60,48.0,NULL),
(2,9001,'PS','fronha',40,6.0,NULL),
(3,9002,'LS','terno',2,2.4,'mancha na gola'),
(4,9003,'LK','toalha de mesa',25,14.5,'gordura'),
(5,9004,'LK','roupa variada',18,5.7,NULL),
(6,9005,'LK','lençol',80,70.0,NULL),
(7,9005,'ED','edredom casal',6,15.0,NULL),
(8,9006,'ED','edredom solteiro',3,5.5,'rasgado'),
(9,9007,'LK','toalha',90,20.0,NULL),
(10,9009,'LK','lençol',66,52.0,NULL),
(11,9010,'VN','vestido',1,4.8,'bordado'),
(12,9011,'LK','roupa variada',9,3.0,NULL),
(13,9013,'LK','toalha',95,21.0,NULL),
(14,9014,'ED','edredom queen',2,5.0,NULL),
(15,9015,'TP','tapete',2,9.5,'pelo de gato');
INSERT INTO manutencoes VALUES
(1,13,'2023-04-12','Ademir',1850,'rolamento',16),
(2,14,'2023-11-03','Ademir',420,'vazamento',5),
(3,11,'2024-02-19','TecLav',310,'preventiva',2),
(4,14,'2024-06-25','TecLav',980,'placa queimada',30),
(5,12,'2024-08-08','Ademir',275,'preventiva',2.5),
(6,19,'2025-01-30','Gilson',690,'resistência',NULL),
(7,18,'2024-09-14','Gilson',350,'preventiva',3),
(8,14,'2025-01-09','TecLav',1320,'vazamento',48);
