"""A time of a follow-up is counted from the one before, lies in it, or is left out of it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


def _after(before: str, question: str) -> Request:
    return follow(question, request_of(before), SHOP, FIGURES)


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


@pytest.mark.parametrize("question", ["leave out 2016", "quita 2016", "tira 2016", "without 2016"])
def test_a_time_is_left_out(question: str) -> None:
    found = _after("how many orders by year", question)
    assert [when.spans for when in found.whens] == [(("", "2016-01-01"), ("2017-01-01", ""))]
    assert [group.part for group in found.groups] == ["year"]


def test_a_month_is_left_out_of_the_year_before() -> None:
    (when,) = _after("orders by month in 2018", "without March").whens
    assert when.spans == (("2018-01-01", "2018-03-01"), ("2018-04-01", "2019-01-01"))
    assert "without March" in when.words


def test_a_time_that_is_not_in_it_cannot_be_left_out() -> None:
    with pytest.raises(NotUnderstoodError, match="nothing of this time"):
        _after("orders by month in 2018", "leave out 2016")
