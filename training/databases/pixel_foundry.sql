CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, discipline TEXT, seniority TEXT, cost_rate REAL, started TEXT, finished TEXT, remote INTEGER);
CREATE TABLE client (client_id INTEGER PRIMARY KEY, org TEXT, industry TEXT, country TEXT, account_mgr INTEGER, payment_terms INTEGER, FOREIGN KEY (account_mgr) REFERENCES staff(staff_id));
CREATE TABLE project (project_id INTEGER PRIMARY KEY, client_id INTEGER, title TEXT, billing TEXT, budget REAL, bill_rate REAL, kickoff TEXT, deadline TEXT, shipped TEXT, phase TEXT, FOREIGN KEY (client_id) REFERENCES client(client_id));
CREATE TABLE timesheet (entry_id INTEGER PRIMARY KEY, staff_id INTEGER, project_id INTEGER, work_date TEXT, hours REAL, task TEXT, billable INTEGER, approved_by INTEGER, FOREIGN KEY (staff_id) REFERENCES staff(staff_id), FOREIGN KEY (project_id) REFERENCES project(project_id));
CREATE TABLE bug (bug_id INTEGER PRIMARY KEY, project_id INTEGER, raised TEXT, closed TEXT, severity TEXT, assignee INTEGER, summary TEXT, FOREIGN KEY (project_id) REFERENCES project(project_id), FOREIGN KEY (assignee) REFERENCES staff(staff_id));
CREATE TABLE invoice (invoice_no TEXT PRIMARY KEY, project_id INTEGER, issued TEXT, due TEXT, paid TEXT, net REAL, FOREIGN KEY (project_id) REFERENCES project(project_id));
INSERT INTO staff VALUES
(1,'Orla Keane','project management','lead',62,'2017-02-06',NULL,0),
(2,'Devon Marsh','backend','senior',58,'2018-09-10',NULL,1),
(3,'Yuki Arai','frontend','mid',44,'2020-06-01',NULL,1),
(4,'Paul Oduya','QA','mid',39,'2021-03-15',NULL,0),
(5,'Sanna Virtanen','design','senior',52,'2019-11-04','2024-05-31',1),
(6,'Ben Tully','backend','junior',31,'2023-08-21',NULL,0),
(7,'Grace Lim','frontend','senior',57,'2022-01-17',NULL,1),
(8,'Ivo Petrov','design','mid',43,'2024-06-03',NULL,1);
INSERT INTO client VALUES
(1,'Mercer Logistics','transport','UK',1,30),
(2,'Tidal Bank','finance','Ireland',1,45),
(3,'Green Larder','retail','UK',7,14),
(4,'Museum of Maps','culture','UK',1,30),
(5,'Nordhavn Energy','energy','Denmark',2,60),
(6,'PawPal','retail','USA',NULL,14);
INSERT INTO project VALUES
(1,1,'Fleet Tracker','T&M',60000,95,'2023-01-16','2023-09-29','2023-10-12','live'),
(2,2,'Onboarding App','fixed',85000,NULL,'2023-04-03','2024-02-28','2024-02-26','live'),
(3,3,'Webshop Relaunch','T&M',40000,90,'2023-09-11','2024-03-15','2024-04-02','live'),
(4,4,'Interactive Atlas','fixed',32000,NULL,'2024-01-22','2024-07-31','2024-07-30','live'),
(5,5,'Grid Dashboard','T&M',110000,105,'2024-03-04','2024-12-20',NULL,'build'),
(6,6,'Dog Walker MVP','fixed',18000,NULL,'2024-05-13','2024-08-30',NULL,'on hold'),
(7,1,'Driver App v2','T&M',70000,100,'2024-09-02','2025-04-30',NULL,'build'),
(8,2,'Accessibility Audit','fixed',9000,NULL,'2024-10-14','2024-12-06',NULL,'discovery');
INSERT INTO timesheet VALUES
(1,2,1,'2023-02-14',7.5,'API',1,1),
(2,3,1,'2023-02-15',6,'map screen',1,1),
(3,5,2,'2023-04-20',8,'wireframes',1,1),
(4,4,1,'2023-09-05',7,'regression',1,1),
(5,2,2,'2023-10-10',8,'auth',1,1),
(6,6,3,'2023-10-11',5.5,'training',0,2),
(7,7,3,'2023-11-22',8,'checkout',1,1),
(8,3,3,'2024-01-16',7.5,'product page',1,1),
(9,5,4,'2024-02-08',6.5,'visuals',1,1),
(10,4,3,'2024-03-19',9,'regression',1,1),
(11,2,5,'2024-04-11',8,'data pipeline',1,NULL),
(12,6,5,'2024-05-02',8,'data pipeline',1,2),
(13,7,4,'2024-06-20',7,'globe view',1,1),
(14,8,6,'2024-06-26',4,'logo ideas',0,1),
(15,3,5,'2024-09-17',7.5,'charts',1,1),
(16,6,7,'2024-10-08',8,'push service',1,2),
(17,2,5,'2024-10-22',10,'data pipeline',1,NULL),
(18,4,8,'2024-10-29',6,'screen reader tests',1,NULL);
INSERT INTO bug VALUES
(1,1,'2023-09-06','2023-09-12','major',2,'GPS drift'),
(2,1,'2023-10-20','2023-10-21','critical',2,'login loop'),
(3,2,'2024-01-09','2024-01-30','minor',3,'typo on consent page'),
(4,3,'2024-03-20','2024-03-28','major',7,'basket empties'),
(5,3,'2024-04-05','2024-04-05','critical',7,'payment fails on Safari'),
(6,4,'2024-07-02','2024-07-09','minor',3,'legend overlaps'),
(7,5,'2024-09-30',NULL,'major',6,'wrong units'),
(8,5,'2024-10-03',NULL,'minor',NULL,'slow export'),
(9,3,'2024-10-15',NULL,'minor',NULL,'old banner shows'),
(10,7,'2024-10-24',NULL,'critical',6,'crash on start');
INSERT INTO invoice VALUES
('PF-2301',1,'2023-03-31','2023-04-30','2023-04-28',14250),
('PF-2307',1,'2023-10-31','2023-11-30','2023-12-11',38500),
('PF-2309',2,'2023-11-15','2023-12-30','2023-12-29',42500),
('PF-2401',3,'2024-02-01','2024-02-15','2024-02-15',21600),
('PF-2403',2,'2024-03-01','2024-04-15','2024-05-02',42500),
('PF-2405',3,'2024-05-06','2024-05-20',NULL,15300),
('PF-2408',4,'2024-08-01','2024-08-31','2024-08-30',32000),
('PF-2409',6,'2024-08-30','2024-09-13',NULL,9000),
('PF-2410',5,'2024-10-01','2024-11-30',NULL,48300),
('PF-2411',7,'2024-10-31','2024-11-30',NULL,12000);
