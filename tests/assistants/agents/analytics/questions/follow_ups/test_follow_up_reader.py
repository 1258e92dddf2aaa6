"""A short question edits the one before it, and only that."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


def _after(before: str, question: str) -> Request:
    return follow(question, request_of(before), SHOP, FIGURES)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("orders by city in 2018", "and in 2017?"),
        ("pedidos por cidade em 2018", "e em 2017?"),
        ("pedidos por ciudad en 2018", "¿y en 2017?"),
    ],
)
def test_a_time_takes_the_place_of_the_one_before(before: str, question: str) -> None:
    found = _after(before, question)
    assert [when.spans for when in found.whens] == [(("2017-01-01", "2018-01-01"),)]
    assert [group.refs for group in found.groups] == [(("customers", "city"),)]


def test_a_value_takes_the_place_of_another_of_its_column() -> None:
    (where,) = _after("how many orders in Porto", "and in Lima?").wheres
    assert where.values == ("Lima",)


def test_a_group_takes_the_place_of_the_one_before() -> None:
    found = _after("revenue by city", "by month")
    assert [group.part for group in found.groups] == ["month"]
    assert [measure.name for measure in found.measures] == ["revenue"]


@pytest.mark.parametrize("question", ["by month", "and?"])
def test_where_nothing_changes_it_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        _after("revenue by month", question)


@pytest.mark.parametrize("question", ["how many of those are open?", "dessas, quantas são open?"])
def test_a_part_of_those_before_narrows_them(question: str) -> None:
    found = _after("how many orders in Porto", question)
    assert {where.values for where in found.wheres} == {("Porto",), ("open",)}
