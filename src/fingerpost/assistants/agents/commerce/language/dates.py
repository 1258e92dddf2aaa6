"""Date parsing; whether 03/04 is in March or in April is detected once for the whole document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from fingerpost.language.calendar_words import month_numbers

_MONTHS = month_numbers() | month_numbers(accents=True)
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\d/.-])((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_NUMERIC = re.compile(r"(?<![\d/.,-])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)\d\d|\d\d)(?![\d/]|[.,-]\d)")
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|º|°|o)?(?:\s+(?:de\s+|of\s+)?|"
    rf"[-/. ])({_MONTH})\b\.?(?:,?\s+(?:de\s+|del\s+)?|[-/. ])((?:19|20)\d\d|\d\d(?=\s|$|[,;)]))",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_MONTH_FIRST = re.compile(
    rf"\b({_MONTH})\b\.?[\s/-]+(\d{{1,2}})(?:st|nd|rd|th)?,?(?:\s+de)?[\s/-]+((?:19|20)\d\d)", re.IGNORECASE
)


class DocumentDate(NamedTuple):
    """A date found in a text, with its span."""

    value: date
    start: int
    end: int


def find_dates(text: str, day_first: bool) -> list[DocumentDate]:
    """Return the dates of a text in order, without overlaps."""
    found = sorted(_candidates(text, day_first), key=lambda day: (day.start, -day.end))
    kept: list[DocumentDate] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _candidates(text: str, day_first: bool) -> Iterator[DocumentDate]:
    for match in _ISO.finditer(text):
        yield from _at_match(match, _date(match[1], match[3], match[4]))
    for match in _NUMERIC.finditer(text):
        first, second, year = match[1], match[3], match[4]
        days, months = (first, second) if day_first else (second, first)
        # 13/04 has only one reading, whatever the rest of the document uses.
        yield from _at_match(match, _date(year, months, days) or _date(year, days, months))
    if not _LETTER.search(text):
        return
    for match in _DAY_FIRST.finditer(text):
        yield from _at_match(match, _date(match[3], _month(match[2]), match[1]))
    for match in _MONTH_FIRST.finditer(text):
        yield from _at_match(match, _date(match[3], _month(match[1]), match[2]))


def _at_match(match: re.Match[str], value: date | None) -> Iterator[DocumentDate]:
    if value is not None:
        yield DocumentDate(value, match.start(), match.end())


def _month(name: str) -> str:
    # Look-alike letters can match a month case-insensitively without being in the table.
    return str(_MONTHS.get(name.lower(), 0))


def is_day_first(text: str, currency: str, language: str) -> bool:
    """Return whether the day comes before the month: by unambiguous dates, else by currency and language."""
    firsts = seconds = 0
    for match in _NUMERIC.finditer(text):
        firsts += int(match[1]) > 12
        seconds += int(match[3]) > 12
    if firsts != seconds:
        return firsts > seconds
    return language != "en" or currency not in ("USD", "")


def _date(year: str, month: str, day: str) -> date | None:
    number = int(year)
    try:
        return date(number + 2000 if number < 100 else number, int(month), int(day))
    except ValueError:
        return None
