"""What rows are grouped by."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from tests.assistants.agents.analytics.questions.shop import asked_of


@pytest.mark.parametrize("question", ["revenue by city", "faturamento por cidade", "facturación por ciudad"])
def test_a_column_groups(question: str) -> None:
    assert [group.refs for group in asked_of(question).groups] == [(("customers", "city"),)]


@pytest.mark.parametrize("question", ["monthly revenue", "faturamento mensal", "facturación mensual"])
def test_an_adverb_groups_without_by(question: str) -> None:
    assert [group.part for group in asked_of(question).groups] == ["month"]


def test_several_groups_are_joined_by_and() -> None:
    groups = asked_of("revenue by city and month").groups
    assert [(group.refs, group.part) for group in groups] == [((("customers", "city"),), ""), ((), "month")]


def test_a_unit_of_time_can_be_of_a_date_that_is_named() -> None:
    (group,) = asked_of("how many orders by month of compra").groups
    assert (group.refs, group.part) == ((("orders", "ordered_on"),), "month")


def test_a_word_for_each_that_says_nothing_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="by what"):
        asked_of("each")
