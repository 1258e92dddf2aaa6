CREATE TABLE prod (cod TEXT PRIMARY KEY, nom TEXT, tipo_prod TEXT, munic TEXT, tarifa_t REAL, alta TEXT);
INSERT INTO prod VALUES
('AYV','Ayuntamiento de Villamoral','PUB','Villamoral',22,'2021-01-01'),
('AYR','Ayuntamiento de Robledal','PUB','Robledal',22,'2022-07-01'),
('JAR','Jardines Quintana','PRI','Villamoral',30,'2022-03-15'),
('GRA','Granja La Umbría','PRI','Peñaseca',12,'2021-09-10'),
('MER','Mercafresco','PRI','Robledal',38,'2023-02-01'),
('DEP','Depuradora Vega Alta','PUB','Peñaseca',NULL,'2023-10-05');
CREATE TABLE entr (id INTEGER PRIMARY KEY, cod_prod TEXT, fec TEXT, mat TEXT, kg INTEGER, impropios_pct REAL, pila TEXT, rech INTEGER);
INSERT INTO entr VALUES
(1,'AYV','2023-02-06','FORM',8200,6.5,'P1',0),
(2,'JAR','2023-02-09','PODA',3100,1.0,'P1',0),
(3,'GRA','2023-03-14','EST',6400,0.5,'P1',0),
(4,'AYR','2023-05-02','FORM',7600,9.8,'P2',0),
(5,'JAR','2023-05-05','PODA',2800,0.8,'P2',0),
(6,'MER','2023-06-20','FORM',4500,18.0,NULL,1),
(7,'MER','2023-07-04','FORM',4700,4.2,'P2',0),
(8,'AYV','2023-10-11','FORM',8900,7.1,'P3',0),
(9,'GRA','2023-10-16','EST',5900,NULL,'P3',0),
(10,'JAR','2023-11-02','PODA',4200,1.2,'P3',0),
(11,'DEP','2024-01-22','LODO',9800,0.1,'P4',0),
(12,'AYR','2024-01-30','PODA',3600,2.4,'P4',0),
(13,'AYR','2024-04-09','FORM',7900,11.3,'P5',0),
(14,'GRA','2024-04-15','EST',6100,0.6,'P5',0),
(15,'AYV','2024-06-03','FORM',9100,15.6,NULL,1),
(16,'MER','2024-07-10','FORM',5200,3.9,'P6',0),
(17,'JAR','2024-08-19','PODA',3900,0.9,'P6',0);
CREATE TABLE pila (cod TEXT PRIMARY KEY, f_ini TEXT, f_fin TEXT, fase TEXT, resp TEXT, kg_compost INTEGER, clase TEXT);
INSERT INTO pila VALUES
('P1','2023-02-06','2023-08-30','FIN','Teo',7100,'A'),
('P2','2023-05-02','2023-12-11','FIN','Maru',6200,'B'),
('P3','2023-10-11','2024-05-20','FIN','Teo',7900,'A'),
('P4','2024-01-22','2024-09-02','FIN','Maru',5300,'C'),
('P5','2024-04-09',NULL,'MAD','Teo',NULL,NULL),
('P6','2024-07-10',NULL,'DES','Loren',NULL,NULL);
CREATE TABLE med (id INTEGER PRIMARY KEY, pila TEXT, fh TEXT, temp REAL, hum REAL, volteo INTEGER, obs TEXT);
INSERT INTO med VALUES
(1,'P1','2023-02-20 08:30',61.5,55,1,NULL),
(2,'P1','2023-04-03 08:20',52.0,48,1,'olor fuerte'),
(3,'P2','2023-05-22 09:00',66.2,58,1,NULL),
(4,'P2','2023-08-07 08:45',47.3,35,0,'riego'),
(5,'P3','2023-11-06 08:30',58.8,60,1,NULL),
(6,'P3','2024-02-12 09:10',44.0,51,0,NULL),
(7,'P4','2024-02-05 08:30',63.9,67,1,'lixiviado'),
(8,'P4','2024-05-06 08:15',50.2,57,1,NULL),
(9,'P5','2024-04-29 08:30',68.4,54,1,'olor fuerte'),
(10,'P5','2024-08-26 08:40',41.7,NULL,0,NULL),
(11,'P6','2024-08-05 08:25',64.5,49,1,NULL),
(12,'P6','2024-09-16 08:30',57.9,38,0,'riego');
CREATE TABLE vta (num INTEGER PRIMARY KEY, f_vta TEXT, comprador TEXT, uso TEXT, pila TEXT, kg INTEGER, eur REAL, cobr INTEGER, porte REAL);
INSERT INTO vta VALUES
(1,'2023-09-14','Viveros Azahar','VIV',
'P1',3000,180,1,40),
(2,'2023-10-02','Coop. San Isidro','AGR','P1',4000,160,1,NULL),
(3,'2024-01-18','Coop. San Isidro','AGR','P2',5000,175,1,NULL),
(4,'2024-02-27','Marisa Fuentes','HUE','P2',200,16,1,NULL),
(5,'2024-06-05','Viveros Azahar','VIV','P3',3500,215,1,45),
(6,'2024-06-21','Bodegas Tormo','AGR','P3',2800,126,0,60),
(7,'2024-07-30','Huertos Urbanos Robledal','HUE','P3',600,42,1,15),
(8,'2024-09-19','Bodegas Tormo','AGR','P4',4100,123,0,60);
