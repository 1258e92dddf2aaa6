CREATE TABLE lot (lot_no TEXT PRIMARY KEY, descr TEXT, cat TEXT, cntry TEXT, yr INTEGER, grade TEXT, cost_px REAL, ask_px REAL, acq_dt TEXT, src_id INTEGER, in_shop INTEGER);
CREATE TABLE src (src_id INTEGER PRIMARY KEY, nm TEXT, src_type TEXT, town TEXT);
CREATE TABLE collector (coll_id INTEGER PRIMARY KEY, nm TEXT, city TEXT, tel TEXT, theme TEXT, since_dt TEXT, newsletter INTEGER);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, lot_no TEXT, coll_id INTEGER, sale_dt TEXT, px REAL, chan TEXT, paid_dt TEXT, FOREIGN KEY(lot_no) REFERENCES lot(lot_no), FOREIGN KEY(coll_id) REFERENCES collector(coll_id));
CREATE TABLE cert (cert_no TEXT PRIMARY KEY, lot_no TEXT, expert TEXT, issued TEXT, verdict TEXT, fee REAL, FOREIGN KEY(lot_no) REFERENCES lot(lot_no));
CREATE TABLE want (want_id INTEGER PRIMARY KEY, coll_id INTEGER, asked_dt TEXT, descr TEXT, max_px REAL, done INTEGER, FOREIGN KEY(coll_id) REFERENCES collector(coll_id));
INSERT INTO src VALUES (1,'Harcourt Auctions','auction','Bristol'),(2,'Estate of Col. Pym','estate','Bath'),(3,'Walk-in','counter',NULL),(4,'Lindqvist Philately','dealer','Malmo'),(5,'Toulouse Coin Fair','fair','Toulouse');
INSERT INTO lot VALUES
('S-201','Penny Black plate 4','ST','GB',1840,'VF',95,160,'2022-11-04',1,0),
('S-202','Skilling bundle','ST','SE',1858,'F',140,260,'2023-02-19',4,0),
('S-203','Inverted swan','ST','AU',1855,'VG',NULL,4800,'2023-06-01',2,1),
('S-204','Airmail set','ST','US',1938,'UNC',30,75,'2023-06-01',2,0),
('S-205','Blue Mauritius reprint','ST','MU',1912,'F',60,140,'2024-01-15',4,1),
('C-301','Gold sovereign','CN','GB',1911,'EF',310,420,'2022-12-10',3,0),
('C-302','Morgan dollar','CN','US',1889,'VF',28,55,'2023-03-08',3,0),
('C-303','Five franc Ceres','CN','FR',1870,'VF',40,85,'2023-09-23',5,0),
('C-304','Denarius of Trajan','CN','IT',112,'F',90,190,'2023-09-23',5,1),
('C-305','Krugerrand','CN','ZA',1974,'UNC',1500,1720,'2024-05-02',3,0),
('C-306','Silver thaler','CN','AT',1780,'VG',22,48,'2024-05-30',2,1),
('B-401','White five pound note','BN','GB',1947,'EF',120,210,'2023-11-11',1,0),
('B-402','Confederate ten dollar','BN','US',1864,'VG',35,80,'2024-08-17',1,1),
('S-206','Three kings sheet','ST','GB',1935,'UNC',18,45,'2024-10-09',4,0);
INSERT INTO collector VALUES
(1,'Edgar Whitlow','Exeter','555-3010','Victorian GB','2015-04-02',1),
(2,'Yvonne Sarr','Cardiff','555-3022','airmail','2019-09-17',1),
(3,'Dr Philip Orme','London',NULL,'Roman','2020-01-30',0),
(4,'Beth Kanter','Bristol','555-3048',NULL,'2022-05-05',1),
(5,'Ove Sandberg','Malmo','555-3055','Scandinavia','2023-01-12',0),
(6,'Harriet Cole','Bristol','555-3061','banknotes','2023-10-28',1),
(7,'Nigel Fry','Bath',NULL,'gold','2024-02-02',0);
INSERT INTO sale VALUES
(1,'S-201',1,'2023-01-21',155,'shop','2023-01-21'),(2,'C-302',4,'2023-04-15',55,'fair','2023-04-15'),(3,'S-202',5,'2023-05-06',245,'mail','2023-05-29'),
(4,'S-204',2,'2023-08-12',75,'web','2023-08-12'),(5,'C-301',7,'2024-02-10',415,'shop','2024-02-10'),(6,'B-401',6,'2024-03-02',200,'fair','2024-03-02'),
(7,'C-303',4,'2024-06-22',80,'web','2024-06-25'),(8,'C-305',7,'2024-07-13',1700,'shop','2024-08-30'),(9,'S-206',1,'2025-01-18',45,'mail',NULL);
INSERT INTO cert VALUES
('RX-11','S-201','M. Tolland','2022-12-01','genuine',40),('RX-12','S-203','M. Tolland','2023-07-20','doubtful',120),('RX-13','C-301','Assay Board','2023-01-16','genuine',25),
('RX-14','S-202','L. Ek','2023-03-30','genuine',55),('RX-15','C-304','Assay Board','2024-02-27','genuine',25),('RX-16','S-203','L. Ek','2024-11-05','forgery',150);
INSERT INTO want VALUES
(1,1,'2023-03-03','Twopenny blue',300,0),(2,3,'2023-07-15','Denarius of Hadrian',250,0),(3,5,'2023-01-20','Skilling stamps',250,1),(4,6,'2024-01-09','White five pound note',220,1),
(5,2,'2024-05-25','Zeppelin cover',NULL,0),(6,7,'2024-06-01','Krugerrand',1750,1),(7,1,'2024-12-14','George V sheets',60,1),(8,4,'2025-01-10','Liberty head nickel',90,0);
