CREATE TABLE beers (
  beer_id INTEGER PRIMARY KEY, name TEXT, style TEXT, abv REAL, ibu INTEGER, launched_on TEXT, retired INTEGER, recipe_notes TEXT);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY, full_name TEXT, role TEXT, hired_on TEXT, left_on TEXT, hourly_rate REAL);
CREATE TABLE tanks (
  tank_id INTEGER PRIMARY KEY, label TEXT, capacity_l INTEGER, state TEXT, last_cleaned TEXT, glycol_cooled INTEGER);
CREATE TABLE batches (
  batch_no INTEGER PRIMARY KEY, beer_id INTEGER REFERENCES beers(beer_id), tank_id INTEGER REFERENCES tanks(tank_id), brewer_id INTEGER REFERENCES staff(staff_id),
  brewed_on TEXT, packaged_on TEXT, litres REAL, status TEXT, og REAL);
CREATE TABLE customers (
  cust_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, town TEXT, email TEXT, credit_limit REAL);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, cust_id INTEGER REFERENCES customers(cust_id), beer_id INTEGER REFERENCES beers(beer_id), placed_on TEXT, delivered_on TEXT,
  kegs INTEGER, amount REAL, paid INTEGER);
CREATE TABLE ingredient_buys (
  buy_id INTEGER PRIMARY KEY, item TEXT, category TEXT, supplier TEXT, kg REAL, cost REAL, bought_on TEXT, expires_on TEXT);

