"""Figures are read in digits and words, with their unit and how exact they are meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.answering.account.dates import find_dates
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT, WrittenFigure, find_figures
from fingerpost.answering.account.writing import number_text
from fingerpost.language.tokens import words_of


def figures(text: str) -> list[WrittenFigure]:
    words = words_of(text)
    return find_figures(words, find_dates(words))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("9,000 of 10,000 calls", [9000, 10000]),
        ("1.240 llamadas", [1240]),
        ("12 000 calls", [12000]),
        ("18k calls", [18000]),
        ("1,25 millones", [1_250_000]),
        ("18,5 mil chamadas", [18500]),
        ("rate 1.5e6", [1_500_000]),
        ("cento e cinquenta minutos", [150]),
        ("one thousand calls", [1000]),
        ("veintiún días", [21]),
        ("one seat is free", [1]),
        ("una llamada", []),
        ("75% dos minutos", [75]),
        ("dos proyectos", [2]),
        ("on July 1, 2025", []),
        ("INV-2024 and v2 at 14:30", []),
        ("1,1,1,1,1,1", []),
    ],
)
def test_numbers_are_read(text: str, values: list[float]) -> None:
    assert [figure.value for figure in figures(text)] == values


@pytest.mark.parametrize(
    ("text", "unit", "currency", "value"),
    [
        ("90%", PERCENT, "", 90),
        ("30 por ciento", PERCENT, "", 30),
        ("two thirds of it", PERCENT, "", 200 / 3),
        ("la mitad", PERCENT, "", 50),
        ("três quartos das chamadas", PERCENT, "", 75),
        ("€49", MONEY, "EUR", 49),
        ("R$ 89,90", MONEY, "BRL", 89.9),
        ("199 dólares", MONEY, "USD", 199),
        ("twice as many", MULTIPLE, "", 2),
        ("cuatro veces más", MULTIPLE, "", 4),
    ],
)
def test_units_are_read(text: str, unit: str, currency: str, value: float) -> None:
    (figure,) = figures(text)
    assert (figure.unit, figure.currency) == (unit, currency)
    assert figure.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "bound"),
    [("about 300", "~"), ("casi 300", "<"), ("mais de 300", ">"), ("mais da metade", ">"), ("exactly 300", "")],
)
def test_how_exact_a_figure_is_meant(text: str, bound: str) -> None:
    assert [figure.bound for figure in figures(text)] == [bound]


def test_a_rank_is_no_fraction() -> None:
    assert figures("the third project") == []


@given(st.integers(0, 10**9), st.sampled_from(["en", "es", "pt"]))
def test_what_is_written_is_read_again(value: int, language: str) -> None:
    (figure,) = figures(number_text(value, language))
    assert value in [reading[0] for reading in figure.readings]
