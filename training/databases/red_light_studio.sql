CREATE TABLE Room (
  roomId INTEGER PRIMARY KEY,
  roomName TEXT,
  hourlyRate REAL,
  sizeSqm REAL,
  hasIsoBooth INTEGER
);
CREATE TABLE Engineer (
  engId INTEGER PRIMARY KEY,
  fullName TEXT,
  speciality TEXT,
  dayFee REAL,
  freelance INTEGER,
  email TEXT
);
CREATE TABLE Artist (
  artistId INTEGER PRIMARY KEY,
  stageName TEXT,
  genre TEXT,
  label TEXT,
  bandSize INTEGER
);
CREATE TABLE Session (
  sessionId INTEGER PRIMARY KEY,
  artistId INTEGER,
  roomId INTEGER,
  engId INTEGER,
  startsAt TEXT,
  hoursUsed REAL,
  purpose TEXT,
  fee REAL,
  paymentState TEXT,
  FOREIGN KEY (artistId) REFERENCES Artist(artistId),
  FOREIGN KEY (roomId) REFERENCES Room(roomId),
  FOREIGN KEY (engId) REFERENCES Engineer(engId)
);
CREATE TABLE Track (
  trackId INTEGER PRIMARY KEY,
  artistId INTEGER,
  title TEXT,
  lengthSec INTEGER,
  bpm INTEGER,
  trackedOn TEXT,
  masteredOn TEXT,
  FOREIGN KEY (artistId) REFERENCES Artist(artistId)
);
CREATE TABLE Gear (
  gearId INTEGER PRIMARY KEY,
  model TEXT,
  kind TEXT,
  boughtOn TEXT,
  pricePaid REAL,
  roomId INTEGER,
  gearState TEXT,
  FOREIGN KEY (roomId) REFERENCES Room(roomId)
);
INSERT INTO Room VALUES
(1,'Big Red',85,72,1),
(2,'The Shoebox',38,18,0),
(3,'Echo Attic',55,40,1),
(4,'Mix Cave',48,22,0),
(5,'Podcast Nook',30,9,0);
INSERT INTO Engineer VALUES
(1,'Moira Kessler','mixing',420,0,'moira@redlight.example'),
(2,'Dev Chandra','tracking',350,0,'dev@redlight.example'),
(3,'Ollie Voss','mastering',480,1,NULL),
(4,'Fran Iannucci','tracking',300,1,'franni@mail.example'),
(5,'Jude Abara','post',280,0,'jude@redlight.example');
INSERT INTO Artist VALUES
(1,'The Damp Basements','indie rock','Kettle Records',4),
(2,'Solene K','soul',NULL,1),
(3,'Ghost Tractor','folk',NULL,5),
(4,'MC Pennyworth','hip hop','Blockhead',1),
(5,'Quartz Choir','choral','Novena',16),
(6,'Wired for Sleep','ambient',NULL,2),
(7,'Hedge Fund Mafia','punk','Kettle Records',3),
(8,'Auntie Bea''s Tales','podcast',NULL,1);
INSERT INTO Session VALUES
(1,1,1,2,'2024-01-22 10:00',8,'tracking',1030,'paid'),
(2,1,1,2,'2024-01-23 10:00',9,'tracking',1115,'paid'),
(3,1,4,1,'2024-02-14 11:00',6,'mixing',708,'paid'),
(4,2,3,4,'2024-03-09 12:00',5,'vocals',575,'paid'),
(5,4,2,2,'2024-04-18 18:00',4,'vocals',502,'written off'),
(6,5,1,2,'2024-06-01 09:00',10,'tracking',1200,'paid'),
(7,8,5,5,'2024-07-16 14:00',2,'voice-over',60,'paid'),
(8,3,3,4,'2024-09-05 10:00',8,'tracking',740,'paid'),
(9,2,4,1,'2024-10-11 13:00',5,'mixing',660,'paid'),
(10,8,5,5,'2024-11-19 14:00',3,'voice-over',90,'paid'),
(11,7,1,4,'2025-01-11 12:00',7,'tracking',895,'paid'),
(12,7,4,1,'2025-02-03 10:00',8,'mixing',804,'due'),
(13,6,3,NULL,'2025-02-20 19:00',6,'tracking',330,'paid'),
(14,4,2,2,'2025-03-13 18:00',3,'vocals',464,'due'),
(15,2,3,2,'2025-04-04 12:00',6,'vocals',680,'paid'),
(16,3,4,1,'2025-05-15 11:00',7,'mixing',756,'due'),
(17,8,5,5,'2025-06-10 14:00',2.5,'voice-over',75,'paid'),
(18,6,3,NULL,'2025-06-18 19:00',4,'tracking',220,'due');
INSERT INTO Track VALUES
(1,1,'Mildew',214,142,'2024-01-22','2024-03-05'),
(2,1,'Sump Pump Blues',187,156,'2024-01-23','2024-03-05'),
(3,2,'Nocturne Avenue',261,78,'2024-03-09','2024-11-02'),
(4,4,'Change for a Tenner',178,94,'2024-04-18',NULL),
(5,5,'Agnus Dei',402,60,'2024-06-01','2024-07-20'),
(6,3,'Ploughing the Void',335,102,'2024-09-05',NULL),
(7,7,'Leverage',98,201,'2025-01-11','2025-03-01'),
(8,7,'Short Position',112,196,'2025-01-11','2025-03-01'),
(9,6,'Sleep Study No. 4',611,NULL,'2025-02-20',NULL),
(10,2,'Honey Tax',229,84,'2025-04-04',NULL);
INSERT INTO Gear VALUES
(1,'Neumann U87','microphone','2011-05-10',2400,1,'ok'),
(2,'Shure SM57','microphone','2015-02-02',99,1,'ok'),
(3,'Neve 1073','preamp','2013-09-19',3100,1,'ok'),
(4,'Yamaha NS10','monitor','2009-01-15',400,4,'blown tweeter'),
(5,'Coles 4038','microphone','2019-11-28',1350,3,'ok'),
(6,'Lexicon 480L','reverb','2017-06-06',5200,4,'at repair'),
(7,'Rode Procaster','microphone','2022-03-14',180,5,'ok'),
(8,'API 2500','compressor','2024-08-21',2650,4,'ok'),
(9,'Hammond L100','organ','2025-03-30',NULL,3,'ok');
