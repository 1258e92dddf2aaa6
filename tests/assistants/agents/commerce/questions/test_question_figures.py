"""The figures and days that a question gives: in digits, in words, without a year."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.question_figures import find_figures, find_question_days, in_digits


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("in three parts", "in 3 parts"),
        ("passa de mil reais", "passa de 1000 reais"),
        ("mais de 5 mil", "mais de 5 mil"),
        ("dez por cento", "10 por cento"),
        ("o total dos itens e uma caixa", "o total dos itens e uma caixa"),
    ],
)
def test_number_words_become_digits(text: str, wanted: str) -> None:
    assert in_digits(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1.500,50 or 1,500.50", [("1500.5", False), ("1500.5", False)]),
        ("6.875% tax", [("6.875", True)]),
        ("10 por cento", [("10", True)]),
        ("over 5 mil", [("5000", False)]),
        ("item GR-018", []),
    ],
)
def test_figures_are_read_in_any_notation(text: str, wanted: list[tuple[str, bool]]) -> None:
    assert [(f"{one.value.normalize():f}", one.percent) for one in find_figures(text, [])] == wanted


def test_a_day_without_a_year_is_the_next_after_the_issue() -> None:
    issued = CommercialDocument(issued=date(2025, 3, 1))
    assert [day for day, _, _ in find_question_days("si pago el 20/03", issued)] == [date(2025, 3, 20)]
    assert find_question_days("within 10 days", issued) == []
    assert find_question_days("on 20 March", CommercialDocument()) == []
