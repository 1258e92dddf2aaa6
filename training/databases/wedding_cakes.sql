CREATE TABLE couples (couple_id INTEGER PRIMARY KEY, bride_or_first TEXT, groom_or_second TEXT, phone TEXT, email TEXT, heard_via TEXT);
INSERT INTO couples VALUES
(1,'Hannah Price','Joel Price','07700 900101','hannah@mail.test','instagram'),
(2,'Keira Moss','Dan Ilett','07700 900114',NULL,'wedding fair'),
(3,'Sunita Rao','Oliver Finch','07700 900120','sunita@mail.test','friend'),
(4,'Megan Lloyd','Cerys Howe',NULL,'meg.cerys@mail.test','instagram'),
(5,'Alice Turner','Ben Okafor','07700 900133','alice@mail.test','venue'),
(6,'Rosa Bianchi','Paul Nye','07700 900145','rosa@mail.test','wedding fair'),
(7,'Fiona Grant','Luke Hart','07700 900158','fi@mail.test',NULL),
(8,'Zoe Pell','Adam West','07700 900169','zoe@mail.test','instagram');
CREATE TABLE flavours (flav_code TEXT PRIMARY KEY, flav_name TEXT, vegan INTEGER, contains_nuts INTEGER, extra_per_tier REAL);
INSERT INTO flavours VALUES
('VAN','vanilla bean',0,0,0),('LEM','lemon and elderflower',0,0,8),('CHO','dark chocolate',1,0,10),('CAR','carrot and walnut',0,1,12),('PIS','pistachio and rose',0,1,18),('RED','red velvet',0,0,10),('COC','coconut and lime',1,0,14);
CREATE TABLE orders (order_no INTEGER PRIMARY KEY, couple_id INTEGER REFERENCES couples(couple_id), ordered_on TEXT, wedding_date TEXT, venue TEXT, guests INTEGER, icing TEXT, price REAL, delivery_fee REAL, state TEXT);
INSERT INTO orders VALUES
(1001,1,'2023-02-11','2023-07-15','Thornby Hall',90,'buttercream',520,35,'delivered'),
(1002,2,'2023-04-02','2023-09-02','The Old Brewery',120,'fondant',780,0,'delivered'),
(1003,3,'2023-10-20','2024-05-18','Thornby Hall',200,'fondant',1150,35,'delivered'),
(1004,4,'2024-01-13','2024-06-22','Lake House',60,'naked',390,50,'delivered'),
(1005,5,'2024-01-28','2024-08-10','Lake House',110,'buttercream',690,50,'cancelled'),
(1006,6,'2024-03-09','2024-09-14','The Old Brewery',150,'fondant',940,0,'delivered'),
(1007,7,'2024-11-05','2025-04-26','St Agnes Barn',80,'buttercream',560,NULL,'baking'),
(1008,8,'2025-01-19','2025-06-07','Thornby Hall',130,'naked',720,35,'confirmed'),
(1009,5,'2025-02-08','2025-08-09','Lake House',70,'buttercream',480,50,'confirmed'),
(1010,1,'2025-03-02','2025-07-12','Thornby Hall',30,'buttercream',180,35,'quoted');
CREATE TABLE tiers (tier_id INTEGER PRIMARY KEY, order_no INTEGER REFERENCES orders(order_no), tier_pos INTEGER, diameter_in INTEGER, flav_code TEXT REFERENCES flavours(flav_code), dummy INTEGER);
INSERT INTO tiers VALUES
(1,1001,1,10,'VAN',0),(2,1001,2,8,'LEM',0),(3,1002,1,12,'CHO',0),(4,1002,2,9,'VAN',0),(5,1002,3,6,'VAN',1),
(6,1003,1,14,'LEM',0),(7,1003,2,11,'PIS',0),(8,1003,3,8,'CHO',0),(9,1003,4,5,'VAN',1),(10,1004,1,8,'CAR',0),
(11,1006,1,12,'RED',0),(12,1006,2,9,'LEM',0),(13,1006,3,6,'CHO',0),(14,1007,1,10,'RED',0),(15,1007,2,7,'CHO',0),
(16,1008,1,12,'VAN',0),(17,1008,2,8,'RED',0),(18,1009,1,9,'CAR',0);
CREATE TABLE tastings (tasting_id INTEGER PRIMARY KEY, couple_id INTEGER REFERENCES couples(couple_id), held_at TEXT, baker TEXT, boxes INTEGER, score INTEGER);
INSERT INTO tastings VALUES
(1,1,'2023-02-04 11:00','Dora',1,9),(2,2,'2023-03-25 14:30','Dora',2,8),(3,3,'2023-10-14 10:00','Wilf',2,10),(4,4,'2024-01-06 11:30','Wilf',1,7),
(5,5,'2024-01-20 15:00','Dora',2,NULL),(6,6,'2024-03-02 10:30','Dora',1,9),(7,7,'2024-10-26 14:00','Wilf',1,8),(8,8,'2025-01-11 11:00','Wilf',2,NULL);
CREATE TABLE payments (pay_id INTEGER PRIMARY KEY, order_no INTEGER REFERENCES orders(order_no), paid_on TEXT, amount REAL, method TEXT, is_deposit INTEGER);
INSERT INTO payments VALUES
(1,1001,'2023-02-12',150,'card',1),(2,1001,'2023-06-30',405,'transfer',0),(3,1002,'2023-04-03',200,'transfer',1),(4,1002,'2023-08-20',580,'transfer',0),
(5,1003,'2023-10-21',300,'card',1),(6,1003,'2024-05-01',885,'transfer',0),(7,1004,'2024-01-14',120,'cash',1),(8,1004,'2024-06-10',320,'card',0),
(9,1005,'2024-02-01',200,'card',1),(10,1006,'2024-03-10',250,'card',1),(11,1006,'2024-09-01',690,'transfer',0),(12,1007,'2024-11-06',150,'cash',1),
(13,1008,'2025-01-20',200,'transfer',1),(14,1009,'2025-02-10',150,'card',1);
