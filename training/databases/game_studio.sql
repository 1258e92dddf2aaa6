CREATE TABLE project (proj_id INTEGER PRIMARY KEY, title TEXT, engine TEXT, genre TEXT, started_on TEXT, budget REAL, phase TEXT);
CREATE TABLE build (build_id INTEGER PRIMARY KEY, proj_id INTEGER REFERENCES project(proj_id), ver TEXT, platform TEXT, built_at TEXT, size_mb REAL, passed INTEGER);
CREATE TABLE tester (tester_id INTEGER PRIMARY KEY, name TEXT, city TEXT, hourly_rate REAL, kind TEXT, hired TEXT, active INTEGER);
CREATE TABLE bug (bug_id INTEGER PRIMARY KEY, build_id INTEGER REFERENCES build(build_id), tester_id INTEGER REFERENCES tester(tester_id), title TEXT, severity TEXT, status TEXT, opened TEXT, closed TEXT, dev TEXT);
CREATE TABLE test_session (sess_id INTEGER PRIMARY KEY, tester_id INTEGER REFERENCES tester(tester_id), build_id INTEGER REFERENCES build(build_id), sess_date TEXT, hrs REAL, crashes INTEGER, notes TEXT);
CREATE TABLE game_release (rel_id INTEGER PRIMARY KEY, proj_id INTEGER REFERENCES project(proj_id), store TEXT, rel_date TEXT, price REAL, units INTEGER, rating REAL);
INSERT INTO project VALUES
(1,'Sertão Sombrio','Unity','horror','2021-02-15',480000,'live'),(2,'Capivara Kart','Godot','racing','2022-08-01',260000,'live'),(3,'Ecos do Tejo','Unreal','adventure','2023-03-20',910000,'beta'),(4,'Farol','Godot','puzzle','2023-11-06',75000,'alpha'),(5,'Liga dos Botões','Unity','sports','2020-05-11',130000,'cancelled'),(6,'Projeto Marmota','Unreal','strategy','2024-04-02',NULL,'prototype');
INSERT INTO build VALUES
(11,1,'1.0.0','PC','2023-06-20 18:30',5400,1),(12,1,'1.0.3','PC','2023-08-11 11:05',5450,1),(13,2,'0.9.1','Switch','2023-09-28 16:45',1890,0),(14,2,'1.0.0','Switch','2023-11-30 20:10',1930,1),(15,2,'1.0.0','PC','2023-12-01 09:20',2100,1),
(16,3,'0.4.0','PC','2024-01-19 17:55',14200,0),(17,3,'0.5.2','PS5','2024-03-07 22:40',15100,0),(18,3,'0.6.0','PC','2024-04-26 19:15',14950,1),(19,4,'0.1.8','Android','2024-04-30 10:00',310,1),(20,4,'0.2.0','Android','2024-05-17 13:35',325,0),(21,1,'1.1.0','PC','2024-05-21 08:50',6020,NULL);
INSERT INTO tester VALUES
(1,'Raquel Antunes','Lisboa',14.5,'staff','2021-03-01',1),(2,'Igor Benevides','Recife',11.0,'freelance','2022-10-17',1),(3,'Tatiana Moura','Porto',13.0,'staff','2022-01-10',1),(4,'Bruno Salgueiro','Lisboa',10.5,'intern','2024-02-05',1),(5,'Kelly Nunes','Recife',12.0,'freelance','2021-09-13',0),(6,'Sandro Pires','Braga',15.0,'staff','2020-06-22',0),(7,'Vânia Leal','Porto',10.0,'intern','2024-05-02',1);
INSERT INTO bug VALUES
(201,11,1,'Porta do celeiro não abre','major','fixed','2023-06-22','2023-07-01','Otávio'),(202,11,5,'Crash ao salvar','blocker','fixed','2023-06-23','2023-06-24','Mirela'),(203,12,2,'Texto cortado em inglês','minor','wontfix','2023-08-14','2023-09-02',NULL),
(204,13,3,'Kart atravessa a pista','major','fixed','2023-10-02','2023-10-20','Otávio'),(205,13,3,'Som some na volta 3','minor','open','2023-10-02',NULL,NULL),(206,14,5,'Multiplayer desconecta','blocker','fixed','2023-12-04','2023-12-06','Mirela'),
(207,16,1,'Personagem cai do mapa','blocker','fixed','2024-01-22','2024-02-09','Duarte'),(208,16,2,'Queda de FPS na Baixa','major','open','2024-01-25',NULL,'Duarte'),(209,17,3,'Crash no ecrã inicial','blocker','open','2024-03-08',NULL,'Mirela'),
(210,17,4,'Legendas dessincronizadas','minor','duplicate','2024-03-11','2024-03-12',NULL),(211,18,1,'Diário vazio','major','open','2024-04-29',NULL,NULL),(212,20,2,'Botão voltar trava','major','open','2024-05-18',NULL,'Otávio'),(213,20,4,'Ícone errado','trivial','fixed','2024-05-20','2024-05-20','Mirela');
INSERT INTO test_session VALUES
(1,1,11,'2023-06-22',6.0,1,NULL),(2,5,11,'2023-06-23',7.5,4,'save corrompido'),(3,2,12,'2023-08-14',5.0,0,NULL),(4,3,13,'2023-10-02',8.0,2,'pista 4'),(5,5,14,'2023-12-04',6.5,3,NULL),(6,1,16,'2024-01-22',7.0,5,'memória'),(7,2,16,'2024-01-25',4.0,0,NULL),
(8,3,17,'2024-03-08',3.5,9,'não passa do menu'),(9,4,17,'2024-03-11',5.5,2,NULL),(10,1,18,'2024-04-29',8.0,1,NULL),(11,2,20,'2024-05-18',2.5,1,NULL),(12,4,20,'2024-05-20',4.5,0,'só interface');
INSERT INTO game_release VALUES
(1,1,'Steam','2023-07-14',19.99,23400,8.1),(2,1,'GOG','2023-09-01',18.99,3100,8.6),(3,2,'Nintendo eShop','2023-12-12',24.99,17850,7.4),(4,2,'Steam','2024-01-16',21.99,9200,7.9),(5,1,'Epic','2024-02-22',19.99,1450,NULL),(6,2,'GOG','2024-04-09',21.99,640,7.7);
