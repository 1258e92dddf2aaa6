"""An order of rows is one mark: neither a ranking of its own nor a "first" that limits."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.reader import tagged


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("revenue by state, highest state first", "desc"),
        ("sellers by state, fewest first", "asc"),
        ("pedidos por estado, os maiores primeiro", "desc"),
        ("vendedores por estado, del que más tiene al que menos", "desc"),
        ("orders by state, from the state with most to the one with least", "desc"),
        ("vendas por estado, do estado com menos vendas para o com mais", "asc"),
        ("who ordered most in the first quarter of 2018", ""),
        ("the best first orders", ""),
    ],
)
def test_words_for_an_order_are_put_together(question: str, order: str) -> None:
    marks = tagged(question, store_allowlist(), store_meanings())
    assert {kind for mark in marks for kind in mark.kinds} & {"desc", "asc"} == ({order} if order else set())


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("sellers by state, fewest first", "ORDER BY sellers_count ASC NULLS LAST, seller_state"),
        ("vendedores por estado, do que tem mais ao que tem menos", "ORDER BY sellers_count DESC, seller_state"),
    ],
)
def test_all_rows_come_in_that_order(question: str, end: str) -> None:
    assert plan(question, store_allowlist(), meanings=store_meanings()).sql.endswith(end)


def test_an_order_does_not_say_that_numbers_are_summed() -> None:
    """The reviews by score in an order are how many have each, or their scores: it is not said which."""
    with pytest.raises(NotUnderstoodError):
        plan("reviews by score, descending", store_allowlist(), meanings=store_meanings())
    assert "COUNT(*)" in plan("how many reviews by score, descending", store_allowlist(), meanings=store_meanings()).sql
