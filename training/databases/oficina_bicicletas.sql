CREATE TABLE cliente (cod INTEGER PRIMARY KEY, nome TEXT, localidade TEXT, telemovel TEXT, dt_registo TEXT, socio INTEGER);
CREATE TABLE bicicleta (cod INTEGER PRIMARY KEY, cod_cliente INTEGER, marca TEXT, modelo TEXT, tipo TEXT, ano INTEGER, peso_kg REAL);
CREATE TABLE mecanico (cod INTEGER PRIMARY KEY, nome TEXT, especialidade TEXT, vlr_hora REAL, dt_saida TEXT);
CREATE TABLE reparacao (nro INTEGER PRIMARY KEY, cod_bici INTEGER, cod_mec INTEGER, dt_entrada TEXT, dt_levantamento TEXT, avaria TEXT, horas REAL, vlr_tot REAL, sit TEXT, pago INTEGER);
CREATE TABLE peca (ref TEXT PRIMARY KEY, descr TEXT, familia TEXT, preco REAL, stock INTEGER, stock_min INTEGER);
CREATE TABLE peca_usada (id INTEGER PRIMARY KEY, nro_rep INTEGER, ref_peca TEXT, qtd INTEGER, desconto REAL);
INSERT INTO cliente VALUES
(1,'Joana Taveira','Aveiro','912000111','2021-03-04',1),(2,'Rui Sarmento','Ílhavo',NULL,'2022-07-19',0),(3,'Ciclo Clube da Ria','Aveiro','234100200','2020-01-15',1),(4,'Beatriz Lemos','Vagos','933444555','2023-05-22',0),(5,'Hélder Pinho','Ovar','966777888','2023-09-01',1),(6,'Matilde Cruz','Ílhavo','919222333','2024-02-12',0),(7,'Sérgio Vidal','Aveiro',NULL,'2024-06-03',0),(8,'Padaria Moliceiro','Aveiro','234555666','2024-04-08',0);
INSERT INTO bicicleta VALUES
(1,1,'Órbita','Classic','cidade',2015,15.2),(2,2,'Trek','Marlin 6','montanha',2021,13.8),(3,3,'Specialized','Allez','estrada',2019,9.1),(4,3,'Specialized','Tarmac','estrada',2022,7.4),(5,4,'Riverside','500E','elétrica',2023,24.5),(6,5,'Giant','Talon','montanha',2020,14.1),(7,6,'Órbita','Miúda','criança',2018,9.8),(8,8,'Babboe','Cargo','elétrica',2022,58),(9,1,'Brompton','C Line','dobrável',2024,12.1),(10,7,'Trek','Domane','estrada',2023,9.6);
INSERT INTO mecanico VALUES
(1,'Zé Carlos','rodas',18,NULL),(2,'Inês Maia','eletrónica',22,NULL),(3,'Filipe Antunes','suspensão',19.5,'2024-03-31'),(4,'Dinis Rato','geral',14,NULL),(5,'Olga Petrenko','geral',14.5,NULL),(6,'Quim Sousa','pintura',16,'2023-08-15');
INSERT INTO reparacao VALUES
(501,1,1,'2023-09-11','2023-09-14','roda empenada',1.5,38,'levantada',1),(502,2,3,'2023-10-02','2023-10-20','suspensão',4,142.5,'levantada',1),(503,3,1,'2023-12-05','2023-12-07','raio partido',1,27,'levantada',1),(504,5,2,'2024-01-16','2024-02-09','bateria',3.5,310,'levantada',1),(505,6,3,'2024-02-20','2024-02-27','travões',2,76,'levantada',0),(506,4,4,'2024-03-04','2024-03-05','mudanças',1.25,45,'levantada',1),(507,8,2,'2024-04-15','2024-05-03','motor',6,485,'levantada',1),(508,7,4,'2024-05-06',NULL,'travões',0.75,22,'pronta',0),(509,1,4,'2024-05-13',NULL,'corrente',NULL,NULL,'desistiu',0),(510,2,1,'2024-05-27','2024-06-01','furo',0.5,12,'levantada',1),(511,9,4,'2024-06-04',NULL,'mudanças',1,35,'pronta',1),(512,8,2,'2024-06-11',NULL,'travões',NULL,NULL,'em espera',0),(513,3,1,'2024-06-12',NULL,'revisão',2.5,60,'em curso',0),(514,6,NULL,'2024-06-17',NULL,'suspensão',NULL,NULL,'em espera',0);
INSERT INTO peca VALUES
('RD28','roda 28"','rodas',45,6,4),('RAI','raio inox','rodas',0.9,140,50),('PST','pastilha de travão','travões',8.5,3,10),('CBT','cabo de travão','travões',4.2,25,10),('BAT36','bateria 36V','elétrica',239,1,1),('COR9','corrente 9v','transmissão',19.9,7,5),('CAM29','câmara de ar 29','rodas',6.5,18,12),('RET','retentor de suspensão','suspensão',22,0,2),('SEL','selim gel','acessórios',29.9,4,NULL);
INSERT INTO peca_usada VALUES
(1,501,'RAI',4,0),(2,502,'RET',2,0),(3,503,'RAI',1,0),(4,504,'BAT36',1,10),(5,505,'PST',4,0),(6,505,'CBT',2,NULL),(7,506,'CBT',1,0),(8,507,'PST',2,5),(9,508,'PST',2,0),(10,510,'CAM29',1,0),(11,511,'CBT',2,0),(12,513,'COR9',1,15);
