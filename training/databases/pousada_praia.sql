CREATE TABLE quartos (numero INTEGER PRIMARY KEY, apelido TEXT, categoria TEXT, capacidade INTEGER, diaria_base REAL, vista_mar INTEGER, ar_condicionado INTEGER);
INSERT INTO quartos VALUES
(1,'Siri','standard',2,260,0,1),
(2,'Concha','standard',2,260,0,0),
(3,'Maresia','luxo',3,390,1,1),
(4,'Jangada','luxo',3,410,1,1),
(5,'Farol','suíte',4,620,1,1),
(6,'Rede','família',6,540,0,1),
(7,'Coqueiro','família',5,500,0,0);
CREATE TABLE hospedes (id INTEGER PRIMARY KEY, nome TEXT, cidade TEXT, pais TEXT, celular TEXT, nascimento TEXT);
INSERT INTO hospedes VALUES
(1,'Fernanda Leal','Recife','Brasil','81 98800-0001','1984-05-02'),
(2,'Otávio Ramos','São Paulo','Brasil','11 98800-0002','1971-09-13'),
(3,'Claire Dubois','Lyon','França',NULL,'1990-01-27'),
(4,'Marcos Tibúrcio','Natal','Brasil','84 98800-0004','1966-12-30'),
(5,'Lucía Ferraro','Rosario','Argentina','+54 341 555 005','1995-07-08'),
(6,'Bruna Aguiar','Recife','Brasil',NULL,'1999-03-19'),
(7,'Hans Keller','Bremen','Alemanha','+49 421 555 007','1958-11-05'),
(8,'Família Nogueira','Campina Grande','Brasil','83 98800-0008',NULL);
CREATE TABLE reservas (codigo TEXT PRIMARY KEY, hospede_id INTEGER, quarto INTEGER, entrada TEXT, saida TEXT, pessoas INTEGER, origem TEXT, situacao TEXT, valor_total REAL, sinal REAL);
INSERT INTO reservas VALUES
('R001',1,3,'2023-01-05','2023-01-10',2,'site','concluída',2100,1050),
('R002',2,5,'2023-02-17','2023-02-22',4,'booking','concluída',4200,NULL),
('R003',3,4,'2023-04-11','2023-04-18',2,'booking','concluída',2870,NULL),
('R004',4,1,'2023-06-23','2023-06-25',2,'telefone','cancelada',0,130),
('R005',8,6,'2023-07-08','2023-07-15',6,'whatsapp','concluída',4100,2000),
('R006',5,2,'2023-09-02','2023-09-09',1,'booking','concluída',1750,NULL),
('R007',6,1,'2023-11-15','2023-11-18',2,'whatsapp','concluída',840,400),
('R008',7,5,'2023-12-28','2024-01-04',2,'site','concluída',6800,3400),
('R009',1,3,'2024-02-09','2024-02-14',3,'site','concluída',2900,1450),
('R010',2,4,'2024-03-28','2024-03-31',2,'telefone','não compareceu',600,600),
('R011',3,5,'2024-05-06','2024-05-16',2,'site','concluída',5900,2950),
('R012',8,7,'2024-07-13','2024-07-20',5,'whatsapp','concluída',3700,1800),
('R013',4,1,'2024-09-06','2024-09-08',1,'telefone','concluída',540,NULL),
('R014',7,4,'2024-10-10','2024-10-17',2,'booking','cancelada',0,NULL),
('R015',6,2,'2024-11-15','2024-11-17',2,'whatsapp','concluída',560,280),
('R016',1,5,'2024-12-27','2025-01-02',4,'site','confirmada',7200,3600);
CREATE TABLE consumos (id INTEGER PRIMARY KEY, reserva TEXT, dia TEXT, item TEXT, setor TEXT, quantidade INTEGER, preco REAL, pago INTEGER);
INSERT INTO consumos VALUES
(1,'R001','2023-01-06','caipirinha','bar',4,22,1),
(2,'R001','2023-01-08','moqueca','restaurante',1,118,1),
(3,'R002','2023-02-18','água de coco','bar',6,9,1),
(4,'R003','2023-04-13','moqueca','restaurante',2,118,1),
(5,'R005','2023-07-09','pastel','bar',10,8,1),
(6,'R005','2023-07-12','lavagem de roupa','lavanderia',2,35,0),
(7,'R008','2023-12-31','espumante','bar',3,95,1),
(8,'R009','2024-02-11','caipirinha','bar',8,24,1),
(9,'R011','2024-05-08','peixe grelhado','restaurante',2,89,1),
(10,'R011','2024-05-12','massagem','spa',1,180,0),
(11,'R012','2024-07-16','pastel','bar',12,9,1),
(12,'R012','2024-07-18','lavagem de roupa','lavanderia',3,38,1),
(13,'R015','2024-11-16','caipirinha','bar',2,25,0);
CREATE TABLE passeios (id INTEGER PRIMARY KEY, nome TEXT, guia TEXT, preco_pessoa REAL, duracao_h REAL);
INSERT INTO passeios VALUES (1,'Piscinas naturais','Zeca',90,3),(2,'Buggy nas dunas','Tonho',150,4),(3,'Pôr do sol de jangada','Zeca',70,2),(4,'Trilha do mangue',NULL,50,2.5),(5,'Mergulho no naufrágio','Iara',280,5);
CREATE TABLE vendas_passeio (id INTEGER PRIMARY KEY, passeio_id INTEGER, reserva TEXT, data_passeio TEXT, pessoas INTEGER);
INSERT INTO vendas_passeio VALUES (1,1,'R001','2023-01-07',2),(2,2,'R002','2023-02-19',4),(3,1,'R003','2023-04-14',2),(4,3,'R003','2023-04-16',2),(5,1,'R005','2023-07-11',6),(6,5,'R008','2024-01-02',2),(7,2,'R009','2024-02-12',3),(8,3,'R011','2024-05-10',2),(9,1,'R012','2024-07-15',5);
CREATE TABLE manutencoes (id INTEGER PRIMARY KEY, quarto INTEGER, aberto_em TEXT, fechado_em TEXT, problema TEXT, custo REAL);
INSERT INTO manutencoes VALUES (1,3,'2023-03-02','2023-03-03','ar não gela',280),(2,1,'2023-05-20','2023-05-27','infiltração',950),(3,5,'2023-10-11','2023-10-11','fechadura',120),(4,2,'2024-04-02','2024-04-04','chuveiro queimado',160),(5,6,'2024-08-19','2024-09-02','infiltração',1300),(6,4,'2024-11-04',NULL,'ar não gela',NULL),(7,3,'2024-11-20',NULL,'telha quebrada',NULL);
