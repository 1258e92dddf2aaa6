"""Reads the times in a question: months, years, quarters, stretches between two days, and days before the newest."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, When
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.tokens import NUMBER, day_span, month_span, year_like
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.function_words import AND, TO_THE

_RANGE = TO_THE | AND | each("a ate to until till hasta through -")
"""What stands between the two ends of a stretch."""
_AGAINST = each("vs versus contra against x") | {"next to", "compared to", "compared with"}
"""What puts one time against another."""
_JOINED = each("e and y ou or o ,") | _AGAINST
_OF = each("de of del do da / , o the el in em no en")
_COMPARED = ("gt", "ge", "lt", "le", "eq", "top", "bottom")
_UNITS = ("part_day", "part_week", "part_month", "part_quarter", "part_year")
_HALVES = {"s1": (1, 6), "s2": (7, 6), "h1": (1, 6), "h2": (7, 6), "1s": (1, 6), "2s": (7, 6)}
_QUARTERS = {f"{letter}{n}": (3 * n - 2, 3) for letter in "qt" for n in range(1, 5)} | {
    f"{n}{letter}": (3 * n - 2, 3) for letter in "qt" for n in range(1, 5)
}
_PARTS_OF_YEARS = _HALVES.keys() | _QUARTERS.keys()
_ANY_YEAR = 2023
"""A year that has just the days that every year has."""
_COUNTED = ("table", "column", "measure", "unit", "days_unit")

_BEGINNINGS = frozenset(
    (*_UNITS, "date", "at_day", "number", "month", "short_month", "year_word", "today", "yesterday", "this"),
) | {"next_time", "ago_last", "weekday", "weekend", *(f"ordinal{n}" for n in range(1, 5))}
"""What a time can begin with: most words are nothing of it."""

Found = tuple[When, int]
"""A time, and the place behind it."""


def read_dates(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks with every time put together into one of kind `when`, that carries a When."""
    found: list[Mark] = []
    at = 0
    while at < len(marks):
        here = _time(marks, at)
        if here is None:
            found.append(marks[at])
            at += 1
            continue
        when, end = here
        words = " ".join(mark.words for mark in marks[at:end])
        made = replace(when, words=words)
        found.append(Mark(words, marks[at].start, marks[end - 1].end, (Meaning("when"),), made=made))
        at = end
    return found


def _time(marks: Sequence[Mark], at: int) -> Found | None:
    """Read a time with what stands before it: between, since, until, before, after."""
    mark = marks[at]
    if mark.of("between") and (ends := _two_ends(marks, at + 1, frozenset(("e", "and", "y", "a", "to")))):
        return ends
    kind = next((kind for kind in ("before", "after", "until", "since") if mark.of(kind)), "")
    start = at + 1 if kind else at
    if kind in ("", "since") and (days := _days_of_month(marks, at + 1 if mark.of("between") else start, mark)):
        return days
    if kind in ("", "since") and (ends := _two_ends(marks, start, _RANGE - {"e", "and", "y"})):
        return ends
    point = _point(marks, _past(marks, start) if kind else start)
    if point is None:
        return None
    backward = not kind and _is(marks, point[1], "backward")
    onward = backward or _is(marks, point[1], "onward")
    if (not kind or mark.words.lower() == "from") and not onward:
        # `orders from 2017` are those of 2017.
        return point if kind else _several(marks, point)
    bounded = _bounded(point[0], kind or ("until" if backward else "since"))
    return (bounded, point[1] + onward) if bounded else None


def _several(marks: Sequence[Mark], first: Found) -> Found:
    """Read more of the same kind behind a time: `2017 e 2018`, `janeiro, fevereiro e março de 2018`."""
    whens, end, against = [first[0]], first[1], False
    while end + 1 < len(marks) and _text(marks, end) in _JOINED and (more := _point(marks, _past(marks, end + 1))):
        whens.append(more[0])
        against = against or _text(marks, end) in _AGAINST
        end = more[1]
    if len(whens) == 1:
        return first
    _refuse_days(whens, marks)
    if whens[-1].unit == "year" and all(when.part == "month" and when.unit in ("", "year") for when in whens):
        # January and February of last year: both are of it.
        numbers = tuple(n for when in whens for n in when.numbers)
        return replace(whens[-1], numbers=numbers), end
    year = int(whens[-1].spans[0][0][:4]) if whens[-1].spans else 0
    whens = [_with_year(when, year) for when in whens]
    if all(when.spans for when in whens):
        spans = tuple(span for when in whens for span in when.spans)
        return When(spans=spans, ends=spans if against else ()), end
    if against:
        raise NotUnderstoodError("say of which year both times are", (" ".join(mark.words for mark in marks[:end]),))
    if len({when.part for when in whens}) == 1 and whens[0].part:
        return When(part=whens[0].part, numbers=tuple(n for when in whens for n in when.numbers)), end
    return first


