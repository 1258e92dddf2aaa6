"""Finds the tax table of a document, which lists rate, base and amount per tax, apart from goods and totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.amounts import Amount
from fingerpost.assistants.agents.commerce.document import CENT, Tax
from fingerpost.assistants.agents.commerce.labels import MONEY, tax_name
from fingerpost.assistants.agents.commerce.layout import LayoutRow

_CODE = re.compile(r"[\s|]*(?:[a-z]{1,4}\b)?[\s|:]*")
_HEAD = re.compile(
    r"(?<![^\W_])(?:taxa|rate|tipo|aliquota|base|incidencia|net|neto|cuota|iva|vat|gst|iss|tax|gross|total)(?![^\W_])"
)


class TaxTable(NamedTuple):
    """The taxes of a tax table, and the rows of the document without it."""

    taxes: tuple[Tax, ...]
    rows: list[LayoutRow]


def find_tax_table(rows: Sequence[LayoutRow]) -> TaxTable:
    """Return the taxes whose rate, base and amount are in one row and agree with each other."""
    left = list(rows)
    taxes: list[Tax] = []
    numbers: list[int] = []
    for number, row in enumerate(rows):
        if (end := _tax_part_end(row)) is None:
            continue
        rate, base, amount = _consistent_amounts(row, end)
        if rate is None or base is None or amount is None:
            continue
        head = _header_row(rows, numbers[0] if numbers else number)
        if head is None:
            continue
        numbers.append(number)
        left[number] = _without_start(row, end)
        if rate.value:
            taxes.append(Tax(_tax_name_of(rows, head), rate.value, amount.value, base.value))
    if not taxes:
        return TaxTable((), list(rows))
    head = _header_row(rows, numbers[0])
    if head is not None and not any(amount.is_money for amount in rows[head].amounts):
        left[head] = _without_start(rows[head], len(rows[head].text))
    return TaxTable(tuple(taxes), left)


def _tax_part_end(row: LayoutRow) -> int | None:
    """Return the end of the tax part of a row, which has one percentage and amounts only; None where it has words."""
    shares = [amount for amount in row.amounts if amount.percent]
    if len(shares) != 1 or len(row.amounts) < 3 or row.dates:
        return None
    first = next((label.start for label in row.labels if label.role in MONEY and label.start > shares[0].end), None)
    end = first if first is not None else len(row.text)
    inside = [amount for amount in row.amounts if amount.end <= end]
    edges = [0, *(edge for amount in inside for edge in (amount.start, amount.end)), end]
    gaps = list(zip(edges[::2], edges[1::2], strict=True))
    if not all(_CODE.fullmatch(row.normalized, start, stop) for start, stop in gaps):
        return None
    return end


def _consistent_amounts(row: LayoutRow, end: int) -> tuple[Amount | None, Amount | None, Amount | None]:
    inside = [amount for amount in row.amounts if amount.end <= end]
    rate = next((amount for amount in inside if amount.percent), None)
    money = [amount for amount in inside if not amount.percent]
    for base, amount in pairwise(money):
        if rate is not None and base.value and abs(base.value * rate.value / 100 - amount.value) <= 2 * CENT:
            return rate, base, amount
    return None, None, None


def _header_row(rows: Sequence[LayoutRow], number: int) -> int | None:
    """Return the header row above, which mentions taxes, rates or bases; None where there is none."""
    above = next((other for other in range(number - 1, max(-1, number - 3), -1) if rows[other].cells), None)
    if above is None or len(set(_HEAD.findall(rows[above].normalized))) < 2:
        return None
    return above


def _tax_name_of(rows: Sequence[LayoutRow], head: int) -> str:
    near = [label for label in rows[head].labels if label.role == "tax"]
    for label in [*near, *(label for row in rows for label in row.labels if label.role in ("tax", "rate"))]:
        name = tax_name(label.text)
        if name.isupper():
            return name
    return tax_name(near[0].text) if near else "Tax"


def _without_start(row: LayoutRow, end: int) -> LayoutRow:
    """Return a row without its part before `end`."""
    text = " " * end + row.text[end:]
    cells = tuple(cell for cell in row.cells if cell.start >= end)
    return LayoutRow(text if cells else "", cells, row.explicit and bool(cells), row.format, row.day_first)
