"""The price of other numbers of goods than a document has."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer

SOAP = LineItem("Olive soap", "", Decimal(10), "", Decimal("4.00"), None, Decimal("40.00"))
BREAD = LineItem("Rye bread", "", Decimal(5), "", Decimal("3.00"), None, Decimal("15.00"))
DOCUMENT = CommercialDocument(
    kind="invoice", currency="EUR", lines=(SOAP, BREAD), subtotal=Decimal("55.00"),
    taxes=(Tax("VAT", Decimal(20), Decimal("11.00"), Decimal("55.00")),), total=Decimal("66.00"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("what would 8 olive soaps have been before VAT?", "32.00"),
        ("quanto seriam 8 olive soap sem IVA", "32,00"),
        ("cuánto serían 8 olive soap con IVA", "38,40"),
        ("how much would 8 olive soaps and 7 rye breads be?", "53.00"),
    ],
)
def test_another_number_is_priced(question: str, wanted: str) -> None:
    assert wanted in answer(DOCUMENT, question)


def test_no_price_without_a_tax_that_it_includes_is_made_up() -> None:
    inside = replace(DOCUMENT, taxes=(replace(DOCUMENT.taxes[0], included=True),), total=Decimal("55.00"))
    assert "= €32.00" not in answer(inside, "what would 8 olive soaps have been before VAT?")
