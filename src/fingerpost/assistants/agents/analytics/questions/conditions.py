"""Reads the conditions of a question: times, comparisons, values, and what is there or is missing."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.meanings import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Where
from fingerpost.assistants.agents.analytics.questions.assembly import Assembly
from fingerpost.assistants.agents.analytics.questions.comparisons import read_compared_columns, read_compared_numbers
from fingerpost.assistants.agents.analytics.questions.presence import read_filled_columns, read_presence
from fingerpost.assistants.agents.analytics.questions.times import read_times
from fingerpost.assistants.agents.analytics.questions.values import read_every_value, read_values


def read_conditions(assembly: Assembly) -> None:
    """Take all conditions out of the marks."""
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
