CREATE TABLE modelo (cod_mod TEXT PRIMARY KEY, nome_mod TEXT, linha TEXT, altura_cm INTEGER, preco_tab REAL, custo_un REAL, garantia_meses INTEGER, ativo INTEGER);
INSERT INTO modelo VALUES
('ES10','Soneca Solteiro','espuma',14,420,230,12,1),
('ES20','Soneca Casal','espuma',18,690,380,12,1),
('ML30','Serra Queen','molas',28,1650,900,36,1),
('ML40','Serra King','molas',30,2300,1310,36,1),
('LX50','Nuvem Látex','látex',25,3900,2450,60,1),
('BB60','Berço Brisa','espuma',10,180,85,6,1),
('ES05','Soneca Antigo','espuma',12,350,240,NULL,0);
CREATE TABLE lojista (cod_loj INTEGER PRIMARY KEY, razao TEXT, uf TEXT, contato TEXT, fone TEXT, limite_cred REAL);
INSERT INTO lojista VALUES
(1,'Casa dos Sonhos','SP','Neide','11 4002-0001',30000),
(2,'Móveis Pampa','RS','Ademir','51 4002-0002',20000),
(3,'Lar & Descanso','SP',NULL,'11 4002-0003',15000),
(4,'Rede Bom Sono','MG','Jussara','31 4002-0004',50000),
(5,'Hotel Mirante','SC','Cláudio',NULL,NULL),
(6,'Magazine Araucária','PR','Sueli','41 4002-0006',25000);
CREATE TABLE pedido (num_ped INTEGER PRIMARY KEY, cod_loj INTEGER, dt_ped TEXT, dt_entrega TEXT, sit TEXT, vendedor TEXT, dt_pgto TEXT, FOREIGN KEY (cod_loj) REFERENCES lojista(cod_loj));
INSERT INTO pedido VALUES
(1001,1,'2023-02-13','2023-02-27','ENT','Wagner','2023-03-28'),
(1002,2,'2023-04-05','2023-04-25','ENT','Rosana','2023-05-24'),
(1003,4,'2023-06-19','2023-07-03','ENT','Wagner','2023-08-02'),
(1004,3,'2023-08-28','2023-09-15','ENT','Wagner',NULL),
(1005,5,'2023-11-06','2023-12-01','ENT','Rosana','2023-12-20'),
(1006,4,'2024-01-15','2024-01-29','ENT','Wagner','2024-02-28'),
(1007,1,'2024-03-11','2024-03-25','ENT','Ivete','2024-04-24'),
(1008,3,'2024-05-20',NULL,'CAN','Wagner',NULL),
(1009,2,'2024-07-08','2024-07-30','ENT','Rosana',NULL),
(1010,4,'2024-09-02','2024-09-16','ENT','Ivete','2024-10-15'),
(1011,5,'2024-10-14',NULL,'PRO','Rosana',NULL),
(1012,1,'2024-10-28',NULL,'PRO','Ivete',NULL);
CREATE TABLE item_ped (id_item INTEGER PRIMARY KEY, num_ped INTEGER, cod_mod TEXT, qtd INTEGER, vl_unit REAL, FOREIGN KEY (num_ped) REFERENCES pedido(num_ped), FOREIGN KEY (cod_mod) REFERENCES modelo(cod_mod));
INSERT INTO item_ped VALUES
(1,1001,'ES10',20,400),(2,1001,'ES20',10,660),(3,1002,'ML30',6,1600),(4,1002,'ES05',12,300),
(5,1003,'ML30',12,1550),(6,1003,'ML40',5,2200),(7,1004,'ES20',8,690),(8,1005,'ES10',40,380),
(9,1005,'ML30',10,1580),(10,1006,'ES20',25,640),(11,1007,'LX50',2,3900),(12,1007,'ES10',15,410),
(13,1008,'ML40',3,2300),(14,1009,'ES20',14,670),(15,1010,'ML30',10,1600),(16,1010,'ML40',4,2250),
(17,1011,'ES10',30,390),(18,1012,'LX50',3,3800);
CREATE TABLE lote (id_lote TEXT PRIMARY KEY, cod_mod TEXT, dt_fab TEXT, turno TEXT, qtd_boa INTEGER, qtd_refugo INTEGER, encarregado TEXT, FOREIGN KEY (cod_mod) REFERENCES modelo(cod_mod));
INSERT INTO lote VALUES
('L2301','ES10','2023-02-15','M',30,1,'Osvaldo'),
('L2302','ES20','2023-02-17','M',24,2,'Osvaldo'),
('L2303','ML30','2023-04-12','T',20,3,'Dirce'),
('L2304','ML40','2023-06-22','T',8,NULL,'Dirce'),
('L2305','ES10','2023-11-09','N',45,4,'Jonas'),
('L2401','ES20','2024-01-17','M',40,1,'Osvaldo'),
('L2402','LX50','2024-03-13','T',6,1,'Dirce'),
('L2403','ML30','2024-09-04','N',14,2,'Jonas'),
('L2404','ES10','2024-10-16','M',32,0,'Osvaldo');
CREATE TABLE assistencia (id_ass INTEGER PRIMARY KEY, num_ped INTEGER, cod_mod TEXT, dt_recl TEXT, motivo TEXT, solucao TEXT, custo REAL, FOREIGN KEY (num_ped) REFERENCES pedido(num_ped));
INSERT INTO assistencia VALUES
(1,1001,'ES20','2023-05-10','afundamento','TROCA',380),
(2,1002,'ML30','2023-09-18','mola solta','REPARO',120),
(3,1003,'ML30','2024-01-22','rangido','REPARO',90),
(4,1004,'ES20','2023-12-04','tecido rasgado','NEGADA',0),
(5,1005,'ES10','2024-02-19','afundamento','TROCA',230),
(6,1006,'ES20','2024-06-03','afundamento','TROCA',380),
(7,1007,'LX50','2024-10-07','odor',NULL,NULL),
(8,1010,'ML30','2024-10-30','mola solta',NULL,NULL);
