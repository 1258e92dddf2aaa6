CREATE TABLE guides (guide_id INTEGER PRIMARY KEY, full_name TEXT, speaks TEXT, day_rate REAL, hired DATE, left_on DATE, has_licence INTEGER);
CREATE TABLE estates (estate_id INTEGER PRIMARY KEY, estate_name TEXT, valley TEXT, hectares REAL, founded INTEGER, is_organic INTEGER, contact_email TEXT);
CREATE TABLE tours (tour_id INTEGER PRIMARY KEY, title TEXT, estate_id INTEGER REFERENCES estates(estate_id), duration_min INTEGER, price_pp REAL, max_grp INTEGER, level TEXT, active INTEGER);
CREATE TABLE departures (dep_id INTEGER PRIMARY KEY, tour_id INTEGER REFERENCES tours(tour_id), guide_id INTEGER REFERENCES guides(guide_id), starts_at TEXT, state TEXT, weather TEXT);
CREATE TABLE bookings (bk_id INTEGER PRIMARY KEY, dep_id INTEGER REFERENCES departures(dep_id), lead_guest TEXT, country TEXT, pax INTEGER, amt_paid REAL, channel TEXT, booked_on DATE, no_show INTEGER);
CREATE TABLE bottle_sales (sale_id INTEGER PRIMARY KEY, bk_id INTEGER REFERENCES bookings(bk_id), wine TEXT, colour TEXT, qty INTEGER, unit_price REAL, shipped_on DATE);
INSERT INTO guides VALUES
(1,'Martha Quill','English, French',140,'2019-03-01',NULL,1),
(2,'Devon Pike','English',110,'2021-05-10',NULL,0),
(3,'Ines Calder','English, Spanish, Portuguese',165,'2017-09-15',NULL,1),
(4,'Rory Blackwood','English, German',125,'2020-02-20','2024-01-31',1),
(5,'Sunita Rao','English, Hindi',130,'2023-04-03',NULL,0),
(6,'Abel Finch','English',95,'2024-03-18',NULL,0),
(7,'Greta Holm','English, German',150,'2018-06-01','2023-10-15',1);
INSERT INTO estates VALUES
(1,'Larkspur Hill','Ember Valley',42.5,1968,1,'hello@larkspur.example'),
(2,'Old Mill Cellars','Ember Valley',18.0,1891,0,NULL),
(3,'Three Foxes','Stony Creek',27.3,2004,1,'visit@threefoxes.example'),
(4,'Chateau Dunmore','Stony Creek',88.0,1923,0,'tours@dunmore.example'),
(5,'Willow Bend','Marsh Reach',9.8,2012,1,NULL),
(6,'Kestrel Ridge','Marsh Reach',55.1,1985,0,'cellar@kestrel.example');
INSERT INTO tours VALUES
(1,'Sunset Tasting',1,120,45,12,'beginner',1),
(2,'Barrel Room Walk',2,90,38,8,'beginner',1),
(3,'Harvest Day',3,360,130,10,'hands-on',1),
(4,'Grand Cru Masterclass',4,180,160,6,'expert',1),
(5,'Picnic by the River',5,150,55,20,'beginner',1),
(6,'Ridge Ride on Horseback',6,210,115,6,'hands-on',0),
(7,'Blend Your Own',4,150,98,10,'hands-on',1),
(8,'Winter Cellar Night',2,120,60,14,'expert',0);
INSERT INTO departures VALUES
(1,1,1,'2023-08-12 17:30','done','sunny'),
(2,3,3,'2023-09-23 08:00','done','rain'),
(3,8,7,'2023-01-20 19:00','done','snow'),
(4,6,4,'2023-10-07 10:00','called_off','storm'),
(5,4,3,'2024-02-10 14:00','done','cloudy'),
(6,1,1,'2024-05-18 17:30','done','sunny'),
(7,5,2,'2024-06-02 11:30','done','sunny'),
(8,5,5,'2024-06-15 11:30','called_off','storm'),
(9,7,3,'2024-07-06 14:00','done','sunny'),
(10,2,2,'2024-07-20 10:00','done','cloudy'),
(11,3,1,'2024-09-21 08:00','open',NULL),
(12,4,NULL,'2024-09-28 14:00','open',NULL),
(13,1,5,'2024-07-27 17:30','done','rain');
INSERT INTO bookings VALUES
(1,1,'Harold Minch','United Kingdom',2,90,'website','2023-07-30',0),
(2,1,'Claire Dupont','France',4,180,'phone','2023-08-01',0),
(3,2,'Joao Teles','Portugal',3,390,'website','2023-08-20',0),
(4,3,'Beth Sorrel','Ireland',6,360,'agency','2023-01-05',0),
(5,4,'Karl Weiss','Germany',2,230,'agency','2023-09-15',0),
(6,5,'Lucia Prado','Spain',2,320,'website','2024-01-22',0),
(7,6,'Nadia Brook','United Kingdom',5,225,'website','2024-05-02',0),
(8,6,'Tom Ashdown','United Kingdom',2,90,'walk-in','2024-05-18',0),
(9,7,'Yuki Tan','Japan',8,440,'agency','2024-04-11',0),
(10,7,'Owen Price','United Kingdom',2,NULL,'phone','2024-05-29',1),
(11,9,'Anna Kowal','Poland',4,392,'website','2024-06-20',0),
(12,10,'Harold Minch','United Kingdom',3,114,'phone','2024-07-11',0),
(13,11,'Pieter Vos','Netherlands',2,260,'website','2024-07-30',0),
(14,12,'Lucia Prado','Spain',4,NULL,'website','2024-08-02',0),
(15,13,'Fay Merton','Ireland',1,45,'walk-in','2024-07-27',1);
INSERT INTO bottle_sales VALUES
(1,1,'Larkspur Reserve','red',6,24,'2023-08-20'),
(2,2,'Larkspur Rosé','rosé',3,15,NULL),
(3,3,'Foxtail Pinot','red',12,21.5,'2023-10-02'),
(4,4,'Old Mill Port','fortified',4,33,NULL),
(5,6,'Dunmore 1998','red',1,210,'2024-02-15'),
(6,7,'Larkspur Rosé','rosé',6,16,NULL),
(7,9,'Bend Blanc','white',24,13.5,'2024-06-10'),
(8,9,'Bend Brut','sparkling',12,22,'2024-06-10'),
(9,11,'Dunmore Estate','red',3,48,NULL),
(10,12,'Mill Chardonnay','white',2,19,NULL),
(11,8,'Larkspur Reserve','red',1,26,NULL);
