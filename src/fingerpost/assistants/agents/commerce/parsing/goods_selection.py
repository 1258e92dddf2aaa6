"""Tells the goods from the sums, notes and deductions among the lines of a document, by what adds up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from math import isqrt

from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable, is_charge_row, resolve_line_prices
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.ledger import Entry, explain, find_entries
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.summed_goods import find_summed_run

MOST_LEFT_OUT = 12
"""Maximum number of lines at either end of the goods that may be something else."""
MOST_ROWS_READ = 12_000
"""Maximum number of rows read to find them, all attempts together: of a long document fewer ends are tried."""
FEWEST_DAYS = 2
"""Minimum number of lines that begin with a day."""
_DAY = re.compile(r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?\s+(?=[^\W\d_])")
_TOTALS = ("subtotal", "total", "grand", "balance")


def settle_goods(table: GoodsTable, rows: Sequence[LayoutRow], taxes: Sequence[Entry] = ()) -> GoodsTable:
    """Return the goods as the sums of the document show them; where they show nothing, as they were read."""
    settled = _without_ends(table, rows, taxes)
    if not settled.items or any(not item.rows for item in settled.items):
        return settled
    other = find_summed_run(settled, rows)
    if other is None:
        return settled
    found = worth(other, rows, taxes)
    return other if found >= 2 - any(map(is_firm, other.items)) and found > worth(settled, rows, taxes) else settled


def _without_ends(table: GoodsTable, rows: Sequence[LayoutRow], taxes: Sequence[Entry]) -> GoodsTable:
    """Return the goods without the lines at their ends that the sums of the document show to be no goods."""
    table = _without_days(_without_deductions(table))
    items = table.items
    if not items or any(not item.rows for item in items):
        return table
    firm = [place for place, item in enumerate(items) if is_firm(item)]
    ends = min(MOST_LEFT_OUT, max(isqrt(MOST_ROWS_READ // len(rows)) - 1, 0))
    first = min(firm[0] if firm else len(items) - 1, ends)
    last = max(firm[-1] if firm else 0, len(items) - 1 - ends)
    if not first and last == len(items) - 1:
        return table
    best, most, inside = table, worth(table, rows, taxes), _charges_inside(items, rows)
    enough = 2 - bool(firm) - _takes_total(table, rows)
    for begin in range(first + 1):
        for end in range(len(items), max(last, begin), -1):
            if (begin, end) == (0, len(items)):
                continue
            part = keep(table, items[begin:end])
            found = worth(part, rows, taxes)
            charges = _charges_inside(part.items, rows)
            if (found, -charges) > (most, -inside) and found >= enough:
                best, most, inside = part, found, charges
    return best


def _without_days(table: GoodsTable) -> GoodsTable:
    """Leave the day before each of most descriptions out of them: it is a column of its own."""
    found = [_DAY.match(item.line.description) for item in table.items]
    if table.headed or sum(map(bool, found)) < FEWEST_DAYS or sum(map(bool, found)) * 2 <= len(found):
        return table
    items = [
        item._replace(line=replace(item.line, description=item.line.description[day.end() :])) if day else item
        for item, day in zip(table.items, found, strict=True)
    ]
    return table._replace(items=items)


def _without_deductions(table: GoodsTable) -> GoodsTable:
    """Leave out what is taken off among goods that cost something: it belongs to the charges."""
    less = [item for item in table.items if item.rows and not is_firm(item) and (item.line.total or 0) < 0]
    if not less or len(less) * 2 >= len(table.items):
        return table
    return keep(table, [item for item in table.items if item not in less])


def _charges_inside(items: Sequence[LineCandidate], rows: Sequence[LayoutRow]) -> int:
    """Return how many charges some lines have among them or are themselves: of two readings fewer are likely."""
    numbers = [row for item in items for row in item.rows]
    inside = sum(is_charge_row(rows[number]) for number in range(min(numbers), max(numbers)) if rows[number].amounts)
    return inside + sum(not is_firm(item) and _is_taxed(rows[item.rows[-1]]) for item in items)


def _is_taxed(row: LayoutRow) -> bool:
    """Return whether a row has the name of a tax and a percentage."""
    return any(label.role == "tax" for label in row.labels) and any(amount.percent for amount in row.amounts)


def is_firm(item: LineCandidate) -> bool:
    """Return whether a line states a quantity and a price, as sums and notes do not."""
    line = item.line
    return line.quantity is not None and (item.sure or line.quantity != 1) and line.unit_price is not None


def keep(table: GoodsTable, items: Sequence[LineCandidate]) -> GoodsTable:
    """Return the table with some of its lines, and the rows of the others free."""
    kept, all_rows = ({row for item in group for row in item.rows} for group in (items, table.items))
    return table._replace(items=list(items), used=table.used - (all_rows - kept))


def worth(table: GoodsTable, rows: Sequence[LayoutRow], taxes: Sequence[Entry]) -> int:
    """Return how many sums of the document the goods explain; a total named as such counts twice, or against them."""
    labelled = find_labelled_amounts(rows, table.used)
    entries = find_entries(rows, table.used, labelled)
    stated = [one.amount.value for one in labelled if one.label.role in _TOTALS]
    lines = resolve_line_prices(table.items, [*stated, *(entry.value for entry in entries if not entry.role)])
    ledger = explain(_goods_total(lines), [*taxes, *entries], from_goods=True)
    totals = [entry for entry in entries if entry.role in ("total", "grand")]
    named = any(entry in ledger.sums for entry in totals) - any(entry not in ledger.sums for entry in totals)
    return len(ledger.sums) + named - _takes_total(table, rows)


def _takes_total(table: GoodsTable, rows: Sequence[LayoutRow]) -> bool:
    """Return whether a line of the goods that proves nothing begins with the name of a total."""
    return any(
        row.labels and row.labels[0].role in _TOTALS and not row.text[: row.labels[0].start].strip()
        for item in table.items
        if not is_firm(item)
        for row in (rows[number] for number in item.rows[-1:])
    )


def _goods_total(lines: Sequence[LineItem]) -> Decimal | None:
    totals = [line.total for line in lines if line.total is not None]
    return sum(totals, Decimal(0)) if totals else None
