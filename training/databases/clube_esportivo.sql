CREATE TABLE categoria (cod_cat TEXT PRIMARY KEY, descricao TEXT, vlr_mensal REAL, idade_min INTEGER);
CREATE TABLE socio (matricula INTEGER PRIMARY KEY, nome TEXT NOT NULL, cod_cat TEXT REFERENCES categoria(cod_cat), dt_nasc TEXT, dt_adesao TEXT, dt_deslig TEXT, bairro TEXT, celular TEXT, sit TEXT);
CREATE TABLE quadra (id_quadra INTEGER PRIMARY KEY, nome TEXT, modalidade TEXT, piso TEXT, coberta INTEGER, vlr_hora REAL, em_obra INTEGER);
CREATE TABLE reserva (id_reserva INTEGER PRIMARY KEY, matricula INTEGER, id_quadra INTEGER, dt_hora TEXT, horas REAL, convidados INTEGER, status TEXT, FOREIGN KEY(matricula) REFERENCES socio(matricula), FOREIGN KEY(id_quadra) REFERENCES quadra(id_quadra));
CREATE TABLE mensalidade (id INTEGER PRIMARY KEY, matricula INTEGER REFERENCES socio(matricula), competencia TEXT, dt_venc TEXT, dt_pgto TEXT, vlr REAL, multa REAL, forma TEXT);
CREATE TABLE turma (id_turma INTEGER PRIMARY KEY, esporte TEXT, professor TEXT, dia_semana TEXT, vagas INTEGER, faixa TEXT);
CREATE TABLE inscricao (id_turma INTEGER REFERENCES turma(id_turma), matricula INTEGER REFERENCES socio(matricula), dt_insc TEXT, atestado INTEGER, PRIMARY KEY(id_turma, matricula));
INSERT INTO categoria VALUES ('IND','Individual',180,18),('FAM','Familiar',320,18),('INF','Infantil',95,4),('REM','Remido',0,65),('EST','Estudante',120,16),('ATL','Atleta militante',60,10);
INSERT INTO socio VALUES
(101,'Marcos Tavares','IND','1984-03-12','2019-02-10',NULL,'Moema','11 98811-2020','A'),
(102,'Luciana Prado','FAM','1979-07-30','2017-08-01',NULL,'Vila Mariana','11 97722-1010','A'),
(103,'Gabriel Nunes','EST','2004-11-05','2023-03-15',NULL,'Moema',NULL,'A'),
(104,'Dona Celeste Braga','REM','1947-01-22','1988-05-20',NULL,'Ipiranga',NULL,'A'),
(105,'Renato Aguiar','FAM','1971-09-09','2015-01-12','2024-04-30','Saúde','11 96633-8787','D'),
(106,'Bianca Lobo','IND','1993-06-17','2022-10-03',NULL,'Vila Mariana','11 95544-3131','S'),
(107,'Theo Lobo','INF','2014-02-28','2022-10-03',NULL,'Vila Mariana',NULL,'A'),
(108,'Ingrid Sato','ATL','2007-12-01','2021-06-11',NULL,'Saúde','11 94455-6767','A'),
(109,'Paulo Quintela','IND','1966-04-04','2024-01-08',NULL,'Ipiranga','11 93366-5454','A'),
(110,'Yara Monteiro','FAM','1988-10-19','2024-02-19',NULL,'Moema','11 92277-4343','S'),
(111,'Sérgio Bastos','IND','1959-08-25','2009-09-09','2023-12-31','Moema','11 91188-3232','D'),
(112,'Olívia Freire','EST','2005-05-14','2024-05-06',NULL,'Cursino','11 90099-2121','A');
INSERT INTO quadra VALUES (1,'Central','tênis','saibro',0,70,0),(2,'Guga','tênis','rápida',1,95,0),(3,'Areia 1','beach tennis','areia',0,60,0),(4,'Areia 2','beach tennis','areia',0,60,1),(5,'Ginásio','futsal','madeira',1,150,0),(6,'Society','futebol','grama sintética',0,200,0),(7,'Squash A','squash','madeira',1,55,1);
INSERT INTO reserva VALUES
(1,101,1,'2024-03-02 08:00',1.5,1,'realizada'),(2,102,3,'2024-03-05 18:00',2,3,'realizada'),(3,101,2,'2024-03-16 09:00',1,0,'cancelada'),(4,109,1,'2024-04-01 07:00',1,1,'realizada'),(5,106,3,'2024-04-06 10:00',2,4,'falta'),(6,102,6,'2024-04-13 16:00',2,12,'realizada'),(7,110,2,'2024-04-20 11:00',1.5,2,'cancelada'),(8,101,5,'2024-05-04 20:00',1,8,'realizada'),(9,108,2,'2024-05-07 15:00',2,0,'realizada'),(10,112,3,'2024-05-11 17:00',1,3,'realizada'),(11,103,5,'2024-05-18 19:00',1.5,9,'falta'),(12,109,1,'2024-06-01 07:00',1.5,1,'marcada'),(13,101,1,'2024-06-02 08:00',2,3,'marcada'),(14,102,6,'2024-06-08 16:00',2,14,'marcada');
INSERT INTO mensalidade VALUES
(1,101,'2024-03','2024-03-10','2024-03-08',180,0,'pix'),(2,102,'2024-03','2024-03-10','2024-03-14',320,6.4,'boleto'),(3,106,'2024-03','2024-03-10',NULL,180,NULL,NULL),(4,109,'2024-03','2024-03-10','2024-03-10',180,0,'cartão'),(5,105,'2024-03','2024-03-10','2024-04-22',320,19.2,'boleto'),
(6,101,'2024-04','2024-04-10','2024-04-09',180,0,'pix'),(7,102,'2024-04','2024-04-10','2024-04-10',320,0,'boleto'),(8,106,'2024-04','2024-04-10',NULL,180,NULL,NULL),(9,110,'2024-04','2024-04-10',NULL,320,NULL,NULL),(10,103,'2024-04','2024-04-10','2024-04-18',120,2.4,'pix'),
(11,101,'2024-05','2024-05-10','2024-05-10',180,0,'pix'),(12,107,'2024-05','2024-05-10','2024-05-02',95,0,'cartão'),(13,108,'2024-05','2024-05-10',NULL,60,NULL,NULL),(14,112,'2024-05','2024-05-10','2024-05-20',120,3.6,'pix');
INSERT INTO turma VALUES (1,'natação','Edu Farias','seg',12,'infantil'),(2,'natação','Edu Farias','qua',10,'adulto'),(3,'tênis','Carla Mota','ter',6,'adulto'),(4,'judô','Hiroshi Abe','sex',20,'infantil'),(5,'hidroginástica','Neide Rocha','ter',15,'terceira idade'),(6,'beach tennis','Carla Mota','sab',8,'adulto');
INSERT INTO inscricao VALUES (1,107,'2023-02-06',1),(2,101,'2023-08-14',1),(2,109,'2024-01-15',0),(3,101,'2024-02-05',1),(3,106,'2023-03-01',0),(3,112,'2024-05-08',1),(4,107,'2024-02-12',1),(5,104,'2022-04-04',1),(2,102,'2024-03-20',0);
