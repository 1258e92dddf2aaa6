CREATE TABLE department (
  dept_code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  building TEXT,
  budget REAL,
  founded INTEGER
);
CREATE TABLE lecturer (
  lecturer_id INTEGER PRIMARY KEY,
  full_name TEXT,
  title TEXT,
  dept_code TEXT,
  hired_on TEXT,
  left_on TEXT,
  office TEXT,
  FOREIGN KEY (dept_code) REFERENCES department(dept_code)
);
CREATE TABLE student (
  student_no INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  dob TEXT,
  programme TEXT,
  entry_year INTEGER,
  home_country TEXT,
  status TEXT,
  email TEXT
);
CREATE TABLE course (
  course_code TEXT PRIMARY KEY,
  title TEXT,
  dept_code TEXT REFERENCES department(dept_code),
  credits INTEGER,
  level TEXT,
  is_online INTEGER,
  capacity INTEGER
);
CREATE TABLE section (
  section_id INTEGER PRIMARY KEY,
  course_code TEXT REFERENCES course(course_code),
  lecturer_id INTEGER REFERENCES lecturer(lecturer_id),
  term TEXT,
  starts_on TEXT,
  ends_on TEXT,
  room TEXT
);
CREATE TABLE enrolment (
  enrolment_id INTEGER PRIMARY KEY,
  student_no INTEGER REFERENCES student(student_no),
  section_id INTEGER REFERENCES section(section_id),
  enrolled_on TEXT,
  dropped_on TEXT,
  final_mark REAL,
  grade TEXT,
  is_resit INTEGER
);
CREATE TABLE fee_payment (
  payment_id INTEGER PRIMARY KEY,
  student_no INTEGER REFERENCES student(student_no),
  paid_on TEXT,
  amount REAL,
  method TEXT,
  academic_year TEXT
);
INSERT INTO department VALUES
('CS','Computer Science','Turing House',1250000,1984),
('HIS','History','Old Quad',430000,1921),
('BIO','Biology','Darwin Wing',980000,1948),
('MTH','Mathematics','Turing House',610000,1921),
('MUS','Music','The Annexe',215000,1996),
('LAW','Law','Old Quad',720000,1933);
INSERT INTO lecturer VALUES
(1,'Aileen Prescott','Professor','CS','2009-09-01',NULL,'T-204'),
(2,'Bernard Okoye','Senior Lecturer','CS','2015-01-15',NULL,'T-211'),
(3,'Fiona Hartley','Professor','HIS','2001-10-01','2024-07-31',NULL),
(4,'Gareth Pugh','Lecturer','MTH','2020-09-01',NULL,'T-118'),
(5,'Sunita Rao','Reader','BIO','2012-02-20',NULL,'D-07'),
(6,'Malcolm Reid','Lecturer','HIS','2022-09-01',NULL,'Q-33'),
(7,'Ines Duarte','Lecturer','BIO','2023-01-09',NULL,NULL),
(8,'Patrick Lowe','Senior Lecturer','MUS','2010-09-01',NULL,'A-02');
INSERT INTO student VALUES
(20101,'Hannah','Birch','2002-04-19','BSc Computing',2021,'UK','graduated','h.birch@uni.ac'),
(20102,'Tom','Ashworth','2003-11-02','BA History',2022,'UK','active','t.ashworth@uni.ac'),
(20103,'Chidi','Eze','2001-07-30','BSc Computing',2022,'Nigeria','active','c.eze@uni.ac'),
(20104,'Lucía','Campos','2004-01-25','BSc Biology',2023,'Spain','active',NULL),
(20105,'Oliver','Grant','2003-06-11','BSc Mathematics',2022,'UK','withdrawn','o.grant@uni.ac'),
(20106,'Mei','Tan','2004-09-08','BSc Computing',2023,'Singapore','active','m.tan@uni.ac'),
(20107,'Freya','Nilsen','2002-12-17','BA History',2021,'Norway','graduated','f.nilsen@uni.ac'),
(20108,'Jacob','Whitlock','2005-03-03','BMus',2024,'UK','active',NULL),
(20109,'Aoife','Brennan','2004-05-21','BSc Biology',2023,'Ireland','on leave','a.brennan@uni.ac'),
(20110,'Samir','Haddad','1998-08-14','BSc Mathematics',2024,'Lebanon','active','s.haddad@uni.ac'),
(20111,'Grace','Ellison','2005-10-29','BSc Computing',2024,'UK','active','g.ellison@uni.ac');
INSERT INTO course VALUES
('CS101','Introduction to Programming','CS',20,'first year',0,120),
('CS240','Databases','CS',15,'second year',0,60),
('CS330','Machine Learning','CS',20,'third year',1,40),
('HIS110','Medieval Europe','HIS',20,'first year',0,80),
('HIS215','The Atlantic Trade','HIS',15,'second year',1,45),
('BIO120','Cell Biology','BIO',20,'first year',0,90),
('BIO260','Marine Ecology','BIO',10,'second year',0,24),
('MTH105','Linear Algebra','MTH',20,'first year',0,110),
('MUS150','Harmony and Counterpoint','MUS',10,'first year',0,18),
('LAW101','Contract Law','LAW',20,'first year',0,100);
INSERT INTO section VALUES
(1,'CS101',1,'autumn 2023','2023-09-25','2023-12-15','LT1'),
(2,'CS240',2,'spring 2024','2024-01-22','2024-05-03','T-Lab'),
(3,'HIS110',3,'autumn 2023','2023-09-25','2023-12-15','Q-Hall'),
(4,'BIO120',5,'autumn 2023','2023-09-25','2023-12-15','D-Lab'),
(5,'MTH105',4,'spring 2024','2024-01-22','2024-05-03','LT2'),
(6,'CS101',2,'autumn 2024','2024-09-23','2024-12-13','LT1'),
(7,'HIS215',6,'autumn 2024','2024-09-23','2024-12-13',NULL),
(8,'BIO260',7,'autumn 2024','2024-09-23','2024-11-29','Field Stn'),
(9,'MUS150',8,'autumn 2024','2024-09-30','2024-12-06','A-Studio'),
(10,'MTH105',4,'spring 2025','2025-01-20','2025-05-02','LT2'),
(11,'CS330',1,'spring 2025','2025-01-20','2025-05-02',NULL),
(12,'CS240',2,'spring 2025','2025-01-20','2025-05-02','T-Lab');
INSERT INTO enrolment VALUES
(1,20103,1,'2023-09-11',NULL,68,'B',0),
(2,20106,1,'2023-09-12',NULL,81.5,'A',0),
(3,20102,3,'2023-09-11',NULL,57,'C',0),
(4,20107,3,'2023-09-14',NULL,74,'A',0),
(5,20104,4,'2023-09-18',NULL,62,'B',0),
(6,20109,4,'2023-09-18',NULL,38,'F',0),
(7,20103,2,'2024-01-08',NULL,71,'A',0),
(8,20101,2,'2024-01-08',NULL,66,'B',0),
(9,20105,5,'2024-01-10','2024-02-19',NULL,NULL,0),
(10,20106,5,'2024-01-11',NULL,35,'F',0),
(11,20111,6,'2024-09-09',NULL,59,'C',0),
(12,20102,7,'2024-09-10',NULL,63,'B',0),
(13,20104,8,'2024-09-10',NULL,77,'A',0),
(14,20108,9,'2024-09-16',NULL,49,'D',0),
(15,20110,6,'2024-09-12','2024-10-04',NULL,NULL,0);
INSERT INTO enrolment VALUES
(16,20106,10,'2025-01-07',NULL,NULL,NULL,1),
(17,20110,10,'2025-01-08',NULL,NULL,NULL,0),
(18,20103,11,'2025-01-06',NULL,NULL,NULL,0),
(19,20106,11,'2025-01-09',NULL,NULL,NULL,0);
INSERT INTO fee_payment VALUES
(1,20102,'2023-09-05',9250,'loan','2023/24'),
(2,20103,'2023-09-01',17400,'bank transfer','2023/24'),
(3,20104,'2023-09-20',4600,'card','2023/24'),
(4,20104,'2024-01-15',4600,'card','2023/24'),
(5,20106,'2023-08-29',18100,'bank transfer','2023/24'),
(6,20102,'2024-09-06',9250,'loan','2024/25'),
(7,20103,'2024-09-03',17900,'bank transfer','2024/25'),
(8,20108,'2024-09-27',9250,'loan','2024/25'),
(9,20110,'2024-10-01',6000,'card','2024/25'),
(10,20106,'2025-01-20',9300,'bank transfer','2024/25'),
(11,20111,'2024-09-13',9250,'loan','2024/25'),
(12,20110,'2025-02-03',3500,'cash','2024/25');
