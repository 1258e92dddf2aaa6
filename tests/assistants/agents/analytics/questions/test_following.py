"""A short question edits the one before it, and only that."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.following import follow
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


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("from June on", ("2017-06-01", "2018-01-01")),
        ("de junho em diante", ("2017-06-01", "2018-01-01")),
        ("desde junio", ("2017-06-01", "2018-01-01")),
        ("until March", ("2017-01-01", "2017-04-01")),
        ("before March", ("2017-01-01", "2017-03-01")),
    ],
)
def test_an_edge_without_a_year_lies_in_the_year_before(question: str, span: tuple[str, str]) -> None:
    (when,) = _after("how many orders in 2017", question).whens
    assert when.spans == (span,)
    assert "2017" in when.words


def test_an_edge_outside_the_time_before_is_asked_back() -> None:
    with pytest.raises(NotUnderstoodError, match="of which year"):
        _after("how many orders in March 2017", "from January on")
