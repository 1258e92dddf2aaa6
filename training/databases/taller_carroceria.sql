CREATE TABLE tb_aseguradora (cod TEXT PRIMARY KEY, razon TEXT, tel_peritos TEXT, dias_pago INTEGER);
INSERT INTO tb_aseguradora VALUES
('MAP','Mapa Seguros','900 100 200',60),
('LIN','Línea Segura','900 300 400',30),
('PEL','Pelayo Mutua',NULL,45),
('AXI','Axial','900 555 666',90);
CREATE TABLE tb_cliente (id_cli INTEGER PRIMARY KEY, nombre TEXT, movil TEXT, poblacion TEXT, flota INTEGER);
INSERT INTO tb_cliente VALUES
(1,'Remedios Gallardo','611000111','Getafe',0),
(2,'Transportes Ibor','611000222','Leganés',1),
(3,'Víctor Salas','611000333','Getafe',0),
(4,'Nuria Peñalver',NULL,'Parla',0),
(5,'Autoescuela Rueda','611000555','Getafe',1),
(6,'Emilio Cano','611000666','Pinto',0),
(7,'Lucía Barrios',NULL,'Leganés',0);
CREATE TABLE tb_vehiculo (matricula TEXT PRIMARY KEY, id_cli INTEGER, marca TEXT, modelo TEXT, color TEXT, anio INTEGER, cod_aseg TEXT);
INSERT INTO tb_vehiculo VALUES
('1234BCD',1,'Seat','Ibiza','rojo',2012,'MAP'),
('5678FGH',2,'Renault','Master','blanco',2018,'AXI'),
('9012JKL',2,'Ford','Transit','blanco',2020,'AXI'),
('3456MNP',3,'Volkswagen','Golf','gris',2015,'LIN'),
('7890RST',4,'Toyota','Yaris','azul',2021,NULL),
('2345VWX',5,'Seat','León','amarillo',2019,'MAP'),
('6789BBC',5,'Seat','Ibiza','amarillo',2022,'MAP'),
('0123CDF',6,'Citroën','C3','negro',2009,'PEL'),
('4567DFG',7,'Peugeot','208','rojo',2023,'LIN');
CREATE TABLE tb_orden (num INTEGER PRIMARY KEY, matricula TEXT, f_entrada TEXT, f_salida TEXT, tipo_golpe TEXT, estado TEXT, oficial TEXT, h_chapa REAL, h_pintura REAL, importe REAL, franquicia REAL);
INSERT INTO tb_orden VALUES
(301,'1234BCD','2023-01-23','2023-01-30','aparcamiento','ENT','Chema',4,6,520,0),
(302,'5678FGH','2023-03-06','2023-03-20','alcance','ENT','Rober',12,8,1640,300),
(303,'3456MNP','2023-05-15','2023-05-19','rayón','ENT','Chema',0,5,310,0),
(304,'0123CDF','2023-07-03',NULL,'vuelco','SIN','Rober',2,0,0,NULL),
(305,'2345VWX','2023-09-11','2023-09-18','aparcamiento','ENT','Susi',3,4,440,150),
(306,'9012JKL','2023-11-20','2023-12-15','alcance','ENT','Rober',16,10,2310,300),
(307,'7890RST','2024-02-05','2024-02-09','rayón','ENT','Susi',0,4.5,295,NULL),
(308,'6789BBC','2024-03-18','2024-03-26','aparcamiento','ENT','Chema',5,5,610,150),
(309,'1234BCD','2024-05-06','2024-05-10','granizo','ENT','Susi',8,0,480,0),
(310,'3456MNP','2024-06-17','2024-07-05','alcance','ENT','Rober',14,9,1985,0),
(311,'5678FGH','2024-09-02','2024-09-13','aparcamiento','ENT','Chema',6,6,790,300),
(312,'4567DFG','2024-10-07',NULL,'granizo','TAL','Susi',9,3,870,200),
(313,'2345VWX','2024-10-21',NULL,'alcance','PER','Rober',NULL,NULL,NULL,150),
(314,'9012JKL','2024-10-28',NULL,'rayón','TAL','Chema',1,4,330,300);
CREATE TABLE tb_recambio (id INTEGER PRIMARY KEY, num_orden INTEGER, pieza TEXT, uds INTEGER, pvp REAL, origen TEXT, recibido INTEGER);
INSERT INTO tb_recambio VALUES
(1,301,'aleta delantera',1,95,'desguace',1),
(2,302,'paragolpes trasero',1,280,'original',1),
(3,302,'piloto trasero',2,65,'original',1),
(4,305,'retrovisor',1,88,'compatible',1),
(5,306,'portón',1,540,'desguace',1),
(6,306,'paragolpes trasero',1,295,'original',1),
(7,308,'puerta delantera',1,210,'desguace',1),
(8,310,'capó',1,330,'compatible',1),
(9,310,'faro',2,145,'original',1),
(10,311,'aleta delantera',1,120,'compatible',1),
(11,312,'capó',1,410,'original',0),
(12,314,'moldura lateral',2,32,'compatible',0);
CREATE TABLE tb_cobro (id INTEGER PRIMARY KEY, num_orden INTEGER, fecha TEXT, cantidad REAL, medio TEXT, pagador TEXT);
INSERT INTO tb_cobro VALUES
(1,301,'2023-03-28',520,'transferencia','ASEG'),
(2,302,'2023-03-20',300,'tarjeta','CLI'),
(3,302,'2023-06-19',1340,'transferencia','ASEG'),
(4,303,'2023-05-19',310,'efectivo','CLI'),
(5,305,'2023-09-18',150,'tarjeta','CLI'),
(6,305,'2023-11-21',290,'transferencia','ASEG'),
(7,306,'2023-12-15',300,'tarjeta','CLI'),
(8,306,'2024-03-12',2010,'transferencia','ASEG'),
(9,307,'2024-02-09',295,'efectivo','CLI'),
(10,308,'2024-03-26',150,'tarjeta','CLI'),
(11,309,'2024-07-02',480,'transferencia','ASEG'),
(12,310,'2024-08-06',1985,'transferencia','ASEG'),
(13,311,'2024-09-13',300,'efectivo','CLI');
