CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  name TEXT,
  birthday DATE,
  whatsapp TEXT,
  neighborhood TEXT,
  vip INTEGER,
  referred_by INTEGER REFERENCES customer(id)
);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY,
  name TEXT,
  role TEXT,
  commission_pct REAL,
  hired_at DATE,
  fired_at DATE
);
CREATE TABLE service (
  id INTEGER PRIMARY KEY,
  label TEXT,
  category TEXT,
  price REAL,
  duration_min INTEGER,
  active INTEGER
);
CREATE TABLE appointment (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customer(id),
  staff_id INTEGER REFERENCES staff(id),
  service_id INTEGER REFERENCES service(id),
  starts_at TEXT,
  state TEXT,
  charged REAL,
  tip REAL,
  rating INTEGER
);
CREATE TABLE product (
  sku TEXT PRIMARY KEY,
  title TEXT,
  brand TEXT,
  qty_on_hand INTEGER,
  unit_cost REAL,
  sale_price REAL,
  expires_on DATE
);
CREATE TABLE product_sale (
  id INTEGER PRIMARY KEY,
  sku TEXT REFERENCES product(sku),
  customer_id INTEGER REFERENCES customer(id),
  sold_on DATE,
  qty INTEGER,
  pay_method TEXT,
  refunded INTEGER
);
INSERT INTO customer VALUES
(1,'Patrícia Lemos','1985-03-21','71 99100-0001','Barra',1,NULL),
(2,'Jéssica Moura','1996-07-02','71 99100-0002','Pituba',0,1),
(3,'Dona Célia Rocha','1951-12-13',NULL,'Barra',1,NULL),
(4,'Fernanda Quintela','1990-05-30','71 99100-0004','Rio Vermelho',0,1),
(5,'Marcos Aurélio Dias','1978-10-09','71 99100-0005',NULL,0,NULL),
(6,'Tainá Borges','2003-01-27','71 99100-0006','Pituba',0,2),
(7,'Rosângela Freire','1967-08-18',NULL,'Brotas',0,3),
(8,'Lívia Bastos','1999-11-11','71 99100-0008','Barra',0,NULL),
(9,'Ivone Teles','1960-06-06','71 99100-0009','Brotas',1,1);
INSERT INTO staff VALUES
(1,'Simone Araújo','cabeleireira',40,'2015-03-02',NULL),
(2,'Wesley Conceição','barbeiro',35,'2020-10-10',NULL),
(3,'Carla Dantas','manicure',50,'2018-06-18',NULL),
(4,'Nayara Pinho','esteticista',30,'2022-02-01','2024-09-30'),
(5,'Edilene Souza','manicure',45,'2023-11-20',NULL),
(6,'Rita Sacramento','recepcionista',0,'2019-01-07',NULL),
(7,'Bruno Leal','cabeleireiro',38,'2021-05-03','2023-04-28');
INSERT INTO service VALUES
(1,'Corte feminino','cabelo',90,50,1),
(2,'Corte masculino','cabelo',45,30,1),
(3,'Coloração','cabelo',180,120,1),
(4,'Escova progressiva','cabelo',320,180,1),
(5,'Pé e mão','unhas',65,80,1),
(6,'Alongamento em gel','unhas',150,140,1),
(7,'Limpeza de pele','estética',130,70,0),
(8,'Design de sobrancelha','estética',40,25,1),
(9,'Bronzeamento a jato','estética',110,30,0),
(10,'Penteado noiva','cabelo',450,150,1);
INSERT INTO appointment VALUES
(1,1,1,3,'2024-05-03 09:00','done',180,20,5),
(2,2,3,5,'2024-05-11 14:00','done',65,NULL,4),
(3,3,1,1,'2024-06-07 10:00','done',90,10,5),
(4,4,4,7,'2024-06-20 16:30','done',130,NULL,3),
(5,5,2,2,'2024-08-02 18:00','done',45,5,NULL),
(6,6,5,6,'2024-08-24 09:30','no_show',0,NULL,NULL),
(7,7,4,9,'2024-09-13 15:00','done',110,NULL,2),
(8,1,3,5,'2024-11-22 11:00','done',60,15,5),
(9,2,1,4,'2024-12-14 08:30','done',320,30,NULL),
(10,3,3,5,'2024-12-23 10:00','canceled',NULL,NULL,NULL),
(11,4,5,6,'2025-01-18 13:00','done',150,NULL,4),
(12,5,2,2,'2025-01-31 18:30','done',45,NULL,5),
(13,6,1,1,'2025-02-14 17:00','no_show',0,NULL,NULL),
(14,1,1,4,'2025-02-21 09:00','done',290,25,5),
(15,9,NULL,8,'2025-03-15 10:30','booked',NULL,NULL,NULL),
(16,2,5,5,'2025-03-15 15:00','booked',NULL,NULL,NULL),
(17,7,1,3,'2025-03-08 14:00','done',180,NULL,NULL),
(18,3,3,8,'2025-03-10 09:00','canceled',NULL,NULL,NULL);
INSERT INTO product VALUES
('SH-01','Shampoo hidratante 300 ml','Maré',14,18.5,39.9,'2026-08-31'),
('SH-02','Shampoo matizador 250 ml','Lumia',0,27,58,'2025-11-30'),
('CO-01','Condicionador 300 ml','Maré',9,19,42,'2026-08-31'),
('MA-01','Máscara de reparação 500 g','Lumia',3,48,99.9,'2025-02-28'),
('OL-01','Óleo de argan 60 ml','Tamara',6,31,72,NULL),
('ES-01','Esmalte vermelho','Cor Viva',40,4.2,11,'2025-01-31'),
('ES-02','Esmalte nude','Cor Viva',0,4.2,11,'2026-05-31'),
('PE-01','Pente de madeira','Tamara',5,9,24,NULL);
INSERT INTO product_sale VALUES
(1,'SH-01',1,'2024-05-03',2,'pix',0),
(2,'MA-01',2,'2024-12-14',1,'credit',0),
(3,'ES-01',NULL,'2024-07-19',3,'cash',0),
(4,'SH-02',4,'2024-09-05',1,'debit',1),
(5,'OL-01',3,'2024-12-23',1,'pix',0),
(6,'CO-01',1,'2025-01-10',1,'credit',0),
(7,'ES-02',6,'2025-01-15',4,'pix',0),
(8,'SH-01',9,'2025-02-01',1,'cash',0),
(9,'SH-02',1,'2025-02-21',2,'credit',0),
(10,'ES-01',NULL,'2025-03-01',2,'pix',1),
(11,'MA-01',7,'2025-03-08',1,'credit',0);
