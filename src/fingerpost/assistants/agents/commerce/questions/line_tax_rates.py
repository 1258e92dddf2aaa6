"""The taxes of a line item by the rates that its row states, as numbers or by letters that the document explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.language.labels import TAX_WORDS, normalize, tax_name

_RATE = re.compile(r"([A-Za-z] (?=.*%))?(\d{1,2}(?:[.,]\d{1,3})?)\s?(%?)")
_OF_TAX = re.compile(rf"(?<![^\W_])(?:{TAX_WORDS}|tax|impuesto|imposto)(?![^\W_])")
_SAME = {"VAT": "IVA"}
"""The name of the same tax in another language."""

LineTaxes = list[tuple[LineItem, list[Tax]]]


def stated_taxes(document: CommercialDocument) -> LineTaxes:
    """Return the taxes of each line item by its row, none for a rate of zero; empty where a row leaves them unsure.

    A rate has a percent sign in its cell or its column; other numbers are rates only where the taxes come to them.
    """
    taxes = [tax for tax in document.taxes if tax.rate and (tax.amount is None or tax.amount > 0)]
    for signed in (True, False):
        rows = [(line, _taxes_of(line, taxes, signed)) for line in document.lines]
        found = [(line, stated) for line, stated in rows if stated is not None]
        if len(found) == len(rows) and (signed or _come_to(found, taxes)):
            return found
    return []


def _taxes_of(line: LineItem, taxes: Sequence[Tax], signed: bool) -> list[Tax] | None:
    """Return the taxes whose rates the cells of a row have; None for no rate, or for one of no single tax."""
    found, stated = [], False
    for label, _, text in (cell.partition("\t") for cell in line.cells.split("\n")):
        number, plain = _RATE.fullmatch(text), normalize(label)
        if not number or not (number[1] or _OF_TAX.search(plain)) or signed != bool(number[3] or "%" in label):
            continue
        stated = True
        if not (rate := Decimal(number[2].replace(",", "."))):
            continue
        fitting = [tax for tax in taxes if tax.rate == rate]
        if len(fitting) > 1:
            name = tax_name(plain)
            fitting = [tax for tax in fitting if _SAME.get(tax.name, tax.name) == _SAME.get(name, name)]
        if len(fitting) != 1:
            return None
        found += [tax for tax in fitting if tax not in found]
    return found if stated else None


def _come_to(rows: LineTaxes, taxes: Sequence[Tax]) -> bool:
    """Return whether the line items that have each tax come to its amount."""
    for tax in taxes:
        base = sum((line.total for line, stated in rows if tax in stated and line.total is not None), Decimal(0))
        if tax.amount is None or tax.rate is None or abs(base * tax.rate / 100 - tax.amount) > 2 * CENT:
            return False
    return bool(taxes)
