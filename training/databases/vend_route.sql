CREATE TABLE sites (site_id INTEGER PRIMARY KEY, site_nm TEXT, town TEXT, sector TEXT, commission_pct REAL, contact_tel TEXT);
INSERT INTO sites VALUES
(1,'St Bride Hospital','Cardham','health',12,'01632 960011'),(2,'Dunmore College','Cardham','education',10,'01632 960022'),
(3,'Plastex Works','Ebford','factory',5,NULL),(4,'Ebford Leisure Centre','Ebford','leisure',15,'01632 960044'),
(5,'Kingsway Rail Station','Marl','transport',18,'01632 960055'),(6,'Marl Council Offices','Marl','office',0,'01632 960066'),(7,'Orchard Depot','Wickstead','factory',6,NULL);
CREATE TABLE machines (mach_no TEXT PRIMARY KEY, site_id INTEGER, mtype TEXT, model TEXT, installed_dt TEXT, cashless INTEGER, mstat TEXT);
INSERT INTO machines VALUES
('V-101',1,'SNK','Crane 474','2019-06-03',1,'ON'),('V-102',1,'HOT','Lavazza 8P','2021-02-15',1,'ON'),('V-103',1,'CAN','Vendo 721','2017-10-20',0,'OOS'),
('V-104',2,'SNK','Crane 474','2022-09-01',1,'ON'),('V-105',2,'CAN','Vendo 721','2022-09-01',1,'ON'),('V-106',3,'HOT','Lavazza 8P','2018-03-12',0,'ON'),
('V-107',3,'SNK','Necta Snakky','2016-05-09',0,'ON'),('V-108',4,'CAN','Royal 660','2023-04-04',1,'ON'),('V-109',5,'SNK','Crane 474','2023-11-27',1,'ON'),
('V-110',5,'HOT','Necta Kikko','2020-01-08',1,'OOS'),('V-111',6,'HOT','Necta Kikko','2024-05-16',1,'ON'),('V-112',NULL,'SNK','Necta Snakky','2015-07-01',0,'STORE');
CREATE TABLE drivers (drv_id INTEGER PRIMARY KEY, drv_nm TEXT, van_reg TEXT, start_dt TEXT);
INSERT INTO drivers VALUES (1,'Gary Pike','VN19 KLO','2016-03-01'),(2,'Shirin Azadi','VN22 TTR','2021-08-16'),(3,'Dale Obi','VN20 HHA','2019-11-04'),(4,'Lesley Crabb',NULL,'2024-10-01'),(5,'Pete Wynn',NULL,'2025-01-06');
CREATE TABLE visits (vis_id INTEGER PRIMARY KEY, mach_no TEXT, drv_id INTEGER, vis_dt TEXT, cash_out REAL, card_out REAL, units_filled INTEGER, jam_found INTEGER);
INSERT INTO visits VALUES
(1,'V-101',1,'2023-02-06',142.50,88.00,120,0),(2,'V-106',2,'2023-03-14',96.20,NULL,60,0),(3,'V-107',2,'2023-03-14',51.00,NULL,45,1),
(4,'V-103',1,'2023-06-22',77.40,NULL,80,1),(5,'V-104',3,'2023-09-18',63.10,154.60,140,0),(6,'V-108',3,'2023-11-05',40.00,112.30,96,0),
(7,'V-109',1,'2024-01-15',88.80,240.10,180,0),(8,'V-102',1,'2024-02-26',54.00,190.50,75,0),(9,'V-105',2,'2024-04-09',30.20,98.70,72,1),
(10,'V-110',3,'2024-05-21',71.60,133.20,64,0),(11,'V-107',2,'2024-07-30',44.40,NULL,50,1),(12,'V-111',3,'2024-08-12',12.00,85.90,40,0),
(13,'V-101',1,'2024-09-03',101.70,160.40,130,0),(14,'V-109',1,'2024-11-19',92.50,301.00,200,1),(15,'V-104',4,'2024-12-10',48.90,171.20,125,0),
(16,'V-108',4,'2025-01-22',28.60,130.80,90,0),(17,'V-101',1,'2025-02-11',83.10,149.90,115,0);
CREATE TABLE lines (line_cd TEXT PRIMARY KEY, descr TEXT, cat TEXT, cost_p REAL, vend_p REAL, delisted INTEGER);
INSERT INTO lines VALUES
('KITK','Kit Bar','choc',0.48,1.20,0),('CRSP','Salt & Vinegar 35g','crisps',0.39,1.10,0),('COLA','Cola can 330','drink',0.42,1.30,0),('WATR','Still water 500','drink',0.22,1.00,0),
('FLAP','Oat flapjack','choc',0.61,1.50,0),('ENGY','Energy can 250','drink',0.70,1.80,0),('GUMM','Gum bears','sweets',0.35,1.00,1),('LATT','Latte cup','hot',0.18,1.40,0),('SOUP','Tomato soup cup','hot',0.25,1.20,1);
CREATE TABLE faults (fault_id INTEGER PRIMARY KEY, mach_no TEXT, rep_dt TEXT, fix_dt TEXT, fcode TEXT, parts_cost REAL);
INSERT INTO faults VALUES
(1,'V-107','2023-03-15','2023-03-17','JAM',0),(2,'V-103','2023-06-22','2023-07-10','COMP',210.00),(3,'V-106','2023-08-01','2023-08-02','COIN',35.50),
(4,'V-102','2024-01-09','2024-01-12','BOIL',148.00),(5,'V-105','2024-04-09','2024-04-09','JAM',0),(6,'V-107','2024-07-30','2024-08-05','COIN',42.00),
(7,'V-110','2024-10-14',NULL,'BOIL',NULL),(8,'V-109','2024-11-19','2024-11-20','JAM',12.80),(9,'V-103','2025-01-30',NULL,'COMP',NULL);
