"""Reads which amount a figure leaves out: `revenue without freight`, `prices only, no freight`."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.measures import Named, columns_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, Assembly, with_meanings


def read_left_out(assembly: Assembly) -> None:
    """Take amounts that a figure leaves out, and have the figure be a sum of what is left."""
    for place in range(len(assembly.marks) - 2, -1, -1):
        if not assembly.is_(place, "without", "except", "not"):
            continue
        refs = assembly.narrowed(assembly.columns(place + 1, *NUMBERS))
        if len(refs) != 1 or assembly.is_(place + 1, "table", "value", "condition"):
            continue
        words = assembly.marks[place].words, assembly.marks[place + 1].words
        if _leaves(assembly, place, refs[0]):
            at = next(at for at, mark in enumerate(assembly.marks) if mark.words == words[0])
            assembly.take(at, at + 2)
        elif any(_sums_beside(one, refs[0]) for one in assembly.meanings.measures):
            raise NotUnderstoodError("say whether it is nothing, or left out of a sum", words)


def _leaves(assembly: Assembly, place: int, ref: Ref) -> bool:
    """Have a figure of the question leave a column out; whether one does."""
    for at in range(len(assembly.marks)):
        others = [other for other in assembly.columns(at, *NUMBERS) if other[0] == ref[0] and other != ref]
        if others and at not in (place, place + 1) and not assembly.is_(at, "table", "measure"):
            return True
    for at in range(len(assembly.marks)):
        named = assembly.named(at)
        left = _sums_beside(named, ref) if named and not (named.weak or assembly.table(at)) else ()
        if left and named:
            mark = assembly.marks[at]
            # It is read as the sum of these columns.
            summed = replace(with_meanings(mark, Meaning("sum")), words="", tokens=())
            assembly.marks[at : at + 1] = [summed, with_meanings(mark, Meaning("column", left))]
            return True
    return False


def _sums_beside(named: Named, ref: Ref) -> tuple[Ref, ...]:
    """Return the columns that a measure sums in the table of a column, without it."""
    for text in (named.select, named.instead):
        columns = columns_of(text) if text else ()
        if named.sums and columns and columns[0][0] == ref[0] and ref not in columns and text.startswith("SUM("):
            return columns
    return ()
