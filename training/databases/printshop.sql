CREATE TABLE cust (
  cust_id INTEGER PRIMARY KEY, cust_nm TEXT, seg TEXT, contact TEXT, ph TEXT, since_dt TEXT, vat_ex INTEGER, disc_pct REAL);
CREATE TABLE emp (
  emp_id INTEGER PRIMARY KEY, emp_nm TEXT, dept TEXT, start_dt TEXT, term_dt TEXT, sal_yr INTEGER);
CREATE TABLE press (
  prs_id INTEGER PRIMARY KEY, mdl TEXT, tech TEXT, yr_built INTEGER, max_sph INTEGER, stat TEXT, loc TEXT);
CREATE TABLE stk (
  stk_id INTEGER PRIMARY KEY, descr TEXT, gsm INTEGER, fin TEXT, qty_oh INTEGER, reord_lvl INTEGER, unit_cst REAL, vend TEXT, recyc INTEGER);
CREATE TABLE job (
  job_no INTEGER PRIMARY KEY, cust_id INTEGER, job_typ TEXT, rcvd_dt TEXT, due_dt TEXT, shp_dt TEXT, qty INTEGER, quote_amt REAL, st_cd TEXT, rush_flg INTEGER);
CREATE TABLE run_log (
  run_id INTEGER PRIMARY KEY, job_no INTEGER, prs_id INTEGER, emp_id INTEGER, stk_id INTEGER, run_dt TEXT, shts_good INTEGER, shts_waste INTEGER, hrs REAL);
CREATE TABLE inv (
  inv_no TEXT PRIMARY KEY, job_no INTEGER, inv_dt TEXT, amt REAL, pd_dt TEXT, pd_meth TEXT);

