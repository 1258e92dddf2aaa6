CREATE TABLE brand (id INTEGER PRIMARY KEY, nm TEXT, country TEXT);
INSERT INTO brand VALUES (1,'Leica','Germany'),(2,'Nikon','Japan'),(3,'Canon','Japan'),(4,'Zenit','Soviet Union'),(5,'Hasselblad','Sweden'),(6,'Pentax','Japan');
CREATE TABLE item (sku TEXT PRIMARY KEY, brand_id INTEGER, model TEXT, kind TEXT, grade TEXT, yr_made INTEGER, buy_px REAL, ask_px REAL, dt_in TEXT, shelf TEXT, film INTEGER);
INSERT INTO item VALUES
('A001',1,'M3','BODY','B',1957,780,1250,'2023-01-20','window',1),
('A002',2,'FM2','BODY','A',1984,140,265,'2023-02-08','C2',1),
('A003',2,'Nikkor 50mm f/1.4','LENS','B',1979,45,110,'2023-02-08','C3',1),
('A004',3,'AE-1','BODY','C',1978,40,95,'2023-04-17','C2',1),
('A005',4,'Zenit-E','BODY','C',1969,8,35,'2023-05-30',NULL,1),
('A006',5,'500C/M','BODY','A',1972,1100,1890,'2023-09-12','window',1),
('A007',5,'Planar 80mm','LENS','A',1974,420,700,'2023-09-12','window',1),
('A008',3,'EOS 5D Mark II','BODY','B',2009,190,340,'2023-11-03','D1',0),
('A009',6,'K1000','BODY','B',1980,60,145,'2024-01-15','C2',1),
('A010',1,'Summicron 35mm','LENS','A',1998,1350,2100,'2024-03-22',NULL,1),
('A011',2,'D750','BODY','B',2015,310,520,'2024-04-02','D1',0),
('A012',2,'SB-800 Speedlight','FLASH','C',2004,20,55,'2024-04-02','D4',NULL),
('A013',6,'Takumar 55mm','LENS','B',1966,25,75,'2024-07-19','C3',1),
('A014',3,'Speedlite 430EX','FLASH','B',2006,30,70,'2024-08-05','D4',NULL),
('A015',1,'M6','BODY','A',1989,1500,2450,'2024-10-10','window',1);
CREATE TABLE cust (id INTEGER PRIMARY KEY, nm TEXT, tel TEXT, mail TEXT, since TEXT, trade INTEGER);
INSERT INTO cust VALUES
(1,'Harriet Quill','020 7946 0101','hq@example.com','2022-11-04',0),
(2,'Tomasz Zielinski',NULL,'tz@example.com','2023-01-15',0),
(3,'Lensroom Ltd','020 7946 0133','buy@lensroom.example','2023-03-01',1),
(4,'Maeve Byrne','020 7946 0144',NULL,'2023-06-22',0),
(5,'Osei Mensah','020 7946 0155','osei@example.com','2024-02-09',0),
(6,'Grainbox Studio','020 7946 0166','hi@grainbox.example','2024-03-18',1),
(7,'Vera Lindqvist',NULL,NULL,'2024-06-30',0);
CREATE TABLE sale (id INTEGER PRIMARY KEY, sku TEXT, cust_id INTEGER, dt TEXT, px REAL, chan TEXT, pay TEXT);
INSERT INTO sale VALUES
(1,'A002',1,'2023-03-11',255,'SHOP','CARD'),
(2,'A003',1,'2023-03-11',105,'SHOP','CARD'),
(3,'A004',2,'2023-06-02',90,'WEB','PP'),
(4,'A001',3,'2023-08-25',1180,'WEB','BACS'),
(5,'A006',6,'2024-03-20',1850,'SHOP','BACS'),
(6,'A007',6,'2024-03-20',680,'SHOP','BACS'),
(7,'A008',4,'2024-02-14',340,'FAIR','CASH'),
(8,'A009',5,'2024-05-05',140,'FAIR','CASH'),
(9,'A011',5,'2024-09-28',500,'WEB','CARD'),
(10,'A013',NULL,'2024-10-19',75,'SHOP','CASH'),
(11,'A010',3,'2024-11-08',1995,'WEB','BACS');
CREATE TABLE repair (id INTEGER PRIMARY KEY, cust_id INTEGER, gear TEXT, fault TEXT, dt_in TEXT, dt_out TEXT, quote REAL, st TEXT, tech TEXT);
INSERT INTO repair VALUES
(1,1,'Nikon FM2','light meter dead','2023-04-03','2023-04-21',65,'DONE','Ivo'),
(2,2,'Canon AE-1','shutter squeal','2023-07-10','2023-07-18',40,'DONE','Ivo'),
(3,4,'Rolleiflex 3.5F','slow speeds','2023-10-05','2023-12-01',180,'DONE','Petra'),
(4,5,'Pentax K1000','light seals','2024-05-20','2024-05-27',35,'DONE','Petra'),
(5,7,'Leica IIIf','shutter curtain','2024-07-02',NULL,240,'REFUSED','Ivo'),
(6,6,'Hasselblad 500C/M','jammed','2024-09-16','2024-10-30',210,'DONE','Petra'),
(7,4,'Olympus OM-1','light meter dead','2024-10-22',NULL,70,'WAIT','Ivo'),
(8,1,'Nikon F3','fungus in finder',
'2024-11-12',NULL,NULL,'WAIT','Petra');
