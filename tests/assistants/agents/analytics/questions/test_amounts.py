"""What is counted or summed where no column was named for it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.amounts import (
    amount_of,
    are_events,
    counted_once,
    counted_rows,
    is_amount,
    summed_amount,
    worth_of,
)
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from tests.assistants.agents.analytics.questions.shop import assembly_of

ORDERS = Group((("orders", ""),), words="orders")


def _asked(subject: Group | None = None) -> Asked:
    return Asked(assembly_of("orders"), subject=subject)


def test_the_rows_of_the_noun_are_counted() -> None:
    assert counted_rows(_asked(ORDERS)) == Measure("count", (("orders", ""),), words="orders")


def test_a_column_is_counted_by_its_different_values() -> None:
    city = Group((("customers", "city"),), words="city")
    assert counted_rows(_asked(city)) == Measure("distinct", (("customers", "city"),), words="city")


def test_a_sum_is_of_what_rows_come_to() -> None:
    expected = Measure("SUM", (("orders", "total_value"),), words="total_value")
    assert summed_amount(_asked(ORDERS)) == expected
    assert amount_of(_asked(), "orders") == expected


def test_rows_without_an_amount_are_not_summed() -> None:
    with pytest.raises(NotUnderstoodError, match="what is summed"):
        amount_of(_asked(), "customers")


def test_counted_rows_are_worth_their_amount_where_they_have_one() -> None:
    assert worth_of(_asked(), Measure("count", (("orders", ""),))).how == "SUM"
    assert worth_of(_asked(), Measure("count", (("customers", ""),))).how == "count"


def test_different_rows_are_counted_by_their_key() -> None:
    assert counted_once(_asked(), Measure("count", (("orders", ""),))).refs == (("orders", "order_id"),)
    with pytest.raises(NotUnderstoodError, match="without repetition"):
        counted_once(_asked(), Measure("SUM", (("orders", "weight"),)))


def test_rows_without_a_name_are_events() -> None:
    assert are_events(_asked(ORDERS))
    assert not are_events(_asked(Group((("customers", ""),))))


def test_an_amount_is_told_from_other_columns() -> None:
    assert is_amount(_asked(), Group((("orders", "total_value"),)))
    assert not is_amount(_asked(), Group((("orders", "weight"),)))