INSERT INTO cust VALUES
(1,'Halberd Theatre','arts','Jo Pike','0113 555 010','2014-01-20',1,10),
(2,'Bexley Council','public','Mr Adeyemi','0113 555 020','2016-05-11',0,5),
(3,'Crumb Bakery','retail','Lena Voss',NULL,'2020-09-03',0,0),
(4,'Northgate School','public','Mrs Tully','0113 555 040','2018-02-27',1,NULL),
(5,'Pixel & Pine','agency','Dev Mehta','0113 555 050','2021-11-16',0,12.5),
(6,'Green Vote','charity','Abi Stone','0113 555 060','2023-03-30',1,0),
(7,'Marlow Estates','retail','K. Marlow','0113 555 070','2019-07-08',0,7.5),
(8,'Tin Drum Records','arts','Raf','0113 555 080','2024-04-02',0,0),
(9,'Ashby Dental','retail',NULL,NULL,'2022-12-12',0,0);
INSERT INTO emp VALUES
(1,'Walt Kemp','press','2009-03-02',NULL,36500),
(2,'Shirin Azadi','prepress','2015-08-24',NULL,33800),
(3,'Luke Barr','press','2019-01-14','2024-01-31',29900),
(4,'Dot Hargreaves','bindery','2006-10-09',NULL,30200),
(5,'Omar Said','press','2021-05-17',NULL,30750),
(6,'Gwen Rhys','office','2018-11-01',NULL,31400),
(7,'Tyler Moss','bindery','2023-09-11','2024-03-15',24100),
(8,'Bea Novak','prepress','2024-02-19',NULL,27600);
INSERT INTO press VALUES
(1,'Heidelberg SM52','offset',2004,15000,'up','A'),
(2,'Komori GL29','offset',2016,16500,'up','A'),
(3,'HP Indigo 7K','digital',2020,4600,'up','B'),
(4,'Ricoh C9200','digital',2018,6900,'down','B'),
(5,'Heidelberg Platen','letterpress',1961,5000,'up','C'),
(6,'Roland VG3','wide format',2021,NULL,'up','C'),
(7,'AB Dick 360','offset',1978,9000,'scrapped',NULL);
INSERT INTO stk VALUES
(1,'Silk art 150',150,'silk',42000,20000,0.031,'Premier',0),
(2,'Silk art 350',350,'silk',6000,8000,0.082,'Premier',0),
(3,'Laser bond',90,'uncoated',95000,50000,0.012,'Antalis',0),
(4,'Cyclus offset',120,'uncoated',11000,15000,0.027,'Antalis',1),
(5,'Gloss art 130',130,'gloss',30500,15000,0.026,'Premier',0),
(6,'Cotton crane',600,'uncoated',400,300,0.950,'GF Smith',0),
(7,'Kraft board',280,'uncoated',0,1000,0.074,'GF Smith',1),
(8,'Gloss card 300',300,'gloss',7200,5000,0.069,'Denmaur',0),
(9,'Vinyl roll',NULL,'gloss',14,10,62.000,'Spandex',0);
INSERT INTO job VALUES
(7001,1,'poster','2023-08-14','2023-08-25','2023-08-24',500,410.00,'SHP',0),
(7002,2,'leaflet','2023-09-04','2023-09-15','2023-09-18',20000,1180.00,'SHP',0),
(7003,5,'brochure','2023-10-10','2023-10-27','2023-10-26',3000,2450.00,'SHP',0),
(7004,3,'menu','2023-11-21','2023-11-24','2023-11-24',250,160.00,'SHP',1),
(7005,6,'leaflet','2024-01-15','2024-01-26','2024-02-01',45000,1990.00,'SHP',0),
(7006,7,'bus card','2024-02-06','2024-02-13','2024-02-12',1000,95.00,'SHP',0),
(7007,4,'booklet','2024-02-20','2024-03-08',NULL,800,1240.00,'CAN',0),
(7008,1,'programme','2024-03-05','2024-03-15','2024-03-14',1200,890.00,'SHP',1),
(7009,8,'record sleeve','2024-04-05','2024-04-30','2024-05-03',600,1375.00,'SHP',0),
(7010,5,'bus card','2024-04-22','2024-04-26','2024-04-25',400,310.00,'SHP',1),
(7011,2,'poster','2024-05-07','2024-05-20','2024-05-20',150,275.00,'SHP',0),
(7012,7,'brochure','2024-05-28','2024-06-14',NULL,1500,1620.00,'PRS',0),
(7013,6,'leaflet','2024-06-03','2024-06-10',NULL,60000,2540.00,'PRS',1),
(7014,1,'programme','2024-06-06','2024-06-21',NULL,400,365.00,'PRF',0),
(7015,8,'banner','2024-06-11','2024-06-18',NULL,2,190.00,'NEW',1),
(7016,3,'menu','2024-06-12','2024-06-28',NULL,300,NULL,'NEW',0);
INSERT INTO run_log VALUES
(1,7001,1,1,1,'2023-08-21',520,65,1.5),
(2,7002,2,3,5,'2023-09-13',5100,240,3.0),
(3,7003,2,1,1,'2023-10-20',12400,610,5.5),
(4,7004,3,5,8,'2023-11-22',130,4,0.75),
(5,7005,2,3,4,'2024-01-25',11300,900,4.25),
(6,7006,3,5,2,'2024-02-08',60,3,0.5),
(7,7008,1,1,1,'2024-03-11',7300,280,3.5),
(8,7008,1,5,8,'2024-03-12',1230,55,1.25),
(9,7009,1,1,2,'2024-04-26',640,120,2.75),
(10,7010,5,1,6,'2024-04-24',410,22,6.0),
(11,7011,3,5,1,'2024-05-17',152,2,0.5),
(12,7012,2,5,5,'2024-06-11',6100,330,3.25),
(13,7013,2,1,3,'2024-06-12',15200,1150,5.0);
INSERT INTO inv VALUES
('INV-301',7001,'2023-08-28',410.00,'2023-09-20','bacs'),
('INV-302',7002,'2023-09-20',1180.00,'2023-11-30','bacs'),
('INV-303',7003,'2023-10-31',2205.00,'2023-11-14','card'),
('INV-304',7004,'2023-11-24',160.00,'2023-11-24','cash'),
('INV-305',7005,'2024-02-05',2060.00,'2024-03-29','chq'),
('INV-306',7006,'2024-02-14',95.00,'2024-02-14','card'),
('INV-307',7008,'2024-03-18',890.00,'2024-04-10','bacs'),
('INV-308',7009,'2024-05-07',1375.00,NULL,NULL),
('INV-309',7010,'2024-04-29',271.25,'2024-05-21','card'),
('INV-310',7011,'2024-05-24',275.00,NULL,NULL);