INSERT INTO beers VALUES
(1,'Hazy Mule','IPA',6.4,55,'2019-04-12',0,'double dry hop'),
(2,'Black Kettle','Stout',7.2,38,'2018-11-03',0,NULL),
(3,'Dune','Pilsner',4.7,30,'2020-06-20',0,'lager 5 weeks'),
(4,'Cherry Bell','Sour',5.1,8,'2021-05-01',0,'fresh cherries only'),
(5,'Old Gaffer','Bitter',4.1,34,'2017-02-14',0,NULL),
(6,'Quarry West','IPA',5.8,62,'2018-08-30',1,NULL),
(7,'Winter Coat','Stout',9.0,45,'2022-11-10',0,'oak chips'),
(8,'Saltmarsh','Sour',4.4,6,'2023-06-08',0,'sea salt from the coast'),
(9,'Half Day','Pilsner',2.8,22,'2024-01-25',0,NULL),
(10,'Pumpkin Rake','Bitter',5.5,20,'2019-10-01',1,'never again');
INSERT INTO staff VALUES
(1,'Nora Finch','head brewer','2017-01-09',NULL,24.5),
(2,'Sam Okoye','brewer','2019-03-18',NULL,18.2),
(3,'Ivy Larsen','brewer','2021-09-01','2024-05-31',17.4),
(4,'Pete Duggan','driver','2018-06-11',NULL,14.0),
(5,'Mina Rao','sales','2022-02-07',NULL,16.75),
(6,'Colm Reilly','driver','2020-10-05','2023-08-15',13.6),
(7,'Tess Hurley','cellar hand','2024-03-04',NULL,13.1),
(8,'Greg Anwar','brewer','2024-06-17',NULL,17.0);
INSERT INTO tanks VALUES
(1,'FV1',1200,'in use','2024-09-02',1),
(2,'FV2',1200,'empty','2024-10-21',1),
(3,'FV3',2400,'in use','2024-08-27',1),
(4,'FV4',2400,'maintenance','2024-06-14',0),
(5,'BBT1',1000,'in use','2024-10-08',1),
(6,'Old Bertha',600,'empty','2024-03-30',0),
(7,'FV5',3600,'in use',NULL,1);
INSERT INTO batches VALUES
(101,1,1,1,'2023-09-14','2023-10-05',1120,'packaged',1.061),
(102,2,3,2,'2023-10-02','2023-11-10',2210,'packaged',1.072),
(103,5,2,3,'2023-11-20','2023-12-08',1150,'packaged',1.041),
(104,7,6,1,'2023-12-05','2024-02-01',560,'packaged',1.088),
(105,3,3,2,'2024-01-16','2024-03-01',2300,'packaged',1.046),
(106,9,5,3,'2024-02-12','2024-03-11',940,'packaged',1.028),
(107,4,6,3,'2024-04-03',NULL,540,'dumped',1.050),
(108,1,1,2,'2024-05-07','2024-05-29',1090,'packaged',1.062),
(109,8,4,1,'2024-06-10',NULL,2100,'dumped',1.043),
(110,3,3,2,'2024-08-29',NULL,2280,'conditioning',1.047),
(111,1,1,8,'2024-09-05','2024-09-27',1105,'packaged',1.060),
(112,5,5,8,'2024-10-09',NULL,950,'conditioning',1.042),
(113,1,7,1,'2024-10-30',NULL,3400,'fermenting',1.063),
(114,7,1,2,'2024-11-06',NULL,1130,'fermenting',1.090);
INSERT INTO customers VALUES
(1,'The Crooked Oar','pub','Whitby','bar@crookedoar.example',1500),
(2,'Millstone Arms','pub','Malton',NULL,800),
(3,'Bottle & Crate','shop','York','hello@bottlecrate.example',2500),
(4,'Fennel','restaurant','York','orders@fennel.example',1000),
(5,'Moor Fest','festival','Pickering','moorfest@example.org',6000),
(6,'The Tap Room','pub','York','cellar@taproom.example',3000),
(7,'Harbour Lights','restaurant','Whitby',NULL,600),
(8,'Station Hotel','pub','Scarborough','gm@stationhotel.example',1200),
(9,'Hop Pantry','shop','Malton','hp@example.com',NULL);
INSERT INTO orders VALUES
(501,1,1,'2023-10-09','2023-10-12',6,690.00,1),
(502,6,2,'2023-11-14','2023-11-16',10,1240.00,1),
(503,3,5,'2023-12-11','2023-12-12',4,372.00,1),
(504,2,5,'2023-12-13','2023-12-19',3,285.00,1),
(505,6,7,'2024-02-05','2024-02-07',5,825.00,1),
(506,4,3,'2024-03-06','2024-03-08',3,309.00,0),
(507,5,3,'2024-05-20','2024-06-14',30,2850.00,1),
(508,5,1,'2024-05-20','2024-06-14',24,2616.00,0),
(509,8,9,'2024-06-03','2024-06-05',2,164.00,1),
(510,1,1,'2024-06-25','2024-07-01',8,912.00,1),
(511,3,3,'2024-09-12','2024-09-13',5,510.00,0),
(512,6,1,'2024-10-01','2024-10-03',12,1380.00,1),
(513,1,5,'2024-10-22',NULL,4,380.00,0),
(514,7,2,'2024-11-04',NULL,1,128.00,0),
(515,6,3,'2024-11-08',NULL,9,900.00,0);
INSERT INTO ingredient_buys VALUES
(1,'Citra','hops','Yakima Direct',40,1120.00,'2023-09-01','2025-09-01'),
(2,'Maris Otter','malt','Fawcett',1500,1350.00,'2023-09-20','2024-09-20'),
(3,'Roasted barley','malt','Fawcett',120,168.00,'2023-09-20','2024-12-20'),
(4,'US-05','yeast','Fermco',5,410.00,'2024-01-08','2024-12-31'),
(5,'Saaz','hops','Bohemia Hops',25,525.00,'2024-01-10','2026-01-10'),
(6,'Pilsner malt','malt','Weyer',1800,1710.00,'2024-01-11','2025-01-11'),
(7,'Cherries','adjunct','Lodge Farm',90,387.00,'2024-03-29','2024-04-10'),
(8,'Citra','hops','Yakima Direct',35,1085.00,'2024-04-30','2026-04-30'),
(9,'Sea salt','adjunct','Maldon Co',3,42.00,'2024-06-03',NULL),
(10,'Maris Otter','malt','Fawcett',2000,1940.00,'2024-08-12','2025-08-12'),
(11,'Fuggle','hops','Bohemia Hops',18,306.00,'2024-10-02','2026-10-02');
