CREATE TABLE sellers (seller_id INTEGER PRIMARY KEY, store_name TEXT, city TEXT, joined TEXT, plan TEXT, verified INTEGER);
INSERT INTO sellers VALUES (1,'Barro & Mão','Olinda','2022-09-10','pro',1),(2,'Fio de Agave','Caicó','2022-11-28','free',1),(3,'Ateliê Cumaru','Belém','2023-02-14','pro',1),(4,'Renda da Vó','Fortaleza','2023-06-01','free',0),(5,'Couro Cru','Petrolina','2023-08-19','plus',1),(6,'Cesto & Cia','Belém','2024-01-25','plus',0),(7,'Luz de Cera','Olinda','2024-07-07','free',0);
CREATE TABLE listings (listing_id INTEGER PRIMARY KEY, seller_id INTEGER, title TEXT, category TEXT, price REAL, stock INTEGER, FOREIGN KEY(seller_id) REFERENCES sellers(seller_id));
INSERT INTO listings VALUES (1,1,'Vaso marajoara','cerâmica',140,6),(2,1,'Jogo de xícaras','cerâmica',95,0),(3,2,'Rede de casal','têxtil',260,4),(4,3,'Colher de pau entalhada','madeira',38,25),(5,3,'Banco jacaré','madeira',420,2),(6,4,'Toalha de renda','têxtil',180,3),(7,5,'Bolsa carteiro','couro',310,5),(8,5,'Cinto trançado','couro',89,0),(9,6,'Cesto de tucum','palha',75,12),(10,6,'Luminária de palha','palha',165,NULL),(11,7,'Vela de andiroba','velas',29,40);
CREATE TABLE buyers (buyer_id INTEGER PRIMARY KEY, name TEXT, state TEXT, email TEXT);
INSERT INTO buyers VALUES (1,'Lívia Prado','SP','livia@mail.example'),(2,'Otávio Reis','RJ',NULL),(3,'Marta Kuhn','RS','mkuhn@mail.example'),(4,'Sandro Lobo','SP','sandro@mail.example'),(5,'Elis Fontana','MG',NULL),(6,'Pedro Azevedo','BA','pedroaz@mail.example');
CREATE TABLE purchases (purchase_id INTEGER PRIMARY KEY, listing_id INTEGER, buyer_id INTEGER, bought_at TEXT, qty INTEGER, total REAL, ship_fee REAL, state_code TEXT, delivered_at TEXT, FOREIGN KEY(listing_id) REFERENCES listings(listing_id), FOREIGN KEY(buyer_id) REFERENCES buyers(buyer_id));
INSERT INTO purchases VALUES
(1,1,1,'2023-01-19',1,140,22.5,'DLV','2023-01-27'),
(2,3,2,'2023-03-03',1,260,30,'DLV','2023-03-15'),
(3,4,3,'2023-04-22',4,152,18,'DLV','2023-05-04'),
(4,2,1,'2023-07-11',2,190,0,'RTN','2023-07-20'),
(5,6,4,'2023-09-28',1,180,19.9,'DLV','2023-10-06'),
(6,7,5,'2023-11-24',1,310,0,'DLV','2023-12-01'),
(7,8,2,'2023-12-10',3,267,0,'CXL',NULL),
(8,9,1,'2024-02-17',2,150,21,'DLV','2024-02-26'),
(9,5,4,'2024-03-29',1,420,64,'DLV','2024-04-15'),
(10,1,3,'2024-05-12',1,140,24,'DLV','2024-05-20'),
(11,10,1,'2024-06-12',1,165,20,'RTN','2024-06-21'),
(12,4,5,'2024-08-30',2,76,15,'CXL',NULL),
(13,11,4,'2024-09-18',6,174,12,'DLV','2024-09-25'),
(14,3,5,'2024-11-02',1,260,28,'DLV','2024-11-14'),
(15,7,1,'2024-11-29',1,310,0,'SHP',NULL),
(16,9,2,'2024-11-30',3,225,23,'SHP',NULL);
CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, purchase_id INTEGER, stars INTEGER, comment TEXT, posted TEXT, FOREIGN KEY(purchase_id) REFERENCES purchases(purchase_id));
INSERT INTO reviews VALUES (1,1,5,'Lindo demais','2023-01-30'),(2,2,4,NULL,'2023-03-20'),(3,4,1,'Chegou quebrado','2023-07-21'),(4,5,5,'Trabalho perfeito','2023-10-10'),(5,6,4,NULL,'2023-12-05'),(6,9,3,'Demorou muito','2024-04-16'),(7,10,4,'Bom','2024-05-22'),(8,11,2,'Cor diferente da foto','2024-06-22'),(9,13,4,NULL,'2024-09-27');
