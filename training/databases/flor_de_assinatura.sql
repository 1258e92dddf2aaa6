CREATE TABLE plano (id_plano INTEGER PRIMARY KEY, nm_plano TEXT, freq TEXT, vl_mensal REAL, qt_hastes INTEGER, fl_vaso INTEGER);
CREATE TABLE assinante (id_ass INTEGER PRIMARY KEY, nm_ass TEXT, bairro TEXT, fone TEXT, dt_nasc TEXT, dt_adesao TEXT, dt_cancel TEXT, id_plano INTEGER, origem TEXT);
CREATE TABLE produtor (id_prod INTEGER PRIMARY KEY, nm_prod TEXT, municipio TEXT, dist_km INTEGER, organico INTEGER);
CREATE TABLE flor (id_flor INTEGER PRIMARY KEY, nm_flor TEXT, cor TEXT, custo_haste REAL, dur_dias INTEGER, id_prod INTEGER);
CREATE TABLE entrega (id_ent INTEGER PRIMARY KEY, id_ass INTEGER, id_flor INTEGER, dt_ent TEXT, sit TEXT, entregador TEXT, nota INTEGER, vl_frete REAL);
CREATE TABLE mensalidade (id_mens INTEGER PRIMARY KEY, id_ass INTEGER, dt_venc TEXT, dt_pgto TEXT, vl REAL, forma TEXT);
INSERT INTO plano VALUES
(1,'Broto','quinzenal',79.9,8,0),
(2,'Jardim','semanal',169.9,12,0),
(3,'Primavera','semanal',249.9,20,1),
(4,'Escritório','semanal',390,30,1),
(5,'Mini','mensal',45,5,0);
INSERT INTO assinante VALUES
(1,'Helena Prado','Moema','11 95555-0101','1985-10-12','2022-08-03',NULL,2,'Instagram'),
(2,'Caio Benevides','Pinheiros','11 95555-0102','1990-03-27','2023-01-15',NULL,1,'indicação'),
(3,'Studio Lume','Vila Madalena','11 95555-0103',NULL,'2023-02-20',NULL,4,'site'),
(4,'Dona Zuleica','Moema',NULL,'1948-06-05','2023-05-09','2024-03-31',1,'indicação'),
(5,'Rafa Monteiro','Perdizes','11 95555-0105','1996-12-30','2023-09-22',NULL,5,'Instagram'),
(6,'Clínica Respirar','Pinheiros','11 95555-0106',NULL,'2024-01-08',NULL,3,'site'),
(7,'Bianca Sato','Perdizes','11 95555-0107','1988-11-02','2024-02-14','2024-08-15',2,'Instagram'),
(8,'Tadeu Villela','Vila Madalena','11 95555-0108','1979-11-19','2024-06-12',NULL,2,'loja'),
(9,'Ana Paula Reis','Moema','11 95555-0109','1993-01-08','2024-09-02',NULL,3,'Instagram');
INSERT INTO produtor VALUES
(1,'Sítio Holambra Velha','Holambra',135,0),
(2,'Flores do Atibaia','Atibaia',66,0),
(3,'Roça da Nena','Ibiúna',72,1),
(4,'Estufa Komori','Mogi das Cruzes',58,0),
(5,'Orquidário Serra Azul','Cunha',230,1);
INSERT INTO flor VALUES
(1,'rosa','vermelha',2.8,7,1),
(2,'girassol','amarela',3.2,6,3),
(3,'lírio','branca',4.5,9,2),
(4,'astromélia','rosa',1.9,14,4),
(5,'gérbera','laranja',1.6,8,4),
(6,'lisianto','lilás',3.9,12,1),
(7,'protea','rosa',9.8,15,NULL);
INSERT INTO entrega VALUES
(1,1,1,'2023-02-10','entregue','Joca',5,12),
(2,3,6,'2023-03-06','entregue','Joca',4,18),
(3,2,4,'2023-05-12','entregue','Mirela',5,10),
(4,4,3,'2023-06-05','entregue','Mirela',5,12),
(5,1,2,'2023-08-18','ausente','Joca',NULL,12),
(6,5,5,'2023-10-05','entregue','Wesley',3,14),
(7,3,3,'2023-12-11','entregue','Wesley',4,18),
(8,6,6,'2024-01-15','entregue','Joca',5,10),
(9,7,1,'2024-02-23','murcha','Wesley',1,14),
(10,7,4,'2024-03-08','entregue','Mirela',4,14),
(11,4,5,'2024-03-15','entregue','Mirela',NULL,12),
(12,2,2,'2024-05-10','entregue','Joca',5,10),
(13,8,1,'2024-06-14','entregue','Wesley',2,18),
(14,1,6,'2024-08-09','entregue','Joca',5,12),
(15,6,3,'2024-09-16','ausente','Mirela',NULL,10),
(16,9,7,'2024-09-20','entregue','Mirela',5,12),
(17,8,4,'2024-10-04','murcha','Wesley',2,18),
(18,3,1,'2024-10-07','entregue','Joca',4,0);
INSERT INTO mensalidade VALUES
(1,1,'2023-02-05','2023-02-05',159.9,'cartão'),
(2,3,'2023-03-10','2023-03-14',380,'boleto'),
(3,2,'2023-05-05','2023-05-05',79.9,'pix'),
(4,4,'2023-06-05','2023-06-20',79.9,'boleto'),
(5,5,'2023-10-05','2023-10-05',45,'pix'),
(6,6,'2024-01-10','2024-01-10',249.9,'boleto'),
(7,7,'2024-02-20','2024-02-20',169.9,'cartão'),
(8,4,'2024-03-05',NULL,79.9,NULL),
(9,2,'2024-05-05','2024-05-04',79.9,'pix'),
(10,8,'2024-06-15','2024-06-15',169.9,'cartão'),
(11,7,'2024-08-20',NULL,169.9,NULL),
(12,1,'2024-08-05','2024-08-05',169.9,'cartão'),
(13,9,'2024-09-05','2024-09-06',249.9,'pix'),
(14,6,'2024-10-10',NULL,249.9,NULL),
(15,3,'2024-10-10','2024-10-10',390,'boleto');
