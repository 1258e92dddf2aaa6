CREATE TABLE instructors (instr_id INTEGER PRIMARY KEY, name TEXT, licence_level INTEGER, phone TEXT, hired_on TEXT, left_on TEXT);
INSERT INTO instructors VALUES
(1,'Íñigo Larrea',3,'655 010 101','2019-04-01',NULL),
(2,'Marta Solé',2,'655 010 102','2021-05-15',NULL),
(3,'Gonzalo Prieto',1,NULL,'2023-06-01','2023-09-30'),
(4,'Aitana Ruiz',2,'655 010 104','2022-03-10',NULL),
(5,'Biel Ferrer',3,'655 010 105','2024-02-01',NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT, class TEXT, length_m REAL, crew_max INTEGER, built_year INTEGER, state TEXT, last_check TEXT);
INSERT INTO boats VALUES
(1,'Gaviota','Optimist',2.3,1,2015,'ok','2024-03-02'),
(2,'Chorlito','Optimist',2.3,1,2017,'ok','2024-03-02'),
(3,'Galerna','Laser',4.2,1,2012,'repair','2024-05-20'),
(4,'Tramontana','Raquero',5.2,6,2009,'ok','2024-04-11'),
(5,'Mistral','Catamaran',4.9,3,2018,'ok','2024-04-11'),
(6,'Sirocco','Cruiser',9.8,8,2004,'ok','2023-11-30'),
(7,'Lebeche','Laser',4.2,1,2011,'scrapped',NULL),
(8,'Poniente','Raquero',5.2,6,2014,'ok','2024-06-15');
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT, level TEXT, start_dt TEXT, end_dt TEXT, price REAL, seats INTEGER, instr_id INTEGER, FOREIGN KEY (instr_id) REFERENCES instructors(instr_id));
INSERT INTO courses VALUES
(1,'Bautismo de mar','beginner','2023-05-06','2023-05-07',60,6,2),
(2,'Optimist julio','children','2023-07-03','2023-07-14',190,8,4),
(3,'Vela ligera I','beginner','2023-07-17','2023-07-28',220,6,3),
(4,'Regata otoño','racing','2023-10-07','2023-11-26',340,5,1),
(5,'Travesía a Cíes','cruising','2024-04-27','2024-05-01',480,7,1),
(6,'Bautismo de mar','beginner','2024-05-18','2024-05-19',65,6,2),
(7,'Optimist julio','children','2024-07-01','2024-07-12',200,8,4),
(8,'Vela ligera II','intermediate','2024-07-15','2024-07-26',240,6,5),
(9,'Regata otoño','racing','2024-10-05','2024-11-24',360,5,NULL);
CREATE TABLE students (stud_id INTEGER PRIMARY KEY, name TEXT, birth_dt TEXT, city TEXT, can_swim INTEGER, email TEXT);
INSERT INTO students VALUES
(1,'Carmen Otero','1985-02-11','Vigo',1,'carmen@example.es'),
(2,'Hugo Otero','2013-08-30','Vigo',1,'carmen@example.es'),
(3,'Leonor Paz','2014-01-19','Cangas',1,NULL),
(4,'Sergio Abad','1990-12-05','Pontevedra',1,'sabad@example.es'),
(5,'Nerea Blanco','1978-06-23','Vigo',0,'nblanco@example.es'),
(6,'Iván Castro','1999-03-14','Cangas',1,NULL),
(7,'Paula Rey','2012-10-02','Moaña',0,'familiarey@example.es'),
(8,'Tomás Vidal','1966-07-07','Pontevedra',1,'tvidal@example.es'),
(9,'Olga Nieto','1995-11-28','Vigo',1,'onieto@example.es');
CREATE TABLE bookings (bk_id INTEGER PRIMARY KEY, course_id INTEGER, stud_id INTEGER, booked_on TEXT, bk_state TEXT, paid REAL, discount_pct INTEGER,
 FOREIGN KEY (course_id) REFERENCES courses(course_id), FOREIGN KEY (stud_id) REFERENCES students(stud_id));
INSERT INTO bookings VALUES
(1,1,1,'2023-04-12','attended',60,NULL),
(2,1,5,'2023-04-20','cancelled',0,NULL),
(3,2,2,'2023-05-30','attended',171,10),
(4,2,3,'2023-06-02','attended',190,NULL),
(5,3,4,'2023-06-19','attended',220,NULL),
(6,3,6,'2023-07-01','attended',220,NULL),
(7,4,4,'2023-09-10','attended',306,10),
(8,4,8,'2023-09-22','attended',340,NULL),
(9,5,8,'2024-02-15','attended',480,NULL),
(10,5,1,'2024-03-03','attended',432,10),
(11,6,5,'2024-05-02','attended',65,NULL),
(12,6,9,'2024-05-11','attended',65,NULL),
(13,7,2,'2024-05-25','attended',180,10),
(14,7,7,'2024-06-08','cancelled',50,NULL),
(15,8,6,'2024-06-20','attended',240,NULL),
(16,8,9,'2024-06-21','attended',120,NULL),
(17,9,4,'2024-09-14','pending',0,NULL),
(18,9,8,'2024-09-20','pending',100,NULL);
CREATE TABLE outings (out_id INTEGER PRIMARY KEY, boat_id INTEGER, course_id INTEGER, out_at TEXT, hours REAL, wind_kn INTEGER, incident TEXT,
 FOREIGN KEY (boat_id) REFERENCES boats(boat_id), FOREIGN KEY (course_id) REFERENCES courses(course_id));
INSERT INTO outings VALUES
(1,4,1,'2023-05-06 10:00',2,8,NULL),
(2,1,2,'2023-07-04 11:00',1.5,6,NULL),
(3,2,2,'2023-07-04 11:00',1.5,6,'capsize'),
(4,3,3,'2023-07-20 16:00',2,12,'capsize'),
(5,5,4,'2023-10-14 12:00',3,18,NULL),
(6,3,4,'2023-11-11 12:00',2.5,22,'broken mast'),
(7,6,5,'2024-04-27 09:00',7,14,NULL),
(8,6,5,'2024-04-30 09:30',6.5,17,'torn sail'),
(9,8,6,'2024-05-18 10:00',2,7,NULL),
(10,1,7,'2024-07-02 11:00',1.5,9,NULL),
(11,5,8,'2024-07-18 17:00',2,15,'capsize'),
(12,5,8,'2024-07-25 17:00',2,11,NULL),
(13,5,9,'2024-10-12 12:00',3,20,NULL);
