CREATE TABLE teams (
  team_id INTEGER PRIMARY KEY,
  team_name TEXT,
  floor INTEGER,
  shift TEXT,
  target_calls INTEGER
);
CREATE TABLE agents (
  agent_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  team_id INTEGER,
  hire_date TEXT,
  term_date TEXT,
  base_salary REAL,
  remote INTEGER,
  lang TEXT,
  FOREIGN KEY (team_id) REFERENCES teams(team_id)
);
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  company TEXT,
  industry TEXT,
  country TEXT,
  monthly_fee REAL
);
CREATE TABLE campaigns (
  camp_id INTEGER PRIMARY KEY,
  client_id INTEGER,
  camp_name TEXT,
  kind TEXT,
  start_dt TEXT,
  end_dt TEXT,
  budget REAL,
  state TEXT,
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE TABLE contacts (
  contact_id INTEGER PRIMARY KEY,
  full_name TEXT,
  phone_nbr TEXT,
  email TEXT,
  city TEXT,
  do_not_call INTEGER
);
CREATE TABLE calls (
  call_id INTEGER PRIMARY KEY,
  camp_id INTEGER,
  agent_id INTEGER,
  contact_id INTEGER,
  started_at TEXT,
  dur_sec INTEGER,
  hold_sec INTEGER,
  direction TEXT,
  outcome TEXT,
  FOREIGN KEY (camp_id) REFERENCES campaigns(camp_id),
  FOREIGN KEY (agent_id) REFERENCES agents(agent_id),
  FOREIGN KEY (contact_id) REFERENCES contacts(contact_id)
);
CREATE TABLE qa_reviews (
  review_id INTEGER PRIMARY KEY,
  call_id INTEGER,
  reviewer TEXT,
  score INTEGER,
  escalated INTEGER,
  reviewed_on TEXT,
  comments TEXT,
  FOREIGN KEY (call_id) REFERENCES calls(call_id)
);
INSERT INTO teams VALUES
(1,'Jaguares',2,'morning',60),
(2,'Cóndores',2,'afternoon',55),
(3,'Búhos',3,'night',35),
(4,'Colibríes',1,'morning',50),
(5,'Pumas',1,'afternoon',40),
(6,'Reserva',NULL,'night',0);
INSERT INTO agents VALUES
(101,'Mariana','Ospina',1,'2021-02-15',NULL,1450.0,0,'es'),
(102,'Julián','Cárdenas',1,'2023-06-01',NULL,1280.0,1,'es'),
(103,'Paola','Restrepo',2,'2020-09-21',NULL,1520.0,0,'en'),
(104,'Brayan','Lozano',3,'2024-01-08','2024-08-30',1200.0,1,'es'),
(105,'Xiomara','Vega',3,'2022-11-14',NULL,1390.0,1,'pt'),
(106,'Hernán','Duarte',4,'2019-04-03',NULL,1610.0,0,'es'),
(107,'Catalina','Mejía',2,'2024-05-20',NULL,1210.0,0,'en'),
(108,'Sergio','Pinilla',5,'2022-03-28','2024-02-16',1300.0,0,'es'),
(109,'Yesenia','Rubio',NULL,'2024-11-04',NULL,1150.0,1,'es');
INSERT INTO clients VALUES
(1,'Banco Andino','banking','Colombia',18500.0),
(2,'TeleMax','telecom','Perú',22000.0),
(3,'Seguros del Valle','insurance','Colombia',9700.0),
(4,'ViajaFácil','travel','México',6400.0),
(5,'Luz y Gas del Sur','utilities','Chile',14100.0),
(6,'EduPlus','education','México',3900.0);
INSERT INTO campaigns VALUES
(1,1,'Tarjeta Dorada','sales','2024-01-15','2024-04-30',12000.0,'closed'),
(2,2,'Fibra 500','sales','2024-03-01',NULL,25000.0,'active'),
(3,2,'Soporte técnico','support','2023-07-01',NULL,40000.0,'active'),
(4,3,'Cartera vencida','collections','2024-06-03','2024-12-20',8000.0,'closed'),
(5,4,'Encuesta verano','survey','2024-07-10','2024-08-10',3500.0,'closed'),
(6,5,'Cortes y reclamos','support','2024-09-01',NULL,16000.0,'paused'),
(7,1,'Microcrédito','sales','2024-11-11',NULL,9500.0,'active'),
(8,6,'Becas 2025','sales','2025-01-20',NULL,NULL,'draft');
INSERT INTO contacts VALUES
(1,'Gloria Arango','3104457788','gloria.a@correo.co','Bogotá',0),
(2,'Óscar Trujillo','3159982210',NULL,'Cali',0),
(3,'Pilar Ñáñez','987221345','pilar@correo.pe','Lima',1),
(4,'Rubén Castañeda','5512349087',NULL,'Puebla',0),
(5,'Irma Solís','5587431200','irma.s@correo.mx','Ciudad de México',0),
(6,'Waldo Fuentes','56987412233','wfuentes@correo.cl','Santiago',0),
(7,'Teresa Illanes',NULL,'tere@correo.cl','Concepción',1),
(8,'Nicolás Barrera','3001127854',NULL,'Bogotá',0),
(9,'Amparo Rincón','3208874512','amparo@correo.co','Medellín',0);
INSERT INTO calls VALUES
(1,1,101,1,'2024-02-05 09:12:00',420,0,'out','sale'),
(2,1,108,2,'2024-02-06 15:40:00',95,0,'out','refused'),
(3,3,103,3,'2024-02-20 16:05:00',780,140,'in','resolved'),
(4,2,102,3,'2024-03-11 10:22:00',260,15,'out','refused'),
(5,2,101,9,'2024-03-19 08:47:00',515,0,'out','sale'),
(6,4,106,2,'2024-06-18 11:30:00',340,30,'out','promise'),
(7,5,107,4,'2024-07-22 14:15:00',210,0,'out','completed'),
(8,5,107,5,'2024-07-23 15:02:00',0,0,'out','no answer'),
(9,3,105,3,'2024-08-14 22:35:00',1260,300,'in','unresolved'),
(10,3,104,8,'2024-08-15 23:10:00',640,220,'in','unresolved'),
(11,6,105,6,'2024-10-02 21:18:00',910,95,'in','resolved'),
(12,6,103,7,'2024-10-09 17:44:00',480,410,'in','resolved'),
(13,4,106,8,'2024-11-12 09:55:00',0,0,'out','no answer'),
(14,7,102,1,'2024-11-25 10:08:00',385,0,'out','sale'),
(15,7,101,9,'2024-12-03 11:16:00',150,10,'out','refused'),
(16,3,NULL,4,'2024-12-10 03:20:00',45,45,'in','dropped');
INSERT INTO qa_reviews VALUES
(1,1,'Ingrid Salas',92,0,'2024-02-08',NULL),
(2,2,'Ingrid Salas',58,0,'2024-02-09','No siguió el guion'),
(3,3,'Mauro Peña',85,0,'2024-02-27',NULL),
(4,5,'Mauro Peña',97,0,'2024-03-22','Excelente cierre'),
(5,6,'Ingrid Salas',74,0,'2024-06-20',NULL),
(6,9,'Mauro Peña',41,1,'2024-08-16','Cliente muy molesto'),
(7,10,'Ingrid Salas',38,1,'2024-08-17','Colgó sin despedirse'),
(8,11,'Mauro Peña',88,0,'2024-10-05',NULL),
(9,12,'Ingrid Salas',63,1,'2024-10-11','Espera excesiva'),
(10,14,'Mauro Peña',90,0,'2024-11-29',NULL);
