"""Values as conditions: their column, several of them, and denial."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from tests.assistants.agents.analytics.questions.shop import conditions_of


@pytest.mark.parametrize(
    "question", ["customers in Lima", "clientes em Lima", "clientes en Lima", "clientes da cidade de Lima"]
)
def test_a_value_is_of_its_column(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.refs, where.values) == ("=", (("customers", "city"),), ("Lima",))


@pytest.mark.parametrize(
    "question", ["customers in Porto or Lima", "clientes em Porto ou Lima", "clientes en Porto o Lima"]
)
def test_several_of_one_column_are_alternatives(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert where.values == ("Porto", "Lima")


@pytest.mark.parametrize("question", ["orders not closed", "pedidos não closed", "orders except closed"])
def test_a_value_can_be_denied(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.values) == ("<>", ("closed",))


def test_values_of_two_columns_are_two_conditions() -> None:
    assert len(conditions_of("closed orders in Porto").wheres) == 2


def test_a_text_in_quotes_is_a_value_of_the_column_beside_it() -> None:
    (where,) = conditions_of('customers with name "Ana Sá"').wheres
    assert where.refs == (("customers", "name"),)
    assert "Ana Sá" in where.values


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("items of seller 8d50f5ea", "seller_id"),
        ("itens do vendedor 8d50f5ea", "seller_id"),
        ("artículos del vendedor 8d50f5ea", "seller_id"),
        ("peso do produto 8d50f5ea", "product_id"),
        ("product weight of 8d50f5ea", "product_id"),
    ],
)
def test_a_code_is_the_key_of_the_rows_named_before_it(question: str, column: str) -> None:
    """It is compared as it was written: keys tell capitals apart."""
    sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert f"{column} = '8d50f5ea'" in sql


@pytest.mark.parametrize("question", ["8d50f5ea", "how many items 8d50f5ea", "orders over 2500reais"])
def test_a_code_of_nothing_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize(
    "question",
    [
        "items in Porto and Lima, separately",
        "artículos en Porto y Lima por separado",
        "itens em Porto e Lima separadamente",
    ],
)
def test_separately_asks_for_each_of_the_values(question: str) -> None:
    found = conditions_of(question)
    assert found.each == [found.wheres[0].refs]
    assert not any(mark.of("apart") for mark in found.marks)
