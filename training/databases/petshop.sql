CREATE TABLE tutor (
  id_tutor INTEGER PRIMARY KEY,
  nome TEXT NOT NULL,
  fone TEXT,
  email TEXT,
  bairro TEXT,
  dt_cad TEXT,
  fidelidade INTEGER DEFAULT 0
);
CREATE TABLE pet (
  id_pet INTEGER PRIMARY KEY,
  id_tutor INTEGER REFERENCES tutor(id_tutor),
  nome TEXT,
  especie TEXT,
  raca TEXT,
  porte TEXT,
  peso_kg REAL,
  dt_nasc TEXT,
  castrado INTEGER
);
CREATE TABLE func (
  id_func INTEGER PRIMARY KEY,
  nome TEXT,
  cargo TEXT,
  salario REAL,
  dt_adm TEXT,
  dt_desl TEXT
);
CREATE TABLE servico (
  id_serv INTEGER PRIMARY KEY,
  descr TEXT,
  categ TEXT,
  preco REAL,
  dur_min INTEGER
);
CREATE TABLE agenda (
  id_agenda INTEGER PRIMARY KEY,
  id_pet INTEGER REFERENCES pet(id_pet),
  id_serv INTEGER REFERENCES servico(id_serv),
  id_func INTEGER REFERENCES func(id_func),
  dt_hora TEXT,
  sit TEXT,
  vlr_cobrado REAL,
  taxi_dog INTEGER,
  obs TEXT
);
CREATE TABLE produto (
  id_prod INTEGER PRIMARY KEY,
  nome TEXT,
  marca TEXT,
  categ TEXT,
  vlr_custo REAL,
  vlr_venda REAL,
  qtd_estq INTEGER,
  dt_valid TEXT
);
CREATE TABLE venda (
  id_venda INTEGER PRIMARY KEY,
  id_tutor INTEGER REFERENCES tutor(id_tutor),
  id_prod INTEGER REFERENCES produto(id_prod),
  qtd INTEGER,
  vlr_tot REAL,
  forma_pgto TEXT,
  dt_venda TEXT
);
INSERT INTO tutor VALUES
(1,'Mariana Teles','11 98811-2030','mari.teles@mail.com','Pinheiros','2022-03-14',1),
(2,'Cláudio Barreto','11 97770-1212',NULL,'Lapa','2022-08-02',0),
(3,'Rosângela Pires','11 99123-8800','ro.pires@mail.com','Perdizes','2023-01-20',1),
(4,'Otávio Nunes',NULL,'otavio.n@mail.com','Pinheiros','2023-05-05',0),
(5,'Priscila Yamada','11 98450-7711','pri.yamada@mail.com','Lapa','2023-11-28',1),
(6,'Wagner Fontes','11 96655-0909',NULL,'Butantã','2024-02-17',0),
(7,'Helena Sampaio','11 99004-4545','hsampaio@mail.com','Pinheiros','2024-06-30',1),
(8,'Edson Marinho',NULL,NULL,'Perdizes','2025-01-11',0),
(9,'Tainá Moura','11 98212-3344','taina@mail.com','Butantã','2025-03-09',1);
INSERT INTO pet VALUES
(1,1,'Bolota','cão','Pug','P',8.4,'2019-05-10',1),
(2,1,'Sushi','gato','Siamês','P',4.1,'2021-09-01',1),
(3,2,'Thor','cão','Golden Retriever','G',34.2,'2018-02-22',0),
(4,3,'Mel','cão','Shih Tzu','P',6.0,'2020-12-25',1),
(5,3,'Paçoca','cão','SRD','M',15.7,NULL,1),
(6,4,'Frajola','gato','SRD','P',5.3,'2022-04-18',0),
(7,5,'Kiko','ave','Calopsita','P',0.1,'2023-07-07',0),
(8,5,'Luna','cão','Border Collie','M',18.9,'2021-01-30',1),
(9,6,'Nina','gato','Persa','P',3.8,'2016-10-12',1),
(10,7,'Zeus','cão','Rottweiler','G',46.5,'2020-06-16',0),
(11,8,'Pipoca','roedor','Hamster','P',0.2,'2024-11-03',0),
(12,9,'Amora','cão','SRD','M',NULL,'2024-01-15',0);
INSERT INTO func VALUES
(1,'Sílvia Ramos','tosador',2600,'2021-04-01',NULL),
(2,'Jonas Prado','banhista',1950,'2022-09-15','2024-12-20'),
(3,'Dra. Camila Luz','veterinário',6800,'2022-01-10',NULL),
(4,'Beto Assis','banhista',2050,'2023-07-03',NULL),
(5,'Ivone Castro','recepção',2100,'2020-11-23',NULL),
(6,'Diego Sales','tosador',2450,'2024-10-07',NULL);
INSERT INTO servico VALUES
(1,'Banho porte pequeno','estética',55,40),
(2,'Banho porte grande','estética',95,75),
(3,'Tosa higiênica','estética',45,30),
(4,'Tosa na tesoura','estética',130,90),
(5,'Consulta clínica','clínica',160,30),
(6,'Vacina V10','clínica',110,15),
(7,'Diária hotelzinho','hospedagem',85,1440),
(8,'Acupuntura','clínica',190,50);
INSERT INTO agenda VALUES
(1,1,1,2,'2024-09-03 09:00','concluído',55,0,NULL),
(2,3,2,2,'2024-09-10 10:30','concluído',95,1,'puxa a guia'),
(3,4,4,1,'2024-10-05 14:00','concluído',130,0,NULL),
(4,9,5,3,'2024-10-21 11:00','faltou',0,0,NULL),
(5,10,2,4,'2024-11-12 08:30','concluído',95,1,'usar focinheira'),
(6,8,6,3,'2024-12-02 16:00','concluído',110,0,NULL),
(7,6,5,3,'2025-01-14 15:30','concluído',160,0,NULL),
(8,1,3,6,'2025-01-25 09:30','cancelado',0,0,'tutor viajou'),
(9,4,1,4,'2025-02-08 10:00','concluído',50,1,NULL),
(10,5,7,5,'2025-02-28 18:00','concluído',85,0,'come ração própria'),
(11,10,6,3,'2025-03-06 17:00','concluído',110,0,NULL),
(12,3,4,1,'2025-03-15 13:00','concluído',145,1,NULL),
(13,2,5,3,'2025-03-22 10:30','cancelado',0,0,NULL),
(14,8,2,4,'2025-04-04 09:00','marcado',95,1,NULL),
(15,12,1,4,'2025-04-05 11:00','marcado',55,0,'primeira vez'),
(16,10,2,4,'2025-03-28 08:00','concluído',98,1,'usar focinheira');
INSERT INTO produto VALUES
(1,'Ração Adulto 15kg','Premier','alimento',168,239.9,7,'2025-11-30'),
(2,'Ração Gatos Castrados 3kg','Royal Canin','alimento',92,138.5,12,'2025-08-15'),
(3,'Petisco Bifinho','Keldog','alimento',6.2,12.9,60,'2025-04-20'),
(4,'Coleira antipulgas','Seresto','farmácia',170,259,3,'2026-05-01'),
(5,'Shampoo neutro 500ml','Sanol','higiene',11,24.9,18,'2027-01-10'),
(6,'Bolinha de borracha','Furacão Pet','brinquedo',4.5,14,0,NULL),
(7,'Arranhador torre','São Pet','brinquedo',75,149,2,NULL),
(8,'Vermífugo plus','Drontal','farmácia',38,64.9,0,'2025-12-31'),
(9,'Areia sílica 1,6kg','Pipicat','higiene',21,36.5,25,NULL);
INSERT INTO venda VALUES
(1,1,1,1,239.9,'pix','2024-09-03'),
(2,3,3,4,51.6,'dinheiro','2024-09-19'),
(3,4,2,2,277,'crédito','2024-10-02'),
(4,6,9,3,109.5,'pix','2024-11-15'),
(5,1,4,1,259,'crédito','2024-12-10'),
(6,5,6,2,28,'débito','2024-12-23'),
(7,NULL,3,1,12.9,'dinheiro','2025-01-07'),
(8,7,1,2,479.8,'crédito','2025-01-18'),
(9,3,8,1,64.9,'pix','2025-02-11'),
(10,1,5,1,24.9,'débito','2025-02-25'),
(11,NULL,9,1,36.5,'dinheiro','2025-03-08'),
(12,6,2,1,138.5,'pix','2025-03-21'),
(13,9,3,10,129,'pix','2025-03-30'),
(14,4,9,2,73,'crédito','2025-04-01');
