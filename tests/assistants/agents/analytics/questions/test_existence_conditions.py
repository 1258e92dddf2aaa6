"""What rows have or lack."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import conditions_of


@pytest.mark.parametrize("question", ["customers without orders", "clientes sem pedidos", "clientes sin pedidos"])
def test_rows_of_another_table_can_be_missing(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.refs) == ("not exists", (("orders", ""),))


@pytest.mark.parametrize("question", ["customers with a name", "clientes com nome", "clientes con nombre"])
def test_something_can_be_there_in_a_column(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.refs) == ("not null", (("customers", "name"),))


def test_a_date_that_not_every_row_has_says_that_it_happened() -> None:
    (where,) = conditions_of("customers who left").wheres
    assert (where.how, where.refs) == ("not null", (("customers", "left_on"),))


def test_the_date_of_every_row_says_nothing() -> None:
    assert conditions_of("orders ordered").wheres == []


def test_a_date_that_is_grouped_by_is_no_condition() -> None:
    assert conditions_of("orders by delivery").wheres == []


@pytest.mark.parametrize(
    "question",
    [
        "customers by city with name",
        "the 5 customers with the most orders, with city",
        "los 5 clientes con mas pedidos con ciudad",
        "os 5 clientes com mais pedidos, com cidade",
    ],
)
def test_what_is_shown_beside_groups_or_a_ranking_is_no_condition(question: str) -> None:
    assert conditions_of(question).wheres == []


@pytest.mark.parametrize(
    "question", ["cities with the most customers with a name", "orders by number of customers with a name"]
)
def test_behind_what_is_counted_it_says_which_of_them(question: str) -> None:
    (where,) = conditions_of(question).wheres
    assert (where.how, where.refs) == ("not null", (("customers", "name"),))
