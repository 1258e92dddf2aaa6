"""Dates in a text, as people and machines write them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.language.calendar_words import MONTHS, SHORT_MONTHS, month_numbers
from fingerpost.language.tokens import Word, at, glued

_LONG = month_numbers(MONTHS)
_MONTHS = month_numbers(MONTHS, SHORT_MONTHS)
_SIGNS = ("-", "/", ".")
_JOINS = ("of", "de", ",", "del", ".")
_ORDINALS = ("st", "nd", "rd", "th", "º", "o")
_ENGLISH_VERBS = ("may", "march")


class Dated(NamedTuple):
    """A date in a text: the days that it may be, as year, month and day with 0 for what is not said, and its words."""

    readings: tuple[tuple[int, int, int], ...]
    first: int
    after: int


def find_dates(words: Sequence[Word]) -> list[Dated]:
    """Return the dates of a text."""
    found: list[Dated] = []
    place = 0
    while place < len(words):
        dated = _numeric_at(words, place) or _month_at(words, place)
        if dated is not None:
            found.append(dated)
        place = dated.after if dated else place + 1
    return found


def _numeric_at(words: Sequence[Word], place: int) -> Dated | None:
    """Read 2025-07-01, 01/07/2025, 7/1/25."""
    sign = at(words, place + 1)
    if words[place].is_digits and sign == "-" and (month := _month_of_year_at(words, place)):
        return month
    # Of "2025-06-01/2025-06-30" both are dates.
    goes_on = glued(words, place) and not (at(words, place - 1) == "/" and len(words[place].text) == 4)
    if not words[place].is_digits or sign not in _SIGNS or at(words, place + 3) != sign or goes_on:
        return None
    if place + 4 >= len(words) or not all(glued(words, place + step) for step in range(1, 5)):
        return None
    parts = [at(words, place + step) for step in (0, 2, 4)]
    if not all(part.isdecimal() and len(part) <= 4 for part in parts) or (
        len(parts[0]) < 4 and len(parts[2]) != (4 if sign == "." else max(len(parts[2]), 2))
    ):
        # Without a whole year, 1.2.3 is a version.
        return None
    one, two, three = map(int, parts)
    if len(parts[0]) == 4:
        orders = [(one, two, three)]
    else:
        year = three + 2000 if three < 100 else three
        orders = [(year, two, one), (year, one, two)]
    readings = tuple(dict.fromkeys(order for order in orders if _is_date(*order)))
    after = place + 5
    # The time of 2025-07-01T10:00:00Z says nothing more.
    while (
        after < len(words) and glued(words, after) and (at(words, after) in ("t", "z", ":") or words[after].is_digits)
    ):
        after += 1
    return Dated(readings, place, after) if readings else None


def _month_of_year_at(words: Sequence[Word], place: int) -> Dated | None:
    """Read 2025-07."""
    year, month = at(words, place), at(words, place + 2)
    whole = glued(words, place + 1) and glued(words, place + 2) and not glued(words, place) and len(month) == 2
    if (
        not whole
        or len(year) != 4
        or not month.isdecimal()
        or (glued(words, place + 3) and at(words, place + 3) in _SIGNS[:2])
    ):
        return None
    return Dated(((int(year), int(month), 0),), place, place + 3) if _is_date(int(year), int(month), 1) else None


def _month_at(words: Sequence[Word], place: int) -> Dated | None:
    """Read "July 1, 2025", "1 July", "15 de agosto de 2025", "agosto de 2025", "mayo"."""
    day, month_place = 0, place
    if words[place].is_digits and len(words[place].text) <= 2 and not glued(words, place):
        day, month_place = int(words[place].folded), place + 1
        month_place += at(words, month_place) in _ORDINALS and glued(words, month_place)
        month_place += at(words, month_place) in ("of", "de")
    month = _MONTHS.get(at(words, month_place), 0)
    if not month or (day and not 1 <= day <= 31):
        return None
    is_short = at(words, month_place) not in _LONG
    after = month_place + 1 + (is_short and at(words, month_place + 1) == "." and glued(words, month_place + 1))
    number = at(words, after)
    if not day and number.isdecimal() and len(number) <= 2 and 1 <= int(number) <= 31 and not _goes_on(words, after):
        day, after = int(at(words, after)), after + 1
        after += at(words, after) in _ORDINALS and glued(words, after)
    year, end = _year_at(words, after)
    if not day and not year and not _is_named(words, month_place):
        return None
    return Dated(((year, month, day),), place if day or month_place == place else month_place, end)


def _goes_on(words: Sequence[Word], place: int) -> bool:
    """Whether digits are the begin of a longer number: "mayo 12.000"."""
    return at(words, place + 1) in (".", ",") and glued(words, place + 1) and glued(words, place + 2)


def _year_at(words: Sequence[Word], place: int) -> tuple[int, int]:
    """Return the year that follows a month or day, 0 for none, and the place after it."""
    step = place + (at(words, place) in _JOINS)
    text = at(words, step)
    if text.isdecimal() and len(text) == 4 and 1990 <= int(text) <= 2100:
        return int(text), step + 1
    return 0, place


def _is_named(words: Sequence[Word], place: int) -> bool:
    """Whether a month stands alone: long, and no English verb."""
    word = words[place]
    return word.folded in _LONG and (word.folded not in _ENGLISH_VERBS or (word.is_capital and place > 0))


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        return 1990 <= date(year, month, day).year <= 2100
    except ValueError:
        return False


def same_date(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two dates agree in all that both say."""
    return all(a == b or not a or not b for a, b in zip(one, other, strict=True))
