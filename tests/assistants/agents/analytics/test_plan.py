# ruff: noqa: S608 - the statements are the test's own
"""Questions and the SQL that a person would write for them: both must come to the same rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, When
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import tokens

ORDERS = "FROM orders o JOIN customers c ON c.customer_id = o.customer_id"
PAID = (
    "FROM order_payments p JOIN orders o ON o.order_id = p.order_id JOIN customers c ON c.customer_id = o.customer_id"
)
PRICED = PAID.replace("order_payments", "order_items")
SOLD = "FROM order_items i JOIN products d ON d.product_id = i.product_id JOIN orders o ON o.order_id = i.order_id"
MONTH = "strftime('%Y-%m', o.order_purchase_timestamp)"
YEAR = "strftime('%Y', o.order_purchase_timestamp)"
DAYS = "julianday(o.order_delivered_customer_date) - julianday(o.order_purchase_timestamp)"
LATE = "o.order_delivered_customer_date > o.order_estimated_delivery_date"

COUNTS = [
    ("Quantos pedidos existem?", "SELECT COUNT(*) FROM orders"),
    ("how many sellers are there", "SELECT COUNT(*) FROM sellers"),
    ("¿Cuántas reseñas tenemos?", "SELECT COUNT(*) FROM order_reviews"),
    ("qtos produtos temos no catálogo", "SELECT COUNT(*) FROM products"),
    ("total de itens vendidos", "SELECT COUNT(*) FROM order_items"),
    ("Quantos clientes únicos temos?", "SELECT COUNT(DISTINCT customer_unique_id) FROM customers"),
    ("how many different cities do our customers come from?", "SELECT COUNT(DISTINCT customer_city) FROM customers"),
    ("¿De cuántas ciudades son los vendedores?", "SELECT COUNT(DISTINCT seller_city) FROM sellers"),
    ("quantas categorias existem", "SELECT COUNT(DISTINCT product_category_name) FROM products"),
    ("how many distinct products have been sold", "SELECT COUNT(DISTINCT product_id) FROM order_items"),
    ("Quantas vendas tivemos em 2018?", f"SELECT COUNT(*) FROM orders o WHERE {YEAR} = '2018'"),
]
FIGURES = [
    ("revenue by payment type", "SELECT payment_type, SUM(payment_value) FROM order_payments GROUP BY 1"),
    ("faturamento com boleto", "SELECT SUM(payment_value) FROM order_payments WHERE payment_type = 'boleto'"),
    ("Qual o faturamento total?", "SELECT SUM(price) FROM order_items"),
    ("How much did we sell in March 2018?", f"SELECT SUM(p.price) {PRICED} WHERE {MONTH} = '2018-03'"),
    ("¿Cuánto facturamos en 2017?", f"SELECT SUM(p.price) {PRICED} WHERE {YEAR} = '2017'"),
    (
        "faturamento da categoria beleza e saúde",
        f"SELECT SUM(i.price) {SOLD} WHERE d.product_category_name = 'beleza_saude'",
    ),
    ("ticket médio", "SELECT SUM(price) / COUNT(DISTINCT order_id) FROM order_items"),
    (
        "average order value in SP",
        f"SELECT SUM(p.price) / COUNT(DISTINCT p.order_id) {PRICED} WHERE c.customer_state = 'SP'",
    ),
    ("preço médio dos itens", "SELECT AVG(price) FROM order_items"),
    ("flete total", "SELECT SUM(freight_value) FROM order_items"),
    ("maior pagamento em boleto", "SELECT MAX(payment_value) FROM order_payments WHERE payment_type = 'boleto'"),
    ("What was the lowest item price?", "SELECT MIN(price) FROM order_items"),
    ("total e média do frete", "SELECT SUM(freight_value), AVG(freight_value) FROM order_items"),
    ("min, max and average price", "SELECT MIN(price), MAX(price), AVG(price) FROM order_items"),
    (
        "número médio de parcelas no cartão de crédito",
        "SELECT AVG(payment_installments) FROM order_payments WHERE payment_type = 'credit_card'",
    ),
    ("diferença entre o maior e o menor frete", "SELECT MAX(freight_value) - MIN(freight_value) FROM order_items"),
    ("média de itens por pedido", "SELECT 1.0 * COUNT(*) / COUNT(DISTINCT order_id) FROM order_items"),
    ("em média, quantos itens tem um pedido?", "SELECT 1.0 * COUNT(*) / COUNT(DISTINCT order_id) FROM order_items"),
    (
        "average freight per order",
        "SELECT AVG(f) FROM (SELECT SUM(freight_value) AS f FROM order_items GROUP BY order_id)",
    ),
    (
        "average monthly revenue in 2017",
        f"SELECT AVG(v) FROM (SELECT SUM(p.price) AS v {PRICED} WHERE {YEAR} = '2017' GROUP BY {MONTH})",
    ),
    (
        "quantos pagamentos em débito recebemos e qual o total deles?",
        "SELECT COUNT(*), SUM(payment_value) FROM order_payments WHERE payment_type = 'debit_card'",
    ),
    (
        "soma dos pagamentos em uma parcela",
        "SELECT SUM(payment_value) FROM order_payments WHERE payment_installments = 1",
    ),
    ("peso do produto mais pesado", "SELECT MAX(product_weight_g) FROM products"),
]
TIMES = [
    ("data do primeiro pedido", "SELECT MIN(order_purchase_timestamp) FROM orders"),
    ("when was the most recent review?", "SELECT MAX(review_creation_date) FROM order_reviews"),
    ("fecha de entrega más reciente", "SELECT MAX(order_delivered_customer_date) FROM orders"),
    (
        "pedidos entre janeiro e março de 2018",
        "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp >= '2018-01-01' AND order_purchase_timestamp < '2018-04-01'",
    ),
    (
        "orders between 2017-05-01 and 2017-06-15",
        "SELECT COUNT(*) FROM orders WHERE date(order_purchase_timestamp) BETWEEN '2017-05-01' AND '2017-06-15'",
    ),
    (
        "pedidos de 01/03/2018 a 10/03/2018",
        "SELECT COUNT(*) FROM orders WHERE date(order_purchase_timestamp) BETWEEN '2018-03-01' AND '2018-03-10'",
    ),
    (
        "pedidos em 24 de novembro de 2017",
        "SELECT COUNT(*) FROM orders WHERE date(order_purchase_timestamp) = '2017-11-24'",
    ),
    ("orders since July 2018", "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp >= '2018-07-01'"),
    ("pedidos antes de 2017", "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp < '2017-01-01'"),
    ("orders after June 2018", "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp >= '2018-07-01'"),
    ("pedidos hasta junio de 2017", "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp < '2017-07-01'"),
    (
        "orders in the first half of 2018",
        "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp >= '2018-01-01' AND order_purchase_timestamp < '2018-07-01'",
    ),
    (
        "faturamento do segundo trimestre de 2018",
        f"SELECT SUM(p.price) {PRICED} WHERE o.order_purchase_timestamp >= '2018-04-01' AND o.order_purchase_timestamp < '2018-07-01'",
    ),
    (
        "orders in Q3 2017",
        "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp >= '2017-07-01' AND order_purchase_timestamp < '2017-10-01'",
    ),
    (
        "pedidos no mês passado",
        "SELECT COUNT(*) FROM orders WHERE strftime('%Y-%m', order_purchase_timestamp) = (SELECT strftime('%Y-%m', MAX(order_purchase_timestamp), 'start of month', '-1 day') FROM orders)",
    ),
    (
        "orders this year",
        "SELECT COUNT(*) FROM orders WHERE strftime('%Y', order_purchase_timestamp) = (SELECT strftime('%Y', MAX(order_purchase_timestamp)) FROM orders)",
    ),
    (
        "orders in the last 30 days",
        "SELECT COUNT(*) FROM orders WHERE order_purchase_timestamp > (SELECT datetime(MAX(order_purchase_timestamp), '-30 days') FROM orders)",
    ),
    (
        "pedidos em dezembro",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} = (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-12')",
    ),
    (
        "orders in February and March",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} BETWEEN (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-02') AND (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-03')",
    ),
    (
        "how many orders since january?",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} >= (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-01')",
    ),
    (
        "cuántos pedidos antes de mayo",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} < (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-05')",
    ),
    (
        "orders after April",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} > (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-04')",
    ),
    (
        "pedidos até março",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} <= (SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-03')",
    ),
    (
        "how many orders on 2 March?",
        f"SELECT COUNT(*) FROM orders o WHERE date(order_purchase_timestamp) = substr((SELECT MAX({MONTH}) FROM orders o WHERE {MONTH} LIKE '%-03'), 1, 7) || '-02'",
    ),
    (
        "orders from January to March of last year",
        f"SELECT COUNT(*) FROM orders o WHERE {YEAR} = (SELECT strftime('%Y', MAX(order_purchase_timestamp)) - 1 FROM orders) || '' AND strftime('%m', order_purchase_timestamp) <= '03'",
    ),
    (
        "orders in January and February of last year",
        f"SELECT COUNT(*) FROM orders o WHERE {YEAR} = (SELECT strftime('%Y', MAX(order_purchase_timestamp)) - 1 FROM orders) || '' AND strftime('%m', order_purchase_timestamp) <= '02'",
    ),
    (
        "pedidos desde outubro do ano passado",
        f"SELECT COUNT(*) FROM orders o WHERE {MONTH} >= (SELECT strftime('%Y', MAX(order_purchase_timestamp)) - 1 FROM orders) || '-10'",
    ),
    (
        "pedidos no fim de semana",
        "SELECT COUNT(*) FROM orders o WHERE strftime('%w', order_purchase_timestamp) IN ('0', '6')",
    ),
    (
        "avaliações criadas em 2018",
        "SELECT COUNT(*) FROM order_reviews WHERE strftime('%Y', review_creation_date) = '2018'",
    ),
    (
        "quantos pedidos foram aprovados em janeiro de 2018?",
        "SELECT COUNT(*) FROM orders o WHERE strftime('%Y-%m', order_approved_at) = '2018-01'",
    ),
    (
        "orders delivered in March 2018",
        "SELECT COUNT(*) FROM orders o WHERE order_status = 'delivered' AND strftime('%Y-%m', order_delivered_customer_date) = '2018-03'",
    ),
    (
        "pedidos na segunda quinzena de maio de 2018",
        "SELECT COUNT(*) FROM orders o WHERE date(order_purchase_timestamp) BETWEEN '2018-05-16' AND '2018-05-31'",
    ),
]
FILTERS = [
    (
        "cuántos pedidos llevan artículos de dos o más vendedores",
        "SELECT COUNT(*) FROM (SELECT order_id FROM order_items GROUP BY 1 HAVING COUNT(DISTINCT seller_id) >= 2)",
    ),
    (
        "los dos estados con más vendedores",
        "SELECT seller_state, COUNT(*) AS n FROM sellers GROUP BY 1 ORDER BY n DESC, 1 LIMIT 2",
    ),
    (
        "states with more than 30 customers",
        "SELECT customer_state, COUNT(*) AS n FROM customers GROUP BY 1 HAVING n > 30",
    ),
    (
        "the 5 sellers with the most orders, with city",
        "SELECT i.seller_id, s.seller_city, COUNT(DISTINCT i.order_id) AS n FROM order_items i"
        " JOIN sellers s ON s.seller_id = i.seller_id GROUP BY 1, 2 ORDER BY n DESC, 1 LIMIT 5",
    ),
    (
        "estado con más reseñas con comentario",
        "SELECT c.customer_state, COUNT(*) AS n FROM order_reviews r JOIN orders o ON o.order_id = r.order_id"
        " JOIN customers c ON c.customer_id = o.customer_id WHERE r.review_comment_message IS NOT NULL"
        " GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1",
    ),
    ("quantos clientes temos na Bahia?", "SELECT COUNT(*) FROM customers WHERE customer_state = 'BA'"),
    ("number of sellers in the state of São Paulo", "SELECT COUNT(*) FROM sellers WHERE seller_state = 'SP'"),
    ("clientes da cidade de São Paulo", "SELECT COUNT(*) FROM customers WHERE customer_city = 'sao paulo'"),
    ("pedidos no Rio de Janeiro", f"SELECT COUNT(*) {ORDERS} WHERE c.customer_state = 'RJ'"),
    ("pedidos de clientes de Curitiba", f"SELECT COUNT(*) {ORDERS} WHERE c.customer_city = 'curitiba'"),
    ("orders in SP or RJ", f"SELECT COUNT(*) {ORDERS} WHERE c.customer_state IN ('SP', 'RJ')"),
    ("how many customers are not from SP", "SELECT COUNT(*) FROM customers WHERE customer_state <> 'SP'"),
    ("faturamento fora de SP", f"SELECT SUM(p.price) {PRICED} WHERE c.customer_state <> 'SP'"),
    ("pedidos entregados", "SELECT COUNT(*) FROM orders WHERE order_status = 'delivered'"),
    ("how many orders were cancelled?", "SELECT COUNT(*) FROM orders WHERE order_status = 'canceled'"),
    ("pedidos no entregados", "SELECT COUNT(*) FROM orders WHERE order_status <> 'delivered'"),
    ('pedidos con estado "invoiced"', "SELECT COUNT(*) FROM orders WHERE order_status = 'invoiced'"),
    ("orders not delivered yet", "SELECT COUNT(*) FROM orders WHERE order_delivered_customer_date IS NULL"),
    ("quantos pedidos foram entregues com atraso?", f"SELECT COUNT(*) FROM orders o WHERE {LATE}"),
    ("pedidos pagos com boleto", "SELECT COUNT(DISTINCT order_id) FROM order_payments WHERE payment_type = 'boleto'"),
    (
        "orders not paid with boleto",
        "SELECT COUNT(*) FROM orders WHERE order_id NOT IN (SELECT order_id FROM order_payments WHERE payment_type = 'boleto')",
    ),
    ("pagos con tarjeta de crédito", "SELECT COUNT(*) FROM order_payments WHERE payment_type = 'credit_card'"),
    ("pagamentos acima de 500 reais", "SELECT COUNT(*) FROM order_payments WHERE payment_value > 500"),
    ("payments over R$ 1.000,00", "SELECT COUNT(*) FROM order_payments WHERE payment_value > 1000"),
    ("itens com preço entre 50 e 100 reais", "SELECT COUNT(*) FROM order_items WHERE price BETWEEN 50 AND 100"),
    ("items cheaper than 20", "SELECT COUNT(*) FROM order_items WHERE price < 20"),
    ("avaliações com nota 4 ou 5", "SELECT COUNT(*) FROM order_reviews WHERE review_score IN (4, 5)"),
    ("reviews with a score below 3", "SELECT COUNT(*) FROM order_reviews WHERE review_score < 3"),
    ("reseñas de 1 estrella", "SELECT COUNT(*) FROM order_reviews WHERE review_score = 1"),
    ("pagamentos em mais de 6 parcelas", "SELECT COUNT(*) FROM order_payments WHERE payment_installments > 6"),
    ("products heavier than 2 kg", "SELECT COUNT(*) FROM products WHERE product_weight_g > 2000"),
    ("avaliações sem comentário", "SELECT COUNT(*) FROM order_reviews WHERE review_comment_message IS NULL"),
    ("how many reviews have a title?", "SELECT COUNT(*) FROM order_reviews WHERE review_comment_title IS NOT NULL"),
    ("pedidos sem avaliação", "SELECT COUNT(*) FROM orders WHERE order_id NOT IN (SELECT order_id FROM order_reviews)"),
    (
        "produtos que nunca foram vendidos",
        "SELECT COUNT(*) FROM products WHERE product_id NOT IN (SELECT product_id FROM order_items)",
    ),
    (
        "quantos pedidos têm mais de um item?",
        "SELECT COUNT(*) FROM (SELECT order_id FROM order_items GROUP BY order_id HAVING COUNT(*) > 1)",
    ),
    (
        "how many customers spent more than 500 reais?",
        f"SELECT COUNT(*) FROM (SELECT c.customer_unique_id {PAID} GROUP BY c.customer_unique_id HAVING SUM(p.payment_value) > 500)",
    ),
    ("pedidos que demoraram mais de 20 dias para chegar", f"SELECT COUNT(*) FROM orders o WHERE {DAYS} > 20"),
    (
        "orders delivered within 7 days",
        f"SELECT COUNT(*) FROM orders o WHERE order_status = 'delivered' AND {DAYS} <= 7",
    ),
]
GROUPS = [
    ("pedidos por status", "SELECT order_status, COUNT(*) FROM orders GROUP BY 1"),
    ("orders by month in 2017", f"SELECT {MONTH}, COUNT(*) FROM orders o WHERE {YEAR} = '2017' GROUP BY 1"),
    ("facturación por año", f"SELECT {YEAR}, SUM(p.price) {PRICED} GROUP BY 1"),
    ("pedidos por dia da semana", "SELECT strftime('%w', order_purchase_timestamp), COUNT(*) FROM orders GROUP BY 1"),
    (
        "how many orders do we get at each hour of the day?",
        "SELECT strftime('%H', order_purchase_timestamp), COUNT(*) FROM orders GROUP BY 1",
    ),
    (
        "faturamento por trimestre de 2017",
        f"SELECT (CAST(strftime('%m', o.order_purchase_timestamp) AS INTEGER) + 2) / 3, SUM(p.price) {PRICED} WHERE {YEAR} = '2017' GROUP BY 1",
    ),
    ("faturamento por estado", f"SELECT c.customer_state, SUM(p.price) {PRICED} GROUP BY 1"),
    (
        "revenue by seller state",
        "SELECT s.seller_state, SUM(i.price) FROM order_items i JOIN sellers s ON s.seller_id = i.seller_id GROUP BY 1",
    ),
    ("ventas por categoría", f"SELECT d.product_category_name, SUM(i.price) {SOLD} GROUP BY 1"),
    ("pedidos por categoria", f"SELECT d.product_category_name, COUNT(DISTINCT o.order_id) {SOLD} GROUP BY 1"),
    ("orders by payment type", "SELECT payment_type, COUNT(DISTINCT order_id) FROM order_payments GROUP BY 1"),
    (
        "pedidos por mês e tipo de pagamento em 2018",
        f"SELECT {MONTH}, p.payment_type, COUNT(DISTINCT o.order_id) {PAID} WHERE {YEAR} = '2018' GROUP BY 1, 2",
    ),
    (
        "nota média por categoria",
        "SELECT g, AVG(review_score) FROM (SELECT DISTINCT r.review_id, r.review_score, d.product_category_name AS g FROM order_reviews r JOIN order_items i ON i.order_id = r.order_id JOIN products d ON d.product_id = i.product_id) GROUP BY 1",
    ),
    (
        "valor pago por número de parcelas",
        "SELECT payment_installments, SUM(payment_value) FROM order_payments GROUP BY 1",
    ),
    ("distribuição das notas", "SELECT review_score, COUNT(*) FROM order_reviews GROUP BY 1"),
    (
        "número de pedidos e faturamento por mês",
        f"SELECT {MONTH}, COUNT(DISTINCT o.order_id), SUM(p.price) FROM orders o LEFT JOIN order_items p ON p.order_id = o.order_id GROUP BY 1",
    ),
    ("tempo médio de entrega por estado", f"SELECT c.customer_state, AVG({DAYS}) {ORDERS} GROUP BY 1"),
    (
        "average time from approval to delivery in hours",
        "SELECT AVG(24 * (julianday(order_delivered_customer_date) - julianday(order_approved_at))) FROM orders",
    ),
    (
        "quantos itens foram vendidos por vendedores de cada estado?",
        "SELECT s.seller_state, COUNT(*) FROM order_items i JOIN sellers s ON s.seller_id = i.seller_id GROUP BY 1",
    ),
    (
        "nota média das avaliações por mês da compra",
        f"SELECT {MONTH}, AVG(r.review_score) FROM order_reviews r JOIN orders o ON o.order_id = r.order_id GROUP BY 1",
    ),
    (
        "faturamento em SP, RJ e MG por estado",
        f"SELECT c.customer_state, SUM(p.price) {PRICED} WHERE c.customer_state IN ('SP', 'RJ', 'MG') GROUP BY 1",
    ),
    (
        "compare o ticket médio de 2017 e 2018",
        f"SELECT {YEAR}, SUM(p.price) / COUNT(DISTINCT p.order_id) {PRICED} WHERE {YEAR} IN ('2017', '2018') GROUP BY 1",
    ),
    ("quais são os tipos de pagamento?", "SELECT DISTINCT payment_type FROM order_payments"),
    ("list the cities of sellers in SP", "SELECT DISTINCT seller_city FROM sellers WHERE seller_state = 'SP'"),
]
RANKS = [
    (
        "os 5 estados com mais pedidos",
        f"SELECT c.customer_state, COUNT(*) {ORDERS} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5",
    ),
    (
        "which category sold most?",
        f"SELECT d.product_category_name, COUNT(*) {SOLD} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1",
    ),
    (
        "los 3 vendedores con mayor facturación",
        "SELECT seller_id, SUM(price) FROM order_items GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3",
    ),
    (
        "top 10 cidades por faturamento",
        f"SELECT c.customer_city, SUM(p.price) {PRICED} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
    ),
    (
        "as 5 categorias mais vendidas, com a quantidade",
        f"SELECT d.product_category_name, COUNT(*) {SOLD} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5",
    ),
    (
        "Which state has the lowest average review score?",
        f"SELECT c.customer_state, AVG(r.review_score) {ORDERS} JOIN order_reviews r ON r.order_id = o.order_id GROUP BY 1 ORDER BY 2, 1 LIMIT 1",
    ),
    (
        "em que mês tivemos mais pedidos?",
        f"SELECT {MONTH}, COUNT(*) FROM orders o GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1",
    ),
    (
        "qual o meio de pagamento mais usado?",
        "SELECT payment_type, COUNT(*) FROM order_payments GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
    ),
    (
        "rank the seller states by number of items sold",
        "SELECT s.seller_state, COUNT(*) FROM order_items i JOIN sellers s ON s.seller_id = i.seller_id GROUP BY 1",
    ),
    (
        "revenue by seller state - just the 3 biggest",
        "SELECT s.seller_state, SUM(i.price) FROM order_items i JOIN sellers s ON s.seller_id = i.seller_id GROUP BY 1 ORDER BY 2 DESC LIMIT 3",
    ),
    (
        "categorias com mais de 20 pedidos",
        f"SELECT d.product_category_name, COUNT(DISTINCT o.order_id) {SOLD} GROUP BY 1 HAVING COUNT(DISTINCT o.order_id) > 20",
    ),
    (
        "quantas categorias têm mais de 20 pedidos?",
        f"SELECT COUNT(*) FROM (SELECT 1 {SOLD} GROUP BY d.product_category_name HAVING COUNT(DISTINCT o.order_id) > 20)",
    ),
    (
        "vendedores com mais de 30 itens vendidos: id e quantidade",
        "SELECT seller_id, COUNT(*) FROM order_items GROUP BY 1 HAVING COUNT(*) > 30",
    ),
    (
        "estados con ticket promedio superior a 180",
        f"SELECT c.customer_state, SUM(p.price) / COUNT(DISTINCT p.order_id) {PRICED} GROUP BY 1 HAVING SUM(p.price) / COUNT(DISTINCT p.order_id) > 180",
    ),
    (
        "faturamento por estado, só estados com mais de 30 pedidos",
        f"SELECT c.customer_state, SUM(p.price) {PRICED} GROUP BY 1 HAVING COUNT(DISTINCT o.order_id) > 30",
    ),
]
SHARES = [
    ("percentual de pedidos cancelados", "SELECT 100.0 * SUM(order_status = 'canceled') / COUNT(*) FROM orders"),
    ("What percentage of reviews are 5 stars?", "SELECT 100.0 * SUM(review_score = 5) / COUNT(*) FROM order_reviews"),
    (
        "percentual de pedidos cancelados por ano",
        f"SELECT {YEAR}, 100.0 * SUM(order_status = 'canceled') / COUNT(*) FROM orders o GROUP BY 1",
    ),
    (
        "que porcentaje de los pedidos se pagó con boleto",
        "SELECT 100.0 * COUNT(DISTINCT p.order_id) / (SELECT COUNT(*) FROM orders) FROM order_payments p WHERE payment_type = 'boleto'",
    ),
    (
        "share of boleto in total revenue",
        "SELECT 100.0 * SUM(CASE WHEN payment_type = 'boleto' THEN payment_value END) / SUM(payment_value) FROM order_payments",
    ),
    (
        "percentage of orders by status",
        "SELECT order_status, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM orders) FROM orders GROUP BY 1",
    ),
    (
        "dos pedidos que chegaram ao cliente, que percentual chegou atrasado?",
        f"SELECT 100.0 * SUM({LATE}) / COUNT(*) FROM orders o WHERE order_delivered_customer_date IS NOT NULL",
    ),
    (
        "what percentage of credit card payments were in more than one installment?",
        "SELECT 100.0 * SUM(payment_installments > 1) / COUNT(*) FROM order_payments WHERE payment_type = 'credit_card'",
    ),
    (
        "o frete total equivale a quantos por cento do total de preços?",
        "SELECT 100.0 * SUM(freight_value) / SUM(price) FROM order_items",
    ),
]
KNOWN = [*COUNTS, *FIGURES, *TIMES, *FILTERS, *GROUPS, *RANKS, *SHARES]


@pytest.fixture(scope="module")
def store(store_file: Path) -> Iterator[sqlite3.Connection]:
    """The demo store."""
    connection = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    yield connection
    connection.close()


def rows(connection: sqlite3.Connection, sql: str) -> list[tuple[Any, ...]]:
    """Return rows as they can be compared: numbers rounded, in an order of their own."""
    found = [tuple(_plain(value) for value in row) for row in connection.execute(sql)]
    return sorted(found, key=repr)


def _plain(value: Any) -> Any:
    if isinstance(value, str) and value.replace(".", "", 1).isdigit():
        value = float(value)
    return round(float(value), 4) if isinstance(value, int | float) else value


@pytest.mark.parametrize(("question", "expected"), KNOWN, ids=[question for question, _ in KNOWN])
def test_a_question_comes_to_the_same_rows_as_sql_by_hand(
    store: sqlite3.Connection, question: str, expected: str
) -> None:
    """The planned statement passes the check, and returns what the hand-written one does."""
    planned = plan(question, store_allowlist(), meanings=store_meanings())
    checked = check_sql(planned.sql, "sqlite", store_allowlist())
    assert rows(store, checked) == rows(store, expected)
    assert planned.title
    assert planned.understood


def test_the_questions_come_to_something(store: sqlite3.Connection) -> None:
    """Rows that are empty, or one zero, would be the same for many wrong statements."""
    empty = [question for question, sql in KNOWN if rows(store, sql) in ([], [(0.0,)], [(None,)])]
    assert empty == []


@pytest.mark.parametrize(
    ("question", "slip"),
    [
        ("quantos pedidos por estado", "quantos pedidso por estado"),
        ("how many reviews did we get", "how many reveiws did we get"),
        ("faturamento por mês", "faturameto por mes"),
        ("cuántos vendedores hay", "cuantos vendedroes hay"),
        ("QUANTOS PEDIDOS POR ESTADO", "quantos pedidos por estado"),
        ("ticket médio por mês", "ticket medio por mes"),
    ],
)
def test_slips_accents_and_capitals_change_nothing(question: str, slip: str) -> None:
    """One letter beside its place, or without its accent, is the same word."""
    assert (
        plan(slip, store_allowlist(), meanings=store_meanings()).sql
        == plan(question, store_allowlist(), meanings=store_meanings()).sql
    )


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("quantos pedidos por estado em 2018?", "Pedidos por estado (2018)"),
        ("average price by category", "Average: price by category"),
        ("facturación por mes", "Facturación por mes"),
    ],
)
def test_the_title_says_what_is_shown_in_the_language_of_the_question(question: str, title: str) -> None:
    """The words of the question, or those of the file."""
    assert plan(question, store_allowlist(), meanings=store_meanings()).title == title


def test_what_was_decided_is_explained() -> None:
    """The columns, the month without a year, and where relative times begin."""
    told = plan("pedidos em maio por estado", store_allowlist(), meanings=store_meanings())
    assert "customer state" in told.understood
    assert "vale o mais recente" in " ".join(told.notes)
    notes = plan("how many orders last month", store_allowlist(), meanings=store_meanings()).notes
    assert "newest date" in " ".join(notes)


def test_columns_have_names_that_say_what_they_are(store: sqlite3.Connection) -> None:
    """Not `value` and `group1`."""
    cursor = store.execute(plan("pedidos e faturamento por mês", store_allowlist(), meanings=store_meanings()).sql)
    assert [column[0] for column in cursor.description] == ["month", "orders_count", "revenue"]


@pytest.mark.parametrize(
    "question",
    [
        "how many orders from March 5 to March 10",
        "how many orders between March 5 and March 10",
        "how many orders on March 5 and March 7",
        "quantos pedidos do dia 5 de março até 10 de março",
        "how many orders on February 29",
    ],
)
def test_days_without_a_year_that_can_be_of_several_are_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "duckdb"])
def test_a_month_of_next_year_is_written(dialect: str) -> None:
    sql = plan("how many orders in March next year", store_allowlist(), dialect=dialect, meanings=store_meanings()).sql
    assert "--" not in sql
    assert "1 year" in sql.lower() or "'1' year" in sql.lower()


def test_a_number_before_a_month_may_be_how_many() -> None:
    [first, *_] = [mark.made for mark in dated_marks(tokens("top 3 May orders"), store_allowlist()) if mark.made]
    assert isinstance(first, When)
    assert (first.numbers, first.day) == ((5,), 0)
    [first] = [mark.made for mark in dated_marks(tokens("on 3 May"), store_allowlist()) if mark.made]
    assert isinstance(first, When)
    assert (first.numbers, first.day) == ((5,), 3)
