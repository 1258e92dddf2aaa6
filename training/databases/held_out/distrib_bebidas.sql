CREATE TABLE tblProduct (ProductCode TEXT PRIMARY KEY, ProductName TEXT, Category TEXT, Supplier TEXT, PackUnits INTEGER, UnitCost REAL, ListPrice REAL, StockPacks INTEGER, MinStock INTEGER, Returnable INTEGER);
CREATE TABLE tblCustomer (CustomerID INTEGER PRIMARY KEY, TradeName TEXT, Segment TEXT, Neighborhood TEXT, Phone TEXT, CreditLimit REAL, Since TEXT);
CREATE TABLE tblDriver (DriverID INTEGER PRIMARY KEY, DriverName TEXT, Truck TEXT, HiredOn TEXT);
CREATE TABLE tblOrder (OrderID INTEGER PRIMARY KEY, CustomerID INTEGER, DriverID INTEGER, OrderDate TEXT, DeliveredAt TEXT, Status TEXT, PayMethod TEXT, DueDate TEXT, PaidOn TEXT, FOREIGN KEY (CustomerID) REFERENCES tblCustomer(CustomerID), FOREIGN KEY (DriverID) REFERENCES tblDriver(DriverID));
CREATE TABLE tblOrderLine (OrderID INTEGER, ProductCode TEXT, Packs INTEGER, PackPrice REAL, FOREIGN KEY (OrderID) REFERENCES tblOrder(OrderID), FOREIGN KEY (ProductCode) REFERENCES tblProduct(ProductCode));
CREATE TABLE tblBottleReturn (ReturnID INTEGER PRIMARY KEY, CustomerID INTEGER, ReturnDate TEXT, Crates INTEGER, Broken INTEGER, FOREIGN KEY (CustomerID) REFERENCES tblCustomer(CustomerID));
INSERT INTO tblProduct VALUES
('CV600','Cerveja Serrana 600ml','Beer','Cervejaria Serrana',24,5.1,172.8,140,60,1),('CVL35','Cerveja Serrana lata','Beer','Cervejaria Serrana',12,2.2,38.4,320,100,0),('RFG2L','Guaraná Tupi 2L','SoftDrink','Bebidas Tupi',6,4.3,34.8,85,90,0),
('RFC2L','Cola Tupi 2L','SoftDrink','Bebidas Tupi',6,4.5,36.0,110,90,0),('AGS50','Água Fonte Clara 500ml','Water','Fonte Clara',12,0.7,13.2,400,150,0),('AGG20','Galão Fonte Clara 20L','Water','Fonte Clara',1,6.0,11.0,35,50,1),
('SUV1L','Suco de Uva Bento','Juice','Vinícola Bento',12,8.2,132.0,18,20,0),('VTS75','Vinho Tinto Bento','Wine','Vinícola Bento',6,14.5,126.0,26,10,0),('ENR25','Energético Raio','Energy','Raio Brasil',24,3.4,110.4,0,15,0);
INSERT INTO tblCustomer VALUES
(1,'Bar do Zeca','Bar','Centro','3555-0101',3000,'2018-04-12'),(2,'Mercadinho Lua','Grocery','Vila Nova','3555-0102',5000,'2019-09-01'),(3,'Restaurante Sabor & Cia','Restaurant','Centro',NULL,4000,'2020-02-20'),(4,'Padaria Trigo Bom','Bakery','Jardim América','3555-0104',1500,'2021-07-07'),
(5,'Boteco da Praia','Bar','Orla','3555-0105',2500,'2022-01-15'),(6,'Hotel Mirante','Hotel','Orla','3555-0106',8000,'2022-11-30'),(7,'Empório Dona Lia','Grocery','Vila Nova',NULL,NULL,'2024-08-19');
INSERT INTO tblDriver VALUES (1,'Cleber Antunes','Truck 1','2017-03-01'),(2,'Josué Prates','Truck 2','2020-06-10'),(3,'Marli Fontes','Van','2023-02-13'),(4,'Edson Lira',NULL,'2025-01-06');
INSERT INTO tblOrder VALUES
(301,1,1,'2023-05-08','2023-05-09 10:30','DLV','BOLETO','2023-05-30','2023-05-29'),(302,2,2,'2023-07-17','2023-07-18 09:10','DLV','BOLETO','2023-08-08','2023-08-15'),(303,6,1,'2023-10-02','2023-10-03 14:00','DLV','PIX','2023-10-03','2023-10-03'),
(304,5,3,'2023-12-20','2023-12-21 16:45','DLV','CASH','2023-12-21','2023-12-21'),(305,1,1,'2024-02-05','2024-02-06 11:20','DLV','BOLETO','2024-02-27','2024-02-27'),(306,3,2,'2024-03-19','2024-03-20 08:50','DLV','PIX','2024-03-20','2024-03-20'),
(307,4,3,'2024-06-11',NULL,'CXL','BOLETO','2024-07-02',NULL),(308,6,2,'2024-08-26','2024-08-27 15:15','DLV','BOLETO','2024-09-17','2024-10-01'),(309,2,1,'2024-10-14','2024-10-15 09:00','DLV','PIX','2024-10-15','2024-10-15'),
(310,5,1,'2024-12-23','2024-12-24 10:05','DLV','BOLETO','2025-01-14',NULL),(311,7,3,'2025-01-27','2025-01-28 13:30','DLV','CASH','2025-01-28','2025-01-28'),(312,1,2,'2025-03-10','2025-03-11 11:00','DLV','BOLETO','2025-04-01',NULL),(313,3,NULL,'2025-03-17',NULL,'OPEN','PIX','2025-03-19',NULL);
INSERT INTO tblOrderLine VALUES
(301,'CV600',10,170),(301,'RFC2L',5,36),(302,'RFG2L',30,33),(302,'AGS50',40,12.5),(303,'VTS75',12,126),(303,'AGS50',30,13.2),(304,'CVL35',50,37),(305,'CV600',14,170),(306,'RFC2L',12,36),
(308,'SUV1L',8,130),(308,'VTS75',10,124),(309,'CVL35',60,36.5),(310,'CV600',20,165),(310,'CVL35',40,37),(311,'RFG2L',10,34.8),(312,'CV600',12,172.8),(313,'SUV1L',4,132),(307,'AGG20',10,11);
INSERT INTO tblBottleReturn VALUES (1,1,'2023-06-05',9,1),(2,5,'2024-01-08',4,0),(3,1,'2024-03-04',13,2),(4,4,'2024-05-20',6,NULL),(5,5,'2025-01-20',18,3),(6,1,'2025-03-24',10,0);
