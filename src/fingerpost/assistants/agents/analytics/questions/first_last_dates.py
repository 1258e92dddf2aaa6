"""Reads the first and the last date of rows."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.analytics.planner.request import Measure
from fingerpost.assistants.agents.analytics.questions.question_target import Asked

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
        elif table and when_asked and mark.of("first", "last"):
            found = Measure("first" if early else "last", ((table, ""),), words=mark.words)
        else:
            continue
        assembly.take(min(place, beside), max(place, beside) + 1)
        assembly.marks[:] = [other for other in assembly.marks if not other.of("when_asked") or other.of("column")]
        asked.listing = False
        return found
    return None
