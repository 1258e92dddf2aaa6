CREATE TABLE bancas (
  nr_banca INTEGER PRIMARY KEY,
  nome TEXT,
  cozinha TEXT,
  dono TEXT,
  telemovel TEXT,
  renda_dia REAL,
  tem_gas INTEGER,
  desde TEXT
);
CREATE TABLE pratos (
  id_prato INTEGER PRIMARY KEY,
  nr_banca INTEGER,
  prato TEXT,
  preco REAL,
  picante INTEGER,
  vegano INTEGER,
  FOREIGN KEY (nr_banca) REFERENCES bancas(nr_banca)
);
CREATE TABLE dias_feira (
  id_dia INTEGER PRIMARY KEY,
  data TEXT,
  tempo TEXT,
  visitantes INTEGER,
  evento TEXT
);
CREATE TABLE apuros (
  id_apuro INTEGER PRIMARY KEY,
  id_dia INTEGER,
  nr_banca INTEGER,
  doses INTEGER,
  valor REAL,
  desperdicio_kg REAL,
  FOREIGN KEY (id_dia) REFERENCES dias_feira(id_dia),
  FOREIGN KEY (nr_banca) REFERENCES bancas(nr_banca)
);
CREATE TABLE vistorias (
  id_vistoria INTEGER PRIMARY KEY,
  nr_banca INTEGER,
  data TEXT,
  nota INTEGER,
  fiscal TEXT,
  coima REAL,
  FOREIGN KEY (nr_banca) REFERENCES bancas(nr_banca)
);
INSERT INTO bancas VALUES
(1,'Bao Wow','taiwanese','Jenny Lo','07911 200101',45,1,'2022-05-07'),
(2,'Arepa Corner','venezuelan','Luis Rondón','07911 200102',40,1,'2021-03-20'),
(3,'Holy Guac','mexican','Kat Sørby','07911 200103',40,1,'2023-04-15'),
(4,'Dosa Nova','indian','Anand Rao',NULL,40,1,'2022-09-10'),
(5,'Crumb & Co','bakery','Mabel Finch','07911 200105',30,0,'2020-06-01'),
(6,'Pulpo Fiction','spanish','Iker Landa','07911 200106',50,1,'2024-02-03'),
(7,'The Cheese Toastie Bus','british','Ron Ackers','07911 200107',55,0,'2019-08-24'),
(8,'Lemon Ade','drinks','Ade Bakare',NULL,25,0,'2025-04-05');
INSERT INTO pratos VALUES
(1,1,'Pork belly bao',6.5,0,0),
(2,1,'Sriracha tofu bao',6,1,1),
(3,2,'Reina pepiada',8,0,0),
(4,2,'Black bean arepa',7,0,1),
(5,3,'Al pastor tacos',9,1,0),
(6,3,'Jackfruit tacos',8.5,1,1),
(7,4,'Masala dosa',7.5,1,1),
(8,5,'Cardamom bun',3.5,0,0),
(9,5,'Sausage roll',4,0,0),
(10,6,'Octopus roll',11,0,0),
(11,6,'Patatas bravas',6,1,NULL),
(12,7,'Triple cheddar toastie',7,0,0),
(13,7,'Kimchi toastie',7.5,1,0);
INSERT INTO dias_feira VALUES
(1,'2024-03-16','rain',850,NULL),
(2,'2024-05-25','sun',2600,'Spring Fest'),
(3,'2024-07-13','sun',3100,NULL),
(4,'2024-08-31','cloud',2200,'Chilli Day'),
(5,'2024-10-26','rain',1100,NULL),
(6,'2024-12-14','cold',2900,'Christmas Market'),
(7,'2025-02-15','rain',700,NULL),
(8,'2025-04-19','sun',2450,'Spring Fest'),
(9,'2025-05-10','sun',NULL,NULL);
INSERT INTO apuros VALUES
(1,1,1,95,610,3.5),
(2,1,7,140,1005,2),
(3,2,2,260,1980,6),
(4,2,3,310,2720,4.5),
(5,2,5,400,1480,1),
(6,3,1,320,2010,5),
(7,3,6,180,1890,9.5),
(8,4,3,405,3560,2.2),
(9,4,4,290,2175,3),
(10,5,7,170,1225,NULL),
(11,6,5,520,1900,0),
(12,6,7,430,3110,4),
(13,7,2,70,530,7.8),
(14,7,1,60,375,6),
(15,8,6,240,2480,3.3),
(16,8,8,350,1050,0),
(17,9,4,210,1600,2.5),
(18,9,3,275,2400,NULL);
INSERT INTO vistorias VALUES
(1,7,'2024-02-20',4,'H. Moss',NULL),
(2,2,'2024-04-09',3,'H. Moss',150),
(3,6,'2024-05-14',5,'C. Adair',NULL),
(4,1,'2024-09-03',5,'C. Adair',NULL),
(5,4,'2024-11-19',2,'H. Moss',400),
(6,5,'2025-01-28',5,'H. Moss',NULL),
(7,2,'2025-03-11',4,'C. Adair',NULL),
(8,4,'2025-04-22',4,'C. Adair',NULL);
