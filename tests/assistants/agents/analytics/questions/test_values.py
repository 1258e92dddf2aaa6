"""Values as conditions: their column, several of them, and denial."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

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
