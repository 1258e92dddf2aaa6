"""Reads the first and the last date of rows, and the oldest and the newest of rows that have a name."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.analytics.planner.request import Measure, NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.asked import Asked, has_label

_DATE_WORD = re.compile(r"\b(data|date|fecha)\b")


def read_edge_date(asked: Asked, place: int) -> Measure | None:
    """Take the first or the last date: of a table's rows, or of a date that is named."""
    assembly, mark = asked.assembly, asked.assembly.marks[place]
    early = mark.of("first", "min") is not None
    if not mark.of("first", "last", "min", "max") or mark.of("table", "column", "value"):
        return None
    when_asked = any(other.of("when_asked") for other in assembly.marks)
    for beside in (place + 1, place - 1):
        dates = assembly.columns(beside, "date") or assembly.events(beside)
        table = assembly.table(beside)
        if mark.of("max", "min") and not _DATE_WORD.search((assembly.at(beside) or mark).words.lower()):
            continue
        if dates and len(refs := assembly.narrowed(dates)) == 1:
            found = Measure("MIN" if early else "MAX", refs, words=mark.words)
        elif table and mark.of("first", "last") and has_label(asked, table) and (asked.listing or when_asked):
            _rank_by_date(asked, place, beside, table, early)
            return None
        elif table and when_asked and mark.of("first", "last"):
            found = Measure("first" if early else "last", ((table, ""),), words=mark.words)
        else:
            continue
        assembly.take(min(place, beside), max(place, beside) + 1)
        assembly.marks[:] = [other for other in assembly.marks if not other.of("when_asked") or other.of("column")]
        asked.listing = False
        return found
    return None


def _rank_by_date(asked: Asked, place: int, beside: int, table: str, early: bool) -> None:
    """Take the oldest or the newest of rows that have a name: by the date that is named, or their own."""
    assembly = asked.assembly
    named = [ref for at in range(len(assembly.marks)) for ref in assembly.columns(at, "date") if ref[0] == table]
    found = assembly.allowlist.table(table)
    date = named[0][1] if named else found.date if found else ""
    if not date:
        raise NotUnderstoodError("nothing says which date is meant", (table,))
    words = assembly.marks[place].words
    assembly.take(place, place + 1)
    assembly.marks[:] = [
        mark
        for at, mark in enumerate(assembly.marks)
        if (table, date) not in assembly.columns(at) and not mark.of("when_asked")
    ]
    asked.measures.append(Measure("MIN" if early else "MAX", ((table, date),), words=words))
    asked.rank, asked.single, asked.listing = "asc" if early else "desc", True, True
