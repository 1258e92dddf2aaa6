CREATE TABLE musician (mus_id INTEGER PRIMARY KEY, first_nm TEXT, last_nm TEXT, section TEXT, chair INTEGER, contract TEXT, joined DATE, retired DATE, wage_mth REAL);
CREATE TABLE instrument (inst_id INTEGER PRIMARY KEY, kind TEXT, maker TEXT, yr_made INTEGER, ins_value REAL, cond TEXT, held_by INTEGER REFERENCES musician(mus_id));
CREATE TABLE venue (venue_id INTEGER PRIMARY KEY, venue_nm TEXT, town TEXT, seats INTEGER, hire_fee INTEGER, has_organ INTEGER);
CREATE TABLE concert (conc_id INTEGER PRIMARY KEY, prog_title TEXT, venue_id INTEGER REFERENCES venue(venue_id), conductor TEXT, played_on TEXT, tix_sold INTEGER, box_office REAL, status TEXT, broadcast INTEGER);
CREATE TABLE piece (piece_id INTEGER PRIMARY KEY, composer TEXT, title TEXT, mins INTEGER, era TEXT, needs_choir INTEGER);
CREATE TABLE programme (conc_id INTEGER REFERENCES concert(conc_id), piece_id INTEGER REFERENCES piece(piece_id), run_order INTEGER, encore INTEGER, PRIMARY KEY (conc_id, piece_id));
CREATE TABLE rehearsal (reh_id INTEGER PRIMARY KEY, conc_id INTEGER REFERENCES concert(conc_id), reh_dt DATE, hrs REAL, room TEXT, absentees INTEGER, notes TEXT);
INSERT INTO musician VALUES
(1,'Agnes','Thorley','strings',1,'permanent','2004-09-01',NULL,3900),(2,'Felix','Oduya','strings',2,'permanent','2011-01-15',NULL,3250),
(3,'Marta','Lindqvist','woodwind',1,'permanent','2009-03-20',NULL,3400),(4,'Colin','Baxter','brass',1,'permanent','1998-08-30','2023-06-30',3700),
(5,'Priya','Nair','brass',1,'freelance','2023-07-10',NULL,NULL),(6,'Jonah','Weld','percussion',1,'permanent','2016-10-01',NULL,3100),
(7,'Edith','Sharma','strings',5,'freelance','2021-02-11',NULL,NULL),(8,'Luca','Bernard','woodwind',2,'trial','2024-04-02',NULL,2500),
(9,'Hannah','Gould','strings',3,'trial','2024-02-19',NULL,2450),(10,'Oscar','Pell','brass',3,'permanent','2013-05-06',NULL,3050),(11,'Vera','Munro','strings',4,'permanent','1995-09-12','2022-12-31',3300);
INSERT INTO instrument VALUES
(1,'violin','Galloni',1742,185000,'good',1),(2,'violin','Hart & Son',1899,21000,'good',2),(3,'oboe','Loree',2006,8900,'worn',3),
(4,'horn','Alexander',1988,7400,'in_repair',NULL),(5,'timpani','Adams',2012,15500,'good',6),(6,'cello','Banks',1790,96000,'worn',7),
(7,'tuba','Miraphone',2001,9800,'good',10),(8,'harp','Salvi',2015,32000,'good',NULL),(9,'flute','Powell',2018,12400,'in_repair',8),(10,'piano','Steinway',1967,54000,'worn',NULL);
INSERT INTO venue VALUES
(1,'Guildhall','Marlow',620,1400,0),(2,'St Brannock Church','Marlow',280,450,1),(3,'Corn Exchange','Haverton',900,2300,0),(4,'City Concert Hall','Leebridge',1750,5200,1),(5,'Bandstand Park','Haverton',400,0,0),(6,'Drill Hall','Leebridge',350,700,0);
INSERT INTO concert VALUES
(1,'New Year Gala',4,'Sir Ivor Maddox','2023-01-01 19:30',1702,51060,'played',1),(2,'Spring Baroque',2,'Lena Fabri','2023-04-14 19:00',241,4338,'played',0),
(3,'Proms in the Park',5,'Lena Fabri','2023-07-22 18:00',388,NULL,'played',0),(4,'Autumn Russians',3,'Tadeusz Wolk','2023-10-21 19:30',655,15720,'played',0),
(5,'Messiah',2,'Lena Fabri','2023-12-16 18:30',280,7000,'played',1),(6,'New Year Gala',4,'Sir Ivor Maddox','2024-01-01 19:30',1588,49228,'played',1),
(7,'Winter Chamber Evening',6,'Tadeusz Wolk','2024-02-09 19:30',NULL,NULL,'cancelled',0),(8,'Modern Voices',1,'Ji-won Seo','2024-03-15 19:30',207,3726,'played',0),
(9,'Mahler Night',4,'Tadeusz Wolk','2024-05-11 19:00',1421,46893,'played',1),(10,'Proms in the Park',5,'Lena Fabri','2024-07-20 18:00',NULL,NULL,'planned',0),(11,'Children''s Matinee',1,'Ji-won Seo','2024-06-01 14:00',512,4096,'played',0);
INSERT INTO piece VALUES
(1,'Handel','Messiah',145,'baroque',1),(2,'Vivaldi','Four Seasons',42,'baroque',0),(3,'Tchaikovsky','Symphony No. 5',47,'romantic',0),(4,'Mahler','Symphony No. 2',84,'romantic',1),
(5,'Strauss','Blue Danube',10,'romantic',0),(6,'Prokofiev','Peter and the Wolf',26,'modern',0),(7,'Mozart','Symphony No. 40',29,'classical',0),(8,'Shostakovich','Festive Overture',7,'modern',0),(9,'Saariaho','Laterna Magica',23,'contemporary',0),(10,'Haydn','The Creation',109,'classical',1);
INSERT INTO programme VALUES
(1,5,2,1),(1,7,1,0),(2,2,1,0),(3,8,1,0),(3,5,2,1),(4,3,2,0),(4,8,1,0),(5,1,1,0),(6,5,3,1),(6,3,2,0),(6,8,1,0),(8,9,1,0),(8,6,2,0),(9,4,1,0),(11,6,1,0);
INSERT INTO rehearsal VALUES
(1,1,'2022-12-29',3,'Studio A',2,NULL),(2,2,'2023-04-12',2.5,'Church',0,'organ tuned low'),(3,4,'2023-10-17',3,'Studio A',5,NULL),(4,4,'2023-10-19',4,'Corn Exchange',1,'dress rehearsal'),
(5,5,'2023-12-14',3.5,'Church',3,NULL),(6,6,'2023-12-30',3,'Studio A',6,'flu going round'),(7,8,'2024-03-13',2,'Studio B',1,NULL),(8,9,'2024-05-06',4,'Studio A',0,NULL),(9,9,'2024-05-08',4,'Studio A',2,NULL),(10,9,'2024-05-10',5,'City Hall stage',0,'dress rehearsal'),(11,11,'2024-05-31',1.5,'Studio B',4,NULL);
