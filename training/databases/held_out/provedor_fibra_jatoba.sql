CREATE TABLE tb_plano (cod_plano TEXT PRIMARY KEY, nm_plano TEXT, vel_mbps INTEGER, vlr_mensal REAL, fl_ativo INTEGER);
INSERT INTO tb_plano VALUES ('P100','Essencial 100',100,79.9,1),('P300','Família 300',300,99.9,1),('P600','Turbo 600',600,129.9,1),('P1G','Giga',1000,199.9,1),('R10','Rádio 10',10,59.9,0);
CREATE TABLE tb_assin (id_assin INTEGER PRIMARY KEY, nm_assin TEXT, bairro TEXT, cod_plano TEXT, dt_adesao TEXT, dt_canc TEXT, tel TEXT);
INSERT INTO tb_assin VALUES
(1,'Marlene Queiroz','Centro','P300','2022-08-14',NULL,'35 99811-2040'),
(2,'Padaria Trigo Bom','Centro','P600','2022-10-02',NULL,'35 3421-7788'),
(3,'Josué Batista','Vila Nova','P100','2023-01-20','2024-02-10',NULL),
(4,'Escola Aurora','Jardim Ipê','P1G','2023-02-28',NULL,'35 3421-1010'),
(5,'Rita Salgado','Jardim Ipê','P300','2023-05-11',NULL,'35 99702-3311'),
(6,'Nelson Takada','Serrinha','R10','2022-06-05','2023-09-30','35 99655-0909'),
(7,'Débora Pinho','Vila Nova','P600','2023-10-17',NULL,NULL),
(8,'Auto Posto Serra','Serrinha','P600','2024-01-09',NULL,'35 3421-5005'),
(9,'Caio Meireles','Centro','P100','2024-04-23',NULL,'35 99123-4567'),
(10,'Ivone Brandão','Serrinha','P300','2024-07-30',NULL,NULL),
(11,'Sítio Paineira','Serrinha','P100','2024-10-15',NULL,'35 99440-1212');
CREATE TABLE tb_tecnico (id_tec INTEGER PRIMARY KEY, nm_tec TEXT, base TEXT);
INSERT INTO tb_tecnico VALUES (1,'Adilson','Centro'),(2,'Kleber','Serrinha'),(3,'Suelen','Centro'),(4,'Wagner','Vila Nova'),(5,'Tainá','Serrinha');
CREATE TABLE tb_os (num_os INTEGER PRIMARY KEY, id_assin INTEGER REFERENCES tb_assin(id_assin), id_tec INTEGER REFERENCES tb_tecnico(id_tec), dt_abert TEXT, dt_fech TEXT, tp_os TEXT, sit TEXT, custo_mat REAL);
INSERT INTO tb_os VALUES
(501,1,1,'2023-01-15','2023-01-16','REP','F',35.0),
(502,4,3,'2023-02-28','2023-03-01','INST','F',220.0),
(503,6,2,'2023-04-09','2023-04-15','REP','F',80.0),
(504,5,3,'2023-05-11','2023-05-13','INST','F',150.0),
(505,3,4,'2023-08-22','2023-08-23','REP','F',0.0),
(506,7,4,'2023-10-17','2023-10-19','INST','F',145.5),
(507,8,2,'2024-01-09','2024-01-10','INST','F',190.0),
(508,3,4,'2024-02-10','2024-02-12','RET','F',0.0),
(509,2,1,'2024-03-18','2024-03-18','REP','F',60.0),
(510,9,2,'2024-04-23','2024-04-26','INST','F',140.0),
(511,1,3,'2024-06-02',NULL,'REP','C',NULL),
(512,10,2,'2024-07-30','2024-08-02','INST','F',165.0),
(513,8,2,'2024-09-14','2024-09-15','REP','F',42.0),
(514,4,NULL,'2024-10-21',NULL,'REP','A',NULL),
(515,5,1,'2024-10-24',NULL,'REP','A',NULL);
CREATE TABLE tb_fatura (num_fat INTEGER PRIMARY KEY, id_assin INTEGER REFERENCES tb_assin(id_assin), dt_venc TEXT, vlr REAL, dt_pgto TEXT, forma TEXT);
INSERT INTO tb_fatura VALUES
(1,1,'2023-03-10',99.9,'2023-03-09','pix'),(2,2,'2023-03-10',129.9,'2023-03-10','boleto'),(3,6,'2023-09-10',59.9,NULL,NULL),(4,3,'2024-01-10',79.9,NULL,NULL),(5,4,'2024-02-10',199.9,'2024-02-08','boleto'),(6,5,'2024-05-10',99.9,'2024-05-22','pix'),(7,7,'2024-06-10',129.9,'2024-06-10','cartao'),(8,8,'2024-08-10',129.9,'2024-08-19','boleto'),(9,9,'2024-09-10',79.9,'2024-09-05','pix'),(10,1,'2024-09-10',99.9,'2024-09-10','pix'),(11,10,'2024-10-10',99.9,NULL,NULL),(12,7,'2024-10-10',129.9,NULL,NULL),(13,4,'2024-10-10',199.9,'2024-10-09','pix');
