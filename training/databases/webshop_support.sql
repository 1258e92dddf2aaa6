CREATE TABLE customers (cust_id INTEGER PRIMARY KEY, full_name TEXT, email TEXT, country TEXT, signup_dt TEXT, newsletter INTEGER, vat_no TEXT);
CREATE TABLE plans (plan_code TEXT PRIMARY KEY, plan_name TEXT, monthly_fee REAL, max_users INTEGER, launched_on TEXT, is_public INTEGER);
CREATE TABLE subscriptions (sub_id INTEGER PRIMARY KEY, cust_id INTEGER, plan_code TEXT, start_dt TEXT, end_dt TEXT, status TEXT, auto_renew INTEGER, seats INTEGER);
CREATE TABLE orders (order_no INTEGER PRIMARY KEY, cust_id INTEGER, placed_at TEXT, total_amt REAL, ship_amt REAL, pay_method TEXT, shipped_on TEXT, order_status TEXT);
CREATE TABLE refunds (refund_id INTEGER PRIMARY KEY, order_no INTEGER, asked_on TEXT, paid_on TEXT, amt REAL, reason TEXT, state TEXT);
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, name TEXT, team TEXT, hired_on TEXT, spoken_langs INTEGER, remote INTEGER);
CREATE TABLE tickets (tkt_id INTEGER PRIMARY KEY, cust_id INTEGER, agent_id INTEGER, opened_at TEXT, closed_at TEXT, channel TEXT, priority TEXT, subject TEXT, csat INTEGER);
INSERT INTO customers VALUES
(1,'Beatriz Antunes','bia.antunes@mail.pt','Portugal','2022-03-14',1,NULL),(2,'Padaria do Rossio Lda','geral@rossio.pt','Portugal','2021-11-30',0,'PT509123456'),(3,'Miguel Sarmento','msarmento@mail.pt','Portugal','2023-06-02',1,NULL),
(4,'Ana Lúcia Fontes','alfontes@mail.br','Brasil','2023-09-19',1,NULL),(5,'Talleres Vigo SL','info@talleresvigo.es','Espanha','2024-01-22',0,'ESB2733401'),(6,'João Cabral','jcabral@mail.cv','Cabo Verde','2024-04-08',0,NULL),
(7,'Helena Brito',NULL,'Portugal','2024-07-15',1,NULL),(8,'Studio Mondego','ola@mondego.pt','Portugal','2024-10-03',1,'PT514998761'),(9,'Rui Pestana','rpestana@mail.pt','Portugal','2025-01-27',0,NULL),(10,'Carla Nhantumbo','carla.n@mail.mz','Moçambique','2025-03-11',1,NULL);
INSERT INTO plans VALUES ('BAS','Básico',4.9,1,'2021-01-10',1),('FAM','Família',8.9,5,'2022-05-01',1),('PRO','Profissional',19.5,15,'2021-01-10',1),('OLD','Clássico',3.5,1,'2019-02-01',0),('EDU','Escola',12,40,'2024-09-01',1),('VIP','Parceiro',0,3,'2023-03-03',0);
INSERT INTO subscriptions VALUES
(1,1,'BAS','2022-03-14','2023-03-13','expired',0,1),(2,1,'FAM','2023-03-14',NULL,'active',1,4),(3,2,'PRO','2021-12-01',NULL,'active',1,9),(4,3,'BAS','2023-06-02','2024-02-10','cancelled',0,1),
(5,4,'FAM','2023-09-19',NULL,'paused',1,3),(6,5,'PRO','2024-02-01','2025-01-31','cancelled',0,12),(7,6,'BAS','2024-04-08',NULL,'active',0,1),(8,8,'PRO','2024-10-03',NULL,'active',1,6),
(9,8,'EDU','2025-02-01',NULL,'trial',0,20),(10,9,'BAS','2025-01-27','2025-04-02','cancelled',0,1),(11,10,'FAM','2025-03-11',NULL,'trial',1,2);
INSERT INTO orders VALUES
(9001,1,'2024-02-11 10:22',45.8,4.5,'mbway','2024-02-12','delivered'),(9002,3,'2024-03-29 21:05',129,0,'card','2024-04-02','delivered'),(9003,2,'2024-05-06 08:41',310.4,0,'transfer','2024-05-09','delivered'),
(9004,4,'2024-07-18 16:30',78.2,14.9,'card','2024-07-19','returned'),(9005,6,'2024-09-02 12:12',22.5,12,'paypal','2024-09-10','delivered'),(9006,7,'2024-11-29 00:03',199.99,0,'mbway','2024-12-04','returned'),
(9007,1,'2024-12-13 19:47',61.3,4.5,'mbway','2024-12-16','delivered'),(9008,8,'2025-01-20 09:15',540,0,'transfer','2025-01-24','delivered'),(9009,5,'2025-02-06 11:00',88.75,7.2,'card',NULL,'cancelled'),
(9010,9,'2025-02-14 22:31',34.9,4.5,'mbway','2025-02-17','delivered'),(9011,3,'2025-03-30 14:08',15,4.5,'paypal','2025-04-01','lost'),(9012,10,'2025-04-21 07:55',67.45,18.3,'card',NULL,'processing'),(9013,2,'2025-04-24 17:26',275.1,0,'transfer',NULL,'processing');
INSERT INTO refunds VALUES
(1,9004,'2024-07-30','2024-08-09',78.2,'wrong size','paid'),(2,9002,'2024-04-12',NULL,40,'damaged','rejected'),(3,9006,'2024-12-09','2024-12-30',199.99,'changed mind','paid'),(4,9009,'2025-02-07','2025-02-08',88.75,'out of stock','paid'),
(5,9010,'2025-03-03','2025-03-20',10,'damaged','paid'),(6,9011,'2025-04-15',NULL,19.5,'never arrived','pending'),(7,9008,'2025-04-18',NULL,120,'damaged','pending');
INSERT INTO agents VALUES (1,'Sofia Ramalho','billing','2020-10-05',3,0),(2,'Duarte Penha','logistics','2022-02-14',2,1),(3,'Inês Falcão','billing','2023-05-22',4,1),(4,'Nelson Gaspar','technical','2021-08-30',2,0),(5,'Yara Monteiro','technical','2024-11-04',3,1),(6,'Tomás Leal','logistics','2025-03-01',1,0);
INSERT INTO tickets VALUES
(1,4,2,'2024-07-29 09:10','2024-07-30 15:40','email','normal','size exchange',4),(2,3,2,'2024-04-10 18:22','2024-04-15 10:00','chat','high','parcel damaged',1),(3,7,3,'2024-12-08 11:00','2024-12-08 11:35','chat','low','return question',5),
(4,5,1,'2025-01-15 13:45','2025-01-20 09:30','email','high','cancel subscription',2),(5,2,4,'2024-10-21 08:05','2024-10-21 17:50','phone','urgent','cannot log in',5),(6,1,4,'2025-02-03 20:18','2025-02-04 10:11','email','normal','password reset',NULL),
(7,9,2,'2025-03-02 16:00','2025-03-05 12:00','chat','normal','item scratched',3),(8,3,2,'2025-04-14 10:37',NULL,'phone','high','parcel missing',NULL),(9,8,1,'2025-04-17 09:00',NULL,'email','urgent','refund not paid',NULL),
(10,10,5,'2025-04-22 06:48','2025-04-22 08:20','chat','low','trial question',5),(11,6,NULL,'2025-04-25 23:14',NULL,'email','low','invoice copy',NULL),(12,8,4,'2024-11-11 14:29','2024-11-13 14:29','phone','normal','add seats',4);
