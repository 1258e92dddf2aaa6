CREATE TABLE LJ_MARCA (CD_MARCA TEXT PRIMARY KEY, NM_MARCA TEXT, PRAZO_ENTREGA_DIAS INTEGER, REPRESENTANTE TEXT);
CREATE TABLE LJ_PRODUTO (CD_PROD INTEGER PRIMARY KEY, DS_PROD TEXT, LINHA TEXT, ACABAMENTO TEXT, LITROS REAL, PR_VENDA REAL, PR_CUSTO REAL, QT_EST INTEGER, EST_MIN INTEGER, CD_MARCA TEXT);
CREATE TABLE LJ_VENDEDOR (CD_VEND INTEGER PRIMARY KEY, NM_VEND TEXT, COMISSAO_PCT REAL, DT_ADMISSAO TEXT, DT_DEMISSAO TEXT, TURNO TEXT);
CREATE TABLE LJ_CLIENTE (CD_CLI INTEGER PRIMARY KEY, NM_CLI TEXT, TP_CLI TEXT, FONE TEXT, LIM_CREDITO REAL, BLOQUEADO INTEGER);
CREATE TABLE LJ_VENDA (NR_VENDA INTEGER PRIMARY KEY, DT_VENDA TEXT, CD_CLI INTEGER, CD_VEND INTEGER, FORMA_PG TEXT, ST_VENDA TEXT, DESCONTO REAL);
CREATE TABLE LJ_ITEM (NR_VENDA INTEGER, CD_PROD INTEGER, QT INTEGER, PR_UNIT REAL, COR_TINTOMETRICA TEXT, PRIMARY KEY (NR_VENDA, CD_PROD));
INSERT INTO LJ_MARCA VALUES
('SUV','Suvinil',5,'Gilmar'),
('COR','Coral',7,'Patrícia'),
('SHW','Sherwin-Williams',10,NULL),
('EUC','Eucatex',12,'Gilmar'),
('TIG','Tigre Ferramentas',4,'Dani');
INSERT INTO LJ_PRODUTO VALUES
(1,'Acrílica Premium 18L','acrílica','fosco',18,429.9,310,22,10,'SUV'),
(2,'Acrílica Standard 18L','acrílica','fosco',18,289,205,35,15,'COR'),
(3,'Esmalte Sintético 3,6L','esmalte','brilhante',3.6,139.9,92,14,12,'COR'),
(4,'Verniz Marítimo 3,6L','verniz','brilhante',3.6,159,104,5,8,'EUC'),
(5,'Tinta Piso 18L','piso','fosco',18,359,262,9,6,'SHW'),
(6,'Massa Corrida 25kg','massa',NULL,NULL,79.9,51,60,20,'SUV'),
(7,'Acetinada Toque de Seda 3,6L','acrílica','acetinado',3.6,149.5,101,11,10,'SUV'),
(8,'Rolo de Lã 23cm','acessório',NULL,NULL,32.9,17.5,48,25,'TIG'),
(9,'Fita Crepe 48mm','acessório',NULL,NULL,14.9,7.2,0,30,'TIG'),
(10,'Spray Metálico 400ml','spray','metálico',0.4,27.9,15.8,18,12,'SHW'),
(11,'Epóxi Catalisável 3,6L','epóxi','brilhante',3.6,219,150,4,3,'COR');
INSERT INTO LJ_VENDEDOR VALUES
(1,'Jussara',2.5,'2016-03-01',NULL,'manhã'),
(2,'Edmilson',2.5,'2018-08-13',NULL,'tarde'),
(3,'Kleber',2,'2021-05-03','2024-04-30','manhã'),
(4,'Tainá',1.5,'2024-05-06',NULL,'tarde'),
(5,'Seu Nonato',3,'2009-01-12',NULL,'manhã');
INSERT INTO LJ_CLIENTE VALUES
(1,'Pinturas Moraes','pintor','85 99111-0001',3000,0),
(2,'Construtora Alvorada','construtora','85 99111-0002',20000,0),
(3,'Condomínio Ipê','condomínio','85 99111-0003',8000,0),
(4,'Sandra Queiroz','consumidor',NULL,NULL,0),
(5,'Zezinho Pintor','pintor','85 99111-0005',1500,1),
(6,'Arq. Lorena Dias','arquiteto','85 99111-0006',5000,0),
(7,'Igreja São Bento','consumidor','85 99111-0007',NULL,0),
(8,'Reforma Já','construtora',NULL,10000,1);
INSERT INTO LJ_VENDA VALUES
(501,'2023-02-03',1,5,'pix','F',0),
(502,'2023-03-18',2,1,'boleto','F',150),
(503,'2023-06-07',4,3,'cartão','F',0),
(504,'2023-08-21',3,2,'boleto','F',80),
(505,'2023-11-10',5,3,'fiado','A',0),
(506,'2023-12-15',7,1,'pix','F',20),
(507,'2024-01-22',6,5,'cartão','F',0),
(508,'2024-03-05',2,2,'boleto','F',200),
(509,'2024-04-12',8,3,'boleto','A',0),
(510,'2024-05-20',1,4,'pix','F',10),
(511,'2024-07-09',4,1,'cartão','C',0),
(512,'2024-08-30',3,5,'boleto','F',100),
(513,'2024-10-04',6,4,'cartão','F',0),
(514,'2024-10-18',1,1,'fiado','A',0),
(515,'2024-11-06',NULL,2,'dinheiro','F',0),
(516,'2024-11-08',2,1,'boleto','A',120);
INSERT INTO LJ_ITEM VALUES
(501,2,3,279,NULL),
(502,1,12,410,'Algodão Egípcio'),
(502,6,20,75,NULL),
(503,7,1,145,'Verde Sálvia'),
(504,2,10,275,'Areia'),
(505,3,5,135,NULL),
(506,2,2,285,'Branco Neve'),
(507,7,3,147,'Azul Petróleo'),
(508,1,15,415,'Algodão Egípcio'),
(509,6,30,74,NULL),
(509,2,8,280,NULL),
(510,2,4,285,NULL),
(511,10,6,27.9,NULL),
(512,5,6,350,NULL),
(513,7,2,149.5,'Verde Sálvia'),
(514,1,2,425,'Areia'),
(515,9,5,14.9,NULL),
(516,1,10,412,'Branco Neve');
