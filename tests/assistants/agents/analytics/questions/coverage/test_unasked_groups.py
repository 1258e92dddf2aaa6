"""Figures are grouped by a column only where a word of the question asks for that."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted

TESTS = Allowlist(
    (
        AllowedTable(
            "germination_tests",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("tested_on", "date", synonyms=("prueba", "teste")),
                AllowedColumn("temperature_c", "number", synonyms=("temperatura",)),
            ),
        ),
    )
)
BY_DATE = Request(
    (Measure("AVG", (("germination_tests", "temperature_c"),)),),
    groups=(Group((("germination_tests", "tested_on"),), words="tested on"),),
    order="desc",
)


@pytest.mark.parametrize(
    "question",
    [
        "¿Cuál es la temperatura media de las pruebas?",
        "Qual é a temperatura média dos testes?",
        "What is the average temperature of the tests?",
    ],
)
def test_a_noun_without_a_word_of_grouping_is_no_group(question: str) -> None:
    with pytest.raises(NotUnderstoodError) as error:
        accounted(question, BY_DATE, TESTS, Meanings())
    assert error.value.words == ("tested on",)


@pytest.mark.parametrize(
    "question", ["temperatura media por prueba", "average temperature by tested on", "qual teste tem temperatura média"]
)
def test_a_word_of_grouping_asks_for_it(question: str) -> None:
    assert accounted(question, BY_DATE, TESTS, Meanings()) == BY_DATE
