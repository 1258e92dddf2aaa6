"""Reads the times of a question as conditions: which date each is of, and years that a column of numbers holds."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref, When, Where
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly

_YEAR_NAME = re.compile(r"(^|_)(year|yr|ano|anio)(_|$)")


def read_times(assembly: Assembly) -> None:
    """Take every time, with the date that the word beside it names."""
    place = 0
    while place < len(assembly.marks):
        when = assembly.marks[place].made
        if not isinstance(when, When):
            place += 1
            continue
        if _year_column(assembly, place, when):
            place = 0
            continue
        start, end, ref = place, place + 1, None
        for beside in (place - 1, place + 1, place + 2):
            if beside == place + 2 and not assembly.is_(place + 1, "by"):
                continue
            dates = assembly.narrowed(assembly.columns(beside, "date") or assembly.events(beside))
            if len(dates) == 1 and not assembly.is_(beside, "table"):
                ref = _of_spoken(assembly, beside, dates[0])
                start, end = min(start, beside), max(end, beside + 1)
                break
            if beside == place - 1 and (dated := _dated(assembly, beside)):
                # `delivered in May`: the value stays, the time is of its date.
                ref = _date_of_done(assembly, beside, when, dated)
                break
        ref = ref or _nearest_dated(assembly, place)
        if ref is None and when.unit == "day" and when.back == 0 and when.length == 1 and not assembly.meanings.dates:
            # `in use today` is a state, not a date.
            raise NotUnderstoodError("say which date is meant", (assembly.marks[place].words,))
        words = assembly.take(start, end)
        assembly.whens.append(replace(when, ref=ref, words=words))
        if ref:
            assembly.tables.append(ref[0])
        place = start


def _of_spoken(assembly: Assembly, place: int, ref: Ref) -> Ref:
    """Return the date of the rows that are spoken of, where a word dates those of several tables: `orders created`."""
    dated = _dated(assembly, place)
    spoken = assembly.spoken()
    return dated if dated and ref[0] not in spoken and dated[0] in spoken else ref


def _date_of_done(assembly: Assembly, place: int, when: When, dated: Ref) -> Ref | None:
    """Return the date of what was done; of what was not done, or of one of several things, it is that of the rows."""
    denied = assembly.is_(place - 1, "not", "except", "without", "differs")
    if denied and any("" in span for span in when.spans):
        # Not delivered before 2018: then not yet, or never.
        raise NotUnderstoodError("this can mean two things: say what is wanted instead", (assembly.marks[place].words,))
    return None if denied or assembly.is_(place - 1, "and", "or") else dated


def _nearest_dated(assembly: Assembly, place: int) -> Ref | None:
    """Return the table whose rows a time is said of: `reviews of the orders bought in 2017` are placed by the order."""
    for before in range(place - 1, -1, -1):
        mark = assembly.marks[before]
        named = assembly.named(before)
        table = assembly.table(before)
        if named and named.weak and (columns := columns_of(named.select or named.amount)):
            table = table or columns[0][0]
        if table:
            found = assembly.allowlist.table(table)
            dated = dict(assembly.meanings.dates).get(table) or (found.date if found and not found.label else "")
            return (table, dated) if dated else None
        if not mark.of("value", "adjective", "condition", "small", "has", "with"):
            return None
    return None


def _year_column(assembly: Assembly, place: int, when: When) -> bool:
    """Take years that a column of numbers holds: `built before 2017`."""
    refs = assembly.narrowed(ref for ref in assembly.columns(place - 1, "integer") if _YEAR_NAME.search(ref[1].lower()))
    if len(refs) != 1 or len(when.spans) != 1 or any(day and day[5:] != "01-01" for day in when.spans[0]):
        return False
    at = assembly.marks[place].start
    words = assembly.take(place - 1, place + 1)
    for how, day in zip((">=", "<"), when.spans[0], strict=True):
        if day:
            assembly.wheres.append(Where(how, refs, (float(day[:4]),), words=words, place=at))
    return True


def _dated(assembly: Assembly, place: int) -> Ref | None:
    """Return the date that a value or a condition with a name is placed by."""
    mark = assembly.at(place)
    for meaning in mark.meanings if mark else ():
        if meaning.kind in ("value", "adjective"):
            for entry in assembly.meanings.values:
                dated = dict(entry.dated).get(meaning.value)
                if dated and set(entry.columns) & set(meaning.refs):
                    table, _, column = dated.rpartition(".")
                    return table or entry.columns[0][0], column
        if meaning.kind == "condition" and (dated := assembly.meanings.conditions[int(meaning.number)].dated):
            table, _, column = dated.rpartition(".")
            return table or columns_of(assembly.meanings.conditions[int(meaning.number)].where)[0][0], column
    return None
