"""Anything may be sent: no reader fails, loses its way or takes more than linear time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.reading.names import MOST_NAMES, read_names
from fingerpost.assistants.miniapps.reading.references import find
from fingerpost.language.days import read_day
from fingerpost.language.money import read_money
from fingerpost.language.number_reader import read_number, whole_number
from fingerpost.language.ratings import read_rating
from tests.conftest import examples

TODAY = date(2026, 4, 15)
READERS: dict[str, Callable[[str], Any]] = {
    "number": read_number,
    "word": whole_number,
    "money": read_money,
    "rating": read_rating,
    "day": lambda text: read_day(text, TODAY),
    "names": read_names,
    "find": lambda text: find(["Prado", "Retiro", text[:300]], text, (0,)),
    "items": lambda text: find([text, "Prado"], "prado and the last one"),
}
PIECES = [
    "a", "A", "1", "1.", "1,", "1 ", "111 ", "a, ", "A and ", "y ", "- ", "1. ", "-", "(", ")", '"', "“", "“a", "'a ", "'", "`", "«", "\n", "- a\n", "$", "$1 ", "€",
    "R$", "1/", "1/2 ", "1-", "⭐", "★ ", "one ", "twenty ", "mil ", "hundred ", "day ", "day 1 ", "3 de ", "mañana ", "segunda ", "from friday ", "the ", "it ", "and ",
    "please ", "to my list ", "first ", "\u0300", "\u0316\u0300", "\u200b", "\x00", "\ud800", "ﷺ", "９", "🙏", ": ", ", ", "/ ", "…", "İ", "ß", ".", "a.", "abcd. ",
]  # fmt: skip
"""What a text may be made of, over and over."""

said = st.text(st.characters(), max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@pytest.mark.parametrize("name", READERS)
@given(text=said)
def test_no_text_makes_a_reader_fail(name: str, text: str) -> None:
    assert READERS[name](text) == READERS[name](text)


@given(said)
def test_what_is_left_is_never_more_than_what_came(text: str) -> None:
    for reader in (read_number, read_money, read_rating):
        found, left = reader(text)
        assert len(left) <= len(text)
        assert found or found == 0 or left == text


@given(items=st.lists(said, max_size=6), text=said, recent=st.lists(st.integers(-3, 9), max_size=4))
@settings(max_examples=examples(200))
def test_only_items_that_are_there_are_found(items: list[str], text: str, recent: list[int]) -> None:
    found = find(items, text, recent)
    assert not (found.places and found.close)
    for places in found:
        assert list(places) == sorted(set(places))
        assert all(0 <= place < len(items) for place in places)


def _lines_run(reader: Callable[[str], Any], text: str) -> int:
    """Return how many lines of ours a reader runs: unlike time, the same on any machine."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if "miniapps" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        reader(text)
    finally:
        sys.settrace(before)
    return count


def _is_linear(short: int, long: int) -> bool:
    """Whether four times the text took about four times the work; a little is done for any text."""
    return long <= 5 * short + 2000


@pytest.mark.parametrize("name", READERS)
def test_the_work_grows_with_the_length_and_not_with_its_square(name: str) -> None:
    # A reference is read up to a length, which the short text must reach.
    times = 400 if name == "find" else 50
    for piece in PIECES[:: 4 if name == "find" else 1]:
        short, long = (_lines_run(READERS[name], piece * many) for many in (times, 4 * times))
        assert _is_linear(short, long), piece


def _square(text: str) -> int:
    found = 0
    for one in text:
        for two in text:
            found += one == two
    return found


def test_a_reader_that_takes_the_square_is_noticed() -> None:
    assert not _is_linear(_lines_run(_square, "a" * 50), _lines_run(_square, "a" * 200))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("piece", ["a", "1", ",", "a, ", "\u0316\u0300"])
def test_long_texts_come_to_an_end(name: str, piece: str) -> None:
    result = READERS[name](piece * (100_000 if len(piece) == 1 else 50_000))
    assert result is None or len(result) <= MOST_NAMES
