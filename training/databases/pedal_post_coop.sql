CREATE TABLE members (id INTEGER PRIMARY KEY, handle TEXT, full_name TEXT, joined_on TEXT, left_on TEXT, share_capital REAL, role TEXT);
CREATE TABLE bikes (id INTEGER PRIMARY KEY, nickname TEXT, type TEXT, bought_on TEXT, cost REAL, keeper_id INTEGER, electric INTEGER);
CREATE TABLE accounts (id INTEGER PRIMARY KEY, company TEXT, sector TEXT, zone TEXT, monthly_cap INTEGER, contact TEXT);
CREATE TABLE runs (id INTEGER PRIMARY KEY, account_id INTEGER, member_id INTEGER, picked_up TEXT, dropped TEXT, km REAL, parcel TEXT, speed TEXT, price REAL, state TEXT);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, bike_id INTEGER, done_on TEXT, part TEXT, cost REAL, workshop TEXT);
INSERT INTO members VALUES
(1,'Fizz','Fiona Zhang','2018-03-05',NULL,500,'rider'),
(2,'Oskar','Oskar Lind','2019-07-11',NULL,500,'rider'),
(3,'Dutch','Maarten de Wit','2018-03-05','2024-02-29',0,'rider'),
(4,'Lu','Luisa Ferrante','2021-01-18',NULL,350,'dispatcher'),
(5,'Bones','Jamal Boone','2022-05-30',NULL,250,'rider'),
(6,'Kit','Kit Anders','2023-09-04',NULL,100,'rider'),
(7,'Nana','Nana Owusu','2020-10-12',NULL,500,'treasurer'),
(8,'Sprocket','Ellen Park','2024-04-15',NULL,NULL,'rider');
INSERT INTO bikes VALUES
(1,'Big Bertha','cargo','2019-02-10',4200,1,1),
(2,'Whippet','track','2020-06-01',890,2,0),
(3,'Mule','cargo','2021-11-23',5100,5,1),
(4,'Rusty','tourer','2017-05-14',450,NULL,0),
(5,'Lightning','track','2022-03-19',1150,6,0),
(6,'Snail','cargo','2023-08-08',3650,NULL,0),
(7,'Penny','tourer','2024-05-02',980,8,0);
INSERT INTO accounts VALUES
(1,'Harbour Dental Lab','medical','docks',60,'Rosa'),
(2,'Quill & Partners','legal','centre',40,'Tom Quill'),
(3,'Blume Florist','retail','centre',25,'Heidi'),
(4,'Northgate Clinic','medical','north',80,NULL),
(5,'Pixelworks','media','docks',15,'Sam'),
(6,'Old Town Bakery','retail','old town',NULL,'Marek'),
(7,'Crane Architects','media','north',10,'Ines');
INSERT INTO runs VALUES
(1,1,1,'2023-02-06 09:10','2023-02-06 09:35',5.2,'box','standard',9.5,'ok'),
(2,2,2,'2023-02-14 11:00','2023-02-14 11:12',2.1,'envelope','rush',14,'ok'),
(3,3,3,'2023-05-12 08:20','2023-05-12 09:05',3.8,'flowers','standard',8,'ok'),
(4,4,1,'2023-06-20 13:30','2023-06-20 13:58',6.7,'samples','rush',19.5,'ok'),
(5,2,5,'2023-09-01 15:45','2023-09-01 16:20',4.4,'envelope','standard',7.5,'late'),
(6,5,6,'2023-10-17 10:05','2023-10-17 10:30',3.3,'envelope','standard',7.5,'ok'),
(7,6,2,'2023-12-22 07:00','2023-12-22 08:10',9.1,'box','standard',12,'late'),
(8,4,2,'2024-01-15 16:00','2024-01-15 16:22',6.2,'samples','rush',19.5,'ok'),
(9,3,6,'2024-02-14 08:00','2024-02-14 08:41',4.0,'flowers','rush',15,'ok'),
(10,3,5,'2024-02-14 08:30','2024-02-14 09:55',7.7,'flowers','standard',11,'late'),
(11,1,1,'2024-03-08 09:15','2024-03-08 09:37',5.2,'box','standard',10,'ok'),
(12,2,2,'2024-04-22 17:10','2024-04-22 17:19',1.9,'envelope','rush',15,'ok'),
(13,6,8,'2024-05-06 07:30',NULL,NULL,'box','standard',0,'failed'),
(14,4,1,'2024-05-21 12:00','2024-05-21 12:31',7.0,'samples','rush',20.5,'ok'),
(15,5,8,'2024-06-03 14:20','2024-06-03 14:52',3.6,'envelope','standard',8,'ok'),
(16,1,5,'2024-06-11 09:00','2024-06-11 09:29',5.3,'box','standard',10,'ok'),
(17,2,6,'2024-06-18 11:40','2024-06-18 11:55',2.4,'envelope','rush',15,'ok'),
(18,4,2,'2024-06-18 16:05','2024-06-18 16:40',6.6,'samples','rush',20.5,'late');
INSERT INTO repairs VALUES
(1,1,'2023-01-19','battery',380,'Spoke Hub'),
(2,2,'2023-04-03','chain',28,'in house'),
(3,3,'2023-07-25','brake pads',45,'in house'),
(4,4,'2023-08-30','rear wheel',110,'Spoke Hub'),
(5,1,'2023-11-13','tyre',39,'in house'),
(6,5,'2024-01-22','chain',31,'in house'),
(7,3,'2024-03-11','motor',540,'Volt Cycles'),
(8,2,'2024-04-09','tyre',34,'in house'),
(9,1,'2024-06-05','brake pads',48,NULL);
