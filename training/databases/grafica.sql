CREATE TABLE cli (
  cd_cli INTEGER PRIMARY KEY,
  nm_fantasia TEXT,
  tp_pessoa TEXT,
  cidade TEXT,
  uf TEXT,
  lim_cred REAL,
  dt_cad TEXT,
  fl_ativo INTEGER
);
CREATE TABLE vend (
  cd_vend INTEGER PRIMARY KEY,
  nm_vend TEXT,
  pct_comis REAL,
  dt_adm TEXT,
  dt_deslig TEXT
);
CREATE TABLE maq (
  cd_maq INTEGER PRIMARY KEY,
  ds_maq TEXT,
  tp_impr TEXT,
  ano_fab INTEGER,
  vel_fl_h INTEGER,
  sit TEXT
);
CREATE TABLE pap (
  cd_pap INTEGER PRIMARY KEY,
  ds_pap TEXT,
  gram INTEGER,
  qt_est INTEGER,
  est_min INTEGER,
  vlr_unit REAL
);
CREATE TABLE os (
  nr_os INTEGER PRIMARY KEY,
  cd_cli INTEGER,
  cd_vend INTEGER,
  cd_maq INTEGER,
  dt_abert TEXT,
  dt_prev TEXT,
  dt_entr TEXT,
  sit_os TEXT,
  vlr_tot REAL,
  FOREIGN KEY (cd_cli) REFERENCES cli(cd_cli),
  FOREIGN KEY (cd_vend) REFERENCES vend(cd_vend),
  FOREIGN KEY (cd_maq) REFERENCES maq(cd_maq)
);
CREATE TABLE os_item (
  nr_os INTEGER,
  seq INTEGER,
  prod TEXT,
  cd_pap INTEGER,
  qtd INTEGER,
  vlr_item REAL,
  fl_acab INTEGER,
  PRIMARY KEY (nr_os, seq),
  FOREIGN KEY (nr_os) REFERENCES os(nr_os),
  FOREIGN KEY (cd_pap) REFERENCES pap(cd_pap)
);
CREATE TABLE perda (
  id_perda INTEGER PRIMARY KEY,
  nr_os INTEGER REFERENCES os(nr_os),
  dt_perda TEXT,
  motivo TEXT,
  qt_fl INTEGER,
  vlr_prej REAL
);
INSERT INTO cli VALUES
(1,'Padaria Pão Dourado','J','Campinas','SP',3000,'2019-04-11',1),
(2,'Colégio Santa Inês','J','Campinas','SP',15000,'2017-02-20',1),
(3,'Dra. Helena Prado','F','Valinhos','SP',1500,'2021-10-05',1),
(4,'Editora Três Rios','J','Juiz de Fora','MG',40000,'2016-08-30',1),
(5,'Bar do Tonho','J','Jundiaí','SP',NULL,'2022-06-17',0),
(6,'Festas & Cia','J','Poços de Caldas','MG',5000,'2023-01-25',1),
(7,'Marcos Vinícius Leal','F','Campinas','SP',NULL,'2024-03-08',1),
(8,'Igreja Nova Aliança','J','Vinhedo','SP',4000,'2020-12-01',0),
(9,'Clube Náutico Paraty','J','Paraty','RJ',8000,'2024-05-14',1);
INSERT INTO vend VALUES
(1,'Sandra Milani',4.5,'2016-03-01',NULL),(2,'Júlio César Brandt',3.0,'2020-07-13',NULL),(3,'Tainá Ferraz',3.5,'2022-02-02','2024-04-30'),(4,'Oswaldo Pinheiro',5.0,'2015-11-09',NULL),(5,'Bruna Kato',2.5,'2024-05-06',NULL),(6,'Edson Rossi',3.0,'2018-01-22','2021-08-13');
INSERT INTO maq VALUES
(1,'Heidelberg SM 52','offset',2008,13000,'operando'),(2,'Heidelberg GTO 46','offset',1994,8000,'parada'),(3,'Xerox Versant 180','digital',2019,4800,'operando'),(4,'Konica C3070','digital',2021,4200,'manutencao'),(5,'Roland VS-640','plotter',2014,60,'operando'),(6,'Catu Set 660','offset',1983,7000,'vendida');
INSERT INTO pap VALUES
(1,'Couché brilho',150,12000,4000,0.42),(2,'Couché fosco',300,1800,2500,0.89),(3,'Offset branco',75,30000,10000,0.11),(4,'Reciclado',90,0,1500,0.19),(5,'Vinil adesivo',NULL,140,50,7.60),(6,'Kraft',200,900,1000,0.36),(7,'Duplex',250,5200,2000,0.55);
INSERT INTO os VALUES
(2001,2,1,1,'2024-01-15','2024-01-25','2024-01-24','entregue',6800.00),
(2002,1,2,3,'2024-01-22','2024-01-26','2024-01-30','entregue',420.50),
(2003,4,4,1,'2024-02-05','2024-02-28','2024-03-06','entregue',21900.00),
(2004,3,3,3,'2024-02-19','2024-02-22','2024-02-22','entregue',310.00),
(2005,6,1,5,'2024-03-04','2024-03-08','2024-03-07','entregue',1275.90),
(2006,5,3,3,'2024-03-18','2024-03-22',NULL,'cancelada',260.00),
(2007,2,1,1,'2024-04-08','2024-04-19','2024-04-19','entregue',5120.00),
(2008,7,5,3,'2024-05-13','2024-05-16','2024-05-15','entregue',180.00),
(2009,4,4,1,'2024-05-20','2024-06-14',NULL,'producao',18450.00),
(2010,9,2,5,'2024-05-27','2024-06-03',NULL,'acabamento',2990.00),
(2011,1,2,NULL,'2024-06-03','2024-06-07',NULL,'orcamento',515.00),
(2012,9,5,4,'2024-06-05','2024-06-10',NULL,'producao',740.00),
(2013,2,1,NULL,'2024-06-10','2024-06-28',NULL,'orcamento',7300.00),
(2014,4,4,2,'2023-10-02','2023-10-27','2023-11-10','entregue',16200.00),
(2015,8,6,1,'2023-11-20','2023-12-01',NULL,'cancelada',1980.00);
INSERT INTO os_item VALUES
(2001,1,'apostila',3,2000,5600,1),(2001,2,'capa',2,2000,1200,1),
(2002,1,'panfleto',1,5000,420.50,0),
(2003,1,'livro',3,1500,21900,1),
(2004,1,'cartão de visita',2,1000,190,1),(2004,2,'receituário',3,500,120,0),
(2005,1,'banner',5,6,1275.90,1),
(2006,1,'cardápio',2,40,260,1),
(2007,1,'apostila',3,1600,5120,1),
(2008,1,'cartão de visita',6,500,180,0),
(2009,1,'livro',3,1200,18450,1),
(2010,1,'banner',5,12,2390,0),(2010,2,'adesivo',5,300,600,0),
(2012,1,'panfleto',1,8000,740,0),
(2014,1,'livro',NULL,1000,16200,1);
INSERT INTO perda VALUES
(1,2001,'2024-01-18','acerto de cor',320,41.60),
(2,2003,'2024-02-12','atolamento',150,16.50),
(3,2003,'2024-02-20','arte errada',1800,690.00),
(4,2005,'2024-03-05','corte errado',2,130.00),
(5,2007,'2024-04-11','acerto de cor',280,30.80),
(6,2009,'2024-05-29','atolamento',410,45.10),
(7,2014,'2023-10-16','arte errada',950,NULL),
(8,2009,'2024-06-04','acerto de cor',500,55.00);
