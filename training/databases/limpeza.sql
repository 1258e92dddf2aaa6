CREATE TABLE clientes (
  cod_cli INTEGER PRIMARY KEY,
  denominacao TEXT,
  nif TEXT,
  tipo_cli TEXT,
  concelho TEXT,
  contacto TEXT,
  ativo INTEGER
);
CREATE TABLE locais (
  cod_local INTEGER PRIMARY KEY,
  cod_cli INTEGER,
  morada TEXT,
  area_m2 REAL,
  n_pisos INTEGER,
  chave_na_empresa INTEGER
);
CREATE TABLE contratos (
  n_contrato TEXT PRIMARY KEY,
  cod_cli INTEGER,
  dt_inicio TEXT,
  dt_fim TEXT,
  periodicidade TEXT,
  vl_mensal REAL,
  estado TEXT
);
CREATE TABLE colaboradores (
  n_mec INTEGER PRIMARY KEY,
  nome TEXT,
  funcao TEXT,
  vl_hora REAL,
  dt_admissao TEXT,
  dt_saida TEXT,
  carta_cond INTEGER
);
CREATE TABLE intervencoes (
  id_int INTEGER PRIMARY KEY,
  cod_local INTEGER,
  n_mec INTEGER,
  dt TEXT,
  horas REAL,
  tipo_limp TEXT,
  sit TEXT,
  avaliacao INTEGER
);
CREATE TABLE consumiveis (
  ref TEXT PRIMARY KEY,
  designacao TEXT,
  unid TEXT,
  stock REAL,
  stock_min REAL,
  p_unit REAL,
  perigoso INTEGER
);
CREATE TABLE faturas (
  n_fat TEXT PRIMARY KEY,
  cod_cli INTEGER,
  dt_emissao TEXT,
  dt_venc TEXT,
  dt_pag TEXT,
  total_siva REAL,
  iva REAL
);
INSERT INTO clientes VALUES
(1,'Clínica Dentária Foz','508123456','empresa','Porto','Dra. Sílvia Matos',1),
(2,'Condomínio Rua do Heroísmo 88','901556677','condomínio','Porto','Sr. Abílio',1),
(3,'Ginásio Corpo & Alma','509987112','empresa','Vila Nova de Gaia','Rui Tavares',1),
(4,'Maria Antónia Seabra','198765432','particular','Matosinhos',NULL,1),
(5,'Escola Básica da Aguda','600112233','público','Vila Nova de Gaia','Secretaria',1),
(6,'Loja Trapos & Companhia','507443322','empresa','Maia',NULL,0),
(7,'Condomínio Edifício Atlântico','901778899','condomínio','Matosinhos','D. Graça Pinho',1),
(8,'Joaquim Valadares','176543210','particular','Porto','o próprio',0),
(9,'Cervejaria Leixões','510334455','empresa','Matosinhos','Paulo Reis',1);
INSERT INTO locais VALUES
(1,1,'Av. Brasil 120',210,2,1),
(2,2,'Rua do Heroísmo 88',340.5,5,0),
(3,3,'Rua Soares dos Reis 14',890,2,1),
(4,4,'Rua Brito Capelo 301',95,1,0),
(5,5,'Rua da Escola 2',1650,3,0),
(6,6,'Centro Comercial, loja 21',70,1,1),
(7,7,'Av. da Liberdade 500',720,9,1),
(8,8,'Travessa da Póvoa 9',120,2,0),
(9,9,'Rua Heróis de França 77',260,1,1),
(10,1,'Rua de Cedofeita 45',130,NULL,0);
INSERT INTO contratos VALUES
('CT-2201',2,'2022-01-01',NULL,'semanal',310,'em vigor'),
('CT-2208',6,'2022-08-15','2024-02-29','diária',480,'rescindido'),
('CT-2303',1,'2023-03-01',NULL,'diária',1150,'em vigor'),
('CT-2309',5,'2023-09-01','2025-07-31','diária',2890,'em vigor'),
('CT-2311',8,'2023-11-10','2024-11-10','quinzenal',120,'caducado'),
('CT-2402',3,'2024-02-01',NULL,'diária',1740,'suspenso'),
('CT-2406',7,'2024-06-17',NULL,'semanal',525,'em vigor'),
('CT-2410',4,'2024-10-01','2025-09-30','quinzenal',140,'em vigor'),
('CT-2502',9,'2025-02-03',NULL,'semanal',460,'em vigor');
INSERT INTO colaboradores VALUES
(101,'Fátima Lopes','encarregada',8.9,'2016-05-02',NULL,1),
(102,'Nadia Semedo','limpeza',6.4,'2019-09-16',NULL,0),
(103,'Oksana Bondar','limpeza',6.4,'2021-02-01',NULL,1),
(104,'Vítor Hugo Paiva','vidros',7.75,'2020-07-20',NULL,1),
(105,'Deolinda Rocha','limpeza',6.1,'2022-11-07','2024-09-30',0),
(106,'Ruben Tavira','vidros',7.2,'2024-03-11','2024-12-31',1),
(107,'Celeste Moreira','limpeza',6.25,'2024-10-14',NULL,0),
(108,'Amílcar Dias','motorista',6.9,'2025-01-06',NULL,1);
INSERT INTO intervencoes VALUES
(1,3,102,'2024-08-05',4,'corrente','feita',4),
(2,3,105,'2024-08-06',4,'corrente','feita',2),
(3,7,106,'2024-09-12',6.5,'vidros','feita',5),
(4,8,105,'2024-09-20',3,'corrente','não realizada',NULL),
(5,1,103,'2024-10-02',2.5,'corrente','feita',5),
(6,5,102,'2024-11-18',8,'profunda','feita',4),
(7,5,103,'2024-11-18',8,'profunda','feita',4),
(8,2,107,'2024-12-09',3.5,'corrente','feita',3),
(9,7,104,'2025-01-15',7,'vidros','feita',5),
(10,4,107,'2025-01-22',3,'corrente','adiada',NULL),
(11,4,107,'2025-01-29',3,'corrente','feita',5),
(12,9,103,'2025-02-10',5,'pós-obra','feita',4),
(13,10,102,'2025-02-17',2,'corrente','feita',NULL),
(14,1,104,'2025-03-04',3,'vidros','não realizada',NULL),
(15,9,103,'2025-03-12',4,'corrente','feita',3);
INSERT INTO consumiveis VALUES
('DET01','Detergente multiusos','L',45,20,1.85,0),
('LIX02','Lixívia','L',12,15,0.95,1),
('AMO03','Amoníaco','L',6,5,1.4,1),
('PAN04','Panos microfibra','un',130,50,0.6,0),
('SAC05','Sacos 100L','rolo',8,25,2.3,0),
('LUV06','Luvas nitrilo M','cx',0,10,6.9,0),
('CER07','Cera acrílica','L',18,NULL,7.75,0),
('DES08','Decapante','L',3,4,5.2,1);
INSERT INTO faturas VALUES
('FT24/118',3,'2024-08-31','2024-09-30','2024-09-27',1740,400.2),
('FT24/131',7,'2024-09-30','2024-10-30','2024-11-12',525,120.75),
('FT24/132',8,'2024-09-30','2024-10-15',NULL,120,27.6),
('FT24/150',1,'2024-10-31','2024-11-30','2024-11-20',1150,264.5),
('FT24/166',5,'2024-11-30','2025-01-29','2025-02-14',2890,664.7),
('FT24/180',2,'2024-12-31','2025-01-30','2025-01-10',310,71.3),
('FT25/007',7,'2025-01-31','2025-03-02','2025-03-01',525,120.75),
('FT25/008',4,'2025-01-31','2025-02-15','2025-02-03',140,32.2),
('FT25/019',9,'2025-02-28','2025-03-30',NULL,980,225.4),
('FT25/020',1,'2025-02-28','2025-03-30','2025-03-18',1150,264.5),
('FT25/031',3,'2025-03-31','2025-04-30',NULL,1740,400.2),
('FT25/032',9,'2025-03-31','2025-04-30',NULL,460,105.8);
