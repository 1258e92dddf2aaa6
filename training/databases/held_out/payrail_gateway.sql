CREATE TABLE merchants (merchant_id INTEGER PRIMARY KEY, legal_name TEXT, country TEXT, mcc_group TEXT, onboarded_on TEXT, fee_pct REAL, closed_on TEXT);
INSERT INTO merchants VALUES
(1,'Larkspur Shoes','UK','retail','2022-11-03',1.4,NULL),
(2,'Bento Box Kitchen','UK','food','2023-01-17',1.9,NULL),
(3,'Oslo Tickets','Norway','events','2023-02-25',2.3,NULL),
(4,'Vidal Opticas','Spain','retail','2023-05-08',1.6,NULL),
(5,'Pixel Tutors','UK','education','2023-09-30',1.2,'2024-08-31'),
(6,'Casa Lume','Portugal','retail','2024-01-12',1.8,NULL),
(7,'Harbour Eats','Ireland','food','2024-03-04',2.0,NULL),
(8,'Nimbus Travel','Spain','travel','2024-06-19',2.9,NULL);
CREATE TABLE acquirers (acquirer_id INTEGER PRIMARY KEY, bank TEXT, region TEXT, is_backup INTEGER);
INSERT INTO acquirers VALUES (1,'Northgate Bank','UK',0),(2,'Banco Ribera','EU',0),(3,'Fjord Acquiring','Nordics',0),(4,'Clearwell','EU',1);
CREATE TABLE transactions (txn_id INTEGER PRIMARY KEY, merchant_id INTEGER, acquirer_id INTEGER, created_at TEXT, amount REAL, currency TEXT, card_scheme TEXT, status TEXT, decline_reason TEXT, FOREIGN KEY(merchant_id) REFERENCES merchants(merchant_id), FOREIGN KEY(acquirer_id) REFERENCES acquirers(acquirer_id));
INSERT INTO transactions VALUES
(1001,1,1,'2023-02-11 10:04',84.50,'GBP','visa','captured',NULL),
(1002,2,1,'2023-03-19 20:31',36.20,'GBP','mastercard','captured',NULL),
(1003,3,3,'2023-05-02 09:15',410.00,'NOK','visa','captured',NULL),
(1004,4,2,'2023-06-27 17:48',159.90,'EUR','mastercard','refunded',NULL),
(1005,1,1,'2023-09-05 12:22',62.00,'GBP','amex','declined','insufficient funds'),
(1006,5,1,'2023-11-21 18:05',240.00,'GBP','visa','captured',NULL),
(1007,6,2,'2024-01-29 11:11',95.40,'EUR','visa','captured',NULL),
(1008,7,4,'2024-03-30 21:40',48.75,'EUR','mastercard','declined','expired card'),
(1009,4,2,'2024-04-14 16:02',310.00,'EUR','visa','captured',NULL),
(1010,3,3,'2024-06-08 08:57',780.00,'NOK','mastercard','captured',NULL),
(1011,8,4,'2024-07-16 14:36',1250.00,'EUR','visa','captured',NULL),
(1012,8,2,'2024-08-22 10:10',990.00,'EUR','amex','refunded',NULL),
(1013,2,1,'2024-09-13 19:55',27.80,'GBP','visa','captured',NULL),
(1014,1,1,'2024-10-01 13:30',118.00,'GBP','visa','declined','suspected fraud'),
(1015,7,2,'2024-10-26 20:18',73.10,'EUR','mastercard','captured',NULL),
(1016,6,4,'2024-11-15 15:44',205.00,'EUR','mastercard','captured',NULL),
(1017,8,4,'2024-11-28 09:09',640.00,'EUR','visa','declined','insufficient funds');
CREATE TABLE disputes (dispute_id INTEGER PRIMARY KEY, txn_id INTEGER, opened_on TEXT, reason TEXT, outcome TEXT, FOREIGN KEY(txn_id) REFERENCES transactions(txn_id));
INSERT INTO disputes VALUES (1,1003,'2023-06-10','not received','won'),(2,1006,'2024-01-05','not as described','lost'),(3,1011,'2024-08-09','not received','lost'),(4,1009,'2024-05-20','fraud','won'),(5,1015,'2024-11-19','fraud',NULL),(6,1016,'2024-12-02','not received',NULL);
CREATE TABLE payouts (payout_id INTEGER PRIMARY KEY, merchant_id INTEGER, paid_on TEXT, net_amount REAL, method TEXT, FOREIGN KEY(merchant_id) REFERENCES merchants(merchant_id));
INSERT INTO payouts VALUES (1,1,'2023-02-15',83.30,'bank transfer'),(2,2,'2023-03-23',35.50,'bank transfer'),(3,3,'2023-05-08',400.60,'bank transfer'),(4,5,'2023-11-27',237.10,'wallet'),(5,6,'2024-02-02',93.70,'wallet'),(6,4,'2024-04-20',305.00,'bank transfer'),(7,3,'2024-06-14',762.10,'bank transfer'),(8,8,'2024-07-25',1213.75,'bank transfer'),(9,2,'2024-09-18',27.30,'wallet');
