"""Finds the rates of taxes that stand behind their names or in a column of the goods, apart from their amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import Tax
from fingerpost.assistants.agents.commerce.language.labels import TAX_WORDS, tax_name
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow

MOST_ROWS = 200
"""Maximum number of rows below a heading that are read."""

_BEFORE = re.compile(rf"(?<![^\W_])({TAX_WORDS})(?![^\W_])\W{{1,3}}$")
_HEADING = re.compile(rf"(?:%\s?(?:de )?({TAX_WORDS})|({TAX_WORDS})\s?%)")


def with_named_rates(taxes: Sequence[Tax], rows: Sequence[LayoutRow]) -> tuple[Tax, ...]:
    """Return the taxes with the rate that stands with their name, where there is one and only one above zero."""
    if all(tax.rate is not None or not tax.amount for tax in taxes):
        return tuple(taxes)
    stated: dict[str, set[Decimal]] = {}
    for name, rate in _stated(rows):
        stated.setdefault(name, set()).add(rate)
    return tuple(_with_rate(tax, stated.get(tax.name, set())) for tax in taxes)


def _with_rate(tax: Tax, rates: set[Decimal]) -> Tax:
    return replace(tax, rate=min(rates)) if tax.rate is None and tax.amount and len(rates) == 1 else tax


def _stated(rows: Sequence[LayoutRow]) -> Iterator[tuple[str, Decimal]]:
    """Yield the names of taxes with the percentages behind them, and with the values above zero under "% name"."""
    for number, row in enumerate(rows):
        for amount in row.amounts:
            found = _BEFORE.search(row.normalized[max(0, amount.start - 24) : amount.start]) if amount.percent else None
            if found is not None and amount.value:
                yield tax_name(found[1]), amount.value
        for cell in row.filled:
            if heading := _HEADING.fullmatch(row.normalized, cell.start, cell.end):
                name = tax_name(heading[1] or heading[2])
                yield from ((name, value) for value in _values_below(rows[number + 1 : number + 1 + MOST_ROWS], cell))


def _values_below(rows: Sequence[LayoutRow], heading: Cell) -> Iterator[Decimal]:
    """Yield the numbers above zero in the cells under a heading."""
    for row in rows:
        for cell in row.filled:
            inside = row.format.find(cell.text) if cell.start < heading.end and heading.start < cell.end else []
            if len(inside) == 1 and inside[0].end - inside[0].start == len(cell.text) and inside[0].value > 0:
                yield inside[0].value
