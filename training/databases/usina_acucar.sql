CREATE TABLE us_forn (id_forn INTEGER PRIMARY KEY, nm_forn TEXT, munic TEXT, dist_km INTEGER, area_ha REAL, proprio INTEGER, tel TEXT);
INSERT INTO us_forn VALUES
(1,'Fazenda Boa Vista','Sertãozinho',12,820,1,'16 3900-1001'),
(2,'Sítio Três Irmãos','Pontal',27,95,0,'16 3900-1002'),
(3,'Fazenda Santa Rita','Jaboticabal',41,560,0,NULL),
(4,'Agrícola Paineira','Pontal',22,1240,0,'16 3900-1004'),
(5,'Fazenda Cachoeira','Sertãozinho',8,430,1,'16 3900-1005'),
(6,'Sítio do Meio','Barrinha',19,NULL,0,NULL);
CREATE TABLE us_carga (nr_carga INTEGER PRIMARY KEY, id_forn INTEGER, dt_cheg TEXT, peso_t REAL, atr REAL, imp_veg REAL, corte TEXT, transp TEXT);
INSERT INTO us_carga VALUES
(1,1,'2023-04-18 06:20',58.2,128.4,6.1,'MEC','própria'),
(2,2,'2023-04-19 09:05',31.5,122.0,8.8,'MAN','Transcana'),
(3,4,'2023-05-30 14:40',61.0,135.7,5.2,'MEC','Transcana'),
(4,3,'2023-06-21 11:15',47.3,139.9,7.4,'MAN','Rodovale'),
(5,5,'2023-07-12 05:50',59.8,144.1,4.9,'MEC','própria'),
(6,4,'2023-08-24 16:30',60.4,149.6,5.0,'MEC','Transcana'),
(7,1,'2023-09-15 07:10',57.7,151.2,5.8,'MEC','própria'),
(8,6,'2023-10-03 10:00',28.9,140.3,NULL,'MAN','Rodovale'),
(9,1,'2024-04-10 06:45',59.1,124.9,6.4,'MEC','própria'),
(10,4,'2024-05-08 15:20',62.3,133.5,5.5,'MEC','Transcana'),
(11,3,'2024-06-13 12:10',49.0,138.2,9.6,'MAN','Rodovale'),
(12,5,'2024-07-02 06:00',58.6,145.8,4.4,'MEC','própria'),
(13,2,'2024-07-23 09:30',30.2,NULL,7.9,'MAN','Transcana'),
(14,4,'2024-08-14 17:05',61.9,152.4,4.8,'MEC','Rodovale'),
(15,1,'2024-09-11 07:25',58.0,150.1,5.1,'MEC','própria');
CREATE TABLE us_prod_dia (dt_prod TEXT PRIMARY KEY, cana_moida_t REAL, acucar_sc INTEGER, etanol_m3 REAL, parada_min INTEGER, motivo_par TEXT);
INSERT INTO us_prod_dia VALUES
('2023-04-19',9800,12500,310,0,NULL),
('2023-05-30',11200,15100,355,45,'limpeza'),
('2023-06-21',10900,15400,340,0,NULL),
('2023-08-24',11800,17900,392,20,'falta de cana'),
('2023-09-15',7200,10900,230,310,'quebra moenda'),
('2024-04-10',10100,12900,335,60,'chuva'),
('2024-05-08',11500,15600,370,0,NULL),
('2024-06-13',11050,15900,361,30,'limpeza'),
('2024-07-02',12100,18300,405,0,NULL),
('2024-08-14',12300,19000,418,15,'falta de cana'),
('2024-09-11',8900,13600,290,200,'quebra moenda');
CREATE TABLE us_cli (id_cli TEXT PRIMARY KEY, nm_cli TEXT, pais TEXT, ramo TEXT);
INSERT INTO us_cli VALUES ('DOC','Doces Veneza','Brasil','alimentos'),('REF','Refrigerantes Jaú','Brasil','bebidas'),('TRD','Trading Atlas','Suíça','trading'),('POS','Postos Andorinha','Brasil','combustível'),('GLF','Gulf Sweet','Emirados','trading');
CREATE TABLE us_venda (nr_ctr TEXT PRIMARY KEY, id_cli TEXT, dt_ctr TEXT, prod TEXT, qtd REAL, un TEXT, vl_total REAL, modal TEXT, dt_emb TEXT, st TEXT);
INSERT INTO us_venda VALUES
('V301','DOC','2023-05-15','CRISTAL',2000,'sc',260000,'caminhão','2023-06-02','E'),
('V302','TRD','2023-06-28','VHP',12000,'sc',1380000,'trem','2023-08-10','E'),
('V303','POS','2023-08-07','HIDRATADO',300,'m3',720000,'caminhão','2023-08-21','E'),
('V304','REF','2023-09-20','CRISTAL',3500,'sc',472500,'caminhão','2023-10-11','E'),
('V305','GLF','2023-11-09','VHP',15000,'sc',1830000,'trem',NULL,'C'),
('V401','POS','2024-04-22','ANIDRO',250,'m3',712500,'caminhão','2024-05-06','E'),
('V402','TRD','2024-05-29','VHP',14000,'sc',1722000,'trem','2024-07-18','E'),
('V403','DOC','2024-07-16','CRISTAL',2500,'sc',345000,'caminhão','2024-08-01','E'),
('V404','REF','2024-08-26','CRISTAL',4000,'sc',560000,'caminhão',NULL,'A'),
('V405','GLF','2024-09-17','VHP',10000,'sc',1250000,'trem',NULL,'A');
