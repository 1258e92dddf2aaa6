CREATE TABLE cust (
  cust_id INTEGER PRIMARY KEY,
  nm TEXT,
  dob DATE,
  pcode_area TEXT,
  smoker_flg INTEGER,
  email_addr TEXT,
  join_dt DATE
);
CREATE TABLE pol (
  pol_no TEXT PRIMARY KEY,
  cust_id INTEGER,
  prod_typ TEXT,
  eff_dt DATE,
  exp_dt DATE,
  ann_prem REAL,
  excess_amt INTEGER,
  agt_id INTEGER,
  canc_dt DATE
);
CREATE TABLE agt (
  agt_id INTEGER PRIMARY KEY,
  agt_nm TEXT,
  brch TEXT,
  comm_pct REAL,
  term_dt DATE
);
CREATE TABLE clm (
  clm_no INTEGER PRIMARY KEY,
  pol_no TEXT,
  loss_dt DATE,
  rptd_dt DATE,
  cause_desc TEXT,
  est_amt REAL,
  sts_cd TEXT,
  adj_id INTEGER,
  fraud_flg INTEGER
);
CREATE TABLE adj (
  adj_id INTEGER PRIMARY KEY,
  adj_nm TEXT,
  spec TEXT,
  lic_exp_dt DATE,
  ext_flg INTEGER
);
CREATE TABLE pmt (
  pmt_id INTEGER PRIMARY KEY,
  clm_no INTEGER,
  pmt_dt DATE,
  pmt_amt REAL,
  payee TEXT,
  mthd TEXT
);
INSERT INTO cust VALUES
(11,'Alan Whitcombe','1957-02-08','BS',1,'awhit@mail.example','2009-06-01'),
(12,'Noor Rahman','1984-10-30','BA',0,'noor.r@mail.example','2015-03-12'),
(13,'Jill Sandys','1990-07-19','BS',0,NULL,'2018-01-25'),
(14,'Conor Fahy','1972-12-02','GL',1,'cfahy@mail.example','2012-11-11'),
(15,'Mei Tan','1999-05-05','BS',0,'mei.tan@mail.example','2022-08-08'),
(16,'Rupert Lyle','1949-09-27','TA',0,NULL,'2006-04-03'),
(17,'Shanice Cole','1988-03-14','GL',0,'scole@mail.example','2020-02-29'),
(18,'Victor Danes','1966-06-21','BA',1,'vdanes@mail.example','2023-05-17'),
(19,'Iona Baird','1993-01-16','TA',0,'iona.b@mail.example','2024-10-01'),
(20,'Terry Oakes','1979-08-11','BS',1,NULL,'2024-12-12');
INSERT INTO agt VALUES
(1,'Paula Hext','Bristol',8,NULL),(2,'Gareth Moon','Bath',7.5,NULL),(3,'Sian Ogden','Gloucester',6,'2023-09-30'),(4,'Leo Ansell','Bristol',9,NULL),(5,'Frank Teague','Taunton',7,'2024-08-16');
INSERT INTO pol VALUES
('HM-1001',11,'home','2023-06-01','2024-05-31',412.5,200,1,NULL),
('HM-1002',11,'home','2024-06-01','2025-05-31',455,200,1,NULL),
('MT-2001',12,'motor','2024-03-15','2025-03-14',688,350,2,NULL),
('MT-2002',14,'motor','2024-01-10','2025-01-09',930.4,500,3,'2024-07-22'),
('PT-3001',13,'pet','2024-02-01','2025-01-31',264,99,4,NULL),
('TR-4001',15,'travel','2024-07-05','2024-08-04',58.9,75,NULL,NULL),
('HM-1003',16,'home','2024-09-12','2025-09-11',519.75,0,5,NULL),
('MT-2003',17,'motor','2024-11-20','2025-11-19',742,250,4,NULL),
('PT-3002',17,'pet','2023-04-04','2024-04-03',301,150,4,NULL),
('MT-2004',18,'motor','2024-05-30','2025-05-29',1115,600,2,'2025-01-15'),
('TR-4002',12,'travel','2025-02-10','2025-03-10',73.25,75,NULL,NULL),
('HM-1004',15,'home','2025-01-02','2026-01-01',388,300,1,NULL),
('PT-3003',19,'pet','2024-10-01','2025-09-30',219,99,2,NULL);
INSERT INTO adj VALUES
(1,'Beth Corrigan','water damage','2026-03-31',0),
(2,'Hamid Sayeed','vehicles','2025-01-31',0),
(3,'Rosa Kemp','fire','2025-12-31',1),
(4,'Dougal Innes','vehicles',NULL,1),
(5,'Wendy Plant','general','2025-06-30',0);
INSERT INTO clm VALUES
(70001,'HM-1001','2023-12-18','2023-12-19','burst pipe',6400,'CLSD',1,0),
(70002,'MT-2001','2024-04-02','2024-04-02','collision',2850,'CLSD',2,0),
(70003,'MT-2002','2024-05-27','2024-06-14','theft',11200,'DND',4,1),
(70004,'PT-3001','2024-06-08','2024-06-10','illness',740,'CLSD',5,0),
(70005,'TR-4001','2024-07-16','2024-07-29','lost luggage',420,'CLSD',5,0),
(70006,'HM-1002','2024-10-05','2024-10-07','fire',23800,'OPN',3,0),
(70007,'MT-2004','2024-11-30','2024-12-30','theft',9700,'RVW',NULL,1),
(70008,'MT-2003','2025-01-09','2025-01-10','collision',1980,'OPN',2,0),
(70009,'HM-1003','2025-01-24','2025-01-25','storm',5100,'OPN',1,0),
(70010,'PT-3001','2025-01-28','2025-02-03','injury',1310,'RVW',NULL,0),
(70011,'TR-4002','2025-02-15','2025-02-16','missed flight',265,'DND',5,0),
(70012,'HM-1004','2025-02-26','2025-03-02','burst pipe',NULL,'OPN',NULL,0);
INSERT INTO pmt VALUES
(1,70001,'2024-01-22',4000,'Alan Whitcombe','bank transfer'),
(2,70001,'2024-02-19',1950,'Drytek Restoration Ltd','bank transfer'),
(3,70002,'2024-05-03',2500,'Kingsmead Garage','cheque'),
(4,70004,'2024-07-01',641,'Severn Vets','bank transfer'),
(5,70005,'2024-08-30',345,'Mei Tan','prepaid card'),
(6,70006,'2024-11-12',8000,'Alan Whitcombe','bank transfer'),
(7,70006,'2025-01-17',5250,'Hollis Builders','cheque'),
(8,70008,'2025-02-21',900,'Kingsmead Garage','bank transfer'),
(9,70009,'2025-03-04',1500,'Rupert Lyle','cheque');
