"""Reads the numbers of a follow-up: another number of rows, another value or edge of what was compared."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import Having, NotUnderstoodError, Request, Where
from fingerpost.assistants.agents.analytics.questions.comparisons import COMPARED
from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly

_RESIZING = ("lower", "increase")
"""Verbs that change a number and are other words too: `lower it to 50`."""
_BEHIND = {"post_ge": ">=", "post_le": "<="}
_EDGES = {"min": (">", ">="), "max": ("<", "<=")}


def lone_number(assembly: Assembly, before: Request) -> int:
    """Take a number that names nothing as how many rows are wanted: `make it eight`."""
    marks = assembly.marks
    places = [at for at, mark in enumerate(marks) if mark.of("number") and mark.made is None]
    compared = any(mark.of(*COMPARED, *_BEHIND, "between", "top", "bottom", "max", "min") for mark in marks)
    if len(places) != 1 or not before.groups or compared:
        return 0
    beside = (places[0] - 1, places[0] + 1)
    if any(assembly.is_(at, "table", "column", "unit", "measure") for at in beside):
        return 0
    found = marks.pop(places[0]).of("number")
    return int(found.number) if found else 0


def bare_comparison(assembly: Assembly, before: Request) -> Having | None:
    """Take a comparison of nothing that is named: `only where there are more than 10` is of a figure."""
    marks = assembly.marks
    again = before.having[0] if len(before.having) == 1 else None
    if again is None and (not before.groups or len(before.measures) != 1 or before.share or before.over):
        return None
    for place in range(len(marks) - 1):
        how, number = _compared_at(assembly, place)
        end = place + 2
        if end < len(marks) and marks[end].of("currency", "unit") and not marks[end].of("table"):
            end += 1
        named = ("table", "column", "measure", "unit", "event", "days_unit", "part_day", "percent")
        if how and number and not assembly.is_(place - 1, *named) and not assembly.is_(end, *named):
            words = assembly.take(place, end)
            if again:
                # `and with exactly 2?` after `more than 2 items`
                return replace(again, how=how, values=(number.number,), words=f"{words} {again.measure.words}")
            return Having(before.measures[0], how, (number.number,), words)
    return None


def _compared_at(assembly: Assembly, place: int) -> tuple[str, Meaning | None]:
    """Return how two marks compare a number, and which: `at least 3`, `3 or more`."""
    mark, behind = assembly.marks[place : place + 2]
    if number := behind.of("number"):
        return next((COMPARED[kind] for kind in COMPARED if mark.of(kind)), ""), number
    return next((how for kind, how in _BEHIND.items() if behind.of(kind)), ""), mark.of("number")


def other_number(assembly: Assembly, before: Request, *, adding: bool) -> Request:
    """Take another number for the one condition that has one: `and with 3?`, `those of at most 2`, `2 as well`."""
    numbered = _numbered(before)
    marks = [mark for mark in assembly.marks if not mark.of("has", "with", "and", "only", "which")]
    if len(numbered) != 1 or before.groups:
        return before
    how = next((COMPARED[kind] for kind in COMPARED if marks and marks[0].of(kind)), "")
    between = bool(marks) and marks[0].of("between") is not None
    numbers = [found.number for mark in marks[bool(how) or between :] if (found := mark.of("number"))]
    values: tuple[str | float, ...] = tuple(numbers)
    rest = len(marks) - (bool(how) or between) - len(values)
    if rest or len(values) != (2 if between else 1):
        return before
    old, words = numbered[0], assembly.take(0, len(assembly.marks))
    if adding and (how or between or old.how != "="):
        raise NotUnderstoodError("say both of them", (words,))
    values, words = ((*old.values, *values), f"{old.words}, {words}") if adding else (values, words)
    return _with_number(before, replace(old, how="between" if between else how or "=", values=values, words=words))


def resized(assembly: Assembly, before: Request) -> Request | None:
    """Return the request with the number that a verb changes: `raise the minimum to 100 reviews`, `make it ten`.

    It is the edge of what is compared where that is named, else how many rows are shown.
    """
    marks = assembly.marks
    if not marks or not (marks[0].of("resize") or marks[0].words.lower() in _RESIZING):
        return None
    aside = ("edge", "echo", "min", "max", "number", "until", "le", "small", "list")
    said = [mark for mark in marks[1:] if not mark.of(*aside)]
    numbers = [found.number for mark in marks if (found := mark.of("number"))]
    tables = [found.refs[0][0] for mark in said if (found := mark.of("table"))]
    if len(numbers) != 1 or len(said) != len(tables) or len(tables) > 1:
        return None
    edge = next((kind for kind in _EDGES if any(mark.of(kind) for mark in marks[1:])), "")
    named = bool(edge or tables) or any(mark.of("edge") for mark in marks)
    words = assembly.take(0, len(marks))
    if before.limit and not (named and before.having):
        if before.having:
            raise NotUnderstoodError("say which number is meant", (words,))
        return replace(before, limit=int(numbers[0]))
    return _with_edge(before, numbers[0], _EDGES.get(edge, ()), tables, words)


def _with_edge(before: Request, number: float, ways: tuple[str, ...], tables: list[str], words: str) -> Request:
    """Return the request with another number in the one comparison that it has."""
    compared: list[Having | Where] = [*before.having, *_numbered(before)]
    compared = [one for one in compared if one.how in ("<", "<=", ">", ">=")]
    refs = [one.refs if isinstance(one, Where) else one.measure.refs for one in compared]
    of_rows = not tables or [[ref[0] for ref in one[:1]] for one in refs] == [tables]
    if len(compared) != 1 or not of_rows or (ways and compared[0].how not in ways):
        raise NotUnderstoodError("nothing says which number is to be changed", (words,))
    (old,) = compared
    if isinstance(old, Where):
        return _with_number(before, replace(old, values=(number,), words=words))
    told = f"{old.how} {number:g} {old.measure.words}"
    return replace(before, having=(replace(old, values=(number,), words=told),))


def _numbered(before: Request) -> list[Where]:
    """Return the conditions that hold something against numbers."""
    return [where for where in before.wheres if where.values and all(isinstance(v, float | int) for v in where.values)]


def _with_number(before: Request, changed: Where) -> Request:
    """Return the request with a condition in the place of the one that holds something against numbers."""
    return replace(before, wheres=tuple(changed if _numbered(before) == [where] else where for where in before.wheres))
