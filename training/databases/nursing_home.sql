CREATE TABLE wings (wing_code TEXT PRIMARY KEY, wing_name TEXT NOT NULL, floor_no INTEGER, beds INTEGER, secure_unit INTEGER);
CREATE TABLE residents (res_id INTEGER PRIMARY KEY, full_name TEXT, dob TEXT, wing_code TEXT REFERENCES wings(wing_code), room TEXT, admitted_on TEXT, left_on TEXT, left_reason TEXT, mobility TEXT);
CREATE TABLE carers (carer_id INTEGER PRIMARY KEY, carer_name TEXT, grade TEXT, hired TEXT, hourly_pay REAL, night_ok INTEGER, dbs_expiry TEXT);
CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, carer_id INTEGER REFERENCES carers(carer_id), wing_code TEXT REFERENCES wings(wing_code), shift_date TEXT, slot TEXT, hrs REAL, outcome TEXT);
CREATE TABLE incidents (inc_id INTEGER PRIMARY KEY, res_id INTEGER REFERENCES residents(res_id), reported_by INTEGER REFERENCES carers(carer_id), happened_at TEXT, kind TEXT, severity INTEGER, closed_at TEXT, family_told INTEGER);
CREATE TABLE fees (fee_id INTEGER PRIMARY KEY, res_id INTEGER REFERENCES residents(res_id), period TEXT, amt_due REAL, amt_paid REAL, paid_on TEXT, funded_by TEXT);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, res_id INTEGER REFERENCES residents(res_id), visitor TEXT, relation TEXT, visit_date TEXT, mins INTEGER);
INSERT INTO wings VALUES ('A','Ashgrove',0,12,0),('B','Bluebell',0,10,0),('C','Cedar',1,8,1),('D','Dove',1,14,0),('E','Elm',2,6,0);
INSERT INTO residents VALUES
(1,'Edith Marlowe','1931-02-11','A','A3','2021-05-04',NULL,NULL,'walker'),
(2,'George Pelham','1938-09-30','B','B1','2022-01-17',NULL,NULL,'independent'),
(3,'Winifred Oakes','1927-12-05','C','C2','2020-10-09','2025-01-22','died','bedbound'),
(4,'Harold Finch','1940-06-18','A','A7','2023-03-28',NULL,NULL,'wheelchair'),
(5,'Joan Trevithick','1935-08-02','C','C5','2023-07-12',NULL,NULL,'walker'),
(6,'Bernard Cole','1943-01-25','D','D4','2024-02-19','2024-09-30','moved home','independent'),
(7,'Mavis Redfern','1929-04-14','D','D9','2024-05-06',NULL,NULL,'wheelchair'),
(8,'Alfred Nunn','1936-11-21','B','B6','2024-08-15','2025-02-27','hospital','walker'),
(9,'Sylvia Brandt','1941-03-08','D','D2','2024-11-04',NULL,NULL,'independent'),
(10,'Kathleen Moody','1933-07-27','A',NULL,'2025-02-10',NULL,NULL,'wheelchair'),
(11,'Reginald Hope','1930-10-16','C','C1','2025-03-03',NULL,NULL,'bedbound');
INSERT INTO carers VALUES
(1,'Denise Watts','senior','2016-04-11',15.8,1,'2026-04-01'),(2,'Tunde Adeyemi','care assistant','2021-08-23',12.6,1,'2025-08-20'),
(3,'Paula Fry','nurse','2019-01-07',21.4,0,'2025-02-28'),(4,'Gosia Nowak','care assistant','2023-06-19',12.2,0,'2026-06-15'),
(5,'Liam Burke','senior','2020-11-02',15.1,1,NULL),(6,'Hannah Lowe','care assistant','2024-09-09',11.9,1,'2027-09-01'),(7,'Priya Nair','nurse','2024-12-16',20.9,1,'2027-12-10');
INSERT INTO shifts VALUES
(1,1,'A','2025-02-24','day',8,'worked'),(2,2,'A','2025-02-24','night',10,'worked'),(3,3,'C','2025-02-25','day',8,'worked'),(4,4,'B','2025-02-25','evening',6,'sick'),
(5,5,'C','2025-02-26','night',10,'worked'),(6,2,'D','2025-02-27','night',10,'worked'),(7,6,'D','2025-03-01','day',8,'no show'),(8,1,'B','2025-03-01','day',8,'worked'),
(9,4,'D','2025-03-02','evening',6,'worked'),(10,3,'C','2025-03-03','day',7.5,'worked'),(11,2,'A','2025-03-04','night',10,'sick'),(12,6,'A','2025-03-05','evening',6,'worked'),(13,5,'C','2025-03-06','night',10,'worked'),(14,2,'B','2025-03-07','night',10,'worked');
INSERT INTO incidents VALUES
(1,1,1,'2024-06-12 14:20','fall',2,'2024-06-14',1),(2,3,3,'2024-07-30 03:05','pressure sore',3,'2024-09-02',1),(3,5,5,'2024-10-08 22:40','wandering',1,'2024-10-09',0),
(4,7,2,'2024-12-25 06:15','fall',3,'2025-01-10',1),(5,5,5,'2025-01-17 23:50','wandering',2,'2025-01-20',1),(6,4,4,'2025-02-02 17:30','medication error',2,NULL,0),
(7,1,2,'2025-02-24 21:10','fall',1,'2025-02-25',0),(8,8,1,'2025-02-26 11:00','fall',4,NULL,1),(9,11,1,'2025-03-05 09:45','pressure sore',2,NULL,1);
INSERT INTO fees VALUES
(1,1,'2025-01',3900,3900,'2025-01-06','self'),(2,2,'2025-01',3600,3600,'2025-01-15','council'),(3,4,'2025-01',4200,2000,'2025-01-28','mixed'),(4,5,'2025-01',4650,4650,'2025-01-09','self'),
(5,7,'2025-01',4200,4200,'2025-01-30','council'),(6,1,'2025-02',3900,3900,'2025-02-04','self'),(7,2,'2025-02',3600,0,NULL,'council'),(8,4,'2025-02',4200,4200,'2025-02-20','mixed'),
(9,5,'2025-02',4650,4650,'2025-02-11','self'),(10,8,'2025-02',3750,1250,'2025-02-18','self'),(11,9,'2025-02',3500,3500,'2025-02-03','self'),(12,7,'2025-02',4200,0,NULL,'council'),(13,10,'2025-02',2100,2100,'2025-02-26','mixed');
INSERT INTO visits VALUES
(1,1,'Claire Marlowe','daughter','2025-01-05',60),(2,1,'Claire Marlowe','daughter','2025-02-09',75),(3,2,'Ian Pelham','son','2025-02-14',40),(4,5,'Rev. Stokes','friend','2025-02-16',25),
(5,7,'Anna Redfern','granddaughter','2025-02-22',90),(6,9,'Marcus Brandt','son','2025-02-23',55),(7,1,'Joe Marlowe','grandson','2025-03-02',30),(8,9,'Lena Brandt','daughter','2025-03-06',120),(9,11,'Dora Hope','wife','2025-03-07',180);
