CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  phone TEXT,
  email TEXT,
  town TEXT,
  joined_on TEXT,
  newsletter INTEGER DEFAULT 0
);
CREATE TABLE dogs (
  dog_id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  name TEXT,
  breed TEXT,
  sex TEXT,
  born_on TEXT,
  weight_kg REAL,
  neutered INTEGER,
  vaccinated_until TEXT,
  FOREIGN KEY (owner_id) REFERENCES owners(owner_id)
);
CREATE TABLE runs (
  run_no INTEGER PRIMARY KEY,
  block TEXT,
  size TEXT,
  heated INTEGER,
  nightly_rate REAL,
  state TEXT
);
CREATE TABLE stays (
  stay_id INTEGER PRIMARY KEY,
  dog_id INTEGER,
  run_no INTEGER,
  check_in TEXT,
  check_out TEXT,
  booked_on TEXT,
  status TEXT,
  deposit NUMERIC,
  amount_due REAL,
  FOREIGN KEY (dog_id) REFERENCES dogs(dog_id),
  FOREIGN KEY (run_no) REFERENCES runs(run_no)
);
CREATE TABLE extras (
  extra_id INTEGER PRIMARY KEY,
  stay_id INTEGER,
  kind TEXT,
  given_on TEXT,
  handler_id INTEGER,
  price REAL,
  FOREIGN KEY (stay_id) REFERENCES stays(stay_id),
  FOREIGN KEY (handler_id) REFERENCES handlers(handler_id)
);
CREATE TABLE handlers (
  handler_id INTEGER PRIMARY KEY,
  name TEXT,
  role TEXT,
  started_on TEXT,
  left_on TEXT,
  weekly_hours INTEGER,
  first_aider INTEGER
);
CREATE TABLE incidents (
  incident_id INTEGER PRIMARY KEY,
  stay_id INTEGER REFERENCES stays(stay_id),
  happened_at TEXT,
  category TEXT,
  vet_called INTEGER,
  vet_bill REAL,
  notes TEXT
);
INSERT INTO owners VALUES
(1,'Gillian Marsh','07700 900101','gill.marsh@example.org','Ludlow','2019-05-02',1),
(2,'Terence Okafor','07700 900142',NULL,'Leominster','2020-08-19',0),
(3,'Fiona Pell','07700 900155','fpell@example.org','Ludlow','2021-01-30',1),
(4,'Hamish Drew',NULL,'hdrew@example.org','Tenbury','2022-06-11',0),
(5,'Anita Rao','07700 900188','anita.rao@example.org','Hereford','2023-03-27',1),
(6,'Colin Babbage','07700 900190',NULL,'Tenbury','2023-11-05',0),
(7,'Ruth Lindqvist','07700 900176','ruthl@example.org','Craven Arms','2024-04-14',0),
(8,'Neville Stott','07700 900133','nstott@example.org','Hereford','2024-10-01',1);
INSERT INTO dogs VALUES
(1,1,'Biscuit','Labrador','M','2016-04-01',34.5,1,'2025-03-01'),
(2,1,'Pepper','Border Terrier','F','2019-09-12',7.2,1,'2024-06-15'),
(3,2,'Duke','Rottweiler','M','2018-02-20',48.0,0,'2025-01-10'),
(4,3,'Tilly','Cockapoo','F','2021-07-08',9.8,1,'2025-05-22'),
(5,4,'Moss','Border Collie','M','2014-11-30',19.4,1,'2024-12-01'),
(6,5,'Ziggy','Whippet','M','2022-05-17',12.9,0,'2025-04-04'),
(7,5,'Luna','Whippet','F','2022-05-17',11.3,1,'2025-04-04'),
(8,6,'Bruno','Labrador','M','2020-12-25',38.1,1,NULL),
(9,7,'Poppy','Dachshund','F','2023-08-03',5.6,0,'2025-08-19'),
(10,8,'Hector','Great Dane','M','2021-03-14',62.0,1,'2025-02-02'),
(11,3,'Scamp','Cockapoo','M','2012-01-05',10.4,1,'2023-11-11');
INSERT INTO runs VALUES
(1,'A','small',1,22.0,'in use'),
(2,'A','small',1,22.0,'in use'),
(3,'A','medium',1,27.5,'in use'),
(4,'B','medium',0,25.0,'under repair'),
(5,'B','large',0,30.0,'in use'),
(6,'B','large',1,34.0,'in use'),
(7,'C','small',0,19.0,'isolation'),
(8,'C','medium',0,24.0,'in use');
INSERT INTO stays VALUES
(1,1,5,'2023-07-22','2023-08-05','2023-05-01','completed',50.0,420.0),
(2,4,1,'2023-12-23','2023-12-28','2023-11-14','completed',0,110.0),
(3,3,6,'2024-02-10','2024-02-17','2024-01-28','completed',40.0,238.0),
(4,2,1,'2024-04-01','2024-04-04','2024-03-30','completed',0,66.0),
(5,5,3,'2024-05-24','2024-05-31','2024-05-02','cancelled',30.0,0),
(6,6,8,'2024-07-13','2024-07-27','2024-04-20','completed',75.0,336.0),
(7,7,8,'2024-07-13','2024-07-27','2024-04-20','completed',75.0,336.0),
(8,8,5,'2024-08-03','2024-08-10','2024-06-15','completed',50.0,210.0),
(9,9,2,'2024-08-19','2024-08-23','2024-08-01','completed',0,88.0),
(10,10,6,'2024-10-25','2024-11-01','2024-10-02','no show',60.0,238.0),
(11,1,5,'2024-12-20','2025-01-02','2024-09-09','completed',80.0,390.0),
(12,4,2,'2024-12-23','2024-12-29','2024-10-30','completed',30.0,132.0),
(13,3,6,'2024-12-27',NULL,'2024-12-10','checked in',40.0,NULL),
(14,9,1,'2024-12-30',NULL,'2024-12-28','checked in',0,NULL);
INSERT INTO handlers VALUES
(1,'Sally Cartwright','manager','2014-03-03',NULL,40,1),
(2,'Josh Bevan','kennel hand','2020-06-22',NULL,35,0),
(3,'Megan Pryce','groomer','2018-09-10',NULL,24,1),
(4,'Liam Dodd','kennel hand','2021-04-12','2024-08-30',35,0),
(5,'Orla Finch','trainer','2023-01-09',NULL,16,1),
(6,'Katie Spragg','kennel hand','2024-09-02',NULL,20,0);
INSERT INTO extras VALUES
(1,1,'bath','2023-08-04',3,18.0),
(2,1,'solo walk','2023-07-25',4,7.5),
(3,3,'training','2024-02-12',5,25.0),
(4,3,'solo walk','2024-02-13',4,7.5),
(5,4,'clip','2024-04-03',3,32.0),
(6,6,'solo walk','2024-07-16',2,7.5),
(7,7,'bath','2024-07-26',3,15.0),
(8,8,'medication','2024-08-05',2,3.0),
(9,8,'bath','2024-08-09',3,18.0),
(10,11,'solo walk','2024-12-26',6,8.0),
(11,11,'medication','2024-12-27',6,3.0),
(12,12,'clip','2024-12-28',3,35.0),
(13,13,'training','2024-12-30',5,27.0);
INSERT INTO incidents VALUES
(1,1,'2023-07-30 09:15','upset stomach',1,64.0,'Kept on rice for two days'),
(2,3,'2024-02-14 16:40','scuffle',0,NULL,'No injuries'),
(3,6,'2024-07-20 11:05','cut paw',1,112.5,'Two stitches'),
(4,8,'2024-08-06 07:50','not eating',0,NULL,NULL),
(5,9,'2024-08-21 14:30','escape',0,NULL,'Found by the gate'),
(6,11,'2024-12-29 18:20','upset stomach',1,58.0,NULL),
(7,13,'2024-12-31 08:10','scuffle',1,90.0,'Ear nicked');
