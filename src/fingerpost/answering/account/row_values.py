"""Figures of some rows of a table: as they stand, multiplied, divided, and in pairs that are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from fingerpost.answering.account.figures import MONEY
from fingerpost.answering.account.mentions import Rows
from fingerpost.answering.account.rows import Column, Row, Table

MANY = 4
"""Rows among which every pair is compared."""


def every_row(table: Table) -> Rows:
    """Return the places of all rows."""
    return frozenset(range(len(table.rows)))


def each_once(columns: Sequence[Column]) -> list[Column]:
    """Return columns without those that come again."""
    return list(dict.fromkeys(columns))


def cells(table: Table, column: Column, rows: Rows) -> Iterator[float]:
    """Yield the figures of a column in some rows."""
    for place in sorted(rows):
        value = table.rows[place].cells.get(column)
        if value is not None:
            yield value


def products(table: Table, sets: Sequence[Rows]) -> Iterator[float]:
    """Yield what rows come to that have a price and a number."""
    prices = [one for one in table.columns if one.unit == MONEY]
    numbers = [one for one in table.columns if one.unit == ""]
    for price, count in ((one, other) for one in prices for other in numbers):
        for some in (*(frozenset({place}) for place in range(len(table.rows))), *sets):
            yield sum(
                table.rows[place].cells.get(price, 0.0) * table.rows[place].cells.get(count, 0.0) for place in some
            )


def unit_prices(table: Table, sets: Sequence[Rows]) -> Iterator[float]:
    """Yield what one of something costs or brings: revenue by orders."""
    prices = [one for one in table.columns if one.unit == MONEY]
    numbers = [one for one in table.columns if one.unit == ""]
    for some in sets:
        for price, count in ((one, other) for one in prices for other in numbers):
            if below := sum(cells(table, count, some)):
                yield sum(cells(table, price, some)) / below


def pairs(table: Table, column: Column, rows: Rows) -> Iterator[tuple[float, float]]:
    """Yield the values that are compared, the smaller first."""
    for early, late in ordered_pairs(table, column, rows, every=True):
        yield min(early, late), max(early, late)


def ordered_pairs(table: Table, column: Column, rows: Rows, every: bool = False) -> Iterator[tuple[float, float]]:
    """Yield the values that are compared, by the order of time where rows have one: rows named, or first and last."""
    places = sorted(place for place in rows if column in table.rows[place].cells)
    known = [place for place, row in enumerate(table.rows) if column in row.cells]
    timed = all(any(name.startswith("month ") for name in row.names) for row in table.rows)
    pairs = list(combinations(places[: MANY * 2], 2))
    if len(places) == 1 and known:
        at_place = known.index(places[0])
        pairs = [(known[at_place - 1], places[0])] if timed and at_place else []
        pairs += [(other, places[0]) for other in known if other != places[0] and not timed]
    if not places and len(known) > 1:
        pairs = [(known[0], known[-1]), (known[-2], known[-1])] if timed or not _named(table.rows) else []
        values = {place: table.rows[place].cells[column] for place in known}
        pairs.append((min(values, key=values.__getitem__), max(values, key=values.__getitem__)))
    for one, other in pairs:
        early, late = table.rows[one].cells[column], table.rows[other].cells[column]
        yield early, late
        if not timed and not every:
            yield late, early


def _named(rows: Sequence[Row]) -> bool:
    return any(row.names for row in rows)
