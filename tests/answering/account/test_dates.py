"""Dates are read however they are written."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.dates import find_dates, same_date
from fingerpost.language.tokens import words_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("renews 2025-07-01", (2025, 7, 1)),
        ("on July 1, 2025.", (2025, 7, 1)),
        ("on 1 July 2025", (2025, 7, 1)),
        ("July 1st", (0, 7, 1)),
        ("el 15 de agosto de 2025", (2025, 8, 15)),
        ("em 1º de setembro de 2025", (2025, 9, 1)),
        ("vence 31/12/2025", (2025, 12, 31)),
        ("en marzo de 2026", (2026, 3, 0)),
        ("La factura de mayo", (0, 5, 0)),
        ("at 2025-07-01T10:00:00Z", (2025, 7, 1)),
    ],
)
def test_a_date_is_read(text: str, day: tuple[int, int, int]) -> None:
    assert [dated.readings[0] for dated in find_dates(words_of(text))] == [day]


@pytest.mark.parametrize("text", ["You may use it", "32/13/2025", "9,000 of 10,000", "version 1.2.3", "mayor 12"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert find_dates(words_of(text)) == []


def test_day_and_month_may_be_in_either_order() -> None:
    (dated,) = find_dates(words_of("03/04/2026"))
    assert set(dated.readings) == {(2026, 4, 3), (2026, 3, 4)}


def test_dates_agree_in_what_both_say() -> None:
    assert same_date((2025, 7, 1), (0, 7, 1))
    assert not same_date((2025, 7, 1), (2024, 7, 1))
