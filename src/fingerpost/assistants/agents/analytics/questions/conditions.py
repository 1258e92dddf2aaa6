"""Reads the conditions of a question: times, comparisons, values, and what is there or is missing."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Where
from fingerpost.assistants.agents.analytics.questions.comparisons import read_compared_columns, read_compared_numbers
from fingerpost.assistants.agents.analytics.questions.date_conditions import read_times
from fingerpost.assistants.agents.analytics.questions.excluded_amounts import read_left_out
from fingerpost.assistants.agents.analytics.questions.existence_conditions import read_filled_columns, read_presence
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.values import read_every_value, read_values


def read_conditions(assembly: Assembly) -> None:
    """Take all conditions out of the marks."""
    _drop_coming(assembly)
    read_left_out(assembly)
    read_compared_columns(assembly)
    read_times(assembly)
    read_compared_numbers(assembly)
    read_every_value(assembly)
    _named_conditions(assembly)
    read_values(assembly)
    read_filled_columns(assembly)
    read_presence(assembly)


def _named_conditions(assembly: Assembly) -> None:
    """Take every condition that has a name in the file of measures."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        mark = assembly.at(place)
        found = mark.of("condition") if mark and mark.made is None else None
        if found is None:
            continue
        known = assembly.meanings.conditions[int(found.number)]
        # `without the products that have no category`
        rows = int(bool(assembly.table(place - 1)) and assembly.is_(place - 2, "except", "without", "drop"))
        denied = place > rows and assembly.is_(place - 1 - rows, "not", "except", "without", *["drop"] * rows)
        if denied and not known.deniable:
            continue
        at, start = assembly.marks[place].start, place - denied - rows
        if set(assembly.columns(start - 1)) & set(columns_of(known.where)) and not assembly.is_(start - 2, "by"):
            start -= 1
        words = assembly.take(start, place + 1)
        assembly.wheres.append(Where("not known" if denied else "known", text=known.where, words=words, place=at))


def _drop_coming(assembly: Assembly) -> None:
    """Leave out that rows with a date of their own came: `reviews that arrived` are no orders that did."""
    for place in range(len(assembly.marks) - 1, 0, -1):
        found = assembly.marks[place].of("condition")
        where = assembly.meanings.conditions[int(found.number)].where if found else ""
        noun = place - 2 if assembly.is_(place - 1, "which") and not assembly.table(place - 1) else place - 1
        table = assembly.table(noun)
        if where.endswith("IS NOT NULL") and table in dict(assembly.meanings.dates):
            ref = columns_of(where)[0]
            if ref[0] != table and assembly.kind(ref) == "date":
                assembly.take(place, place + 1)
