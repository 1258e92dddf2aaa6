CREATE TABLE unidade (id_unid INTEGER PRIMARY KEY, bloco TEXT, nro_apto TEXT, andar INTEGER, area_m2 REAL, fracao REAL, situacao TEXT);
CREATE TABLE morador (id_morador INTEGER PRIMARY KEY, id_unid INTEGER REFERENCES unidade(id_unid), nome TEXT, tipo TEXT, fone TEXT, dt_entrada DATE, dt_saida DATE, tem_pet INTEGER);
CREATE TABLE taxa (id_taxa INTEGER PRIMARY KEY, id_unid INTEGER REFERENCES unidade(id_unid), compet TEXT, vlr REAL, dt_venc DATE, dt_pgto DATE, multa REAL, forma_pgto TEXT);
CREATE TABLE fornecedor (id_forn INTEGER PRIMARY KEY, razao TEXT, ramo TEXT, cidade TEXT, ativo INTEGER);
CREATE TABLE despesa (id_desp INTEGER PRIMARY KEY, id_forn INTEGER REFERENCES fornecedor(id_forn), categ TEXT, descr TEXT, dt_lanc DATE, vlr_tot REAL, extra INTEGER);
CREATE TABLE ocorrencia (id_oc INTEGER PRIMARY KEY, id_unid INTEGER REFERENCES unidade(id_unid), dt_abertura TEXT, dt_fecham TEXT, assunto TEXT, grav TEXT, st TEXT);
CREATE TABLE reserva_area (id_res INTEGER PRIMARY KEY, id_morador INTEGER REFERENCES morador(id_morador), espaco TEXT, dt_uso DATE, qtd_conv INTEGER, vlr_cobrado REAL, cancelada INTEGER);
INSERT INTO unidade VALUES
(1,'A','11',1,62.5,0.021,'ocupado'),(2,'A','12',1,62.5,0.021,'ocupado'),(3,'A','21',2,78.0,0.027,'vago'),
(4,'A','31',3,78.0,0.027,'ocupado'),(5,'B','11',1,55.0,0.018,'ocupado'),(6,'B','22',2,55.0,0.018,'reforma'),
(7,'B','32',3,91.3,0.031,'ocupado'),(8,'B','41',4,140.0,0.048,'ocupado'),(9,'C','12',1,48.0,0.016,'vago'),(10,'C','23',2,48.0,0.016,'ocupado');
INSERT INTO morador VALUES
(1,1,'Sônia Bittencourt','proprietario','11 98811-0101','2012-03-10',NULL,1),
(2,1,'Rafael Bittencourt','dependente',NULL,'2012-03-10',NULL,0),
(3,2,'Diego Furlan','inquilino','11 97722-1144','2023-02-01',NULL,0),
(4,3,'Marlene Azevedo','proprietario','11 99988-7001','2009-08-15','2024-01-20',0),
(5,4,'Cláudio Teixeira','proprietario',NULL,'2018-11-05',NULL,1),
(6,5,'Bruna Kato','inquilino','11 98123-4455','2024-03-01',NULL,1),
(7,7,'Wilson Prates','proprietario','11 97001-2222','2015-06-20',NULL,0),
(8,8,'Helena Duarte','proprietario','11 99111-3030','2020-09-01',NULL,0),
(9,8,'Caio Duarte','dependente',NULL,'2020-09-01',NULL,0),
(10,9,'Paula Siqueira','inquilino','11 98555-6767','2021-01-10','2023-12-31',1),
(11,10,'Ivo Nascimento','inquilino','11 96000-8899','2022-07-15',NULL,0);
INSERT INTO taxa VALUES
(1,1,'2024-04',640,'2024-04-10','2024-04-08',0,'boleto'),(2,2,'2024-04',640,'2024-04-10','2024-04-22',12.8,'pix'),
(3,4,'2024-04',790,'2024-04-10','2024-04-10',0,'debito'),(4,5,'2024-04',560,'2024-04-10',NULL,NULL,NULL),
(5,7,'2024-04',910,'2024-04-10','2024-05-03',18.2,'boleto'),(6,8,'2024-04',1380,'2024-04-10','2024-04-09',0,'pix'),
(7,1,'2024-05',640,'2024-05-10','2024-05-10',0,'boleto'),(8,2,'2024-05',640,'2024-05-10',NULL,NULL,NULL),
(9,4,'2024-05',790,'2024-05-10','2024-05-11',15.8,'debito'),(10,5,'2024-05',560,'2024-05-10',NULL,NULL,NULL),
(11,7,'2024-05',910,'2024-05-10','2024-05-10',0,'boleto'),(12,8,'2024-05',1380,'2024-05-10','2024-05-07',0,'pix'),
(13,10,'2024-05',495,'2024-05-10','2024-05-20',9.9,'pix'),(14,6,'2023-12',540,'2023-12-10','2023-12-10',0,'boleto'),(15,8,'2023-12',1290,'2023-12-10','2023-12-15',25.8,'pix');
INSERT INTO fornecedor VALUES
(1,'Elevadores Ascenda Ltda','elevadores','São Paulo',1),(2,'Limpa Tudo Serviços','limpeza','Guarulhos',1),
(3,'Jardins do Vale ME','jardinagem','Atibaia',1),(4,'Hidro Reparo','encanamento','São Paulo',1),
(5,'Seg Noturna Vigilância','portaria','Osasco',0),(6,'Piscinas Azul','piscina','Guarulhos',1),(7,'Pinturas Rocha','pintura','São Paulo',0);
INSERT INTO despesa VALUES
(1,1,'manutencao','revisão mensal','2024-04-05',1850,0),(2,2,'limpeza','equipe abril','2024-04-30',4200,0),
(3,4,'emergencia','vazamento garagem','2024-04-17',2630.5,1),(4,3,'manutencao','poda das árvores','2024-05-02',780,0),
(5,2,'limpeza','equipe maio','2024-05-31',4350,0),(6,6,'manutencao','cloro e filtro','2024-05-14',615.4,0),
(7,1,'emergencia','troca de cabo','2024-05-21',7900,1),(8,NULL,'consumo','água','2024-04-20',3120.9,0),
(9,NULL,'consumo','luz','2024-05-18',2744.3,0),(10,5,'seguranca','ronda','2023-11-30',5100,0),(11,4,'manutencao','bomba','2023-12-12',1490,0);
INSERT INTO ocorrencia VALUES
(1,2,'2024-03-02 23:40','2024-03-03 10:00','barulho','media','resolvida'),(2,4,'2024-03-18 09:15','2024-03-29 17:00','vazamento','alta','resolvida'),
(3,7,'2024-04-01 20:05',NULL,'garagem','baixa','aberta'),(4,2,'2024-04-14 02:10','2024-04-14 11:30','barulho','media','resolvida'),
(5,5,'2024-04-22 18:00',NULL,'animal','baixa','em_analise'),(6,8,'2024-05-06 07:45','2024-05-08 12:00','elevador','alta','resolvida'),
(7,1,'2024-05-19 22:50',NULL,'barulho','media','aberta'),(8,10,'2024-05-27 15:20',NULL,'vazamento','alta','aberta'),(9,9,'2023-10-10 11:00','2023-10-30 09:00','obra','baixa','arquivada'),(10,8,'2024-02-11 19:30','2024-02-12 09:00','garagem','baixa','resolvida'),(11,7,'2024-01-25 08:20','2024-01-31 16:00','elevador','media','resolvida');
INSERT INTO reserva_area VALUES
(1,1,'salão de festas','2024-04-06',45,250,0),(2,8,'churrasqueira','2024-04-13',18,90,0),(3,3,'churrasqueira','2024-04-21',12,90,1),
(4,7,'salão de festas','2024-05-11',60,250,0),(5,5,'quadra','2024-05-12',10,0,0),(6,8,'salão de festas','2024-05-25',38,250,1),
(7,11,'churrasqueira','2024-05-26',20,95,0),(8,1,'quadra','2024-05-30',8,0,0),(9,8,'salão de festas','2024-06-08',70,260,0);
