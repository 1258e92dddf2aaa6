CREATE TABLE paciente (idPaciente INTEGER PRIMARY KEY, nombre TEXT, sexo TEXT, fechaNac TEXT, mutua TEXT, imc REAL);
INSERT INTO paciente VALUES (1,'Eusebio Rial','H','1958-03-22','Salutis',33.1),(2,'Carmela Otero','M','1971-09-10','Privado',27.4),(3,'Xabier Lago','H','1983-12-05','Mutuavida',24.8),(4,'Dolores Seoane','M','1949-06-30','Salutis',35.6),(5,'Antón Varela','H','1966-01-17','Privado',NULL),(6,'Noa Freire','M','1996-08-02','Mutuavida',22),(7,'Julio Castiñeira','H','1953-11-26','Salutis',38.2),(8,'Pilar Neira','M','1978-05-13',NULL,29.9);
CREATE TABLE medico (idMedico INTEGER PRIMARY KEY, nombre TEXT, especialidad TEXT);
INSERT INTO medico VALUES (1,'Dra. Quiroga','neumología'),(2,'Dr. Bouza','neurología'),(3,'Dra. Lema','otorrino'),(4,'Dr. Pazos','neurología');
CREATE TABLE cama (idCama INTEGER PRIMARY KEY, sala TEXT, camara INTEGER, operativa INTEGER);
INSERT INTO cama VALUES (1,'Luna',1,1),(2,'Luna',1,1),(3,'Nube',0,1),(4,'Nube',1,0),(5,'Faro',0,1);
CREATE TABLE estudio (idEstudio INTEGER PRIMARY KEY, idPaciente INTEGER, idMedico INTEGER, idCama INTEGER, tipo TEXT, fechaNoche TEXT, fechaInforme TEXT, iah REAL, satMin INTEGER, horasSueno REAL, diagnostico TEXT, precio REAL);
INSERT INTO estudio VALUES
(1,1,1,1,'PSG','2022-10-04','2022-10-18',42.5,74,5.1,'apnea grave',480),
(2,2,2,2,'PSG','2022-11-15','2022-11-22',6.2,91,6.4,'piernas inquietas',480),
(3,4,1,3,'PSG','2023-01-24','2023-02-14',31,79,4.8,'apnea grave',480),
(4,3,2,1,'TLMS','2023-02-21','2023-02-28',NULL,NULL,1.9,'narcolepsia',350),
(5,1,1,2,'TIT','2023-03-07','2023-03-10',5.3,90,6.8,NULL,420),
(6,5,3,NULL,'POL','2023-05-16','2023-05-19',17.8,85,6,'apnea moderada',190),
(7,6,2,5,'PSG','2023-09-12','2023-10-09',2.1,94,5.5,'insomnio',495),
(8,7,1,1,'PSG','2023-10-24','2023-11-03',58.9,68,4.2,'apnea grave',495),
(9,7,1,1,'TIT','2023-12-05','2023-12-12',7.7,88,6.1,NULL,430),
(10,4,1,3,'TIT','2024-01-16','2024-01-30',9.4,87,5.9,NULL,430),
(11,8,3,NULL,'POL','2024-02-13','2024-02-16',11.2,86,6.3,'apnea leve',200),
(12,5,3,2,'PSG','2024-03-19',NULL,21.5,82,5.7,NULL,510),
(13,6,2,5,'PSG','2024-04-09',NULL,NULL,NULL,NULL,NULL,510);
CREATE TABLE cpap (numSerie TEXT PRIMARY KEY, idPaciente INTEGER, modelo TEXT, presion REAL, entregado TEXT, retirado TEXT, horasNoche REAL);
INSERT INTO cpap VALUES ('K-100',1,'Brisa 2',11,'2023-03-20',NULL,6.2),('K-101',4,'Brisa 2',9.5,'2024-02-05',NULL,3.1),('K-102',7,'AutoZen',13,'2023-12-18',NULL,5.4),('K-103',5,'AutoZen',8,'2023-06-01','2023-12-15',1.8),('K-104',NULL,'Brisa 3',NULL,NULL,NULL,NULL);
CREATE TABLE revision (idRevision INTEGER PRIMARY KEY, numSerie TEXT, fecha TEXT, motivo TEXT, modalidad TEXT, minutos INTEGER);
INSERT INTO revision VALUES (1,'K-100','2023-04-20','control','presencial',25),(2,'K-103','2023-07-05','fugas','presencial',30),(3,'K-100','2023-09-18','mascarilla','teléfono',10),(4,'K-103','2023-12-15','abandono','presencial',20),(5,'K-102','2024-01-22','control','vídeo',15),(6,'K-101','2024-03-04','fugas','presencial',35),(7,'K-101','2024-04-02','mascarilla','vídeo',15),(8,'K-102','2024-04-10','control','teléfono',10);
