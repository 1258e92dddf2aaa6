"""A number of things at a price for each that only a sentence states."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer

DOCUMENT = CommercialDocument(
    currency="EUR", total=Decimal("900.00"), passages="Empty barrels returned are refunded at 30.00 each."
)


@pytest.mark.parametrize("question", ["how much do you refund for 5 empty barrels returned?"])
def test_the_number_is_priced_by_the_sentence(question: str) -> None:
    said = answer(DOCUMENT, question)
    assert "150.00" in said
    assert "Empty barrels" in said


def test_a_price_for_a_day_is_not_one_for_a_week() -> None:
    late = CommercialDocument(currency="EUR", passages="Penalty for delay: EUR 25.00 per day.", total=Decimal(90))
    assert "75.00" not in answer(late, "how much is the penalty for a delay of 3 weeks?")
    assert "75.00" in answer(late, "how much is the penalty for a delay of 3 days?")


def test_the_tax_that_is_asked_for_comes_on_top() -> None:
    taxed = CommercialDocument(
        currency="EUR",
        total=Decimal(123),
        taxes=(Tax("VAT", Decimal(23), Decimal(23)),),
        passages="Additional pictures at 4.00 each, plus VAT.",
    )
    assert "49.20" in answer(taxed, "how much are 10 additional pictures with VAT?")


@pytest.mark.parametrize(
    ("passage", "on_top"),
    [
        ("Additional pictures at 4.00 each, VAT included.", False),
        ("Additional pictures are charged at 4.00 each including VAT.", False),
        ("Additional pictures at 4.00 each, without frames, VAT included.", False),
        ("Additional pictures at 4.00 each, VAT not included.", True),
        ("Additional pictures at 4.00 each + VAT.", True),
        ("Additional pictures at 4.00 each.", True),
    ],
)
def test_a_price_that_includes_its_tax_is_not_taxed_again(passage: str, on_top: bool) -> None:
    taxed = CommercialDocument(
        currency="EUR", total=Decimal(123), taxes=(Tax("VAT", Decimal(23), Decimal(23)),), passages=passage
    )
    said = answer(taxed, "how much are 10 additional pictures with VAT?")
    assert "40.00" in said
    assert ("49.20" in said) == on_top
