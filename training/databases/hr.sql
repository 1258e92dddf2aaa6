CREATE TABLE dept (dept_cd TEXT PRIMARY KEY, dept_nm TEXT, bldg TEXT, mgr_emp_no INTEGER, ann_bdgt REAL);
CREATE TABLE emp (emp_no INTEGER PRIMARY KEY, f_name TEXT, l_name TEXT, dob TEXT, hire_dt TEXT, term_dt TEXT, dept_cd TEXT, job_ttl TEXT, cntr_typ TEXT);
CREATE TABLE lv_req (req_id INTEGER PRIMARY KEY, emp_no INTEGER, lv_typ TEXT, strt_dt TEXT, end_dt TEXT, days REAL, stat TEXT, aprv_by INTEGER);
CREATE TABLE pay_slip (slip_no INTEGER PRIMARY KEY, emp_no INTEGER, prd_end TEXT, gross_amt REAL, tax_amt REAL, net_amt REAL, ot_hrs REAL);
CREATE TABLE trng (trng_id INTEGER PRIMARY KEY, ttl TEXT, prov TEXT, cost_pp REAL, mand_flg INTEGER, dur_hrs INTEGER);
CREATE TABLE emp_trng (emp_no INTEGER, trng_id INTEGER, taken_dt TEXT, score INTEGER, passed INTEGER, PRIMARY KEY (emp_no, trng_id));
INSERT INTO dept VALUES ('FIN','Finance','Elm House',1002,410000),('OPS','Operations','Depot',1004,980000),('IT','Information Technology','Elm House',1007,355000),('MKT','Marketing','Annex',NULL,120000),('HR','People','Elm House',1001,150000),('LEG','Legal','Annex',1011,90000);
INSERT INTO emp VALUES
(1001,'Fiona','Abbott','1975-09-14','2009-01-12',NULL,'HR','Head of People','perm'),(1002,'Rajesh','Mehta','1981-04-02','2013-05-06',NULL,'FIN','Finance Director','perm'),(1003,'Olivia','Starr','1994-12-19','2020-10-01',NULL,'FIN','Accounts Clerk','perm'),
(1004,'Gareth','Pugh','1969-02-25','2005-08-22',NULL,'OPS','Depot Manager','perm'),(1005,'Marta','Lis','1988-07-07','2018-03-19',NULL,'OPS','Forklift Driver','perm'),(1006,'Kwame','Asante','1999-11-30','2024-06-03',NULL,'OPS','Picker','temp'),
(1007,'Helen','Zhou','1984-01-16','2016-09-05',NULL,'IT','IT Manager','perm'),(1008,'Dominic','Farrell','1992-05-21','2021-02-15','2024-11-29','IT','Developer','perm'),(1009,'Aisha','Karim','2001-08-08','2025-01-06',NULL,'IT','Developer','intern'),
(1010,'Simon','Weller','1990-10-10','2019-07-01','2024-03-31','MKT','Copywriter','perm'),(1011,'Judith','Crane','1978-03-27','2022-11-14',NULL,'LEG','Counsel','perm'),(1012,'Leo','Marsh','1997-06-05','2024-09-16',NULL,'OPS','Picker','temp'),(1013,'Tess','Moran','1986-12-03','2023-04-11',NULL,NULL,'Receptionist','perm');
INSERT INTO lv_req VALUES
(1,1003,'annual','2024-04-08','2024-04-12',5,'APP',1002),(2,1005,'sick','2024-05-20','2024-05-22',3,'APP',1004),(3,1008,'annual','2024-08-05','2024-08-16',10,'APP',1007),(4,1006,'unpaid','2024-09-02','2024-09-03',2,'REJ',1004),(5,1011,'maternity','2024-10-01','2025-03-28',125,'APP',1001),
(6,1005,'sick','2024-12-09','2024-12-13',5,'APP',1004),(7,1002,'annual','2024-12-23','2024-12-31',5,'APP',1001),(8,1012,'annual','2025-01-20','2025-01-21',2,'REJ',1004),(9,1007,'sick','2025-02-03','2025-02-03',0.5,'APP',NULL),(10,1009,'annual','2025-03-10','2025-03-14',5,'PEND',NULL),
(11,1003,'annual','2025-03-24','2025-03-28',5,'PEND',NULL),(12,1005,'unpaid','2025-02-17','2025-02-28',10,'APP',1004),(13,1013,'sick','2025-01-13','2025-01-17',5,'APP',1001);
INSERT INTO pay_slip VALUES
(9001,1001,'2024-12-31',4950,1120,3830,0),(9002,1002,'2024-12-31',6100,1590,4510,0),(9003,1003,'2024-12-31',2380,310,2070,4),(9004,1004,'2024-12-31',4200,880,3320,12.5),(9005,1005,'2024-12-31',2510,345,2165,9),(9006,1006,'2024-12-31',1990,205,1785,18),
(9007,1002,'2025-01-31',6150,1605,4545,0),(9008,1003,'2025-01-31',2380,310,2070,0),(9009,1004,'2025-01-31',4260,900,3360,6),(9010,1005,'2025-01-31',2560,355,2205,11),(9011,1009,'2025-01-31',1500,0,1500,0),(9012,1012,'2025-01-31',1950,198,1752,NULL),
(9013,1007,'2025-02-28',4700,1040,3660,3),(9014,1006,'2025-02-28',2120,232,1888,22),(9015,1009,'2025-02-28',1500,0,1500,2);
INSERT INTO trng VALUES (1,'Fire Safety','SafeCo',35,1,2),(2,'Forklift Refresher','LiftRight',240,1,8),(3,'Excel Advanced','BrightDesk',180,0,12),(4,'Data Protection','in-house',0,1,1),(5,'Leadership Basics','BrightDesk',620,0,16),(6,'First Aid','SafeCo',95,0,6),(7,'Public Speaking','Toastly',150,0,4);
INSERT INTO emp_trng VALUES (1001,1,'2023-10-05',88,1),(1001,5,'2023-11-20',91,1),(1003,3,'2024-02-14',76,1),(1003,4,'2024-02-20',64,1),(1004,1,'2024-03-12',70,1),(1004,2,'2024-03-13',95,1),(1005,2,'2024-03-13',48,0),(1005,6,'2024-09-18',82,1),(1006,1,'2024-06-10',55,0),(1006,4,'2024-06-11',73,1),(1007,4,'2025-01-22',99,1),(1009,4,'2025-01-22',90,1),(1009,1,'2025-02-05',NULL,NULL),(1012,1,'2024-10-02',67,1);
