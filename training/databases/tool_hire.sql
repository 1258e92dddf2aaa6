CREATE TABLE tbl_tool (tag TEXT PRIMARY KEY, descr TEXT, grp TEXT, day_rate REAL, week_rate REAL, bought TEXT, cost_new REAL, whereabouts TEXT);
CREATE TABLE tbl_account (acc_no INTEGER PRIMARY KEY, acc_name TEXT, kind TEXT, mobile TEXT, credit_limit REAL, on_stop INTEGER);
CREATE TABLE tbl_counter (initials TEXT PRIMARY KEY, full_name TEXT, since TEXT);
CREATE TABLE tbl_hire (hire_no INTEGER PRIMARY KEY, acc_no INTEGER, tag TEXT, out_by TEXT, out_dt TEXT, due_dt TEXT, back_dt TEXT, charge REAL, deposit REAL, paid_how TEXT);
CREATE TABLE tbl_damage (dmg_no INTEGER PRIMARY KEY, hire_no INTEGER, noted TEXT, billed REAL, settled INTEGER);
CREATE TABLE tbl_service (svc_no INTEGER PRIMARY KEY, tag TEXT, svc_dt TEXT, svc_type TEXT, parts_cost REAL, next_due TEXT);
INSERT INTO tbl_tool VALUES ('BRK-01','Kango breaker','breaking',38,110,'2020-02-11',890,'SHELF'),('BRK-02','Light breaker','breaking',24,70,'2022-07-05',420,'OUT'),('MIX-01','Cement mixer','concrete',18,50,'2019-04-30',310,'SHELF'),('MIX-02','Cement mixer','concrete',18,50,'2023-03-14',365,'OUT'),('WAC-01','Wacker plate','compaction',30,85,'2021-05-19',1150,'BENCH'),('TWR-01','5m scaffold tower','access',45,120,'2018-09-02',1600,'SHELF'),('LAD-03','Triple ladder','access',14,38,'2021-01-25',260,'LOST'),('SND-01','Floor sander','flooring',40,115,'2022-10-10',1380,'SHELF'),('SAW-04','Stihl saw','cutting',32,90,'2023-06-21',980,'OUT'),('DRL-02','Core drill','breaking',34,95,'2024-01-30',640,'SHELF'),('PMP-01','2in water pump','pumping',27,75,NULL,NULL,'SHELF');
INSERT INTO tbl_account VALUES (201,'R. Pike Groundworks','trade','07700 902001',1500,0),(202,'Jenny Lomax','retail','07700 902002',NULL,0),(203,'Ashdown Builders','trade','07700 902003',3000,0),(204,'Col''s Landscapes','trade',NULL,800,1),(205,'Terry Vance','retail','07700 902005',NULL,0),(206,'Parish Council','public','01632 960206',1000,0),(207,'Dee Oakley','retail',NULL,NULL,0);
INSERT INTO tbl_counter VALUES ('MB','Mick Barlow','2009-06-01'),('SH','Shaz Hussain','2019-02-18'),('KT','Kit Tranter','2023-07-10');
INSERT INTO tbl_hire VALUES
(4001,201,'BRK-01','MB','2023-01-16','2023-01-20','2023-01-20',110,50,'account'),
(4002,202,'SND-01','SH','2023-02-25','2023-02-27','2023-02-27',80,100,'card'),
(4003,203,'MIX-01','MB','2023-04-03','2023-04-17','2023-04-24',150,0,'account'),
(4004,204,'WAC-01','SH','2023-05-22','2023-05-24','2023-05-24',60,50,'account'),
(4005,205,'TWR-01','MB','2023-07-08','2023-07-10','2023-07-10',90,100,'cash'),
(4006,203,'SAW-04','KT','2023-08-14','2023-08-18','2023-08-21',122,0,'account'),
(4007,206,'PMP-01','MB','2023-11-02','2023-11-09','2023-11-08',75,0,'account'),
(4008,207,'LAD-03','KT','2023-11-25','2023-11-26',NULL,28,30,'cash'),
(4009,201,'WAC-01','MB','2024-02-12','2024-02-16','2024-02-16',85,50,'account'),
(4010,202,'SND-01','KT','2024-03-30','2024-04-01','2024-04-01',80,100,'card'),
(4011,204,'BRK-02','SH','2024-04-15','2024-04-19','2024-05-03',210,50,'account'),
(4012,203,'TWR-01','MB','2024-05-07','2024-05-21','2024-05-20',240,0,'account'),
(4013,205,'MIX-02','SH','2024-06-01','2024-06-03','2024-06-03',36,40,'card'),
(4014,203,'WAC-01','KT','2024-06-10','2024-06-14','2024-06-17',115,0,'account'),
(4015,201,'SAW-04','MB','2024-07-01','2024-07-05',NULL,90,50,'account'),
(4016,204,'BRK-02','KT','2024-07-02','2024-07-04',NULL,48,50,'account'),
(4017,206,'MIX-02','SH','2024-07-03','2024-07-10',NULL,50,NULL,'account');
INSERT INTO tbl_damage VALUES (1,4003,'drum dented',45,1),(2,4006,'blade guard cracked',38,1),(3,4011,'chisel missing',22,0),(4,4011,'lead cut',30,0),(5,4014,'engine seized',310,0),(6,4010,'scorched belt',15,1);
INSERT INTO tbl_service VALUES (1,'BRK-01','2023-02-01','PAT',0,'2023-08-01'),(2,'WAC-01','2023-06-05','full',42,'2024-06-05'),(3,'SND-01','2023-03-10','PAT',12.5,'2023-09-10'),(4,'SAW-04','2023-09-04','full',28,'2024-09-04'),(5,'TWR-01','2024-01-08','inspection',0,'2024-07-08'),(6,'BRK-01','2024-02-20','PAT',6,'2024-08-20'),(7,'MIX-01','2024-03-18','full',19,'2025-03-18'),(8,'WAC-01','2024-06-20','repair',265,NULL);
