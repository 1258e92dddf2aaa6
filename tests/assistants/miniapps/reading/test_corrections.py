"""What people take back."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.reading.corrections import corrected, turned, without_denied
from fingerpost.language.days import read_day
from fingerpost.language.ratings import read_rating

TODAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("no wait, day 3", "day 3"), ("no, day 3", "day 3"), ("sorry, it was 4", "it was 4"), ("hmm 3 actually", "3 actually"),
        ("perdón, era un 5", "era un 5"), ("uy no, el castillo", "el castillo"), ("al final no fuimos", "no fuimos"),
        ("não, dia 3", "dia 3"), ("ops, inverti, masp é 5", "masp é 5"), ("foi mal, museu 3", "museu 3"),
        ("no", "no"), ("no museums", "no museums"), ("não fomos", "não fomos"), ("wait", "wait"), ("", ""),
    ],
)  # fmt: skip
def test_what_follows_is_meant(text: str, left: str) -> None:
    assert turned(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("make that 4 stars not 5", "make that 4 stars"), ("ponle 4, no 5", "ponle 4"), ("dá 4 e não 5", "dá 4"),
        ("not day 3, day 2", ", day 2"), ("4 en vez de 3", "4"), ("os dois últimos no dia 2", "os dois últimos no dia 2"),
        ("remove no 5", "remove no 5"), ("not 5", "not 5"), ("", ""),
    ],
)  # fmt: skip
def test_what_it_is_not_tells_nothing(text: str, left: str) -> None:
    assert without_denied(text) == left


@pytest.mark.parametrize(
    ("text", "day"),
    [("both on saturday.. i mean day 1", 1), ("el día 2, perdón, el día 3", 3), ("dia 1, quer dizer, dia 4", 4)],
)
def test_the_later_day_replaces_the_earlier(text: str, day: int) -> None:
    left = corrected(text, lambda text: read_day(text, TODAY))
    found = read_day(left, TODAY)[0]
    assert found is not None
    assert found.number == day


def test_the_later_rating_replaces_the_earlier() -> None:
    assert read_rating(corrected("4 stars, no wait, 3 stars", read_rating))[0] == 3


@pytest.mark.parametrize("text", ["no, " * 5000, "sorry " * 5000, "not 5 " * 3000, " i mean " * 2000, "h" * 20000])
def test_hostile_text_is_read_to_its_end(text: str) -> None:
    assert isinstance(turned(text), str)
    assert isinstance(corrected(text, read_rating), str)
