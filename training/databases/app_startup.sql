CREATE TABLE plans (id INTEGER PRIMARY KEY, code TEXT, display_name TEXT, price_month REAL, seats_included INTEGER, is_public INTEGER);
INSERT INTO plans VALUES
(1,'free','Free',0,3,1),(2,'solo','Solo',9,1,1),(3,'team','Team',49,10,1),(4,'biz','Business',199,50,1),(5,'legacy','Early Bird',5,2,0);
CREATE TABLE accounts (id INTEGER PRIMARY KEY, org_name TEXT, country_code TEXT, plan_id INTEGER, created_at TEXT, churned_at TEXT, acq_source TEXT);
INSERT INTO accounts VALUES
(1,'Blue Fern Design','GB',3,'2023-01-12 10:15',NULL,'ads'),
(2,'Otterworks','US',4,'2023-02-20 16:40',NULL,'referral'),
(3,'Kumo Labs','JP',2,'2023-04-03 02:05','2023-11-30 00:00','organic'),
(4,'Padaria Digital','BR',1,'2023-06-18 13:30',NULL,'organic'),
(5,'Nordlys AS','NO',3,'2023-09-07 08:55',NULL,'ads'),
(6,'Taller Norte','ES',5,'2023-01-05 11:00',NULL,'referral'),
(7,'Pinecone Tutors','US',3,'2024-01-25 19:20','2024-08-31 00:00','ads'),
(8,'Quill & Co','GB',2,'2024-03-14 09:10',NULL,'organic'),
(9,'Cactus Rentals','US',1,'2024-05-30 21:45',NULL,NULL),
(10,'Rede Maré','BR',4,'2024-07-08 12:00',NULL,'referral');
CREATE TABLE users (id INTEGER PRIMARY KEY, account_id INTEGER, handle TEXT, email TEXT, role TEXT, signed_up_at TEXT, last_seen_at TEXT, email_verified INTEGER);
INSERT INTO users VALUES
(1,1,'hazel','hazel@bluefern.example','owner','2023-01-12 10:15','2024-10-28 09:02',1),
(2,1,'tobias','tobias@bluefern.example','member','2023-01-20 14:00','2024-10-11 17:30',1),
(3,2,'marcy','marcy@otterworks.example','owner','2023-02-20 16:40','2024-10-30 22:10',1),
(4,2,'dmitri','dmitri@otterworks.example','admin','2023-03-02 18:25','2024-09-05 20:00',1),
(5,2,'wren','wren@otterworks.example','member','2023-07-19 15:45',NULL,0),
(6,3,'sora','sora@kumo.example','owner','2023-04-03 02:05','2023-11-02 04:40',1),
(7,4,'leandro','leandro@padaria.example','owner','2023-06-18 13:30','2024-06-20 12:15',0),
(8,5,'ingvild','ingvild@nordlys.example','owner','2023-09-07 08:55','2024-10-29 07:50',1),
(9,6,'ximena','ximena@tallernorte.example','owner','2023-01-05 11:00','2024-10-25 10:10',1),
(10,7,'paige','paige@pinecone.example','owner','2024-01-25 19:20','2024-08-12 18:05',1),
(11,8,'rufus','rufus@quill.example','owner','2024-03-14 09:10','2024-10-27 11:35',1),
(12,9,'delia','delia@cactus.example','owner','2024-05-30 21:45','2024-05-30 22:30',0),
(13,10,'joana','joana@redemare.example','owner','2024-07-08 12:00','2024-10-30 13:20',1),
(14,10,'beto','beto@redemare.example','admin','2024-07-09 09:00','2024-10-18 16:00',1);
CREATE TABLE events (id INTEGER PRIMARY KEY, user_id INTEGER, name TEXT, platform TEXT, occurred_at TEXT, duration_ms INTEGER);
INSERT INTO events VALUES
(1,1,'board_created','web','2023-01-12 10:40',850),
(2,3,'board_created','web','2023-02-21 15:00',910),
(3,6,'export_pdf','web','2023-05-10 03:15',4200),
(4,2,'comment_added','ios','2023-06-01 08:20',130),
(5,7,'board_created','android','2023-06-18 13:55',1400),
(6,3,'export_pdf','web','2023-10-04 19:30',3900),
(7,8,'login_failed','web','2023-12-12 08:00',NULL),
(8,8,'board_created','web','2023-12-12 08:04',780),
(9,10,'comment_added','ios','2024-02-03 20:10',150),
(10,11,'export_pdf','web','2024-04-22 10:45',6100),
(11,1,'comment_added','web','2024-06-15 12:30',110),
(12,12,'login_failed','android','2024-05-30 22:01',NULL),
(13,13,'board_created','web','2024-07-08 12:20',690),
(14,14,'export_pdf','web','2024-09-02 14:00',3500),
(15,3,'comment_added','ios','2024-10-08 21:15',140),
(16,13,'export_pdf','android','2024-10-30 13:10',7300),
(17,9,'login_failed','ios','2024-10-25 10:05',NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, account_id INTEGER, issued_at TEXT, amount_usd REAL, state TEXT, paid_at TEXT, discount_code TEXT);
INSERT INTO invoices VALUES
(9001,6,'2023-02-01',5,'paid','2023-02-01',NULL),
(9002,1,'2023-02-12',49,'paid','2023-02-12',NULL),
(9003,2,'2023-03-20',199,'paid','2023-03-22',NULL),
(9004,3,'2023-05-03',9,'paid','2023-05-03','LAUNCH'),
(9005,3,'2023-11-03',9,'void',NULL,NULL),
(9006,5,'2023-10-07',39,'paid','2023-10-09','LAUNCH'),
(9007,2,'2024-01-20',199,'paid','2024-02-14',NULL),
(9008,7,'2024-02-25',49,'paid','2024-02-25',NULL),
(9009,8,'2024-04-14',9,'paid','2024-04-14',NULL),
(9010,7,'2024-07-25',49,'past_due',NULL,NULL),
(9011,10,'2024-08-08',159,'paid','2024-08-20','PARTNER20'),
(9012,1,'2024-09-12',49,'paid','2024-09-13',NULL),
(9013,10,'2024-10-08',199,'open',NULL,NULL),
(9014,5,'2024-10-07',49,'past_due',NULL,NULL);
