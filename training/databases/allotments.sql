CREATE TABLE member (mno INTEGER PRIMARY KEY, surname TEXT, forename TEXT, tel TEXT, joined TEXT, committee_role TEXT, concession INTEGER);
INSERT INTO member VALUES
(1,'Ackroyd','Doreen','0113 555 0101','2001-04-02','chair',1),
(2,'Bhatt','Sunil','0113 555 0102','2015-09-20','treasurer',0),
(3,'Carey','Fiona',NULL,'2018-03-11',NULL,0),
(4,'Dobson','Alf','0113 555 0104','1996-01-15',NULL,1),
(5,'Eze','Chidi','0113 555 0105','2021-05-30','secretary',0),
(6,'Fairhurst','Moll','0113 555 0106','2022-02-14',NULL,0),
(7,'Gill','Harpreet',NULL,'2023-04-08',NULL,0),
(8,'Hobbs','Stan','0113 555 0108','2009-10-01',NULL,1),
(9,'Iqbal','Nadia','0113 555 0109','2024-03-23',NULL,0);
CREATE TABLE plot (plot_no TEXT PRIMARY KEY, area_sqm INTEGER, section TEXT, has_shed INTEGER, has_tap INTEGER, soil TEXT, mno INTEGER);
INSERT INTO plot VALUES
('A1',125,'Top field',1,1,'loam',1),
('A2',125,'Top field',0,0,'loam',3),
('A3',250,'Top field',1,1,'clay',4),
('A4',125,'Top field',0,0,'clay',NULL),
('B1',250,'Railway side',1,0,'clay',2),
('B2',150,'Railway side',0,1,'sandy',5),
('B3',60,'Railway side',0,0,'sandy',7),
('C1',90,'Orchard end',1,1,'loam',6),
('C2',90,'Orchard end',0,0,'loam',NULL),
('C3',200,'Orchard end',1,0,'clay',8),
('C4',45,'Orchard end',0,1,'loam',9);
CREATE TABLE rent (rent_id INTEGER PRIMARY KEY, mno INTEGER, plot_no TEXT, yr INTEGER, due REAL, paid_on TEXT, how_paid TEXT);
INSERT INTO rent VALUES
(1,1,'A1',2023,32,'2023-01-09','cheque'),
(2,2,'B1',2023,110,'2023-01-20','bank'),
(3,3,'A2',2023,62,'2023-03-02','bank'),
(4,4,'A3',2023,55,'2023-01-05','cash'),
(5,5,'B2',2023,72,'2023-02-11','bank'),
(6,8,'C3',2023,45,'2023-01-30','cash'),
(7,1,'A1',2024,34,'2024-01-08','cheque'),
(8,2,'B1',2024,118,'2024-01-15','bank'),
(9,3,'A2',2024,66,NULL,NULL),
(10,4,'A3',2024,59,'2024-01-04','cash'),
(11,5,'B2',2024,77,'2024-04-19','bank'),
(12,6,'C1',2024,48,'2024-02-02','bank'),
(13,7,'B3',2024,35,NULL,NULL),
(14,8,'C3',2024,48,'2024-01-29','cash'),
(15,9,'C4',2024,22,'2024-03-23','bank');
CREATE TABLE inspection (insp_id INTEGER PRIMARY KEY, plot_no TEXT, dt TEXT, inspector TEXT, cultivated_pct INTEGER, outcome TEXT, remark TEXT);
INSERT INTO inspection VALUES
(1,'A1','2023-05-14','Doreen Ackroyd',95,'OK',NULL),
(2,'A2','2023-05-14','Doreen Ackroyd',40,'WARN','brambles'),
(3,'B1','2023-05-14','Chidi Eze',80,'OK',NULL),
(4,'C3','2023-09-10','Chidi Eze',70,'OK','bonfire ash'),
(5,'A4','2023-09-10','Doreen Ackroyd',10,'NOTICE','abandoned'),
(6,'A2','2024-05-12','Chidi Eze',35,'WARN','bindweed'),
(7,'B3','2024-05-12','Chidi Eze',55,'OK',NULL),
(8,'A3','2024-05-12','Doreen Ackroyd',100,'OK','prize leeks'),
(9,'C1','2024-09-08','Doreen Ackroyd',85,'OK',NULL),
(10,'A2','2024-09-08','Chidi Eze',20,'NOTICE','brambles'),
(11,'B2','2024-09-08','Chidi Eze',NULL,'NO ACCESS','locked gate');
CREATE TABLE waiting (wl_id INTEGER PRIMARY KEY, applicant TEXT, applied TEXT, wants TEXT, postcode TEXT, offered TEXT, status TEXT);
INSERT INTO waiting VALUES
(1,'Nadia Iqbal','2022-06-18','half','LS8','2024-03-16','taken'),
(2,'Greg Tuttle','2022-08-02','full','LS7',NULL,'waiting'),
(3,'Bronwyn Lacey','2023-01-27','half','LS8','2024-04-06','refused'),
(4,'Omar Said','2023-05-05','full','LS9',NULL,'waiting'),
(5,'Pat Sugden','2023-10-11','either','LS8',NULL,'moved away'),
(6,'Lily Chen','2024-02-29','half','LS7',NULL,'waiting'),
(7,'Ross Kemble','2024-09-14','either','LS8',NULL,'waiting');
CREATE TABLE shop_sale (ss_id INTEGER PRIMARY KEY, dt TEXT, item TEXT, qty INTEGER, total REAL, mno INTEGER);
INSERT INTO shop_sale VALUES
(1,'2023-03-19','seed potatoes',12,30,4),
(2,'2023-03-19','compost',5,27.5,1),
(3,'2023-04-16','onion sets',8,12,5),
(4,'2023-05-21','netting',2,15,NULL),
(5,'2023-10-15','garlic',10,9,8),
(6,'2024-03-17','seed potatoes',15,41.25,4),
(7,'2024-03-17','compost',9,53.1,2),
(8,'2024-04-21','slug pellets',3,10.5,6),
(9,'2024-05-19','compost',4,23.6,NULL),
(10,'2024-09-15','garlic',14,14,1),
(11,'2024-09-15','fleece',1,6.5,9);
