CREATE TABLE profissionais (
  crp TEXT PRIMARY KEY,
  nome TEXT,
  abordagem TEXT,
  valor_sessao REAL,
  atende_online INTEGER,
  inicio TEXT
);
CREATE TABLE pacientes (
  prontuario INTEGER PRIMARY KEY,
  nome TEXT,
  nascimento TEXT,
  convenio TEXT,
  encaminhado_por TEXT,
  contato TEXT,
  alta_em TEXT
);
CREATE TABLE salas (
  sala TEXT PRIMARY KEY,
  andar INTEGER,
  ludica INTEGER,
  aluguel_hora REAL
);
CREATE TABLE atendimentos (
  id INTEGER PRIMARY KEY,
  prontuario INTEGER,
  crp TEXT,
  sala TEXT,
  quando TEXT,
  modalidade TEXT,
  duracao INTEGER,
  situacao TEXT,
  valor REAL,
  pago_em TEXT
);
CREATE TABLE lista_espera (
  id INTEGER PRIMARY KEY,
  nome TEXT,
  pedido_em TEXT,
  queixa TEXT,
  turno_pref TEXT,
  chamado_em TEXT
);
CREATE TABLE testes (
  id INTEGER PRIMARY KEY,
  prontuario INTEGER,
  crp TEXT,
  instrumento TEXT,
  aplicado_em TEXT,
  escore INTEGER,
  laudo_em TEXT
);
INSERT INTO profissionais VALUES
('06/81204','Cecília Bastos','psicanálise',260,1,'2014-02-10'),
('06/93377','Renato Uchoa','TCC',220,1,'2017-08-01'),
('06/102215','Janaína Mota','sistêmica',240,0,'2019-05-13'),
('06/118840','Ciro Valadão','TCC',180,1,'2022-03-07'),
('06/131902','Lívia Sampaio','humanista',150,1,'2025-02-03');
INSERT INTO pacientes VALUES
(501,'Amanda R.','1994-06-21',NULL,'indicação','11 98100-1111',NULL),
(502,'Beto C.','1987-10-02','Unimed','psiquiatra','11 98100-2222',NULL),
(503,'Clara e Davi','1985-03-15',NULL,'site',NULL,'2024-11-28'),
(504,'Enzo F.','2015-01-30','Amil','escola','11 98100-4444',NULL),
(505,'Flávia T.','1979-12-12',NULL,'indicação','11 98100-5555',NULL),
(506,'Gil M.','2001-08-08','Unimed','site','11 98100-6666',NULL),
(507,'Heitor P.','2012-04-25','Bradesco','escola',NULL,NULL),
(508,'Inês V.','1968-05-19',NULL,'psiquiatra','11 98100-8888','2025-04-16'),
(509,'João L.','1999-09-27','Unimed','indicação','11 98100-9999',NULL);
INSERT INTO salas VALUES
('Azul',1,0,35),
('Jardim',1,1,45),
('Ninho',2,1,40),
('Norte',2,0,30),
('Sótão',3,0,22);
INSERT INTO atendimentos VALUES
(1,501,'06/81204','Azul','2024-02-06 10:00','presencial',50,'realizado',260,'2024-02-06'),
(2,502,'06/93377',NULL,'2024-03-12 19:00','online',50,'realizado',120,'2024-04-20'),
(3,503,'06/102215','Norte','2024-04-09 18:00','presencial',80,'realizado',300,'2024-04-09'),
(4,504,'06/118840','Jardim','2024-05-16 14:00','presencial',45,'realizado',95,'2024-06-28'),
(5,505,'06/81204','Azul','2024-06-04 09:00','presencial',50,'faltou',260,NULL),
(6,503,'06/102215','Norte','2024-08-20 18:00','presencial',80,'realizado',300,'2024-08-22'),
(7,506,'06/118840',NULL,'2024-09-11 20:00','online',50,'realizado',120,'2024-10-25'),
(8,507,'06/118840','Jardim','2024-10-03 15:00','presencial',45,'desmarcado',95,NULL),
(9,508,'06/81204','Azul','2024-11-19 11:00','presencial',50,'realizado',260,'2024-11-19'),
(10,501,'06/81204',NULL,'2025-01-14 10:00','online',50,'realizado',260,'2025-01-14'),
(11,502,'06/93377','Norte','2025-02-04 19:00','presencial',50,'realizado',120,'2025-03-18'),
(12,504,'06/118840','Ninho','2025-02-27 14:00','presencial',45,'realizado',95,NULL),
(13,509,'06/131902',NULL,'2025-03-17 17:00','online',50,'realizado',110,NULL),
(14,508,'06/81204','Azul','2025-04-08 11:00','presencial',50,'realizado',260,'2025-04-08'),
(15,506,'06/93377',NULL,'2025-04-23 20:00','online',50,'faltou',120,NULL),
(16,505,'06/81204','Azul','2025-05-13 09:00','presencial',50,'realizado',260,NULL),
(17,507,'06/118840','Ninho','2025-05-22 15:00','presencial',45,'realizado',95,NULL),
(18,501,'06/81204',NULL,'2025-06-03 10:00','online',50,'desmarcado',260,NULL);
INSERT INTO lista_espera VALUES
(1,'Karen S.','2024-07-22','ansiedade','noite','2024-09-02'),
(2,'Leo B.','2024-10-10','luto','manhã','2024-10-31'),
(3,'Mirela D.','2025-02-19','ansiedade','noite',NULL),
(4,'Nuno G.','2025-03-28','orientação de carreira','tarde',NULL),
(5,'Olga A.','2025-05-05','casal','noite',NULL),
(6,'Paulo J.','2025-05-30','ansiedade','manhã',NULL);
INSERT INTO testes VALUES
(1,504,'06/118840','WISC-IV','2024-05-23',112,'2024-06-20'),
(2,502,'06/93377','BDI-II','2024-03-19',28,'2024-03-26'),
(3,507,'06/118840','WISC-IV','2024-10-17',97,'2024-12-05'),
(4,506,'06/118840','BAI','2024-09-18',31,'2024-09-25'),
(5,502,'06/93377','BDI-II','2025-02-11',14,'2025-02-13'),
(6,509,'06/131902','BAI','2025-03-31',22,NULL),
(7,505,'06/81204','HTP','2025-05-20',NULL,NULL);
