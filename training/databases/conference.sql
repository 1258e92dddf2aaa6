CREATE TABLE rooms (
  room_code TEXT PRIMARY KEY, room_name TEXT, floor INTEGER, seats INTEGER, has_stage INTEGER, hire_cost REAL);
CREATE TABLE speakers (
  speaker_id INTEGER PRIMARY KEY, full_name TEXT, affiliation TEXT, country TEXT, email TEXT, fee REAL, travel_cost REAL, confirmed INTEGER);
CREATE TABLE talks (
  talk_id INTEGER PRIMARY KEY, title TEXT, speaker_id INTEGER REFERENCES speakers(speaker_id), room_code TEXT REFERENCES rooms(room_code), track TEXT, starts_at TEXT, duration_min INTEGER, format TEXT, state TEXT);
CREATE TABLE attendees (
  badge_no INTEGER PRIMARY KEY, name TEXT, company TEXT, ticket_type TEXT, price_paid REAL, booked_on TEXT, checked_in_at TEXT, diet TEXT);
CREATE TABLE talk_signups (
  id INTEGER PRIMARY KEY, talk_id INTEGER REFERENCES talks(talk_id), badge_no INTEGER REFERENCES attendees(badge_no), showed_up INTEGER, rating INTEGER);
CREATE TABLE sponsors (
  id INTEGER PRIMARY KEY, org TEXT, tier TEXT, pledged REAL, received REAL, stand_no TEXT, signed_on TEXT);
INSERT INTO rooms VALUES
('A1','Auditorium',0,420,1,3800),('B1','Birch',1,80,1,950),('B2','Beech',1,60,0,700),('C1','Cedar',2,35,0,420),('C2','Chestnut',2,35,0,420),('D1','Dome',3,150,1,1600);
INSERT INTO speakers VALUES
(1,'Prof. Linda Achterberg','Delft University','Netherlands','l.achterberg@delft.example',2500,310,1),(2,'Samuel Oduya','Grainworks','Kenya','sam@grainworks.example',1200,1140,1),(3,'Priya Raman','Helix Labs','United Kingdom',NULL,0,85,1),(4,'Matteo Ferri','Freelance','Italy','ferri@mail.example',800,260,0),(5,'Chloe Whitlock','Open Harbour','United Kingdom','chloe@openharbour.example',0,NULL,1),(6,'Dr. Ana Beltrán','CSIC','Spain','abeltran@csic.example',950,240,1),(7,'Hiro Nakata','Tanuki Systems','Japan','hiro@tanuki.example',1800,1520,0),(8,'Ben Strand','Fjord Data','Norway',NULL,600,330,1);
INSERT INTO talks VALUES
(1,'Cities that listen',1,'A1','keynotes','2024-09-18 09:00',60,'plenary','scheduled'),(2,'Small data, big fields',2,'D1','food','2024-09-18 10:30',45,'talk','scheduled'),(3,'Proteins on a laptop',3,'B1','health','2024-09-18 10:30',30,'talk','moved'),(4,'Mapping by hand',4,'C1','cities','2024-09-18 14:00',120,'workshop','cancelled'),(5,'Harbours as commons',5,'B2','cities','2024-09-18 14:00',45,'talk','scheduled'),(6,'Reading soil',6,'D1','food','2024-09-18 16:00',45,'talk','scheduled'),(7,'Robots in the clinic',7,'A1','health','2024-09-19 09:00',60,'plenary','cancelled'),(8,'Cold numbers: open arctic data',8,'B1','cities','2024-09-19 10:30',30,'talk','scheduled'),(9,'Soil kit workshop',6,'C2','food','2024-09-19 13:30',150,'workshop','scheduled'),(10,'Ethics round table',1,'A1','keynotes','2024-09-19 16:30',75,'panel','scheduled'),(11,'Lightning hour',NULL,'B2','keynotes','2024-09-19 12:00',60,'panel','moved');
INSERT INTO attendees VALUES
(101,'Fiona Baird','Council of Leith','standard',240,'2024-04-02','2024-09-18 08:20','vegetarian'),(102,'Greg Pullman','Grainworks','standard',240,'2024-04-15','2024-09-18 08:41',NULL),(103,'Salma Idrissi',NULL,'student',60,'2024-05-09','2024-09-18 09:15','vegan'),(104,'Tom Ekwueme','Helix Labs','vip',520,'2024-05-20',NULL,NULL),(105,'Ruth Lindqvist','Fjord Data','standard',290,'2024-07-01','2024-09-19 08:55','gluten-free'),(106,'Dean Okafor',NULL,'student',60,'2024-07-19','2024-09-18 08:30',NULL),(107,'Wendy Marsh','Marsh & Co','vip',560,'2024-08-03','2024-09-18 08:05','vegetarian'),(108,'Luis Amado','CSIC','press',0,'2024-08-21','2024-09-18 10:10',NULL),(109,'Hetty Clarke','Radio Tay','press',0,'2024-08-30',NULL,'vegan'),(110,'Pavel Hron','Council of Leith','standard',320,'2024-09-10','2024-09-18 09:40',NULL),(111,'Nora Quill',NULL,'standard',320,'2024-09-16',NULL,'vegetarian');
INSERT INTO talk_signups VALUES
(1,1,101,1,5),(2,1,102,1,4),(3,1,107,1,5),(4,2,102,1,3),(5,2,106,1,4),(6,3,104,0,NULL),(7,5,101,1,4),(8,5,103,1,NULL),(9,6,106,1,5),(10,6,102,0,NULL),(11,8,105,1,2),(12,9,105,1,5),(13,9,107,0,NULL),(14,10,110,1,3),(15,1,110,1,2);
INSERT INTO sponsors VALUES
(1,'Leith Brewing Trust','bronze',1500,1500,'S4','2024-03-11'),(2,'Tanuki Systems','gold',12000,6000,'S1','2024-01-30'),(3,'Bank of the Forth','gold',10000,10000,'S2','2024-02-14'),(4,'Helix Labs','silver',5000,0,NULL,'2024-06-22'),(5,'PaperTrail','bronze',1000,1000,NULL,'2023-12-05'),(6,'Northline Trains','silver',4500,2250,'S3','2024-05-03');
