"""Clears up words that mean two things, before conditions are read: "no", "distintos de", "pagos", "tipo"."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.marking import Mark, Meaning
from fingerpost.assistants.agents.analytics.planner.meanings import columns_of
from fingerpost.assistants.agents.analytics.planner.sight import Reading
from fingerpost.assistants.agents.analytics.planner.words import each

_VERBS = each("foi foram fue fueron se sido sao son was were been que ser valor total efetivamente ha han")


def clear_up(reading: Reading) -> None:
    """Give each of them the one meaning that its neighbours leave it, in place."""
    _settle_no(reading)
    _settle_different(reading)
    _settle_done(reading)
    _lengthen(reading)


def _settle_no(reading: Reading) -> None:
    """Tell the Spanish and English "no" from the Portuguese one, which is "in the"."""
    for place, mark in enumerate(reading.marks):
        if mark.of("in_or_not"):
            behind = reading.at(place + 1)
            kind = "not" if behind is not None and behind.of("adjective", "condition") else "small"
            reading.marks[place] = Mark(mark.words, mark.start, mark.end, (Meaning(kind),), mark.tokens)


def _settle_different(reading: Reading) -> None:
    """Tell `status diferente de entregue` from `vendedores distintos de Paraná`, who are counted once each."""
    for place, mark in enumerate(reading.marks):
        if mark.of("differs"):
            before, behind = reading.at(reading.beside(place, -1)), reading.at(reading.beside(place, 1))
            other = (
                behind is not None and behind.of("value", "adjective", "quote") and not (before and before.of("table"))
            )
            kind = "except" if other else "distinct"
            reading.marks[place] = replace(mark, meanings=(Meaning(kind),))


def _settle_done(reading: Reading) -> None:
    """Tell what was done from the rows it left: behind a table or a verb, `pagos` says how, else it is payments."""
    for place, mark in enumerate(reading.marks):
        if mark.of("table") and mark.of("measure"):
            before = reading.at(place - 1)
            done = before is not None and (
                before.of("table", "not") or before.made or any(token.text in _VERBS for token in before.tokens)
            )
            kind = "measure" if done else "table"
            reading.marks[place] = replace(mark, meanings=tuple(m for m in mark.meanings if m.kind == kind))


def _lengthen(reading: Reading) -> None:
    """Read `tipo` as `tipo de pagamento` where payments are spoken of."""
    tables = {found.refs[0][0] for mark in reading.marks if (found := mark.of("table"))}
    for mark in reading.marks:
        if (named := reading.named(mark)) and (columns := columns_of(named.select or named.amount)):
            tables.add(columns[0][0])
        if column := mark.of("column"):
            tables.update(ref[0] for ref in column.refs)
    for place, mark in enumerate(reading.marks):
        short = mark.of("short")
        if short and short.refs[0][0] in tables:
            reading.marks[place] = replace(mark, meanings=(Meaning("column", short.refs),))


def drop_grain(reading: Reading) -> None:
    """Leave out `per item` behind a figure of items: that is what it is of anyway."""
    for place in range(len(reading.marks) - 1, 0, -1):
        if place >= len(reading.marks):
            continue
        table = reading.marks[place].of("table")
        by = reading.beside(place, -1)
        if table and by > 0 and reading.marks[by].of("by"):
            before = reading.beside(by, -1, "avg", "worth", "sum")
            mark = reading.at(before)
            ahead = reading.at(reading.beside(before, -1, "avg", "worth", "sum"))
            if mark and (weak := reading.named(mark)) and weak.weak and reading.is_number(ahead):
                # `freight paid per item`
                mark = ahead
            column = mark.of("column") if mark else None
            named = reading.named(mark) if mark else None
            tables = {ref[0] for ref in column.refs} if column else set()
            if named and named.amount:
                tables = {columns_of(named.amount)[0][0]}
            if reading.is_number(mark) and tables == {table.refs[0][0]}:
                del reading.marks[by : place + 1]
