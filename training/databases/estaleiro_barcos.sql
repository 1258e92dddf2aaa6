CREATE TABLE Armador (armadorId INTEGER PRIMARY KEY, razaoSocial TEXT, ramo TEXT, porto TEXT, telefone TEXT);
CREATE TABLE Embarcacao (barcoId INTEGER PRIMARY KEY, nomeBarco TEXT, tipoCasco TEXT, comprimentoM REAL, anoConstrucao INTEGER, armadorId INTEGER, FOREIGN KEY (armadorId) REFERENCES Armador(armadorId));
CREATE TABLE Mestre (mestreId INTEGER PRIMARY KEY, nome TEXT, oficio TEXT, valorHora REAL, chefeId INTEGER, FOREIGN KEY (chefeId) REFERENCES Mestre(mestreId));
CREATE TABLE ObraNaval (obraId INTEGER PRIMARY KEY, barcoId INTEGER, mestreId INTEGER, servico TEXT, dataInicio TEXT, dataPrevista TEXT, dataEntrega TEXT, orcamento REAL, custoFinal REAL, fase TEXT,
 FOREIGN KEY (barcoId) REFERENCES Embarcacao(barcoId), FOREIGN KEY (mestreId) REFERENCES Mestre(mestreId));
CREATE TABLE Material (materialId INTEGER PRIMARY KEY, descricao TEXT, unidade TEXT, estoque REAL, minimo REAL, precoUnit REAL);
CREATE TABLE Consumo (obraId INTEGER, materialId INTEGER, quantidade REAL, dataSaida TEXT, FOREIGN KEY (obraId) REFERENCES ObraNaval(obraId), FOREIGN KEY (materialId) REFERENCES Material(materialId));
CREATE TABLE Parcela (parcelaId INTEGER PRIMARY KEY, obraId INTEGER, vencimento TEXT, valor REAL, paga INTEGER, FOREIGN KEY (obraId) REFERENCES ObraNaval(obraId));
INSERT INTO Armador VALUES (1,'Pescas Ilhavo','pesca','Aveiro','234 100 100'),(2,'Cruzeiros do Douro','turismo','Porto','222 100 200'),(3,'Transporte Sado','carga','Setúbal',NULL),(4,'Joana Vilar','recreio','Cascais','914 100 400'),(5,'Atuneira Algarve','pesca','Olhão','289 100 500');
INSERT INTO Embarcacao VALUES (1,'Nova Esperança','aço',24.5,1989,1),(2,'Rabelo Real','madeira',18.2,2003,2),(3,'Sadina','aço',38.0,1997,3),(4,'Vento Leste','fibra',11.4,2016,4),(5,'Maria do Mar','madeira',15.0,1974,5),(6,'Douro Azul II','alumínio',29.7,2012,2),(7,'Senhora da Guia','aço',21.3,1993,1);
INSERT INTO Mestre VALUES (1,'Armindo Serra','carpinteiro naval',18,NULL),(2,'Vítor Canas','soldador',16,1),(3,'Lurdes Pinho','pintora',14,1),(4,'Nelson Bago','mecânico',17.5,NULL),(5,'Kevin Moço','soldador',12,2);
INSERT INTO ObraNaval VALUES
(1,1,2,'reparação','2022-02-07','2022-03-15','2022-03-28',14500,16200,'entregue'),
(2,2,1,'reforma','2022-04-18','2022-09-30','2022-11-10',58000,61300,'entregue'),
(3,4,3,'pintura','2022-06-20','2022-07-05','2022-07-01',3200,3050,'entregue'),
(4,3,4,'motor','2022-10-03','2022-12-20','2022-12-19',41000,40500,'entregue'),
(5,5,1,'reparação','2023-01-16','2023-03-31','2023-05-02',22000,27800,'entregue'),
(6,6,3,'pintura','2023-03-13','2023-04-14','2023-04-14',9800,9700,'entregue'),
(7,7,1,'reparação','2023-05-22','2023-07-10','2023-07-21',17600,18900,'entregue'),
(8,1,4,'motor','2023-08-28','2023-11-15',NULL,36500,NULL,'parada'),
(9,2,1,'inspeção','2023-09-11','2023-09-15','2023-09-15',1200,1200,'entregue'),
(10,3,2,'reforma','2023-10-02','2024-03-29',NULL,95000,NULL,'em obra'),
(11,4,NULL,'inspeção','2023-11-06','2023-11-10',NULL,900,NULL,'em obra'),
(12,5,3,'pintura','2023-11-20','2023-12-15',NULL,4100,NULL,'em obra');
INSERT INTO Material VALUES (1,'chapa de aço 8mm','m2',120,60,85),(2,'tinta antivegetativa','litro',45,50,32),(3,'tábua de carvalho','m2',30,20,110),(4,'eléctrodo','kg',12,25,9.5),(5,'resina epóxi','litro',80,30,21),(6,'ânodo de zinco','un',64,40,14),(7,'óleo hidráulico','litro',0,20,7.2);
INSERT INTO Consumo VALUES (1,1,22,'2022-02-15'),(1,4,18,'2022-02-16'),(2,3,46,'2022-05-09'),(2,5,25,'2022-08-01'),(3,2,16,'2022-06-22'),(4,7,60,'2022-11-07'),(5,3,19,'2023-02-06'),(6,2,38,'2023-03-20'),(7,1,31,'2023-06-01'),(7,4,24,'2023-06-02'),(7,6,12,'2023-07-03'),(10,1,54,'2023-10-16'),(12,2,9,'2023-11-27');
INSERT INTO Parcela VALUES (1,1,'2022-04-15',16200,1),(2,2,'2022-06-30',30000,1),(3,2,'2022-12-15',31300,1),(4,3,'2022-07-20',3050,1),(5,4,'2023-01-31',40500,1),(6,5,'2023-06-15',13900,1),(7,5,'2023-09-15',13900,0),(8,6,'2023-05-15',9700,1),(9,7,'2023-08-20',18900,0),(10,8,'2023-09-30',12000,1),(11,9,'2023-10-15',1200,1),(12,10,'2023-11-30',30000,0);
