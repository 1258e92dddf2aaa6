CREATE TABLE alumnos (
  id INTEGER PRIMARY KEY,
  nombre TEXT,
  apellido TEXT,
  celular TEXT,
  barrio TEXT,
  f_nac TEXT,
  f_alta TEXT,
  f_baja TEXT
);
CREATE TABLE profes (
  id INTEGER PRIMARY KEY,
  nombre TEXT,
  especialidad TEXT,
  valor_hora REAL,
  activo INTEGER
);
CREATE TABLE cursos (
  id INTEGER PRIMARY KEY,
  titulo TEXT,
  id_profe INTEGER,
  dia TEXT,
  hs_semana REAL,
  cuota REAL,
  cupo INTEGER,
  nivel TEXT
);
CREATE TABLE inscrip (
  id INTEGER PRIMARY KEY,
  id_alumno INTEGER,
  id_curso INTEGER,
  fecha TEXT,
  becado INTEGER,
  estado TEXT
);
CREATE TABLE pagos (
  nro_recibo INTEGER PRIMARY KEY,
  id_inscrip INTEGER,
  f_pago TEXT,
  importe REAL,
  medio TEXT,
  mes_cuota TEXT
);
CREATE TABLE hornadas (
  nro INTEGER PRIMARY KEY,
  horno TEXT,
  f_inicio TEXT,
  f_fin TEXT,
  temp_max INTEGER,
  tipo TEXT,
  costo_gas REAL
);
CREATE TABLE piezas (
  id_pieza INTEGER PRIMARY KEY,
  id_alumno INTEGER,
  nro_hornada INTEGER,
  descrip TEXT,
  arcilla TEXT,
  esmalte TEXT,
  peso_gr INTEGER,
  sit TEXT,
  precio_vta REAL
);
INSERT INTO alumnos VALUES
(1,'Florencia','Iturralde','11-5544-1010','Almagro','1990-03-22','2023-03-06',NULL),
(2,'Martín','Quiroga','11-6622-4433','Boedo','1984-11-09','2023-03-08','2023-12-20'),
(3,'Nélida','Sosa',NULL,'Caballito','1955-07-30','2022-08-15',NULL),
(4,'Julieta','Barrios','11-3131-9090','Almagro','2001-01-17','2024-03-04',NULL),
(5,'Ramiro','Etcheverry','11-2020-7878','Villa Crespo','1978-05-05','2024-03-05','2024-05-31'),
(6,'Carla','Domínguez','11-4747-1212','Boedo','1996-09-28','2023-08-01',NULL),
(7,'Susana','Pérez Leiva',NULL,'Almagro','1949-12-02','2022-03-10',NULL),
(8,'Lautaro','Giménez','11-8989-5656','Flores','2009-06-14','2024-04-02',NULL),
(9,'Paula','Wainer','11-7070-3434',NULL,'1988-02-11','2024-05-06',NULL);
INSERT INTO profes VALUES
(1,'Graciela Monti','torno',9500,1),(2,'Hernán Costa','escultura',8700,1),(3,'Yanina Rey','esmaltes',9000,1),
(4,'Osvaldo Prado','torno',7200,0),(5,'Milagros Ibarra','niños',7800,1),(6,'Kenji Oshiro','raku',11000,1);
INSERT INTO cursos VALUES
(1,'Torno inicial',1,'lunes',3,38000,6,'inicial'),(2,'Torno avanzado',1,'miércoles',3,45000,5,'avanzado'),
(3,'Modelado y escultura',2,'martes',2.5,34000,10,'inicial'),(4,'Laboratorio de esmaltes',3,'jueves',2,40000,8,'avanzado'),
(5,'Barro para chicos',5,'sábado',1.5,22000,12,'infantil'),(6,'Torno intermedio',1,'viernes',3,41000,6,'intermedio'),(7,'Raku de fin de semana',6,'sábado',4,52000,8,'avanzado');
INSERT INTO inscrip VALUES
(1,1,1,'2023-03-06',0,'finalizada'),(2,2,3,'2023-03-08',0,'baja'),(3,3,3,'2022-08-15',1,'vigente'),(4,4,1,'2024-03-04',0,'vigente'),
(5,5,4,'2024-03-05',0,'baja'),(6,6,2,'2023-08-01',0,'vigente'),(7,7,3,'2022-03-10',1,'vigente'),(8,8,5,'2024-04-02',0,'vigente'),
(9,1,2,'2024-03-06',0,'vigente'),(10,9,6,'2024-05-06',0,'pendiente'),(11,6,4,'2024-03-07',0,'vigente'),(12,4,3,'2024-05-14',0,'vigente'),(13,6,7,'2024-06-01',0,'vigente'),(14,9,4,'2024-06-04',0,'vigente');
INSERT INTO pagos VALUES
(1001,1,'2023-03-06',25000,'efectivo','2023-03'),(1002,2,'2023-03-10',22000,'transferencia','2023-03'),(1003,6,'2023-08-03',30000,'mercado pago','2023-08'),
(1004,4,'2024-03-04',38000,'mercado pago','2024-03'),(1005,5,'2024-03-09',40000,'transferencia','2024-03'),(1006,9,'2024-03-06',45000,'efectivo','2024-03'),
(1007,11,'2024-03-07',40000,'transferencia','2024-03'),(1008,4,'2024-04-05',38000,'mercado pago','2024-04'),(1009,8,'2024-04-02',22000,'efectivo','2024-04'),
(1010,9,'2024-04-16',45000,'efectivo','2024-04'),(1011,6,'2024-05-03',45000,'mercado pago','2024-05'),(1012,8,'2024-05-21',22000,'transferencia','2024-05'),
(1013,12,'2024-05-14',17000,'efectivo','2024-05'),(1014,3,'2024-06-03',10000,'efectivo','2024-06');
INSERT INTO hornadas VALUES
(41,'grande','2023-09-12','2023-09-13',1020,'bizcocho',14500),(42,'grande','2023-10-20','2023-10-22',1240,'esmalte',19800),(43,'chico','2024-03-25','2024-03-26',1000,'bizcocho',9300),
(44,'grande','2024-04-18','2024-04-20',1245,'esmalte',31200),(45,'raku','2024-05-11','2024-05-11',980,'raku',12700),(46,'chico','2024-05-27','2024-05-28',1230,'esmalte',17600),(47,'grande','2024-06-10',NULL,NULL,'bizcocho',NULL);
INSERT INTO piezas VALUES
(1,1,41,'bol hondo','gres','celadón',820,'retirada',NULL),(2,2,42,'busto','terracota',NULL,5400,'retirada',NULL),(3,3,42,'florero','gres','tenmoku',1650,'vendida',28000),
(4,6,44,'tetera','porcelana','transparente',940,'vendida',46000),(5,6,44,'taza','porcelana','celadón',310,'rota',NULL),(6,4,43,'cuenco','gres',NULL,560,'en estante',NULL),
(7,7,44,'plato playo','gres','tenmoku',1120,'en estante',15000),(8,1,45,'vasija','chamote',NULL,2300,'rota',NULL),(9,5,46,'jarra','gres','celadón',1380,'en estante',NULL),
(10,8,43,'dinosaurio','terracota',NULL,430,'retirada',NULL),(11,3,46,'fuente','gres','blanco mate',2750,'vendida',39000),(12,4,NULL,'mate','porcelana',NULL,205,'sin hornear',NULL),
(13,1,46,'sopera','gres','blanco mate',3100,'en estante',52000),(14,8,47,'tortuga','terracota',NULL,650,'sin hornear',NULL);
