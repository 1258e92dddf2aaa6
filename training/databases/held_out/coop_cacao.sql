CREATE TABLE members (member_code TEXT PRIMARY KEY, full_name TEXT, village TEXT, hectares REAL, joined_on TEXT, organic INTEGER, phone TEXT);
INSERT INTO members VALUES
('M01','Rosalba Quintero','El Naranjal',3.5,'2014-02-10',1,'311 555 0101'),
('M02','Hernán Tapia','La Ceiba',5.2,'2012-08-01',0,'311 555 0102'),
('M03','Edilma Cuesta','El Naranjal',1.8,'2019-05-22',1,NULL),
('M04','Jairo Mosquera','Puerto Limón',7.0,'2010-01-15',0,'311 555 0104'),
('M05','Nubia Perea','La Ceiba',2.4,'2021-03-30',1,'311 555 0105'),
('M06','Alcides Rentería','Puerto Limón',4.1,'2016-11-08',0,NULL),
('M07','Carmenza Lloreda','Alto Verde',2.9,'2022-07-19',1,'311 555 0107'),
('M08','Wilmer Asprilla','Alto Verde',6.3,'2023-09-04',0,'311 555 0108');
CREATE TABLE collection_points (point_id INTEGER PRIMARY KEY, point_name TEXT, manager TEXT, drying_beds INTEGER);
INSERT INTO collection_points VALUES (1,'Bodega Central','Lina Ortiz',12),(2,'Acopio La Ceiba','Hugo Palacios',5),(3,'Acopio Río Abajo','Lina Ortiz',4),(4,'Acopio Alto Verde',NULL,3),(5,'Patio Nuevo','Sonia Duque',0);
CREATE TABLE deliveries (delivery_id INTEGER PRIMARY KEY, member_code TEXT, point_id INTEGER, delivered_on TEXT, bean_state TEXT, kilos REAL, price_per_kilo REAL, moisture_pct REAL, paid INTEGER);
INSERT INTO deliveries VALUES
(1,'M01',1,'2023-04-12','dry',420,9200,7.1,1),(2,'M02',2,'2023-05-03','wet',650,3800,NULL,1),(3,'M04',3,'2023-06-18','dry',910,9000,7.8,1),
(4,'M03',1,'2023-10-25','dry',180,9900,6.9,1),(5,'M05',2,'2023-11-14','wet',300,4000,NULL,1),(6,'M06',3,'2023-12-02','dry',510,9700,8.2,1),
(7,'M01',1,'2024-04-20','dry',460,13500,7.0,1),(8,'M04',3,'2024-05-11','dry',980,14200,7.5,1),(9,'M07',4,'2024-05-29','wet',270,5600,NULL,1),
(10,'M02',2,'2024-06-15','dry',600,15100,7.3,1),(11,'M03',1,'2024-10-30','dry',210,17800,7.2,1),(12,'M08',4,'2024-11-21','wet',820,6900,NULL,0),
(13,'M06',3,'2025-01-16','dry',480,21000,8.6,1),(14,'M01',1,'2025-03-08','dry',390,19500,6.8,0),(15,'M05',2,'2025-03-19','dry',260,19800,7.4,0);
CREATE TABLE buyers (buyer_id INTEGER PRIMARY KEY, company TEXT, country TEXT, contact TEXT, fair_trade INTEGER);
INSERT INTO buyers VALUES (1,'Schokolade Brandt','Germany','Uwe Kranz',1),(2,'Cacaotera del Valle','Colombia','Pilar Ríos',0),(3,'Maison Ferrand','France','Odile Roche',1),(4,'Nordic Bean','Denmark','Mads Holm',1),(5,'Dulces La Palma','Colombia',NULL,0);
CREATE TABLE shipments (ship_no TEXT PRIMARY KEY, buyer_id INTEGER, shipped_on TEXT, kilos REAL, amount_usd REAL, grade TEXT, status TEXT);
INSERT INTO shipments VALUES
('E-01',1,'2023-06-30',800,2900,'premium','collected'),('E-02',2,'2023-07-14',500,1450,'standard','collected'),('E-03',3,'2023-12-11',600,2400,'premium','collected'),
('E-04',1,'2024-05-24',1000,8300,'premium','collected'),('E-05',5,'2024-06-28',350,2100,'standard','collected'),('E-06',2,'2024-07-19',550,3650,'standard','late'),
('E-07',3,'2024-12-03',300,2900,'premium','collected'),('E-08',1,'2025-02-12',450,4300,'premium','invoiced'),('E-09',2,'2025-03-27',400,3100,'standard','invoiced');
CREATE TABLE advances (adv_id INTEGER PRIMARY KEY, member_code TEXT, given_on TEXT, amount REAL, purpose TEXT, repaid_on TEXT);
INSERT INTO advances VALUES
(1,'M01','2023-02-03',800000,'fertilizer','2023-04-30'),(2,'M05','2023-09-12',500000,'school fees','2024-01-15'),(3,'M08','2024-02-20',1500000,'seedlings',NULL),
(4,'M06','2024-08-06',700000,'fertilizer','2025-01-20'),(5,'M07','2024-09-17',600000,'tools',NULL),(6,'M02','2024-12-10',900000,'fertilizer',NULL);
