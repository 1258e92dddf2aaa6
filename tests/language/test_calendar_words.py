"""Months and weekdays by their names in three languages, with and without accents."""

from __future__ import annotations

import pytest

from fingerpost.language.calendar_words import (
    MONTHS,
    SHORT_MONTHS,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    month_numbers,
    usual,
    weekday_numbers,
)
from fingerpost.language.numbers import LANGUAGES
from fingerpost.language.text import fold


@pytest.mark.parametrize(
    ("name", "month"),
    [
        *(("january", 1), ("sept", 9), ("may", 5), ("december", 12)),
        *(("enero", 1), ("setiembre", 9), ("septiembre", 9), ("dic", 12)),
        *(("fevereiro", 2), ("março", 3), ("out", 10), ("dez", 12)),
    ],
)
def test_a_month_has_its_number(name: str, month: int) -> None:
    assert month_numbers(accents=True)[name] == month
    assert month_numbers()[fold(name)] == month


@pytest.mark.parametrize(
    ("name", "day"),
    [("monday", 0), ("sundays", 6), ("miércoles", 2), ("sábado", 5), ("terça-feira", 1), ("sextas-feiras", 4)],
)
def test_a_weekday_has_its_number(name: str, day: int) -> None:
    assert weekday_numbers(accents=True)[name] == day
    assert weekday_numbers()[fold(name)] == day


def test_every_language_has_all_of_them() -> None:
    for language in LANGUAGES:
        assert len(MONTHS[language]) == len(SHORT_MONTHS[language]) == 12
        assert len(WEEKDAYS[language]) == len(SHORT_WEEKDAYS[language]) == 7


def test_long_names_can_be_taken_alone() -> None:
    long = month_numbers(MONTHS)
    assert "jan" not in long
    assert "may" in long
    assert month_numbers(MONTHS, languages=("es",))["mayo"] == 5


def test_the_usual_spelling_stands_first() -> None:
    assert usual(SHORT_MONTHS["en"])[8] == "sep"
    assert usual(WEEKDAYS["pt"])[:2] == ("segunda-feira", "terça-feira")
