CREATE TABLE professores (
  id_prof INTEGER PRIMARY KEY,
  nome TEXT,
  celular TEXT,
  vlr_hora REAL,
  dt_admissao DATE,
  dt_saida DATE
);
CREATE TABLE sala (
  id_sala INTEGER PRIMARY KEY,
  apelido TEXT,
  area_m2 REAL,
  tem_espelho INTEGER,
  tem_barra INTEGER
);
CREATE TABLE turmas (
  id_turma INTEGER PRIMARY KEY,
  ritmo TEXT,
  nivel TEXT,
  dia_semana TEXT,
  hr_inicio TEXT,
  vagas INTEGER,
  mensalidade REAL,
  id_prof INTEGER REFERENCES professores(id_prof),
  id_sala INTEGER REFERENCES sala(id_sala)
);
CREATE TABLE alunos (
  id_aluno INTEGER PRIMARY KEY,
  nome TEXT,
  dt_nasc DATE,
  bairro TEXT,
  email TEXT,
  bolsista INTEGER,
  atestado_ok INTEGER
);
CREATE TABLE matriculas (
  id_mat INTEGER PRIMARY KEY,
  id_aluno INTEGER REFERENCES alunos(id_aluno),
  id_turma INTEGER REFERENCES turmas(id_turma),
  dt_mat DATE,
  dt_canc DATE,
  desconto_pct INTEGER,
  motivo_canc TEXT
);
CREATE TABLE pagtos (
  id_pg INTEGER PRIMARY KEY,
  id_mat INTEGER REFERENCES matriculas(id_mat),
  venc DATE,
  dt_pg DATE,
  valor REAL,
  forma TEXT
);
CREATE TABLE figurinos (
  id_fig INTEGER PRIMARY KEY,
  descr TEXT,
  tamanho TEXT,
  custo REAL,
  situacao TEXT,
  id_aluno INTEGER REFERENCES alunos(id_aluno)
);
INSERT INTO professores VALUES
(1,'Renata Viana','11 98811-0001',85,'2016-02-01',NULL),
(2,'Otávio Brandão','11 98811-0002',70,'2019-08-12',NULL),
(3,'Keila Sampaio',NULL,65,'2021-03-01','2024-07-31'),
(4,'Davi Monteiro','11 98811-0004',90,'2014-05-19',NULL),
(5,'Jussara Lins','11 98811-0005',60,'2024-08-05',NULL),
(6,'Caio Pereira',NULL,60,'2023-01-16','2023-12-20');
INSERT INTO sala VALUES (1,'Salão Azul',96.5,1,1),(2,'Estúdio Pina',54,1,1),(3,'Sala do Fundo',32,0,0),(4,'Mezanino',40,1,0),(5,'Porão',28.5,0,0);
INSERT INTO turmas VALUES
(1,'balé clássico','iniciante','segunda','17:00',14,210,1,2),
(2,'balé clássico','avançado','quarta','18:30',10,260,1,1),
(3,'jazz','intermediário','terça','19:00',16,190,2,1),
(4,'forró','iniciante','sexta','20:00',20,150,4,1),
(5,'samba de gafieira','intermediário','quinta','20:30',18,170,4,1),
(6,'hip hop','iniciante','sábado','10:00',20,160,5,4),
(7,'sapateado','iniciante','terça','17:30',8,200,NULL,3),
(8,'dança do ventre','intermediário','quinta','19:00',12,180,5,4),
(9,'hip hop','avançado','sábado','11:30',15,175,NULL,NULL);
INSERT INTO alunos VALUES
(1,'Marina Falcão','2009-04-17','Pinheiros','marina.f@exemplo.com',0,1),
(2,'Thiago Nóbrega','1992-11-03','Butantã',NULL,0,1),
(3,'Luiza Andrade','2012-08-29','Pinheiros','mae.luiza@exemplo.com',1,1),
(4,'Sônia Barreto','1958-01-22','Lapa','sonia.b@exemplo.com',0,0),
(5,'Pedro Henrique Reis','2001-06-10','Butantã','phreis@exemplo.com',1,0),
(6,'Aline Tavares','1987-12-05','Perdizes',NULL,0,1),
(7,'Gustavo Meirelles','1995-03-30','Lapa','gus@exemplo.com',0,0),
(8,'Bianca Sato','2014-02-11','Perdizes','familia.sato@exemplo.com',0,1),
(9,'Rafael Dutra','1979-09-08','Pinheiros',NULL,0,1),
(10,'Yara Campos','2006-07-25',NULL,'yara@exemplo.com',1,1),
(11,'Helena Prado','2010-10-14','Lapa','helena.p@exemplo.com',0,0);
INSERT INTO matriculas VALUES
(1,1,2,'2023-02-06',NULL,0,NULL),
(2,3,1,'2023-08-01',NULL,100,NULL),
(3,2,4,'2024-01-19','2024-06-30',0,'mudança'),
(4,4,5,'2024-02-15',NULL,10,NULL),
(5,5,6,'2024-03-02',NULL,50,NULL),
(6,6,3,'2024-03-12','2024-05-10',0,'lesão'),
(7,6,8,'2024-09-05',NULL,0,NULL),
(8,7,4,'2024-04-05',NULL,0,NULL),
(9,8,1,'2024-08-05',NULL,15,NULL),
(10,9,5,'2024-08-22','2025-01-31',0,'preço'),
(11,10,2,'2025-02-03',NULL,50,NULL),
(12,1,3,'2025-02-04',NULL,10,NULL),
(13,9,4,'2025-02-07',NULL,0,NULL),
(14,2,5,'2025-03-06',NULL,0,NULL),
(15,7,6,'2024-05-04','2024-11-30',0,'mudança');
INSERT INTO pagtos VALUES
(1,1,'2024-12-10','2024-12-09',260,'pix'),
(2,4,'2024-12-10','2024-12-18',153,'boleto'),
(3,5,'2024-12-10','2024-12-10',80,'pix'),
(4,8,'2024-12-10',NULL,150,NULL),
(5,1,'2025-01-10','2025-01-10',260,'pix'),
(6,4,'2025-01-10','2025-01-31',153,'boleto'),
(7,7,'2025-01-10','2025-01-08',180,'cartão'),
(8,9,'2025-01-10','2025-01-10',178.5,'cartão'),
(9,8,'2025-01-10',NULL,150,NULL),
(10,10,'2025-01-10',NULL,170,NULL),
(11,11,'2025-02-10','2025-02-10',130,'dinheiro'),
(12,12,'2025-02-10','2025-02-12',171,'pix'),
(13,13,'2025-03-10','2025-03-07',150,'dinheiro'),
(14,4,'2025-03-10',NULL,153,NULL),
(15,1,'2025-03-10','2025-03-05',260,'pix');
INSERT INTO figurinos VALUES
(1,'Tutu branco','P',320,'emprestado',1),
(2,'Tutu branco','M',320,'disponível',NULL),
(3,'Saia rodada vermelha','G',95.9,'emprestado',4),
(4,'Colete prata','M',140,'rasgado',NULL),
(5,'Xale de franjas','U',60,'disponível',NULL),
(6,'Sapato bicolor','40',210,'emprestado',9),
(7,'Véu lilás','U',45,'sumiu',NULL),
(8,'Macacão neon','M',180,'rasgado',NULL);
