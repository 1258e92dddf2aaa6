CREATE TABLE tuner (tuner_cd TEXT PRIMARY KEY, nm TEXT, region TEXT, yrs_exp INTEGER, mob TEXT);
CREATE TABLE cust (cust_no INTEGER PRIMARY KEY, nm TEXT, kind TEXT, postcode TEXT, tel TEXT, refd_by INTEGER);
CREATE TABLE piano (piano_no INTEGER PRIMARY KEY, cust_no INTEGER, maker TEXT, model TEXT, body TEXT, yr_built INTEGER, serial TEXT);
CREATE TABLE visit (visit_no INTEGER PRIMARY KEY, piano_no INTEGER, tuner_cd TEXT, dt TEXT, job TEXT, mins INTEGER, pitch_hz REAL, fee REAL, nxt_due TEXT);
CREATE TABLE part_used (visit_no INTEGER, part TEXT, qty INTEGER, unit_cost REAL);
CREATE TABLE inv (inv_no INTEGER PRIMARY KEY, visit_no INTEGER, dt_sent TEXT, amt REAL, st TEXT, dt_pd TEXT);
INSERT INTO tuner VALUES ('EH','Edith Hallam','North',31,'07700 901001'),('RB','Rory Byrne','City',9,'07700 901002'),('MK','Mina Koskela','City',14,'07700 901003'),('TP','Theo Pask','South',2,NULL);
INSERT INTO cust VALUES (101,'Mrs Alderton','private','LS7 3AB','0113 496 0101',NULL),(102,'St Cuthbert Church','church','LS2 8QD','0113 496 0102',NULL),(103,'Harmony Music School','school','LS1 4HT','0113 496 0103',101),(104,'Blue Note Cellar','venue','LS1 6PL',NULL,NULL),(105,'Jonas Frey','private','LS17 5RG','0113 496 0105',103),(106,'Town Hall','venue','LS1 3AD','0113 496 0106',NULL),(107,'Oakfield Primary','school','LS11 0BD','0113 496 0107',101),(108,'Clara Whitlock','private','LS8 2NN',NULL,105);
INSERT INTO piano VALUES (1,101,'Broadwood','No. 7','upright',1908,'88211'),(2,102,'Yamaha','U1','upright',1984,'3921044'),(3,103,'Kawai','GL-30','grand',2015,'2741990'),(4,103,'Yamaha','B3','upright',2012,NULL),(5,104,'Bechstein','V','grand',1897,'42817'),(6,105,'Steinway','O','grand',1923,'219872'),(7,106,'Steinway','D','grand',1998,'546010'),(8,107,'Kemble','Oxford','upright',2001,'293310'),(9,108,'Bluthner','PH','grand',NULL,NULL),(10,106,'Yamaha','C3','grand',1990,'4860212');
INSERT INTO visit VALUES
(1,1,'EH','2022-02-03','TUNE',75,438,70,'2022-08-03'),
(2,7,'MK','2022-03-11','TUNE',90,442,120,'2022-04-11'),
(3,3,'RB','2022-04-20','REG',240,440,310,'2022-10-20'),
(4,2,'RB','2022-06-08','TUNE',70,440,70,'2022-12-08'),
(5,5,'RB','2022-09-14','RAISE',130,436,140,'2022-12-14'),
(6,6,'MK','2022-11-02','VOICE',150,440,220,'2023-05-02'),
(7,7,'MK','2022-12-16','TUNE',85,442,120,'2023-01-16'),
(8,8,'TP','2023-01-19','TUNE',95,440,65,'2023-07-19'),
(9,4,'RB','2023-02-22','TUNE',70,440,75,'2023-08-22'),
(10,1,'EH','2023-03-07','REPAIR',180,NULL,195,NULL),
(11,5,'RB','2023-05-25','TUNE',80,440,85,'2023-08-25'),
(12,9,'EH','2023-06-13','RAISE',160,431,150,'2023-09-13'),
(13,10,'MK','2023-09-29','TUNE',80,441,110,'2023-12-29'),
(14,3,'RB','2023-10-10','TUNE',75,440,85,'2024-04-10'),
(15,7,'MK','2023-11-17','REPAIR',210,NULL,260,NULL),
(16,2,'TP','2023-11-28','TUNE',90,440,65,'2024-05-28');
INSERT INTO part_used VALUES (3,'hammer felt',12,4.5),(5,'bass string',2,18),(6,'damper felt',6,3.2),(10,'bridle strap',88,0.35),(10,'centre pin',10,0.6),(12,'treble string',4,6.5),(15,'bass string',1,24),(15,'pedal spring',1,15.5),(9,'key bushing',7,1.1);
INSERT INTO inv VALUES (501,1,'2022-02-04',70,'PD','2022-02-20'),(502,2,'2022-03-14',120,'PD','2022-04-12'),(503,3,'2022-04-22',364,'PD','2022-06-01'),(504,4,'2022-06-10',70,'PD','2022-06-30'),(505,5,'2022-09-16',176,'WO',NULL),(506,6,'2022-11-04',239.2,'PD','2022-11-15'),(507,7,'2022-12-19',120,'PD','2023-01-20'),(508,8,'2023-01-20',65,'PD','2023-02-28'),(509,9,'2023-02-24',82.7,'PD','2023-03-30'),(510,10,'2023-03-09',231.8,'PD','2023-03-14'),(511,11,'2023-05-29',85,'OD',NULL),(512,12,'2023-06-15',176,'PD','2023-07-01'),(513,13,'2023-10-02',110,'PD','2023-11-06'),(514,14,'2023-10-12',85,'OPEN',NULL),(515,15,'2023-11-20',299.5,'OPEN',NULL),(516,16,'2023-11-29',65,'OPEN',NULL);
