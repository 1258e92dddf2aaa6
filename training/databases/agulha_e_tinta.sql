CREATE TABLE tatuador (
  id_tatuador INTEGER PRIMARY KEY,
  apelido TEXT,
  estilo TEXT,
  comissao_pct REAL,
  dt_entrada TEXT,
  residente INTEGER
);
CREATE TABLE cliente (
  id_cliente INTEGER PRIMARY KEY,
  nome TEXT,
  whatsapp TEXT,
  dt_nasc TEXT,
  alergia TEXT,
  como_conheceu TEXT
);
CREATE TABLE sessao (
  id_sessao INTEGER PRIMARY KEY,
  id_cliente INTEGER,
  id_tatuador INTEGER,
  dt_hora TEXT,
  regiao_corpo TEXT,
  duracao_min INTEGER,
  vl_sinal REAL,
  vl_total REAL,
  forma_pgto TEXT,
  situacao TEXT,
  FOREIGN KEY (id_cliente) REFERENCES cliente(id_cliente),
  FOREIGN KEY (id_tatuador) REFERENCES tatuador(id_tatuador)
);
CREATE TABLE material (
  id_material INTEGER PRIMARY KEY,
  descricao TEXT,
  tipo TEXT,
  qtd_estoque INTEGER,
  validade TEXT,
  custo_unit REAL
);
CREATE TABLE consumo (
  id_sessao INTEGER,
  id_material INTEGER,
  qtd INTEGER,
  FOREIGN KEY (id_sessao) REFERENCES sessao(id_sessao),
  FOREIGN KEY (id_material) REFERENCES material(id_material)
);
CREATE TABLE retoque (
  id_retoque INTEGER PRIMARY KEY,
  id_sessao INTEGER,
  dt_pedido TEXT,
  dt_feito TEXT,
  cobrado INTEGER,
  FOREIGN KEY (id_sessao) REFERENCES sessao(id_sessao)
);
INSERT INTO tatuador VALUES
(1,'Jaca','old school',60,'2017-02-01',1),
(2,'Nina Preta','blackwork',60,'2019-06-10',1),
(3,'Kenzo','oriental',65,'2020-01-20',1),
(4,'Lua','fineline',55,'2022-09-05',1),
(5,'Mosca','realismo',70,'2024-03-15',0),
(6,'Tamires','aquarela',50,'2025-04-01',0);
INSERT INTO cliente VALUES
(1,'Rafael Antunes','31 99811-2020','1992-07-14',NULL,'Instagram'),
(2,'Bruna Sertã','31 98455-7171','1998-11-03','látex','indicação'),
(3,'Diego Falcone','31 99102-4433','1985-01-29',NULL,'Instagram'),
(4,'Maitê Lopes',NULL,'2003-05-20',NULL,'passou na porta'),
(5,'Vitor Cunha','31 98877-0909','1990-09-09','pigmento vermelho','indicação'),
(6,'Soraia Peixe','31 99700-1515','1979-12-01',NULL,'Instagram'),
(7,'Igor Bastos','31 99333-6262','2001-03-17',NULL,'Google'),
(8,'Helena Vaz',NULL,'1995-08-25','iodo','indicação'),
(9,'Caio Drummond','31 98121-8484','1999-02-11',NULL,'Instagram');
INSERT INTO sessao VALUES
(1,1,3,'2024-01-18 14:00','costas',240,300,1600,'pix','feita'),
(2,2,4,'2024-02-09 10:00','pulso',60,80,350,'cartão','feita'),
(3,3,1,'2024-03-22 16:00','braço',150,150,800,'dinheiro','feita'),
(4,1,3,'2024-04-11 14:00','costas',270,300,1800,'pix','feita'),
(5,4,4,'2024-05-25 11:00','tornozelo',45,80,280,'pix','feita'),
(6,5,2,'2024-07-13 13:00','perna',180,200,950,'cartão','feita'),
(7,6,5,'2024-08-30 15:00','braço',300,400,2400,'cartão','feita'),
(8,7,1,'2024-10-05 17:00','mão',NULL,100,450,NULL,'faltou'),
(9,2,2,'2024-11-16 10:30','costela',120,150,700,'pix','feita'),
(10,8,4,'2024-12-12 09:30','pulso',NULL,80,320,NULL,'cancelada'),
(11,1,3,'2025-01-23 14:00','costas',200,300,1500,'pix','feita'),
(12,9,2,'2025-02-14 16:30','pescoço',160,200,1100,'cartão','feita'),
(13,6,5,'2025-03-07 15:00','perna',330,400,2600,'pix','feita'),
(14,3,1,'2025-03-28 16:00','braço',90,150,500,'dinheiro','feita'),
(15,8,4,'2025-04-17 09:30','costela',75,80,420,'pix','feita'),
(16,5,3,'2025-05-09 13:00','perna',210,250,1300,'cartão','feita'),
(17,9,1,'2025-05-22 18:00','mão',NULL,100,480,NULL,'faltou'),
(18,7,6,'2025-05-30 11:00','braço',NULL,0,600,NULL,'marcada');
INSERT INTO material VALUES
(1,'Tinta preta tribal','tinta',9,'2026-08-01',95),
(2,'Tinta vermelha','tinta',2,'2025-07-15',88),
(3,'Agulha 3RL','agulha',140,'2027-01-01',2.8),
(4,'Agulha 15MG','agulha',60,'2026-11-01',4.2),
(5,'Luva nitrílica caixa','descartável',7,'2028-03-01',39),
(6,'Filme plástico rolo','descartável',3,NULL,22),
(7,'Pomada cicatrizante','cuidado',18,'2025-10-30',16.5),
(8,'Tinta branca','tinta',0,'2025-12-10',88);
INSERT INTO consumo VALUES
(1,1,2),(1,4,3),(1,7,1),(2,3,2),(3,2,1),(3,3,3),(4,1,2),(4,4,3),(6,1,3),(6,4,2),(7,8,1),(7,3,6),(9,1,2),(11,2,1),(12,1,3),(13,3,8),(15,3,2);
INSERT INTO retoque VALUES
(1,2,'2024-03-20','2024-04-02',0),
(2,3,'2024-05-06','2024-05-18',0),
(3,5,'2024-07-01','2024-07-10',1),
(4,9,'2025-01-08','2025-01-29',0),
(5,12,'2025-04-10',NULL,0),
(6,15,'2025-05-26',NULL,1);
