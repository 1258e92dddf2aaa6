CREATE TABLE anunciantes (id INTEGER PRIMARY KEY, marca TEXT, rubro TEXT, ejecutivoId INTEGER, altaEl TEXT);
INSERT INTO anunciantes VALUES (1,'Yerba Altamira','alimentos',1,'2022-12-01'),(2,'Banco Pampa','finanzas',2,'2023-01-10'),(3,'Zapatillas Koa','moda',1,'2023-03-22'),(4,'Cervecería Lupa','bebidas',3,'2023-08-15'),(5,'Seguros Faro','finanzas',2,'2024-02-05'),(6,'Hostería Puelo','turismo',3,'2024-05-18'),(7,'Muebles Nórdica','hogar',NULL,'2024-09-01');
CREATE TABLE ejecutivos (id INTEGER PRIMARY KEY, nombre TEXT, oficina TEXT, comisionPct REAL);
INSERT INTO ejecutivos VALUES (1,'Jimena Roldán','Buenos Aires',5.0),(2,'Facundo Ibarra','Rosario',4.5),(3,'Celeste Prat','Buenos Aires',6.0),(4,'Hugo Lemos','Córdoba',4.0),(5,'Nadia Sosa','Rosario',5.5);
CREATE TABLE campanias (id INTEGER PRIMARY KEY, anuncianteId INTEGER, titulo TEXT, objetivo TEXT, presupuesto REAL, iniciaEl TEXT, terminaEl TEXT, estado TEXT);
INSERT INTO campanias VALUES
(1,1,'Mate de verano','alcance',120000,'2023-01-05','2023-02-28','finalizada'),
(2,2,'Cuenta joven','registros',300000,'2023-03-01','2023-05-31','finalizada'),
(3,3,'Otoño en zapas','ventas',180000,'2023-04-10','2023-06-10','finalizada'),
(4,4,'Lupa roja','alcance',90000,'2023-10-01','2023-12-31','cancelada'),
(5,2,'Préstamo flash','registros',450000,'2024-01-15','2024-04-15','finalizada'),
(6,5,'Faro en casa','registros',210000,'2024-03-01','2024-06-30','finalizada'),
(7,6,'Invierno en el lago','ventas',75000,'2024-06-01','2024-08-31','finalizada'),
(8,3,'Koa corre','ventas',260000,'2024-09-10',NULL,'activa'),
(9,1,'Yerba sin humo','alcance',150000,'2024-10-01',NULL,'pausada'),
(10,7,'Nórdica abre','ventas',98000,'2024-10-15',NULL,'activa');
CREATE TABLE sitios (id INTEGER PRIMARY KEY, dominio TEXT, tema TEXT, revenueSharePct INTEGER, verificado INTEGER);
INSERT INTO sitios VALUES (1,'eldiariodelsur.example','noticias',60,1),(2,'golyfama.example','deportes',55,1),(3,'recetasdeabuela.example','cocina',70,1),(4,'viajandoconpoco.example','viajes',65,0),(5,'tuguitarra.example','música',70,1),(6,'bolsahoy.example','finanzas',50,0);
CREATE TABLE entregas (id INTEGER PRIMARY KEY, campaniaId INTEGER, sitioId INTEGER, dia TEXT, formato TEXT, impresiones INTEGER, clics INTEGER, gasto REAL);
INSERT INTO entregas VALUES
(1,1,3,'2023-01-20','banner',42000,310,15500),(2,1,1,'2023-02-11','video',18000,260,22000),(3,2,6,'2023-03-15','banner',25000,140,19800),(4,2,1,'2023-05-02','nativo',31000,480,27500),(5,3,2,'2023-04-28','video',54000,920,48000),(6,4,2,'2023-11-03','banner',61000,200,21000),(7,5,6,'2024-02-09','nativo',22000,515,36000),(8,5,1,'2024-03-12','video',47000,730,61000),(9,6,1,'2024-04-20','banner',38000,190,17200),(10,6,3,'2024-05-25','nativo',15000,285,14100),(11,7,4,'2024-07-07','video',20500,640,23800),(12,8,2,'2024-09-21','video',66000,1310,59000),(13,8,5,'2024-10-05','banner',12000,45,6300),(14,9,3,'2024-10-08','nativo',17500,NULL,9900),(15,10,1,'2024-10-22','banner',29000,175,13700);
