CREATE TABLE tb_cust (
  cust_id INTEGER PRIMARY KEY,
  nm TEXT,
  typ TEXT,
  tel TEXT,
  postcode TEXT
);
CREATE TABLE tb_tech (
  tech_id INTEGER PRIMARY KEY,
  nm TEXT,
  van_reg TEXT,
  hired_dt TEXT,
  hr_rate REAL,
  on_call INTEGER
);
CREATE TABLE tb_job (
  job_no INTEGER PRIMARY KEY,
  cust_id INTEGER,
  tech_id INTEGER,
  svc TEXT,
  call_dt TEXT,
  arr_dt TEXT,
  emerg INTEGER,
  lab_amt REAL,
  st TEXT
);
CREATE TABLE tb_part (
  part_cd TEXT PRIMARY KEY,
  descr TEXT,
  brand TEXT,
  unit_px REAL,
  qty_oh INTEGER,
  reord_lvl INTEGER
);
CREATE TABLE tb_job_part (
  job_no INTEGER,
  part_cd TEXT,
  qty INTEGER
);
CREATE TABLE tb_inv (
  inv_no INTEGER PRIMARY KEY,
  job_no INTEGER,
  inv_dt TEXT,
  tot REAL,
  pd_dt TEXT,
  pay_mth TEXT
);
INSERT INTO tb_cust VALUES
(1,'Mrs Adeyemi','RES','07700 900112','LS6 2AB'),
(2,'Harcourt Lettings','COM','0113 4960021','LS1 4DY'),
(3,'Bluebell Nursery','COM','0113 4960188','LS17 8PE'),
(4,'Tom Fairbairn','RES','07700 900340','LS8 1QT'),
(5,'St Oswald''s Church','COM',NULL,'LS6 3HN'),
(6,'Gwen Tatlock','RES','07700 900415','LS12 5RR'),
(7,'Dial-a-Van Hire','TRD','0113 4960355','LS10 1JJ'),
(8,'Imran Baig','RES',NULL,'LS9 7DX'),
(9,'Prestige Motors','TRD','0113 4960470','LS11 0LT');
INSERT INTO tb_tech VALUES
(1,'Col Beasley','YD19 KEY','2016-05-03',48,1),
(2,'Shaz Mirza','YK21 LOX','2020-09-14',42,1),
(3,'Pete Donnelly','YJ17 PIN','2018-01-22',45,0),
(4,'Wren Calloway','YF23 CAM','2023-11-06',34,0),
(5,'Baz Orton',NULL,'2025-02-17',28,0);
INSERT INTO tb_job VALUES
(1001,1,1,'LOCKOUT','2024-01-09 22:10','2024-01-09 22:45',1,95,'DONE'),
(1002,2,3,'REKEY','2024-02-01 09:00','2024-02-01 11:30',0,180,'DONE'),
(1003,4,2,'LOCKOUT','2024-03-16 01:20','2024-03-16 02:25',1,120,'DONE'),
(1004,7,1,'AUTO','2024-04-11 14:00','2024-04-11 14:50',0,140,'DONE'),
(1005,3,3,'INSTALL','2024-05-20 08:30','2024-05-21 08:00',0,260,'DONE'),
(1006,6,2,'LOCKOUT','2024-07-04 18:40',NULL,1,0,'CXL'),
(1007,5,4,'SAFE','2024-08-13 10:15','2024-08-14 09:30',0,310,'DONE'),
(1008,2,3,'REKEY','2024-10-02 09:10','2024-10-02 10:00',0,150,'DONE'),
(1009,9,1,'AUTO','2024-11-19 16:00','2024-11-19 16:35',1,165,'DONE'),
(1010,8,2,'LOCKOUT','2024-12-24 23:05','2024-12-24 23:30',1,150,'DONE'),
(1011,2,4,'INSTALL','2025-01-15 09:00','2025-01-16 09:15',0,220,'DONE'),
(1012,1,4,'REKEY','2025-02-10 13:00','2025-02-10 15:00',0,70,'DONE'),
(1013,9,1,'AUTO','2025-03-03 11:45','2025-03-03 12:20',0,155,'DONE'),
(1014,4,2,'LOCKOUT','2025-03-29 03:00','2025-03-29 03:40',1,130,'DONE'),
(1015,7,3,'AUTO','2025-04-22 08:20',NULL,0,0,'CXL'),
(1016,2,3,'REKEY','2025-05-14 09:30','2025-05-14 10:45',0,165,'DONE'),
(1017,3,4,'SAFE','2025-06-05 12:00',NULL,0,0,'BKD'),
(1018,6,NULL,'INSTALL','2025-06-11 15:10',NULL,0,0,'BKD');
INSERT INTO tb_part VALUES
('EC35','Euro cylinder 35/35','Yale',18.5,24,10),
('EC40A','Anti-snap cylinder 40/50','Ultion',46,6,8),
('MD5','5-lever mortice deadlock','Chubb',39.9,9,5),
('NL60','Nightlatch 60mm','Yale',27,3,4),
('KB-T','Transponder key blank','Silca',22,15,6),
('KB-C','Cylinder key blank','Silca',0.9,320,100),
('SF-D','Safe dial kit','S&G',118,1,1),
('PH2','Push pad panic bar','Exidor',84,0,2);
INSERT INTO tb_job_part VALUES
(1002,'EC35',4),
(1002,'KB-C',12),
(1003,'NL60',1),
(1004,'KB-T',2),
(1005,'PH2',2),
(1005,'MD5',1),
(1007,'SF-D',1),
(1008,'EC35',3),
(1009,'KB-T',1),
(1010,'EC40A',1),
(1011,'MD5',3),
(1012,'EC40A',2),
(1013,'KB-T',1),
(1016,'EC35',5),
(1016,'KB-C',15);
INSERT INTO tb_inv VALUES
(501,1001,'2024-01-10',95,'2024-01-10','CARD'),
(502,1002,'2024-02-05',264.8,'2024-03-04','BACS'),
(503,1003,'2024-03-16',147,'2024-03-16','CASH'),
(504,1004,'2024-04-12',184,'2024-05-10','BACS'),
(505,1005,'2024-05-24',467.9,'2024-06-21','BACS'),
(506,1007,'2024-08-16',428,'2024-09-30','CHQ'),
(507,1008,'2024-10-04',205.5,'2024-11-08','BACS'),
(508,1009,'2024-11-20',187,NULL,NULL),
(509,1010,'2024-12-24',196,'2024-12-24','CARD'),
(510,1011,'2025-01-17',339.7,'2025-02-14','BACS'),
(511,1012,'2025-02-10',162,'2025-02-10','CARD'),
(512,1013,'2025-03-04',177,NULL,NULL),
(513,1014,'2025-03-29',130,'2025-03-29','CASH'),
(514,1016,'2025-05-16',271,NULL,NULL);
