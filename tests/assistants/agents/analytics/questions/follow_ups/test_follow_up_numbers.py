"""A number of a follow-up takes the place of the one that it is of, and no other."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


def _after(before: str, question: str) -> Request:
    return follow(question, request_of(before), SHOP, FIGURES)


@pytest.mark.parametrize("question", ["2 too", "2 as well", "agrega 2"])
def test_a_number_that_is_added_replaces_nothing(question: str) -> None:
    (where,) = _after("how many items have 1 star", question).wheres
    assert where.values == (1.0, 2.0)


def test_a_number_is_not_added_to_a_comparison() -> None:
    with pytest.raises(NotUnderstoodError, match="say both"):
        _after("how many items with more than 3 stars", "2 too")


def test_the_new_number_is_told_and_the_old_one_is_not() -> None:
    (where,) = _after("how many items with more than 3 stars", "more than 4").wheres
    assert (where.values, where.words) == ((4.0,), "more than 4")
    (having,) = _after("customers with more than 30 orders", "more than 20 instead").having
    assert (having.values, having.words) == ((20.0,), "more than 20 orders")


@pytest.mark.parametrize(
    "question", ["amplia pra 10", "amplía a 10", "extend it to 10", "increase the list to 10", "aumenta para 10"]
)
def test_a_verb_changes_how_many_rows_are_shown(question: str) -> None:
    found = _after("top 5 cities by revenue", question)
    assert (found.limit, found.order) == (10, "desc")


@pytest.mark.parametrize(
    "question", ["raise the minimum to 50 orders", "sube el mínimo a 50", "baixa o corte para 50", "lower it to 50"]
)
def test_a_verb_changes_the_edge_of_what_is_compared(question: str) -> None:
    (having,) = _after("customers with at least 30 orders", question).having
    assert (having.how, having.values) == (">=", (50.0,))
    assert "50" in having.words


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("customers with at least 30 orders", "raise the maximum to 50"),
        ("customers with at least 30 orders", "raise the minimum to 50 items"),
        ("how many orders by city", "raise it to 50"),
    ],
)
def test_a_number_that_is_not_there_is_not_changed(before: str, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        _after(before, question)


@pytest.mark.parametrize("question", ["only those with 3 or more", "só os que têm 3 ou mais", "solo con 3 o más"])
def test_a_comparison_behind_its_number_is_of_the_figure(question: str) -> None:
    (having,) = _after("orders by city", question).having
    assert (having.how, having.values) == (">=", (3.0,))
