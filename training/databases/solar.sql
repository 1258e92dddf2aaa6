CREATE TABLE customer (cust_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT, email TEXT, phone TEXT, signed_up TEXT, referred_by INTEGER REFERENCES customer(cust_id), is_business INTEGER DEFAULT 0);
CREATE TABLE panel_model (model_id INTEGER PRIMARY KEY, maker TEXT, model_name TEXT, watts INTEGER, unit_price REAL, warranty_yrs INTEGER, stock_qty INTEGER, discontinued INTEGER DEFAULT 0);
CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, crew_name TEXT, leader TEXT, van_reg TEXT, headcount INTEGER, active INTEGER);
CREATE TABLE install (install_id INTEGER PRIMARY KEY, cust_id INTEGER REFERENCES customer(cust_id), crew_id INTEGER REFERENCES crew(crew_id), model_id INTEGER REFERENCES panel_model(model_id), quoted_on TEXT, installed_on TEXT, panels_qty INTEGER, roof_type TEXT, status TEXT, price REAL);
CREATE TABLE payment (pay_id INTEGER PRIMARY KEY, install_id INTEGER REFERENCES install(install_id), paid_on TEXT, amount REAL, method TEXT);
CREATE TABLE service_call (call_id INTEGER PRIMARY KEY, install_id INTEGER REFERENCES install(install_id), opened TEXT, closed TEXT, issue TEXT, hours REAL, under_warranty INTEGER);
INSERT INTO customer VALUES
(1,'Margaret Doyle','Ashford','mdoyle@mail.com','01233 445120','2023-02-11',NULL,0),
(2,'Tom Okafor','Canterbury',NULL,'01227 330018','2023-05-30',1,0),
(3,'Greenleaf Dairy','Faversham','office@greenleaf.co','01795 220984','2023-06-14',NULL,1),
(4,'Priya Nair','Ashford','priya.n@mail.com',NULL,'2023-11-02',1,0),
(5,'Harold Finch','Whitstable',NULL,NULL,'2024-01-19',NULL,0),
(6,'St Mary School','Canterbury','bursar@stmary.org','01227 909011','2024-03-08',3,1),
(7,'Louise Bennett','Deal','lou.b@mail.com','01304 771203','2024-04-27',2,0),
(8,'Callum Reid','Whitstable','creid@mail.com','01227 118822','2024-09-15',NULL,0),
(9,'Hop Barn Brewery','Faversham','hello@hopbarn.co','01795 660071','2025-01-10',3,1),
(10,'Ines Walters','Ashford','ines@mail.com','01233 902210','2025-03-21',4,0);
INSERT INTO panel_model VALUES
(1,'Sunvolt','SV-400',400,142.5,20,86,0),
(2,'Sunvolt','SV-430 Black',430,171,25,12,0),
(3,'Helia','H5 Lite',365,109.9,15,0,1),
(4,'Helia','H7 Pro',450,198,25,40,0),
(5,'Norrlys','Fjord 410',410,155,30,7,0),
(6,'Norrlys','Fjord 380',380,131,20,3,1),
(7,'Kaito','KT-500',500,229,NULL,18,0);
INSERT INTO crew VALUES
(1,'North','Dean Marsh','KX21 LPA',4,1),(2,'Coast','Sheila Grant','GN19 TTO',3,1),(3,'Weald','Bartek Nowak','KP23 WQE',5,1),(4,'Night Owls','Rob Sims',NULL,2,0),(5,'Trainees','Abi Cole',NULL,6,1);
INSERT INTO install VALUES
(101,1,1,1,'2023-02-20','2023-03-28',10,'tile','done',5400),
(102,2,2,3,'2023-06-05','2023-08-01',8,'slate','done',4100),
(103,3,3,2,'2023-07-01','2023-09-19',64,'metal','done',31200),
(104,4,1,1,'2023-11-10','2024-01-23',12,'tile','done',6350),
(105,5,4,6,'2024-02-01',NULL,9,'thatch','cancelled',4800),
(106,6,3,4,'2024-03-20','2024-07-29',90,'flat','done',47800),
(107,7,2,5,'2024-05-06','2024-06-18',14,'tile','done',7925),
(108,8,2,2,'2024-09-30','2024-11-12',11,'slate','done',6990),
(109,3,3,4,'2024-10-02','2025-02-11',30,'metal','done',16400),
(110,9,3,7,'2025-01-22',NULL,72,'metal','scheduled',43900),
(111,10,1,5,'2025-03-28','2025-05-08',16,'tile','done',8810),
(112,1,1,2,'2025-04-03',NULL,4,'flat','quoted',2300),
(113,7,NULL,1,'2025-05-12',NULL,6,'flat','quoted',3150),
(114,8,2,7,'2025-02-17',NULL,5,'slate','cancelled',3600);
INSERT INTO payment VALUES
(1,101,'2023-02-25',1400,'card'),(2,101,'2023-04-02',4000,'transfer'),(3,102,'2023-08-10',4100,'cheque'),
(4,103,'2023-07-15',10000,'transfer'),(5,103,'2023-10-01',21200,'transfer'),(6,104,'2024-01-30',6350,'finance'),
(7,106,'2024-04-11',15000,'transfer'),(8,106,'2024-08-20',30000,'transfer'),(9,107,'2024-06-20',7925,'card'),
(10,108,'2024-11-15',3000,'card'),(11,108,'2025-01-15',2000,'card'),(12,109,'2025-02-28',16400,'transfer'),
(13,110,'2025-02-02',12000,'transfer'),(14,111,'2025-05-14',8810,'finance'),(15,105,'2024-02-03',500,'cheque');
INSERT INTO service_call VALUES
(1,101,'2023-12-04','2023-12-09','inverter',3.5,1),(2,102,'2024-02-16','2024-02-16','leak',2,0),(3,103,'2024-05-21','2024-06-11','wiring',9,1),
(4,102,'2024-08-08','2024-08-30','inverter',4,1),(5,106,'2024-12-02','2024-12-05','app',0.5,1),(6,104,'2025-01-13','2025-01-20','birds',2.5,0),
(7,103,'2025-03-03','2025-03-07','inverter',6,1),(8,108,'2025-04-25',NULL,'leak',NULL,1),(9,107,'2025-05-19',NULL,'app',NULL,0),(10,102,'2025-05-02','2025-05-21','birds',1.5,0);
