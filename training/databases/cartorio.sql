CREATE TABLE pessoa (
  cpf TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  dt_nasc TEXT,
  est_civil TEXT,
  profissao TEXT,
  municipio TEXT,
  fone TEXT
);
CREATE TABLE escrevente (
  matr INTEGER PRIMARY KEY,
  nome TEXT,
  cargo TEXT,
  dt_adm TEXT,
  substituto INTEGER,
  dt_deslig TEXT
);
CREATE TABLE tp_ato (
  cod TEXT PRIMARY KEY,
  descr TEXT,
  natureza TEXT,
  emol_base REAL,
  exige_test INTEGER
);
CREATE TABLE ato (
  nr_prot INTEGER PRIMARY KEY,
  cod_tp TEXT,
  cpf_req TEXT,
  matr_escr INTEGER,
  dt_prot TEXT,
  dt_lavrat TEXT,
  livro INTEGER,
  folha TEXT,
  sit TEXT,
  FOREIGN KEY (cod_tp) REFERENCES tp_ato(cod),
  FOREIGN KEY (cpf_req) REFERENCES pessoa(cpf),
  FOREIGN KEY (matr_escr) REFERENCES escrevente(matr)
);
CREATE TABLE imovel (
  matricula TEXT PRIMARY KEY,
  nr_prot INTEGER,
  ender TEXT,
  bairro TEXT,
  area_m2 REAL,
  vlr_declarado REAL,
  vlr_itbi REAL,
  onerado INTEGER,
  FOREIGN KEY (nr_prot) REFERENCES ato(nr_prot)
);
CREATE TABLE receb (
  id_receb INTEGER PRIMARY KEY,
  nr_prot INTEGER,
  dt_receb TEXT,
  vlr_emol REAL,
  vlr_taxa REAL,
  meio TEXT,
  isento INTEGER,
  FOREIGN KEY (nr_prot) REFERENCES ato(nr_prot)
);
CREATE TABLE selo (
  nr_selo TEXT PRIMARY KEY,
  nr_prot INTEGER,
  tipo TEXT,
  dt_uso TEXT,
  inutilizado INTEGER,
  FOREIGN KEY (nr_prot) REFERENCES ato(nr_prot)
);
INSERT INTO pessoa VALUES
('111.222.333-00','Aparecida Nogueira','1951-08-12','viúva','aposentada','Piracicaba','19 98811-2200'),
('222.333.444-11','Cleber Antunes','1984-02-03','casado','motorista','Rio Claro',NULL),
('333.444.555-22','Débora Fagundes','1990-10-27','solteira','dentista','Piracicaba','19 99712-4410'),
('444.555.666-33','Edmilson Prates','1967-05-19','divorciado','comerciante','Limeira','19 98120-3377'),
('555.666.777-44','Fabíola Menezes','1978-12-01','casada','professora','Piracicaba',NULL),
('666.777.888-55','Genésio Brito','1943-03-30','casado','lavrador','Charqueada','19 3486-1102'),
('777.888.999-66','Helena Sartori','1999-07-07','solteira','estudante','Rio Claro','19 99655-0921'),
('888.999.000-77','Ivo Camargo','1972-09-15','divorciado','engenheiro','Piracicaba','19 98144-7070');
INSERT INTO escrevente VALUES
(10,'Marlene Tozzi','tabeliã','1998-04-01',0,NULL),
(21,'Rogério Paiva','escrevente','2010-08-16',1,NULL),
(22,'Luciana Bertoni','escrevente','2016-01-11',0,NULL),
(23,'Wagner Simões','auxiliar','2019-05-06',0,'2024-06-28'),
(24,'Patrícia Leal','escrevente','2021-09-20',1,NULL),
(25,'Caio Dantas','auxiliar','2024-07-15',0,NULL);
INSERT INTO tp_ato VALUES
('ESC-CV','escritura de compra e venda','escritura',1850.00,0),
('ESC-DO','escritura de doação','escritura',1620.00,0),
('INV','inventário extrajudicial','escritura',2900.00,0),
('PROC','procuração pública','procuração',180.00,0),
('TEST','testamento público','testamento',2100.00,1),
('DIV','divórcio consensual','escritura',640.00,0),
('ATA','ata notarial','ata',560.00,0),
('RECF','reconhecimento de firma','autenticação',8.50,0);
INSERT INTO ato VALUES
(30101,'ESC-CV','333.444.555-22',21,'2024-02-05','2024-02-19',412,'015','lavrado'),
(30102,'PROC','111.222.333-00',22,'2024-02-20','2024-02-20',88,'102','lavrado'),
(30103,'TEST','666.777.888-55',10,'2024-03-11','2024-03-25',31,'007','lavrado'),
(30104,'INV','111.222.333-00',21,'2024-03-18','2024-06-12',413,'044','lavrado'),
(30105,'DIV','444.555.666-33',24,'2024-04-02',NULL,NULL,NULL,'cancelado'),
(30106,'ESC-CV','888.999.000-77',22,'2024-05-13','2024-05-31',413,'020','lavrado'),
(30107,'RECF','222.333.444-11',23,'2024-06-03','2024-06-03',NULL,NULL,'lavrado'),
(30108,'ESC-DO','666.777.888-55',21,'2024-08-07','2024-09-02',414,'003','lavrado'),
(30109,'ATA','777.888.999-66',24,'2024-10-21','2024-10-22',57,'088','lavrado'),
(30110,'ESC-CV','555.666.777-44',22,'2025-01-09',NULL,NULL,NULL,'em exigência'),
(30111,'PROC','222.333.444-11',25,'2025-01-20','2025-01-20',89,'011','lavrado'),
(30112,'DIV','888.999.000-77',24,'2025-02-03','2025-02-17',415,'009','lavrado'),
(30113,'INV','444.555.666-33',21,'2025-02-24',NULL,NULL,NULL,'em andamento'),
(30114,'PROC','777.888.999-66',22,'2025-03-10',NULL,NULL,NULL,'em andamento');
INSERT INTO imovel VALUES
('M-20417',30101,'Rua do Porto, 310','Centro',92.5,385000.00,7700.00,0),
('M-11893',30104,'Av. Independência, 1450','Alto',210.0,640000.00,NULL,0),
('M-11894',30104,'Chácara Recanto, s/n','Santa Olímpia',5000.0,290000.00,NULL,1),
('M-30055',30106,'Rua Moraes Barros, 77','Centro',64.0,262000.00,5240.00,1),
('M-08760',30108,'Sítio Boa Vista','Zona Rural',48400.0,510000.00,NULL,0),
('M-33102',30110,'Rua Alferes, 901','Paulista',118.0,455000.00,9100.00,0),
('M-27740',30113,'Rua São José, 25','Centro',150.0,398000.00,NULL,0);
INSERT INTO receb VALUES
(1,30101,'2024-02-19',3120.40,624.10,'pix',0),
(2,30102,'2024-02-20',180.00,36.00,'dinheiro',0),
(3,30103,'2024-03-25',2100.00,420.00,'cartão',0),
(4,30104,'2024-06-12',4890.75,978.15,'boleto',0),
(5,30106,'2024-05-31',2540.00,508.00,'pix',0),
(6,30107,'2024-06-03',8.50,1.70,'dinheiro',0),
(7,30108,'2024-09-02',3010.20,602.05,'pix',0),
(8,30109,'2024-10-22',560.00,112.00,'cartão',0),
(9,30111,'2025-01-20',0,0,NULL,1),
(10,30112,'2025-02-17',640.00,128.00,'pix',0),
(11,30110,'2025-01-09',1200.00,240.00,'boleto',0);
INSERT INTO selo VALUES
('AA000151',30101,'digital','2024-02-19',0),
('AA000152',30102,'digital','2024-02-20',0),
('AA000153',NULL,'digital',NULL,1),
('AA000154',30103,'digital','2024-03-25',0),
('AA000155',30104,'digital','2024-06-12',0),
('BB000901',30107,'físico','2024-06-03',0),
('BB000902',NULL,'físico',NULL,1),
('BB000903',NULL,'físico',NULL,0),
('AA000156',30106,'digital','2024-05-31',0),
('AA000157',30108,'digital','2024-09-02',0),
('AA000158',30109,'digital','2024-10-22',0),
('AA000159',30111,'isento','2025-01-20',0),
('AA000160',30112,'digital','2025-02-17',0);
