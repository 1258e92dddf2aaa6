CREATE TABLE prod (cd_prod TEXT PRIMARY KEY, ds_prod TEXT, linha TEXT, pct_cacau INTEGER, peso_g INTEGER, pr_venda REAL, vegano INTEGER);
INSERT INTO prod VALUES
('B70','Barra Amazônia 70','amargo',70,80,18.9,1),
('B85','Barra Intensa 85','amargo',85,80,21.5,1),
('L40','Barra Leite Cremoso','ao leite',40,90,14.9,0),
('W00','Barra Branca Baunilha','branco',NULL,90,15.9,0),
('T12','Trufa Maracujá c/12','bombom',55,180,42,0),
('T24','Trufa Sortida c/24','bombom',50,360,76,0),
('OV5','Ovo de Páscoa Castanha','sazonal',54,350,89.9,0),
('NB3','Nibs Torrados','amargo',100,150,24,1);
CREATE TABLE forn (cd_forn INTEGER PRIMARY KEY, nm_forn TEXT, uf TEXT, tel TEXT, organico INTEGER);
INSERT INTO forn VALUES
(1,'Fazenda Boa Sombra','BA','73 3555-0101',1),
(2,'Coop. Tomé-Açu','PA','91 3555-0202',1),
(3,'Laticínio Serra Clara','MG',NULL,0),
(4,'Açúcar Ipê','SP','16 3555-0404',0),
(5,'Castanhas do Norte','PA','91 3555-0505',0),
(6,'Baunilha & Cia','SP',NULL,1);
CREATE TABLE compra_mp (nr_nf INTEGER PRIMARY KEY, cd_forn INTEGER, materia TEXT, qt_kg REAL, vl_total REAL, dt_ent TEXT, dt_pgto TEXT);
INSERT INTO compra_mp VALUES
(5501,1,'amêndoa de cacau',1200,26400,'2023-01-23','2023-02-22'),
(5502,4,'açúcar',800,3600,'2023-02-06','2023-02-20'),
(5503,3,'leite em pó',350,9450,'2023-03-02','2023-04-01'),
(5504,2,'amêndoa de cacau',900,20700,'2023-06-19','2023-07-19'),
(5505,5,'castanha',120,7200,'2023-11-08','2023-12-08'),
(5506,1,'amêndoa de cacau',1500,42000,'2024-01-15','2024-02-14'),
(5507,6,'baunilha',4,3880,'2024-01-29','2024-02-28'),
(5508,4,'açúcar',950,4750,'2024-03-11','2024-03-25'),
(5509,3,'leite em pó',400,11600,'2024-05-20','2024-06-19'),
(5510,2,'amêndoa de cacau',1000,39500,'2024-08-05',NULL),
(5511,5,'castanha',80,5360,'2024-09-10',NULL);
CREATE TABLE lote (cd_lote TEXT PRIMARY KEY, cd_prod TEXT, dt_fab TEXT, dt_val TEXT, qt_un INTEGER, qt_refugo INTEGER, resp TEXT, st TEXT);
INSERT INTO lote VALUES
('23-001','B70','2023-02-13','2024-08-13',1800,22,'Neide','LIB'),
('23-002','OV5','2023-02-27','2023-08-27',2500,140,'Rui','LIB'),
('23-003','L40','2023-04-17','2024-04-17',2200,35,'Neide','LIB'),
('23-004','T12','2023-05-22','2023-09-22',600,18,'Joice','LIB'),
('23-005','W00','2023-09-04','2024-06-04',900,NULL,'Rui','BLQ'),
('23-006','B85','2023-10-16','2025-04-16',1000,9,'Neide','LIB'),
('24-001','OV5','2024-01-22','2024-07-22',3100,95,'Rui','LIB'),
('24-002','B70','2024-03-18','2025-09-18',2000,17,'Joice','LIB'),
('24-003','T24','2024-05-06','2024-09-06',450,31,'Joice','DESC'),
('24-004','NB3','2024-06-10','2025-12-10',700,4,'Neide','LIB'),
('24-005','L40','2024-08-26','2025-08-26',2400,28,'Rui','LIB'),
('24-006','B85','2024-10-07','2026-04-07',1300,NULL,'Neide','ANL');
CREATE TABLE cliente (cd_cli INTEGER PRIMARY KEY, nm_fant TEXT, canal TEXT, cidade TEXT, lim_cred REAL);
INSERT INTO cliente VALUES
(1,'Empório Jabuti','loja','Campinas',8000),
(2,'Supermercados Trevo','varejo','São Paulo',60000),
(3,'Café Amarelinho','café','Campinas',3000),
(4,'Doce Presente','online','Curitiba',NULL),
(5,'Hotel Pedra Azul','hotel','Domingos Martins',12000),
(6,'Rede Boa Feira','varejo','Belo Horizonte',45000),
(7,'Cantina da Praça','café','São Paulo',2500);
CREATE TABLE pedido (nr_ped INTEGER PRIMARY KEY, cd_cli INTEGER, cd_prod TEXT, dt_ped TEXT, qt INTEGER, vl REAL, sit TEXT);
INSERT INTO pedido VALUES
(801,2,'OV5','2023-03-06',900,71100,'entregue'),
(802,1,'B70','2023-03-20',120,2040,'entregue'),
(803,3,'T12','2023-05-29',30,1134,'entregue'),
(804,6,'L40','2023-06-12',700,9380,'entregue'),
(805,5,'T12','2023-08-14',80,3024,'entregue'),
(806,4,'B85','2023-11-27',150,2900,'devolvido'),
(807,2,'OV5','2024-02-19',1200,97000,'entregue'),
(808,6,'OV5','2024-02-26',500,41000,'entregue'),
(809,1,'B70','2024-04-08',150,2600,'entregue'),
(810,7,'NB3','2024-07-01',20,456,'entregue'),
(811,3,'B85','2024-09-02',40,800,'cancelado'),
(812,2,'L40','2024-10-14',1000,13900,'em rota'),
(813,5,'T24','2024-10-21',25,1750,'aberto'),
(814,4,'B70','2024-10-28',200,3500,'aberto');
