CREATE TABLE product (
  sku TEXT PRIMARY KEY,
  title TEXT,
  family TEXT,
  material TEXT,
  list_price REAL,
  weight_kg REAL,
  discontinued INTEGER
);
CREATE TABLE dealer (
  dealer_id INTEGER PRIMARY KEY,
  company TEXT,
  town TEXT,
  country TEXT,
  discount_pct REAL,
  contact_email TEXT
);
CREATE TABLE sales_order (
  order_id INTEGER PRIMARY KEY,
  dealer_id INTEGER,
  placed_on TEXT,
  shipped_on TEXT,
  carrier TEXT,
  state TEXT
);
CREATE TABLE order_item (
  order_id INTEGER,
  sku TEXT,
  units INTEGER,
  unit_price REAL
);
CREATE TABLE work_batch (
  batch_id INTEGER PRIMARY KEY,
  sku TEXT,
  started TEXT,
  finished TEXT,
  units_made INTEGER,
  units_scrap INTEGER,
  workshop TEXT
);
CREATE TABLE complaint (
  complaint_id INTEGER PRIMARY KEY,
  order_id INTEGER,
  received TEXT,
  reason TEXT,
  refund REAL
);
INSERT INTO product VALUES
('BNC-01','Banco Alameda','bench','teak',320,28,0),
('BNC-02','Banco Jacinto','bench','pine',145,19,0),
('MSA-10','Mesa Olivar 180','table','teak',690,52,0),
('MSA-11','Mesa Grao redonda','table','aluminium',410,24,0),
('SLL-20','Silla Brisa','chair','aluminium',98,5.5,0),
('SLL-21','Silla Cala apilable','chair','resin',39,3.8,0),
('TMB-30','Tumbona Levante','lounger','aluminium',265,13,0),
('TMB-31','Tumbona Poniente','lounger','teak',480,31,1),
('PRG-40','Pérgola Sirocco','shade','aluminium',1250,96,0),
('SMB-41','Sombrilla Duna 3m','shade','aluminium',175,16,0),
('BAU-50','Baúl Tramuntana','storage','resin',129,14,0);
INSERT INTO dealer VALUES
(1,'Jardines del Turia','Valencia','ES',20,'compras@jturia.example'),
(2,'Casa Verde Hogar','Madrid','ES',25,'pedidos@casaverde.example'),
(3,'Quintal & Filhos','Oporto','PT',18,'geral@quintal.example'),
(4,'Garden Loft','Bristol','GB',22,NULL),
(5,'Terrazas Costa','Málaga','ES',15,'hola@terrazascosta.example'),
(6,'Maison Patio','Lyon','FR',20,'achat@patio.example'),
(7,'Hotel Las Adelfas','Alicante','ES',0,NULL);
INSERT INTO sales_order VALUES
(2001,1,'2024-02-12','2024-02-26','Transcargo','delivered'),
(2002,2,'2024-03-05','2024-03-25','Transcargo','delivered'),
(2003,3,'2024-03-28','2024-04-15','LusoExpress','delivered'),
(2004,7,'2024-04-19','2024-05-06','own van','delivered'),
(2005,4,'2024-05-22','2024-06-14','Channel Freight','delivered'),
(2006,5,'2024-06-03',NULL,NULL,'cancelled'),
(2007,2,'2024-09-17','2024-10-01','Transcargo','delivered'),
(2008,1,'2025-01-21','2025-02-05','Transcargo','delivered'),
(2009,6,'2025-02-18','2025-03-12','Transcargo','delivered'),
(2010,2,'2025-03-04','2025-03-18','Transcargo','delivered'),
(2011,5,'2025-03-26','2025-04-09','own van','delivered'),
(2012,3,'2025-04-14','2025-05-02','LusoExpress','shipped'),
(2013,4,'2025-04-29',NULL,NULL,'in production'),
(2014,1,'2025-05-08',NULL,NULL,'in production');
INSERT INTO order_item VALUES
(2001,'BNC-01',6,256),
(2001,'SLL-21',60,31.2),
(2002,'MSA-10',5,517.5),
(2002,'SLL-20',30,73.5),
(2003,'TMB-30',12,217.3),
(2004,'TMB-30',24,265),
(2004,'SMB-41',10,175),
(2005,'BNC-01',8,249.6),
(2006,'PRG-40',1,1062.5),
(2007,'BNC-02',15,108.75),
(2008,'MSA-11',4,328),
(2008,'SLL-20',16,78.4),
(2009,'TMB-31',6,384),
(2010,'PRG-40',2,937.5),
(2010,'MSA-10',3,517.5),
(2011,'SLL-21',100,33.15),
(2012,'TMB-30',10,217.3),
(2013,'SMB-41',20,136.5),
(2014,'BNC-01',10,256);
INSERT INTO work_batch VALUES
(1,'SLL-21','2024-01-15','2024-01-26',200,9,'Nave A'),
(2,'BNC-01','2024-01-22','2024-02-16',30,1,'Nave B'),
(3,'MSA-10','2024-02-19','2024-03-15',12,0,'Nave B'),
(4,'TMB-30','2024-03-11','2024-04-05',60,4,'Nave A'),
(5,'SLL-20','2024-07-01','2024-07-19',80,2,'Nave A'),
(6,'BNC-02','2024-09-02','2024-09-20',25,3,'Nave B'),
(7,'PRG-40','2025-01-13','2025-02-28',6,0,'Nave C'),
(8,'SLL-21','2025-03-03','2025-03-14',150,12,'Nave A'),
(9,'TMB-30','2025-04-07','2025-04-25',40,1,'Nave A'),
(10,'BNC-01','2025-05-05',NULL,NULL,NULL,'Nave B');
INSERT INTO complaint VALUES
(1,2001,'2024-03-20','loose joint',64),
(2,2002,'2024-04-08','transport damage',147),
(3,2004,'2024-07-15','paint flaking',0),
(4,2005,'2024-08-02','transport damage',249.6),
(5,2007,'2024-10-22','missing screws',NULL),
(6,2010,'2025-04-01','transport damage',310),
(7,2011,'2025-05-06','paint flaking',NULL);
