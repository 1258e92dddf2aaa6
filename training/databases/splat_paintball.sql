CREATE TABLE arenas (id INTEGER PRIMARY KEY, name TEXT, style TEXT, capacity INTEGER, indoor INTEGER);
CREATE TABLE customers (id INTEGER PRIMARY KEY, full_name TEXT, phone TEXT, email TEXT, town TEXT);
CREATE TABLE marshals (id INTEGER PRIMARY KEY, name TEXT, hired_on TEXT, hourly_rate REAL, first_aid INTEGER);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, arena_id INTEGER, customer_id INTEGER, marshal_id INTEGER, play_date TEXT, party_type TEXT, head_count INTEGER, total_price REAL, deposit REAL, status TEXT,
 FOREIGN KEY (arena_id) REFERENCES arenas(id), FOREIGN KEY (customer_id) REFERENCES customers(id), FOREIGN KEY (marshal_id) REFERENCES marshals(id));
CREATE TABLE paint_sales (id INTEGER PRIMARY KEY, booking_id INTEGER, colour TEXT, boxes INTEGER, amount REAL, FOREIGN KEY (booking_id) REFERENCES bookings(id));
CREATE TABLE incidents (id INTEGER PRIMARY KEY, booking_id INTEGER, happened_at TEXT, severity TEXT, what TEXT, closed_on TEXT, FOREIGN KEY (booking_id) REFERENCES bookings(id));
INSERT INTO arenas VALUES (1,'Bunker Hill','woodland',40,0),(2,'The Refinery','urban',24,1),(3,'Castle Keep','fort',30,0),(4,'Speedball Cage','speedball',12,1),(5,'Swamp','woodland',36,0),(6,'Ghost Village','urban',32,0);
INSERT INTO customers VALUES (1,'Darren Holt','07700 900112','dholt@mail.test','Reading'),(2,'Priya Nair','07700 900245',NULL,'Slough'),(3,'Tom Ashby','07700 900318','tom.ashby@mail.test','Reading'),(4,'Kestrel Software Ltd','0118 496 0021','office@kestrel.test','Bracknell'),(5,'Megan Foyle',NULL,'megf@mail.test','Newbury'),(6,'Hillside Academy','0118 496 0777','trips@hillside.test','Reading'),(7,'Lewis Grant','07700 900590',NULL,'Slough'),(8,'Ola Adeyemi','07700 900634','ola@mail.test','Newbury');
INSERT INTO marshals VALUES (1,'Big Steve','2019-04-01',14.5,1),(2,'Jaz','2022-06-15',12.2,0),(3,'Rhona','2021-03-20',13.8,1),(4,'Callum','2024-02-10',11.9,0),(5,'Wes','2023-05-01',12.2,1);
INSERT INTO bookings VALUES
(1,1,1,1,'2023-03-18','stag',16,560,100,'played'),
(2,2,2,2,'2023-05-06','birthday',12,300,60,'played'),
(3,3,4,3,'2023-06-23','corporate',28,1260,300,'played'),
(4,5,6,1,'2023-07-11','school',34,850,NULL,'played'),
(5,4,3,2,'2023-09-16','casual',8,240,0,'cancelled'),
(6,1,5,5,'2023-10-28','hen',14,490,100,'played'),
(7,6,7,3,'2023-12-02','casual',10,300,50,'no_show'),
(8,2,8,5,'2024-02-17','birthday',15,375,75,'played'),
(9,3,1,1,'2024-04-06','casual',9,270,50,'played'),
(10,1,4,3,'2024-05-24','corporate',36,1620,400,'played'),
(11,6,2,4,'2024-06-15','birthday',18,450,90,'cancelled'),
(12,5,6,1,'2024-07-09','school',30,750,NULL,'played'),
(13,4,7,4,'2024-08-10','stag',11,385,80,'played'),
(14,1,3,2,'2024-09-21','casual',7,210,0,'played'),
(15,2,5,5,'2024-11-09','birthday',13,325,65,'booked'),
(16,3,4,NULL,'2024-11-22','corporate',25,1125,250,'booked');
INSERT INTO paint_sales VALUES (1,1,'orange',6,330),(2,2,'pink',3,150),(3,3,'yellow',11,605),(4,4,'green',8,400),(5,6,'pink',5,275),(6,8,'orange',4,220),(7,8,'yellow',2,110),(8,9,'green',4,220),(9,10,'orange',14,770),(10,12,'green',7,350),(11,13,'yellow',6,330),(12,13,'pink',1,55);
INSERT INTO incidents VALUES (1,1,'2023-03-18 14:20','minor','bruised knuckle','2023-03-20'),(2,3,'2023-06-23 11:05','serious','sprained ankle','2023-07-14'),(3,4,'2023-07-11 10:40','minor','mask fogged, tripped','2023-07-12'),(4,6,'2023-10-28 15:10','minor','nettle rash','2023-10-28'),(5,10,'2024-05-24 13:30','serious','cut above eye','2024-06-30'),(6,13,'2024-08-10 12:15','moderate','shot at close range',NULL),(7,12,'2024-07-09 11:50','minor','wasp sting','2024-07-09'),(8,14,'2024-09-21 16:00','moderate','twisted knee',NULL);
