"""Everything that is asked for is read, or the words that are left are named."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.target_reader import read_asked
from tests.assistants.agents.analytics.questions.shop import asked_of, conditions_of


@pytest.mark.parametrize("question", ["revenue by month", "faturamento por mês", "facturación por mes"])
def test_figure_and_group_are_read(question: str) -> None:
    asked = asked_of(question)
    assert [measure.name for measure in asked.measures] == ["revenue"]
    assert [group.part for group in asked.groups] == ["month"]


def test_a_noun_without_a_place_is_refused_and_named() -> None:
    with pytest.raises(NotUnderstoodError, match="could not be placed") as caught:
        asked_of("how many orders status city")
    assert caught.value.words == ("city",)


def test_marks_that_carry_nothing_are_passed_over() -> None:
    assembly = conditions_of("only orders")
    assert read_asked(assembly).subject is not None
    assert [mark.words for mark in assembly.marks] == ["only"]
