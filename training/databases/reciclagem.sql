CREATE TABLE ecocentros (cod_eco TEXT PRIMARY KEY, designacao TEXT, concelho TEXT, capacidade_t REAL, dt_abertura TEXT, dt_encerramento TEXT, aberto_domingo INTEGER);
CREATE TABLE materiais (id_material INTEGER PRIMARY KEY, nome TEXT, fileira TEXT, preco_ton REAL, perigoso INTEGER);
CREATE TABLE viaturas (matricula TEXT PRIMARY KEY, marca TEXT, ano INTEGER, carga_max_kg INTEGER, combustivel TEXT, estado TEXT);
CREATE TABLE recolhas (id_recolha INTEGER PRIMARY KEY, cod_eco TEXT REFERENCES ecocentros(cod_eco), matricula TEXT REFERENCES viaturas(matricula), id_material INTEGER REFERENCES materiais(id_material), dt_recolha TEXT, peso_kg REAL, km INTEGER, contaminado INTEGER);
CREATE TABLE compradores (id_comp INTEGER PRIMARY KEY, razao_social TEXT, nif TEXT, pais TEXT, prazo_pag INTEGER, email TEXT);
CREATE TABLE vendas (nr_fatura TEXT PRIMARY KEY, id_comp INTEGER REFERENCES compradores(id_comp), id_material INTEGER REFERENCES materiais(id_material), dt_venda TEXT, qtd_ton REAL, vlr_total REAL, dt_pag TEXT, situacao TEXT);
INSERT INTO ecocentros VALUES
('E01','Ecocentro do Vale','Leiria',120,'2012-05-14',NULL,1),('E02','Ecoponto Central','Pombal',45,'2015-09-01',NULL,0),('E03','Ecocentro da Praia','Marinha Grande',80,'2018-03-22',NULL,1),
('E04','Estação das Olarias','Leiria',60,'2009-11-30','2023-12-31',0),('E05','Ecocentro Norte','Ourém',95,'2021-06-05',NULL,0),('E06','Ponto Verde da Serra','Batalha',30,'2024-01-15',NULL,0);
INSERT INTO materiais VALUES
(1,'cartão','papel',110,0),(2,'vidro misto','vidro',38,0),(3,'PET','plástico',310,0),(4,'latas de alumínio','metal',890,0),(5,'pilhas','perigosos',NULL,1),(6,'sucata ferrosa','metal',205,0),(7,'óleo alimentar','perigosos',420,1),(8,'filme plástico','plástico',95,0);
INSERT INTO viaturas VALUES
('23-AB-77','MAN',2014,9000,'gasóleo','ativa'),('41-TR-09','Volvo',2019,12000,'gasóleo','ativa'),('AA-12-XZ','Renault',2022,3500,'elétrico','ativa'),('88-QC-54','Iveco',2011,7500,'gasóleo','oficina'),('07-MN-31','MAN',2008,8000,'gasóleo','abatida'),('BC-90-LP','Mercedes',2023,11000,'gás','ativa');
INSERT INTO recolhas VALUES
(1,'E01','23-AB-77',1,'2024-01-09',4200,38,0),(2,'E02','41-TR-09',2,'2024-01-24',7800,52,0),(3,'E03','41-TR-09',3,'2024-02-13',2650,61,1),(4,'E01','AA-12-XZ',5,'2024-03-04',310,24,0),
(5,'E05','23-AB-77',6,'2024-04-18',6120,77,0),(6,'E03','88-QC-54',2,'2024-05-27',5900,64,0),(7,'E06','AA-12-XZ',4,'2024-06-11',480,33,0),(8,'E01','41-TR-09',1,'2024-08-20',8350,40,1),
(9,'E02','BC-90-LP',8,'2024-09-16',1900,49,0),(10,'E01','BC-90-LP',3,'2024-10-07',3100,41,0),(11,'E05','41-TR-09',2,'2024-11-12',9700,80,0),(12,'E03','BC-90-LP',1,'2025-01-08',5050,63,0),(13,'E06','AA-12-XZ',7,'2025-01-21',260,35,NULL),(14,'E01','23-AB-77',6,'2025-02-06',7400,39,0),(15,'E02','AA-12-XZ',3,'2025-02-19',1450,50,1);
INSERT INTO compradores VALUES
(1,'Papeleira do Lis, SA','500123456','Portugal',30,'compras@papeleiralis.pt'),(2,'Vidrosul Lda','501987654','Portugal',60,NULL),(3,'Reciclados Ibéricos SL','B8877665','Espanha',45,'pedidos@reciberia.es'),
(4,'Fundição Marques','502333444','Portugal',30,'geral@fmarques.pt'),(5,'Polymer Trade BV','NL00998811','Países Baixos',15,'buy@polymertrade.nl'),(6,'Biodiesel Centro','509111222','Portugal',90,NULL);
INSERT INTO vendas VALUES
('FT24/001',1,1,'2024-02-02',4.1,451,'2024-03-01','paga'),('FT24/002',2,2,'2024-03-15',7.5,285,'2024-06-20','paga'),('FT24/003',3,3,'2024-04-10',2.4,744,'2024-05-20','paga'),
('FT24/004',4,6,'2024-05-30',6,1230,NULL,'anulada'),('FT24/005',4,6,'2024-06-03',6,1230,'2024-07-02','paga'),('FT24/006',4,4,'2024-08-09',0.45,400.5,'2024-09-30','paga'),
('FT24/007',1,1,'2024-10-01',8,880,'2024-10-29','paga'),('FT24/008',5,3,'2024-11-05',3,930,'2024-11-18','paga'),('FT24/009',2,2,'2024-12-18',14.2,539.6,NULL,'em atraso'),
('FT25/001',3,8,'2025-01-14',1.8,171,NULL,'em atraso'),('FT25/002',1,1,'2025-02-03',5,550,NULL,'por pagar'),('FT25/003',5,3,'2025-02-24',1.2,396,NULL,'por pagar');
