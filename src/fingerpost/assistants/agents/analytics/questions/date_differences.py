"""Reads the time between two dates in a question: `days from purchase to delivery`, `tempo até a aprovação`."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import Gap, NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.words import each

_FROM = ("between", "since", "small")
_TO = each("e and y to a ate hasta until till ao al")
_CARRYING = each("table column measure value adjective condition unit event number")
"""What a word carries that is small in another language: `sale`."""
_PASSED = ("small", "take", "avg", "sum", "max", "min", "until", "since")


def read_gaps(assembly: Assembly) -> None:
    """Put together what is a time between two dates, in place, as a mark of kind `gap`."""
    place = 0
    while place < len(assembly.marks):
        if not (_two(assembly, place) or _one(assembly, place)):
            place += 1


def _event(assembly: Assembly, place: int) -> Ref | None:
    """Return the date that a mark names: by what happened then, by its column, or by its table."""
    mark = assembly.at(place)
    if mark is None or mark.made is not None:
        return None
    if event := mark.of("event"):
        return event.refs[0]
    column = mark.of("column")
    if column and all(assembly.kind(ref) == "date" for ref in column.refs):
        return column.refs[0]
    table = mark.of("table")
    if table and table.refs[0][0] in dict(assembly.meanings.dates):
        return table.refs[0][0], ""
    return None


def _two(assembly: Assembly, place: int) -> bool:
    """Read `between A and B`, `from A to B`, `desde A até B`."""
    if not assembly.marks[place].of(*_FROM):
        return False
    first_at = _beside(assembly, place, 1)
    first = _event(assembly, first_at)
    joined = assembly.at(first_at + 1)
    if first is None or joined is None or not _TO.intersection(token.text for token in joined.tokens[:1]):
        return False
    second_at = _beside(assembly, first_at + 1, 1)
    table, happened = (assembly.at(at) for at in (second_at, second_at + 1))
    if table and table.of("table") and happened and happened.of("event"):
        # `até o pedido chegar`: whose date it is, is said before what happened then.
        second_at += 1
    second = _event(assembly, second_at)
    if second is None or first[0] != second[0] or not _timed(assembly, place):
        return False
    own = dict(assembly.meanings.dates).get(first[0], "")
    if (first[1] or own) == (second[1] or own):
        raise NotUnderstoodError("this is the time from a date to itself", (assembly.marks[second_at].words,))
    start = (
        place if not assembly.marks[place].of("small") or assembly.marks[place].of("since", "between") else place + 1
    )
    _put(assembly, start, second_at + 1, Gap(first, second))
    return True


def _one(assembly: Assembly, place: int) -> bool:
    """Read `tempo de entrega`, `delivery time`, `days to deliver`: from a row's own date to the one that is named."""
    mark = assembly.marks[place]
    event = mark.of("event")
    if event is None or event.refs[0][0] not in dict(assembly.meanings.dates):
        return False
    behind = assembly.at(place + 1)
    ahead = _beside(assembly, place, -1, *_PASSED)
    before = assembly.at(ahead)
    gap = Gap((event.refs[0][0], ""), event.refs[0])
    if behind and behind.of("duration"):
        _put(assembly, place, place + 2, gap)
        return True
    between = assembly.marks[max(ahead, 0) : place]
    asked = before is not None and before.of("much") and any(mark.of("take") for mark in between)
    if before and (asked or before.of("duration", "days_unit", "hours_unit")):
        _put(assembly, place, place + 1, gap)
        return True
    return False


def _timed(assembly: Assembly, place: int) -> bool:
    """Whether a duration is spoken of before a place."""
    return any(mark.of("duration", "days_unit", "hours_unit", "take") for mark in assembly.marks[:place])


def _beside(assembly: Assembly, place: int, step: int, *passed: str) -> int:
    """Return the next place in a direction whose mark carries something."""
    place += step
    while 0 <= place < len(assembly.marks):
        kinds = assembly.marks[place].kinds
        if not kinds & {"small", *passed} or kinds & _CARRYING.difference(passed):
            break
        place += step
    return place


def _put(assembly: Assembly, start: int, end: int, gap: Gap) -> None:
    """Replace marks by one that stands for the time between two dates."""
    inside = assembly.marks[start:end]
    words = " ".join(mark.words for mark in inside)
    tokens = tuple(token for mark in inside for token in mark.tokens)
    assembly.marks[start:end] = [Mark(words, inside[0].start, inside[-1].end, (Meaning("gap"),), tokens, gap)]
