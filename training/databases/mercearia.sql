CREATE TABLE fornecedores (
  id INTEGER PRIMARY KEY, nome TEXT NOT NULL, localidade TEXT, telefone TEXT, prazo_pagamento_dias INTEGER, ativo INTEGER DEFAULT 1);
CREATE TABLE produtos (
  id INTEGER PRIMARY KEY, designacao TEXT, seccao TEXT, preco_venda REAL, preco_custo REAL, stock INTEGER, taxa_iva INTEGER, biologico INTEGER, fornecedor_id INTEGER REFERENCES fornecedores(id));
CREATE TABLE clientes (
  id INTEGER PRIMARY KEY, nome TEXT, nif TEXT, morada TEXT, data_nascimento TEXT, saldo_fiado REAL, entrega_casa INTEGER);
CREATE TABLE empregados (
  id INTEGER PRIMARY KEY, nome TEXT, funcao TEXT, data_admissao TEXT, data_saida TEXT, ordenado REAL);
CREATE TABLE vendas (
  id INTEGER PRIMARY KEY, data_hora TEXT, cliente_id INTEGER REFERENCES clientes(id), empregado_id INTEGER REFERENCES empregados(id), meio_pagamento TEXT, total REAL, desconto REAL);
CREATE TABLE linhas_venda (
  id INTEGER PRIMARY KEY, venda_id INTEGER REFERENCES vendas(id), produto_id INTEGER REFERENCES produtos(id), quantidade REAL, preco_unitario REAL);
CREATE TABLE quebras (
  id INTEGER PRIMARY KEY, produto_id INTEGER REFERENCES produtos(id), data TEXT, quantidade REAL, motivo TEXT, prejuizo REAL);
INSERT INTO fornecedores VALUES
(1,'Horta do Ti Manel','Torres Vedras','261334455',15,1),(2,'Queijaria Serrana','Seia','238112233',30,1),(3,'Distribuidora Atlântico','Lisboa','213998877',60,1),(4,'Moagem Rosa','Évora',NULL,30,0),(5,'Adega da Ribeira','Reguengos','266501122',45,1),(6,'Salgados do Algarve','Olhão',NULL,15,1),(7,'Padaria Central','Torres Vedras','261990011',7,1);
INSERT INTO produtos VALUES
(1,'Maçã Bravo','frescos',1.99,1.10,60,6,0,1),(2,'Alface frisada','frescos',0.89,0.40,22,6,1,1),(3,'Queijo da Serra','lacticínios',14.50,9.80,8,6,0,2),(4,'Requeijão','lacticínios',2.75,1.60,0,6,0,2),(5,'Arroz carolino 1kg','mercearia seca',1.55,1.02,120,6,0,3),(6,'Grão-de-bico lata','mercearia seca',0.95,0.55,84,23,0,3),(7,'Farinha de espelta','mercearia seca',3.20,2.10,0,6,1,4),(8,'Vinho tinto reserva','bebidas',8.90,5.40,36,13,0,5),(9,'Sumo de laranja','bebidas',2.30,1.35,18,23,1,3),(10,'Bacalhau graúdo','peixe',17.80,13.20,11,6,0,6),(11,'Broa de milho','padaria',1.80,0.95,14,6,0,7),(12,'Lixívia 2L','limpeza',1.40,0.80,40,23,0,NULL);
INSERT INTO clientes VALUES
(1,'Dona Amélia Costa','198222333','Rua do Poço 4','1944-05-12',23.40,1),(2,'Joaquim Faria','201333444','Travessa Nova 9','1960-11-02',0,0),(3,'Restaurante O Tacho','509887766','Largo da Igreja 1',NULL,187.65,1),(4,'Sofia Meireles',NULL,'Av. da República 33','1991-03-27',0,0),(5,'Padre Anselmo','176555444','Casa Paroquial','1952-08-19',8.10,1),(6,'Inês Valadares','244111000',NULL,'1987-01-30',0,0),(7,'Lar Santa Marta','507123123','Estrada Velha 70',NULL,312.00,1),(8,'Rui Tomé',NULL,NULL,'2001-12-09',45.25,0);
INSERT INTO empregados VALUES
(1,'Fátima Rolo','gerente','2009-04-01',NULL,1450),(2,'Tiago Seixas','caixa','2019-09-16',NULL,920),(3,'Lurdes Pinho','caixa','2015-02-02','2024-01-31',905),(4,'Bruno Vaz','armazém','2022-06-20',NULL,980),(5,'Marta Quintas','caixa','2024-02-05',NULL,890),(6,'Abel Neto','entregas','2021-10-11','2023-12-22',870);
INSERT INTO vendas VALUES
(1,'2023-11-18 10:12',1,3,'numerário',18.25,0),(2,'2023-12-23 18:40',3,6,'fiado',142.40,5.00),(3,'2023-12-24 09:05',4,2,'multibanco',53.10,0),(4,'2024-01-08 11:30',NULL,3,'numerário',6.35,0),(5,'2024-02-14 17:55',6,5,'mbway',31.80,2.00),(6,'2024-03-02 12:20',7,2,'fiado',210.00,10.00),(7,'2024-03-15 10:00',NULL,5,'multibanco',9.74,0),(8,'2024-03-29 16:45',1,2,'numerário',37.60,0),(9,'2024-04-06 09:50',2,5,'multibanco',22.15,0),(10,'2024-04-20 19:10',8,5,'fiado',45.25,0),(11,'2024-05-04 11:11',3,2,'mbway',96.30,4.50),(12,'2024-05-18 15:25',NULL,1,'numerário',12.90,0),(13,'2024-05-27 10:40',5,2,'fiado',8.10,0);
INSERT INTO linhas_venda VALUES
(1,1,10,1,17.80),(2,2,8,10,8.90),(3,2,10,3,17.80),(4,3,3,2,14.50),(5,3,8,2,8.90),(6,4,5,3,1.55),(7,5,3,1,14.00),(8,5,8,2,8.90),(9,6,5,40,1.50),(10,6,6,60,0.90),(11,7,1,2.5,1.99),(12,8,10,2,17.80),(13,9,9,4,2.30),(14,10,3,3,14.50),(15,11,2,12,0.89);
INSERT INTO quebras VALUES
(1,2,'2023-12-28',6,'estragado',2.40),(2,4,'2024-01-15',9,'fora de prazo',14.40),(3,1,'2024-02-03',4.5,'estragado',4.95),(4,8,'2024-03-11',1,'partido',5.40),(5,3,'2024-03-30',1,'roubo',9.80),(6,11,'2024-04-12',5,'fora de prazo',4.75),(7,2,'2024-05-09',8,'estragado',3.20),(8,10,'2024-05-21',1,'roubo',13.20);
