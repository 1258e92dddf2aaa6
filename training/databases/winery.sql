CREATE TABLE vyd (vyd_id INTEGER PRIMARY KEY, vyd_nm TEXT, dept TEXT, alt_m INTEGER, area_ha REAL, planted_yr INTEGER, own INTEGER, irrig TEXT);
CREATE TABLE hrv (hrv_id INTEGER PRIMARY KEY, vyd_id INTEGER, var TEXT, hrv_dt TEXT, wgt_kg REAL, brix REAL, pickers INTEGER, cost_amt REAL, FOREIGN KEY (vyd_id) REFERENCES vyd(vyd_id));
CREATE TABLE tank (tank_no INTEGER PRIMARY KEY, mat TEXT, cap_l INTEGER, cur_l INTEGER, st TEXT, last_cln_dt TEXT);
CREATE TABLE wine (wine_id INTEGER PRIMARY KEY, wine_nm TEXT, line TEXT, var TEXT, vint INTEGER, alc_pct REAL, btl_price REAL, stk_btl INTEGER, disc INTEGER);
CREATE TABLE ferm (ferm_id INTEGER PRIMARY KEY, hrv_id INTEGER, tank_no INTEGER, wine_id INTEGER, start_dt TEXT, end_dt TEXT, max_tmp_c REAL, FOREIGN KEY (hrv_id) REFERENCES hrv(hrv_id), FOREIGN KEY (tank_no) REFERENCES tank(tank_no), FOREIGN KEY (wine_id) REFERENCES wine(wine_id));
CREATE TABLE cust (cust_id INTEGER PRIMARY KEY, cust_nm TEXT, cust_tp TEXT, ctry TEXT, contact_em TEXT, since_dt TEXT);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, cust_id INTEGER, wine_id INTEGER, sale_dt TEXT, qty_btl INTEGER, amt REAL, pd_dt TEXT, ship_st TEXT, FOREIGN KEY (cust_id) REFERENCES cust(cust_id), FOREIGN KEY (wine_id) REFERENCES wine(wine_id));
INSERT INTO vyd VALUES
(1,'Finca La Calandria','Tupungato',1180,14.5,1998,1,'goteo'),(2,'El Algarrobo','Luján de Cuyo',940,8.2,1929,1,'surco'),(3,'Lote Los Zorzales','San Carlos',1050,22,2008,0,'goteo'),
(4,'Paraje Altamira 7','San Carlos',1120,6.3,2012,1,'goteo'),(5,'Viña Doña Elsa','Maipú',780,11,1954,0,'surco'),(6,'Gualtallary Alto','Tupungato',1450,4.8,2016,1,'goteo'),(7,'Parcela Nueva','Tupungato',1390,3.1,2024,1,'goteo');
INSERT INTO hrv VALUES
(1,1,'Malbec','2023-03-28',41200,24.1,38,2100000),(2,2,'Malbec','2023-04-05',18900,25.0,22,1150000),(3,5,'Bonarda','2023-04-18',36500,22.7,30,1480000),(4,6,'Chardonnay','2024-02-20',11300,21.9,16,1900000),
(5,3,'Cabernet Franc','2024-04-02',52800,24.6,45,6200000),(6,1,'Malbec','2024-03-25',44650,23.8,40,5350000),(7,4,'Malbec','2024-04-11',15100,24.9,18,2240000),(8,2,'Semillón','2024-02-27',6400,20.8,9,870000),
(9,6,'Chardonnay','2025-02-18',9850,22.3,15,3050000),(10,1,'Malbec','2025-03-27',39900,24.3,37,NULL),(11,5,'Bonarda','2025-04-15',33100,23.1,28,5900000),(12,4,'Malbec','2025-04-08',16750,24.4,19,4100000);
INSERT INTO tank VALUES
(1,'acero',20000,14800,'in use','2025-03-01'),(2,'acero',20000,0,'empty','2025-04-22'),(3,'concreto',8000,7900,'in use','2025-02-10'),(4,'concreto',8000,0,'leaking','2024-11-05'),
(5,'roble',3000,2950,'in use',NULL),(6,'roble',3000,0,'empty','2025-01-19'),(7,'acero',35000,26300,'in use','2025-04-10'),(8,'huevo',1800,1650,'in use','2025-02-25');
INSERT INTO wine VALUES
(1,'Calandria Malbec','clásica','Malbec',2023,13.9,9800,3120,0),(2,'Algarrobo Viejo','gran reserva','Malbec',2023,14.8,42500,410,0),(3,'Doña Elsa Bonarda','joven','Bonarda',2023,13.2,6100,0,1),
(4,'Altura Blanca','reserva','Chardonnay',2024,12.7,15400,980,0),(5,'Zorzal Franc','reserva','Cabernet Franc',2024,14.2,17900,2250,0),(6,'Semillón del 29','gran reserva','Semillón',2024,12.1,28000,95,0),
(7,'Calandria Malbec','clásica','Malbec',2024,13.7,10900,5400,0),(8,'Altamira Siete','gran reserva','Malbec',2024,14.6,46000,640,0),(9,'Rosadito','joven','Malbec',2022,11.8,5200,30,1),(10,'Altura Blanca','reserva','Chardonnay',2025,12.9,NULL,0,0);
INSERT INTO ferm VALUES
(1,1,1,1,'2023-03-30','2023-04-16',28.5),(2,2,5,2,'2023-04-06','2023-05-01',26.9),(3,3,7,3,'2023-04-19','2023-04-30',27.2),(4,4,8,4,'2024-02-21','2024-03-19',17.4),(5,5,7,5,'2024-04-03','2024-04-21',29.3),
(6,6,1,7,'2024-03-26','2024-04-12',28.1),(7,7,3,8,'2024-04-12','2024-05-08',27.7),(8,8,8,6,'2024-02-28','2024-03-24',16.8),(9,9,8,10,'2025-02-19',NULL,18.2),(10,11,7,NULL,'2025-04-16',NULL,26),(11,12,3,NULL,'2025-04-09','2025-05-02',28.8);
INSERT INTO cust VALUES
(1,'Vinoteca El Tonel','shop','Argentina','compras@eltonel.ar','2017-05-11'),(2,'Parrilla Don Nicanor','restaurant','Argentina',NULL,'2019-09-23'),(3,'Vinhos do Sul Importadora','importer','Brasil','pedidos@vinhosdosul.br','2020-02-17'),
(4,'Andes Imports LLC','importer','Estados Unidos','orders@andesimports.us','2018-08-30'),(5,'Hotel Cordón del Plata','restaurant','Argentina','bodega@cordon.ar','2022-12-01'),(6,'Club de Socios','private','Argentina','socios@bodega.ar','2021-03-15'),
(7,'La Cava de Montevideo','shop','Uruguay',NULL,'2024-01-09'),(8,'Graciela Funes','private','Argentina','gracef@correo.ar','2025-02-20');
INSERT INTO sale VALUES
(1,1,1,'2024-05-14',240,2232000,'2024-06-12','delivered'),(2,4,2,'2024-06-03',120,4860000,'2024-07-20','delivered'),(3,2,3,'2024-06-28',60,348000,'2024-06-28','delivered'),(4,3,1,'2024-08-19',600,5280000,'2024-10-01','delivered'),
(5,6,6,'2024-09-10',36,1008000,'2024-09-11','delivered'),(6,5,4,'2024-10-22',90,1350000,NULL,'delivered'),(7,1,9,'2024-11-30',48,230000,'2024-12-15','returned'),(8,4,8,'2025-01-17',180,7950000,'2025-03-02','delivered'),
(9,3,5,'2025-02-05',420,7100000,NULL,'delivered'),(10,7,7,'2025-02-27',150,1600000,'2025-03-30','delivered'),(11,2,7,'2025-03-21',72,784800,NULL,'delivered'),(12,6,2,'2025-04-04',24,1020000,'2025-04-04','pending'),(13,4,5,'2025-04-29',300,5200000,NULL,'pending'),(14,1,4,'2025-05-06',60,900000,NULL,'cancelled');
