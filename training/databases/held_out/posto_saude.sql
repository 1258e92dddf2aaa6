CREATE TABLE paciente (
  cns TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  dt_nasc TEXT,
  sexo TEXT,
  bairro TEXT,
  tel TEXT,
  hipertenso INTEGER,
  diabetico INTEGER,
  matr_acs INTEGER REFERENCES profissional(matr)
);
CREATE TABLE profissional (
  matr INTEGER PRIMARY KEY,
  nome TEXT,
  cargo TEXT,
  ch_semanal INTEGER,
  dt_adm TEXT,
  dt_deslig TEXT,
  vinculo TEXT
);
CREATE TABLE atendimento (
  id_atend INTEGER PRIMARY KEY,
  cns TEXT REFERENCES paciente(cns),
  matr INTEGER REFERENCES profissional(matr),
  dt_hr TEXT,
  tipo TEXT,
  cid TEXT,
  espera_min INTEGER,
  situacao TEXT
);
CREATE TABLE vacina_aplic (
  id INTEGER PRIMARY KEY,
  cns TEXT REFERENCES paciente(cns),
  imuno TEXT,
  dose TEXT,
  dt_aplic TEXT,
  lote TEXT,
  matr INTEGER REFERENCES profissional(matr)
);
CREATE TABLE medicamento (
  cod INTEGER PRIMARY KEY,
  descr TEXT,
  apres TEXT,
  qtd_est INTEGER,
  est_min INTEGER,
  dt_val TEXT,
  controlado INTEGER
);
CREATE TABLE dispensacao (
  nr INTEGER PRIMARY KEY,
  cns TEXT REFERENCES paciente(cns),
  cod INTEGER REFERENCES medicamento(cod),
  dt_disp TEXT,
  qtd INTEGER
);
CREATE TABLE encaminhamento (
  id_enc INTEGER PRIMARY KEY,
  id_atend INTEGER REFERENCES atendimento(id_atend),
  especialidade TEXT,
  dt_pedido TEXT,
  dt_agendada TEXT,
  prioridade TEXT
);
INSERT INTO profissional VALUES
(11,'Dra. Camila Rezende','medico',40,'2018-02-05',NULL,'estatutario'),
(12,'Dr. Otávio Brandão','medico',20,'2021-08-16','2024-05-31','contrato'),
(13,'Enf. Lourdes Paiva','enfermeiro',40,'2009-03-01',NULL,'estatutario'),
(14,'Jonas Tavares','tec_enf',30,'2020-06-22',NULL,'contrato'),
(15,'Cida Moreira','acs',40,'2012-10-10',NULL,'estatutario'),
(16,'Rogério Pinto','acs',40,'2019-01-14',NULL,'estatutario'),
(17,'Dra. Helena Fujita','dentista',20,'2022-04-04',NULL,'contrato'),
(18,'Zuleide Campos','acs',40,'2010-05-03','2023-12-29','estatutario');
INSERT INTO paciente VALUES
('7001','Maria das Dores Lima','1951-04-12','F','Vila Nova','9911-0001',1,1,15),
('7002','José Arnaldo Souza','1963-09-30','M','Vila Nova',NULL,1,0,15),
('7003','Kelly Cristina Alves','1994-01-25','F','Jardim Ipê','9911-0003',0,0,16),
('7004','Enzo Alves Prado','2022-11-08','M','Jardim Ipê','9911-0003',0,0,16),
('7005','Sebastião Nunes','1940-07-19','M','Morro Azul',NULL,1,1,NULL),
('7006','Patrícia Gomes','1987-12-02','F','Centro','9911-0006',0,0,15),
('7007','Valentina Rocha','2019-05-27','F','Centro','9911-0007',0,0,15),
('7008','Antônio Carlos Dias','1972-03-14','M','Morro Azul','9911-0008',0,1,NULL),
('7009','Rosângela Freire','1979-08-08','F','Jardim Ipê',NULL,1,0,16),
('7010','Wesley Martins','2001-10-17','M','Vila Nova','9911-0010',0,0,15),
('7011','Iracema Barros','1948-02-20','F','Vila Nova','9911-0011',1,0,15);
INSERT INTO atendimento VALUES
(1,'7001',11,'2024-03-04 08:10','consulta','I10',35,'realizado'),
(2,'7003',13,'2024-03-05 09:00','pre_natal','Z34',20,'realizado'),
(3,'7004',11,'2024-03-11 10:20','consulta','J06',55,'realizado'),
(4,'7002',12,'2024-03-19 07:45','consulta','I10',15,'realizado'),
(5,'7005',15,'2024-04-02 14:00','visita',NULL,0,'realizado'),
(6,'7008',12,'2024-04-09 08:30','consulta','E11',NULL,'faltou'),
(7,'7006',17,'2024-04-16 13:15','odonto','K02',40,'realizado'),
(8,'7001',11,'2024-05-06 08:00','consulta','E11',70,'realizado'),
(9,'7010',14,'2024-05-07 11:10','curativo','S61',10,'realizado'),
(10,'7009',11,'2024-05-20 09:30','consulta','I10',25,'realizado'),
(11,'7003',13,'2024-05-21 09:00','pre_natal','Z34',NULL,'cancelado'),
(12,'7008',11,'2024-06-03 08:20','consulta','E11',45,'realizado'),
(13,'7007',17,'2024-06-04 13:40','odonto',NULL,NULL,'faltou'),
(14,'7001',16,'2024-06-12 15:00','visita',NULL,0,'realizado'),
(15,'7006',11,'2024-06-17 10:00','consulta','M54',90,'realizado');
INSERT INTO vacina_aplic VALUES
(1,'7001','Influenza','anual','2024-04-15','FL24A',14),
(2,'7002','Influenza','anual','2024-04-15','FL24A',14),
(3,'7004','Pentavalente','2a','2023-03-10','PV881',13),
(4,'7004','Triplice viral','1a','2023-11-20','TV310',13),
(5,'7007','Febre amarela','reforco','2023-07-05','FA112',14),
(6,'7005','Covid bivalente','reforco','2023-05-18','CB901',14),
(7,'7011','Influenza','anual','2024-05-02','FL24B',13),
(8,'7003','dTpa','unica','2024-05-21','DT077',13),
(9,'7010','Hepatite B','3a','2022-09-12','HB455',14),
(10,'7001','Covid bivalente','reforco','2023-05-10','CB900',13);
INSERT INTO medicamento VALUES
(1,'Losartana 50mg','comprimido',1200,500,'2025-08-31',0),
(2,'Metformina 850mg','comprimido',300,600,'2025-03-31',0),
(3,'Dipirona gotas','frasco',45,40,'2024-12-31',0),
(4,'Amoxicilina susp.','frasco',0,25,'2024-10-31',0),
(5,'Insulina NPH','ampola',38,30,'2024-09-30',0),
(6,'Clonazepam 2mg','comprimido',150,100,'2026-01-31',1),
(7,'Fluoxetina 20mg','capsula',80,200,'2025-11-30',1),
(8,'Sulfato ferroso','comprimido',900,300,'2024-07-31',0);
INSERT INTO dispensacao VALUES
(1,'7001',1,'2024-03-04',60),
(2,'7001',2,'2024-03-04',60),
(3,'7002',1,'2024-03-19',30),
(4,'7004',3,'2024-03-11',1),
(5,'7003',8,'2024-03-05',30),
(6,'7008',2,'2024-06-03',90),
(7,'7009',1,'2024-05-20',60),
(8,'7006',7,'2024-06-17',30),
(9,'7001',5,'2024-05-06',2),
(10,'7005',1,'2024-04-02',30),
(11,'7001',2,'2024-05-06',60),
(12,'7006',3,'2024-06-17',1);
INSERT INTO encaminhamento VALUES
(1,1,'cardiologia','2024-03-04','2024-06-20','eletiva'),
(2,3,'pediatria','2024-03-11','2024-03-18','urgente'),
(3,4,'cardiologia','2024-03-19',NULL,'eletiva'),
(4,8,'oftalmologia','2024-05-06','2024-08-14','eletiva'),
(5,10,'cardiologia','2024-05-20',NULL,'prioritaria'),
(6,12,'endocrinologia','2024-06-03','2024-07-01','prioritaria'),
(7,15,'ortopedia','2024-06-17',NULL,'eletiva');
