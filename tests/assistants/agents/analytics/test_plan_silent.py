"""Questions that were answered with another figure than the one asked for, each without a word: now right, or refused."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("pedidos al contado", "order_payments.payment_installments = 1"),
        ("pedidos entregues a tiempo", "order_delivered_customer_date <= orders.order_estimated_delivery_date"),
        ("average payment per order", "SUM(order_payments.payment_value) AS value"),
        ("average payments per order", "COUNT(*) AS value"),
        ("qual o valor médio pago por pedido em 2018?", "SUM(order_payments.payment_value) AS value"),
        ("revenue per order in 2018", "GROUP BY orders.order_id"),
        ("orders delivered late by more than 3 days", "JULIANDAY(orders.order_estimated_delivery_date)) > 3"),
        ("pedidos atrasados em mais de 3 dias", "JULIANDAY(orders.order_estimated_delivery_date)) > 3"),
        ("orders of all statuses in 2018", "orders.order_purchase_timestamp < '2019-01-01'"),
        ("pedidos de todos os status em 2018", "orders.order_purchase_timestamp < '2019-01-01'"),
        ("revenue by customer's state in 2018", "GROUP BY customers.customer_state"),
        ("customers without orders that were not cancelled", "NOT orders.order_status = 'canceled'"),
        ("which state has the lowest minimum price", "ORDER BY min_price ASC NULLS LAST, customer_state LIMIT 1"),
        ("which category has the highest minimum price", "ORDER BY min_price DESC, product_category_name LIMIT 1"),
        ("which state has the highest freight", "ORDER BY max_freight_value DESC, customer_state LIMIT 1"),
        ("what is the minimum, maximum and average price?", "MIN(order_items.price) AS min_price, MAX"),
        ("revenue per seller in each state", "GROUP BY sellers.seller_id, sellers.seller_state"),
        ("3 most expensive products per category", "PARTITION BY grouped.group1"),
        ("los 3 productos mas caros por categoria", "ranked.place <= 3"),
        ("por categoria, os 3 produtos mais caros", "PARTITION BY grouped.group1"),
        ("top 5 categories by average weight, weight included", "GROUP BY products.product_category_name ORDER"),
        ("qué categoría aparece en más pedidos", "COUNT(DISTINCT orders.order_id) AS orders_count"),
        ("Pásame los números de los pedidos cancelados", "SELECT orders.order_id AS order_id"),
        ("how many orders add up to more than 1,000 reais in payments?", "HAVING SUM(order_payments.payment_value) >"),
        ("quantos pedidos somam mais de 1000 reais em pagamentos?", "HAVING SUM(order_payments.payment_value) >"),
        ("quais categorias têm frete médio por item acima de 30 reais?", "HAVING AVG(order_items.freight_value) > 30"),
        ("itens com frete acima de 30 reais", "order_items.freight_value > 30"),
        ("¿cuántos pedidos llevan artículos de más de un vendedor?", "HAVING COUNT(DISTINCT sellers.seller_id) > 1"),
        ("avaliações que chegaram em 2018", "FROM order_reviews WHERE order_reviews.review_creation_date"),
        ("orders delivered to the carrier in May 2018", "FROM orders WHERE orders.order_delivered_carrier_date >="),
        ("how many orders with reviews", "orders.order_id IN (SELECT order_reviews.order_id FROM order_reviews)"),
        ("orders by category; each order counts only once", "COUNT(DISTINCT orders.order_id)"),
        ("nota media por estado, solo estados con 100 reseñas o más", "HAVING COUNT(*) >= 100"),
        ("orders that took more than 24 hours from purchase to approval", "orders.order_purchase_timestamp)) > 1"),
        ("payments by type - number of payments and amount", "SUM(order_payments.payment_value)"),
        ("how many orders were paid with boleto, fully or in part?", "order_payments.payment_type = 'boleto'"),
        ("qual o frete mais caro que já cobramos num único item?", "MAX(order_items.freight_value)"),
        (
            "which seller has the lowest average review score among those with at least 20 orders",
            "AVG(kept.review_score)",
        ),
        ("ingresos por mes de 2018 sin contar pedidos cancelados", "NOT orders.order_status = 'canceled'"),
        ("revenue by month excluding orders from SP", "NOT customers.customer_state = 'SP'"),
        ("sellers who sold more than 20 items but have fewer than 5 reviews", "COALESCE(part2.value4, 0) < 5"),
        ("porcentaje de los clientes por id único con más de un pedido", "GROUP BY customers.customer_unique_id"),
    ],
)
def test_it_is_what_was_asked_for(question: str, part: str) -> None:
    assert part in plan(question, store_allowlist(), meanings=store_meanings()).sql


@pytest.mark.parametrize(
    "question",
    [
        "sellers with average freight per order above 30",
        "frete médio por pedido (frete total dividido pelo nº de pedidos), por ano da compra",
        "ticket médio por estado dos pedidos entregues em 2017",
        "what percentage of customers by state have more than one order",
        "De todos los pagos recibidos, ¿cuál fue el más alto? Quiero el importe y el medio de pago.",
        "how many reviews by state, each order counts once",
        "quantas avaliações por estado, cada pedido conta uma vez",
    ],
)
def test_what_would_be_dropped_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_the_sentence_of_the_issue() -> None:
    """Orders that were delivered, bought in a year, by the state of the customer."""
    found = plan(
        "orders delivered, purchased in 2018, by customer's state", store_allowlist(), meanings=store_meanings()
    )
    assert "orders.order_status = 'delivered'" in found.sql
    assert "orders.order_purchase_timestamp >= '2018-01-01'" in found.sql
    assert "GROUP BY customers.customer_state" in found.sql


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("orders in 2017 vs 2018", "STRFTIME('%Y', orders.order_purchase_timestamp)"),
        ("compare o valor médio pago por pedido entre clientes de SP e do RJ", "customers.customer_state"),
    ],
)
def test_what_is_put_side_by_side_is_not_added_up(question: str, group: str) -> None:
    assert f"GROUP BY {group}" in plan(question, store_allowlist(), meanings=store_meanings()).sql.replace(
        "grouped.", ""
    )


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("vale para vendedores também?", "também"),
        ("list the sellers from Rio Grande do Sul with their sales", "list sellers"),
        ("revenue in english", "in english"),
        ("reviews with score between 5 and 3", "between 5 and 3"),
        ("sellers with between 5 and 3 orders", "between 5 and 3"),
        ("revenue in 2017 and in 2018", "and 2018"),
        ("faturamento em 2017 e em 2018", "e 2018"),
        ("top 3 products in each category", "products"),
        ("best seller of each state", "best seller of each"),
        ("pedidos contados em dinheiro", "dinheiro"),
        ("number of orders and value by state", "value"),
        ("faturamento com frete", "frete"),
        ("revenue by customer, state", "state"),
        ("growth of the share of late orders by month", "share"),
        ("which seller has the highest revenue in each category and how many orders", "seller"),
        ("difference in revenue between 2017 and 2018 by category", "revenue"),
    ],
)
def test_it_is_refused_with_the_words_named(question: str, word: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert any(word in said for said in caught.value.words), caught.value.words


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("compare revenue of SP and RJ in 2018", "by month"),
        ("compara los ingresos de SP y RJ en 2018", "por mes"),
        ("ticket médio em 2017 versus 2018", "por estado"),
    ],
)
def test_what_was_put_side_by_side_is_not_added_up_by_a_follow_up(before: str, question: str) -> None:
    assert plan(before, store_allowlist(), meanings=store_meanings()).sql
    with pytest.raises(NotUnderstoodError, match=r"side by side|lado a lado"):
        plan(question, store_allowlist(), before=before, meanings=store_meanings())


def test_groups_without_a_value_are_no_part_of_a_share() -> None:
    """The whole counts values, so that no share is above 100 %."""
    found = plan("what percentage of categories have more than 1 order", store_allowlist(), meanings=store_meanings())
    held, _, every = found.sql.partition("AS part1")
    assert re.search(r"NOT \(?products\.product_category_name IS NULL", held)
    assert "COUNT(DISTINCT products.product_category_name)" in every


@pytest.mark.parametrize(
    "question", ["sellers with at least 10 different categories", "vendedores con mas de 10 categorías distintas"]
)
def test_a_number_of_different_things_is_no_amount(question: str) -> None:
    sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert "HAVING COUNT(DISTINCT products.product_category_name)" in sql
    assert "price" not in sql


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("how many orders in 2018 or later?", ">= '2018-01-01'"),
        ("quantos pedidos em 2018 ou depois?", ">= '2018-01-01'"),
        ("¿cuántos pedidos en 2017 o antes?", "< '2018-01-01'"),
        ("how many orders in 2017 or earlier?", "< '2018-01-01'"),
    ],
)
def test_a_time_or_later_has_no_end_and_or_earlier_no_start(question: str, bound: str) -> None:
    sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert sql.endswith(f"orders.order_purchase_timestamp {bound}")
