CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT, type TEXT, city TEXT, whatsapp TEXT, discount_pct INTEGER);
INSERT INTO clients VALUES
(1,'Estúdio Lume','pro','Porto Alegre','51 99900-0001',15),
(2,'Clarice Bittencourt','amateur','Canoas','51 99900-0002',0),
(3,'Escola Pequeno Cedro','school','Porto Alegre',NULL,20),
(4,'Jonas Wendt','pro','Pelotas','53 99900-0004',10),
(5,'Rita Saldanha','amateur','Porto Alegre',NULL,0),
(6,'Foto Clube Guaíba','club','Canoas','51 99900-0006',10),
(7,'Museu do Bonde','institution','Pelotas','53 99900-0007',NULL),
(8,'Vinícius Prates','amateur','Porto Alegre','51 99900-0008',0);
CREATE TABLE services (code TEXT PRIMARY KEY, label TEXT, process TEXT, unit_price REAL, turnaround_days INTEGER, outsourced INTEGER);
INSERT INTO services VALUES
('C41-35','Revelação filme cor 35mm','C41',38,3,0),
('C41-120','Revelação filme cor 120','C41',45,3,0),
('BW-35','Revelação preto e branco 35mm','BW',42,5,0),
('E6-35','Revelação slide','E6',70,12,1),
('SCN-HI','Digitalização alta','SCAN',55,4,0),
('PRT-1318','Ampliação 13x18','PRINT',9.5,2,0),
('PRT-FA','Impressão fine art 40x60','PRINT',180,7,0),
('RST','Restauração de foto antiga','RETOUCH',120,15,1);
CREATE TABLE technicians (id INTEGER PRIMARY KEY, name TEXT, station TEXT, hired TEXT);
INSERT INTO technicians VALUES
(1,'Magda Lutz','darkroom','2011-08-01'),
(2,'Renan Pires','scanner','2019-04-22'),
(3,'Soraia Beck','printing','2016-02-10'),
(4,'Caio Menezes','darkroom','2023-11-13'),
(5,'Elisa Troian','front desk','2020-07-06');
CREATE TABLE orders (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients(id), received TEXT, promised TEXT, delivered TEXT, status TEXT, rush INTEGER, paid REAL);
INSERT INTO orders VALUES
(1,1,'2023-02-06','2023-02-10','2023-02-09','delivered',0,323),
(2,2,'2023-03-13','2023-03-16','2023-03-20','delivered',0,76),
(3,3,'2023-06-05','2023-06-12','2023-06-12','delivered',0,912),
(4,4,'2023-08-21','2023-09-02','2023-09-01','delivered',1,189),
(5,5,'2023-10-09','2023-10-24','2023-10-30','delivered',0,120),
(6,6,'2023-12-04','2023-12-11','2023-12-10','delivered',0,340),
(7,1,'2024-01-22','2024-01-29','2024-01-27','delivered',1,648),
(8,7,'2024-03-04','2024-03-19','2024-04-02','delivered',0,960),
(9,2,'2024-04-15','2024-04-18','2024-04-18','delivered',0,38),
(10,8,'2024-06-10','2024-06-15',NULL,'lost',0,0),
(11,3,'2024-08-05','2024-08-12','2024-08-12','delivered',0,1064),
(12,4,'2024-10-07','2024-10-14','2024-10-15','delivered',0,324),
(13,6,'2024-11-18','2024-11-25',NULL,'in_process',0,100),
(14,5,'2024-11-25','2024-11-28',NULL,'in_process',1,0),
(15,1,'2024-11-27','2024-12-04',NULL,'waiting_client',0,0);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(id), service_code TEXT REFERENCES services(code), technician_id INTEGER REFERENCES technicians(id), qty INTEGER, amount REAL, redo INTEGER);
INSERT INTO order_items VALUES
(1,1,'C41-120',1,10,382.5,0),
(2,2,'C41-35',1,2,76,1),
(3,3,'PRT-1318',3,120,912,0),
(4,4,'E6-35',NULL,3,189,0),
(5,5,'RST',NULL,1,120,0),
(6,6,'BW-35',1,9,340.2,0),
(7,7,'PRT-FA',3,4,612,1),
(8,7,'C41-35',4,2,64.6,0),
(9,8,'RST',NULL,8,960,0),
(10,9,'C41-35',4,1,38,0),
(11,10,'BW-35',4,2,84,0),
(12,11,'PRT-1318',3,140,1064,0),
(13,12,'PRT-FA',3,2,324,0),
(14,13,'SCN-HI',2,5,247.5,0),
(15,13,'BW-35',1,5,189,0),
(16,14,'C41-35',4,3,114,0),
(17,15,'SCN-HI',2,6,280.5,0);
CREATE TABLE supplies (sku TEXT PRIMARY KEY, description TEXT, unit TEXT, on_hand REAL, minimum REAL, expires TEXT);
INSERT INTO supplies VALUES
('K-C41','Kit químico C41','L',12,10,'2025-03-31'),
('K-BW','Revelador PB','L',4,6,'2025-01-15'),
('FIX','Fixador','L',9,5,'2025-06-30'),
('PAP-RC','Papel RC 13x18','folha',650,500,NULL),
('PAP-FA','Papel algodão','folha',18,25,NULL),
('INK-M','Tinta magenta','cartucho',1,2,'2024-12-20'),
('INK-K','Tinta preta','cartucho',5,2,'2025-09-01');
