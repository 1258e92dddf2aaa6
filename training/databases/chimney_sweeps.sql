CREATE TABLE sweeps (sweep_id INTEGER PRIMARY KEY, name TEXT, grade TEXT, joined TEXT, mobile TEXT, day_rate REAL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, village TEXT, phone TEXT, email TEXT, on_reminder_list INTEGER);
CREATE TABLE flues (flue_id INTEGER PRIMARY KEY, customer_id INTEGER, appliance TEXT, fuel TEXT, height_m REAL, has_cowl INTEGER, FOREIGN KEY (customer_id) REFERENCES customers(customer_id));
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, flue_id INTEGER, sweep_id INTEGER, visit_date TEXT, kind TEXT, status TEXT, minutes INTEGER, soot_kg REAL, fee REAL, remarks TEXT, FOREIGN KEY (flue_id) REFERENCES flues(flue_id), FOREIGN KEY (sweep_id) REFERENCES sweeps(sweep_id));
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, visit_id INTEGER, paid_on TEXT, method TEXT, amount REAL, FOREIGN KEY (visit_id) REFERENCES visits(visit_id));
INSERT INTO sweeps VALUES
(1,'Alf Tunnicliffe','master','2009-04-01','07700 900112',210),
(2,'Becky Orme','master','2015-09-14','07700 900145',195),
(3,'Darren Pugh','journeyman','2020-02-03','07700 900178',150),
(4,'Imogen Slack','apprentice','2024-01-08',NULL,90),
(5,'Terry Moss','journeyman','2021-06-21','07700 900203',145);
INSERT INTO customers VALUES
(1,'Mrs Hadley','Wetton','01335 555010','hadley@post.example',1),
(2,'The Red Lion','Alstonefield','01335 555022','bar@redlion.example',1),
(3,'Greg Fairweather','Wetton',NULL,'greg@fair.example',0),
(4,'St Bertram Church','Ilam','01335 555041',NULL,1),
(5,'Nadia Khoury','Hartington','01298 555019','nadia.k@post.example',1),
(6,'Coldwall Farm','Ilam','01335 555077',NULL,0),
(7,'Priya Menon','Hartington','01298 555063','pmenon@post.example',1),
(8,'Dove Cottage Lets','Alstonefield','01335 555090','stay@dovelets.example',0);
INSERT INTO flues VALUES
(1,1,'open fire','wood',7.5,0),
(2,2,'inglenook','wood',11.0,1),
(3,2,'stove','coal',8.0,1),
(4,3,'stove','wood',6.5,1),
(5,4,'boiler','oil',12.5,0),
(6,5,'stove','wood',7.0,1),
(7,6,'range cooker','coal',9.0,0),
(8,6,'open fire','coal',9.5,0),
(9,7,'stove','wood',6.0,1),
(10,8,'stove','wood',6.8,NULL);
INSERT INTO visits VALUES
(1,1,1,'2023-03-14','sweep','done',50,3.2,65,NULL),
(2,2,1,'2023-05-02','sweep','done',95,9.4,110,'birch twigs in pot'),
(3,4,1,'2023-08-22','sweep','done',45,2.1,60,NULL),
(4,5,2,'2023-09-05','inspection','done',120,NULL,140,'liner cracked'),
(5,7,3,'2023-10-11','nest removal','done',150,6.0,180,'jackdaws'),
(6,6,3,'2023-10-30','sweep','cancelled',NULL,NULL,0,NULL),
(7,9,5,'2023-11-17','sweep','done',40,1.8,60,NULL),
(8,2,1,'2024-02-06','sweep','done',90,8.8,115,NULL),
(9,3,4,'2024-02-06','sweep','done',70,4.5,75,NULL),
(10,1,2,'2024-04-18','sweep','done',55,3.0,70,'smoke test passed'),
(11,8,3,'2024-06-25','nest removal','done',135,5.2,185,'jackdaws'),
(12,10,5,'2024-07-09','inspection','no access',NULL,NULL,25,'nobody home'),
(13,6,2,'2024-09-03','sweep','done',45,2.4,65,NULL),
(14,4,4,'2024-09-19','sweep','done',60,2.6,65,NULL),
(15,5,1,'2024-10-08','cowl fitting','done',80,NULL,160,NULL),
(16,9,5,'2024-10-24','sweep','cancelled',NULL,NULL,0,'moved to spring'),
(17,7,3,'2024-11-12','sweep','booked',NULL,NULL,80,NULL),
(18,10,1,'2024-11-14','inspection','booked',NULL,NULL,120,NULL);
INSERT INTO payments VALUES
(1,1,'2023-03-14','cash',65),
(2,2,'2023-05-20','transfer',110),
(3,3,'2023-08-22','card',60),
(4,4,'2023-10-02','transfer',140),
(5,5,'2023-10-11','cash',100),
(6,5,'2023-11-01','cash',80),
(7,7,'2023-11-17','card',60),
(8,8,'2024-02-28','transfer',115),
(9,9,'2024-02-28','transfer',75),
(10,10,'2024-04-18','cash',70),
(11,13,'2024-09-03','card',65),
(12,15,'2024-11-02','transfer',160);
