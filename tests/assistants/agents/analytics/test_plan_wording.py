"""One question in several wordings is one query, and a word that nothing is done with is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import request_builder

SAME = [
    ("Break down revenue by payment type", "revenue by payment type"),
    ("Reparte los pedidos de 2018 por el estado donde vive el cliente", "pedidos de 2018 por estado del cliente"),
    ("orders between 1 and 15 March 2018", "orders from 2018-03-01 to 2018-03-15"),
    ("pedidos de 1 a 15 de março de 2018", "pedidos de 01/03/2018 a 15/03/2018"),
    ("itens vendidos para o Rio Grande do Sul", "itens vendidos no Rio Grande do Sul"),
    ("pedidos con un pago superior a mil reales", "pedidos con un pago superior a 1000 reales"),
    ("productos que no llegan a 100 gramos", "productos de menos de 100 gramos"),
    ("qual a altura do produto mais alto?", "altura máxima dos produtos"),
    ("productos que no se vendieron nunca", "productos que nunca se vendieron"),
    ("how many reviews were created in 2018?", "how many reviews in 2018?"),
    ("what was our revenue from items in 2018?", "sum of item prices in 2018"),
    ("quanto os clientes do Ceará pagaram de frete?", "frete total dos clientes do Ceará"),
    ("how much was spent on freight in 2018?", "total freight in 2018"),
    ("¿cuál fue el flete más caro?", "flete máximo"),
    ("¿cuánto vale el artículo más caro?", "precio máximo de los artículos"),
    ("total pago no cartão de crédito", "valor total pago no cartão de crédito"),
    ("revenue by category, use the english names", "revenue by category in english"),
    ("las categorías (nombre en inglés) con más pedidos", "las categorías con más pedidos, en inglés"),
    ("revenue by english category name", "revenue by category in english"),
    ("payments over 2.5k", "payments over 2500"),
    ("faturamento por categoria sem contar produto sem categoria", "faturamento por categoria com categoria"),
]


def sql(question: str) -> str:
    """Return what the demo store is asked for."""
    return plan(question, store_allowlist(), meanings=store_meanings()).sql


def body(text: str) -> str:
    """Return what a statement asks for, whatever its columns are called."""
    return text.partition(" FROM ")[2]


@pytest.mark.parametrize(("question", "other"), SAME[:-1])
def test_two_wordings_are_one_query(question: str, other: str) -> None:
    """What is counted or summed, and of which rows, is the same."""
    assert body(sql(question)) == body(sql(other))


def test_what_lacks_something_and_is_left_out_has_it() -> None:
    """Two denials are none."""
    assert "NOT products.product_category_name IS NULL" in sql(SAME[-1][0])


def test_the_highest_total_ranks_by_totals() -> None:
    """One row comes back, and not the highest single freight of every category."""
    found = sql("qual categoria teve o maior frete total?")
    assert "SUM(order_items.freight_value)" in found
    assert "LIMIT 1" in found


def test_money_is_held_against_the_column_that_is_named() -> None:
    """A price is compared as a price, and an average as an average of each group."""
    assert "order_items.price > 100" in sql("preço médio dos itens vendidos acima de 100 reais")
    assert "HAVING AVG(order_items.price) > 250" in sql("em que categorias o preço médio do item passa de 250 reais?")


def test_a_number_is_of_the_noun_behind_it() -> None:
    """Three instalments are no payment of three."""
    assert "payment_installments = 3" in sql("valor pago em 3 parcelas")


def test_orders_are_created_when_they_are_bought() -> None:
    """A word that dates the rows of two tables dates those that are spoken of."""
    assert "order_reviews" not in sql("how many orders were created in 2018?")


@pytest.mark.parametrize(
    "question",
    ["quantos pedidos no trimestre?", "how many orders city", "how many orders weight", "first half of the orders"],
)
def test_a_noun_that_nothing_is_done_with_is_refused(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the refusal the figure is that of all rows."""
    with pytest.raises(NotUnderstoodError):
        sql(question)
    monkeypatch.setattr(request_builder, "_refuse_unused", lambda _: None)
    if "half" not in question:
        assert "WHERE" not in sql(question)


def test_a_verb_that_divides_needs_a_by() -> None:
    """What broke is no breakdown."""
    with pytest.raises(NotUnderstoodError, match="quebraram"):
        sql("quantos pedidos quebraram em 2018?")


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("orders in 2018", "and the month before?"),
        ("compara os pedidos de 2017 com os de 2018", "só de janeiro a agosto"),
        ("how many orders by month?", "and the cheapest?"),
        ("average weight of the products in grams", "in kilos please"),
    ],
)
def test_a_follow_up_that_can_mean_two_things_is_refused(before: str, question: str) -> None:
    """Nothing of what it says is dropped to make it fit."""
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings(), before=before)


def test_two_conditions_of_a_follow_up_hold_together() -> None:
    """`arrived` does not take the place of `on time`."""
    found = plan(
        "lo mismo para los que llegaron a tiempo",
        store_allowlist(),
        meanings=store_meanings(),
        before="pedidos con retraso por estado",
    ).sql
    assert "<= orders.order_estimated_delivery_date" in found


def test_money_of_what_was_counted_is_what_the_rows_come_to() -> None:
    """Orders have no amount of their own: the file says which figure money is."""
    before = "how many orders were paid with boleto?"
    found = plan("how much money was that?", store_allowlist(), meanings=store_meanings(), before=before).sql
    assert "SUM(order_payments.payment_value)" in found
    assert "payment_type = 'boleto'" in found


def test_who_they_are_must_be_known() -> None:
    """After a question that was not understood "they" is nobody."""
    with pytest.raises(NotUnderstoodError, match="as a whole"):
        plan(
            "how many orders did they place?",
            store_allowlist(),
            meanings=store_meanings(),
            before="what did the glorbs do?",
        )