def _two_ends(marks: Sequence[Mark], at: int, joining: frozenset[str]) -> Found | None:
    """Read two times and what joins them into the stretch from the one to the other, both included."""
    first = _point(marks, _past(marks, at))
    if first is None or first[1] >= len(marks) or _text(marks, first[1]) not in joining:
        return None
    second = _point(marks, _past(marks, first[1] + 1))
    if second is None:
        return None
    _refuse_days([first[0], second[0]], marks)
    if not second[0].spans:
        # Without a year these are the latest such months.
        months = (first[0].part, second[0].part) == ("month", "month") and first[0].unit in ("", second[0].unit)
        if not months or first[0].numbers > second[0].numbers:
            return None
        return replace(second[0], numbers=tuple(range(first[0].numbers[0], second[0].numbers[0] + 1))), second[1]
    start = _with_year(first[0], int(second[0].spans[0][0][:4]))
    if not start.spans or start.spans[0][0] > second[0].spans[0][0]:
        return None
    ends = (start.spans[0], second[0].spans[0])
    return When(spans=((start.spans[0][0], second[0].spans[0][1]),), ends=ends), second[1]


def _days_of_month(marks: Sequence[Mark], at: int, first: Mark) -> Found | None:
    """Read two days of one month: `between 1 and 15 March 2018`, `del 1 al 15 de marzo de 2018`."""
    at = _past(marks, at)
    joining = _RANGE if first.of("between") else _RANGE - AND
    if not _is(marks, at, "number", "ordinal1") or _text(marks, at + 1) not in joining:
        return None
    behind = _past(marks, at + 2)
    last = _day(marks, behind) if behind < len(marks) else None
    if last is None or len(last[0].spans) != 1:
        return None
    end = last[0].spans[0][1]
    # The day after the last one may be the first of the next month.
    month = (datetime.date.fromisoformat(end) - datetime.timedelta(days=1)).replace(day=1)
    start = day_span(month.year, month.month, _number(marks, at) or 1)
    return (When(spans=((start[0], end),)), last[1]) if start and start[0] < end else None


def _refuse_days(whens: Sequence[When], marks: Sequence[Mark]) -> None:
    """Refuse several days whose year nobody says: the latest of each need not be of one year."""
    if any(when.day for when in whens) and not whens[-1].spans:
        raise NotUnderstoodError("say of which year the days are", (" ".join(mark.words for mark in marks),))


def _with_year(when: When, year: int) -> When:
    """Return a month without a year as the month of this one."""
    if year and when.part == "month" and when.day:
        span = day_span(year, when.numbers[0], when.day)
        return When(spans=(span,)) if span else when
    if year and when.part == "month" and len(when.numbers) == 1:
        return When(spans=(month_span(year, when.numbers[0]),))
    return when


def _bounded(when: When, kind: str) -> When | None:
    if when.part == "month" and len(when.numbers) == 1:
        return replace(when, bound=kind)
    if len(when.spans) != 1:
        return None
    ((start, end),) = when.spans
    return When(spans=({"before": ("", start), "after": (end, ""), "until": ("", end), "since": (start, "")}[kind],))


def _point(marks: Sequence[Mark], at: int) -> Found | None:
    """Read one time that stands by itself."""
    if at >= len(marks) or not (_BEGINNINGS & marks[at].kinds or _text(marks, at) in _PARTS_OF_YEARS):
        return None
    for read in (_day, _month, _quarter, _year, _relative, _recurring):
        if found := read(marks, at):
            return found
    return None


