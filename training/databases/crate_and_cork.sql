CREATE TABLE caja (caja_id INTEGER PRIMARY KEY, titulo TEXT, tema TEXT, mes TEXT, costo_armado REAL, peso_g INTEGER, agotada INTEGER);
CREATE TABLE articulo (art_id INTEGER PRIMARY KEY, caja_id INTEGER, descripcion TEXT, marca TEXT, valor_publico REAL, patrocinado INTEGER);
CREATE TABLE suscriptor (sus_id INTEGER PRIMARY KEY, nombre TEXT, correo TEXT, ciudad TEXT, plan TEXT, alta TEXT, baja TEXT, motivo_baja TEXT, referido_por INTEGER);
CREATE TABLE envio (envio_id INTEGER PRIMARY KEY, sus_id INTEGER, caja_id INTEGER, despachado TEXT, entregado TEXT, transportista TEXT, estado TEXT, costo_envio REAL);
CREATE TABLE cobro (cobro_id INTEGER PRIMARY KEY, sus_id INTEGER, fecha TEXT, monto REAL, metodo TEXT, resultado TEXT, cupon TEXT);
CREATE TABLE opinion (op_id INTEGER PRIMARY KEY, envio_id INTEGER, puntaje INTEGER, comentario TEXT, fecha TEXT);
INSERT INTO caja VALUES
(1,'Winter Hearth','cosy','2023-01-01',14.2,1450,1),
(2,'Spring Picnic','outdoors','2023-04-01',12.8,1200,1),
(3,'Seaside','outdoors','2023-07-01',13.5,1320,0),
(4,'Spooky Pantry','seasonal','2023-10-01',15.1,1510,1),
(5,'Slow Mornings','cosy','2024-02-01',13.9,1180,0),
(6,'Garden Party','outdoors','2024-05-01',14.6,1390,0),
(7,'Harvest Table','seasonal','2024-09-01',16.3,1620,0);
INSERT INTO articulo VALUES
(1,1,'cocoa tin','Velour',9.5,0),
(2,1,'wool socks','Knitty',16,0),
(3,2,'enamel mug','Campo',12,0),
(4,2,'lemon crackers','Biscotta',4.8,1),
(5,3,'sea salt caramels','Velour',7.2,0),
(6,4,'pumpkin chutney','Hollow Farm',6.4,1),
(7,4,'bat candle','Wick & Co',14,0),
(8,5,'filter coffee','Roastery 9',11,0),
(9,5,'linen napkins','Campo',18.5,0),
(10,6,'elderflower cordial','Hollow Farm',8.9,1),
(11,6,'seed bombs','Rooted',5.5,NULL),
(12,7,'apple butter','Hollow Farm',7.9,0),
(13,7,'olive board','Campo',24,0);
INSERT INTO suscriptor VALUES
(1,'Joanna Pike','jo.pike@mail.example','Leeds','annual','2022-12-10',NULL,NULL,NULL),
(2,'Tariq Mahmood','tariq@mail.example','Bristol','monthly','2023-01-05',NULL,NULL,1),
(3,'Elspeth Crowe',NULL,'Glasgow','quarterly','2023-03-18','2023-12-01','too expensive',NULL),
(4,'Hugo Lambert','hugo.l@mail.example','Leeds','monthly','2023-06-22',NULL,NULL,1),
(5,'Mei Tan','mei@mail.example','London','annual','2023-09-09',NULL,NULL,2),
(6,'Rob Sutcliffe','robs@mail.example','London','monthly','2024-01-15','2024-06-10','moved abroad',NULL),
(7,'Anya Volkov',NULL,'Bristol','gift','2024-04-20',NULL,NULL,5),
(8,'Dilys Parry','dilys@mail.example','Cardiff','monthly','2024-08-03',NULL,NULL,5),
(9,'Kwame Asante','kwame@mail.example','London','gift','2024-08-28','2024-09-30',NULL,5);
INSERT INTO envio VALUES
(1,1,1,'2023-01-12','2023-01-14','Parcelo','delivered',3.9),
(2,2,1,'2023-01-12','2023-01-17','Parcelo','delivered',3.9),
(3,3,2,'2023-04-11','2023-04-13','HareMail','delivered',4.5),
(4,1,2,'2023-04-11','2023-04-12','Parcelo','delivered',3.9),
(5,4,3,'2023-07-10','2023-07-18','HareMail','delivered',4.5),
(6,3,4,'2023-10-09',NULL,'HareMail','lost',4.5),
(7,5,4,'2023-10-09','2023-10-11','Parcelo','delivered',4.1),
(8,6,5,'2024-02-12','2024-02-14','Parcelo','delivered',4.1),
(9,5,5,'2024-02-12','2024-02-15','Swift','delivered',5.2),
(10,2,5,'2024-02-12','2024-02-13','Swift','damaged',5.2),
(11,7,6,'2024-05-13','2024-05-16','Parcelo','delivered',4.1),
(12,1,6,'2024-05-13','2024-05-15','Parcelo','delivered',4.1),
(13,4,6,'2024-05-13','2024-05-22','HareMail','delivered',4.7),
(14,8,7,'2024-09-09','2024-09-11','Swift','delivered',5.4),
(15,9,7,'2024-09-09',NULL,'HareMail','returned',4.7),
(16,5,7,'2024-09-10','2024-09-12','Swift','delivered',5.4),
(17,2,7,'2024-09-10',NULL,'Parcelo','in transit',4.3);
INSERT INTO cobro VALUES
(1,1,'2022-12-10',310,'card','ok',NULL),
(2,2,'2023-01-05',29,'card','ok','FRIEND5'),
(3,3,'2023-03-18',84,'paypal','ok',NULL),
(4,4,'2023-06-22',29,'card','ok','FRIEND5'),
(5,5,'2023-09-09',310,'card','ok',NULL),
(6,3,'2023-09-18',84,'paypal','refunded',NULL),
(7,1,'2023-12-10',320,'card','ok',NULL),
(8,6,'2024-01-15',31,'paypal','ok','NEWYEAR'),
(9,6,'2024-05-15',31,'paypal','declined',NULL),
(10,7,'2024-04-20',99,'gift card','ok',NULL),
(11,4,'2024-05-02',31,'card','ok',NULL),
(12,8,'2024-08-03',31,'card','ok','NEWYEAR'),
(13,9,'2024-08-28',99,'gift card','refunded',NULL),
(14,5,'2024-09-09',320,'card','ok',NULL),
(15,2,'2024-09-05',31,'card','declined',NULL);
INSERT INTO opinion VALUES
(1,1,5,'lovely socks','2023-01-20'),
(2,2,3,'late','2023-01-19'),
(3,4,4,NULL,'2023-04-15'),
(4,5,2,'melted caramels','2023-07-19'),
(5,7,4,'great candle','2023-10-14'),
(6,9,4,NULL,'2024-02-20'),
(7,10,1,'napkins torn','2024-02-14'),
(8,12,5,'gorgeous','2024-05-18'),
(9,13,2,'nine days late','2024-05-23'),
(10,16,5,NULL,'2024-09-15');
