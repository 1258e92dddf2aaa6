CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  contact_name TEXT,
  email TEXT,
  sector TEXT,
  city TEXT,
  since DATE,
  is_active INTEGER DEFAULT 1
);
CREATE TABLE venues (
  venue_id INTEGER PRIMARY KEY,
  venue_name TEXT,
  town TEXT,
  capacity INTEGER,
  day_rate REAL,
  has_parking INTEGER,
  step_free INTEGER
);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY,
  title TEXT,
  kind TEXT,
  client_id INTEGER REFERENCES clients(client_id),
  venue_id INTEGER REFERENCES venues(venue_id),
  starts_on DATE,
  ends_on DATE,
  guests_expected INTEGER,
  status TEXT
);
CREATE TABLE freelancers (
  freelancer_id INTEGER PRIMARY KEY,
  full_name TEXT,
  trade TEXT,
  hourly_rate REAL,
  phone TEXT,
  first_aid INTEGER,
  left_on DATE
);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY,
  event_id INTEGER REFERENCES events(event_id),
  freelancer_id INTEGER REFERENCES freelancers(freelancer_id),
  hours REAL,
  confirmed INTEGER,
  feedback_score INTEGER
);
CREATE TABLE invoices (
  invoice_no INTEGER PRIMARY KEY,
  event_id INTEGER REFERENCES events(event_id),
  issued_on DATE,
  due_on DATE,
  paid_on DATE,
  amount REAL
);
INSERT INTO clients VALUES
(1,'Harrow & Pike Solicitors','Dina Okafor','dina@harrowpike.example','legal','Leeds','2019-03-11',1),
(2,'Bluefin Software','Mark Tully','mtully@bluefin.example','technology','Manchester','2020-09-01',1),
(3,'Castle Dairy Co-op','Joan Petrie',NULL,'food','York','2018-05-20',1),
(4,'Northgate Hospice','Sam Bell','events@northgate.example','charity','Leeds','2021-01-15',1),
(5,'Oriel Bank','Priya Nair','pnair@oriel.example','finance','London','2017-11-02',0),
(6,'Vantage Motors','Luke Frain',NULL,'automotive','Bradford','2022-06-30',1),
(7,'Pollen Cosmetics','Ada Szabo','ada@pollen.example','retail','Manchester','2023-02-14',1),
(8,'Rowan Trust','Helen Marsh','helen@rowan.example','charity','York','2023-10-09',1),
(9,'Tideway Shipping',NULL,'office@tideway.example','logistics','Hull','2024-04-01',0);
INSERT INTO venues VALUES
(1,'The Corn Exchange','Leeds',600,2800,0,1),
(2,'Abbey Barn','York',180,950,1,0),
(3,'Dockside Hall','Hull',350,1400,1,1),
(4,'Skyline Rooms','Manchester',120,1650,0,1),
(5,'Priory Gardens','York',400,1200,1,1),
(6,'The Foundry','Bradford',250,800,1,0),
(7,'Quayside Loft','Manchester',90,700,0,0);
INSERT INTO events VALUES
(101,'Annual Partners Dinner','gala',1,1,'2023-11-24','2023-11-24',220,'completed'),
(102,'DevDays 2024','conference',2,4,'2024-03-12','2024-03-14',110,'completed'),
(103,'Summer Milk Fair','fair',3,5,'2024-06-22','2024-06-23',380,'completed'),
(104,'Moonlight Fundraiser','gala',4,1,'2024-09-14','2024-09-14',300,'completed'),
(105,'Investor Morning','conference',5,4,'2024-05-08','2024-05-08',70,'cancelled'),
(106,'EV Launch','product launch',6,6,'2024-10-03','2024-10-04',200,'completed'),
(107,'Spring Palette Launch','product launch',7,7,'2025-02-20','2025-02-20',85,'completed'),
(108,'Trustees Away Day','team building',8,2,'2025-03-06','2025-03-07',40,'completed'),
(109,'DevDays 2025','conference',2,4,'2025-04-08','2025-04-10',118,'confirmed'),
(110,'Hospice Ball','gala',4,NULL,'2025-09-20','2025-09-20',350,'provisional'),
(111,'Cheese & Cider Weekend','fair',3,2,'2025-06-14','2025-06-15',160,'confirmed'),
(112,'Partners Retreat','team building',1,2,'2025-05-16','2025-05-18',35,'provisional'),
(113,'Autumn Showroom Night','product launch',6,NULL,'2025-10-11','2025-10-11',150,'cancelled');
INSERT INTO freelancers VALUES
(1,'Tom Ridley','sound engineer',32.5,'07700 900101',1,NULL),
(2,'Grace Adeyemi','caterer',24,'07700 900102',1,NULL),
(3,'Owen Hart','photographer',45,NULL,0,NULL),
(4,'Bea Lindqvist','host',18.5,'07700 900104',0,'2024-12-31'),
(5,'Karim Nouri','lighting technician',30,'07700 900105',0,NULL),
(6,'Molly Stead','host',19,'07700 900106',1,NULL),
(7,'Peter Vance','security',22,NULL,1,'2024-07-15'),
(8,'Iris Chandra','florist',28,'07700 900108',0,NULL),
(9,'Joel Mbeki','caterer',23,'07700 900109',0,NULL);
INSERT INTO bookings VALUES
(1,101,1,8,1,5),(2,101,2,10,1,4),(3,102,1,24,1,4),(4,102,5,20,1,3),(5,103,7,16,1,2),
(6,103,4,14,1,5),(7,104,3,6,1,5),(8,104,2,9,1,NULL),(9,106,5,12,1,4),(10,106,6,15,1,NULL),
(11,107,3,5,1,4),(12,108,2,7.5,1,3),(13,109,1,26,1,NULL),(14,109,6,18,0,NULL),(15,111,2,16,0,NULL);
INSERT INTO invoices VALUES
(2301,101,'2023-12-01','2023-12-31','2023-12-20',18400),
(2401,102,'2024-03-20','2024-04-19','2024-05-02',14250),
(2402,103,'2024-07-01','2024-07-31','2024-07-29',21900),
(2403,104,'2024-09-20','2024-10-20',NULL,16750),
(2404,106,'2024-10-10','2024-11-09','2024-11-05',12600),
(2405,105,'2024-05-15','2024-06-14',NULL,1500),
(2501,107,'2025-02-25','2025-03-27','2025-03-10',6800),
(2502,108,'2025-03-12','2025-04-11',NULL,3950),
(2503,109,'2025-03-15','2025-04-14',NULL,7500),
(2504,111,'2025-03-28','2025-04-27','2025-03-31',5000);
