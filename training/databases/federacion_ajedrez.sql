CREATE TABLE tb_club (cod_club TEXT PRIMARY KEY, nombre TEXT, provincia TEXT, fundado INTEGER, cuota_anual REAL);
CREATE TABLE tb_jugador (num_lic INTEGER PRIMARY KEY, nombre TEXT, cod_club TEXT, fec_nac TEXT, elo INTEGER, titulo TEXT, sexo TEXT, activo INTEGER);
CREATE TABLE tb_arbitro (id_arb INTEGER PRIMARY KEY, nombre TEXT, categoria TEXT, telf TEXT);
CREATE TABLE tb_torneo (id_tor INTEGER PRIMARY KEY, nombre TEXT, modalidad TEXT, sede TEXT, fec_ini TEXT, fec_fin TEXT, rondas INTEGER, bolsa_premios REAL, id_arb INTEGER);
CREATE TABLE tb_partida (id_par INTEGER PRIMARY KEY, id_tor INTEGER, ronda INTEGER, fecha TEXT, blancas INTEGER, negras INTEGER, resultado TEXT, jugadas INTEGER, apertura TEXT);
CREATE TABLE tb_pago (id_pago INTEGER PRIMARY KEY, cod_club TEXT, ejercicio INTEGER, concepto TEXT, importe REAL, fec_pago TEXT);
INSERT INTO tb_club VALUES ('TOR','Torre Blanca','Zaragoza',1958,420),('PAC','Peón Avanzado','Huesca',1991,300),('GAM','Gambito Teruel','Teruel',2004,250),('ALF','Alfil Calatayud','Zaragoza',1976,300),('ENR','El Enroque','Huesca',2016,180);
INSERT INTO tb_jugador VALUES (2001,'Joaquín Lahoz','TOR','1984-05-12',2412,'MI','M',1),(2002,'Sara Monzón','TOR','2001-09-30',2235,'MFF','F',1),(2003,'Pedro Giral','PAC','1967-02-17',2104,NULL,'M',1),(2004,'Adrián Sanz','GAM','2009-11-04',1890,NULL,'M',1),(2005,'Elena Abós','PAC','1995-07-21',2051,NULL,'F',1),(2006,'Vicente Royo','ALF','1949-01-08',1788,NULL,'M',0),(2007,'Nuria Lacasa','ENR','2011-03-15',1642,NULL,'F',1),(2008,'Hugo Ferrer','TOR','2006-06-06',2320,'MF','M',1),(2009,'Marcos Ibáñez','ALF','1990-12-01',1975,NULL,'M',1),(2010,'Teresa Bielsa',NULL,'1988-04-25',NULL,NULL,'F',0);
INSERT INTO tb_arbitro VALUES (1,'Concha Marín','internacional','655100100'),(2,'Luis Alastuey','autonómico',NULL),(3,'Iker Pueyo','nacional','655100300'),(4,'Rosa Gracia','autonómico','655100400');
INSERT INTO tb_torneo VALUES (1,'Open del Pilar','clásico','Zaragoza','2023-10-07','2023-10-12',9,3000,1),(2,'Memorial Sancho','rápido','Huesca','2023-05-20','2023-05-20',7,600,3),(3,'Autonómico Sub-16','clásico','Teruel','2024-03-02','2024-03-10',6,0,2),(4,'Relámpago de San Jorge','blitz','Calatayud','2024-04-23','2024-04-23',11,250,4),(5,'Open del Pilar 2024','clásico','Zaragoza','2024-10-05','2024-10-12',9,3500,1),(6,'Copa Pirineos','rápido','Jaca','2024-08-17','2024-08-18',8,1200,NULL);
INSERT INTO tb_partida VALUES
(1,1,1,'2023-10-07',2001,2003,'1-0',41,'Española'),
(2,1,1,'2023-10-07',2005,2008,'0-1',36,'Siciliana'),
(3,1,2,'2023-10-08',2008,2001,'1/2',22,'Eslava'),
(4,2,1,'2023-05-20',2002,2009,'1-0',29,'Inglesa'),
(5,2,2,'2023-05-20',2003,2002,'0-1',53,'Española'),
(6,2,3,'2023-05-20',2009,2005,'1/2',64,NULL),
(7,3,1,'2024-03-02',2004,2007,'1-0',33,'Italiana'),
(8,3,3,'2024-03-09',2007,2004,'1/2',48,'Caro-Kann'),
(9,4,1,'2024-04-23',2008,2002,'1-0',25,'Siciliana'),
(10,4,2,'2024-04-23',2001,2008,'1-0',38,'Catalana'),
(11,6,1,'2024-08-17',2003,2004,'0-1',57,'Francesa'),
(12,6,2,'2024-08-17',2009,2003,'1-0',31,'Siciliana'),
(13,5,1,'2024-10-05',2003,2001,'0-1',44,'Siciliana'),
(14,5,2,'2024-10-06',2002,2008,'1/2',71,'Nimzoindia'),
(15,5,3,'2024-10-07',2001,2002,'1-0',39,'Española'),
(16,5,3,'2024-10-07',2004,2009,'0-1',27,'Italiana');
INSERT INTO tb_pago VALUES (1,'TOR',2023,'cuota',420,'2023-01-20'),(2,'PAC',2023,'cuota',300,'2023-02-14'),(3,'GAM',2023,'cuota',250,'2023-03-01'),(4,'ALF',2023,'cuota',300,'2023-06-30'),(5,'TOR',2023,'licencias',160,'2023-02-02'),(6,'TOR',2024,'cuota',420,'2024-01-18'),(7,'PAC',2024,'cuota',300,'2024-02-29'),(8,'GAM',2024,'cuota',250,NULL),(9,'ALF',2024,'cuota',300,NULL),(10,'ENR',2024,'cuota',180,'2024-05-06'),(11,'TOR',2024,'licencias',200,'2024-02-10'),(12,'PAC',2024,'multa',50,NULL);
