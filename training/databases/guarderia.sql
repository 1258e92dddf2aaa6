CREATE TABLE salas (
  id_sala INTEGER PRIMARY KEY,
  nombre TEXT NOT NULL,
  nivel TEXT,
  cupo INTEGER,
  piso INTEGER,
  con_aire INTEGER
);
CREATE TABLE educadoras (
  id_educadora INTEGER PRIMARY KEY,
  nombre TEXT,
  puesto TEXT,
  sueldo_mensual REAL,
  fecha_ingreso TEXT,
  fecha_baja TEXT,
  id_sala INTEGER REFERENCES salas(id_sala)
);
CREATE TABLE tutores (
  id_tutor INTEGER PRIMARY KEY,
  nombre_completo TEXT,
  parentesco TEXT,
  telefono TEXT,
  correo TEXT,
  colonia TEXT
);
CREATE TABLE ninos (
  id_nino INTEGER PRIMARY KEY,
  nombre TEXT,
  apellidos TEXT,
  sexo TEXT,
  fecha_nacimiento TEXT,
  fecha_inscripcion TEXT,
  alergia TEXT,
  usa_panal INTEGER,
  id_sala INTEGER REFERENCES salas(id_sala),
  id_tutor INTEGER REFERENCES tutores(id_tutor)
);
CREATE TABLE asistencias (
  id_asistencia INTEGER PRIMARY KEY,
  id_nino INTEGER REFERENCES ninos(id_nino),
  fecha TEXT,
  hora_entrada TEXT,
  hora_salida TEXT,
  estado TEXT,
  comio_bien INTEGER
);
CREATE TABLE colegiaturas (
  folio INTEGER PRIMARY KEY,
  id_nino INTEGER REFERENCES ninos(id_nino),
  concepto TEXT,
  importe REAL,
  recargo REAL,
  fecha_vencimiento TEXT,
  fecha_pago TEXT,
  forma_pago TEXT
);
CREATE TABLE incidentes (
  id_incidente INTEGER PRIMARY KEY,
  id_nino INTEGER REFERENCES ninos(id_nino),
  id_educadora INTEGER REFERENCES educadoras(id_educadora),
  fecha TEXT,
  tipo TEXT,
  gravedad TEXT,
  avisado_tutor INTEGER
);
INSERT INTO salas VALUES
(1,'Ositos','lactantes',10,1,1),(2,'Abejitas','maternal',14,1,1),(3,'Delfines','maternal',16,2,0),(4,'Colibríes','preescolar',20,2,0),(5,'Jaguares','preescolar',22,1,1),(6,'Tortugas','lactantes',8,1,0);
INSERT INTO educadoras VALUES
(1,'Rosa Elena Cárdenas','titular',14500,'2018-08-13',NULL,1),
(2,'Lupita Mondragón','auxiliar',9200,'2022-01-10',NULL,1),
(3,'Fernanda Ochoa','titular',13800,'2019-03-04',NULL,2),
(4,'Maricela Tun','auxiliar',9000,'2023-08-21','2024-07-12',3),
(5,'Adriana Bustos','titular',13950,'2020-09-01',NULL,4),
(6,'Karen Villaseñor','titular',13100,'2024-01-08',NULL,5),
(7,'Teresa Gallegos','auxiliar',9600,'2021-02-15','2023-12-20',4),
(8,'Yolanda Pech','enfermera',15800,'2017-05-22',NULL,NULL),
(9,'Claudia Rentería','directora',24000,'2015-08-03',NULL,NULL),
(10,'Ximena Salgado','auxiliar',9100,'2024-08-19',NULL,3);
INSERT INTO tutores VALUES
(1,'Jorge Luis Herrera','padre','5541220987','jherrera@correo.mx','Narvarte'),
(2,'Patricia Nájera','madre','5533019922','paty.najera@correo.mx','Del Valle'),
(3,'Guadalupe Rivas','abuela','5577128833',NULL,'Portales'),
(4,'Iván Cortés','padre',NULL,'icortes@correo.mx','Narvarte'),
(5,'Sofía Arredondo','madre','5518273645','sofia.a@correo.mx','Roma Sur'),
(6,'Daniela Quiroz','madre','5590817263',NULL,'Portales'),
(7,'Martín Escobedo','tío','5561728394','mescobedo@correo.mx','Doctores'),
(8,'Leticia Baeza','madre','5522334455','lbaeza@correo.mx','Narvarte'),
(9,'Raúl Zepeda','padre','5511992288',NULL,'Del Valle');
INSERT INTO ninos VALUES
(1,'Emiliano','Herrera Soto','M','2021-02-14','2022-08-22',NULL,0,4,1),
(2,'Valentina','Herrera Soto','F','2023-05-30','2024-01-15','lactosa',1,1,1),
(3,'Regina','Nájera Luna','F','2020-11-03','2023-08-21',NULL,0,5,2),
(4,'Santiago','Rivas Peña','M','2022-07-19','2023-09-04','cacahuate',1,3,3),
(5,'Mateo','Cortés Vega','M','2023-10-08','2024-08-26',NULL,1,1,4),
(6,'Camila','Arredondo Gil','F','2022-03-25','2023-08-21','huevo',0,2,5),
(7,'Leonardo','Quiroz Mata','M','2021-09-12','2024-02-05',NULL,0,4,6),
(8,'Renata','Escobedo Ruiz','F','2020-06-17','2022-08-22','cacahuate',0,5,7),
(9,'Diego','Baeza Lira','M','2022-12-01','2024-08-26',NULL,1,2,8),
(10,'Natalia','Baeza Lira','F','2024-01-20','2024-09-02',NULL,1,1,8),
(11,'Iker','Zepeda Mora','M','2021-04-28','2024-08-26','fresa',0,NULL,9),
(12,'Axel','Cortés Vega','M','2020-09-09','2023-01-09',NULL,0,5,4);
INSERT INTO asistencias VALUES
(1,1,'2024-10-01','07:50','15:10','presente',1),
(2,2,'2024-10-01','07:52','15:12','presente',0),
(3,3,'2024-10-01','08:40','16:00','retardo',1),
(4,4,'2024-10-01',NULL,NULL,'falta',NULL),
(5,5,'2024-10-01','08:05','14:30','presente',1),
(6,6,'2024-10-02','07:45','17:05','presente',1),
(7,4,'2024-10-02',NULL,NULL,'falta',NULL),
(8,7,'2024-10-02','09:02','15:00','retardo',0),
(9,8,'2024-10-02',NULL,NULL,'justificada',NULL),
(10,1,'2024-10-02','07:55','15:00','presente',0),
(11,9,'2024-10-03','08:00','16:45','presente',1),
(12,3,'2024-10-03','08:35','16:10','retardo',0),
(13,10,'2024-10-03',NULL,NULL,'justificada',NULL),
(14,1,'2024-10-03',NULL,NULL,'falta',NULL),
(15,2,'2024-10-03','07:58','15:20','presente',1);
INSERT INTO colegiaturas VALUES
(501,1,'mensualidad',3200,0,'2024-08-05','2024-08-03','transferencia'),
(502,2,'mensualidad',3900,0,'2024-08-05','2024-08-03','transferencia'),
(503,3,'mensualidad',3200,160,'2024-08-05','2024-08-14','efectivo'),
(504,4,'inscripción',4500,0,'2023-09-04','2023-09-01','tarjeta'),
(505,5,'inscripción',5200,0,'2024-08-26','2024-08-26','tarjeta'),
(506,6,'mensualidad',3500,0,'2024-09-05','2024-09-05','efectivo'),
(507,7,'mensualidad',3200,NULL,'2024-09-05',NULL,NULL),
(508,8,'material',850,0,'2024-09-10','2024-09-09','efectivo'),
(509,9,'mensualidad',3500,175,'2024-09-05','2024-09-20','transferencia'),
(510,1,'mensualidad',3200,0,'2024-09-05','2024-09-02','transferencia'),
(511,4,'mensualidad',3500,350,'2024-10-05','2024-10-29','efectivo'),
(512,12,'mensualidad',3200,NULL,'2024-10-05',NULL,NULL),
(513,10,'inscripción',5200,0,'2024-09-02','2024-08-30','tarjeta'),
(514,7,'mensualidad',3200,NULL,'2024-10-05',NULL,NULL),
(515,8,'uniforme',1240,0,'2023-08-28','2023-08-25','tarjeta');
INSERT INTO incidentes VALUES
(1,1,5,'2024-03-11','caída','leve',1),
(2,4,4,'2024-04-22','mordida','moderada',1),
(3,6,3,'2024-05-17','fiebre','moderada',1),
(4,4,10,'2024-09-12','caída','leve',0),
(5,8,6,'2023-11-08','alergia','grave',1),
(6,7,5,'2024-09-25','pelea','leve',0),
(7,2,1,'2024-10-01','fiebre','moderada',1),
(8,4,10,'2024-10-02','mordida','leve',0),
(9,3,6,'2023-10-30','caída','grave',1);
