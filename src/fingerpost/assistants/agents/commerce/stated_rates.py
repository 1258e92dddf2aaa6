"""The rate of tax that the row of a line item states, as a number or by a letter that the document explains."""

from __future__ import annotations

import re
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.labels import TAX_WORDS, normalize

_RATE = re.compile(r"([A-Za-z] (?=.*%))?(\d{1,2}(?:[.,]\d{1,3})?)\s?%?")
_OF_TAX = re.compile(rf"(?<![^\W_])(?:{TAX_WORDS}|tax|impuesto|imposto)(?![^\W_])")


def stated_taxes(document: CommercialDocument) -> dict[LineItem, Tax | None]:
    """Return the tax of each line item by its row, None for a rate of zero; empty where a row states none."""
    found: dict[LineItem, Tax | None] = {}
    taxes = {tax.rate: tax for tax in document.taxes if tax.rate}
    for line in document.lines:
        rate = _stated_rate(line)
        if rate is None or (rate and rate not in taxes):
            return {}
        found[line] = taxes.get(rate)
    return found


def _stated_rate(line: LineItem) -> Decimal | None:
    for label, _, text in (cell.partition("\t") for cell in line.cells.split("\n")):
        number = _RATE.fullmatch(text)
        if number and (number[1] or _OF_TAX.search(normalize(label))):
            return Decimal(number[2].replace(",", "."))
    return None
