CREATE TABLE tb_gestor (gestor_id INTEGER PRIMARY KEY, nombre TEXT, colegiado TEXT, departamento TEXT, alta TEXT, ext_tel INTEGER);
CREATE TABLE tb_cliente (cliente_id INTEGER PRIMARY KEY, denominacion TEXT, forma_juridica TEXT, nif TEXT, municipio TEXT, cuota_mensual REAL, gestor_id INTEGER, fecha_alta TEXT, fecha_baja TEXT, FOREIGN KEY (gestor_id) REFERENCES tb_gestor(gestor_id));
CREATE TABLE tb_tramite (tramite_id INTEGER PRIMARY KEY, cliente_id INTEGER, tipo TEXT, organismo TEXT, fecha_entrada TEXT, fecha_limite TEXT, fecha_cierre TEXT, estado TEXT, tasa REAL, honorarios REAL, urgente INTEGER, FOREIGN KEY (cliente_id) REFERENCES tb_cliente(cliente_id));
CREATE TABLE tb_documento (documento_id INTEGER PRIMARY KEY, tramite_id INTEGER, clase TEXT, recibido_el TEXT, paginas INTEGER, FOREIGN KEY (tramite_id) REFERENCES tb_tramite(tramite_id));
CREATE TABLE tb_minuta (minuta_id INTEGER PRIMARY KEY, cliente_id INTEGER, emitida TEXT, base REAL, iva REAL, cobrada_el TEXT, medio TEXT, FOREIGN KEY (cliente_id) REFERENCES tb_cliente(cliente_id));
INSERT INTO tb_gestor VALUES
(1,'Amparo Gisbert','V-1182','fiscal','2006-09-01',11),
(2,'Lucas Ferrer','V-2040','laboral','2015-03-16',12),
(3,'Inma Soriano',NULL,'tráfico','2019-10-07',14),
(4,'Quique Bosch','V-2377','fiscal','2021-01-11',15),
(5,'Noelia Tur',NULL,'extranjería','2024-02-05',NULL);
INSERT INTO tb_cliente VALUES
(1,'Talleres Roig','SL','B96011223','Gandia',140,1,'2010-02-01',NULL),
(2,'Bar Casa Pepa','autónomo','20455611K','Oliva',65,4,'2018-06-15',NULL),
(3,'Naranjas del Serpis','cooperativa','F46099871','Gandia',220,1,'2012-11-20',NULL),
(4,'Yolanda Peiró','particular','53209988L','Oliva',NULL,3,'2023-04-03',NULL),
(5,'Construcciones Vidal','SL','B97300145','Dénia',180,2,'2016-01-10','2024-06-30'),
(6,'Peluquería Glam','autónomo','48577102R','Gandia',60,4,'2021-09-08',NULL),
(7,'Ahmed Benali','particular','X7712345P','Gandia',NULL,5,'2024-02-20',NULL),
(8,'Clínica Dental Marina','SL','B98044761','Dénia',155,2,'2019-05-27',NULL),
(9,'Transportes Llorens','SL','B96557013','Oliva',170,3,'2014-07-02',NULL);
INSERT INTO tb_tramite VALUES
(1,4,'transferencia vehículo','DGT','2023-04-03','2023-05-03','2023-04-19','resuelto',55.7,75,0),
(2,1,'IVA trimestral','AEAT','2023-04-05','2023-04-20','2023-04-18','resuelto',0,60,0),
(3,5,'alta trabajador','TGSS','2023-05-11','2023-05-12','2023-05-11','resuelto',0,35,1),
(4,3,'impuesto sociedades','AEAT','2023-07-03','2023-07-25','2023-07-24','resuelto',0,250,0),
(5,9,'tarjeta de transporte','Generalitat','2023-09-14','2023-10-30','2023-11-08','resuelto',43.2,120,0),
(6,8,'nóminas','TGSS','2023-12-20','2023-12-31','2023-12-28','resuelto',0,90,0),
(7,2,'IVA trimestral','AEAT','2024-01-10','2024-01-30','2024-01-29','resuelto',0,60,0),
(8,7,'renovación NIE','Extranjería','2024-02-20','2024-04-20','2024-05-06','resuelto',16.4,150,0),
(9,6,'licencia apertura','Ayuntamiento','2024-03-04','2024-06-04',NULL,'en trámite',310,200,0),
(10,5,'baja trabajador','TGSS','2024-06-28','2024-07-03','2024-07-01','resuelto',0,35,1),
(11,3,'impuesto sociedades','AEAT','2024-07-02','2024-07-25','2024-07-25','resuelto',0,260,0),
(12,9,'matriculación','DGT','2024-09-09','2024-10-09',NULL,'requerido',99.8,130,1),
(13,7,'reagrupación familiar','Extranjería','2024-09-18','2024-12-18',NULL,'en trámite',10.9,280,0),
(14,1,'IVA trimestral','AEAT','2024-10-01','2024-10-20','2024-10-17','resuelto',0,62,0),
(15,2,'IVA trimestral','AEAT','2024-10-02','2024-10-20','2024-10-21','resuelto',0,62,1),
(16,4,'canje permiso','DGT','2024-10-14','2024-11-30',NULL,'desistido',28.9,80,0);
INSERT INTO tb_documento VALUES
(1,1,'contrato','2023-04-03',3),
(2,1,'DNI','2023-04-03',1),
(3,3,'contrato','2023-05-11',6),
(4,5,'escritura','2023-09-20',24),
(5,8,'pasaporte','2024-02-20',34),
(6,9,'plano','2024-03-15',8),
(7,9,'contrato','2024-03-04',5),
(8,12,'ficha técnica','2024-09-10',2),
(9,12,'DNI',NULL,NULL),
(10,13,'pasaporte','2024-09-18',32),
(11,13,'padrón','2024-09-27',1),
(12,13,'nóminas',NULL,NULL);
INSERT INTO tb_minuta VALUES
(1,1,'2023-04-30',200,42,'2023-05-05','domiciliación'),
(2,4,'2023-04-20',75,15.75,'2023-04-20','efectivo'),
(3,5,'2023-05-31',215,45.15,'2023-06-20','transferencia'),
(4,3,'2023-07-31',470,98.7,'2023-08-04','domiciliación'),
(5,9,'2023-11-30',290,60.9,'2024-01-15','transferencia'),
(6,8,'2023-12-31',245,51.45,'2024-01-05','domiciliación'),
(7,2,'2024-01-31',125,26.25,'2024-02-05','domiciliación'),
(8,7,'2024-05-07',150,31.5,'2024-05-07','efectivo'),
(9,5,'2024-07-05',215,45.15,NULL,NULL),
(10,3,'2024-07-31',480,100.8,'2024-08-05','domiciliación'),
(11,6,'2024-09-30',60,12.6,NULL,NULL),
(12,9,'2024-10-31',300,63,NULL,NULL),
(13,1,'2024-10-31',202,42.42,'2024-11-05','domiciliación');
