CREATE TABLE tariff_plans (
  plan_code TEXT PRIMARY KEY,
  plan_name TEXT,
  segment TEXT,
  price_kwh REAL,
  standing_charge REAL,
  green INTEGER,
  withdrawn_on TEXT
);
CREATE TABLE accounts (
  account_no INTEGER PRIMARY KEY,
  holder TEXT,
  tax_id TEXT,
  city TEXT,
  email TEXT,
  plan_code TEXT REFERENCES tariff_plans(plan_code),
  opened_on TEXT,
  closed_on TEXT,
  autopay INTEGER
);
CREATE TABLE meters (
  serial_no TEXT PRIMARY KEY,
  account_no INTEGER REFERENCES accounts(account_no),
  maker TEXT,
  phase TEXT,
  installed_on TEXT,
  is_smart INTEGER,
  condition TEXT
);
CREATE TABLE readings (
  reading_id INTEGER PRIMARY KEY,
  serial_no TEXT REFERENCES meters(serial_no),
  read_at TEXT,
  kwh INTEGER,
  source TEXT,
  reader_name TEXT
);
CREATE TABLE bills (
  bill_no INTEGER PRIMARY KEY,
  account_no INTEGER REFERENCES accounts(account_no),
  period TEXT,
  kwh_billed INTEGER,
  amount REAL,
  due_on TEXT,
  paid_on TEXT,
  state TEXT
);
CREATE TABLE outages (
  outage_id INTEGER PRIMARY KEY,
  city TEXT,
  started_at TEXT,
  restored_at TEXT,
  cause TEXT,
  homes_affected INTEGER
);
INSERT INTO tariff_plans VALUES
('CONV','Convencional','residential',0.86,18.00,0,NULL),
('BRAN','Branca','residential',0.74,22.50,0,NULL),
('SOL1','Sol da Manhã','residential',0.81,15.90,1,NULL),
('COM2','Comércio Fácil','commercial',0.79,48.00,0,NULL),
('RUR','Rural Irrigante','rural',0.58,12.00,0,NULL),
('COMV','Comércio Verde','commercial',0.83,45.00,1,NULL),
('ANT9','Econômica 2019','residential',0.69,10.00,0,'2022-12-31');
INSERT INTO accounts VALUES
(7001,'Padaria Estrela do Sul','12.555.001/0001-10','Londrina','contato@estrelasul.example','COM2','2018-04-03',NULL,1),
(7002,'Joana Prestes','111.555.222-01','Londrina','jprestes@mail.example','CONV','2020-08-17',NULL,0),
(7003,'Sítio Água Clara','333.555.444-02','Ibiporã',NULL,'RUR','2016-02-29',NULL,0),
(7004,'Wellington Barros','555.555.666-03','Cambé','wbarros@mail.example','SOL1','2023-05-08',NULL,1),
(7005,'Clínica Sorriso','45.555.010/0001-77','Londrina','financeiro@sorriso.example','COMV','2022-11-21',NULL,1),
(7006,'Neide Yamamoto','777.555.888-04','Cambé',NULL,'ANT9','2019-10-10',NULL,0),
(7007,'Edson Farias','999.555.000-05','Ibiporã','edfarias@mail.example','CONV','2021-01-25','2024-06-30',0),
(7008,'Mercado do Tião','78.555.321/0001-05','Rolândia','tiao@mercado.example','COM2','2024-03-11',NULL,0),
(7009,'Patrícia Lobato','222.555.333-06','Rolândia','patlobato@mail.example','BRAN','2024-07-02',NULL,1),
(7010,'Cláudio Bittar','444.555.111-07','Londrina',NULL,'CONV','2017-09-14','2023-12-20',0);
INSERT INTO meters VALUES
('MD-1001',7001,'Elster','three','2018-04-05',1,'ok'),
('MD-1002',7002,'Landis','single','2020-08-20',0,'ok'),
('MD-1003',7003,'Nansen','three','2009-06-15',0,'faulty'),
('MD-1004',7004,'Landis','two','2023-05-10',1,'ok'),
('MD-1005',7005,'Elster','three','2022-11-25',1,'ok'),
('MD-1006',7006,'Nansen','single','2011-03-30',0,'tampered'),
('MD-1007',7007,'Landis','single','2021-01-28',0,'removed'),
('MD-1008',7008,'Elster','three','2024-03-13',1,'ok'),
('MD-1009',7009,'WEG','two','2024-07-04',1,'ok'),
('MD-1010',7003,'WEG','two','2022-08-09',1,'ok'),
('MD-1011',NULL,'WEG','single',NULL,1,'ok');
INSERT INTO readings VALUES
(1,'MD-1001','2024-08-05 09:10',48210,'remote',NULL),
(2,'MD-1002','2024-08-05 10:40',11875,'manual','Valdir'),
(3,'MD-1003','2024-08-06 08:15',90340,'manual','Valdir'),
(4,'MD-1004','2024-08-05 00:05',3912,'remote',NULL),
(5,'MD-1006','2024-08-07 14:20',20118,'manual','Suelen'),
(6,'MD-1001','2024-09-05 09:00',49950,'remote',NULL),
(7,'MD-1002','2024-09-04 11:05',12060,'manual','Suelen'),
(8,'MD-1003','2024-09-06 08:30',91410,'estimated',NULL),
(9,'MD-1004','2024-09-05 00:05',4140,'remote',NULL),
(10,'MD-1005','2024-09-05 00:06',15480,'remote',NULL),
(11,'MD-1008','2024-09-05 00:07',8820,'remote',NULL),
(12,'MD-1002','2024-10-04 10:55',12251,'manual','Valdir'),
(13,'MD-1006','2024-10-07 15:00',20130,'estimated',NULL),
(14,'MD-1009','2024-10-05 00:05',655,'remote',NULL),
(15,'MD-1007','2024-06-28 09:30',6400,'manual','Suelen');
INSERT INTO bills VALUES
(30001,7001,'2024-08',1690,1383.10,'2024-08-20','2024-08-20','paid'),
(30002,7002,'2024-08',178,171.08,'2024-08-20','2024-08-29','paid'),
(30003,7003,'2024-08',1120,661.60,'2024-08-20',NULL,'overdue'),
(30004,7004,'2024-08',231,203.01,'2024-08-20','2024-08-20','paid'),
(30005,7001,'2024-09',1740,1422.60,'2024-09-20','2024-09-20','paid'),
(30006,7002,'2024-09',185,177.10,'2024-09-20','2024-09-18','paid'),
(30007,7003,'2024-09',1070,632.60,'2024-09-20',NULL,'overdue'),
(30008,7005,'2024-09',620,559.60,'2024-09-20','2024-09-20','paid'),
(30009,7008,'2024-09',1310,1082.90,'2024-09-20',NULL,'disputed'),
(30010,7002,'2024-10',191,182.26,'2024-10-20',NULL,'open'),
(30011,7006,'2024-10',12,18.28,'2024-10-20','2024-10-25','paid'),
(30012,7009,'2024-10',205,174.20,'2024-10-20',NULL,'open'),
(30013,7007,'2024-06',140,138.40,'2024-06-20',NULL,'written off'),
(30014,7010,'2023-11',160,155.60,'2023-11-20','2023-12-05','paid'),
(30015,7001,'2023-11',1580,1296.20,'2023-11-20','2023-11-20','paid');
INSERT INTO outages VALUES
(1,'Londrina','2024-01-14 16:20','2024-01-14 19:50','storm',4200),
(2,'Cambé','2024-02-03 02:10','2024-02-03 03:00','equipment',310),
(3,'Ibiporã','2024-04-22 11:00','2024-04-22 15:00','maintenance',150),
(4,'Londrina','2024-09-30 18:45','2024-10-01 01:15','storm',7650),
(5,'Rolândia','2024-10-12 08:30','2024-10-12 09:10','vehicle',95),
(6,'Cambé','2024-10-27 21:05',NULL,'storm',1280),
(7,'Londrina','2023-12-09 13:00','2023-12-09 14:30','equipment',820);
INSERT INTO accounts VALUES (7011,'Igreja Nova Aliança','90.555.777/0001-33','Cambé','secretaria@alianca.example','COMV','2024-10-23',NULL,0);
INSERT INTO outages VALUES (8,'Londrina','2024-06-18 07:40','2024-06-18 08:25','vehicle',260);
