CREATE TABLE client (client_id INTEGER PRIMARY KEY, client_name TEXT, industry TEXT, contact_person TEXT, contact_mail TEXT);
INSERT INTO client VALUES (1,'Yogures Alpina Real','food','Marta Quesada','mquesada@alpina.example'),(2,'Alcaldía de San Telmo','government','Óscar Duque','oduque@telmo.example'),(3,'Banco Cordillera','banking','Lía Restrepo',NULL),(4,'Movilnet Sur','telecom','Gonzalo Paz','gpaz@movilnet.example'),(5,'Partido Renovar','politics',NULL,NULL),(6,'Farmacias Vida','retail','Elsa Tobón','etobon@vida.example');
CREATE TABLE study (study_id INTEGER PRIMARY KEY, client_id INTEGER, study_name TEXT, collection_mode TEXT, field_start TEXT, field_end TEXT, target_n INTEGER, budget REAL, margin_error REAL, study_status TEXT);
INSERT INTO study VALUES
(1,1,'Hábitos de desayuno','face','2023-02-06','2023-03-03',400,18500,4.9,'delivered'),(2,2,'Seguridad en barrios','face','2023-05-15','2023-06-30',800,42000,3.5,'delivered'),
(3,4,'Satisfacción prepago','phone','2023-09-04','2023-09-22',500,15200,4.4,'delivered'),(4,3,'Imagen de marca Cordillera','web','2024-01-22','2024-02-09',1000,21000,3.1,'delivered'),
(5,5,'Intención de voto abril','phone','2024-04-08','2024-04-14',1200,38000,2.8,'delivered'),(6,5,'Intención de voto septiembre','phone','2024-09-09','2024-09-15',1200,39500,2.8,'cancelled'),
(7,6,'Cliente incógnito farmacias','face','2024-10-21','2024-11-29',150,26400,NULL,'delivered'),(8,1,'Prueba de sabor kéfir','face','2025-01-13',NULL,200,14800,6.9,'field'),(9,3,'Uso de la app','web',NULL,NULL,600,12000,4.0,'proposal');
CREATE TABLE interviewer (interviewer_id INTEGER PRIMARY KEY, full_name TEXT, home_city TEXT, fee_per_interview REAL, recruited TEXT, still_with_us INTEGER);
INSERT INTO interviewer VALUES (1,'Yolanda Cifuentes','San Telmo',4.5,'2017-03-20',1),(2,'Brayan Ospina','San Telmo',4.0,'2022-01-17',1),(3,'Nidia Parra','Puerto Lindo',4.5,'2019-08-05',1),(4,'Jairo Benítez','Puerto Lindo',4.0,'2021-10-11',0),(5,'Sandra Mina','La Ceiba',5.0,'2015-06-01',1),(6,'Wilmer Cano','La Ceiba',3.8,'2024-12-02',1);
CREATE TABLE interview (interview_id INTEGER PRIMARY KEY, study_id INTEGER, interviewer_id INTEGER, done_at TEXT, duration_min INTEGER, outcome TEXT, resp_sex TEXT, resp_age INTEGER, resp_city TEXT, supervised INTEGER);
INSERT INTO interview VALUES
(1,1,1,'2023-02-08 10:15',18,'complete','F',34,'San Telmo',1),(2,1,2,'2023-02-09 16:40',15,'complete','M',51,'San Telmo',0),(3,1,2,'2023-02-09 17:30',3,'refused','M',NULL,'San Telmo',0),
(4,2,3,'2023-05-20 09:05',27,'complete','F',62,'Puerto Lindo',1),(5,2,4,'2023-05-22 11:20',9,'partial','F',29,'Puerto Lindo',0),(6,2,5,'2023-06-03 15:00',31,'complete','M',45,'La Ceiba',0),
(7,3,1,'2023-09-06 19:10',12,'complete','F',23,'San Telmo',0),(8,3,4,'2023-09-07 18:45',2,'refused','M',NULL,'Puerto Lindo',1),(9,4,NULL,'2024-01-25 22:31',7,'complete','F',38,'La Ceiba',0),
(10,4,NULL,'2024-01-30 08:12',4,'partial','M',19,'San Telmo',0),(11,5,5,'2024-04-09 18:20',14,'complete','M',57,'La Ceiba',1),(12,5,3,'2024-04-10 17:55',13,'complete','F',41,'Puerto Lindo',0),
(13,5,2,'2024-04-11 12:30',1,'refused','F',NULL,'San Telmo',0),(14,7,5,'2024-10-24 11:00',40,'complete','F',44,'La Ceiba',1),(15,7,1,'2024-11-12 16:25',36,'complete','M',33,'San Telmo',0),
(16,8,3,'2025-01-15 10:50',22,'complete','F',27,'Puerto Lindo',1),(17,8,6,'2025-01-21 14:05',20,'complete','M',30,'La Ceiba',0),(18,8,6,'2025-01-21 15:10',5,'partial','F',66,'La Ceiba',0);
CREATE TABLE invoice (invoice_no TEXT PRIMARY KEY, study_id INTEGER, issued_on TEXT, amount REAL, collected_on TEXT);
INSERT INTO invoice VALUES ('F-091',1,'2023-02-01',9250,'2023-02-28'),('F-094',1,'2023-03-20',9250,'2023-05-02'),('F-102',2,'2023-07-10',42000,'2023-12-18'),('F-110',3,'2023-10-02',15200,'2023-10-30'),('F-121',4,'2024-02-20',21000,'2024-03-21'),('F-127',5,'2024-04-02',19000,'2024-04-05'),('F-131',5,'2024-04-22',19000,NULL),('F-148',7,'2024-12-09',26400,NULL),('F-152',8,'2025-01-10',7400,'2025-01-24');
