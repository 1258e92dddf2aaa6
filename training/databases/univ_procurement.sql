CREATE TABLE dept (dept_cd TEXT PRIMARY KEY, dept_nm TEXT, head TEXT, bud_amt REAL);
CREATE TABLE vend (vend_id INTEGER PRIMARY KEY, vend_nm TEXT, ctry TEXT, sme_flg INTEGER, pay_terms INTEGER, ins_exp_dt TEXT);
CREATE TABLE buyer (buyer_id INTEGER PRIMARY KEY, buyer_nm TEXT, ext TEXT, appr_lim REAL);
CREATE TABLE po (po_no INTEGER PRIMARY KEY, dept_cd TEXT, vend_id INTEGER, buyer_id INTEGER, ord_dt TEXT, need_dt TEXT, tot_amt REAL, route TEXT, po_st TEXT,
 FOREIGN KEY (dept_cd) REFERENCES dept(dept_cd), FOREIGN KEY (vend_id) REFERENCES vend(vend_id), FOREIGN KEY (buyer_id) REFERENCES buyer(buyer_id));
CREATE TABLE po_ln (po_no INTEGER, ln_no INTEGER, item_ds TEXT, cat TEXT, qty INTEGER, unit_pr REAL, FOREIGN KEY (po_no) REFERENCES po(po_no));
CREATE TABLE rcpt (rcpt_no INTEGER PRIMARY KEY, po_no INTEGER, rcpt_dt TEXT, cond TEXT, sgn_by TEXT, FOREIGN KEY (po_no) REFERENCES po(po_no));
CREATE TABLE tender (tndr_no TEXT PRIMARY KEY, title TEXT, dept_cd TEXT, open_dt TEXT, close_dt TEXT, bids INTEGER, won_by INTEGER, FOREIGN KEY (dept_cd) REFERENCES dept(dept_cd), FOREIGN KEY (won_by) REFERENCES vend(vend_id));
INSERT INTO dept VALUES ('CHEM','Chemistry','Prof. Ilse Brandt',180000),('LIB','University Library','Owen Tate',95000),('EST','Estates','Karen Mould',400000),('CS','Computer Science','Dr Anil Mehta',150000),('MUS','Music','Fay Linley',30000);
INSERT INTO vend VALUES (1,'Labworth Scientific','UK',0,30,'2025-03-31'),(2,'Quill & Page','UK',1,14,'2024-08-15'),(3,'Nordlicht GmbH','Germany',0,45,NULL),(4,'Brightspark Electrical','UK',1,30,'2024-12-01'),(5,'Datavault Systems','Ireland',0,60,'2025-06-30'),(6,'Campus Clean','UK',1,30,'2023-11-30'),(7,'Ebony Keys','UK',1,7,NULL);
INSERT INTO buyer VALUES (1,'Sunita Desai','4410',50000),(2,'Mark Eames','4412',10000),(3,'Bronagh Quinn','4415',20000),(4,'Leo Strand',NULL,5000);
INSERT INTO po VALUES
(7001,'CHEM',1,1,'2023-01-23','2023-02-10',18400,'framework','CLS'),
(7002,'LIB',2,2,'2023-02-15','2023-03-01',3250,'quotes','CLS'),
(7003,'EST',4,3,'2023-03-30','2023-05-15',22700,'tender','CLS'),
(7004,'CS',5,1,'2023-06-12','2023-07-31',46900,'tender','CLS'),
(7005,'MUS',7,4,'2023-09-05','2023-09-20',2100,'direct','CLS'),
(7006,'CHEM',3,1,'2023-10-17','2023-12-01',31500,'direct','CLS'),
(7007,'EST',6,2,'2023-11-08','2023-11-30',7600,'framework','CXL'),
(7008,'LIB',2,2,'2024-01-19','2024-02-05',4120,'quotes','CLS'),
(7009,'CS',5,3,'2024-03-04','2024-03-29',12800,'framework','CLS'),
(7010,'CHEM',1,3,'2024-04-22','2024-05-10',9650,'framework','RCV'),
(7011,'EST',4,1,'2024-05-27','2024-08-01',38200,'tender','APP'),
(7012,'MUS',7,4,'2024-06-10','2024-06-28',1450,'direct','RCV'),
(7013,'CS',NULL,2,'2024-06-24','2024-07-19',6900,'quotes','DRF'),
(7014,'LIB',2,4,'2024-07-02','2024-07-15',880,'direct','APP');
INSERT INTO po_ln VALUES (7001,1,'fume hood','lab',2,8200),(7001,2,'glassware set','lab',10,200),(7002,1,'journal binding','books',130,25),(7003,1,'LED panel','building',450,42),(7003,2,'dimmer','building',95,40),(7004,1,'GPU server','IT',3,15000),(7004,2,'rack rails','IT',10,190),(7005,1,'piano stool','music',6,350),(7006,1,'mass detector','lab',1,31500),(7008,1,'e-book licence','books',206,20),(7009,1,'laptop','IT',16,800),(7010,1,'solvent drum','lab',50,193),(7011,1,'boiler','building',2,19100),(7012,1,'music stand','music',58,25),(7013,1,'monitor','IT',30,230),(7014,1,'archive box','books',220,4);
INSERT INTO rcpt VALUES (1,7001,'2023-02-08','good','I. Brandt'),(2,7002,'2023-03-06','good','O. Tate'),(3,7003,'2023-05-12','good','K. Mould'),(4,7004,'2023-08-14','part','A. Mehta'),(5,7004,'2023-08-30','good','A. Mehta'),(6,7005,'2023-09-19','good','F. Linley'),(7,7006,'2023-12-20','damaged','I. Brandt'),(8,7006,'2024-01-11','good','I. Brandt'),(9,7008,'2024-02-02','good',NULL),(10,7009,'2024-03-28','good','A. Mehta'),(11,7010,'2024-05-17','damaged','I. Brandt'),(12,7012,'2024-06-27','good','F. Linley');
INSERT INTO tender VALUES ('T-23-01','Lighting refit','EST','2023-01-09','2023-02-20',5,4),('T-23-02','Research computing','CS','2023-03-06','2023-05-01',3,5),('T-23-03','Window cleaning','EST','2023-09-11','2023-10-16',1,6),('T-24-01','Boiler house','EST','2024-02-12','2024-04-15',4,4),('T-24-02','Library shelving','LIB','2024-05-20','2024-07-08',2,NULL);
