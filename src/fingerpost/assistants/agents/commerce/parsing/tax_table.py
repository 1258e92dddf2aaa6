"""Finds the tax table of a document, which lists rate, base and amount per tax, apart from goods and totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, Tax
from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.language.labels import MONEY, tax_name
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

_CODE = re.compile(r"[\s|]*(?:[a-z]{1,6}\b(?: [a-z]{1,8}\b)?)?[\s|:]*")
_NAME = re.compile(r"(?<![^\W_])[A-Z]{3,6}(?![^\W_])")
_RATED = re.compile(r"%|(?<![^\W_])(?:rate|taxa|tasa|tipo|aliq)")
MOST_RATE = 60
"""Below which a number without its sign may be a rate."""
_OTHER = re.compile(r"^[^\d%]*[^\W\d_]{3,}[^\d%]*$|^\W*[-=_]{3,}$")
"""A cell of words without a number, or a rule."""
_HEAD = re.compile(
    r"(?<![^\W_])(?:taxa|tasa|rate|tipo|aliquota|base|incidencia|net|neto|cuota|iva|vat|gst|iss|tax|gross|total)(?![^\W_])"
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
        tax = _consistent_tax(row, end)
        if tax is None:
            continue
        head = _header_row(rows, numbers[0] if numbers else number)
        if head is None or not (_has_percent(row) or _RATED.search(rows[head].normalized)):
            continue
        numbers.append(number)
        left[number] = _without_start(row, end)
        taxes.append(replace(tax, name=_own_name(row) or _tax_name_of(rows, head)))
    if not any(tax.rate for tax in taxes) or (len(numbers) == 1 and not _has_percent(rows[numbers[0]])):
        # One row of numbers without the sign of a rate has headings that say what each of them is.
        return TaxTable((), list(rows))
    head = _header_row(rows, numbers[0])
    if head is not None and not any(amount.is_money for amount in rows[head].amounts):
        left[head] = _without_start(rows[head], len(rows[head].text))
    return TaxTable(tuple(taxes), left)


def _tax_part_end(row: LayoutRow) -> int | None:
    """Return the end of the tax part of a row, which has one percentage and amounts only; None where it has words.

    Under the heading of a rate its sign may be missing.
    """
    shares = [amount for amount in row.amounts if amount.percent] or row.amounts[:1]
    if len(shares) != 1 or len(row.amounts) < 3 or row.dates:
        return None
    after = [label.start for label in row.labels if label.role in MONEY and label.start > shares[0].end]
    # Another column, such as that of the totals, may stand beside the table.
    after += [cell.start for cell in row.filled if cell.start > shares[0].end and _OTHER.search(cell.text)]
    end = min(after, default=len(row.text))
    inside = [amount for amount in row.amounts if amount.end <= end]
    edges = [0, *(edge for amount in inside for edge in (amount.start, amount.end)), end]
    gaps = list(zip(edges[::2], edges[1::2], strict=True))
    if not all(_CODE.fullmatch(row.normalized, start, stop) for start, stop in gaps):
        return None
    return end


def _consistent_tax(row: LayoutRow, end: int) -> Tax | None:
    """Return the tax of which a row has the rate, the base, or else the price with the tax, and the amount."""
    inside = [amount for amount in row.amounts if amount.end <= end]
    rate = next((amount.value for amount in inside if amount.percent), None)
    if rate is None:
        return _unsigned_tax(inside) if len(inside) > 2 else None
    money = [amount.value for amount in inside if not amount.percent]
    for hundred in (Decimal(100), Decimal(100) + (rate or 0)):
        for base, amount in pairwise(money):
            if rate is not None and base and abs(base * rate / hundred - amount) <= 2 * CENT:
                included = hundred != 100
                return Tax("", rate, amount, base - amount if included else base, included)
    return None


def _unsigned_tax(inside: Sequence[Amount]) -> Tax | None:
    """Return the tax of three numbers of which one is the share of another that a third says; a fourth is their sum."""
    one, other, amount = inside[:3]
    whole = [gross.value for gross in inside[3:]]
    for rate, base in ((one, other), (other, one)):
        share = base.value * rate.value / 100
        priced = base.is_money and amount.is_money and base.value > amount.value >= 0
        proved = abs(share - amount.value) <= CENT and bool(rate.value) == bool(amount.value)
        if priced and proved and 0 <= rate.value < MOST_RATE and whole in ([], [base.value + amount.value]):
            return Tax("", rate.value, amount.value, base.value)
    return None


def _has_percent(row: LayoutRow) -> bool:
    return any(amount.percent for amount in row.amounts)


def _own_name(row: LayoutRow) -> str:
    """Return the name in capitals before the numbers of a row, of more letters than a code has."""
    found = _NAME.search(row.text[: row.amounts[0].start])
    return found[0] if found else ""


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
