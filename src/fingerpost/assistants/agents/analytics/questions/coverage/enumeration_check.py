"""Holds what a question names in a row against its request: each of `orders, customers and revenue` has its part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named, columns_of
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, Ref, When, Where
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.language.text import fold

_OTHERWISE = ("value", "adjective", "condition", "event", "unit", "quote", "number", "count", "by", "small", "shown")


def unheld(marks: Sequence[Mark], parts: Sequence[Any], meanings: Meanings) -> list[str]:
    """Return what stands in a row, or behind a "with", of which the request holds nothing."""
    return _lacking(_named_in_rows(marks), parts, meanings)


def unused(marks: Sequence[Mark], parts: Sequence[Any], meanings: Meanings) -> list[str]:
    """Return what a question names at all of which the request holds nothing."""
    return _lacking([mark for mark in marks if _is_name(mark)], parts, meanings)


def _lacking(named: Iterable[Mark], parts: Sequence[Any], meanings: Meanings) -> list[str]:
    """Return the names of which no part of a request is."""
    names = {part.name for part in parts if isinstance(part, Measure)}
    refs = {*_refs(parts), *(ref for one in meanings.measures if one.name in names for ref in _columns(one))}
    # What another column is shown in the place of is in the request as that.
    refs |= {also.of for also in meanings.shown if also.of and (also.table, also.column) in refs}
    missing = []
    for mark in named:
        measure, column, table = (mark.of(kind) for kind in ("measure", "column", "table"))
        entry = next((one for one in meanings.measures if measure and one.name == measure.value), None)
        held = entry is not None and (entry.weak or entry.adjective or bool(entry.order) or entry.name in names)
        own = (*(_columns(entry) if entry else ()), *(column.refs if column else ()))
        held = held or bool(refs.intersection(own))
        held = held or bool(table and table.refs[0][0] in {ref[0] for ref in refs})
        missing += [] if held else [mark.words]
    return missing


def _named_in_rows(marks: Sequence[Mark]) -> list[Mark]:
    """Return the names beside a comma or an "and" that stands between two, and those behind a "with"."""
    said = [mark for mark in marks if not mark.kinds <= {"small"} or mark.of("and", "with")]
    found: dict[int, Mark] = {}
    for at in range(1, len(said)):
        sign, behind = said[at - 1 : at + 1]
        before = said[at - 2] if at > 1 else None
        joins = sign.of("and") is not None or sign.words == ","
        if _is_name(behind) and (joins or sign.of("with") or sign.words == ":"):
            found[behind.start] = behind
            if joins and before and _is_name(before):
                found[before.start] = before
    return list(found.values())


def _is_name(mark: Mark) -> bool:
    return mark.of("measure", "column", "table") is not None and mark.of(*_OTHERWISE) is None


def _columns(named: Named) -> tuple[Ref, ...]:
    """Return the columns that a figure with a name is made of, in each of its definitions."""
    texts = (named.select, named.instead, named.amount)
    return tuple(ref for text in texts if text for ref in columns_of(text))


def _refs(parts: Iterable[Any]) -> Iterable[Ref]:
    """Yield the columns and tables that a request asks for or compares."""
    for part in parts:
        if isinstance(part, Measure | Group | Where):
            yield from part.refs
        if isinstance(part, Measure) and part.gap:
            yield from (part.gap.start, part.gap.end)
        if isinstance(part, Where):
            yield from columns_of(part.text) if part.text else ()
            yield from (part.other,) if part.other else ()
        if isinstance(part, When) and part.ref:
            yield part.ref


def unheld_values(said: Sequence[Mark], parts: Sequence[Any]) -> list[str]:
    """Return names and values that no condition holds: `invoices without payment of "Ana Rey"`."""
    wheres = [part for part in parts if isinstance(part, Where)]
    held = {fold(str(value)) for where in wheres for value in where.values}
    told = " ; ".join(fold(f" {where.words} {where.text} ") for where in wheres)
    found = [mark for mark in said if mark.of("quote", "value") and mark.kinds <= {"quote", "value"}]
    return [mark.words for mark in found if not _meant_by(mark) & held and f" {fold(mark.words)} " not in told]


def _meant_by(mark: Mark) -> set[str]:
    return {fold(mark.words), *(fold(meaning.value) for meaning in mark.meanings if meaning.value)}
