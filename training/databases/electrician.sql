CREATE TABLE customer (
  cust_id INTEGER PRIMARY KEY, cust_name TEXT, kind TEXT, postcode TEXT, phone TEXT, email TEXT, first_seen TEXT);
CREATE TABLE sparky (
  id INTEGER PRIMARY KEY, name TEXT, grade TEXT, hourly_rate REAL, van_reg TEXT, started_on TEXT, left_on TEXT);
CREATE TABLE quote (
  quote_no INTEGER PRIMARY KEY, cust_id INTEGER REFERENCES customer(cust_id), issued TEXT, descr TEXT, amt REAL, outcome TEXT, decided TEXT);
CREATE TABLE job (
  job_no INTEGER PRIMARY KEY, quote_no INTEGER REFERENCES quote(quote_no), cust_id INTEGER REFERENCES customer(cust_id), sparky_id INTEGER REFERENCES sparky(id), job_type TEXT, start_dt TEXT, end_dt TEXT, hrs REAL, is_emergency INTEGER);
CREATE TABLE material (
  mat_code TEXT PRIMARY KEY, descr TEXT, unit TEXT, unit_cost REAL, qty_in_stock INTEGER, reorder_lvl INTEGER, wholesaler TEXT);
CREATE TABLE job_material (
  id INTEGER PRIMARY KEY, job_no INTEGER REFERENCES job(job_no), mat_code TEXT REFERENCES material(mat_code), qty REAL, charged REAL);
CREATE TABLE invoice (
  inv_no INTEGER PRIMARY KEY, job_no INTEGER REFERENCES job(job_no), inv_date TEXT, net REAL, vat REAL, paid_on TEXT, reminder_cnt INTEGER);
INSERT INTO customer VALUES
(1,'Mrs Hargreaves','home','LS6 2AB','0113 555010',NULL,'2021-05-04'),(2,'Copper Kettle Café','business','LS1 4DY','0113 555022','hello@copperkettle.uk','2022-02-11'),(3,'Brightwell Lettings','landlord','LS8 1NT','0113 555300','repairs@brightwell.uk','2020-09-30'),(4,'Imran Sheikh','home','BD9 5RJ',NULL,'imran.s@mail.uk','2023-08-15'),(5,'St Oswald''s Church','business','LS20 8LX','01943 55511',NULL,'2023-01-20'),(6,'Dale Farm Barns','business','HG3 2PT','01423 55577','office@dalefarm.uk','2024-03-02'),(7,'Joan Petty','home','LS6 3QQ',NULL,NULL,'2024-06-18'),(8,'Urban Nest Ltd','landlord','BD1 1HU','01274 55590','ops@urbannest.uk','2022-11-07');
INSERT INTO sparky VALUES
(1,'Kev Mallory','master',48,'YK19 FDE','2015-03-02',NULL),(2,'Tasha Oyelaran','qualified',39.5,'YD21 KPL','2019-07-15',NULL),(3,'Gary Binns','qualified',38,'YH18 AAC','2017-01-09','2024-04-30'),(4,'Callum Reid','apprentice',16,NULL,'2023-09-04',NULL),(5,'Meena Joshi','qualified',40,'YG22 TTB','2022-05-23',NULL),(6,'Owen Clegg','apprentice',14.5,NULL,'2024-08-27',NULL);
INSERT INTO quote VALUES
(501,1,'2023-09-12','New consumer unit',640,'accepted','2023-09-20'),(502,3,'2023-10-01','Full rewire, 3-bed terrace',4850,'accepted','2023-10-19'),(503,2,'2023-11-15','Kitchen extractor circuit',415,'declined','2023-12-02'),(504,5,'2024-01-22','Nave lighting',7300,'accepted','2024-03-11'),(505,6,'2024-03-05','Barn supply and lights',9120,'pending',NULL),(506,4,'2024-03-28','EV charger',1150,'accepted','2024-04-01'),(507,8,'2024-05-14','Smoke alarms x12 flats',2280,'accepted','2024-05-30'),(508,7,'2024-06-20','Outdoor sockets',310,'declined','2024-06-25'),(509,2,'2024-07-09','Sign lighting',530,'pending',NULL),(510,3,'2024-08-02','Rewire, ground floor',2675,'lapsed',NULL);
INSERT INTO job VALUES
(1,501,1,1,'fuse board','2023-10-02','2023-10-02',7,0),(2,502,3,3,'rewire','2023-11-06','2023-11-17',72,0),(3,NULL,2,2,'fault','2023-12-21','2023-12-21',3.5,1),(4,504,5,1,'lighting','2024-04-08','2024-04-19',65,0),(5,506,4,5,'ev charger','2024-04-22','2024-04-23',9,0),(6,NULL,3,2,'fault','2024-05-03','2024-05-03',2,1),(7,507,8,5,'alarms','2024-06-10','2024-06-14',34,0),(8,NULL,7,4,'sockets','2024-07-01','2024-07-01',4,0),(9,NULL,2,1,'fault','2024-08-11','2024-08-12',6,1),(10,NULL,8,2,'inspection','2024-08-26',NULL,NULL,0),(11,NULL,1,5,'inspection','2024-09-02','2024-09-02',2.5,0);
INSERT INTO material VALUES
('CB25','2.5mm twin & earth cable','metre',0.95,340,200,'Northern Electrical'),('CB60','6mm twin & earth cable','metre',2.40,45,100,'Northern Electrical'),('SKT2','Double socket','each',3.20,62,30,'Volt & Co'),('CU10','10-way consumer unit','each',118,2,3,'Volt & Co'),('LED5','5W LED downlight','each',6.75,88,40,'Lumina'),('SMK1','Mains smoke alarm','each',21.5,0,10,'Lumina'),('EVC7','7kW EV charger','each',465,1,1,'Volt & Co'),('RCBO','RCBO 32A','each',17.9,14,20,NULL);
INSERT INTO job_material VALUES
(1,1,'CU10',1,150),(2,1,'RCBO',6,150),(3,2,'CB25',260,390),(4,2,'SKT2',24,120),(5,2,'LED5',30,285),(6,4,'LED5',84,790),(7,4,'CB25',180,260),(8,5,'EVC7',1,560),(9,5,'CB60',14,50),(10,7,'SMK1',36,1010),(11,8,'SKT2',2,12),(12,9,'RCBO',1,26);
INSERT INTO invoice VALUES
(9001,1,'2023-10-05',640,128,'2023-10-11',0),(9002,2,'2023-11-20',4850,970,'2024-01-29',3),(9003,3,'2023-12-22',245,49,'2024-01-04',0),(9004,4,'2024-04-24',7300,1460,'2024-06-03',1),(9005,5,'2024-04-24',1150,230,'2024-04-25',0),(9006,6,'2024-05-07',130,26,NULL,2),(9007,7,'2024-06-17',2280,456,'2024-07-17',1),(9008,8,'2024-07-02',90,18,'2024-07-02',0),(9009,9,'2024-08-14',395,79,NULL,1);
