CREATE TABLE depot (
  depot_id INTEGER PRIMARY KEY,
  depot_nm TEXT,
  city TEXT,
  cap_cyl INTEGER
);
CREATE TABLE driver (
  drv_id INTEGER PRIMARY KEY,
  drv_nm TEXT,
  depot_id INTEGER,
  lic_exp TEXT,
  hire_dt TEXT,
  hazmat_ok INTEGER
);
CREATE TABLE cust (
  cust_id INTEGER PRIMARY KEY,
  cust_nm TEXT,
  seg TEXT,
  phone TEXT,
  hood TEXT,
  credit_lim REAL
);
CREATE TABLE cyl_type (
  cyl_cd TEXT PRIMARY KEY,
  kg REAL,
  price REAL,
  deposit REAL
);
CREATE TABLE delivery (
  dlv_id INTEGER PRIMARY KEY,
  cust_id INTEGER,
  drv_id INTEGER,
  cyl_cd TEXT,
  ord_ts TEXT,
  dlv_ts TEXT,
  qty INTEGER,
  empties_back INTEGER,
  amt REAL,
  pay TEXT,
  sts TEXT
);
CREATE TABLE stock_mv (
  mv_id INTEGER PRIMARY KEY,
  depot_id INTEGER,
  cyl_cd TEXT,
  mv_dt TEXT,
  mv_type TEXT,
  qty INTEGER
);
INSERT INTO depot VALUES
(1,'Central','Campinas',1200),
(2,'Barão','Campinas',450),
(3,'Sumaré','Sumaré',600),
(4,'Vinhedo','Vinhedo',300),
(5,'Paulínia Velha','Paulínia',200);
INSERT INTO driver VALUES
(1,'Zé Carlos Moura',1,'2026-05-30','2014-08-11',1),
(2,'Adriano Pimenta',1,'2025-08-02','2019-03-25',1),
(3,'Gislaine Torres',2,'2027-01-19','2021-10-04',1),
(4,'Wanderley Dias',3,'2025-06-11','2016-06-20',0),
(5,'Kauã Ribeiro',3,'2028-02-14','2024-07-01',1),
(6,'Neusa Fontes',4,NULL,'2025-03-10',0);
INSERT INTO cust VALUES
(1,'Padaria Trigo Bom','COM','19 3251-1122','Cambuí',3000),
(2,'Dona Lourdes Prates','RES','19 99801-3344','Barão',NULL),
(3,'Churrascaria Laço','COM','19 3873-5566','Centro',5000),
(4,'Condomínio Ipês','CND','19 3256-7788','Taquaral',8000),
(5,'Seu Nelson Rangel','RES',NULL,'Nova Veneza',NULL),
(6,'Lavanderia Espuma','IND','19 3864-9900','Distrito',10000),
(7,'Lanchonete do Tonho','COM','19 97412-2323','Centro',1500),
(8,'Cerâmica Jardim','IND','19 3876-4545','Capela',12000),
(9,'Rute Amaral','RES','19 98765-0011','Cambuí',NULL);
INSERT INTO cyl_type VALUES
('P05',5,62,110),
('P13',13,115,180),
('P20',20,210,320),
('P45',45,430,650),
('P90',90,880,1300);
INSERT INTO delivery VALUES
(1,2,3,'P13','2024-01-10 08:20','2024-01-10 09:05',1,1,115,'CASH','OK'),
(2,1,1,'P45','2024-02-05 07:00','2024-02-05 10:30',3,3,1290,'INV','OK'),
(3,4,2,'P90','2024-03-18 09:00','2024-03-19 08:00',4,4,3520,'INV','OK'),
(4,7,1,'P13','2024-05-07 11:15','2024-05-07 11:50',2,1,230,'PIX','OK'),
(5,6,4,'P90','2024-06-24 08:40','2024-06-24 15:00',6,6,5280,'INV','OK'),
(6,5,4,'P13','2024-08-02 18:10',NULL,1,0,115,NULL,'CXL'),
(7,3,1,'P45','2024-09-13 10:00','2024-09-13 12:20',5,4,2150,'INV','OK'),
(8,9,2,'P13','2024-11-20 19:00','2024-11-20 19:35',1,0,295,'PIX','OK'),
(9,8,5,'P90','2024-12-09 07:30','2024-12-10 09:00',8,7,7040,'INV','OK'),
(10,2,3,'P13','2025-01-14 08:45','2025-01-14 09:15',1,1,118,'PIX','OK'),
(11,1,1,'P45','2025-02-17 07:10','2025-02-17 09:40',3,3,1320,'INV','OK'),
(12,7,2,'P20','2025-03-06 12:00','2025-03-06 14:00',2,2,420,'CARD','OK'),
(13,6,5,'P90','2025-03-25 08:00','2025-03-25 13:30',6,5,5400,'INV','OK'),
(14,5,4,'P05','2025-04-12 17:20','2025-04-12 18:30',2,0,124,'CASH','OK'),
(15,3,2,'P45','2025-04-29 10:10',NULL,4,0,1760,NULL,'CXL'),
(16,4,1,'P90','2025-05-15 09:30','2025-05-15 16:00',4,4,3600,'INV','OK'),
(17,2,3,'P13','2025-05-28 20:05','2025-05-28 20:40',1,1,118,'PIX','OK'),
(18,8,NULL,'P90','2025-06-02 07:45',NULL,8,0,7200,NULL,'OPEN');
INSERT INTO stock_mv VALUES
(1,1,'P13','2024-01-03','IN',400),
(2,1,'P45','2024-01-03','IN',120),
(3,3,'P90','2024-02-14','IN',80),
(4,2,'P13','2024-04-09','XFER',100),
(5,1,'P13','2024-07-19','LOSS',3),
(6,1,'P90','2024-10-01','IN',60),
(7,4,'P13','2025-01-08','IN',150),
(8,1,'P45','2025-02-20','IN',90),
(9,3,'P90','2025-03-31','LOSS',1),
(10,2,'P05','2025-04-04','IN',70),
(11,3,'P13','2025-05-20','IN',200);
