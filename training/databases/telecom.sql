CREATE TABLE cust (
  cust_id INTEGER PRIMARY KEY,
  nm TEXT,
  doc_nbr TEXT,
  cust_typ TEXT,
  city TEXT,
  uf TEXT,
  reg_dt TEXT,
  eml TEXT
);
CREATE TABLE plan (
  plan_cd TEXT PRIMARY KEY,
  plan_nm TEXT,
  tech TEXT,
  dl_mbps INTEGER,
  mth_fee REAL,
  min_term_m INTEGER,
  is_act INTEGER
);
CREATE TABLE sub (
  sub_id INTEGER PRIMARY KEY,
  cust_id INTEGER NOT NULL,
  plan_cd TEXT NOT NULL,
  st_dt TEXT,
  end_dt TEXT,
  sts TEXT,
  disc_pct REAL,
  auto_pay INTEGER,
  FOREIGN KEY (cust_id) REFERENCES cust(cust_id),
  FOREIGN KEY (plan_cd) REFERENCES plan(plan_cd)
);
CREATE TABLE inv (
  inv_nbr INTEGER PRIMARY KEY,
  sub_id INTEGER REFERENCES sub(sub_id),
  iss_dt TEXT,
  due_dt TEXT,
  pd_dt TEXT,
  amt REAL,
  late_fee REAL,
  pmt_meth TEXT
);
CREATE TABLE tech_stf (
  stf_id INTEGER PRIMARY KEY,
  nm TEXT,
  base_city TEXT,
  hire_dt TEXT,
  veh_plate TEXT
);
CREATE TABLE tkt (
  tkt_id INTEGER PRIMARY KEY,
  sub_id INTEGER REFERENCES sub(sub_id),
  stf_id INTEGER REFERENCES tech_stf(stf_id),
  opn_ts TEXT,
  cls_ts TEXT,
  cat TEXT,
  prio INTEGER,
  sts TEXT,
  csat INTEGER
);
INSERT INTO cust VALUES
(1,'Padaria Pão de Mel','12.345.678/0001-90','PJ','Campinas','SP','2021-02-11','contato@paodemel.br'),
(2,'Rosângela Tavares','111.222.333-44','PF','Campinas','SP','2022-06-30','rotavares@mail.br'),
(3,'Edmilson Barbosa','222.333.444-55','PF','Valinhos','SP','2020-09-18',NULL),
(4,'Clínica Vida Nova','23.456.789/0001-01','PJ','Extrema','MG','2023-01-25','adm@vidanova.br'),
(5,'Josiane Prates','333.444.555-66','PF','Extrema','MG','2023-10-02','josi.prates@mail.br'),
(6,'Wagner Siqueira','444.555.666-77','PF','Vinhedo','SP','2024-01-12',NULL),
(7,'Auto Peças Irmãos Lima','34.567.890/0001-12','PJ','Vinhedo','SP','2022-11-07','pecas@irmaoslima.br'),
(8,'Tatiane Moraes','555.666.777-88','PF','Campinas','SP','2024-03-20','tati.m@mail.br'),
(9,'Benedito Rangel','666.777.888-99','PF','Camanducaia','MG','2019-05-14',NULL),
(10,'Escola Arco-Íris','45.678.901/0001-23','PJ','Campinas','SP','2024-04-05','secretaria@arcoiris.br');
INSERT INTO plan VALUES
('F300','Fibra 300 Mega','FTTH',300,99.9,12,1),('F600','Fibra 600 Mega','FTTH',600,129.9,12,1),('F1G','Fibra Giga','FTTH',1000,199.9,24,1),
('R20','Rural 20 Mega','RADIO',20,89.9,6,1),('R10','Rural 10 Mega','RADIO',10,69.9,6,0),('E1G','Empresa Giga Dedicado','FTTH',1000,890,36,1),('C100','Cabo 100 Mega','HFC',100,79.9,12,0),('S50','Satélite 50 Mega','SAT',50,249,12,1);
INSERT INTO sub VALUES
(10,1,'F600','2021-02-15',NULL,'A',10,1),(11,2,'F300','2022-07-04',NULL,'A',0,1),(12,3,'C100','2020-09-22','2023-08-31','C',0,0),
(13,3,'F300','2023-09-01',NULL,'S',5,0),(14,4,'E1G','2023-02-10',NULL,'A',15,0),(15,5,'R20','2023-10-09',NULL,'A',NULL,1),
(16,6,'F1G','2024-01-18',NULL,'A',0,1),(17,7,'F600','2022-11-15','2024-02-28','C',8,0),(18,8,'F300','2024-03-25',NULL,'A',20,0),
(19,9,'R10','2019-05-20',NULL,'S',NULL,0),(20,10,'E1G','2024-04-15',NULL,'P',0,0),(21,1,'F300','2023-06-01',NULL,'A',10,1);
INSERT INTO inv VALUES
(9001,10,'2023-12-01','2023-12-10','2023-12-09',116.91,0,'DEB'),(9002,12,'2023-08-01','2023-08-10','2023-08-29',79.9,4.2,'BOL'),
(9003,14,'2024-01-01','2024-01-15','2024-01-15',756.5,0,'BOL'),(9004,17,'2024-01-01','2024-01-10','2024-02-02',119.51,6.8,'BOL'),
(9005,11,'2024-02-01','2024-02-10','2024-02-07',99.9,0,'PIX'),(9006,16,'2024-02-01','2024-02-10','2024-02-10',199.9,0,'CC'),
(9007,13,'2024-03-01','2024-03-10',NULL,94.91,NULL,NULL),(9008,19,'2024-03-01','2024-03-10',NULL,69.9,NULL,NULL),
(9009,15,'2024-03-01','2024-03-10','2024-03-08',89.9,0,'PIX'),(9010,10,'2024-04-01','2024-04-10','2024-04-10',116.91,0,'DEB'),
(9011,14,'2024-04-01','2024-04-15','2024-05-03',756.5,38,'PIX'),(9012,18,'2024-04-25','2024-05-05','2024-05-04',79.92,0,'PIX'),
(9013,13,'2024-04-01','2024-04-10',NULL,94.91,NULL,NULL),(9014,16,'2024-05-01','2024-05-10','2024-05-11',199.9,2,'CC');
INSERT INTO tech_stf VALUES
(1,'Cléber Assunção','Campinas','2018-03-12','FKX2B34'),(2,'Jaqueline Dutra','Campinas','2021-08-01','GAB7C10'),
(3,'Nivaldo Pinho','Extrema','2019-11-25',NULL),(4,'Robson Teixeira','Vinhedo','2023-05-08','EQT9D55'),(5,'Suelen Amaral','Campinas','2024-02-19',NULL),(6,'Ademir Foz','Extrema','2016-07-04','HJK1A22');
INSERT INTO tkt VALUES
(700,10,1,'2023-11-20 08:15','2023-11-20 14:40','sem sinal',1,'FECH',5),(701,12,1,'2023-07-03 10:00','2023-07-06 16:20','lentidão',2,'FECH',2),
(702,14,3,'2024-01-11 09:30','2024-01-11 11:05','sem sinal',1,'FECH',4),(703,15,3,'2024-01-29 13:45','2024-02-02 10:10','antena desalinhada',2,'FECH',3),
(704,17,4,'2024-02-06 17:20','2024-02-08 09:00','lentidão',3,'FECH',1),(705,16,2,'2024-02-22 11:10','2024-02-22 18:30','instalação',3,'FECH',5),
(706,11,1,'2024-03-14 07:50','2024-03-15 12:00','sem sinal',1,'FECH',NULL),(707,18,2,'2024-03-26 09:00','2024-03-27 15:15','instalação',3,'FECH',5),
(708,19,NULL,'2024-04-08 15:30',NULL,'antena desalinhada',2,'ABER',NULL),(709,13,1,'2024-04-19 19:05',NULL,'cobrança',3,'PEND',NULL),
(710,20,4,'2024-04-22 10:25',NULL,'instalação',2,'ABER',NULL),(711,15,3,'2024-05-02 08:40','2024-05-03 17:00','lentidão',2,'FECH',4),(712,10,NULL,'2024-05-09 06:55',NULL,'sem sinal',1,'ABER',NULL);
