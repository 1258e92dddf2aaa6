"""Figures and dates are written as each language writes them."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.figures import MONEY, PERCENT
from fingerpost.answering.account.writing import date_text, money_text, number_text, percent_text, value_text


@pytest.mark.parametrize(
    ("value", "language", "text"),
    [
        (1240.5, "en", "1,240.5"),
        (1240.5, "es", "1.240,5"),
        (9000, "pt", "9.000"),
        (99.95, "en", "99.95"),
        (66.6667, "en", "66.7"),
        (13.0435, "es", "13"),
        (1234.5678, "en", "1,235"),
        (0.03333, "en", "0.03"),
    ],
)
def test_numbers(value: float, language: str, text: str) -> None:
    assert number_text(value, language) == text


def test_percentages_and_money() -> None:
    assert (percent_text(90, "en"), percent_text(90, "es"), percent_text(37.5, "pt")) == ("90%", "90 %", "37,5%")
    assert [money_text(49.9, code, "en") for code in ("EUR", "BRL", "CHF", "")] == [
        "€49.90",
        "R$ 49.90",
        "49.90 CHF",
        "49.90",
    ]
    assert money_text(49, "EUR", "es") == "49 €"
    assert [value_text(5, unit, "EUR", "en") for unit in (PERCENT, MONEY, "")] == ["5%", "€5", "5"]


def test_dates() -> None:
    assert date_text((2025, 7, 1), "en") == "July 1, 2025"
    assert date_text((2025, 7, 1), "es") == "1 de julio de 2025"
    assert date_text((2025, 3, 0), "pt") == "março de 2025"
    assert date_text((2025, 7, 1), "en", with_year=False) == "July 1"
