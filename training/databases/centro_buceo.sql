CREATE TABLE divers (diver_id INTEGER PRIMARY KEY, full_name TEXT, nationality TEXT, cert_level TEXT, logged_dives INTEGER, birth_date TEXT, email TEXT);
INSERT INTO divers VALUES
(1,'Laura Quintero','ES','AOWD',64,'1990-04-12','lquintero@correo.es'),
(2,'Pieter de Boer','NL','DM',310,'1982-11-03','pdeboer@post.nl'),
(3,'Iker Zabala','ES','OWD',12,'2001-07-25',NULL),
(4,'Giulia Conti','IT','AOWD',48,'1995-01-30','giulia.c@posta.it'),
(5,'Óscar Benítez','ES','NONE',0,'2008-09-09',NULL),
(6,'Marie Dupin','FR','RESCUE',155,'1987-06-18','mdupin@courrier.fr'),
(7,'Nuria Colom','ES','OWD',22,'1979-12-01','ncolom@correo.es'),
(8,'Hugh Barlow','GB','OWD',17,'1968-03-14','hbarlow@mail.uk'),
(9,'Teo Galán','ES','NONE',0,'1999-10-20','teog@correo.es');
CREATE TABLE guides (guide_id INTEGER PRIMARY KEY, name TEXT, rank TEXT, languages TEXT, freelance INTEGER, since TEXT);
INSERT INTO guides VALUES
(1,'Marta Ferrer','instructor','es,en,fr',0,'2015-04-01'),
(2,'Joan Riera','instructor','es,ca',0,'2018-06-15'),
(3,'Svenja Kohl','divemaster','de,en',1,'2023-05-20'),
(4,'Dani Pons','divemaster','es,en',0,'2020-03-10'),
(5,'Bea Luque','instructor','es,it',1,'2024-06-01');
CREATE TABLE sites (site_id INTEGER PRIMARY KEY, site_name TEXT, kind TEXT, max_depth_m REAL, min_cert TEXT, boat_minutes INTEGER, protected INTEGER);
INSERT INTO sites VALUES
(1,'Cala Murta','reef',14,'NONE',0,0),
(2,'El Faralló','wall',38,'AOWD',25,1),
(3,'Pecio Santa Rita','wreck',29,'AOWD',40,0),
(4,'Cueva de los Meros','cave',22,'AOWD',15,1),
(5,'La Llosa','reef',18,'OWD',20,1),
(6,'Pecio Bou','wreck',45,'RESCUE',55,0);
CREATE TABLE outings (outing_id INTEGER PRIMARY KEY, site_id INTEGER REFERENCES sites(site_id), guide_id INTEGER REFERENCES guides(guide_id), starts_at TEXT, water_temp REAL, visibility_m INTEGER, status TEXT);
INSERT INTO outings VALUES
(1,1,1,'2023-04-15 10:00',15.5,12,'done'),
(2,2,2,'2023-06-24 09:00',20,18,'done'),
(3,3,4,'2023-07-08 09:30',23.5,15,'done'),
(4,5,3,'2023-08-19 16:00',26,20,'done'),
(5,6,2,'2023-09-30 08:30',NULL,NULL,'cancelled_wind'),
(6,4,4,'2023-10-14 10:00',21,10,'done'),
(7,1,4,'2024-05-11 10:00',17,14,'done'),
(8,2,1,'2024-06-29 09:00',21.5,22,'done'),
(9,5,5,'2024-07-20 16:00',25,16,'done'),
(10,3,2,'2024-08-03 09:00',26.5,17,'done'),
(11,4,3,'2024-08-17 10:00',NULL,NULL,'cancelled_few'),
(12,2,4,'2024-09-14 09:00',24,25,'done'),
(13,6,2,'2024-10-05 08:30',22,13,'done'),
(14,1,5,'2024-11-09 11:00',19,9,'planned');
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, outing_id INTEGER REFERENCES outings(outing_id), diver_id INTEGER REFERENCES divers(diver_id), price REAL, paid INTEGER, rental_gear INTEGER, channel TEXT, nitrox INTEGER);
INSERT INTO bookings VALUES
(1,1,3,45,1,1,'walk-in',0),
(2,1,5,70,1,1,'web',0),
(3,2,2,60,1,0,'web',1),
(4,2,1,60,1,0,'phone',0),
(5,3,4,65,1,1,'web',0),
(6,4,7,50,1,1,'hotel',0),
(7,4,8,50,0,1,'hotel',0),
(8,6,6,55,1,0,'phone',1),
(9,7,9,70,1,1,'web',0),
(10,8,1,60,1,0,'web',1),
(11,8,2,60,1,0,'web',1),
(12,9,8,50,0,1,'hotel',0),
(13,10,4,65,1,0,'web',0),
(14,12,6,60,1,0,'phone',1),
(15,12,1,60,0,0,'web',0),
(16,13,2,80,1,0,'phone',1),
(17,14,3,45,0,1,'walk-in',0);
CREATE TABLE gear (gear_id INTEGER PRIMARY KEY, item TEXT, brand TEXT, size TEXT, bought TEXT, last_service TEXT, cost REAL, state TEXT);
INSERT INTO gear VALUES
(1,'regulator','Abyssal','-','2019-03-02','2024-03-10',320,'ok'),
(2,'regulator','Abyssal','-','2019-03-02','2022-04-01',320,'repair'),
(3,'BCD','Marlin','M','2021-02-18','2024-02-20',410,'ok'),
(4,'BCD','Marlin','L','2021-02-18','2023-02-11',410,'ok'),
(5,'wetsuit','Foca','S','2022-05-05',NULL,150,'ok'),
(6,'wetsuit','Foca','XL','2017-05-30',NULL,135,'retired'),
(7,'computer','Deepo','-','2023-06-14',NULL,275,'ok'),
(8,'tank','Faber','12L','2016-01-20','2024-01-25',190,'ok'),
(9,'tank','Faber','15L','2018-01-20','2023-01-22',215,'repair');
