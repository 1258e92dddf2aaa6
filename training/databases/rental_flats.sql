CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY, name TEXT, phone TEXT, iban TEXT, commission_pct REAL, since TEXT, lives_abroad INTEGER);
CREATE TABLE units (
  unit_id INTEGER PRIMARY KEY, alias TEXT, owner_id INTEGER REFERENCES owners(owner_id), area TEXT, beds INTEGER, sqm INTEGER, night_rate REAL, pets_ok INTEGER, status TEXT);
CREATE TABLE guests (
  guest_id INTEGER PRIMARY KEY, full_name TEXT, nationality TEXT, email TEXT, blacklisted INTEGER);
CREATE TABLE stays (
  stay_id INTEGER PRIMARY KEY, unit_id INTEGER REFERENCES units(unit_id), guest_id INTEGER REFERENCES guests(guest_id), check_in TEXT, check_out TEXT, pax INTEGER, channel TEXT, gross_amt REAL, state TEXT);
CREATE TABLE cleanings (
  cleaning_id INTEGER PRIMARY KEY, unit_id INTEGER REFERENCES units(unit_id), cleaner TEXT, done_on TEXT, minutes INTEGER, cost REAL, deep INTEGER);
CREATE TABLE incidents (
  id INTEGER PRIMARY KEY, unit_id INTEGER REFERENCES units(unit_id), reported_on TEXT, kind TEXT, repair_cost REAL, fixed_on TEXT);
INSERT INTO owners VALUES
(1,'Pilar Arnedo','600111222','ES11 0001',18,'2017-05-02',0),(2,'Klaus Wendt','+49 1511234','DE22 0002',22,'2019-03-18',1),(3,'Hermanos Botía','600333444',NULL,15,'2016-01-11',0),(4,'Celia Manrique','600555666','ES44 0004',20,'2021-10-07',0),(5,'Margaret Doyle','+44 770011','GB55 0005',22,'2022-06-25',1),(6,'Inversiones Levante SL',NULL,'ES66 0006',12,'2023-11-15',0);
INSERT INTO units VALUES
(1,'Ático Faro',1,'Puerto',2,64,120,0,'active'),(2,'Bajo Jardín',1,'Playa Norte',3,85,105,1,'active'),(3,'Casa Wendt',2,'Playa Norte',4,130,190,1,'active'),(4,'Estudio Mercado',3,'Centro',1,32,58,0,'active'),(5,'Dúplex Torre',3,'Centro',3,98,115,0,'under_repair'),(6,'Piso Celia',4,'Centro',2,70,82,1,'active'),(7,'Sea Breeze',5,'Puerto',2,59,110,0,'withdrawn'),(8,'Levante 2A',6,'Playa Norte',2,61,95,0,'active'),(9,'Levante 3C',6,'Playa Norte',2,61,97,0,'active'),(10,'Levante 4B',6,'Playa Norte',3,77,112,1,'active');
INSERT INTO guests VALUES
(1,'Anders Holm','Sweden','anders@post.example',0),(2,'Familia Requena','Spain','requena@correo.example',0),(3,'Julie Lacombe','France',NULL,0),(4,'Terry Vance','United Kingdom','tv@mail.example',1),(5,'Rocío Pardo','Spain',NULL,0),(6,'Stefan Brandt','Germany','brandt@mail.example',0),(7,'Luca Moretti','Italy','moretti@mail.example',1),(8,'Marina Solís','Spain','msolis@correo.example',0),(9,'Nuno Falcão','Portugal','nuno@mail.example',0);
INSERT INTO stays VALUES
(1,1,1,'2023-07-01','2023-07-10',2,'booking',1080,'completed'),(2,3,4,'2023-08-05','2023-08-12',6,'airbnb',1330,'completed'),(3,4,5,'2023-10-12','2023-10-15',1,'direct',174,'completed'),(4,2,2,'2024-03-22','2024-03-31',5,'direct',900,'completed'),(5,6,3,'2024-04-26','2024-05-01',2,'booking',410,'cancelled'),(6,8,6,'2024-05-17','2024-05-31',3,'booking',1260,'completed'),(7,1,8,'2024-06-07','2024-06-09',2,'airbnb',240,'completed'),(8,3,6,'2024-06-15','2024-06-29',7,'direct',2500,'completed'),(9,4,9,'2024-06-20','2024-06-24',2,'airbnb',232,'no_show'),(10,2,2,'2024-07-01','2024-07-15',5,'direct',1470,'completed'),(11,6,7,'2024-07-06','2024-07-13',4,'airbnb',574,'completed'),(12,1,5,'2024-07-20','2024-07-27',2,'booking',840,'in_house'),(13,9,1,'2024-07-22','2024-08-02',3,'direct',1050,'in_house'),(14,3,3,'2024-08-03','2024-08-17',8,'booking',2660,'booked'),(15,8,8,'2024-08-10','2024-08-14',2,'airbnb',380,'cancelled');
INSERT INTO cleanings VALUES
(1,1,'Nati','2023-07-10',120,45,0),(2,3,'Nati','2023-08-12',260,95,1),(3,4,'Svetlana','2023-10-15',70,30,0),(4,2,'Nati','2024-03-31',150,52,0),(5,8,'Yolanda','2024-05-31',135,50,0),(6,5,'Svetlana','2024-06-03',310,120,1),(7,1,'Yolanda','2024-06-09',110,45,0),(8,3,'Svetlana','2024-06-29',240,90,0),(9,2,'Yolanda','2024-07-15',165,52,0),(10,6,'Nati','2024-07-13',205,80,1),(11,9,'Yolanda','2024-07-21',NULL,50,0);
INSERT INTO incidents VALUES
(1,3,'2023-08-09','furniture',340,'2023-08-20'),(2,5,'2024-05-28','plumbing',1850,NULL),(3,1,'2024-06-08','appliance',95,'2024-06-10'),(4,4,'2024-06-18','lock',60,'2024-06-18'),(5,2,'2024-07-04','aircon',220,'2024-07-06'),(6,6,'2024-07-10','furniture',NULL,NULL),(7,1,'2024-07-23','aircon',NULL,NULL),(8,7,'2023-12-02','plumbing',730,'2024-01-15');
