CREATE TABLE espacos (id_espaco INTEGER PRIMARY KEY, designacao TEXT, lotacao INTEGER, area_m2 INTEGER, preco_base REAL, coberto INTEGER);
CREATE TABLE casais (id_casal INTEGER PRIMARY KEY, noivo_a TEXT, noivo_b TEXT, concelho TEXT, telemovel TEXT, como_conheceu TEXT, dt_1o_contacto DATE);
CREATE TABLE casamentos (id_cas INTEGER PRIMARY KEY, id_casal INTEGER REFERENCES casais(id_casal), id_espaco INTEGER REFERENCES espacos(id_espaco), dt_evento TEXT, n_convidados INTEGER, n_criancas INTEGER, estado TEXT, vlr_contrato REAL, cerimonia TEXT);
CREATE TABLE ementas (id_ementa INTEGER PRIMARY KEY, nome TEXT, preco_pessoa REAL, vegetariana INTEGER, n_pratos INTEGER, bar_aberto INTEGER);
CREATE TABLE servicos (id_serv INTEGER PRIMARY KEY, id_cas INTEGER REFERENCES casamentos(id_cas), id_parceiro INTEGER REFERENCES parceiros(id_parceiro), custo REAL, horas REAL, confirmado INTEGER, avaliacao INTEGER);
CREATE TABLE parceiros (id_parceiro INTEGER PRIMARY KEY, nome_com TEXT, tipo TEXT, localidade TEXT, desde INTEGER, comissao_pct REAL);
CREATE TABLE prestacoes (id_prest INTEGER PRIMARY KEY, id_cas INTEGER REFERENCES casamentos(id_cas), nr INTEGER, montante REAL, dt_limite DATE, dt_receb DATE, meio TEXT);
ALTER TABLE casamentos ADD COLUMN id_ementa INTEGER REFERENCES ementas(id_ementa);
INSERT INTO espacos VALUES (1,'Salão Nobre',220,310,3500,1),(2,'Jardim das Camélias',150,900,2200,0),(3,'Adega',80,140,1600,1),(4,'Tenda do Lago',300,450,2900,1),(5,'Capela',60,75,400,1),(6,'Pátio dos Limoeiros',110,260,1500,0);
INSERT INTO casais VALUES
(1,'Inês Vasconcelos','Duarte Pinho','Porto','912000111','recomendação','2022-05-14'),(2,'Marta Leal','Sofia Bragança','Braga',NULL,'instagram','2022-10-02'),
(3,'Rui Fontes','Carla Meneses','Guimarães','934000222','feira','2023-01-28'),(4,'Beatriz Cordeiro','Hugo Salgado','Porto','961000333','instagram','2023-02-11'),
(5,'Pedro Nabais','André Cunha','Lisboa','918000444','recomendação','2023-06-19'),(6,'Filipa Rebelo','Nuno Teles','Viana do Castelo',NULL,'site','2023-09-05'),
(7,'Joana Quaresma','Tiago Lobo','Braga','925000555','instagram','2024-01-13'),(8,'Emily Harper','Gonçalo Sá','Londres','447000666','site','2024-02-20'),(9,'Teresa Abrantes','Vítor Paiva','Porto','917000777','feira','2024-03-02');
INSERT INTO ementas VALUES (1,'Minhota',72,0,5,0),(2,'Clássica',85,0,6,1),(3,'Mar e Serra',98,0,7,1),(4,'Horta',68,1,5,0),(5,'Prestige',135,0,9,1),(6,'Brunch',49.5,1,3,0);
INSERT INTO casamentos VALUES
(1,1,1,'2023-06-17 15:00',180,14,'realizado',21800,'religiosa',2),(2,2,2,'2023-07-08 17:00',95,6,'realizado',10400,'civil',4),
(3,3,4,'2023-09-02 14:30',260,31,'realizado',29500,'religiosa',1),(4,4,3,'2023-11-18 12:00',64,2,'anulado',7900,'civil',2),
(5,5,6,'2024-05-11 16:00',88,0,'realizado',12750,'simbólica',3),(6,6,1,'2024-06-01 15:00',140,9,'realizado',18200,'religiosa',2),
(7,7,2,'2024-09-14 17:30',120,NULL,'confirmado',15900,'civil',3),(8,8,4,'2024-09-21 16:00',210,17,'confirmado',38600,'simbólica',5),(9,9,1,'2025-05-24 15:00',NULL,NULL,'opcao',NULL,'religiosa',NULL),(10,4,3,'2024-04-13 12:00',58,3,'realizado',7350,'civil',6);
INSERT INTO parceiros VALUES (1,'Luz & Memória','fotógrafo','Porto',2015,10),(2,'DJ Marujo','música','Matosinhos',2018,8),(3,'Pétala Solta','florista','Braga',2012,12),(4,'Quarteto Ameixoeira','música','Guimarães',2020,5),(5,'Doce Altar','bolos','Porto',2017,NULL),(6,'Vídeo Ria','vídeo','Aveiro',2022,10),(7,'Baby Folia','animação','Braga',2023,7.5);
INSERT INTO servicos VALUES
(1,1,1,1450,10,1,5),(2,1,3,980,NULL,1,3),(3,1,2,600,6,1,3),(4,2,3,720,NULL,1,5),(5,3,1,1600,12,1,4),(6,3,5,540,NULL,1,5),(7,3,2,650,7,1,2),
(8,5,4,850,3,1,5),(9,5,6,1100,8,1,NULL),(10,6,1,1500,10,1,5),(11,6,3,1040,NULL,1,NULL),(12,7,2,680,6,0,NULL),(13,8,4,900,4,1,NULL),(14,8,5,720,NULL,0,NULL),(15,10,1,700,4,1,4);
INSERT INTO prestacoes VALUES
(1,1,1,6500,'2022-07-01','2022-06-28','transferência'),(2,1,2,15300,'2023-06-10','2023-06-09','transferência'),(3,2,1,3100,'2022-11-15','2022-11-20','mb way'),(4,2,2,7300,'2023-07-01','2023-06-30','transferência'),
(5,3,1,9000,'2023-03-01','2023-03-01','cheque'),(6,3,2,20500,'2023-08-26','2023-09-05','cheque'),(7,4,1,2400,'2023-04-10','2023-04-08','mb way'),(8,5,1,3800,'2023-08-01','2023-07-30','transferência'),
(9,5,2,8950,'2024-05-04','2024-05-04','numerário'),(10,6,1,18200,'2024-05-25','2024-05-24','transferência'),(11,7,1,4700,'2024-03-01','2024-03-12','mb way'),(12,7,2,11200,'2024-09-07',NULL,NULL),(13,8,1,12000,'2024-04-15','2024-04-15','transferência'),(14,8,2,26600,'2024-09-14',NULL,NULL),(15,10,1,7350,'2024-04-06','2024-04-05','numerário');
