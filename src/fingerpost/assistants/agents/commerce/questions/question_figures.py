"""The figures and days that a question about a document gives itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.language.days import find_days
from fingerpost.language.detect import language_of
from fingerpost.language.function_words import SMALL
from fingerpost.language.number_reader import figure, figure_at, spoken_at
from fingerpost.language.text import words
from fingerpost.language.tokens import Word, at, words_of

_CALENDAR_DAY = re.compile(r"\d(?!.*(?<![^\W_])(?:days?|dias|weeks?|semanas?|months?|mes|meses)(?![^\W_]))")
"""A day of the calendar, unlike "10 days"."""
_ALSO_WORDS = words("dos once doce cento ciento")
_HUNDREDS = words("cento ciento cent")


class QuestionFigure(NamedTuple):
    """A number that a question gives, and where."""

    value: Decimal
    percent: bool
    start: int
    end: int


def in_digits(question: str) -> str:
    """Return a question with its number words as digits: "in three parts" as "in 3 parts"."""
    found = words_of(question)
    parts, end, place = [], 0, 0
    while place < len(found):
        spoken = None if _is_no_number(found, place) else spoken_at(found, place)
        if spoken is None or spoken[0] < 2:
            place += 1
            continue
        parts += [question[end : found[place].start], str(spoken[0])]
        end, place = found[spoken[1] - 1].end, spoken[1]
    return "".join([*parts, question[end:]])


def _is_no_number(found: Sequence[Word], place: int) -> bool:
    """Return whether a number word is another word too, or goes on with digits: "por cento", "5 mil"."""
    word = at(found, place)
    return word in SMALL | _ALSO_WORDS or (word == "mil" and place > 0 and found[place - 1].is_digits)


def find_figures(question: str, taken: Sequence[tuple[int, int]]) -> Iterator[QuestionFigure]:
    """Yield the numbers of a question outside some places: its days."""
    found, place = words_of(question), 0
    while place < len(found):
        read = figure_at(found, place)
        start = found[place].start
        if read is None:
            place += 1
            continue
        raw, place = read
        value, end = figure(raw), found[place - 1].end
        in_code = start > 0 and (question[start - 1].isalpha() or question[start - 1] in "-/")
        if value is None or in_code or any(begin <= start < stop for begin, stop in taken):
            continue
        number = Decimal(value.numerator) / Decimal(value.denominator)
        after = [at(found, place), at(found, place + 1)]
        percent = after[0] in ("%", "percent", "pct") or (after[0] in ("por", "per") and after[1] in _HUNDREDS)
        if percent and raw.count(".") + raw.count(",") == 1:
            # No percentage is in the thousands.
            number = Decimal(raw.replace(",", "."))
        if after[0] in ("mil", "k", "thousand"):
            number *= 1000
        yield QuestionFigure(number, percent, start, end)


def find_question_days(question: str, document: CommercialDocument) -> list[tuple[date, int, int]]:
    """Return the days that a question gives with their places; one without a year is the next after the issue."""
    day_first = language_of(question) != "en" or document.currency not in ("USD", "")
    days = [(day.value, day.start, day.end) for day in find_dates(question, day_first)]
    if days or document.issued is None:
        return days
    found = find_days(question, document.issued)
    return [
        (date.fromisoformat(day.date), start, end)
        for day, start, end in found
        if day.date is not None and _CALENDAR_DAY.search(normalize(question[start:end]))
    ]
