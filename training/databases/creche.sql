CREATE TABLE sala (
  id_sala INTEGER PRIMARY KEY,
  nome TEXT,
  faixa_etaria TEXT,
  lotacao INTEGER,
  piso INTEGER
);
CREATE TABLE funcionario (
  id_func INTEGER PRIMARY KEY,
  nome TEXT,
  categoria TEXT,
  id_sala INTEGER REFERENCES sala(id_sala),
  dt_admissao TEXT,
  dt_saida TEXT,
  venc_base REAL,
  primeiros_socorros INTEGER
);
CREATE TABLE enc_educacao (
  id_enc INTEGER PRIMARY KEY,
  nome TEXT,
  telemovel TEXT,
  email TEXT,
  localidade TEXT,
  escalao TEXT
);
CREATE TABLE crianca (
  id_crianca INTEGER PRIMARY KEY,
  nome TEXT,
  dt_nasc TEXT,
  sexo TEXT,
  id_sala INTEGER REFERENCES sala(id_sala),
  id_enc INTEGER REFERENCES enc_educacao(id_enc),
  alergia TEXT,
  dt_inscricao TEXT,
  situacao TEXT
);
CREATE TABLE mensalidade (
  id_mens INTEGER PRIMARY KEY,
  id_crianca INTEGER REFERENCES crianca(id_crianca),
  mes_ref TEXT,
  vlr REAL,
  dt_venc TEXT,
  dt_pag TEXT,
  meio_pag TEXT
);
CREATE TABLE ocorrencia (
  id_ocor INTEGER PRIMARY KEY,
  id_crianca INTEGER REFERENCES crianca(id_crianca),
  id_func INTEGER REFERENCES funcionario(id_func),
  dt_hora TEXT,
  tipo TEXT,
  descr TEXT,
  avisou_pais INTEGER
);
INSERT INTO sala VALUES
(1,'Joaninhas','0-1 ano',8,0),(2,'Borboletas','1-2 anos',12,0),(3,'Caracóis','2-3 anos',16,1),
(4,'Girassóis','2-3 anos',14,1),(5,'Pirilampos','1-2 anos',10,2),(6,'Sala do Soninho',NULL,20,2);
INSERT INTO funcionario VALUES
(1,'Teresa Falcão','educadora',1,'2015-09-01',NULL,1480.00,1),
(2,'Graça Moutinho','auxiliar',1,'2019-02-11',NULL,905.50,1),
(3,'Inês Valadares','educadora',2,'2018-09-03',NULL,1395.00,0),
(4,'Paulo Serrano','auxiliar',3,'2022-01-17',NULL,880.00,0),
(5,'Madalena Frois','educadora',3,'2011-09-01','2024-07-31',1610.00,1),
(6,'Rute Cancela','educadora',4,'2023-09-04',NULL,1320.00,1),
(7,'Otília Brás','cozinheira',NULL,'2016-05-23',NULL,960.00,0),
(8,'Célia Penedo','auxiliar',2,'2020-10-06','2023-12-15',890.00,1),
(9,'Duarte Lemos','administrativo',NULL,'2021-03-08',NULL,1050.00,0);
INSERT INTO enc_educacao VALUES
(1,'Sandra Vilhena','912 555 001','svilhena@mail.example','Setúbal','B'),
(2,'Hugo Caldeira','933 555 214',NULL,'Palmela','A'),
(3,'Yara Monteiro','961 555 870','yaram@mail.example','Setúbal','C'),
(4,'Filipe Arruda',NULL,'farruda@mail.example','Azeitão','C'),
(5,'Susana Patrício','918 555 432','spatricio@mail.example','Palmela','B'),
(6,'Olena Kovalenko','925 555 667',NULL,'Setúbal','A'),
(7,'Ricardo Nogueira','910 555 098','rnog@mail.example','Azeitão','C');
INSERT INTO crianca VALUES
(1,'Matilde Vilhena','2022-11-04','F',3,1,NULL,'2023-09-01','activa'),
(2,'Tomás Vilhena','2024-02-19','M',1,1,'proteína do leite','2024-09-02','activa'),
(3,'Leonor Caldeira','2022-05-27','F',4,2,'amendoim','2023-03-13','activa'),
(4,'Kiara Monteiro','2023-07-15','F',2,3,NULL,'2024-01-08','activa'),
(5,'Vicente Arruda','2023-01-30','M',3,4,'ovo','2023-09-01','suspensa'),
(6,'Benedita Patrício','2021-12-12','F',4,5,NULL,'2022-10-03','saiu'),
(7,'Danylo Kovalenko','2023-09-08','M',2,6,NULL,'2024-04-15','activa'),
(8,'Salvador Nogueira','2022-08-21','M',3,7,'glúten','2022-11-07','activa'),
(9,'Clara Nogueira','2024-06-01','F',NULL,7,NULL,'2024-11-18','lista de espera'),
(10,'Lourenço Patrício','2023-10-25','M',2,5,NULL,'2024-09-02','activa');
INSERT INTO mensalidade VALUES
(1,1,'2024-09',235.00,'2024-09-08','2024-09-05','mbway'),
(2,2,'2024-09',260.00,'2024-09-08','2024-09-05','mbway'),
(3,3,'2024-09',120.00,'2024-09-08','2024-09-19','numerário'),
(4,4,'2024-09',340.00,'2024-09-08','2024-09-08','débito directo'),
(5,8,'2024-10',355.00,'2024-10-08','2024-10-02','débito directo'),
(6,1,'2024-10',235.00,'2024-10-08','2024-10-15','mbway'),
(7,3,'2024-10',120.00,'2024-10-08',NULL,NULL),
(8,7,'2024-10',110.00,'2024-10-08','2024-10-08','numerário'),
(9,10,'2024-10',245.00,'2024-10-08',NULL,NULL),
(10,4,'2024-11',340.00,'2024-11-08','2024-11-07','débito directo'),
(11,8,'2024-11',355.00,'2024-11-08','2024-11-11','transferência'),
(12,3,'2024-11',120.00,'2024-11-08',NULL,NULL),
(13,6,'2023-11',250.00,'2023-11-08','2023-11-06','transferência'),
(14,5,'2023-12',330.00,'2023-12-08',NULL,NULL);
INSERT INTO ocorrencia VALUES
(1,1,4,'2024-01-23 10:20','queda','caiu do escorrega',1),
(2,8,5,'2024-03-06 15:45','mordida','mordido por colega',1),
(3,4,3,'2024-05-14 09:05','febre','38,4 graus',1),
(4,3,6,'2024-06-03 12:30','reacção alérgica','manchas depois do almoço',1),
(5,2,2,'2024-10-10 11:15','febre','38,9 graus',1),
(6,7,3,'2024-10-22 16:10','queda','tropeçou no recreio',0),
(7,8,4,'2024-11-05 10:55','mordida','mordeu colega',0),
(8,8,4,'2024-11-19 14:00','queda','bateu com o joelho',1),
(9,6,5,'2023-10-02 09:40','febre','38 graus',1);