def _day(marks: Sequence[Mark], at: int) -> Found | None:
    mark = marks[at]
    if mark.of("date"):
        return When(spans=(mark.tokens[0].dates,)), at + 1
    start = at + 1 if mark.of("at_day") and _is(marks, at + 1, "number") else at
    if _is(marks, start, "number") or _ordinal(marks, start) == 1:
        # 15 de março de 2018
        day = _number(marks, start) or 1
        month = _past(marks, start + 1, _OF)
        counts = at > 0 and marks[at - 1].of(*_COMPARED) is not None
        if _is(marks, month, "month") and (
            _year_behind(marks, month + 1) or not (counts or _is(marks, month + 1, "table"))
        ):
            return _day_of(marks, month, day, month + 1)
    if mark.of("month") and _is(marks, at + 1, "number") and _number(marks, at + 1) <= 31:
        # March 15, 2018
        return _day_of(marks, at, _number(marks, at + 1), at + 2)
    return None


def _day_of(marks: Sequence[Mark], month: int, day: int, end: int) -> Found | None:
    """Read the day of a month with the year behind it; without one it is the latest such day."""
    year = _year_behind(marks, end)
    if year is None and (_which(marks, month), day) == (2, 29):
        raise NotUnderstoodError("say of which year this day is", (f"{day} {marks[month].words}",))
    span = day_span(year[0] if year else _ANY_YEAR, _which(marks, month), day)
    if span is None:
        return None
    if year:
        return When(spans=(span,)), year[1]
    return When(part="month", numbers=(_which(marks, month),), day=day), end


def _month(marks: Sequence[Mark], at: int) -> Found | None:
    # no mês de janeiro
    start = _past(marks, at + 1, _OF) if marks[at].of("part_month") and len(marks[at].tokens) == 1 else at
    if not _is(marks, start, "month") and not _is(marks, start, "short_month"):
        return None
    if year := _year_behind(marks, start + 1):
        return When(spans=(month_span(year[0], _which(marks, start)),)), year[1]
    mark = marks[start]
    # `may` and `mar` are words of their own; a month alone needs its full name, and "may" something before it.
    if not mark.of("month") or (mark.words == "may" and not (start and marks[start - 1].of("small", "and"))):
        return None
    behind = _past(marks, start + 1, _OF)
    relative = _relative(marks, behind) if behind < len(marks) else None
    if relative and relative[0].unit == "year" and relative[0].length == 1:
        return When(part="month", numbers=(_which(marks, start),), unit="year", back=relative[0].back), relative[1]
    return When(part="month", numbers=(_which(marks, start),)), start + 1


def _quarter(marks: Sequence[Mark], at: int) -> Found | None:
    text = _text(marks, at)
    months = _QUARTERS.get(text) or _HALVES.get(text)
    end = at + 1
    if not months:
        which = _ordinal(marks, at)
        if which in (1, 2) and _is(marks, end, "fortnight_word"):
            return _fortnight(marks, _past(marks, end + 1, _OF), which)
        if which and _is(marks, end, "quarter_word"):
            months = (3 * which - 2, 3)
        elif which in (1, 2) and _is(marks, end, "half_word"):
            months = (6 * which - 5, 6)
        end += 1
    if not months:
        return None
    if year := _year_behind(marks, end):
        return When(spans=(month_span(year[0], *months),)), year[1]
    if _is(marks, _past(marks, end), "table", "column", "measure"):
        # `the first half of the orders` is no time.
        return None
    return When(part="month", numbers=tuple(range(months[0], sum(months)))), end


def _fortnight(marks: Sequence[Mark], at: int, which: int) -> Found | None:
    """Read the half of a month: the first fifteen days, or those after them."""
    month = _month(marks, at) if at < len(marks) else None
    if month is None or not month[0].spans:
        return None
    start, end = month[0].spans[0]
    middle = f"{start[:8]}16"
    return When(spans=((start, middle) if which == 1 else (middle, end),)), month[1]


def _year(marks: Sequence[Mark], at: int) -> Found | None:
    start = _past(marks, at + 1, _OF) if marks[at].of("year_word") else at
    if not _is(marks, start, "number") or not year_like(_value(marks, start)):
        return None
    before = frozenset(marks[at - 1].kinds if at else ())
    if before.intersection(_COMPARED) and (
        not before.intersection(("since", "until", "before", "after")) or _is(marks, start + 1, *_COUNTED)
    ):
        return None
    if before & {"column"} and start == at and not marks[at - 1].of("when", "part_day"):
        return None
    year = int(_value(marks, start))
    return When(spans=((f"{year}-01-01", f"{year + 1}-01-01"),)), start + 1


