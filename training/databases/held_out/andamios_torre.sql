CREATE TABLE cad_cliente (cod_cli INTEGER PRIMARY KEY, nome TEXT, cidade TEXT, fone TEXT, bloqueado INTEGER);
CREATE TABLE cad_obra (cod_obra INTEGER PRIMARY KEY, cod_cli INTEGER, apelido TEXT, endereco TEXT, altura_m REAL, chefe_obra TEXT);
CREATE TABLE cad_peca (cod_peca TEXT PRIMARY KEY, descricao TEXT, peso_kg REAL, qtd_total INTEGER, diaria REAL, familia TEXT);
CREATE TABLE mov_locacao (num_loc INTEGER PRIMARY KEY, cod_obra INTEGER, dt_saida TEXT, dt_prevista TEXT, dt_retorno TEXT, vl_total REAL, vl_pago REAL, sit TEXT);
CREATE TABLE mov_item (num_loc INTEGER, cod_peca TEXT, qtd INTEGER, qtd_danif INTEGER);
CREATE TABLE mov_vistoria (num_vist INTEGER PRIMARY KEY, cod_obra INTEGER, dt_vist TEXT, tecnico TEXT, aprovado INTEGER, obs TEXT);
INSERT INTO cad_cliente VALUES
(1,'Constructora Andina','Rosario','341-555-010',0),(2,'Reformas Beltrán','Córdoba','351-555-022',0),(3,'Pinturas El Sol','Rosario',NULL,1),(4,'Municipalidad de Funes','Funes','341-555-047',0),(5,'Grupo Litoral','Santa Fe','342-555-051',0),(6,'Techos Ferrari','Córdoba','351-555-066',0);
INSERT INTO cad_obra VALUES
(1,1,'Torre Belgrano','Belgrano 1450',42,'Oscar Vidal'),(2,1,'Galpón Norte','Ruta 9 km 290',12,'Oscar Vidal'),(3,2,'Fachada Colón','Colón 880',18.5,'Marisa Beltrán'),(4,3,'Escuela 23','Mitre 300',9,NULL),
(5,4,'Palacio Municipal','Santa Fe 1',16,'Jorge Paz'),(6,5,'Silo 4','Puerto s/n',38,'Tano Greco'),(7,6,'Club Talleres','Rosedal 55',14,NULL);
INSERT INTO cad_peca VALUES
('MAR','marco 1.30',14.5,600,0.8,'estructura'),('CRZ','cruceta',5.2,900,0.3,'estructura'),('PLT','plataforma metálica',17,250,1.1,'piso'),('TBL','tablón de madera',11,180,0.6,'piso'),('RUE','rueda con freno',4.8,80,0.9,'accesorio'),('BAR','baranda',3.9,300,0.4,'seguridad'),('RED','red de protección',22,40,2.5,'seguridad');
INSERT INTO mov_locacao VALUES
(701,1,'2023-03-06','2023-06-06','2023-06-20',8600,8600,'FECH'),(702,3,'2023-05-15','2023-06-15','2023-06-12',1900,1900,'FECH'),(703,4,'2023-08-01','2023-08-15','2023-09-30',740,300,'FECH'),
(704,2,'2023-11-20','2023-12-20','2023-12-19',2100,2100,'FECH'),(705,5,'2024-02-12','2024-04-12','2024-04-10',3300,3300,'FECH'),(706,6,'2024-04-22','2024-08-22','2024-09-02',9800,9800,'FECH'),
(707,1,'2024-07-08','2025-01-08',NULL,11200,7000,'ABER'),(708,7,'2024-09-16','2024-10-16','2024-10-15',1250,1250,'FECH'),(709,3,'2024-12-02','2025-01-15',NULL,2400,0,'ABER'),
(710,6,'2025-02-10','2025-05-10',NULL,7600,3800,'ABER'),(711,7,'2025-03-03','2025-04-03',NULL,0,NULL,'CANC');
INSERT INTO mov_item VALUES
(701,'MAR',240,6),(701,'CRZ',400,10),(701,'PLT',90,2),(702,'MAR',80,0),(702,'TBL',40,5),(703,'MAR',30,4),(703,'RUE',8,1),(704,'MAR',100,0),(704,'BAR',60,0),
(705,'MAR',90,1),(705,'RED',6,0),(706,'MAR',260,9),(706,'RED',18,3),(707,'MAR',280,NULL),(707,'PLT',110,NULL),(708,'TBL',36,0),(709,'MAR',90,NULL),(710,'CRZ',320,NULL);
INSERT INTO mov_vistoria VALUES
(1,1,'2023-03-10','Lalo Funes',1,NULL),(2,3,'2023-05-17','Lalo Funes',0,'falta baranda'),(3,3,'2023-05-19','Lalo Funes',1,NULL),(4,4,'2023-08-20','Rita Campos',0,'base desnivelada'),
(5,5,'2024-02-14','Rita Campos',1,NULL),(6,6,'2024-04-25','Rita Campos',1,'viento fuerte'),(7,1,'2024-07-12','Lalo Funes',1,NULL),(8,1,'2024-11-06','Rita Campos',0,'tablón rajado'),(9,6,'2025-02-13','Lalo Funes',1,NULL);
