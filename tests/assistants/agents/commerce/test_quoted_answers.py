"""Answers in the words of the document."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Party
from fingerpost.assistants.agents.commerce.questions import parse_question
from fingerpost.assistants.agents.commerce.quoted_answers import names_other_side, quote

SENTENCE = "Guarantee of 3 years on the frame and 1 year on the cover."
DOCUMENT = CommercialDocument(
    currency="EUR", total=Decimal("200.00"), seller=Party("Loom Works"), buyer=Party("Inn"), passages=SENTENCE,
)  # fmt: skip


def test_a_part_of_a_sentence_is_quoted_as_the_whole_sentence() -> None:
    question = parse_question("guarantee?", DOCUMENT)
    assert quote("Guarantee of: 3 years on the frame and", question, DOCUMENT, "en") == f"It says “{SENTENCE}”."
    assert quote("Colour: grey", question, DOCUMENT, "en") == "It says “Colour: grey”."


def test_an_amount_that_is_asked_is_worked_out_from_a_percentage_of_the_total() -> None:
    asked = parse_question("how much is the deposit", DOCUMENT)
    assert "€200.00 × 30% = €60.00" in quote("Deposit: 30% with the order", asked, DOCUMENT, "en")
    assert "€60.00" not in quote("Deposit: 30% with the order", parse_question("deposit?", DOCUMENT), DOCUMENT, "en")


def test_a_passage_that_names_the_other_party_is_told() -> None:
    assert names_other_side("Loom Works, est. 1970", ["buyer"], DOCUMENT)
    assert not names_other_side("Loom Works, est. 1970", ["seller"], DOCUMENT)
    assert not names_other_side("est. 1970", ["buyer"], DOCUMENT)
