"""The rate of tax that the row of a line item states."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.answers import answer
from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.document_parser import parse_text
from fingerpost.assistants.agents.commerce.stated_rates import stated_taxes

LETTERS = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Item              Qty    Price    Amount   V
Linen cloth         2    30.00     60.00   H
Oat flour           1    20.00     20.00   Z
Cotton rope         4    10.00     40.00   H

V   Rate     Goods      VAT
Z   0%       20.00     0.00
H   23%     100.00    23.00

Goods 120.00    VAT 23.00    EUR 143.00
"""


def _document(text: str) -> CommercialDocument:
    document = parse_text(text)
    assert document is not None
    return document


def test_a_letter_that_the_document_explains_is_a_rate() -> None:
    taxes = stated_taxes(_document(LETTERS))
    assert [tax.rate if tax is not None else None for tax in taxes.values()] == [Decimal(23), None, Decimal(23)]


def test_a_letter_that_nothing_explains_is_none() -> None:
    assert not stated_taxes(_document(LETTERS.replace("H   23%", "K   23%")))


def test_items_of_a_rate_are_told_by_their_letters() -> None:
    said = answer(_document(LETTERS), "which items are charged at 23%")
    assert "Linen cloth" in said
    assert "Cotton rope" in said
    assert "Oat flour" not in said
