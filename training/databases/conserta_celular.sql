CREATE TABLE tbCliente (idCli INTEGER PRIMARY KEY, nmCliente TEXT, foneCli TEXT, bairro TEXT, comoConheceu TEXT);
INSERT INTO tbCliente VALUES
(1,'Adriana Feitosa','85 98800-0001','Aldeota','Google'),
(2,'Benedito Lins','85 98800-0002','Messejana','indicação'),
(3,'Cíntia Rabelo',NULL,'Aldeota','Instagram'),
(4,'Davi Sampaio','85 98800-0004','Benfica','passou na frente'),
(5,'Edna Gurgel','85 98800-0005','Messejana','indicação'),
(6,'Fábio Tomé',NULL,'Benfica','Google'),
(7,'Grupo Maré Turismo','85 98800-0007','Centro','indicação'),
(8,'Heloísa Vasques','85 98800-0008','Centro','Instagram');
CREATE TABLE tbAparelho (idAp INTEGER PRIMARY KEY, idCli INTEGER, marca TEXT, modelo TEXT, imei TEXT, corAp TEXT, FOREIGN KEY(idCli) REFERENCES tbCliente(idCli));
INSERT INTO tbAparelho VALUES
(1,1,'Pomar','P13','350000000000011','azul'),
(2,2,'Galax','A52','350000000000022','preto'),
(3,3,'Pomar','P11','350000000000033','branco'),
(4,4,'Motor','G30','350000000000044','cinza'),
(5,5,'Galax','S21','350000000000055','preto'),
(6,6,'Xiang','Note 10',NULL,'verde'),
(7,7,'Galax','A14','350000000000077','preto'),
(8,7,'Galax','A14','350000000000088','preto'),
(9,8,'Pomar','P15','350000000000099','rosa'),
(10,1,'Motor','E22',NULL,'azul');
CREATE TABLE tbTecnico (idTec INTEGER PRIMARY KEY, nmTec TEXT, comissaoPct REAL, dtAdmissao TEXT, fazMicrosolda INTEGER);
INSERT INTO tbTecnico VALUES
(1,'Wesley',12,'2019-02-04',1),
(2,'Jaqueline',10,'2021-08-16',1),
(3,'Nildo',8,'2023-03-01',0),
(4,'Tainá',8,'2024-01-10',0),
(5,'Ruan',5,'2024-09-02',0);
CREATE TABLE tbPeca (codPeca TEXT PRIMARY KEY, nmPeca TEXT, tipoPeca TEXT, custo REAL, estoque INTEGER, estMin INTEGER, fornecedor TEXT);
INSERT INTO tbPeca VALUES
('TP13','Tela P13','tela',420,3,2,'ImportCel'),
('TA52','Tela A52','tela',185,0,2,'ImportCel'),
('TA14','Tela A14','tela',110,6,3,'Norte Parts'),
('BP11','Bateria P11','bateria',95,4,3,'Norte Parts'),
('BS21','Bateria S21','bateria',88,1,2,'ImportCel'),
('CN10','Conector de carga Note 10','conector',18,12,5,'Mega Chips'),
('CG30','Câmera G30','câmera',70,1,1,'Mega Chips'),
('PEL','Película 3D','acessório',4.5,85,30,NULL);
CREATE TABLE tbOS (nrOS INTEGER PRIMARY KEY, idAp INTEGER, idTec INTEGER, dtEntrada TEXT, dtSaida TEXT, defeito TEXT, codPeca TEXT, vlOrcado REAL, vlFinal REAL, stOS TEXT, garantia INTEGER, FOREIGN KEY(idAp) REFERENCES tbAparelho(idAp), FOREIGN KEY(idTec) REFERENCES tbTecnico(idTec), FOREIGN KEY(codPeca) REFERENCES tbPeca(codPeca));
INSERT INTO tbOS VALUES
(9001,1,1,'2023-02-10','2023-02-11','tela quebrada','TP13',890,890,'ENT',0),
(9002,2,2,'2023-04-03','2023-04-05','tela quebrada','TA52',420,400,'ENT',0),
(9003,3,2,'2023-05-18','2023-05-18','bateria viciada','BP11',230,230,'ENT',0),
(9004,4,3,'2023-07-22','2023-07-29','câmera embaçada','CG30',190,NULL,'REC',0),
(9005,2,2,'2023-08-01','2023-08-03','mancha na tela','TA52',0,0,'ENT',1),
(9006,5,1,'2023-10-30','2023-11-08','caiu na água',NULL,650,650,'ENT',0),
(9007,6,3,'2024-01-15','2024-01-16','não carrega','CN10',120,120,'ENT',0),
(9008,7,4,'2024-03-11','2024-03-12','tela quebrada','TA14',280,260,'ENT',0),
(9009,8,4,'2024-03-11','2024-03-12','tela quebrada','TA14',280,260,'ENT',0),
(9010,9,1,'2024-06-05','2024-06-14','não liga',NULL,980,1100,'ENT',0),
(9011,5,2,'2024-08-19','2024-08-20','bateria viciada','BS21',240,240,'ENT',0),
(9012,6,3,'2024-09-09','2024-09-09','não carrega','CN10',0,0,'ENT',1),
(9013,4,1,'2024-10-21','2024-10-28','não liga',NULL,700,NULL,'REC',0),
(9014,10,4,'2024-11-12',NULL,'não carrega',NULL,150,NULL,'AGP',0),
(9015,1,2,'2024-11-18',NULL,'tela quebrada','TP13',920,NULL,'EXE',0),
(9016,3,3,'2024-11-21',NULL,'caiu na água',NULL,NULL,NULL,'ORC',0);
CREATE TABLE tbPgto (idPg INTEGER PRIMARY KEY, nrOS INTEGER, dtPg TEXT, forma TEXT, valor REAL, parcelas INTEGER, FOREIGN KEY(nrOS) REFERENCES tbOS(nrOS));
INSERT INTO tbPgto VALUES
(1,9001,'2023-02-11','crédito',890,6),
(2,9002,'2023-04-05','pix',400,1),
(3,9003,'2023-05-18','dinheiro',230,1),
(4,9006,'2023-11-08','crédito',650,4),
(5,9007,'2024-01-16','pix',120,1),
(6,9008,'2024-03-20','boleto',260,1),
(7,9009,'2024-03-20','boleto',260,1),
(8,9010,'2024-06-14','crédito',700,3),
(9,9010,'2024-06-14','pix',400,1),
(10,9011,'2024-08-20','débito',240,1),
(11,9015,'2024-11-18','pix',300,1);
