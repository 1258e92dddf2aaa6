CREATE TABLE tb_instrumento (
  cod_instr INTEGER PRIMARY KEY,
  nome TEXT,
  familia TEXT,
  marca TEXT,
  preco_venda REAL,
  qt_estoque INTEGER,
  usado INTEGER
);
CREATE TABLE tb_vendedor (
  cod_vend INTEGER PRIMARY KEY,
  nome TEXT,
  toca TEXT,
  admissao TEXT,
  meta_mensal REAL
);
CREATE TABLE tb_cliente (
  cod_cli INTEGER PRIMARY KEY,
  nome TEXT,
  tipo TEXT,
  fone TEXT,
  bairro TEXT
);
CREATE TABLE tb_venda (
  nr_venda INTEGER PRIMARY KEY,
  cod_cli INTEGER,
  cod_vend INTEGER,
  dt_venda TEXT,
  canal TEXT,
  parcelas INTEGER,
  vl_desconto REAL
);
CREATE TABLE tb_item_venda (
  nr_venda INTEGER,
  cod_instr INTEGER,
  qt INTEGER,
  vl_unit REAL
);
CREATE TABLE tb_os (
  nr_os INTEGER PRIMARY KEY,
  cod_cli INTEGER,
  objeto TEXT,
  servico TEXT,
  dt_entrada TEXT,
  dt_prometida TEXT,
  dt_retirada TEXT,
  vl_servico REAL,
  st TEXT
);
INSERT INTO tb_instrumento VALUES
(1,'Violão C40','corda','Yamaha',1190,6,0),
(2,'Violão Clássico Rei','corda','Di Giorgio',1650,2,0),
(3,'Stratocaster Player','corda','Fender',6900,1,0),
(4,'Teclado PSR-E373','tecla','Yamaha',2150,4,0),
(5,'Piano digital P-145','tecla','Yamaha',4800,1,0),
(6,'Cajon Acústico','percussão','FSA',520,7,0),
(7,'Bateria Export','percussão','Pearl',7400,1,0),
(8,'Sax alto AS-100','sopro','Eagle',3900,0,0),
(9,'Flauta doce barroca','sopro','Yamaha',75,35,0),
(10,'Les Paul Studio','corda','Gibson',9200,1,1),
(11,'Acordeon 80 baixos','tecla','Scandalli',11500,1,1),
(12,'Pandeiro couro 10"','percussão','Contemporânea',260,9,0);
INSERT INTO tb_vendedor VALUES
(1,'Edson Marques','guitarra','2012-03-01',25000),
(2,'Ivone Sato','piano','2018-07-16',25000),
(3,'Tiago Rufino','bateria','2021-02-08',20000),
(4,'Larissa Prado',NULL,'2024-09-02',12000);
INSERT INTO tb_cliente VALUES
(1,'Escola Sustenido','J','11 3222-1010','Pinheiros'),
(2,'Márcio Veludo','F','11 98123-4411','Lapa'),
(3,'Igreja Batista da Lapa','J','11 3833-0707','Lapa'),
(4,'Denise Abrantes','F',NULL,'Perdizes'),
(5,'Banda Pé de Serra','J','11 97777-2121','Santana'),
(6,'Otávio Lins','F','11 99654-3090','Pinheiros'),
(7,'Yasmin Khoury','F','11 98080-5566','Moema'),
(8,'Celso Bandolim','F',NULL,'Santana'),
(9,'Projeto Guri Polo Sul','J','11 5521-8899','Santo Amaro');
INSERT INTO tb_venda VALUES
(1,1,2,'2024-02-06','loja',10,450),
(2,2,1,'2024-03-15','loja',6,0),
(3,3,3,'2024-04-20','telefone',12,400),
(4,6,1,'2024-06-11','site',1,120),
(5,4,2,'2024-08-28','loja',10,0),
(6,9,4,'2024-10-02','telefone',3,375),
(7,5,2,'2024-11-14','loja',12,500),
(8,7,4,'2024-12-18','site',1,0),
(9,2,1,'2025-01-10','loja',10,200),
(10,1,2,'2025-02-04','telefone',5,300),
(11,6,3,'2025-03-19','site',1,NULL),
(12,9,4,'2025-04-07','telefone',3,150),
(13,7,2,'2025-05-23','loja',8,0),
(14,3,3,'2025-06-02','loja',2,40),
(15,4,1,'2025-06-14','site',1,0);
INSERT INTO tb_item_venda VALUES
(1,4,3,2150),
(1,9,20,75),
(2,3,1,6900),
(3,7,1,7400),
(3,6,2,520),
(4,1,1,1190),
(5,5,1,4800),
(6,9,50,70),
(6,1,5,1150),
(7,11,1,11500),
(8,6,1,520),
(9,10,1,9200),
(10,4,2,2150),
(11,12,2,260),
(12,9,30,72),
(13,5,1,4800),
(14,12,3,255),
(15,1,1,1190);
INSERT INTO tb_os VALUES
(301,2,'guitarra SG','regulagem','2024-03-20','2024-03-27','2024-03-26',180,'entregue'),
(302,8,'bandolim','troca de cordas','2024-05-09','2024-05-10','2024-05-13',60,'entregue'),
(303,5,'zabumba','troca de pele','2024-06-17','2024-06-21','2024-06-21',140,'entregue'),
(304,6,'violão 7 cordas','colagem de cavalete','2024-09-02','2024-09-20','2024-10-04',350,'entregue'),
(305,1,'teclado','eletrônica','2024-11-25','2024-12-10',NULL,NULL,'sem conserto'),
(306,4,'violino','troca de cordas','2025-02-13','2025-02-14','2025-02-14',85,'entregue'),
(307,2,'stratocaster','regulagem','2025-03-31','2025-04-07','2025-04-05',200,'entregue'),
(308,3,'contrabaixo','eletrônica','2025-05-12','2025-05-26',NULL,270,'pronto'),
(309,8,'cavaquinho','colagem de cavalete','2025-05-29','2025-06-16',NULL,300,'na bancada'),
(310,7,'ukulele','regulagem','2025-06-10','2025-06-17',NULL,90,'na bancada');
