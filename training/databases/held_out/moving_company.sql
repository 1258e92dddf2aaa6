CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  phone TEXT,
  email TEXT,
  cust_type TEXT,
  referred_by TEXT
);
CREATE TABLE crew (
  crew_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  role TEXT,
  hourly_rate REAL,
  hired_on TEXT,
  left_on TEXT,
  has_cdl INTEGER
);
CREATE TABLE trucks (
  truck_id INTEGER PRIMARY KEY,
  plate TEXT,
  capacity_cuft INTEGER,
  model_year INTEGER,
  odometer_mi INTEGER,
  status TEXT,
  next_inspection TEXT
);
CREATE TABLE moves (
  move_id INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customers(customer_id),
  truck_id INTEGER REFERENCES trucks(truck_id),
  move_date TEXT,
  origin_city TEXT,
  dest_city TEXT,
  miles INTEGER,
  quoted_amt REAL,
  final_amt REAL,
  status TEXT,
  stairs INTEGER
);
CREATE TABLE move_crew (
  move_id INTEGER REFERENCES moves(move_id),
  crew_id INTEGER REFERENCES crew(crew_id),
  hours REAL,
  tip REAL,
  PRIMARY KEY (move_id, crew_id)
);
CREATE TABLE damage_claims (
  claim_id INTEGER PRIMARY KEY,
  move_id INTEGER REFERENCES moves(move_id),
  item TEXT,
  filed_on TEXT,
  amt_claimed REAL,
  amt_paid REAL,
  outcome TEXT
);
CREATE TABLE storage_units (
  unit_no TEXT PRIMARY KEY,
  customer_id INTEGER REFERENCES customers(customer_id),
  size_sqft INTEGER,
  monthly_fee REAL,
  rented_since TEXT,
  climate_ctrl INTEGER
);
INSERT INTO customers VALUES
(1,'Dana Whitfield','555-0101','dana.w@mail.com','residential','Google'),
(2,'Oakridge Dental Group','555-0102','office@oakridge.com','commercial','repeat'),
(3,'Luis Carranza','555-0103',NULL,'residential','friend'),
(4,'Mei-Ling Zhao','555-0104','mlz@mail.com','residential','realtor'),
(5,'Harper & Sons Law','555-0105','admin@harperlaw.com','commercial','realtor'),
(6,'Priya Nair',NULL,'priya.n@mail.com','residential','Google'),
(7,'Tom Becker','555-0107',NULL,'residential','Google'),
(8,'Fort Hayes Reserve','555-0108','logistics@forthayes.mil','military','repeat'),
(9,'Sylvia Okafor','555-0109','sylvia@mail.com','residential',NULL),
(10,'Greg Lindqvist',NULL,NULL,'residential','friend');
INSERT INTO crew VALUES
(1,'Marcus','Bell','foreman',28.5,'2017-04-10',NULL,1),
(2,'Teo','Ramirez','driver',25,'2019-08-01',NULL,1),
(3,'Andre','Simms','mover',19.5,'2022-05-16',NULL,0),
(4,'Kyle','Novak','mover',18,'2023-06-01','2024-02-28',0),
(5,'Joanna','Pruitt','packer',20,'2021-03-22',NULL,0),
(6,'Sam','Oyelaran','driver',24,'2020-11-09','2024-06-15',1),
(7,'Desmond','Clarke','foreman',30,'2015-09-14',NULL,1),
(8,'Bea','Folsom','packer',18.75,'2024-03-04',NULL,0),
(9,'Ricky','Tran','mover',18.5,'2024-05-20',NULL,0);
INSERT INTO trucks VALUES
(1,'KTR-2201',1700,2018,121400,'in service','2024-11-15'),
(2,'KTR-2202',1250,2016,164900,'shop','2024-08-30'),
(3,'KTR-2203',800,2021,48200,'in service','2025-02-10'),
(4,'KTR-2204',1700,2020,87350,'in service','2024-12-01'),
(5,'KTR-2199',1000,2009,231000,'retired',NULL),
(6,'KTR-2210',2000,2023,15900,'in service','2025-05-20');
INSERT INTO moves VALUES
(101,1,1,'2023-11-04','Columbus','Dayton',71,1450,1520,'done',2),
(102,2,4,'2023-12-16','Columbus','Columbus',6,3800,3800,'done',0),
(103,3,3,'2024-01-20','Dublin','Columbus',14,620,700,'done',3),
(104,4,1,'2024-03-09','Columbus','Cleveland',143,2900,3150,'done',1),
(105,5,6,'2024-03-23','Westerville','Columbus',13,4600,4450,'done',0),
(106,6,2,'2024-04-13','Columbus','Pittsburgh',185,3300,NULL,'cancelled',2),
(107,7,3,'2024-05-04','Grove City','Dublin',19,780,780,'done',0),
(108,8,6,'2024-05-31','Columbus','Louisville',208,5900,6125,'done',0),
(109,9,4,'2024-06-08','Delaware','Columbus',27,990,1140,'done',4),
(110,8,1,'2024-06-29','Columbus','Cincinnati',107,4100,4100,'done',0),
(111,10,NULL,'2024-08-17','Columbus','Toledo',142,2350,NULL,'booked',1),
(112,1,4,'2024-07-13','Dayton','Columbus',71,1600,1710,'done',2),
(113,2,6,'2024-08-24','Columbus','Dublin',15,3500,NULL,'booked',0),
(114,7,NULL,'2024-07-20','Dublin','Akron',126,1950,NULL,'cancelled',1);
INSERT INTO move_crew VALUES
(101,1,9,40),(101,4,9,40),(102,7,11,0),(102,2,11,0),(102,4,10.5,0),
(103,1,5,25),(103,3,5,25),(104,7,12,60),(104,6,12,50),(104,3,12,50),
(105,7,13,NULL),(105,5,8,NULL),(107,2,6,20),(107,3,6,20),(108,7,14,100),
(108,6,14,80),(108,9,13.5,80),(109,1,7.5,30),(109,8,4,15),(110,2,10,50),
(110,9,10,50),(112,1,9.5,NULL),(112,3,9.5,35);
INSERT INTO damage_claims VALUES
(1,101,'glass cabinet','2023-11-10',480,300,'settled'),
(2,103,'65" TV','2024-01-22',900,900,'settled'),
(3,104,'piano leg','2024-03-20',1250,NULL,'pending'),
(4,104,'floor lamp','2024-03-20',85,0,'denied'),
(5,108,'filing cabinet','2024-06-11',220,150,'settled'),
(6,109,'mirror','2024-06-09',140,0,'denied'),
(7,112,'dining table','2024-07-18',760,NULL,'pending');
INSERT INTO storage_units VALUES
('A1',1,100,129,'2023-11-04',0),
('A2',NULL,100,129,NULL,0),
('A3',4,200,239,'2024-03-10',1),
('B1',8,300,349,'2024-05-31',1),
('B2',8,300,329,'2024-05-31',0),
('B3',NULL,50,75,NULL,1),
('C1',9,50,69,'2024-06-08',0),
('C2',3,150,179,'2022-10-01',1);
