CREATE TABLE asesor (
  id_asesor INTEGER PRIMARY KEY,
  nombre TEXT,
  sede TEXT,
  pct_comision REAL,
  fec_ingreso DATE,
  fec_retiro DATE
);
CREATE TABLE viajero (
  id_viajero INTEGER PRIMARY KEY,
  nombre_completo TEXT,
  cedula TEXT,
  fec_nac DATE,
  ciudad TEXT,
  celular TEXT,
  correo TEXT,
  frecuente INTEGER
);
CREATE TABLE destino (
  cod_dest TEXT PRIMARY KEY,
  nombre TEXT,
  pais TEXT,
  clase TEXT,
  exige_visa INTEGER
);
CREATE TABLE paquete (
  id_paquete INTEGER PRIMARY KEY,
  titulo TEXT,
  cod_dest TEXT REFERENCES destino(cod_dest),
  noches INTEGER,
  tarifa_cop INTEGER,
  incluye_tiquete INTEGER,
  cupo_max INTEGER,
  estado TEXT
);
CREATE TABLE reserva (
  nro_reserva INTEGER PRIMARY KEY,
  id_viajero INTEGER REFERENCES viajero(id_viajero),
  id_paquete INTEGER REFERENCES paquete(id_paquete),
  id_asesor INTEGER REFERENCES asesor(id_asesor),
  fec_reserva DATE,
  fec_salida DATE,
  pax INTEGER,
  vr_total INTEGER,
  est TEXT
);
CREATE TABLE abono (
  id_abono INTEGER PRIMARY KEY,
  nro_reserva INTEGER REFERENCES reserva(nro_reserva),
  fec_abono DATE,
  vr_abono INTEGER,
  medio TEXT
);
CREATE TABLE pqr (
  radicado TEXT PRIMARY KEY,
  nro_reserva INTEGER REFERENCES reserva(nro_reserva),
  tipo TEXT,
  fec_radicado DATE,
  fec_respuesta DATE,
  motivo TEXT
);
INSERT INTO asesor VALUES
(1,'Yuliana Castrillón','Medellín',4.0,'2018-02-05',NULL),
(2,'Andrés Felipe Mora','Bogotá',3.5,'2020-07-13',NULL),
(3,'Luz Dary Quintero','Medellín',5.0,'2012-11-19',NULL),
(4,'Brayan Ospina','Cali',3.0,'2023-01-16','2024-04-30'),
(5,'Paola Arboleda','Bogotá',3.5,'2022-09-01',NULL),
(6,'Hernán Cuesta','Cali',4.5,'2016-03-28',NULL);
INSERT INTO viajero VALUES
(1,'Gloria Inés Ramírez','43555120','1958-06-11','Medellín','300 555 1010','gloriai@mail.example',1),
(2,'Sebastián Rojas','1017555887','1992-12-03','Bogotá','311 555 2040',NULL,0),
(3,'Familia Peláez Ríos','71555432','1979-04-25','Envigado','315 555 7788','pelaezrios@mail.example',1),
(4,'Camila Torres','1144555009','1998-08-30','Cali',NULL,'camitorres@mail.example',0),
(5,'Óscar Iván Duque','10555678','1966-01-17','Pereira','320 555 6612','oduque@mail.example',1),
(6,'Daniela Guzmán','1020555341','1995-03-22','Bogotá','301 555 9034','dguzman@mail.example',0),
(7,'Martha Lucía Zea','32555781','1950-10-08','Medellín','304 555 1187',NULL,0),
(8,'Kevin Mosquera','1107555210','2001-05-14','Cali','318 555 4471','kmosquera@mail.example',0);
INSERT INTO destino VALUES
('SMR','Santa Marta','Colombia','playa',0),('ADZ','San Andrés','Colombia','playa',0),
('LET','Leticia','Colombia','selva',0),('CUN','Cancún','México','playa',0),
('MAD','Madrid','España','ciudad',0),('NYC','Nueva York','Estados Unidos','ciudad',1),
('CUZ','Cusco','Perú','montaña',0),('SAL','Salento','Colombia','montaña',0);
INSERT INTO paquete VALUES
(10,'San Andrés todo incluido','ADZ',4,1890000,1,40,'vigente'),
(11,'Tayrona aventura','SMR',3,980000,0,20,'vigente'),
(12,'Amazonas profundo','LET',5,2450000,1,12,'vigente'),
(13,'Cancún familiar','CUN',6,4350000,1,30,'vigente'),
(14,'Madrid clásico','MAD',8,7900000,1,25,'agotado'),
(15,'Nueva York navideño','NYC',5,8600000,1,18,'vigente'),
(16,'Cusco y Machu Picchu','CUZ',6,5200000,1,16,'suspendido'),
(17,'Eje cafetero express','SAL',2,560000,0,35,'vigente');
INSERT INTO reserva VALUES
(9001,1,10,3,'2023-10-02','2023-12-15',2,3780000,'viajada'),
(9002,3,13,1,'2023-11-20','2024-01-05',5,21750000,'viajada'),
(9003,2,11,2,'2024-01-15','2024-02-10',2,1960000,'viajada'),
(9004,5,14,1,'2024-02-01','2024-05-20',2,15800000,'viajada'),
(9005,4,10,4,'2024-02-28','2024-03-23',1,1890000,'cancelada'),
(9006,6,12,5,'2024-04-11','2024-06-28',2,4900000,'viajada'),
(9007,7,17,3,'2024-06-03','2024-06-14',4,2240000,'viajada'),
(9008,1,14,3,'2024-06-19','2024-09-10',1,7900000,'viajada'),
(9009,8,16,6,'2024-07-08','2024-08-30',1,5200000,'cancelada'),
(9010,3,15,1,'2024-08-21','2024-12-18',4,34400000,'confirmada'),
(9011,6,10,2,'2024-09-16','2024-12-27',3,5670000,'confirmada'),
(9012,5,12,6,'2024-10-01','2025-01-08',2,4900000,'pendiente'),
(9013,2,13,NULL,'2024-10-22','2025-01-15',2,8700000,'pendiente');
INSERT INTO abono VALUES
(1,9001,'2023-10-02',3780000,'tarjeta'),
(2,9002,'2023-11-20',10000000,'transferencia'),
(3,9002,'2023-12-22',11750000,'transferencia'),
(4,9003,'2024-01-15',1960000,'nequi'),
(5,9004,'2024-02-01',8000000,'tarjeta'),
(6,9004,'2024-04-15',7800000,'tarjeta'),
(7,9005,'2024-02-28',500000,'efectivo'),
(8,9006,'2024-04-11',4900000,'transferencia'),
(9,9007,'2024-06-03',2240000,'efectivo'),
(10,9008,'2024-06-19',7900000,'tarjeta'),
(11,9010,'2024-08-21',15000000,'transferencia'),
(12,9010,'2024-10-09',9000000,'transferencia'),
(13,9011,'2024-09-16',5670000,'nequi'),
(14,9012,'2024-10-01',1000000,'efectivo');
INSERT INTO pqr VALUES
('R-231','9002','queja','2024-01-18','2024-02-02','habitación distinta a la ofrecida'),
('R-240',9005,'reclamo','2024-03-04','2024-03-29','devolución del abono'),
('R-244',9004,'petición','2024-06-05','2024-06-07','certificado de viaje'),
('R-251',9006,'queja','2024-07-04',NULL,'guía no llegó'),
('R-258',9009,'reclamo','2024-07-30','2024-08-20','paquete suspendido'),
('R-263',9008,'felicitación','2024-09-25',NULL,'excelente hotel'),
('R-266',9010,'petición','2024-10-15',NULL,'silla de ruedas');
