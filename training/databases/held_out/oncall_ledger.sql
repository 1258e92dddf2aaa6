CREATE TABLE squad (sq_id INTEGER PRIMARY KEY, sq_name TEXT, lead TEXT, tz TEXT);
INSERT INTO squad VALUES (1,'Checkout','Priya Nair','Europe/London'),(2,'Identity','Tom Beck','America/New_York'),(3,'Search','Yuki Arai','Asia/Tokyo'),(4,'Data Platform','Lena Vogt','Europe/London'),(5,'Mobile','Omar Diaz',NULL);
CREATE TABLE svc (svc_id INTEGER PRIMARY KEY, svc_name TEXT, sq_id INTEGER, tier INTEGER, runbook_url TEXT);
INSERT INTO svc VALUES (1,'cart-api',1,1,'https://rb.example/cart'),(2,'payments-worker',1,1,NULL),(3,'login',2,1,'https://rb.example/login'),(4,'mfa-sender',2,2,NULL),(5,'query-node',3,2,'https://rb.example/query'),(6,'indexer',3,3,NULL),(7,'warehouse-etl',4,3,'https://rb.example/etl'),(8,'push-gateway',5,2,NULL),(9,'feature-flags',4,2,NULL);
CREATE TABLE eng (eng_id INTEGER PRIMARY KEY, full_name TEXT, sq_id INTEGER, hired TEXT, on_rota INTEGER);
INSERT INTO eng VALUES (1,'Alice Moran',1,'2021-04-12',1),(2,'Ben Osei',1,'2023-02-01',1),(3,'Chen Wu',2,'2022-07-18',1),(4,'Dana Fox',2,'2024-03-11',0),(5,'Emi Sato',3,'2020-10-05',1),(6,'Felix Braun',4,'2022-01-31',1),(7,'Grace Lim',5,'2023-11-20',1),(8,'Hari Patel',4,'2024-06-03',0);
CREATE TABLE inc (inc_no INTEGER PRIMARY KEY, svc_id INTEGER, sev TEXT, opened TEXT, acked TEXT, resolved TEXT, cmdr_id INTEGER, cause TEXT, users_hit INTEGER);
INSERT INTO inc VALUES
(201,1,'SEV1','2023-01-18 09:12','2023-01-18 09:15','2023-01-18 11:02',1,'deploy',12000),
(202,3,'SEV2','2023-03-05 22:40','2023-03-05 22:58','2023-03-06 00:10',3,'config',3400),
(203,7,'SEV3','2023-04-21 04:00','2023-04-21 08:30','2023-04-21 09:45',6,'vendor',0),
(204,5,'SEV2','2023-07-09 15:22','2023-07-09 15:26','2023-07-09 16:40',5,'capacity',2100),
(205,2,'SEV1','2023-09-30 18:01','2023-09-30 18:03','2023-09-30 21:30',2,'deploy',18500),
(206,8,'SEV3','2023-12-12 12:12','2023-12-12 12:50','2023-12-12 13:20',7,'vendor',900),
(207,3,'SEV1','2024-01-22 08:45','2024-01-22 08:47','2024-01-22 09:30',3,'deploy',26000),
(208,6,'SEV3','2024-03-14 02:30',NULL,'2024-03-14 02:55',NULL,'capacity',0),
(209,1,'SEV2','2024-05-06 19:19','2024-05-06 19:25','2024-05-06 20:20',1,'config',4100),
(210,4,'SEV2','2024-06-28 10:05','2024-06-28 10:20','2024-06-28 12:00',3,'vendor',5200),
(211,2,'SEV3','2024-08-17 05:10','2024-08-17 07:00','2024-08-17 07:35',6,'deploy',0),
(212,2,'SEV2','2024-09-09 13:00','2024-09-09 13:04','2024-09-09 13:55',1,'capacity',1800),
(213,5,'SEV1','2024-10-30 16:16','2024-10-30 16:19','2024-10-30 19:00',5,'deploy',9700),
(214,8,'SEV2','2024-11-11 11:11','2024-11-11 11:30',NULL,7,NULL,600),
(215,1,'SEV3','2024-11-12 08:02',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE followup (fu_id INTEGER PRIMARY KEY, inc_no INTEGER, owner_id INTEGER, task TEXT, due TEXT, done TEXT, prio TEXT);
INSERT INTO followup VALUES (1,201,1,'Add canary stage','2023-02-15','2023-02-10','P1'),(2,202,3,'Validate config in CI','2023-04-01','2023-05-12','P2'),(3,205,2,'Rate limit retries','2023-10-20','2023-10-18','P1'),(4,205,1,'Write payments runbook','2023-11-15',NULL,'P2'),(5,207,3,'Automatic rollback','2024-02-20','2024-03-30','P1'),(6,209,2,'Flag audit log','2024-06-30',NULL,'P3'),(7,210,4,'Second SMS vendor','2024-09-01','2024-08-25','P2'),(8,213,5,'Shard hot index','2024-12-01',NULL,'P1'),(9,213,6,'Load test query-node','2024-12-15',NULL,'P2');
