CREATE TABLE trabalhadores (id_trabalhador INTEGER PRIMARY KEY, nome TEXT, nif TEXT, localidade TEXT, telemovel TEXT, data_inscricao TEXT, carta_conducao INTEGER);
INSERT INTO trabalhadores VALUES
(1,'Adelaide Pinho','211000111','Aveiro','910 000 001','2021-03-15',1),
(2,'Bruno Sequeira','211000222','Ílhavo','910 000 002','2022-01-10',0),
(3,'Catarina Lobo','211000333','Aveiro',NULL,'2022-09-05',1),
(4,'Dinis Amaral','211000444','Ovar','910 000 004','2023-02-20',1),
(5,'Evandro Matos','211000555','Aveiro','910 000 005','2023-06-01',0),
(6,'Fátima Rolo','211000666','Ovar','910 000 006','2023-10-16',0),
(7,'Gustavo Nery','211000777','Ílhavo',NULL,'2024-02-12',1),
(8,'Helga Castanheira','211000888','Espinho','910 000 008','2024-07-22',0);
CREATE TABLE empresas (id_empresa INTEGER PRIMARY KEY, designacao TEXT, setor TEXT, concelho TEXT, contacto TEXT, prazo_pagamento INTEGER);
INSERT INTO empresas VALUES
(1,'Cerâmicas Vouga','indústria','Aveiro','Dra. Paula Reis',30),
(2,'Conservas Ria','alimentar','Ílhavo','Sr. Tavares',60),
(3,'LogiNorte','logística','Ovar','Inês Maia',45),
(4,'Hotel Moliceiro','hotelaria','Aveiro',NULL,30),
(5,'Pavimentos Sá','construção','Espinho','Eng. Sá',90),
(6,'Quinta das Camélias','eventos','Ovar','Rosa Melo',15);
CREATE TABLE consultores (id_consultor INTEGER PRIMARY KEY, nome TEXT, balcao TEXT, objetivo_mensal INTEGER);
INSERT INTO consultores VALUES
(1,'Mafalda Cruz','Aveiro',6),
(2,'Tiago Branco','Ovar',4),
(3,'Olga Freire','Aveiro',5),
(4,'Simão Leite','Ovar',3),
(5,'Vera Nobre','Aveiro',NULL);
CREATE TABLE pedidos (id_pedido INTEGER PRIMARY KEY, id_empresa INTEGER, id_consultor INTEGER, funcao TEXT, vagas INTEGER, data_pedido TEXT, turno TEXT, estado TEXT, FOREIGN KEY (id_empresa) REFERENCES empresas(id_empresa), FOREIGN KEY (id_consultor) REFERENCES consultores(id_consultor));
INSERT INTO pedidos VALUES
(1,1,1,'operador de forno',4,'2023-01-16','noite','preenchido'),
(2,2,3,'operário de conservas',10,'2023-04-03','manhã','preenchido'),
(3,4,1,'empregado de andares',3,'2023-05-22','manhã','preenchido'),
(4,3,2,'conferente',5,'2023-09-11','noite','parcial'),
(5,5,2,'servente',6,'2023-11-06','manhã','cancelado'),
(6,2,3,'operário de conservas',12,'2024-03-25','manhã','preenchido'),
(7,4,1,'empregado de mesa',5,'2024-06-03','tarde','parcial'),
(8,6,4,'empregado de mesa',8,'2024-07-15','tarde','preenchido'),
(9,3,2,'empilhador',2,'2024-09-02','noite','aberto'),
(10,1,1,'operador de forno',3,'2024-10-21','tarde','aberto');
CREATE TABLE contratos (id_contrato INTEGER PRIMARY KEY, id_pedido INTEGER, id_trabalhador INTEGER, inicio TEXT, fim TEXT, valor_hora REAL, valor_faturado_hora REAL, motivo_fim TEXT, FOREIGN KEY (id_pedido) REFERENCES pedidos(id_pedido), FOREIGN KEY (id_trabalhador) REFERENCES trabalhadores(id_trabalhador));
INSERT INTO contratos VALUES
(1,1,1,'2023-01-23','2023-07-21',6.2,9.1,'termo'),
(2,1,2,'2023-01-23','2023-03-10',6.2,9.1,'desistência'),
(3,2,3,'2023-04-10','2023-09-29',5.4,7.9,'termo'),
(4,3,4,'2023-06-01','2023-09-30',5.6,8.2,'termo'),
(5,4,5,'2023-09-18','2024-03-15',6.8,10.2,'termo'),
(6,4,2,'2023-09-18','2023-12-22',6.8,10.2,'despedimento'),
(7,6,3,'2024-04-01','2024-09-27',5.8,8.4,'termo'),
(8,6,6,'2024-04-01','2024-05-17',5.8,8.4,'desistência'),
(9,7,1,'2024-06-10',NULL,6.5,9.6,NULL),
(10,7,7,'2024-06-10','2024-09-15',6.5,9.6,'termo'),
(11,8,6,'2024-07-20','2024-08-31',7,11,'termo'),
(12,8,8,'2024-07-27','2024-08-31',7,11,'termo'),
(13,9,5,'2024-09-09',NULL,7.4,11.5,NULL);
CREATE TABLE folhas_horas (id_folha INTEGER PRIMARY KEY, id_contrato INTEGER, mes TEXT, horas_normais REAL, horas_extra REAL, validada INTEGER, FOREIGN KEY (id_contrato) REFERENCES contratos(id_contrato));
INSERT INTO folhas_horas VALUES
(1,1,'2023-02-28',160,12,1),
(2,2,'2023-02-28',152,0,1),
(3,3,'2023-05-31',168,8,1),
(4,4,'2023-07-31',160,20,1),
(5,5,'2023-10-31',172,0,1),
(6,6,'2023-10-31',140,4,1),
(7,7,'2024-05-31',168,10,1),
(8,8,'2024-04-30',150,0,1),
(9,9,'2024-07-31',160,25,1),
(10,10,'2024-07-31',158,16,1),
(11,11,'2024-08-31',120,NULL,1),
(12,12,'2024-08-31',118,NULL,1),
(13,9,'2024-10-31',164,6,0),
(14,13,'2024-10-31',170,14,0);
