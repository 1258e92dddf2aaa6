CREATE TABLE patinetes (matricula TEXT PRIMARY KEY, modelo TEXT, marca TEXT, id_operador INTEGER, fecha_compra TEXT, km INTEGER, estado TEXT);
CREATE TABLE operadores (id_operador INTEGER PRIMARY KEY, nombre TEXT, ciudad TEXT, correo TEXT, tarifa_hora REAL);
CREATE TABLE tecnicos (id_tecnico INTEGER PRIMARY KEY, nombre TEXT, turno TEXT, nivel INTEGER, contratado TEXT);
CREATE TABLE ordenes (num_orden INTEGER PRIMARY KEY, matricula TEXT, id_tecnico INTEGER, entrada TEXT, salida TEXT, averia TEXT, prioridad TEXT, minutos INTEGER, coste REAL, garantia INTEGER);
CREATE TABLE repuestos (ref TEXT PRIMARY KEY, descripcion TEXT, existencias INTEGER, precio REAL, proveedor TEXT);
CREATE TABLE orden_repuesto (num_orden INTEGER, ref TEXT, cantidad INTEGER);
INSERT INTO operadores VALUES (1,'ZipRide','Bristol','fleet@zipride.test',38),(2,'Voltaro','Bath','ops@voltaro.test',42),(3,'Hopla','Bristol',NULL,35),(4,'Campus Wheels','Exeter','cw@campus.test',30);
INSERT INTO patinetes VALUES ('BR-101','Max G2','Ninebot',1,'2022-03-10',6120,'calle'),('BR-102','Max G2','Ninebot',1,'2022-03-10',7485,'taller'),('BR-118','Pro 4','Xiaomi',1,'2023-05-02',2210,'calle'),('VO-007','S3','Okai',2,'2021-09-15',9930,'baja'),('VO-012','S3','Okai',2,'2022-06-01',5804,'taller'),('VO-020','ES400','Okai',2,'2023-10-20',1175,'calle'),('HP-33','Pro 4','Xiaomi',3,'2023-01-18',3340,'calle'),('HP-34','Pro 4','Xiaomi',3,'2023-01-18',4102,'taller'),('CW-1','E2','Ninebot',4,'2024-02-05',460,'calle'),('CW-2','E2','Ninebot',4,'2024-02-05',NULL,'robado');
INSERT INTO tecnicos VALUES (1,'Gaz Tully','mañana',3,'2020-05-11'),(2,'Anita Rao','tarde',2,'2022-02-01'),(3,'Finn Docherty','mañana',1,'2023-09-04'),(4,'Lou Pereira','noche',2,'2021-11-22'),(5,'Sid Marsh','noche',1,'2024-06-03');
INSERT INTO ordenes VALUES
(9001,'BR-101',1,'2023-02-14 08:30','2023-02-14 11:00','frenos','alta',65,58,0),
(9002,'VO-007',2,'2023-04-03 14:10','2023-04-05 17:30','batería','alta',120,310,1),
(9003,'HP-33',1,'2023-05-19 09:00','2023-05-19 10:15','rueda','media',40,27.5,0),
(9004,'BR-102',4,'2023-07-08 22:20','2023-07-10 06:00','motor','alta',150,245,1),
(9005,'VO-012',2,'2023-08-21 15:45','2023-08-22 16:00','luces','baja',25,18,0),
(9006,'BR-118',3,'2023-10-30 08:15','2023-10-31 12:40','rueda','media',55,31,0),
(9007,'VO-007',1,'2023-12-12 10:00','2023-12-20 13:00','batería','alta',140,335,0),
(9008,'HP-34',3,'2024-01-17 11:30','2024-01-18 09:20','frenos','alta',70,49,0),
(9009,'CW-1',2,'2024-03-25 16:05','2024-03-26 18:10','manillar','media',50,36,1),
(9010,'BR-101',4,'2024-04-29 21:00','2024-05-01 05:30','batería','media',110,298,0),
(9011,'VO-020',1,'2024-06-06 09:40','2024-06-06 12:10','rueda','baja',35,26,0),
(9012,'HP-33',5,'2024-07-15 23:10','2024-07-17 04:45','luces','baja',45,22,0),
(9013,'BR-102',1,'2024-08-26 08:05',NULL,'motor','alta',NULL,NULL,0),
(9014,'VO-012',NULL,'2024-09-02 13:25',NULL,'frenos','alta',NULL,NULL,0),
(9015,'HP-34',3,'2024-09-05 10:50',NULL,'manillar','media',NULL,NULL,0);
INSERT INTO repuestos VALUES ('PAS-1','brake pads',46,6.5,'BrakeCo'),('BAT-48','48V battery',3,245,'CellHaus'),('CUB-10','10in tyre',18,12,'RollFast'),('MOT-3','hub motor',1,160,'CellHaus'),('LED-F','front light',0,8.9,'Lumo'),('MAN-2','handlebar grip',27,4.2,'RollFast'),('CAM-10','inner tube',60,3.1,'RollFast');
INSERT INTO orden_repuesto VALUES (9001,'PAS-1',2),(9002,'BAT-48',1),(9003,'CUB-10',1),(9004,'MOT-3',1),(9005,'LED-F',1),(9006,'CUB-10',1),(9006,'CAM-10',1),(9007,'BAT-48',1),(9008,'PAS-1',3),(9009,'MAN-2',2),(9010,'BAT-48',1),(9011,'CAM-10',3),(9012,'LED-F',1);
