CREATE TABLE client (client_id INTEGER PRIMARY KEY, full_name TEXT, phone TEXT, email TEXT, town TEXT, first_visit TEXT, vip INTEGER DEFAULT 0);
CREATE TABLE measurement (meas_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client(client_id), taken_on TEXT, chest_cm REAL, waist_cm REAL, inseam_cm REAL, taken_by TEXT);
CREATE TABLE fabric (fabric_code TEXT PRIMARY KEY, descr TEXT, fibre TEXT, colour TEXT, mill TEXT, price_per_m REAL, metres_left REAL, reorder_at REAL);
CREATE TABLE job (job_no INTEGER PRIMARY KEY, client_id INTEGER, garment TEXT, kind TEXT, fabric_code TEXT, metres_used REAL, ordered_on TEXT, due_on TEXT, collected_on TEXT, price REAL, deposit REAL, state TEXT, FOREIGN KEY(client_id) REFERENCES client(client_id), FOREIGN KEY(fabric_code) REFERENCES fabric(fabric_code));
CREATE TABLE fitting (fitting_id INTEGER PRIMARY KEY, job_no INTEGER REFERENCES job(job_no), at TEXT, cutter TEXT, minutes INTEGER, showed_up INTEGER, remarks TEXT);
INSERT INTO client VALUES
(1,'Arthur Pemberton','01423 555120','arthur@pemberton.example','Harrogate','2016-04-02',1),(2,'Nadia Rahman','07700 900145','nadia.r@mail.example','Leeds','2021-09-18',0),(3,'Colin Hargreaves',NULL,'colin.h@mail.example','Ilkley','2019-11-30',0),(4,'Beatrice Olum','07700 900388',NULL,'Leeds','2023-02-11',0),(5,'Sir Hugh Delacourt','01423 555987','office@delacourt.example','Harrogate','2009-06-15',1),(6,'Tomasz Wilk','07700 900612','twilk@mail.example','York','2023-10-07',0),(7,'Priya Menon','07700 900733','priya.menon@mail.example','Leeds','2022-05-21',1),(8,'Owen Castle','07700 900871',NULL,'Skipton','2024-01-27',0),(9,'Marjorie Bell','01943 555201',NULL,'Ilkley','2012-03-09',0);
INSERT INTO measurement VALUES
(1,1,'2016-04-02',104,94,81,'Vince'),(2,1,'2023-03-14',108,101,80.5,'Rosa'),(3,2,'2021-09-18',88,70,78,'Rosa'),(4,3,'2019-11-30',112,106,84,'Vince'),(5,4,'2023-02-11',94,79,76,'Rosa'),(6,5,'2009-06-15',100,90,83,'Albert'),(7,5,'2022-08-20',106,103,82,'Vince'),(8,6,'2023-10-07',98,84,86.5,'Rosa'),(9,7,'2022-05-21',86,68,77,'Rosa'),(10,8,'2024-01-27',116,110,79,'Vince');
INSERT INTO fabric VALUES
('HS-220','Charcoal flannel 13oz','wool','grey','Hainsworth',62,14.5,10),('HT-881','Navy hopsack','wool','navy','Harrisons',78,6,8),('LN-014','Irish linen','linen','cream','Baird',44,22,6),('SK-303','Dupion silk','silk','burgundy','Vanners',95,3.5,5),('TW-117','Herringbone tweed','wool','brown','Marling',58,31,12),('CT-500','Poplin shirting','cotton','white','Albini',26,40,15),('VL-042','Cotton velvet','cotton','bottle green','Brisbane',52,0,4);
INSERT INTO job VALUES
(2301,1,'three-piece suit','bespoke','HS-220',4.2,'2023-03-14','2023-06-01','2023-06-05',2150,700,'done'),
(2302,5,'dinner jacket','bespoke','VL-042',2.5,'2023-04-20','2023-07-15','2023-07-14',1480,500,'done'),
(2303,2,'trousers','alteration',NULL,NULL,'2023-05-09','2023-05-16','2023-05-16',28,0,'done'),
(2304,3,'overcoat','made-to-measure','TW-117',3.6,'2023-09-02','2023-11-10','2023-11-25',980,300,'done'),
(2305,6,'two-piece suit','made-to-measure','HT-881',3.4,'2023-10-07','2023-12-20','2023-12-19',1190,400,'done'),
(2306,4,'dress','alteration',NULL,NULL,'2023-11-13','2023-11-24',NULL,45,45,'ready'),
(2307,7,'evening gown','bespoke','SK-303',5,'2024-01-15','2024-04-12','2024-04-10',1725,600,'done'),
(2308,8,'two-piece suit','bespoke','HS-220',3.8,'2024-01-27','2024-05-03',NULL,1850,600,'ready'),
(2309,1,'shirt','made-to-measure','CT-500',2.1,'2024-02-10','2024-03-08','2024-03-11',165,0,'done'),
(2310,5,'waistcoat','bespoke','TW-117',1.2,'2024-03-01','2024-04-30',NULL,420,150,'sewing'),
(2311,2,'jacket','alteration',NULL,NULL,'2024-04-04','2024-04-18',NULL,60,0,'cancelled'),
(2312,7,'two-piece suit','made-to-measure','LN-014',3.9,'2024-04-22','2024-06-14',NULL,890,300,'cutting'),
(2313,6,'shirt','made-to-measure','CT-500',2.1,'2024-05-07','2024-06-07',NULL,155,50,'cutting'),
(2314,3,'trousers','alteration',NULL,NULL,'2024-05-11','2024-05-18',NULL,22,0,'sewing');
INSERT INTO fitting VALUES
(1,2301,'2023-04-12 10:00','Vince',45,1,'take in left shoulder'),(2,2301,'2023-05-10 10:30','Vince',30,1,NULL),(3,2302,'2023-06-01 15:00','Rosa',40,1,'shorten sleeve'),(4,2304,'2023-10-14 09:30','Vince',35,0,NULL),(5,2304,'2023-10-21 09:30','Vince',50,1,'lower collar'),(6,2305,'2023-11-18 12:00','Rosa',30,1,NULL),(7,2307,'2024-02-20 17:00','Rosa',60,1,'raise hem 2 cm'),(8,2307,'2024-03-19 17:00','Rosa',45,1,NULL),(9,2308,'2024-03-09 11:00','Vince',55,1,'more room in seat'),(10,2308,'2024-04-13 11:00','Idris',25,0,NULL),(11,2310,'2024-04-16 14:00','Idris',20,1,NULL),(12,2312,'2024-05-14 16:30','Rosa',40,0,'rebook');
