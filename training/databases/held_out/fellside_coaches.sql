CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, segment TEXT, contact TEXT, email TEXT);
INSERT INTO customer VALUES (1,'Kirkby High School','school','Mrs Dent','office@kirkbyhigh.example'),(2,'Golden Years Club','seniors','Walter Poole',NULL),(3,'Fell Rovers FC','sports','Ken Bly','ken@fellrovers.example'),(4,'Tarn Weddings','private','Amy Cox','amy@tarn.example'),(5,'Langdale Primary','school','Mr Rigg','head@langdale.example'),(6,'Lakes Tour Desk','agency','Bea Holm','bea@laketours.example'),(7,'St Oswald Choir','private','Rev. Nairn',NULL);
CREATE TABLE coach (reg TEXT PRIMARY KEY, nickname TEXT, seats INTEGER, make TEXT, mot_due TEXT, has_toilet INTEGER, odometer INTEGER);
INSERT INTO coach VALUES ('FC19 ABE','Bluebell',53,'Volvo','2024-11-04',1,310500),('FC16 LKD','Daisy',49,'Scania','2024-07-19',1,488200),('FC21 TRN','Heather',33,'Iveco','2025-02-28',0,121900),('FC14 OLD','Bramble',70,'Volvo','2024-06-30',0,640100),('FC23 NEW','Foxglove',16,'Mercedes',NULL,0,18700);
CREATE TABLE driver (id INTEGER PRIMARY KEY, name TEXT, licence_expiry TEXT, hourly_rate REAL, part_time INTEGER);
INSERT INTO driver VALUES (1,'Stan Mellor','2027-03-01',15.5,0),(2,'Gill Ashby','2025-01-15',16,0),(3,'Dev Patel','2028-08-08',14.75,1),(4,'Morag Reid','2024-09-30',15.5,1);
CREATE TABLE hire (id INTEGER PRIMARY KEY, customer_id INTEGER, coach_reg TEXT, driver_id INTEGER, out_date TEXT, back_date TEXT, destination TEXT, pax INTEGER, miles INTEGER, quote REAL, status TEXT, FOREIGN KEY (customer_id) REFERENCES customer(id), FOREIGN KEY (coach_reg) REFERENCES coach(reg), FOREIGN KEY (driver_id) REFERENCES driver(id));
INSERT INTO hire VALUES
(1,1,'FC14 OLD',1,'2023-03-08','2023-03-08','Manchester',66,180,540,'completed'),
(2,2,'FC16 LKD',2,'2023-04-22','2023-04-22','Blackpool',45,130,430,'completed'),
(3,3,'FC21 TRN',3,'2023-05-06','2023-05-06','Carlisle',22,90,280,'completed'),
(4,4,'FC19 ABE',1,'2023-07-15','2023-07-15','Windermere',50,35,390,'completed'),
(5,6,'FC19 ABE',2,'2023-08-03','2023-08-07','Edinburgh',48,410,2150,'completed'),
(6,5,'FC21 TRN',4,'2023-10-12','2023-10-12','Penrith',30,60,210,'cancelled'),
(7,2,'FC16 LKD',1,'2023-12-02','2023-12-03','York',47,260,980,'completed'),
(8,3,'FC21 TRN',3,'2024-01-20','2024-01-20','Barrow',19,85,275,'completed'),
(9,1,'FC14 OLD',2,'2024-02-14','2024-02-14','Liverpool',61,210,610,'completed'),
(10,7,'FC23 NEW',4,'2024-03-16','2024-03-17','Durham',14,170,520,'completed'),
(11,6,'FC19 ABE',1,'2024-04-05','2024-04-11','Edinburgh',51,620,3300,'completed'),
(12,5,'FC23 NEW',3,'2024-05-09','2024-05-09','Penrith',15,60,190,'completed'),
(13,2,'FC16 LKD',2,'2024-06-08','2024-06-08','Blackpool',49,130,455,'completed'),
(14,3,'FC21 TRN',NULL,'2024-06-22','2024-06-22','Carlisle',25,90,300,'confirmed'),
(15,6,'FC19 ABE',NULL,'2024-06-28','2024-06-30','York',NULL,260,1450,'enquiry');
CREATE TABLE payment (id INTEGER PRIMARY KEY, hire_id INTEGER, paid_on TEXT, amount REAL, method TEXT, FOREIGN KEY (hire_id) REFERENCES hire(id));
INSERT INTO payment VALUES (1,1,'2023-03-20',540,'bank'),(2,2,'2023-04-22',430,'cash'),(3,3,'2023-05-10',280,'card'),(4,4,'2023-06-01',390,'card'),(5,5,'2023-07-20',1000,'bank'),(6,5,'2023-08-15',1150,'bank'),(7,7,'2023-12-03',980,'cash'),(8,8,'2024-01-25',275,'card'),(9,10,'2024-03-17',520,'cheque'),(10,11,'2024-03-25',1500,'bank'),(11,12,'2024-05-20',190,'bank'),(12,13,'2024-06-08',455,'cash');
CREATE TABLE defect (id INTEGER PRIMARY KEY, coach_reg TEXT, reported TEXT, fixed TEXT, description TEXT, severity TEXT, FOREIGN KEY (coach_reg) REFERENCES coach(reg));
INSERT INTO defect VALUES (1,'FC14 OLD','2023-03-09','2023-03-13','wiper motor','minor'),(2,'FC16 LKD','2023-05-02','2023-05-20','gearbox leak','major'),(3,'FC14 OLD','2023-09-18','2023-09-19','seat belt row 9','major'),(4,'FC19 ABE','2024-01-11','2024-01-11','mirror','minor'),(5,'FC14 OLD','2024-05-27',NULL,'air suspension','major'),(6,'FC21 TRN','2024-06-03',NULL,'reading light','minor');
