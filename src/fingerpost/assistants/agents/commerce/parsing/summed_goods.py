"""Finds the goods of a document as the run of amounts that a later amount is the sum of, whatever their words are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable, join_rows
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.line_parser import is_numbers_only, parse_row

MOST_AMOUNTS, FEWEST = 120, 2
"""Maximum number of rows with an amount that are tried, and minimum number of those that make a sum."""

_ENDS = frozenset({"tax", "shipping", "total", "grand", "tender", "paid"})
"""What stands below goods."""


class _Run(NamedTuple):
    """The rows of goods, and the row of their sum."""

    members: tuple[int, ...]
    end: int


def find_summed_run(table: GoodsTable, rows: Sequence[LayoutRow]) -> GoodsTable | None:
    """Return the goods as the longest run of amounts with a sum, with all lines that are proved; None where none is."""
    proved = {item.rows[-1] for item in table.items if item.sure and item.rows}
    values = {
        number: row.amounts[-1].value for number, row in enumerate(rows) if row.amounts and row.amounts[-1].is_money
    }
    if len(values) > MOST_AMOUNTS:
        return None
    runs = [run for run in _runs(values, rows) if proved <= set(run.members)]
    for run in sorted(runs, key=lambda run: (-len(run.members), -run.members[0])):
        items = [_item(table, rows, number, values[number]) for number in run.members if values[number] > 0]
        found = [item for item in items if item is not None]
        if len(found) == len(items):
            old = {row for item in table.items for row in item.rows}
            parts = {number for number in values if run.members[0] < number < run.end} - set(run.members)
            new = {row for item in found for row in item.rows}
            return table._replace(items=found, used=(table.used - old) | new | parts)
    return None


def _runs(values: dict[int, Decimal], rows: Sequence[LayoutRow]) -> Iterator[_Run]:
    """Yield the runs of amounts that the next one is the sum of; parts of a run may have sums of their own."""
    numbers = list(values)
    for begin in range(len(numbers)):
        members: list[int] = []
        part: list[int] = []
        closed = 0
        for number in numbers[begin:]:
            value = values[number]
            whole, open_part = (sum((values[one] for one in some), Decimal(0)) for some in (members, part))
            if len(members) >= FEWEST and value == whole and not (closed and part):
                yield _Run(tuple(members), number)
            if part and value == open_part:
                part, closed = [], closed + 1
                continue
            if members and value == whole:
                break
            if not value or _opens(rows[number]):
                break
            members.append(number)
            part.append(number)


def _opens(row: LayoutRow) -> bool:
    """Return whether a row begins with the name of what stands below goods."""
    return any(label.role in _ENDS and not row.text[: label.start].strip() for label in row.labels[:1])


def _item(table: GoodsTable, rows: Sequence[LayoutRow], number: int, value: Decimal) -> LineCandidate | None:
    """Return the line of a row as it was read before, else by its words, which may stand in the row above."""
    known = next((item for item in table.items if number in item.rows), None)
    if known is not None and known.line.total == value:
        return known
    row, above = rows[number], rows[number - 1] if number else rows[number]
    if is_numbers_only(row):
        if not above.cells or above.amounts:
            return None
        item = parse_row(join_rows(rows, [number - 1], row))
        taken: tuple[int, ...] = (number - 1, number)
    else:
        item, taken = parse_row(row), (number,)
    if item is None:
        return None
    line = item.line if item.line.total == value else replace(item.line, quantity=None, unit_price=None, total=value)
    return item._replace(line=line, rows=taken, single=item.single and line is item.line)
