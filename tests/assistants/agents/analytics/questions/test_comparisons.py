"""Comparisons with a number, and of two columns of a row."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import conditions_of


@pytest.mark.parametrize(
    "question", ["orders with weight above 10", "pedidos com peso acima de 10", "pedidos con peso superior a 10"]
)
def test_a_column_is_compared_with_a_number(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.refs, where.values) == (">", (("orders", "weight"),), (10.0,))


@pytest.mark.parametrize(
    "question", ["customers with more than 2 orders", "clientes com mais de 2 pedidos", "clientes con más de 2 pedidos"]
)
def test_a_number_of_rows_is_compared(question: str) -> None:
    assembly = conditions_of(question)
    (having,) = assembly.having
    assert (having.measure.how, having.measure.refs, having.how, having.values) == (
        "count",
        (("orders", ""),),
        ">",
        (2.0,),
    )
    assert assembly.wheres == []


@pytest.mark.parametrize("question", ["orders of more than 200", "pedidos de mais de 200", "pedidos de más de 200"])
def test_without_a_column_it_is_what_rows_come_to(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert where.refs == (("orders", "total_value"),)


@pytest.mark.parametrize(
    "question", ["items with 4 or 5 stars", "itens com 4 ou 5 estrelas", "artículos con 4 o 5 estrellas"]
)
def test_several_numbers_are_alternatives(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.values) == ("=", (4.0, 5.0))


def test_a_denied_comparison_is_its_opposite() -> None:
    (where,) = conditions_of("orders with weight not above 10").wheres
    assert where.how == "<="


def test_two_dates_of_a_row_are_compared() -> None:
    (where,) = conditions_of("orders delivered before the compra by status").wheres
    assert (where.how, where.refs, where.other) == ("<", (("orders", "delivered_on"),), ("orders", "ordered_on"))


def test_a_number_before_what_is_ranked_is_a_limit() -> None:
    assembly = conditions_of("top 3 customers by revenue")
    assert (assembly.wheres, assembly.having) == ([], [])
