CREATE TABLE viveiro (id_viv INTEGER PRIMARY KEY, nome TEXT, tipo TEXT, area_m2 REAL, prof_m REAL, aerador INTEGER, situacao TEXT);
INSERT INTO viveiro VALUES
(1,'Açude Velho','escavado',2400,1.6,1,'povoado'),(2,'Tanque 2','escavado',1500,1.4,1,'povoado'),(3,'Tanque 3','escavado',1500,1.4,0,'vazio'),(4,'Rede Norte','tanque-rede',36,2.0,0,'vazio'),(5,'Rede Sul','tanque-rede',36,2.0,0,'povoado'),(6,'Berçário','alvenaria',120,0.9,1,'povoado'),(7,'Quarentena','alvenaria',60,0.8,NULL,'em reforma');
CREATE TABLE lote (cod_lote TEXT PRIMARY KEY, id_viv INTEGER, dt_povoamento TEXT, linhagem TEXT, fornecedor_alevino TEXT, qtd_inicial INTEGER, peso_ini_g REAL, dt_fim TEXT);
INSERT INTO lote VALUES
('L23A',1,'2023-02-10','GIFT','Piscicultura Aurora',6000,1.2,'2023-09-05'),('L23B',2,'2023-04-03','Chitralada','Alevinos do Vale',3500,0.9,'2023-11-20'),('L23C',4,'2023-08-14','GIFT','Piscicultura Aurora',1800,30,'2024-02-06'),
('L24A',1,'2024-01-15','GIFT','Piscicultura Aurora',6500,1.1,'2024-08-22'),('L24B',3,'2024-03-11','Chitralada','Alevinos do Vale',3200,1.0,'2024-10-15'),('L24C',5,'2024-06-17','Premium','Estação Sete',2000,28,NULL),
('L24D',1,'2024-10-07','GIFT','Piscicultura Aurora',6200,1.3,NULL),('L25A',6,'2025-01-20','Premium','Estação Sete',9000,0.5,NULL),('L25B',2,'2025-02-12','Chitralada',NULL,3600,1.0,NULL);
CREATE TABLE biometria (id_bio INTEGER PRIMARY KEY, cod_lote TEXT, dt_bio TEXT, peso_medio_g REAL, amostra INTEGER, responsavel TEXT);
INSERT INTO biometria VALUES
(1,'L23A','2023-05-12',180,40,'Juca'),(2,'L23A','2023-08-10',610,40,'Juca'),(3,'L23B','2023-08-15',320,30,'Neide'),(4,'L23C','2023-12-05',540,25,'Neide'),(5,'L24A','2024-04-18',240,40,'Juca'),
(6,'L24A','2024-08-01',690,35,'Neide'),(7,'L24B','2024-07-09',350,30,'Juca'),(8,'L24C','2024-11-12',480,25,'Neide'),(9,'L24D','2025-01-30',260,40,'Juca'),(10,'L24C','2025-02-20',790,25,'Neide'),(11,'L24D','2025-03-18',430,NULL,'Juca');
CREATE TABLE racao_trato (id_trato INTEGER PRIMARY KEY, cod_lote TEXT, dt_trato TEXT, marca TEXT, proteina_pct INTEGER, kg REAL, custo REAL);
INSERT INTO racao_trato VALUES
(1,'L23A','2023-03-05','Nutripeixe',45,120,660),(2,'L23A','2023-06-20','Nutripeixe',32,900,3150),(3,'L23B','2023-07-11','AquaMais',32,620,2046),(4,'L23C','2023-10-02','AquaMais',32,410,1394),
(5,'L24A','2024-02-19','Nutripeixe',45,150,870),(6,'L24A','2024-05-27','Nutripeixe',32,1100,4070),(7,'L24B','2024-06-10','AquaMais',32,580,2030),(8,'L24C','2024-09-16','Nutripeixe',32,500,1900),
(9,'L24D','2024-12-09','Rações Serra',36,430,1720),(10,'L24D','2025-02-24','Rações Serra',32,700,2590),(11,'L25A','2025-03-03','Nutripeixe',45,60,NULL);
CREATE TABLE despesca (id_desp INTEGER PRIMARY KEY, cod_lote TEXT, dt_desp TEXT, comprador TEXT, kg REAL, preco_kg REAL, forma TEXT, recebido INTEGER);
INSERT INTO despesca VALUES
(1,'L23A','2023-08-28','Frigorífico Lago Azul',2900,8.4,'viva',1),(2,'L23A','2023-09-05','Feira de Iaras',260,11,'eviscerada',1),(3,'L23B','2023-11-20','Pesque-Pague Bambu',1750,9.1,'viva',1),(4,'L23C','2024-02-06','Frigorífico Lago Azul',1100,8.9,'viva',1),
(5,'L24A','2024-08-22','Frigorífico Lago Azul',3600,9.3,'viva',1),(6,'L24B','2024-10-02','Pesque-Pague Bambu',900,9.8,'viva',0),(7,'L24B','2024-10-15','Restaurante Dona Cida',310,22,'filé',1),(8,'L24C','2025-03-14','Pesque-Pague Bambu',700,10.2,'viva',0);
CREATE TABLE mortalidade (id_mort INTEGER PRIMARY KEY, cod_lote TEXT, dt_ocor TEXT, qtd INTEGER, causa TEXT);
INSERT INTO mortalidade VALUES
(1,'L23A','2023-03-15',210,'transporte'),(2,'L23B','2023-06-01',540,'falta de oxigênio'),(3,'L23C','2023-09-22',75,'estreptococose'),(4,'L24A','2024-01-20',180,'transporte'),(5,'L24B','2024-07-02',95,NULL),(6,'L24C','2024-12-28',310,'falta de oxigênio'),(7,'L24D','2025-01-11',60,'aves'),(8,'L25A','2025-02-02',420,'estreptococose');
