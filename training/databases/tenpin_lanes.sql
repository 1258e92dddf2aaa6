CREATE TABLE leagues (
  league_id INTEGER PRIMARY KEY,
  name TEXT,
  night TEXT,
  weekly_fee REAL
);
CREATE TABLE members (
  member_id INTEGER PRIMARY KEY,
  full_name TEXT,
  phone TEXT,
  joined TEXT,
  handicap INTEGER,
  league_id INTEGER,
  FOREIGN KEY (league_id) REFERENCES leagues(league_id)
);
CREATE TABLE lanes (
  lane_no INTEGER PRIMARY KEY,
  surface TEXT,
  bumpers INTEGER,
  state TEXT,
  last_oiled TEXT
);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY,
  lane_no INTEGER,
  member_id INTEGER,
  start_at TEXT,
  kind TEXT,
  players INTEGER,
  games INTEGER,
  shoes_rented INTEGER,
  amount REAL,
  status TEXT,
  FOREIGN KEY (lane_no) REFERENCES lanes(lane_no),
  FOREIGN KEY (member_id) REFERENCES members(member_id)
);
CREATE TABLE scores (
  score_id INTEGER PRIMARY KEY,
  member_id INTEGER,
  bowled_on TEXT,
  pins INTEGER,
  strikes INTEGER,
  FOREIGN KEY (member_id) REFERENCES members(member_id)
);
CREATE TABLE repairs (
  repair_id INTEGER PRIMARY KEY,
  lane_no INTEGER,
  fault TEXT,
  reported TEXT,
  fixed TEXT,
  cost REAL,
  FOREIGN KEY (lane_no) REFERENCES lanes(lane_no)
);
INSERT INTO leagues VALUES
(1,'Monday Misfits','Mon',12),
(2,'Gutter Kings','Wed',15),
(3,'Ladies of the Lane','Thu',12.5),
(4,'Senior Strikers','Tue',9),
(5,'Split Personalities','Fri',15);
INSERT INTO members VALUES
(1,'Dale Hutchins','555-0142','2021-03-11',18,2),
(2,'Marjorie Pell','555-0177','2019-09-02',35,3),
(3,'Tito Okafor','555-0190','2023-01-20',4,2),
(4,'Rhonda Szabo',NULL,'2022-06-15',27,3),
(5,'Walt Greaves','555-0111','2018-02-05',42,4),
(6,'Kiki Lamont','555-0163','2024-04-18',22,NULL),
(7,'Hal Brenner','555-0128','2020-11-30',31,4),
(8,'Priya Nand',NULL,'2024-10-07',15,1),
(9,'Gus Weatherby','555-0109','2023-08-22',NULL,1),
(10,'Stella Quist','555-0155','2025-01-14',NULL,NULL);
INSERT INTO lanes VALUES
(1,'wood',1,'open','2025-05-19'),
(2,'wood',1,'open','2025-05-19'),
(3,'synthetic',0,'open','2025-05-26'),
(4,'synthetic',0,'down','2025-04-02'),
(5,'synthetic',0,'open','2025-05-26'),
(6,'synthetic',1,'open','2025-05-12'),
(7,'wood',0,'resurfacing',NULL),
(8,'synthetic',0,'open','2025-05-12');
INSERT INTO bookings VALUES
(1,1,2,'2024-01-13 14:00','birthday',10,2,10,185,'played'),
(2,3,1,'2024-02-07 19:00','league',5,3,1,75,'played'),
(3,5,NULL,'2024-03-02 20:30','casual',4,2,4,64,'played'),
(4,6,6,'2024-05-11 11:00','birthday',12,2,12,210,'played'),
(5,8,NULL,'2024-06-21 18:00','corporate',8,3,7,260,'played'),
(6,3,3,'2024-07-17 19:00','league',5,3,0,75,'no-show'),
(7,2,5,'2024-09-10 10:00','league',4,3,0,36,'played'),
(8,4,NULL,'2024-10-26 21:00','casual',6,2,6,96,'cancelled'),
(9,1,4,'2024-12-14 13:00','birthday',9,1,9,150,'cancelled'),
(10,5,8,'2024-12-20 17:30','corporate',16,2,14,480,'played'),
(11,6,NULL,'2025-01-18 15:00','casual',3,1,2,27,'played'),
(12,2,10,'2025-02-08 12:00','birthday',11,2,11,198,'played'),
(13,3,1,'2025-03-05 19:00','league',5,3,1,75,'played'),
(14,8,NULL,'2025-04-04 20:00','casual',5,2,5,80,'no-show'),
(15,5,3,'2025-04-23 19:00','league',6,3,0,90,'played'),
(16,1,6,'2025-05-03 11:30','birthday',8,2,8,152,'played'),
(17,8,7,'2025-05-16 18:30','corporate',10,3,9,325,'played'),
(18,3,NULL,'2025-05-24 21:00','casual',2,2,1,32,'played');
INSERT INTO scores VALUES
(1,1,'2024-02-07',187,5),
(2,1,'2024-02-07',201,6),
(3,3,'2024-03-13',244,9),
(4,2,'2024-04-11',142,2),
(5,4,'2024-04-11',156,3),
(6,5,'2024-09-10',118,1),
(7,7,'2024-09-10',133,2),
(8,3,'2024-11-06',268,10),
(9,8,'2024-12-02',171,4),
(10,9,'2025-01-13',96,0),
(11,1,'2025-03-05',212,6),
(12,3,'2025-04-23',231,8),
(13,2,'2025-05-08',149,3),
(14,5,'2025-05-13',124,0);
INSERT INTO repairs VALUES
(1,4,'pinsetter jam','2024-02-19','2024-02-20',140),
(2,7,'warped boards','2024-08-05',NULL,NULL),
(3,2,'ball return','2024-08-30','2024-09-03',310),
(4,4,'pinsetter jam','2024-11-11','2024-11-11',95),
(5,6,'scoring screen','2025-01-27','2025-02-06',420),
(6,4,'sweep motor','2025-04-03',NULL,NULL),
(7,1,'ball return','2025-05-06','2025-05-09',185);
