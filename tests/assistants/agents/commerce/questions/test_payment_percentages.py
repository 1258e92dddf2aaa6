"""The percentages of a total that a document states in words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.payment_percentages import portion

DOCUMENT = CommercialDocument(currency="EUR", total=Decimal("200.00"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("60% with the order, the rest on delivery", ["€120.00", "€80.00"]),
        ("40% anticipo, 60% contra entrega", ["€80.00", "€120.00"]),
        ("30% na adjudicação", ["€60.00"]),
    ],
)
def test_the_parts_of_the_total_are_worked_out(text: str, wanted: list[str]) -> None:
    said = portion(text, DOCUMENT, "en")
    assert all(amount in said for amount in wanted)


@pytest.mark.parametrize("text", ["VAT 20% or 5%", "30% or 60.00", "with the order"])
def test_what_is_no_split_of_the_total_is_not_worked_out(text: str) -> None:
    assert portion(text, DOCUMENT, "en") == ""
