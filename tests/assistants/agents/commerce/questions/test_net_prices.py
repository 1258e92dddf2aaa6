"""Prices of goods after a discount, for all pieces and for one."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer

ROPE = LineItem("Hemp rope", "", Decimal(8), "m", Decimal("5.00"), Decimal("4.00"), Decimal("36.00"))
HOOK = LineItem("Brass hook", "", Decimal(10), "", Decimal("6.00"), None, Decimal("60.00"))
OWN = CommercialDocument(kind="invoice", currency="EUR", lines=(ROPE, HOOK), total=Decimal("96.00"))
WHOLE = replace(
    OWN, lines=(replace(ROPE, discount=None, total=Decimal("40.00")), HOOK), subtotal=Decimal("100.00"),
    discount=Decimal("10.00"), total=Decimal("108.90"), taxes=(Tax("IVA", Decimal(21), Decimal("18.90")),),
)  # fmt: skip


def test_the_discount_of_a_line_is_taken_off_each_piece() -> None:
    assert "€4.50" in answer(OWN, "what does one metre of rope cost after the discount")
    assert "4,50 €" in answer(OWN, "cuánto cuesta el metro de rope con el descuento")


def test_the_discount_of_the_document_is_that_of_its_goods() -> None:
    said = answer(WHOLE, "price of the hook after the discount")
    assert "€54.00" in said
    assert "€5.40" in said


def test_the_tax_is_added_where_it_is_asked_for() -> None:
    assert "€6.53" in answer(WHOLE, "price of one hook after the discount, with IVA")


def test_a_price_before_the_discount_has_none() -> None:
    assert "5.40" not in answer(WHOLE, "price of one hook without the discount")
    assert "5.40" not in answer(WHOLE, "price of one hook")
