"""Times in a question, whatever language they are written in."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import When
from fingerpost.assistants.agents.analytics.questions.date_expressions import read_dates
from tests.assistants.agents.analytics.questions.shop import assembly_of


def _when(question: str) -> When:
    found = [mark.made for mark in assembly_of(question).marks if isinstance(mark.made, When)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("question", ["orders in May 2018", "pedidos em maio de 2018", "pedidos en mayo de 2018"])
def test_a_month_ends_before_the_next(question: str) -> None:
    assert _when(question).spans == (("2018-05-01", "2018-06-01"),)


@pytest.mark.parametrize("question", ["orders before 2018", "pedidos antes de 2018"])
def test_a_time_before_another_is_open_at_its_beginning(question: str) -> None:
    assert _when(question).spans == (("", "2018-01-01"),)


@pytest.mark.parametrize("question", ["orders last month", "pedidos no mês passado", "pedidos del mes pasado"])
def test_a_time_can_be_counted_from_the_newest(question: str) -> None:
    when = _when(question)
    assert (when.unit, when.back, when.length) == ("month", 1, 1)


@pytest.mark.parametrize("question", ["orders next month", "pedidos do próximo mês", "pedidos del próximo mes"])
def test_the_next_month_lies_ahead(question: str) -> None:
    when = _when(question)
    assert (when.unit, when.back, when.length) == ("month", -1, 1)


def test_without_a_time_the_marks_stay_as_they_are() -> None:
    marks = assembly_of("orders by city").marks
    assert read_dates(marks) == marks
