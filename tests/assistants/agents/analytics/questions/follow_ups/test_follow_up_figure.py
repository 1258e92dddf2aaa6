"""Another figure, a share, or a list of what was counted, in the place of the figure before."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


def _after(before: str, question: str) -> Request:
    return follow(question, request_of(before), SHOP, FIGURES)


@pytest.mark.parametrize("question", ["list their ids", "which ones are they?"])
def test_what_was_counted_can_be_listed(question: str) -> None:
    found = _after("how many orders in Porto", question)
    assert found.listed
    assert found.measures == ()
    assert found.groups[0].refs == (("orders", ""),)
    assert [where.values for where in found.wheres] == [("Porto",)]


@pytest.mark.parametrize("question", ["são quantos?", "how many are they?", "¿cuántos son?"])
def test_what_was_listed_can_be_counted(question: str) -> None:
    found = _after("list the orders in Porto", question)
    assert [measure.how for measure in found.measures] == ["count"]
    assert not found.listed


def test_a_share_is_of_the_rows_that_are_named() -> None:
    found = _after("how many closed orders in Porto", "what percentage of all orders is that?")
    assert found.share
    assert [where.values for where in found.numerator] == [("closed",)]
    assert [where.values for where in found.wheres] == [("Porto",)]


def test_a_share_of_rows_without_a_condition_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="of what the share is"):
        _after("how many orders in Porto", "what percentage of all orders is that?")


def test_the_total_is_of_everything() -> None:
    found = _after("how many orders by city", "the total")
    assert found.groups == ()
    assert [measure.how for measure in found.measures] == ["count"]


def test_how_much_of_a_column_is_its_sum() -> None:
    found = _after("how many items of orders in Porto", "how much do they come to in price?")
    assert [(measure.how, measure.refs) for measure in found.measures] == [("SUM", (("items", "price"),))]
    assert found.groups == ()
