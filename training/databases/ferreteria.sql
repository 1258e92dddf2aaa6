CREATE TABLE proveedores (
  cod_prov INTEGER PRIMARY KEY,
  razon_social TEXT NOT NULL,
  cuit TEXT,
  localidad TEXT,
  tel TEXT,
  plazo_dias INTEGER,
  f_alta DATE,
  f_baja DATE
);
CREATE TABLE rubros (
  id_rubro INTEGER PRIMARY KEY,
  nombre TEXT,
  pasillo INTEGER
);
CREATE TABLE articulos (
  cod_art TEXT PRIMARY KEY,
  descrip TEXT,
  id_rubro INTEGER REFERENCES rubros(id_rubro),
  cod_prov INTEGER REFERENCES proveedores(cod_prov),
  costo REAL,
  precio REAL,
  stock INTEGER,
  stock_min INTEGER,
  discontinuado INTEGER DEFAULT 0
);
CREATE TABLE clientes (
  nro_cli INTEGER PRIMARY KEY,
  nombre TEXT,
  tipo TEXT,
  barrio TEXT,
  saldo REAL,
  cta_cte INTEGER
);
CREATE TABLE ventas (
  nro_vta INTEGER PRIMARY KEY,
  fecha DATE,
  nro_cli INTEGER REFERENCES clientes(nro_cli),
  vendedor TEXT,
  medio_pago TEXT,
  total REAL,
  estado TEXT
);
CREATE TABLE renglones (
  nro_vta INTEGER REFERENCES ventas(nro_vta),
  cod_art TEXT REFERENCES articulos(cod_art),
  cant INTEGER,
  p_unit REAL,
  PRIMARY KEY (nro_vta, cod_art)
);
CREATE TABLE pedidos_prov (
  nro_ped INTEGER PRIMARY KEY,
  cod_prov INTEGER REFERENCES proveedores(cod_prov),
  f_pedido DATE,
  f_recibido DATE,
  importe REAL,
  pagado INTEGER
);
INSERT INTO proveedores VALUES
(1,'Bulonera del Sur SRL','30-71112223-4','Avellaneda','11-4201-5566',30,'2015-04-10',NULL),
(2,'Pinturas Rioplatense SA','30-50223344-9','San Martín','11-4752-8899',60,'2012-08-01',NULL),
(3,'Herramientas Colón','20-22334455-6','Rosario','341-455-1020',15,'2019-02-18',NULL),
(4,'Sanitarios Quilmes',NULL,'Quilmes',NULL,30,'2018-11-05','2023-12-29'),
(5,'Electro Pampa SA','30-60778899-1','Santa Rosa','2954-43-2211',45,'2021-06-22',NULL),
(6,'Maderera El Ceibo','30-70445566-7','Tigre',NULL,0,'2022-09-14',NULL),
(7,'Cerrajes Lanús','27-18999888-3','Lanús','11-4240-7713',15,'2016-03-30','2024-06-30');
INSERT INTO rubros VALUES (1,'Bulonería',1),(2,'Pinturas',2),(3,'Herramientas',3),(4,'Sanitarios',4),(5,'Electricidad',5),(6,'Cerrajería',1),(7,'Jardín',NULL);
INSERT INTO articulos VALUES
('BU-010','Tornillo autoperforante 8x1 (caja x100)',1,1,2100,3600,85,20,0),
('BU-022','Bulón zincado 3/8 x 2',1,1,180,320,640,200,0),
('PI-101','Látex interior blanco 20 L',2,2,38500,56900,12,10,0),
('PI-115','Esmalte sintético negro 1 L',2,2,7200,11800,0,6,0),
('PI-130','Barniz marino 4 L',2,2,21000,31500,3,4,0),
('HE-200','Taladro percutor 650 W',3,3,61000,94500,5,2,0),
('HE-207','Martillo carpintero',3,3,8900,14200,18,5,0),
('HE-230','Amoladora 115 mm',3,3,54000,82000,0,3,0),
('SA-301','Canilla monocomando cocina',4,4,47000,71000,2,2,1),
('SA-310','Sifón doble PVC',4,NULL,5200,8700,14,5,0),
('EL-400','Cable unipolar 2,5 mm (rollo 100 m)',5,5,43000,62500,9,8,0),
('EL-412','Térmica bipolar 20 A',5,5,6800,10900,31,10,0),
('CE-500','Cerradura doble paleta',6,7,19500,29800,4,3,1),
('CE-505','Candado 50 mm',6,7,7400,12600,0,4,1);
INSERT INTO clientes VALUES
(1,'Consumidor final','particular',NULL,0,0),
(2,'Construcciones Belgrano','constructora','Belgrano',485000,1),
(3,'Raúl Medina','gasista','Caballito',0,1),
(4,'Silvia Quiroga','particular','Flores',0,0),
(5,'Pinturería y Obras Tito','pintor','Boedo',122300,1),
(6,'Consorcio Av. La Plata 1200','consorcio','Boedo',39800,1),
(7,'Electricidad Nievas','electricista','Flores',-5400,1),
(8,'Ezequiel Paz','electricista',NULL,0,0);
INSERT INTO ventas VALUES
(5001,'2024-02-05',2,'Norma','cuenta corriente',341400,'entregada'),
(5002,'2024-02-17',1,'Facundo','efectivo',14200,'entregada'),
(5003,'2024-03-03',3,'Norma','transferencia',79700,'entregada'),
(5004,'2024-03-22',5,'Facundo','cuenta corriente',180600,'entregada'),
(5005,'2024-05-10',4,'Norma','tarjeta',29800,'anulada'),
(5006,'2024-07-01',7,'Ignacio','transferencia',158200,'entregada'),
(5007,'2024-08-19',6,'Norma','cuenta corriente',39800,'entregada'),
(5008,'2024-11-11',1,'Ignacio','efectivo',7200,'entregada'),
(5009,'2025-01-14',2,'Facundo','cuenta corriente',284500,'pendiente'),
(5010,'2025-02-08',7,'Norma','tarjeta',62500,'entregada'),
(5011,'2025-02-20',1,'Ignacio','efectivo',25200,'anulada'),
(5012,'2025-03-04',4,'Norma','tarjeta',94500,'pendiente');
INSERT INTO renglones VALUES
(5001,'PI-101',6,56900),(5002,'HE-207',1,14200),(5003,'SA-301',1,71000),(5003,'SA-310',1,8700),
(5004,'PI-101',2,56900),(5004,'PI-130',2,31500),(5004,'BU-010',1,3800),(5005,'CE-500',1,29800),
(5006,'EL-400',2,62500),(5006,'EL-412',3,10900),(5007,'CE-505',2,12600),(5007,'HE-207',1,14200),
(5008,'BU-010',2,3600),(5009,'PI-101',5,56900),(5010,'EL-400',1,62500),(5011,'CE-505',2,12600),(5012,'HE-200',1,94500);
INSERT INTO pedidos_prov VALUES
(801,2,'2024-01-20','2024-01-29',770000,1),
(802,1,'2024-02-11','2024-02-14',126000,1),
(803,3,'2024-04-02','2024-04-20',366000,1),
(804,7,'2024-05-06','2024-05-10',117000,1),
(805,5,'2024-06-15','2024-07-02',430000,1),
(806,2,'2024-10-03','2024-10-09',385000,0),
(807,3,'2024-12-12','2025-01-15',162000,0),
(808,1,'2025-01-28','2025-01-30',98000,1),
(809,2,'2025-02-25',NULL,288000,0),
(810,3,'2025-03-01',NULL,216000,0);
