CREATE TABLE instructor (
  instructor_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, discipline TEXT, cert_level INTEGER, languages TEXT, hire_date TEXT, end_date TEXT, hourly_pay REAL);
CREATE TABLE student (
  student_id INTEGER PRIMARY KEY, full_name TEXT, birth_date TEXT, country TEXT, level TEXT, phone TEXT, has_insurance INTEGER);
CREATE TABLE course (
  course_id INTEGER PRIMARY KEY, title TEXT, discipline TEXT, level TEXT, hours INTEGER, price REAL, max_seats INTEGER, instructor_id INTEGER REFERENCES instructor(instructor_id), starts_on TEXT);
CREATE TABLE enrollment (
  enr_id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES course(course_id), student_id INTEGER REFERENCES student(student_id), enr_date TEXT, status TEXT, amt_paid REAL, attended INTEGER);
CREATE TABLE gear (
  gear_id INTEGER PRIMARY KEY, kind TEXT, brand TEXT, size TEXT, purch_date TEXT, purch_cost REAL, condition TEXT);
CREATE TABLE rental (
  rental_id INTEGER PRIMARY KEY, gear_id INTEGER REFERENCES gear(gear_id), student_id INTEGER REFERENCES student(student_id), out_at TEXT, back_at TEXT, fee REAL, deposit_returned INTEGER);
CREATE TABLE incident (
  inc_id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES course(course_id), student_id INTEGER REFERENCES student(student_id), happened_at TEXT, severity TEXT, slope TEXT, evacuated INTEGER);

INSERT INTO instructor VALUES
(1,'Martín','Quiroga','ski',3,'es,en','2015-06-10',NULL,38),
(2,'Josefina','Lagos','snowboard',2,'es','2019-06-20',NULL,29),
(3,'Pilar','Aranda','ski',1,'es,pt','2022-07-01',NULL,22),
(4,'Tomás','Echeverri','ski',2,'es,en,fr','2018-06-15','2023-09-30',31),
(5,'Beto','Ñancupil','snowboard',3,'es,en,pt','2014-07-03',NULL,41),
(6,'Carla','Vidal','telemark',2,'es,de','2021-06-28',NULL,30),
(7,'Rocío','Manquel','ski',1,'es','2024-06-18',NULL,20);
INSERT INTO student VALUES
(1,'Lautaro Pinto','2014-03-11','Argentina','beginner','+5411550001',1),
(2,'Ana Beatriz Souza','1988-09-27','Brazil','intermediate','+5521990002',1),
(3,'Greg Holloway','1975-01-15','USA','advanced',NULL,0),
(4,'Catalina Ruiz','2016-07-08','Chile','beginner','+5692220004',1),
(5,'Rodrigo Salvatierra','1999-12-01','Argentina','intermediate','+5411550005',0),
(6,'Thiago Moura','2011-05-19','Brazil','beginner','+5511990006',0),
(7,'Inés Cordero','1962-04-30','Chile','advanced','+5692220007',1),
(8,'Milagros Paz','2008-10-22','Argentina','intermediate',NULL,1),
(9,'Olivia Tan','1994-02-17','USA','beginner','+1415550009',1),
(10,'Emilio Gatica','1981-06-06','Chile','beginner','+5692220010',0);
INSERT INTO course VALUES
(21,'Primeros giros','ski','beginner',10,180,8,3,'2023-07-10'),
(22,'Freestyle park','snowboard','advanced',12,320,6,5,'2023-08-07'),
(23,'Baby nieve','ski','beginner',6,120,5,4,'2023-08-14'),
(24,'Primeros giros','ski','beginner',10,195,8,7,'2024-07-08'),
(25,'Carving','ski','intermediate',8,230,6,1,'2024-07-15'),
(26,'Tabla desde cero','snowboard','beginner',10,200,8,2,'2024-07-15'),
(27,'Fuera de pista','ski','advanced',16,480,4,1,'2024-08-05'),
(28,'Telemark intro','telemark','intermediate',8,260,4,6,'2024-08-19'),
(29,'Freestyle park','snowboard','advanced',12,340,6,5,'2024-08-26'),
(30,'Ski adaptado','ski','beginner',12,0,3,NULL,'2024-09-02');
INSERT INTO enrollment VALUES
(1,21,1,'2023-06-20','completed',180,1),
(2,21,6,'2023-06-28','completed',180,1),
(3,22,3,'2023-07-30','completed',320,1),
(4,23,4,'2023-08-01','completed',120,1),
(5,23,1,'2023-08-02','dropped',60,0),
(6,24,9,'2024-06-25','completed',195,1),
(7,24,10,'2024-07-01','completed',195,1),
(8,24,6,'2024-07-03','no_show',195,0),
(9,25,2,'2024-07-04','completed',230,1),
(10,25,5,'2024-07-10','completed',200,1),
(11,25,8,'2024-07-11','dropped',NULL,0),
(12,26,9,'2024-07-09','completed',200,1),
(13,27,3,'2024-07-20','completed',480,1),
(14,27,7,'2024-07-22','completed',450,1),
(15,29,3,'2024-08-15','booked',170,0),
(16,29,5,'2024-08-20','booked',NULL,0),
(17,30,10,'2024-08-22','booked',0,0);
INSERT INTO gear VALUES
(1,'skis','Rossignol','150','2020-05-12',380,'good'),
(2,'skis','Atomic','165','2021-05-20',420,'worn'),
(3,'board','Burton','154','2019-06-01',450,'broken'),
(4,'boots','Salomon','42','2022-06-03',260,'good'),
(5,'boots','Salomon','37','2022-06-03',255,'worn'),
(6,'helmet','Giro','M','2023-05-30',90,'good'),
(7,'helmet','Giro','S','2023-05-30',85,'lost'),
(8,'board','Nitro','148','2024-06-11',410,'new'),
(9,'poles','Leki','115','2018-05-15',48,'good'),
(10,'skis','Head','120','2024-06-11',290,'new');
INSERT INTO rental VALUES
(1,1,2,'2023-07-11 09:10','2023-07-14 17:00',90,1),
(2,3,3,'2023-08-07 08:50','2023-08-12 16:30',150,0),
(3,7,4,'2023-08-14 09:00',NULL,25,0),
(4,10,6,'2024-07-08 09:05','2024-07-12 17:20',75,1),
(5,4,2,'2024-07-15 08:40','2024-07-19 17:05',60,1),
(6,1,5,'2024-07-15 08:45','2024-07-20 12:00',110,1),
(7,8,9,'2024-07-15 09:15','2024-07-19 16:45',100,1),
(8,2,7,'2024-08-05 08:30','2024-08-10 18:00',120,0),
(9,6,3,'2024-08-06 10:00','2024-08-10 17:00',30,1),
(10,8,5,'2024-08-26 09:00',NULL,140,0),
(11,4,3,'2024-08-26 09:20',NULL,60,0);
INSERT INTO incident VALUES
(1,21,6,'2023-07-12 11:30','minor','La Hoya',0),
(2,22,3,'2023-08-09 15:10','serious','Cóndor',1),
(3,24,9,'2024-07-09 10:45','minor','La Hoya',0),
(4,25,5,'2024-07-17 14:20','moderate','Filo Sur',1),
(5,27,3,'2024-08-07 12:05','minor','Filo Sur',0),
(6,27,7,'2024-08-08 13:40','serious','Cóndor',1),
(7,26,9,'2024-07-16 16:00','minor','La Hoya',0);
