CREATE TABLE especie (id_especie INTEGER PRIMARY KEY, nome_cientifico TEXT, nome_comum TEXT, familia TEXT, ameacada INTEGER);
CREATE TABLE doador (id_doador INTEGER PRIMARY KEY, nome TEXT, tipo TEXT, pais TEXT, contato TEXT);
CREATE TABLE camara (cod TEXT PRIMARY KEY, temp_c REAL, vagas INTEGER, ultima_revisao TEXT);
CREATE TABLE acesso (id_acesso INTEGER PRIMARY KEY, id_especie INTEGER, id_doador INTEGER, cod_camara TEXT, dt_entrada TEXT, origem TEXT, altitude_m INTEGER, qtd_sementes INTEGER, situacao TEXT,
 FOREIGN KEY (id_especie) REFERENCES especie(id_especie), FOREIGN KEY (id_doador) REFERENCES doador(id_doador), FOREIGN KEY (cod_camara) REFERENCES camara(cod));
CREATE TABLE teste_germinacao (id_teste INTEGER PRIMARY KEY, id_acesso INTEGER, dt_teste TEXT, semeadas INTEGER, germinadas INTEGER, tecnico TEXT, FOREIGN KEY (id_acesso) REFERENCES acesso(id_acesso));
CREATE TABLE remessa (id_remessa INTEGER PRIMARY KEY, id_acesso INTEGER, destinatario TEXT, finalidade TEXT, dt_envio TEXT, qtd INTEGER, taxa REAL, dt_retorno TEXT, FOREIGN KEY (id_acesso) REFERENCES acesso(id_acesso));
INSERT INTO especie VALUES (1,'Triticum aestivum','bread wheat','Poaceae',0),(2,'Hordeum vulgare','barley','Poaceae',0),(3,'Vicia faba','broad bean','Fabaceae',0),(4,'Gentiana verna','spring gentian','Gentianaceae',1),(5,'Orchis militaris','military orchid','Orchidaceae',1),(6,'Pisum sativum','pea','Fabaceae',0),(7,'Campanula patula','spreading bellflower','Campanulaceae',1),(8,'Avena strigosa','black oat','Poaceae',0);
INSERT INTO doador VALUES (1,'Marsh Farm Trust','farm','UK','hello@marshfarm.test'),(2,'Univ. of Leeds','university','UK','herb@leeds.test'),(3,'Elsie Brand','private','UK',NULL),(4,'Instituto do Grão','institute','Portugal','grao@inst.test'),(5,'Orkney Crofters','farm','UK',NULL),(6,'Jardín Andino','garden','Peru','ja@jardin.test');
INSERT INTO camara VALUES ('F1',-20,400,'2024-01-15'),('F2',-18,250,'2023-11-02'),('D1',5,120,'2024-03-08'),('Q1',15,40,NULL),('F3',-20,300,'2022-12-12');
INSERT INTO acesso VALUES
(1001,1,1,'F1','2022-09-12','Lincolnshire',12,5200,'ok'),
(1002,2,5,'F1','2022-10-03','Orkney',40,3100,'ok'),
(1003,3,3,'F2','2022-11-21','Kent',55,640,'low'),
(1004,4,2,'F2','2023-06-18','Teesdale',520,210,'low'),
(1005,5,2,'D1','2023-07-02','Chilterns',180,95,'critical'),
(1006,6,1,'F1','2023-08-25','Norfolk',8,2200,'ok'),
(1007,2,4,'F3','2023-09-30','Minho',310,4000,'ok'),
(1008,8,5,'F3','2023-10-11','Orkney',35,1800,'ok'),
(1009,1,4,'F1','2024-02-14','Alentejo',190,3600,'quarantine'),
(1010,7,3,'D1','2024-03-20','Worcestershire',70,160,'low'),
(1011,3,6,NULL,'2024-06-05','Cusco',3300,420,'quarantine'),
(1012,8,2,'F3','2024-07-29',NULL,NULL,900,'ok'),
(1013,4,2,'F2','2024-08-16','Burren',150,130,'critical');
INSERT INTO teste_germinacao VALUES (1,1001,'2022-10-20',100,94,'Hal'),(2,1002,'2022-11-15',100,88,'Hal'),(3,1003,'2023-01-10',50,31,'Noor'),(4,1004,'2023-09-05',40,14,'Noor'),(5,1005,'2023-10-12',30,4,'Noor'),(6,1006,'2023-10-30',100,91,'Beth'),(7,1007,'2023-12-01',100,85,'Beth'),(8,1001,'2024-02-22',100,90,'Hal'),(9,1008,'2024-03-14',80,72,'Beth'),(10,1004,'2024-05-21',40,19,'Noor'),(11,1003,'2024-06-18',50,24,'Hal'),(12,1010,'2024-07-02',40,26,'Noor');
INSERT INTO remessa VALUES (1,1001,'Rothley Breeders','breeding','2023-02-08',300,45,NULL),(2,1002,'Isle Distillery','trial','2023-03-15',500,80,'2023-11-20'),(3,1001,'Dunmow College','teaching','2023-05-04',50,0,NULL),(4,1006,'Rothley Breeders','breeding','2023-12-11',250,45,NULL),(5,1007,'Isle Distillery','trial','2024-02-27',600,80,'2024-10-04'),(6,1004,'Pennine Wild','restoration','2024-03-30',40,NULL,NULL),(7,1003,'Dunmow College','teaching','2024-04-18',30,0,NULL),(8,1008,'Pennine Wild','restoration','2024-09-09',200,25,NULL),(9,1001,'Rothley Breeders','breeding','2024-10-14',400,60,NULL);
