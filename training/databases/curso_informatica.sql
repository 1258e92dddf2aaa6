CREATE TABLE instrutores (id INTEGER PRIMARY KEY, nome TEXT, especialidade TEXT, hora_aula REAL, admissao TEXT);
CREATE TABLE cursos (id INTEGER PRIMARY KEY, titulo TEXT, nivel TEXT, carga_horaria INTEGER, mensalidade REAL, online INTEGER);
CREATE TABLE turmas (id INTEGER PRIMARY KEY, curso_id INTEGER, instrutor_id INTEGER, sala TEXT, turno TEXT, inicio TEXT, fim TEXT, vagas INTEGER,
 FOREIGN KEY (curso_id) REFERENCES cursos(id), FOREIGN KEY (instrutor_id) REFERENCES instrutores(id));
CREATE TABLE alunos (id INTEGER PRIMARY KEY, nome TEXT, nascimento TEXT, whatsapp TEXT, cidade TEXT, bolsista INTEGER);
CREATE TABLE matriculas (id INTEGER PRIMARY KEY, aluno_id INTEGER, turma_id INTEGER, data TEXT, situacao TEXT, nota_final REAL, faltas INTEGER,
 FOREIGN KEY (aluno_id) REFERENCES alunos(id), FOREIGN KEY (turma_id) REFERENCES turmas(id));
CREATE TABLE boletos (id INTEGER PRIMARY KEY, matricula_id INTEGER, vencimento TEXT, valor REAL, pago_em TEXT, forma TEXT, FOREIGN KEY (matricula_id) REFERENCES matriculas(id));
INSERT INTO instrutores VALUES (1,'Fábio Teles','programação',55,'2019-02-04'),(2,'Simone Prado','design',48,'2021-08-16'),(3,'Edson Kato','redes',60,'2018-05-21'),(4,'Marina Luz','escritório',40,'2023-01-23');
INSERT INTO cursos VALUES (1,'Excel do zero','básico',30,120,0),(2,'Python','intermediário',60,210,0),(3,'Photoshop','básico',40,160,0),(4,'Redes e servidores','avançado',80,260,0),(5,'Python avançado','avançado',60,290,1),(6,'Informática para 60+','básico',24,90,0),(7,'Edição de vídeo','intermediário',45,180,1);
INSERT INTO turmas VALUES (1,1,4,'Lab 1','noite','2023-03-06','2023-05-15',12),(2,2,1,'Lab 2','noite','2023-04-03','2023-08-28',15),(3,3,2,'Lab 1','manhã','2023-08-07','2023-11-13',10),(4,6,4,'Lab 3','tarde','2023-09-04','2023-11-27',8),(5,4,3,'Lab 2','noite','2024-02-05','2024-08-19',14),(6,2,1,'Lab 2','sábado','2024-03-02','2024-07-27',15),(7,5,1,NULL,'noite','2024-05-06','2024-09-30',20),(8,1,NULL,'Lab 1','manhã','2024-08-05','2024-10-14',12);
INSERT INTO alunos VALUES (1,'Caio Barreto','2001-04-12','98801-0001','Campinas',0),(2,'Dona Iracema Alves','1952-08-30',NULL,'Valinhos',1),(3,'Letícia Monteiro','1997-01-25','98801-0003','Campinas',0),(4,'Rui Sampaio','1988-11-02','98801-0004','Sumaré',0),(5,'Priscila Nunes','2006-06-19','98801-0005','Campinas',1),(6,'Seu Agenor Brito','1949-03-07',NULL,'Campinas',0),(7,'Yasmin Correia','2003-12-14','98801-0007','Valinhos',0),(8,'Tiago Moura','1994-09-09','98801-0008','Sumaré',0),(9,'Helena Dutra','2000-02-28','98801-0009','Vinhedo',1);
INSERT INTO matriculas VALUES
(1,3,1,'2023-02-20','CON',8.5,2),
(2,4,1,'2023-02-27','DES',NULL,9),
(3,1,2,'2023-03-15','CON',9.2,1),
(4,8,2,'2023-03-21','CON',6.8,5),
(5,5,3,'2023-07-18','CON',7.9,0),
(6,7,3,'2023-07-25','DES',NULL,7),
(7,2,4,'2023-08-22','CON',10,0),
(8,6,4,'2023-08-24','CON',8.0,3),
(9,8,5,'2024-01-10','CON',7.1,6),
(10,4,5,'2024-01-29','REP',4.3,12),
(11,9,6,'2024-02-14','CON',9.5,1),
(12,3,6,'2024-02-19','TRC',NULL,2),
(13,1,7,'2024-04-22','ATV',NULL,0),
(14,9,7,'2024-04-30','ATV',NULL,1),
(15,2,8,'2024-07-23','ATV',NULL,NULL),
(16,5,8,'2024-07-30','ATV',NULL,1);
INSERT INTO boletos VALUES (1,1,'2023-03-10',120,'2023-03-09','pix'),(2,2,'2023-03-10',120,'2023-03-20','boleto'),(3,3,'2023-04-10',210,'2023-04-10','cartão'),(4,4,'2023-04-10',210,'2023-05-02','boleto'),(5,5,'2023-08-10',80,'2023-08-08','pix'),(6,6,'2023-08-10',160,NULL,NULL),(7,7,'2023-09-10',45,'2023-09-10','boleto'),(8,8,'2023-09-10',90,'2023-09-05','boleto'),(9,9,'2024-02-10',260,'2024-02-10','pix'),(10,10,'2024-02-10',260,'2024-03-15','boleto'),(11,10,'2024-03-10',260,NULL,NULL),(12,11,'2024-03-10',105,'2024-03-01','pix'),(13,12,'2024-03-10',210,'2024-03-08','cartão'),(14,13,'2024-05-10',290,'2024-05-10','cartão'),(15,14,'2024-05-10',145,'2024-05-14','pix'),(16,15,'2024-08-10',60,NULL,NULL),(17,16,'2024-08-10',60,'2024-08-10','pix');
