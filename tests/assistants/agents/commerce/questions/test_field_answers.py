"""The sentence of each field, and what is said where the document does not hold it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.language.phrases import NAMES
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.field_answers import FIELD_ANSWERS

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


PAID = CommercialDocument(
    kind="invoice",
    lines=(LineItem("Bench", total=Decimal(1100)),),
    subtotal=Decimal(1320),
    taxes=(Tax("VAT", Decimal(20), Decimal(220)),),
    total=Decimal(820),
    said="Net\t1,100.00\nVAT 20%\t220.00\nGross\t1,320.00\nLess deposit\t500.00\nAmount due\t820.00",
)


@pytest.mark.parametrize("question", ["what is left to pay?", "¿cuánto queda por pagar?", "total without the deposit"])
@pytest.mark.parametrize("document", [PAID, replace(PAID, lines=(), subtotal=None, taxes=())])
def test_a_deposit_is_not_taken_off_twice(question: str, document: CommercialDocument) -> None:
    said = answer(document, question)
    assert "820" in said
    assert "320" not in said


def test_a_deposit_is_taken_off_what_goods_and_charges_come_to() -> None:
    whole = replace(PAID, total=Decimal(1320), subtotal=Decimal(1100), said="Deposit\t500.00")
    assert "= 820.00" in answer(whole, "what is left to pay?")
    only_total = replace(whole, lines=(), subtotal=None, taxes=())
    assert "= 820.00" in answer(only_total, "what is left to pay?")
    # Where the goods do not come to the total, none of the two is worked out.
    assert "= 820.00" not in answer(replace(whole, taxes=()), "what is left to pay?")
