"""The sentence of each field, and what is said where the document does not hold it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Tax
from fingerpost.assistants.agents.commerce.field_answers import FIELD_ANSWERS
from fingerpost.assistants.agents.commerce.phrases import NAMES

SERVICE = CommercialDocument(
    kind="invoice",
    number="7",
    order_number="PC-8",
    access_key="3125 0318",
    taxes=(Tax("INSS", amount=Decimal(-11)), Tax("IRRF", amount=Decimal(-2)), Tax("ISS", amount=Decimal(5))),
)


@pytest.mark.parametrize("name", sorted(FIELD_ANSWERS))
@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_an_empty_document_has_a_sentence_for_every_field(name: str, language: str) -> None:
    said = FIELD_ANSWERS[name](CommercialDocument(), language, "")
    assert said.strip()
    assert "{" not in said
    assert "None" not in said


def test_withheld_taxes_are_added_up() -> None:
    assert "11.00 + 2.00 = 13.00" in FIELD_ANSWERS["withheld"](SERVICE, "en", "withheld")
    assert "ISS" not in FIELD_ANSWERS["withheld"](SERVICE, "en", "withheld")
    assert NAMES["withheld"]["en"] in FIELD_ANSWERS["withheld"](CommercialDocument(), "en", "withheld")


def test_the_number_of_an_order_is_not_that_of_its_invoice() -> None:
    assert "PC-8" in FIELD_ANSWERS["order_number"](SERVICE, "pt", "")
    assert "7" in FIELD_ANSWERS["order_number"](CommercialDocument(kind="order", number="7"), "pt", "")
    assert "3125 0318" in FIELD_ANSWERS["access_key"](SERVICE, "pt", "")
