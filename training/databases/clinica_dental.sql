CREATE TABLE dentista (
  id_dent INTEGER PRIMARY KEY,
  nome TEXT NOT NULL,
  especialidade TEXT,
  nr_cedula TEXT,
  dt_entrada TEXT,
  dt_saida TEXT,
  perc_comissao REAL
);
CREATE TABLE utente (
  nr_utente INTEGER PRIMARY KEY,
  nome TEXT NOT NULL,
  dt_nasc TEXT,
  sexo TEXT,
  localidade TEXT,
  telemovel TEXT,
  email TEXT,
  seguradora TEXT,
  fumador INTEGER DEFAULT 0
);
CREATE TABLE tratamento (
  cod TEXT PRIMARY KEY,
  designacao TEXT,
  categoria TEXT,
  preco_tabela REAL,
  duracao_min INTEGER,
  comparticipado INTEGER
);
CREATE TABLE consulta (
  id_consulta INTEGER PRIMARY KEY,
  nr_utente INTEGER REFERENCES utente(nr_utente),
  id_dent INTEGER REFERENCES dentista(id_dent),
  dt_hora TEXT,
  gabinete INTEGER,
  estado TEXT,
  primeira_vez INTEGER,
  obs TEXT
);
CREATE TABLE consulta_trat (
  id_linha INTEGER PRIMARY KEY,
  id_consulta INTEGER REFERENCES consulta(id_consulta),
  cod_trat TEXT REFERENCES tratamento(cod),
  dente INTEGER,
  vlr REAL,
  desconto REAL
);
CREATE TABLE fatura (
  nr_fat TEXT PRIMARY KEY,
  id_consulta INTEGER REFERENCES consulta(id_consulta),
  dt_emissao TEXT,
  vlr_tot REAL,
  metodo_pag TEXT,
  dt_pag TEXT,
  sit TEXT
);
INSERT INTO dentista VALUES
(1,'Marta Vilhena','Ortodontia','OMD-4411','2016-03-01',NULL,40),
(2,'Rui Pacheco','Endodontia','OMD-5120','2018-09-10',NULL,35),
(3,'Inês Cardoso','Generalista','OMD-6078','2020-01-15',NULL,30),
(4,'Duarte Leitão','Implantologia','OMD-3902','2014-05-20','2024-02-29',45),
(5,'Sofia Bragança','Odontopediatria','OMD-7233','2022-11-02',NULL,32.5),
(6,'Tiago Moutinho','Generalista',NULL,'2024-04-01',NULL,28);
INSERT INTO utente VALUES
(101,'Ana Lourenço','1985-06-12','F','Aveiro','912334455','ana.l@mail.pt','Médis',0),
(102,'Carlos Neves','1957-02-28','M','Ílhavo','936112200',NULL,'ADSE',1),
(103,'Beatriz Simões','2015-10-03','F','Aveiro',NULL,'mae.bea@mail.pt','Multicare',0),
(104,'Joaquim Teles','1948-12-19','M','Vagos','919000321',NULL,NULL,1),
(105,'Leonor Faria','1999-07-07','F','Aveiro','967554433','leofaria@mail.pt',NULL,0),
(106,'Miguel Antunes','1978-01-25','M','Ovar','925667788','m.antunes@mail.pt','ADSE',0),
(107,'Teresa Pinhal','1969-09-14','F','Ílhavo','914141414','tpinhal@mail.pt','Médis',1),
(108,'Simão Rocha','2018-04-30','M','Aveiro','933221100',NULL,NULL,0),
(109,'Graça Valente','1962-11-11','F','Vagos',NULL,NULL,'ADSE',0),
(110,'Pedro Calado','1991-03-16','M','Ovar','968877665','pcalado@mail.pt','Multicare',1);
INSERT INTO tratamento VALUES
('DEST','Destartarização','higiene',45,30,1),
('REST','Restauração a compósito','dentisteria',60,45,1),
('DESV','Desvitalização','endodontia',180,90,0),
('EXTR','Extração simples','cirurgia',55,30,1),
('IMPL','Implante unitário','cirurgia',950,120,0),
('BRAQ','Aparelho fixo','ortodontia',1400,75,0),
('BRANQ','Branqueamento','estética',220,60,0),
('SELA','Selante de fissuras','higiene',30,20,1);
INSERT INTO consulta VALUES
(1,101,3,'2023-11-06 09:30',1,'realizada',1,NULL),
(2,102,4,'2023-12-14 11:00',2,'realizada',0,'toma anticoagulante'),
(3,103,5,'2024-01-09 16:30',3,'realizada',1,NULL),
(4,104,4,'2024-01-22 10:00',2,'realizada',1,'hipertenso'),
(5,105,1,'2024-02-05 14:00',1,'faltou',1,NULL),
(6,101,2,'2024-02-19 09:00',2,'realizada',0,NULL),
(7,106,3,'2024-03-11 18:00',1,'desmarcada',0,NULL),
(8,105,1,'2024-03-18 14:30',1,'realizada',1,NULL),
(9,107,3,'2024-04-03 10:30',1,'realizada',1,'alergia ao látex'),
(10,108,5,'2024-04-17 17:00',3,'realizada',1,NULL),
(11,102,2,'2024-05-08 11:30',2,'realizada',0,NULL),
(12,107,6,'2024-05-21 12:00',3,'faltou',0,NULL),
(13,110,6,'2024-06-04 15:00',2,'realizada',1,NULL),
(14,103,5,'2024-06-12 16:00',3,'realizada',0,NULL),
(15,106,2,'2024-06-26 09:30',2,'marcada',0,NULL);
INSERT INTO consulta_trat VALUES
(1,1,'DEST',NULL,45,0),(2,1,'REST',26,60,6),(3,2,'IMPL',36,950,50),(4,3,'SELA',16,30,0),
(5,3,'SELA',26,30,0),(6,4,'EXTR',47,55,0),(7,6,'DESV',26,180,18),(8,8,'BRAQ',NULL,1400,100),
(9,9,'DEST',NULL,45,0),(10,10,'REST',75,50,0),(11,11,'DESV',14,190,0),(12,13,'DEST',NULL,45,5),
(13,13,'REST',36,65,0),(14,14,'DEST',NULL,40,0);
INSERT INTO fatura VALUES
('FT23/118',1,'2023-11-06',99,'multibanco','2023-11-06','paga'),
('FT23/131',2,'2023-12-15',900,'transferência','2024-01-10','paga'),
('FT24/002',3,'2024-01-09',60,'numerário','2024-01-09','paga'),
('FT24/007',4,'2024-01-22',55,'multibanco','2024-01-22','paga'),
('FT24/015',6,'2024-02-19',162,'MB Way','2024-02-21','paga'),
('FT24/028',8,'2024-03-18',1300,'transferência',NULL,'em dívida'),
('FT24/033',9,'2024-04-03',45,'MB Way','2024-04-03','paga'),
('FT24/039',10,'2024-04-17',50,'numerário','2024-04-17','paga'),
('FT24/044',11,'2024-05-08',190,NULL,NULL,'em dívida'),
('FT24/052',13,'2024-06-04',105,'multibanco','2024-06-04','paga'),
('FT24/055',14,'2024-06-12',40,NULL,NULL,'anulada');
