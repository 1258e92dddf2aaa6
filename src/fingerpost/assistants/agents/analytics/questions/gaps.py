"""Reads the time between two dates in a question: `days from purchase to delivery`, `tempo até a aprovação`."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import Gap, Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.sight import Reading
from fingerpost.assistants.agents.analytics.questions.words import each

_FROM = ("between", "since", "small")
_TO = each("e and y to a ate hasta until till ao al")
_PASSED = ("small", "in_or_not", "take", "avg", "sum", "max", "min", "until", "since")


def read_gaps(reading: Reading) -> None:
    """Put together what is a time between two dates, in place, as a mark of kind `gap`."""
    place = 0
    while place < len(reading.marks):
        if not (_two(reading, place) or _one(reading, place)):
            place += 1


def _event(reading: Reading, place: int) -> Ref | None:
    """Return the date that a mark names: by what happened then, by its column, or by its table."""
    mark = reading.at(place)
    if mark is None or mark.made is not None:
        return None
    if event := mark.of("event"):
        return event.refs[0]
    column = mark.of("column")
    if column and all(reading.kind_of(ref) == "date" for ref in column.refs):
        return column.refs[0]
    table = mark.of("table")
    if table and table.refs[0][0] in dict(reading.meanings.dates):
        return table.refs[0][0], ""
    return None


def _two(reading: Reading, place: int) -> bool:
    """Read `between A and B`, `from A to B`, `desde A até B`."""
    if not reading.marks[place].of(*_FROM):
        return False
    first_at = reading.beside(place, 1)
    first = _event(reading, first_at)
    joined = reading.at(first_at + 1)
    if first is None or joined is None or _text(joined) not in _TO:
        return False
    second_at = reading.beside(first_at + 1, 1)
    second = _event(reading, second_at)
    if second is None or first[0] != second[0] or not _timed(reading, place):
        return False
    start = place if not reading.marks[place].of("small") or reading.marks[place].of("since", "between") else place + 1
    reading.put(start, second_at + 1, "gap", Gap(first, second))
    return True


def _one(reading: Reading, place: int) -> bool:
    """Read `tempo de entrega`, `delivery time`, `days to deliver`: from a row's own date to the one that is named."""
    mark = reading.marks[place]
    event = mark.of("event")
    if event is None or event.refs[0][0] not in dict(reading.meanings.dates):
        return False
    behind = reading.at(place + 1)
    ahead = reading.beside(place, -1, *_PASSED)
    before = reading.at(ahead)
    gap = Gap((event.refs[0][0], ""), event.refs[0])
    if behind and behind.of("duration"):
        reading.put(place, place + 2, "gap", gap)
        return True
    between = reading.marks[max(ahead, 0) : place]
    asked = before is not None and before.of("much") and any(mark.of("take") for mark in between)
    if before and (asked or before.of("duration", "days_unit", "hours_unit")):
        reading.put(place, place + 1, "gap", gap)
        return True
    return False


def _timed(reading: Reading, place: int) -> bool:
    """Whether a duration is spoken of before a place."""
    return any(mark.of("duration", "days_unit", "hours_unit", "take") for mark in reading.marks[:place])


def _text(mark: Mark) -> str:
    return " ".join(token.text for token in mark.tokens)
