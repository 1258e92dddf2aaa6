CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, village TEXT, phone TEXT, acreage INTEGER);
INSERT INTO customers VALUES
(1,'Hollins Farm','Tarbury','01632 440112',420),
(2,'Greaves & Son','Ockley','01632 440987',185),
(3,'Penrose Estate','Tarbury','01632 441555',1650),
(4,'Moorside Dairy','Hexthorpe',NULL,310),
(5,'J. Tull Contracting','Ockley','01632 442201',NULL),
(6,'Applegarth Orchards','Wenby','01632 443870',95),
(7,'Low Barn','Hexthorpe','01632 444019',240),
(8,'Sutcliffe Bros','Wenby',NULL,530);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, job TEXT, hired_on TEXT);
INSERT INTO staff VALUES
(1,'Martin Oakes','sales','2012-03-05'),
(2,'Ellie Frayne','sales','2019-09-16'),
(3,'Gus Whitlock','mechanic','2008-01-14'),
(4,'Priya Nair','mechanic','2021-06-01'),
(5,'Dean Corby','mechanic','2016-11-21'),
(6,'Sheila Marsh','parts counter','2003-05-12');
CREATE TABLE machines (machine_id INTEGER PRIMARY KEY, make TEXT, model TEXT, category TEXT, horsepower INTEGER, model_year INTEGER, list_price REAL, condition TEXT, in_yard INTEGER);
INSERT INTO machines VALUES
(1,'Fendara','F724','tractor',240,2023,168000,'new',0),
(2,'Fendara','F516','tractor',160,2019,84500,'used',0),
(3,'Claxon','Lion 650','combine',408,2022,289000,'new',0),
(4,'Claxon','Rollo 375','baler',NULL,2023,46200,'new',0),
(5,'Deerfoot','6R-155','tractor',155,2018,72000,'used',1),
(6,'Deerfoot','T560','combine',350,2015,118000,'used',1),
(7,'Kubomi','M5-112','tractor',112,2024,61500,'new',0),
(8,'Kubomi','B261','tractor',26,2024,17800,'new',1),
(9,'Hardin','Nav 4000','sprayer',NULL,2021,33900,'used',0),
(10,'Hardin','Nav 6000','sprayer',NULL,2024,58750,'new',1),
(11,'Claxon','Rollo 260','baler',NULL,2014,14500,'used',0),
(12,'Fendara','F211','tractor',111,2024,79900,'new',1);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, machine_id INTEGER REFERENCES machines(machine_id), customer_id INTEGER REFERENCES customers(customer_id), staff_id INTEGER REFERENCES staff(staff_id), sold_on TEXT, price REAL, trade_in REAL, payment TEXT);
INSERT INTO sales VALUES
(1,1,3,1,'2023-02-20',161500,54000,'finance'),
(2,11,7,2,'2023-05-11',13200,NULL,'cash'),
(3,3,3,1,'2023-06-30',281000,90000,'lease'),
(4,2,5,2,'2023-10-09',82000,NULL,'finance'),
(5,9,2,2,'2024-03-04',32500,8000,'cash'),
(6,4,8,1,'2024-05-22',45000,11500,'finance'),
(7,7,6,2,'2024-09-17',60250,NULL,'finance');
CREATE TABLE workshop_jobs (job_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id), mechanic_id INTEGER REFERENCES staff(staff_id), description TEXT, opened TEXT, closed TEXT, hours REAL, parts_cost REAL, status TEXT, on_farm INTEGER);
INSERT INTO workshop_jobs VALUES
(1,1,3,'gearbox rebuild','2023-01-16','2023-02-03',38.5,4120,'invoiced',0),
(2,4,4,'hydraulic leak','2023-04-12','2023-04-13',3,185.5,'paid',1),
(3,3,3,'pre-harvest check','2023-06-26','2023-06-28',9,640,'paid',1),
(4,5,5,'PTO shaft','2023-08-02','2023-08-04',4.5,720,'paid',1),
(5,2,4,'clutch','2023-11-20','2023-12-01',17,1490,'paid',0),
(6,8,5,'knotter repair','2024-06-18','2024-06-18',2.5,96,'paid',1),
(7,3,3,'combine header bearings','2024-07-29','2024-08-01',11,1380,'invoiced',1),
(8,7,4,'electrical fault','2024-08-14','2024-08-20',6,0,'invoiced',0),
(9,1,5,'annual service','2024-10-01','2024-10-02',5,310,'paid',0),
(10,4,3,'loader weld','2024-11-11',NULL,NULL,NULL,'open',0),
(11,5,4,'engine overheating','2024-11-19',NULL,NULL,NULL,'waiting parts',0),
(12,1,5,'air-con regas','2024-11-25',NULL,NULL,NULL,'open',1);
CREATE TABLE parts (part_no TEXT PRIMARY KEY, description TEXT, fits_make TEXT, stock INTEGER, reorder_level INTEGER, unit_price REAL);
INSERT INTO parts VALUES
('FN-1001','oil filter','Fendara',24,10,18.4),
('FN-2040','clutch plate','Fendara',1,2,412),
('CL-0310','knotter bill hook','Claxon',6,4,57.25),
('CL-0999','header bearing','Claxon',0,6,88),
('DF-7788','fan belt','Deerfoot',9,5,31.9),
('KB-0042','air filter','Kubomi',3,8,22.75),
('HD-5150','spray nozzle','Hardin',140,60,4.1),
('GN-0001','hitch pin',NULL,52,20,3.6);
