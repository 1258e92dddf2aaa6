"""Times as conditions: which date each is of."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import conditions_of


@pytest.mark.parametrize("question", ["orders in 2018", "pedidos em 2018", "pedidos en 2018"])
def test_a_time_is_of_the_rows_before_it(question: str) -> None:
    (when,) = conditions_of(question).whens
    assert (when.ref, when.spans) == (("orders", "ordered_on"), (("2018-01-01", "2019-01-01"),))


def test_or_of_the_date_that_the_word_beside_it_names() -> None:
    (when,) = conditions_of("orders delivered in May 2018").whens
    assert when.ref == ("orders", "delivered_on")


def test_a_time_is_taken_out_of_the_marks() -> None:
    assert [mark.words for mark in conditions_of("orders in 2018").marks] == ["orders"]


def test_without_a_time_there_is_none() -> None:
    assert conditions_of("orders by city").whens == []
