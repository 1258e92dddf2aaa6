CREATE TABLE dnr (
  dnr_id INTEGER PRIMARY KEY,
  nm TEXT,
  typ TEXT,
  nif TEXT,
  eml TEXT,
  city TEXT,
  reg_dt TEXT,
  optout INTEGER,
  mgr_id INTEGER REFERENCES stf(stf_id)
);
CREATE TABLE stf (
  stf_id INTEGER PRIMARY KEY,
  nm TEXT,
  pos TEXT,
  hrd_dt TEXT,
  fte REAL,
  vol INTEGER
);
CREATE TABLE cmpgn (
  cmp_id INTEGER PRIMARY KEY,
  ttl TEXT,
  chnl TEXT,
  st_dt TEXT,
  end_dt TEXT,
  goal_amt REAL,
  bdgt REAL,
  sts TEXT
);
CREATE TABLE gft (
  gft_id INTEGER PRIMARY KEY,
  dnr_id INTEGER REFERENCES dnr(dnr_id),
  cmp_id INTEGER REFERENCES cmpgn(cmp_id),
  rcvd_dt TEXT,
  amt REAL,
  pmt_mthd TEXT,
  rcpt_no TEXT,
  anon INTEGER
);
CREATE TABLE plg (
  plg_id INTEGER PRIMARY KEY,
  dnr_id INTEGER REFERENCES dnr(dnr_id),
  freq TEXT,
  inst_amt REAL,
  beg_dt TEXT,
  canc_dt TEXT,
  sts TEXT
);
CREATE TABLE cntct_log (
  log_id INTEGER PRIMARY KEY,
  dnr_id INTEGER REFERENCES dnr(dnr_id),
  stf_id INTEGER REFERENCES stf(stf_id),
  ctc_dt TEXT,
  mode TEXT,
  dur_min INTEGER,
  rslt TEXT
);
INSERT INTO stf VALUES
(1,'Leonor Vasconcelos','director','2014-09-01',1.0,0),
(2,'Duarte Pimentel','major gifts','2019-02-18',1.0,0),
(3,'Inês Falcão','comms','2021-06-07',0.5,0),
(4,'Gonçalo Rebelo','telemarketing','2023-01-16',0.6,0),
(5,'Teresa Antunes','telemarketing','2022-10-03',0.2,1),
(6,'Amílcar Dias','data entry','2020-03-30',0.1,1);
INSERT INTO dnr VALUES
(1,'Maria do Carmo Sequeira','ind','211000111','mcs@mail.pt','Lisboa','2015-11-20',0,2),
(2,'Cortiças Alvorada Lda','corp','500222333','geral@alvorada.pt','Évora','2017-03-02',0,2),
(3,'Bernardo Teles','ind',NULL,'bteles@mail.pt','Porto','2022-12-01',0,NULL),
(4,'Fundação Mar Aberto','fdn','501444555','info@maraberto.pt','Cascais','2019-05-14',0,1),
(5,'Adelaide Pinheiro','ind','233555777',NULL,'Coimbra','2012-01-09',1,NULL),
(6,'Rui Castanheira','ind','244666888','ruic@mail.pt','Porto','2023-10-10',0,4),
(7,'Hotel Farol Velho SA','corp','502777999','rp@farolvelho.pt','Cascais','2021-07-22',0,2),
(8,'Joaquina Lobo','ind',NULL,NULL,'Braga','2018-08-30',0,NULL),
(9,'Nuno e Filipa Serpa','ind','255888000','serpas@mail.pt','Lisboa','2024-02-14',0,4),
(10,'Padaria Central','corp','503111222','padaria@mail.pt','Braga','2023-12-05',1,NULL),
(11,'Olívia Mesquita','ind','266999111','olivia.m@mail.pt','Lisboa','2020-04-25',0,2);
INSERT INTO cmpgn VALUES
(1,'Natal Solidário 2023','mail','2023-11-15','2024-01-06',20000,3500,'closed'),
(2,'Corrida da Ponte','event','2024-04-01','2024-05-19',15000,6200,'closed'),
(3,'IRS Consigna','digital','2024-03-01','2024-06-30',30000,1800,'closed'),
(4,'Telhado Novo','major','2024-02-01',NULL,80000,2500,'running'),
(5,'Volta às Aulas','digital','2024-08-20','2024-09-30',8000,900,'running'),
(6,'Gala de Outono','event','2024-11-09','2024-11-09',25000,9000,'planned'),
(7,'Porta a Porta','f2f','2024-05-01','2024-05-31',5000,4100,'aborted');
INSERT INTO gft VALUES
(1,1,1,'2023-12-10',500,'transfer','R23-101',0),
(2,2,1,'2023-12-20',2500,'transfer','R23-102',0),
(3,3,1,'2023-12-22',40,'mbway','R23-103',0),
(4,5,1,'2024-01-04',60,'cheque',NULL,1),
(5,4,4,'2024-02-28',25000,'transfer','R24-001',0),
(6,6,3,'2024-03-19',75,'mbway','R24-002',0),
(7,1,4,'2024-04-02',1500,'transfer','R24-003',0),
(8,7,2,'2024-05-10',3200,'transfer','R24-004',0),
(9,9,2,'2024-05-18',120,'card','R24-005',0),
(10,11,2,'2024-05-19',90,'cash',NULL,1),
(11,3,3,'2024-06-12',55,'mbway','R24-006',0),
(12,2,4,'2024-07-03',5000,'transfer','R24-007',0),
(13,9,5,'2024-08-25',150,'card','R24-008',0),
(14,11,NULL,'2024-09-01',200,'card',NULL,0),
(15,6,5,'2024-09-04',75,'mbway','R24-009',0);
INSERT INTO plg VALUES
(1,1,'monthly',50,'2016-01-01',NULL,'active'),
(2,3,'monthly',15,'2023-01-05','2024-04-30','cancelled'),
(3,5,'yearly',120,'2012-02-01','2022-02-01','cancelled'),
(4,6,'monthly',25,'2023-11-01',NULL,'active'),
(5,7,'quarterly',800,'2022-01-15',NULL,'active'),
(6,9,'monthly',30,'2024-03-01',NULL,'arrears'),
(7,11,'yearly',240,'2020-05-01',NULL,'active'),
(8,8,'monthly',10,'2018-09-15',NULL,'arrears');
INSERT INTO cntct_log VALUES
(1,4,1,'2024-01-17','meeting',90,'pledged'),
(2,2,2,'2024-02-06','call',25,'follow-up'),
(3,8,5,'2024-04-11','call',4,'no answer'),
(4,8,4,'2024-04-18','call',12,'refused'),
(5,7,2,'2024-04-22','meeting',60,'pledged'),
(6,10,4,'2024-05-08','call',3,'refused'),
(7,1,2,'2024-06-14','visit',120,'thanked'),
(8,9,5,'2024-07-09','call',8,'no answer'),
(9,9,4,'2024-07-16','email',NULL,'follow-up'),
(10,2,2,'2024-07-01','meeting',45,'pledged'),
(11,11,3,'2024-09-02','email',NULL,'thanked'),
(12,6,5,'2024-09-03','call',15,'pledged');