def _relative(marks: Sequence[Mark], at: int) -> Found | None:
    """Read a time that is counted back from the newest date: `este mês`, `last year`, `últimos 30 dias`."""
    mark = marks[at]
    if mark.of("today", "yesterday"):
        return When(unit="day", back=int(mark.of("yesterday") is not None), length=1), at + 1
    if mark.of("this") and (unit := _unit(marks, at + 1)):
        return When(unit=unit, length=1), at + 2
    if (unit := _unit(marks, at)) and _is(marks, at + 1, "before") and _at_end(marks, at + 2):
        # `and the year before?`
        return When(unit=unit, back=1, length=1), at + 2
    if unit := _next_unit(marks, at):
        return When(unit=unit, back=-1, length=1), at + 2
    last = _is(marks, at, "ago_last")
    number, unit_at = (at + 1, at + 2) if last else (at, at + 1)
    if _is(marks, number, "number") and (unit := _unit(marks, unit_at)) and (last or _is(marks, at + 2, "ago_last")):
        return When(unit=unit, length=-_number(marks, number)), at + 3
    unit = _unit(marks, at + 1) if last else _unit(marks, at) if _is(marks, at + 1, "ago_last") else ""
    return (When(unit=unit, back=1, length=1), at + 2) if unit else None


def _next_unit(marks: Sequence[Mark], at: int) -> str:
    """Return the unit of `next month` or `el mes que viene`, empty where none begins here."""
    for word, unit_at in ((at, at + 1), (at + 1, at)):
        if _is(marks, word, "next_time") and (unit := _unit(marks, unit_at)):
            return unit
    return ""


def _recurring(marks: Sequence[Mark], at: int) -> Found | None:
    mark = marks[at]
    if weekday := mark.of("weekday"):
        return When(part="weekday", numbers=(int(weekday.number),)), at + 1
    if mark.of("weekend"):
        return When(part="weekday", numbers=(0, 6)), at + 1
    return None


def _at_end(marks: Sequence[Mark], at: int) -> bool:
    return all(mark.of("small", "sign") for mark in marks[at:])


def _unit(marks: Sequence[Mark], at: int) -> str:
    found = marks[at].of(*_UNITS) if at < len(marks) and not marks[at].of("when_asked") else None
    if found is None and at < len(marks) and marks[at].of("year_word"):
        return "year"
    return found.kind.removeprefix("part_") if found else ""


def _year_behind(marks: Sequence[Mark], at: int) -> tuple[int, int] | None:
    """Read a year with what may stand before it: `de 2018`, `, 2018`, `/18`, `of the year 2018`."""
    start = _past(marks, at, _OF)
    if _is(marks, start, "year_word"):
        start += 1
    if not _is(marks, start, "number"):
        return None
    value = _value(marks, start)
    if _text(marks, start - 1) == "/" and value < 100:
        value += 2000
    return (int(value), start + 1) if year_like(value) else None


def _past(marks: Sequence[Mark], at: int, words: frozenset[str] = frozenset()) -> int:
    """Return the place behind small words."""
    while at < len(marks) and (
        _text(marks, at) in words if words else bool(marks[at].of("small")) and not marks[at].of("month")
    ):
        at += 1
    return at


def _is(marks: Sequence[Mark], at: int, *kinds: str) -> bool:
    return at < len(marks) and marks[at].of(*kinds) is not None


def _text(marks: Sequence[Mark], at: int) -> str:
    return " ".join(token.text for token in marks[at].tokens) if 0 <= at < len(marks) else ""


def _value(marks: Sequence[Mark], at: int) -> float:
    found = marks[at].of("number")
    return found.number if found else 0


def _number(marks: Sequence[Mark], at: int) -> int:
    return int(_value(marks, at)) if _is(marks, at, "number") else 0


def _which(marks: Sequence[Mark], at: int) -> int:
    found = marks[at].of("month", "short_month")
    return int(found.number) if found else 0


def _ordinal(marks: Sequence[Mark], at: int) -> int:
    if at >= len(marks):
        return 0
    if marks[at].tokens and marks[at].tokens[0].kind == NUMBER:
        value = _number(marks, at)
        # `2º` is cut into the number and its sign.
        return value if 1 <= value <= 4 else 0
    return next((n for n in range(1, 5) if marks[at].of(f"ordinal{n}")), 0)
