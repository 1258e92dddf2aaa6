CREATE TABLE tb_pasillo (id_pasillo INTEGER PRIMARY KEY, letra TEXT, techado INTEGER, rubro TEXT);
CREATE TABLE tb_puesto (nro_puesto TEXT PRIMARY KEY, id_pasillo INTEGER, metros2 REAL, canon_mes REAL, tiene_agua INTEGER, estado TEXT, FOREIGN KEY (id_pasillo) REFERENCES tb_pasillo(id_pasillo));
CREATE TABLE tb_puestero (id_puestero INTEGER PRIMARY KEY, nombre TEXT, apodo TEXT, cel TEXT, fec_ingreso TEXT, carnet_vence TEXT);
CREATE TABLE tb_contrato (id_contrato INTEGER PRIMARY KEY, nro_puesto TEXT, id_puestero INTEGER, desde TEXT, hasta TEXT, deposito REAL, FOREIGN KEY (nro_puesto) REFERENCES tb_puesto(nro_puesto), FOREIGN KEY (id_puestero) REFERENCES tb_puestero(id_puestero));
CREATE TABLE tb_recaudo (id_recaudo INTEGER PRIMARY KEY, id_contrato INTEGER, fec_cobro TEXT, concepto TEXT, valor REAL, cobrador TEXT, forma TEXT, FOREIGN KEY (id_contrato) REFERENCES tb_contrato(id_contrato));
CREATE TABLE tb_infraccion (id_infr INTEGER PRIMARY KEY, nro_puesto TEXT, fecha TEXT, motivo TEXT, multa REAL, pagada INTEGER, FOREIGN KEY (nro_puesto) REFERENCES tb_puesto(nro_puesto));
INSERT INTO tb_pasillo VALUES (1,'A',1,'verduras'),(2,'B',1,'carnes'),(3,'C',1,'comidas'),(4,'D',0,'flores'),(5,'E',0,'ropa');
INSERT INTO tb_puesto VALUES
('A1',1,6,180,1,'ocupado'),('A2',1,6,180,0,'ocupado'),('A3',1,9,250,1,'vacante'),('B1',2,8,320,1,'ocupado'),('B2',2,8,320,1,'ocupado'),('B3',2,10,380,1,'clausurado'),
('C1',3,12,450,1,'ocupado'),('C2',3,14,450,1,'ocupado'),('D1',4,5,120,1,'ocupado'),('D2',4,5,120,0,'vacante'),('E1',5,7,150,0,'ocupado'),('E2',5,7,150,0,'vacante');
INSERT INTO tb_puestero VALUES
(1,'Mercedes Huamán','La Meche','999-1001','2011-03-01','2025-08-31'),(2,'Julio Ccori',NULL,'999-1002','2017-06-15','2024-12-31'),(3,'Teófilo Ramos','Carnicero','999-1003','2009-01-20','2025-11-30'),
(4,'Sara Villca','Sarita',NULL,'2020-02-11','2025-05-31'),(5,'Dominga Quispe','Doña Domi','999-1005','2013-10-05',NULL),(6,'Rufino Apaza',NULL,'999-1006','2022-09-18','2026-01-31'),
(7,'Elsa Poma','La Florista','999-1007','2018-04-27','2025-03-31'),(8,'Iván Lazo',NULL,NULL,'2024-05-02','2026-05-31');
INSERT INTO tb_contrato VALUES
(1,'A1',1,'2021-01-01',NULL,360),(2,'A2',2,'2022-07-01',NULL,360),(3,'B1',3,'2020-01-01',NULL,640),(4,'B2',4,'2023-03-01',NULL,640),(5,'C1',5,'2021-06-01',NULL,900),
(6,'C2',6,'2023-01-01',NULL,0),(7,'D1',7,'2022-02-01',NULL,240),(8,'E1',8,'2024-06-01',NULL,300),(9,'B3',6,'2021-01-01','2022-12-31',760),(10,'A3',2,'2019-05-01','2022-06-30',500);
INSERT INTO tb_recaudo VALUES
(1,1,'2023-05-04','alquiler',180,'Pacheco','efectivo'),(2,3,'2023-05-04','alquiler',320,'Pacheco','efectivo'),(3,5,'2023-08-10','alquiler',450,'Núñez','transferencia'),(4,5,'2023-08-10','luz',62,'Núñez','transferencia'),
(5,2,'2023-11-03','alquiler',180,'Pacheco','efectivo'),(6,7,'2024-02-06','alquiler',120,'Núñez','efectivo'),(7,4,'2024-02-07','alquiler',320,'Núñez','yape'),(8,4,'2024-02-07','agua',35,'Núñez','yape'),
(9,6,'2024-06-05','alquiler',450,'Pacheco','transferencia'),(10,8,'2024-06-05','alquiler',150,'Pacheco','yape'),(11,1,'2024-09-02','alquiler',180,'Pacheco','yape'),(12,1,'2024-09-02','agua',28,'Pacheco','yape'),
(13,3,'2025-01-08','alquiler',320,'Núñez','efectivo'),(14,5,'2025-01-08','alquiler',450,'Núñez','transferencia'),(15,6,'2025-02-04','alquiler',450,'Pacheco','transferencia'),(16,6,'2025-02-04','luz',71,'Pacheco','transferencia');
INSERT INTO tb_infraccion VALUES
(1,'B1','2023-06-20','balanza adulterada',200,1),(2,'C1','2023-09-11','basura en pasillo',50,1),(3,'B3','2023-12-15','carne sin sello',500,0),(4,'A2','2024-03-08','invade pasillo',80,0),
(5,'C2','2024-07-22','basura en pasillo',50,1),(6,'B1','2024-10-30','carne sin sello',500,0),(7,'D1','2025-01-25','invade pasillo',80,NULL),(8,'C1','2025-02-11','basura en pasillo',60,0);
