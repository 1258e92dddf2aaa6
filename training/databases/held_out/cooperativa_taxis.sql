CREATE TABLE socios (
  id_socio INTEGER PRIMARY KEY,
  cedula TEXT,
  apellidos TEXT,
  nombres TEXT,
  f_ingreso TEXT,
  f_salida TEXT,
  celular TEXT,
  cargo_directiva TEXT
);
CREATE TABLE unidades (
  nro_disco INTEGER PRIMARY KEY,
  id_socio INTEGER,
  placa TEXT,
  marca TEXT,
  anio INTEGER,
  combustible TEXT,
  estado TEXT,
  venc_matricula TEXT,
  FOREIGN KEY (id_socio) REFERENCES socios(id_socio)
);
CREATE TABLE choferes (
  id_chofer INTEGER PRIMARY KEY,
  nombre TEXT,
  nro_disco INTEGER,
  tipo_lic TEXT,
  puntos_lic REAL,
  cad_lic TEXT,
  turno TEXT,
  activo INTEGER,
  FOREIGN KEY (nro_disco) REFERENCES unidades(nro_disco)
);
CREATE TABLE carreras (
  id_carr INTEGER PRIMARY KEY,
  nro_disco INTEGER,
  id_chofer INTEGER,
  fh_solic TEXT,
  min_llegada INTEGER,
  sector_orig TEXT,
  sector_dest TEXT,
  km REAL,
  tarifa REAL,
  est TEXT,
  medio TEXT,
  FOREIGN KEY (nro_disco) REFERENCES unidades(nro_disco),
  FOREIGN KEY (id_chofer) REFERENCES choferes(id_chofer)
);
CREATE TABLE aportes (
  id_aporte INTEGER PRIMARY KEY,
  id_socio INTEGER,
  concepto TEXT,
  mes TEXT,
  valor REAL,
  f_pago TEXT,
  FOREIGN KEY (id_socio) REFERENCES socios(id_socio)
);
CREATE TABLE multas (
  id_multa INTEGER PRIMARY KEY,
  id_chofer INTEGER,
  fecha TEXT,
  motivo TEXT,
  monto REAL,
  cancelada INTEGER,
  FOREIGN KEY (id_chofer) REFERENCES choferes(id_chofer)
);
INSERT INTO socios VALUES
(1,'1712340011','Quishpe Toapanta','Segundo','2006-05-14',NULL,'0991110001','presidente'),
(2,'1709876522','Andrade Vaca','Mónica','2011-02-20',NULL,'0991110002','tesorero'),
(3,'1715556633','Chiluisa','Édgar','2009-10-03',NULL,NULL,NULL),
(4,'0602224444','Guamán Lema','Rosa','2015-07-30',NULL,'0991110004',NULL),
(5,'1718889955','Proaño Ruiz','Freddy','2003-01-09','2023-08-31','0991110005',NULL),
(6,'1003337766','Farinango','Luis Alberto','2018-11-22',NULL,'0991110006','secretario'),
(7,'1716661177','Cevallos Mora','Jaime','2020-03-05',NULL,NULL,NULL),
(8,'0501118888','Tipán Caiza','Blanca','2022-06-17',NULL,'0991110008',NULL);
INSERT INTO unidades VALUES
(12,1,'PAB-1234','Chevrolet',2019,'gasolina','operativa','2025-03-31'),
(15,2,'PBC-4411','Kia',2022,'gasolina','operativa','2025-06-30'),
(18,3,'PAD-7780','Hyundai',2014,'gasolina','taller','2024-12-31'),
(21,4,'PCF-2093','BYD',2023,'electrico','operativa','2025-09-30'),
(24,6,'PBT-5512','Chevrolet',2017,'gasolina','operativa','2024-11-30'),
(27,7,'PDA-3301','Toyota',2021,'hibrido','suspendida','2025-01-31'),
(30,8,'PCC-8126','Kia',2020,'gasolina','operativa','2025-02-28'),
(33,1,'PDG-9940','BYD',2024,'electrico','operativa',NULL);
INSERT INTO choferes VALUES
(1,'Segundo Quishpe',12,'C',28.5,'2026-04-10','dia',1),
(2,'Wilmer Sarango',12,'C',19,'2025-01-20','noche',1),
(3,'Mónica Andrade',15,'C',30,'2027-08-15','dia',1),
(4,'Byron Masabanda',18,'D',12.5,'2024-10-02','dia',0),
(5,'Rosa Guamán',21,'C',30,'2026-11-11','dia',1),
(6,'Klever Tituaña',21,'E',24,'2025-05-05','noche',1),
(7,'Luis Farinango',24,'C',22,'2028-02-01','dia',1),
(8,'Patricio Yánez',27,'C',8,'2025-03-18','noche',0),
(9,'Darwin Tipán',30,'D',27,'2026-06-06','noche',1),
(10,'Nelly Ushiña',33,'C',30,'2029-01-12','dia',1);
INSERT INTO carreras VALUES
(1001,12,1,'2024-08-05 07:15',4,'La Mariscal','Aeropuerto',37.5,26,'completada','efectivo'),
(1002,12,2,'2024-08-10 23:40',7,'La Floresta','Cumbayá',13.2,9.5,'completada','efectivo'),
(1003,15,3,'2024-08-16 10:05',3,'Iñaquito','La Mariscal',4.1,2.75,'completada','app'),
(1004,21,5,'2024-09-02 12:30',6,'Quitumbe','Centro',11,6.4,'completada','transferencia'),
(1005,24,7,'2024-09-07 18:50',NULL,'Centro','El Batán',7.3,NULL,'anulada',NULL),
(1006,21,6,'2024-09-14 01:20',9,'La Mariscal','Quitumbe',14.8,11.25,'completada','efectivo'),
(1007,30,9,'2024-09-21 22:10',5,'Cumbayá','Aeropuerto',24,18,'completada','transferencia'),
(1008,15,3,'2024-10-03 08:45',2,'Iñaquito','Centro',6.2,3.9,'completada','efectivo'),
(1009,33,10,'2024-10-04 09:10',8,'El Batán','Aeropuerto',33,25,'completada','app'),
(1010,27,8,'2024-10-05 21:00',15,'Centro','La Floresta',3.8,NULL,'no_show',NULL),
(1011,12,1,'2024-10-12 16:35',4,'Aeropuerto','Iñaquito',35.1,24.5,'completada','app'),
(1012,24,7,'2024-10-19 14:00',11,'Quitumbe','Cumbayá',26.4,15.8,'completada','efectivo'),
(1013,30,9,'2024-10-26 03:05',6,'La Mariscal','El Batán',3.3,4,'completada','efectivo'),
(1014,33,10,'2024-10-28 11:25',NULL,'La Floresta','Centro',5,NULL,'anulada',NULL),
(1015,24,7,'2024-10-30 19:15',5,'Centro','Iñaquito',6.6,4.2,'completada','app');
INSERT INTO aportes VALUES
(1,1,'cuota mensual','2024-08',45,'2024-08-03'),
(2,2,'cuota mensual','2024-08',45,'2024-08-10'),
(3,3,'cuota mensual','2024-08',45,NULL),
(4,4,'cuota mensual','2024-08',45,'2024-09-02'),
(5,6,'cuota mensual','2024-09',45,'2024-09-05'),
(6,1,'cuota mensual','2024-09',45,'2024-09-04'),
(7,3,'cuota mensual','2024-09',45,NULL),
(8,7,'radio','2024-09',20,NULL),
(9,8,'fondo mortuorio','2024-09',15,'2024-09-30'),
(10,2,'radio','2024-10',20,'2024-10-08'),
(11,4,'cuota mensual','2024-10',48,'2024-10-15'),
(12,7,'cuota mensual','2024-10',48,NULL),
(13,1,'ayuda navideña','2024-10',30,'2024-10-20');
INSERT INTO multas VALUES
(1,2,'2024-07-18','exceso de velocidad',80,1),
(2,4,'2024-08-01','falta a asamblea',25,0),
(3,8,'2024-08-22','cobro excesivo',60,0),
(4,6,'2024-09-15','no usar taximetro',40,1),
(5,8,'2024-10-06','mal trato al usuario',50,0),
(6,9,'2024-10-09','falta a asamblea',25,1),
(7,7,'2024-10-20','unidad sucia',10,0);
