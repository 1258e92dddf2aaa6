CREATE TABLE clients (clientId INTEGER PRIMARY KEY, tradeName TEXT, segment TEXT, state TEXT, contactPerson TEXT, contactEmail TEXT);
INSERT INTO clients VALUES
(1,'Prefeitura de Itarana','public','ES','Sônia','sonia@itarana.example'),
(2,'Papel Cerrado','industry','GO','Renan','renan@papelcerrado.example'),
(3,'Construtora Viga Mestra','building','SP','Luiz Otávio',NULL),
(4,'Porto Seco Sul','logistics','RS',NULL,NULL),
(5,'Energia Chapada','energy','BA','Tatiane','tati@chapada.example'),
(6,'Shopping Laguna','building','SC','Helena','helena@laguna.example');
CREATE TABLE engineers (engId INTEGER PRIMARY KEY, engName TEXT, discipline TEXT, hourlyCost REAL, crea TEXT, isPartner INTEGER, hiredAt TEXT);
INSERT INTO engineers VALUES
(1,'Dalva Monteiro','structural',140,'SP-10234',1,'2015-03-02'),
(2,'Caio Brandão','geotechnical',95,'SP-20981',0,'2019-08-12'),
(3,'Ingrid Schultz','electrical',110,'RS-33410',0,'2020-02-03'),
(4,'Mauro Pestana','hydraulic',100,'ES-41277',1,'2016-10-17'),
(5,'Bia Falcão','structural',70,NULL,0,'2023-01-16'),
(6,'Téo Arruda','electrical',65,NULL,0,'2024-03-04');
CREATE TABLE projects (projCode TEXT PRIMARY KEY, clientId INTEGER, projTitle TEXT, workType TEXT, leadEng INTEGER, startDate TEXT, dueDate TEXT, endDate TEXT, phase TEXT, contractValue REAL);
INSERT INTO projects VALUES
('PR-11',1,'Ponte do Rio Doce','design',1,'2023-01-09','2023-06-30','2023-07-14','closed',185000),
('PR-12',2,'Subestação Caldeira','design',3,'2023-03-06','2023-08-31','2023-08-25','closed',98000),
('PR-13',3,'Laudo Edifício Jatobá','report',1,'2023-05-15','2023-06-15','2023-06-12','closed',22000),
('PR-14',5,'Fundações Parque Eólico','design',2,'2023-08-01','2024-02-28','2024-03-20','closed',240000),
('PR-15',1,'Drenagem Centro','supervision',4,'2023-10-02','2024-09-30',NULL,'running',130000),
('PR-16',4,'Pátio de Contêineres','design',2,'2024-01-15','2024-07-31','2024-07-29','closed',160000),
('PR-17',6,'Laudo Cobertura','report',1,'2024-04-08','2024-05-08','2024-05-20','closed',18500),
('PR-18',2,'Estação de Efluentes','design',4,'2024-06-03','2025-01-31',NULL,'running',210000),
('PR-19',3,'Retrofit Elétrico Jatobá','supervision',3,'2024-08-12','2025-03-31',NULL,'on hold',75000),
('PR-20',5,'Acesso Viário Chapada','design',NULL,NULL,NULL,NULL,'proposal',120000);
CREATE TABLE timesheets (tsId INTEGER PRIMARY KEY, engId INTEGER, projCode TEXT, workDate TEXT, hours REAL, activity TEXT, billable INTEGER);
INSERT INTO timesheets VALUES
(1,1,'PR-11','2023-01-20',8,'calculation',1),
(2,5,'PR-11','2023-02-10',9,'drawing',1),
(3,3,'PR-12','2023-03-22',7.5,'calculation',1),
(4,1,'PR-13','2023-05-18',6,'site visit',1),
(5,5,'PR-13','2023-05-25',8,'drawing',0),
(6,2,'PR-14','2023-08-17',8,'site visit',1),
(7,2,'PR-14','2023-11-09',10,'calculation',1),
(8,4,'PR-15','2023-10-19',5,'site visit',1),
(9,4,'PR-15','2024-02-06',6,'meeting',0),
(10,2,'PR-16','2024-02-21',8,'calculation',1),
(11,5,'PR-16','2024-03-13',9,'drawing',1),
(12,1,'PR-17','2024-04-16',7,'site visit',1),
(13,4,'PR-18','2024-06-25',8,'calculation',1),
(14,6,'PR-18','2024-07-11',8,'drawing',1),
(15,3,'PR-19','2024-08-28',4,'meeting',0),
(16,6,'PR-19','2024-09-05',6,'site visit',1),
(17,4,'PR-18','2024-09-18',7,'calculation',1);
CREATE TABLE instalments (insId INTEGER PRIMARY KEY, projCode TEXT, seq INTEGER, billedOn TEXT, amount REAL, receivedOn TEXT);
INSERT INTO instalments VALUES
(1,'PR-11',1,'2023-02-01',90000,'2023-03-03'),
(2,'PR-11',2,'2023-07-20',95000,'2023-10-11'),
(3,'PR-12',1,'2023-04-03',49000,'2023-05-02'),
(4,'PR-12',2,'2023-09-01',49000,'2023-09-29'),
(5,'PR-13',1,'2023-06-15',22000,'2023-06-30'),
(6,'PR-14',1,'2023-09-04',120000,'2023-10-04'),
(7,'PR-14',2,'2024-03-25',120000,'2024-04-30'),
(8,'PR-15',1,'2024-01-08',60000,'2024-05-15'),
(9,'PR-16',1,'2024-08-05',160000,NULL),
(10,'PR-17',1,'2024-05-22',18500,'2024-06-07'),
(11,'PR-18',1,'2024-07-01',70000,'2024-08-01'),
(12,'PR-15',2,'2024-09-10',40000,NULL);
CREATE TABLE expenses (expId INTEGER PRIMARY KEY, projCode TEXT, expDate TEXT, category TEXT, cost REAL, refundable INTEGER);
INSERT INTO expenses VALUES
(1,'PR-11','2023-01-19','travel',1350,1),
(2,'PR-13','2023-05-18','travel',420,0),
(3,'PR-14','2023-08-16','travel',2890,1),
(4,'PR-14','2023-08-30','soil test',18500,1),
(5,'PR-16','2024-02-12','soil test',14200,1),
(6,'PR-15','2024-02-06','printing',310,0),
(7,'PR-17','2024-04-15','travel',980,1),
(8,'PR-18','2024-07-22','licence fee',4600,0);
