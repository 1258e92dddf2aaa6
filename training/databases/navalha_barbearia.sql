CREATE TABLE barber (barber_id INTEGER PRIMARY KEY, nick TEXT, chair_no INTEGER, hired_at TEXT, commission REAL, specialty TEXT, is_active INTEGER);
CREATE TABLE service (service_id INTEGER PRIMARY KEY, label TEXT, category TEXT, price REAL, est_minutes INTEGER);
CREATE TABLE patron (patron_id INTEGER PRIMARY KEY, name TEXT, cell TEXT, birthday TEXT, club_tier TEXT, fav_barber_id INTEGER);
CREATE TABLE appointment (appt_id INTEGER PRIMARY KEY, patron_id INTEGER, barber_id INTEGER, service_id INTEGER, starts_at TEXT, booked_via TEXT, outcome TEXT, charged REAL, tip REAL);
CREATE TABLE retail_sale (sale_id INTEGER PRIMARY KEY, patron_id INTEGER, barber_id INTEGER, sold_on TEXT, item TEXT, qty INTEGER, total REAL);
INSERT INTO barber VALUES
(1,'Tonhão',1,'2017-05-02',50,'navalha',1),
(2,'Digão',2,'2019-08-19',45,'degradê',1),
(3,'Mestre Luiz',3,'2016-01-11',55,'barba',1),
(4,'Neguinho',4,'2022-10-03',40,'degradê',1),
(5,'Vini',NULL,'2023-02-06',40,'coloração',0);
INSERT INTO service VALUES
(1,'corte masculino','cabelo',45,35),
(2,'degradê navalhado','cabelo',60,50),
(3,'barba completa','barba',40,30),
(4,'combo corte + barba','combo',80,65),
(5,'platinado','química',150,150),
(6,'corte infantil','cabelo',38,30),
(7,'sobrancelha','estética',15,10),
(8,'hidratação','química',55,40);
INSERT INTO patron VALUES
(1,'Márcio Tavares','21 97000-1001','1984-11-23','ouro',3),
(2,'Ícaro Nunes','21 97000-1002','1999-02-14','prata',2),
(3,'Seu Adelino','21 2555-1003','1951-07-30',NULL,3),
(4,'Bruno Fonseca',NULL,'1991-11-05','ouro',1),
(5,'Davi (filho do Bruno)',NULL,'2016-04-18',NULL,NULL),
(6,'Wallace Pinto','21 97000-1006','1995-09-09','bronze',4),
(7,'Henrique Sá','21 97000-1007',NULL,'prata',2),
(8,'Yago Ribeiro','21 97000-1008','2003-12-01',NULL,4);
INSERT INTO appointment VALUES
(1,1,3,4,'2023-01-14 09:00','whatsapp','done',80,10),
(2,2,2,2,'2023-02-18 16:30','app','done',60,5),
(3,3,3,3,'2023-04-06 08:30','walk-in','done',40,NULL),
(4,4,1,1,'2023-06-10 10:00','app','done',45,5),
(5,5,1,6,'2023-06-10 10:40','app','done',38,0),
(6,6,4,2,'2023-08-25 18:00','whatsapp','no_show',0,NULL),
(7,2,5,5,'2023-10-07 14:00','app','done',150,20),
(8,1,3,4,'2023-12-22 11:00','whatsapp','done',80,20),
(9,7,2,2,'2024-01-20 17:00','app','done',60,NULL),
(10,8,4,2,'2024-03-15 19:00','walk-in','done',60,5),
(11,4,1,4,'2024-04-13 10:00','app','done',80,10),
(12,6,4,1,'2024-06-07 18:30','whatsapp','done',45,0),
(13,3,3,3,'2024-07-11 08:30','walk-in','done',40,NULL),
(14,2,2,2,'2024-08-17 16:00','app','cancelled',0,NULL),
(15,8,4,7,'2024-09-21 15:00','walk-in','done',15,NULL),
(16,1,3,4,'2024-10-05 09:00','whatsapp','done',85,15),
(17,7,2,8,'2024-10-12 17:30','app','no_show',0,NULL),
(18,4,1,1,'2024-10-26 10:00','app','done',50,5);
INSERT INTO retail_sale VALUES
(1,1,3,'2023-01-14','óleo para barba',1,48),
(2,2,2,'2023-02-18','pomada',1,42),
(3,4,1,'2023-06-10','pomada',2,84),
(4,NULL,4,'2023-09-30','cerveja',3,36),
(5,1,3,'2023-12-22','kit presente',1,129),
(6,7,2,'2024-01-20','pomada',1,45),
(7,NULL,1,'2024-05-18','cerveja',2,26),
(8,8,4,'2024-09-21','shampoo',1,39),
(9,1,3,'2024-10-05','óleo para barba',2,104),
(10,4,1,'2024-10-26','shampoo',1,39);
