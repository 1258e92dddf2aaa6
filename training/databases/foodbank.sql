CREATE TABLE donors (
  donor_id INTEGER PRIMARY KEY,
  donor_name TEXT,
  donor_type TEXT,
  postcode TEXT,
  first_gift TEXT,
  gift_aid INTEGER,
  contact_email TEXT
);
CREATE TABLE items (
  item_code TEXT PRIMARY KEY,
  description TEXT,
  category TEXT,
  unit_weight_g INTEGER,
  on_hand INTEGER,
  reorder_at INTEGER,
  vegan INTEGER
);
CREATE TABLE donations (
  don_id INTEGER PRIMARY KEY,
  donor_id INTEGER,
  recd_on TEXT,
  channel TEXT,
  weight_kg REAL,
  cash_amt REAL,
  thank_you_sent INTEGER
);
CREATE TABLE households (
  hh_id INTEGER PRIMARY KEY,
  surname TEXT,
  adults INTEGER,
  children INTEGER,
  ward TEXT,
  diet TEXT,
  registered TEXT,
  referred_by TEXT
);
CREATE TABLE parcels (
  parcel_id INTEGER PRIMARY KEY,
  hh_id INTEGER,
  packed_by INTEGER,
  parcel_size TEXT,
  issued_on TEXT,
  collected_on TEXT,
  outcome TEXT,
  wgt_kg REAL
);
CREATE TABLE parcel_lines (
  parcel_id INTEGER,
  item_code TEXT,
  qty INTEGER,
  substituted INTEGER,
  best_before TEXT
);
CREATE TABLE volunteers (
  vol_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  team TEXT,
  joined TEXT,
  left_on TEXT,
  driver INTEGER,
  hrs_total REAL
);
INSERT INTO donors VALUES
(1,'St Aidan''s Church','faith group','LS6 2AB','2018-10-07',0,'office@staidans.org'),
(2,'Brightway Supermarket','retailer','LS4 1QX','2019-02-14',0,'community@brightway.co.uk'),
(3,'Moira Tennant','individual','LS8 4HT','2021-12-03',1,NULL),
(4,'Kirkfield Primary','school','LS6 3PL','2020-09-28',0,'head@kirkfield.sch.uk'),
(5,'Ahmed & Sons Bakery','retailer','LS9 7DD','2022-05-19',0,NULL),
(6,'P. Lindqvist','individual','LS17 5RR','2023-11-11',1,'plind@mailbox.uk'),
(7,'Gurdwara Kitchen','faith group','LS12 3BE','2019-11-30',0,'seva@gurdwarakitchen.org'),
(8,'Roundhay Running Club','club','LS8 1NT','2024-04-21',0,'hello@rrc.uk'),
(9,'Anonymous',NULL,NULL,'2018-12-24',0,NULL);
INSERT INTO items VALUES
('BEAN','Baked beans 400g','tins',415,640,200,1),
('TUNA','Tuna chunks','tins',185,95,150,0),
('PAST','Penne pasta','dry goods',500,310,120,1),
('RICE','Long grain rice','dry goods',1000,74,80,1),
('UHTM','UHT milk','dairy',1030,220,100,0),
('NAPP','Nappies size 4','baby',1400,0,12,NULL),
('FORM','Baby formula','baby',900,9,10,0),
('SOAP','Soap bars','toiletries',100,180,50,1),
('TOMS','Chopped tomatoes','tins',420,505,200,1),
('OATS','Porridge oats','dry goods',750,61,60,1);
INSERT INTO donations VALUES
(1,1,'2023-10-08','drop-off',212.5,NULL,1),
(2,2,'2023-11-24','collection',640.0,NULL,1),
(3,3,'2023-12-12','online',NULL,150.00,1),
(4,4,'2023-12-19','drop-off',98.2,NULL,1),
(5,2,'2024-01-26','collection',515.4,NULL,0),
(6,7,'2024-02-11','drop-off',180.0,250.00,1),
(7,6,'2024-03-01','online',NULL,40.00,1),
(8,5,'2024-03-15','collection',33.6,NULL,0),
(9,8,'2024-04-21','event',12.8,1310.50,1),
(10,2,'2024-05-24','collection',702.1,NULL,1),
(11,9,'2024-06-02','drop-off',5.5,20.00,0),
(12,3,'2024-06-12','online',NULL,150.00,0),
(13,6,'2024-06-01','online',NULL,40.00,0),
(14,1,'2024-05-05','drop-off',88.0,NULL,1);
INSERT INTO households VALUES
(1,'Okafor',2,3,'Headingley','halal','2023-09-02','GP'),
(2,'Barraclough',1,0,'Kirkstall',NULL,'2023-11-15','Jobcentre'),
(3,'Nowak',2,1,'Harehills','none','2024-01-09','school'),
(4,'Siddiqui',2,4,'Harehills','halal','2022-12-20','school'),
(5,'Greene',1,2,'Armley','vegan','2024-02-27','GP'),
(6,'Dougherty',1,0,'Kirkstall','gluten free','2024-03-18','council'),
(7,'Tesfaye',3,2,'Harehills','vegetarian','2024-05-07','council'),
(8,'Pickersgill',2,0,'Armley','none','2023-06-30',NULL),
(9,'Mbeki',1,1,'Headingley','none','2024-06-03','Jobcentre'),
(10,'Laverick',1,0,'Armley',NULL,'2024-06-10','council');
INSERT INTO parcels VALUES
(1,1,2,'family','2024-01-12','2024-01-12','collected',24.5),
(2,2,1,'single','2024-01-19','2024-01-22','collected',8.9),
(3,4,2,'large family','2024-02-02','2024-02-02','delivered',33.1),
(4,3,4,'family','2024-02-09',NULL,'no show',18.7),
(5,5,1,'family','2024-03-08','2024-03-09','delivered',17.3),
(6,6,5,'single','2024-03-22','2024-03-22','collected',9.4),
(7,4,2,'large family','2024-04-05','2024-04-05','delivered',31.8),
(8,1,4,'family','2024-04-26','2024-04-29','collected',23.0),
(9,7,1,'family','2024-05-10','2024-05-10','delivered',21.6),
(10,2,5,'single','2024-05-17',NULL,'no show',8.5),
(11,4,2,'large family','2024-06-07','2024-06-07','delivered',34.6),
(12,9,4,'single','2024-06-07',NULL,'ready',10.2),
(13,6,NULL,'single','2024-06-14',NULL,'ready',9.0);
INSERT INTO parcel_lines VALUES
(1,'BEAN',6,0,'2025-08-31'),(1,'RICE',3,0,'2025-03-31'),(2,'TUNA',4,0,'2026-01-31'),(3,'NAPP',2,0,NULL),(3,'UHTM',8,0,'2024-07-15'),
(5,'PAST',4,1,'2025-11-30'),(5,'TOMS',6,0,'2025-10-31'),(6,'RICE',2,1,'2025-03-31'),(7,'FORM',3,0,'2024-09-30'),(8,'BEAN',6,0,'2025-08-31'),
(9,'OATS',2,0,'2024-12-31'),(9,'TOMS',5,1,'2025-10-31'),(11,'UHTM',10,0,'2024-08-20'),(11,'SOAP',4,0,NULL),(12,'BEAN',3,0,'2025-09-30');
INSERT INTO volunteers VALUES
(1,'Jean','Hardcastle','warehouse','2018-10-01',NULL,0,1420.5),
(2,'Femi','Adeyemi','warehouse','2020-04-06',NULL,1,873),
(3,'Ruth','Coyle','welcome desk','2019-01-21','2023-08-31',0,610),
(4,'Callum','Birtles','drivers','2022-09-12',NULL,1,342.5),
(5,'Wen','Zhao','warehouse','2024-01-15',NULL,0,96),
(6,'Stuart','Mosby','drivers','2021-06-28','2024-03-29',1,505),
(7,'Priya','Chandran','welcome desk','2023-10-09',NULL,0,148),
(8,'Olive','Thackray','fundraising','2024-02-19',NULL,NULL,22);
