CREATE TABLE sucursal (
  id_suc INTEGER PRIMARY KEY,
  nombre TEXT,
  barrio TEXT,
  f_apertura TEXT,
  mesas INTEGER,
  encargado TEXT,
  delivery INTEGER
);
CREATE TABLE gusto (
  id_gusto INTEGER PRIMARY KEY,
  nom TEXT,
  familia TEXT,
  costo_kg REAL,
  sin_tacc INTEGER,
  vegano INTEGER,
  f_baja TEXT
);
CREATE TABLE proveedor (
  id_prov INTEGER PRIMARY KEY,
  razon_social TEXT,
  cuit TEXT,
  localidad TEXT,
  plazo_dias INTEGER,
  mail TEXT
);
CREATE TABLE compra_mp (
  nro_compra INTEGER PRIMARY KEY,
  id_prov INTEGER REFERENCES proveedor(id_prov),
  f_compra TEXT,
  insumo TEXT,
  cant_kg REAL,
  importe REAL,
  f_pago TEXT
);
CREATE TABLE tanda (
  id_tanda INTEGER PRIMARY KEY,
  id_gusto INTEGER REFERENCES gusto(id_gusto),
  f_elab TEXT,
  kg_prod REAL,
  kg_merma REAL,
  maestro TEXT,
  f_vto TEXT
);
CREATE TABLE venta (
  id_vta INTEGER PRIMARY KEY,
  id_suc INTEGER REFERENCES sucursal(id_suc),
  fh TEXT,
  formato TEXT,
  cant INTEGER,
  total REAL,
  medio_pago TEXT,
  canal TEXT
);
INSERT INTO sucursal VALUES
(1,'Casa Matriz','Almagro','1978-11-20',14,'Norma Pietra',1),
(2,'La Esquina','Caballito','2005-09-01',8,'Julián Sosa',1),
(3,'Parque','Palermo','2016-12-10',20,'Vera Montes',1),
(4,'Kiosco Río','Vicente López','2021-01-15',0,NULL,0),
(5,'Terminal','Retiro','2019-07-05',4,'Ramiro Ledesma',0),
(6,'Sur','Lanús','2023-10-28',10,'Brenda Acuña',1);
INSERT INTO gusto VALUES
(1,'Dulce de leche granizado','dulces',4200,1,0,NULL),
(2,'Chocolate amargo','chocolates',5600,1,1,NULL),
(3,'Frutilla al agua','frutales',2900,1,1,NULL),
(4,'Sambayón','cremas',4900,1,0,NULL),
(5,'Pistacho','cremas',9800,1,0,NULL),
(6,'Tramontana','cremas',4450,0,0,NULL),
(7,'Maracuyá','frutales',3300,1,1,NULL),
(8,'Quinotos al whisky','frutales',4700,1,0,'2022-04-30'),
(9,'Chocolate con almendras','chocolates',6900,1,0,NULL),
(10,'Banana split','dulces',4000,0,0,'2023-03-15'),
(11,'Limón','frutales',2500,1,1,NULL),
(12,'Cheesecake','cremas',5100,0,0,NULL);
INSERT INTO proveedor VALUES
(1,'Lácteos Don Pedro SRL','30-61234567-8','Chivilcoy',30,'ventas@donpedro.com.ar'),
(2,'Frutas del Mercado','20-18999333-1','CABA',0,NULL),
(3,'Cacao Austral SA','30-70888111-4','Bariloche',45,'pedidos@cacaoaustral.com'),
(4,'Envases Pampa','30-65432198-2','San Martín',15,'info@envasespampa.com'),
(5,'Frutos Secos Cuyo','27-22111444-9','Mendoza',30,NULL),
(6,'Distribuidora El Trébol','30-55566677-0','CABA',7,'eltrebol@correo.com');
INSERT INTO compra_mp VALUES
(501,1,'2024-10-03','leche en polvo',200,640000,'2024-11-02'),
(502,1,'2024-10-17','crema de leche',150,712000,'2024-11-18'),
(503,3,'2024-10-22','cacao amargo',60,540000,'2024-12-05'),
(504,2,'2024-11-05','frutilla',120,216000,'2024-11-05'),
(505,5,'2024-11-12','pistacho',25,875000,NULL),
(506,4,'2024-11-20','potes telgopor',40,188000,'2024-12-04'),
(507,1,'2024-12-02','crema de leche',220,1100000,NULL),
(508,2,'2024-12-09','limón',90,99000,'2024-12-09'),
(509,3,'2024-12-11','cobertura',80,836000,NULL),
(510,5,'2024-12-18','almendras',30,402000,'2025-01-17'),
(511,2,'2025-01-04','maracuyá',70,245000,'2025-01-04'),
(512,1,'2025-01-09','leche en polvo',250,905000,NULL);
INSERT INTO tanda VALUES
(1,1,'2024-12-02',60,1.5,'Osvaldo','2025-03-02'),
(2,2,'2024-12-02',45,0.8,'Mirta','2025-03-02'),
(3,3,'2024-12-05',50,2.2,'Osvaldo','2025-02-05'),
(4,5,'2024-12-10',20,0.3,'Mirta','2025-03-10'),
(5,11,'2024-12-12',70,3.1,'Fabricio','2025-02-12'),
(6,4,'2024-12-19',35,1.0,'Osvaldo','2025-03-19'),
(7,1,'2024-12-27',80,1.9,'Mirta','2025-03-27'),
(8,9,'2025-01-03',40,NULL,'Fabricio','2025-04-03'),
(9,7,'2025-01-06',55,2.7,'Fabricio','2025-03-06'),
(10,6,'2025-01-08',38,0.6,'Mirta','2025-04-08'),
(11,1,'2025-01-10',75,2.0,'Osvaldo','2025-04-10'),
(12,11,'2025-01-11',65,1.2,'Mirta','2025-03-11');
INSERT INTO venta VALUES
(1,1,'2024-12-24 18:10','kilo',3,48000,'efectivo','mostrador'),
(2,2,'2024-12-24 19:45','kilo',2,32000,'debito','delivery'),
(3,3,'2024-12-28 22:05','cucurucho',4,18000,'mp','mostrador'),
(4,3,'2025-01-02 17:20','cuarto',2,11000,'credito','mostrador'),
(5,4,'2025-01-03 16:00','cucurucho',6,27000,'efectivo','mostrador'),
(6,1,'2025-01-04 21:30','medio',1,9000,'mp','delivery'),
(7,6,'2025-01-05 20:15','kilo',1,16500,'debito','delivery'),
(8,2,'2025-01-05 23:10','vasito',3,10500,'efectivo','mostrador'),
(9,5,'2025-01-07 13:40','vasito',2,7400,'mp','mostrador'),
(10,3,'2025-01-10 22:50','kilo',4,66000,'credito','app'),
(11,1,'2025-01-11 19:00','cucurucho',5,22500,'efectivo','mostrador'),
(12,6,'2025-01-11 21:05','medio',2,18400,'mp','app'),
(13,3,'2025-01-12 00:20','cuarto',3,16500,'efectivo','mostrador'),
(14,2,'2025-01-12 20:40','kilo',1,16500,'mp','app');
