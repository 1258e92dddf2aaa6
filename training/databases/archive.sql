CREATE TABLE fonds (fonds_ref TEXT PRIMARY KEY, title TEXT, creator TEXT, acquired TEXT, how TEXT, metres REAL);
CREATE TABLE record (rec_id INTEGER PRIMARY KEY, fonds_ref TEXT REFERENCES fonds(fonds_ref), descr TEXT, yr_from INTEGER, yr_to INTEGER, medium TEXT, pages INTEGER, access TEXT, digitised INTEGER);
CREATE TABLE reader (reader_no INTEGER PRIMARY KEY, surname TEXT, forename TEXT, category TEXT, country TEXT, joined TEXT, card_expiry TEXT);
CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, rec_id INTEGER REFERENCES record(rec_id), reader_no INTEGER REFERENCES reader(reader_no), out_at TEXT, due TEXT, back_at TEXT, seat TEXT);
CREATE TABLE copy_order (ord_no INTEGER PRIMARY KEY, reader_no INTEGER REFERENCES reader(reader_no), rec_id INTEGER REFERENCES record(rec_id), ordered TEXT, n_images INTEGER, amt REAL, status TEXT);
CREATE TABLE treatment (id INTEGER PRIMARY KEY, rec_id INTEGER REFERENCES record(rec_id), problem TEXT, conservator TEXT, started TEXT, finished TEXT, hrs REAL);
INSERT INTO fonds VALUES
('ASH','Ashcombe Estate','Ashcombe family','1987-06-11','gift',22.5),('BOR','Borough Council minutes','Borough of Lyme','1974-04-01','transfer',64.0),('HRB','Harbour Commissioners','Harbour Commission','1991-10-03','deposit',18.2),
('MAP','Pinney map collection','Edith Pinney','2009-02-27','purchase',3.4),('STM','St Michael parish','Church of St Michael','1969-09-15','deposit',11.7),('WIL','Wilmot photographs','Studio Wilmot','2022-05-18','purchase',6.1),('QUA','Quarrymen''s Union','Union branch 14',NULL,'gift',1.9);
INSERT INTO record VALUES
(1,'ASH','Rent roll of the home farm',1742,1758,'parchment',88,'open',0),(2,'ASH','Letters of Lady Caroline',1801,1822,'paper',214,'open',1),(3,'BOR','Council minute book 12',1889,1894,'paper',402,'open',0),
(4,'BOR','Staff disciplinary files',1961,1970,'paper',156,'closed',0),(5,'HRB','Register of ships entering',1834,1840,'paper',310,'open',1),(6,'HRB','Plan of the new breakwater',1851,1851,'map',1,'open',1),
(7,'MAP','Chart of the bay by Pinney',1788,1788,'map',1,'restricted',1),(8,'STM','Baptism register 3',1698,1731,'parchment',120,'restricted',1),(9,'STM','Churchwardens'' accounts',1755,1790,'paper',96,'open',0),
(10,'WIL','Glass negatives, carnival',1908,1913,'photograph',NULL,'restricted',0),(11,'WIL','Portrait albums',1921,1935,'photograph',74,'open',1),(12,'QUA','Strike committee notes',1926,1926,'paper',37,'open',0);
INSERT INTO reader VALUES
(1001,'Trevelyan','Hugh','academic','UK','2018-01-09','2026-01-08'),(1002,'Okonjo','Ada','student','Nigeria','2023-09-25','2024-09-24'),(1003,'Lambert','Sylvie','genealogist','France','2021-04-13','2025-04-12'),
(1004,'Peach','Doreen','genealogist','UK','2015-11-30','2023-11-29'),(1005,'Marquez','Julian','academic','Spain','2024-02-06','2027-02-05'),(1006,'Bright','Norman','local historian','UK','2016-07-19','2025-07-18'),
(1007,'Kerslake','Amy','student','UK','2024-03-04','2025-03-03'),(1008,'Dunne','Orla','journalist','Ireland','2024-05-21',NULL);
INSERT INTO loan VALUES
(1,8,1003,'2023-05-16 10:05','2023-05-16','2023-05-16 16:40','A3'),(2,3,1006,'2023-06-07 09:40','2023-06-07','2023-06-07 12:15','B1'),(3,5,1001,'2023-10-11 11:00','2023-10-13','2023-10-13 15:30','A1'),
(4,8,1004,'2023-10-24 09:35','2023-10-24','2023-10-24 16:55','A3'),(5,12,1002,'2023-11-08 13:20','2023-11-09','2023-11-14 10:00','B2'),(6,1,1001,'2024-01-17 10:10','2024-01-19','2024-01-18 17:00','A1'),
(7,2,1005,'2024-02-13 09:50','2024-02-16','2024-02-16 16:20','C4'),(8,2,1007,'2024-03-12 14:00','2024-03-12','2024-03-12 16:30','B2'),(9,5,1006,'2024-04-10 09:45','2024-04-10','2024-04-10 11:50','B1'),
(10,12,1007,'2024-04-23 10:30','2024-04-24','2024-04-26 09:55','B2'),(11,6,1005,'2024-05-14 11:25','2024-05-17',NULL,'C4'),(12,3,1006,'2024-05-22 09:40','2024-05-22','2024-05-22 13:00','B1'),(13,9,1003,'2024-05-28 10:00','2024-05-30',NULL,'A3'),(14,5,1006,'2024-06-04 09:50','2024-06-04','2024-06-04 15:10','B1');
INSERT INTO copy_order VALUES
(71,1003,8,'2023-05-17',12,18.00,'sent'),(72,1001,5,'2023-10-16',40,52.00,'sent'),(73,1005,2,'2024-02-19',65,81.25,'sent'),(74,1002,12,'2024-03-01',8,12.00,'cancelled'),(75,1006,6,'2024-04-11',1,7.50,'sent'),(76,1008,11,'2024-05-23',20,60.00,'waiting'),(77,1007,2,'2024-05-24',15,22.50,'waiting'),(78,1006,7,'2024-06-03',2,15.00,'in progress');
INSERT INTO treatment VALUES
(1,8,'loose binding','Petra Vance','2022-03-01','2022-04-12',36.5),(2,1,'mould','Petra Vance','2023-01-10','2023-03-03',52.0),(3,10,'broken glass','Leo Abara','2023-07-04','2023-07-28',14.0),(4,4,'mould','Leo Abara','2024-02-05','2024-03-15',41.5),(5,7,'tears','Petra Vance','2024-04-08',NULL,9.0),(6,10,'flaking emulsion','Leo Abara','2024-05-20',NULL,NULL),(7,9,'insect damage','Gwen Tolley','2023-11-13','2023-12-01',17.5);
