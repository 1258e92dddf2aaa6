CREATE TABLE customer (cust_no INTEGER PRIMARY KEY, cust_name TEXT, kind TEXT, town TEXT, whatsapp TEXT, discount_pct REAL);
CREATE TABLE garment (sku TEXT PRIMARY KEY, descr TEXT, fabric TEXT, colour TEXT, unit_cost REAL, stock_qty INTEGER, reorder_at INTEGER);
CREATE TABLE press (press_id INTEGER PRIMARY KEY, technique TEXT, brand TEXT, max_colours INTEGER, last_service TEXT, working INTEGER);
CREATE TABLE print_job (job_no INTEGER PRIMARY KEY, cust_no INTEGER, sku TEXT, press_id INTEGER, ordered_on TEXT, due_on TEXT, delivered_on TEXT, qty INTEGER, spoiled INTEGER, n_colours INTEGER, unit_price REAL, status TEXT);
CREATE TABLE receipt (rcpt_no INTEGER PRIMARY KEY, job_no INTEGER, received_on TEXT, amt REAL, pay_type TEXT, is_deposit INTEGER);
INSERT INTO customer VALUES
(1,'Peña Los Cencerros','association','Teruel','600111222',10),
(2,'CEIP Valdelinares','school','Teruel','600333444',5),
(3,'Brutal Fest','festival','Zaragoza','600555666',15),
(4,'Bodega Tres Olmos','company','Cariñena',NULL,NULL),
(5,'Club Atletismo Jiloca','sports club','Calamocha','600777888',10),
(6,'Despedida de Marta','private','Zaragoza','600999000',0),
(7,'Cervecería Lúpulo','company','Zaragoza','601222333',NULL),
(8,'AMPA Río Turia','school','Teruel',NULL,5);
INSERT INTO garment VALUES
('BAS-BL','camiseta básica blanca','cotton','white',1.9,820,300),
('BAS-NG','camiseta básica negra','cotton','black',2.1,140,300),
('TEC-AZ','camiseta técnica azul','polyester','blue',3.4,260,100),
('SUD-GR','sudadera gris con capucha','blend','grey',8.7,45,50),
('ORG-BL','camiseta orgánica','organic cotton','white',3.9,90,60),
('INF-RJ','camiseta infantil roja','cotton','red',1.7,0,80),
('TIR-NG','tirantes negra','cotton','black',2.0,210,50);
INSERT INTO press VALUES
(1,'screen','M&R',6,'2024-03-12',1),
(2,'screen','Anatol',4,'2023-06-05',1),
(3,'DTG','Brother',NULL,'2024-08-20',1),
(4,'vinyl','Roland',1,'2022-11-30',0),
(5,'embroidery','Tajima',12,NULL,1);
INSERT INTO print_job VALUES
(301,1,'BAS-BL',1,'2023-05-08','2023-06-20','2023-06-15',180,4,2,5.5,'DEL'),
(302,3,'BAS-NG',1,'2023-06-01','2023-07-01','2023-07-03',600,15,3,6.2,'DEL'),
(303,6,'TIR-NG',4,'2023-06-22','2023-06-30','2023-06-29',14,0,1,9.5,'DEL'),
(304,2,'INF-RJ',2,'2023-09-15','2023-10-05','2023-10-05',120,3,1,4.8,'DEL'),
(305,4,'SUD-GR',5,'2023-11-10','2023-12-10','2023-12-18',35,1,3,22,'DEL'),
(306,5,'TEC-AZ',3,'2024-01-18','2024-02-10','2024-02-08',75,2,NULL,9.9,'DEL'),
(307,7,'BAS-NG',2,'2024-03-05','2024-03-25',NULL,50,NULL,2,6.9,'CXL'),
(308,3,'BAS-NG',1,'2024-05-27','2024-06-28','2024-06-26',750,22,4,6.4,'DEL'),
(309,1,'BAS-BL',1,'2024-05-13','2024-06-20','2024-06-21',200,6,2,5.7,'DEL'),
(310,8,'INF-RJ',2,'2024-09-16','2024-10-04','2024-10-02',95,1,1,5,'DEL'),
(311,7,'ORG-BL',3,'2024-09-30','2024-10-15','2024-10-20',40,5,NULL,12.5,'DEL'),
(312,5,'TEC-AZ',3,'2024-10-21','2024-11-12',NULL,80,NULL,NULL,10.2,'PRT'),
(313,4,'SUD-GR',5,'2024-10-28','2024-11-25',NULL,60,NULL,2,21,'ART'),
(314,2,'BAS-BL',NULL,'2024-11-04','2024-11-29',NULL,150,NULL,1,4.9,'ART');
INSERT INTO receipt VALUES
(1,301,'2023-05-10',300,'transfer',1),
(2,301,'2023-06-15',690,'transfer',0),
(3,302,'2023-06-05',1200,'transfer',1),
(4,302,'2023-07-20',2520,'transfer',0),
(5,303,'2023-06-22',133,'bizum',0),
(6,304,'2023-10-09',576,'transfer',0),
(7,305,'2023-11-12',300,'card',1),
(8,305,'2023-12-18',470,'card',0),
(9,306,'2024-02-08',742.5,'transfer',0),
(10,308,'2024-05-30',1500,'transfer',1),
(11,308,'2024-07-15',3300,'transfer',0),
(12,309,'2024-06-21',1140,'cash',0),
(13,310,'2024-10-02',475,'bizum',0),
(14,312,'2024-10-22',250,'bizum',1),
(15,313,'2024-10-30',400,'card',1);
