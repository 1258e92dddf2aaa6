CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT, monthly_fee REAL, off_peak INTEGER);
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT, phone TEXT, email TEXT, birth_date TEXT, joined_on TEXT, plan_id INTEGER, status TEXT, FOREIGN KEY(plan_id) REFERENCES plans(id));
CREATE TABLE trainers (id INTEGER PRIMARY KEY, full_name TEXT, speciality TEXT, hourly_rate REAL);
CREATE TABLE classes (id INTEGER PRIMARY KEY, title TEXT, trainer_id INTEGER, weekday TEXT, capacity INTEGER, room TEXT, FOREIGN KEY(trainer_id) REFERENCES trainers(id));
CREATE TABLE bookings (id INTEGER PRIMARY KEY, member_id INTEGER, class_id INTEGER, booked_for TEXT, outcome TEXT, FOREIGN KEY(member_id) REFERENCES members(id), FOREIGN KEY(class_id) REFERENCES classes(id));
CREATE TABLE payments (id INTEGER PRIMARY KEY, member_id INTEGER, paid_on TEXT, amount REAL, method TEXT, FOREIGN KEY(member_id) REFERENCES members(id));
INSERT INTO plans VALUES (1,'Basic',25,0),(2,'Early Bird',18,1),(3,'Gold',45,0),(4,'Student',20,0),(5,'Daytime',22,1);
INSERT INTO members VALUES
(1,'Karen Holt','07700 900111','karen@holt.uk','1985-03-12','2022-01-10',3,'active'),
(2,'Imran Shah','07700 900112',NULL,'1999-07-01','2022-09-05',4,'active'),
(3,'Lucy Pell','07700 900113','lucy.p@mail.uk','1972-11-30','2021-05-20',2,'frozen'),
(4,'Tom Braddock',NULL,'tomb@mail.uk','1990-02-17','2023-02-01',1,'active'),
(5,'Wendy Ames','07700 900115','wendy@ames.uk','1958-08-08','2021-03-15',5,'active'),
(6,'Gareth Lloyd','07700 900116',NULL,'1988-12-24','2023-06-11',1,'left'),
(7,'Nia Roberts','07700 900117','nia@mail.uk','2001-04-19','2023-09-18',4,'active'),
(8,'Paul Dunmore','07700 900118','pauld@mail.uk','1979-06-06','2024-01-04',3,'active'),
(9,'Ellie Frost',NULL,'ellie@frost.uk','1995-10-10','2024-01-22',1,'left'),
(10,'Sanjay Rao','07700 900120','s.rao@mail.uk','1983-01-25','2024-03-02',3,'frozen');
INSERT INTO trainers VALUES (1,'Becky Stone','spinning',24),(2,'Marcus Odell','strength',30),(3,'Yuki Tan','yoga',28),(4,'Dave Pritchard',NULL,20);
INSERT INTO classes VALUES (1,'Sunrise Spin',1,'Monday',14,'Studio A'),(2,'Power Hour',2,'Tuesday',10,'Weights'),(3,'Slow Flow',3,'Wednesday',16,'Studio B'),(4,'Kettlebells',2,'Thursday',8,'Weights'),(5,'Lunchtime Spin',1,'Friday',14,'Studio A'),(6,'Yin Sunday',3,'Sunday',12,'Studio B'),(7,'Aqua Fit',NULL,'Thursday',20,'Pool');
INSERT INTO bookings VALUES (1,1,1,'2023-03-06','attended'),(2,1,3,'2023-03-08','attended'),(3,3,6,'2023-04-16','no_show'),(4,2,2,'2023-05-09','attended'),(5,5,3,'2023-06-14','attended'),(6,4,2,'2023-09-19','cancelled'),(7,5,3,'2023-10-04','attended'),(8,7,5,'2023-11-10','no_show'),(9,1,4,'2024-01-11','attended'),(10,8,1,'2024-01-15','attended'),(11,8,2,'2024-02-06','no_show'),(12,10,6,'2024-03-10','attended'),(13,5,3,'2024-03-13','cancelled'),(14,2,2,'2024-03-19','attended'),(15,7,5,'2024-04-05','attended'),(16,1,1,'2024-04-08','no_show');
INSERT INTO payments VALUES (1,1,'2023-03-01',45,'card'),(2,2,'2023-03-02',20,'cash'),(3,3,'2023-04-01',18,'direct debit'),(4,5,'2023-06-01',22,'direct debit'),(5,4,'2023-09-01',25,'card'),(6,1,'2023-10-01',45,'card'),(7,7,'2023-11-02',20,'cash'),(8,8,'2024-01-04',45,'direct debit'),(9,9,'2024-01-22',25,'card'),(10,1,'2024-02-01',45,'card'),(11,10,'2024-03-02',45,'direct debit'),(12,5,'2024-03-04',22,'direct debit'),(13,8,'2024-04-04',45,'direct debit'),(14,2,'2024-04-09',20,'cash');
