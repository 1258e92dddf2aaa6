"""Answers in the words of the document."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Party
from fingerpost.assistants.agents.commerce.questions import quoted_answers
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.passage_selection import Quotation
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.quoted_answers import names_other_side, quote

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


def test_what_is_told_before_a_question_helps_to_find_its_passage() -> None:
    document = CommercialDocument(
        kind="receipt", total=Decimal(40), passages="Returns within 14 days with this receipt.\nHave a great day"
    )
    assert "14 days" in answer(document, "I want to return the kettle. How long have I got?")


def test_words_between_those_of_a_field_may_be_of_a_passage(monkeypatch: pytest.MonkeyPatch) -> None:
    clear = Quotation("Permits to be registered to: Halden Water Board", 0.9)
    monkeypatch.setattr(quoted_answers, "best_passage", lambda *_: clear)
    document = CommercialDocument(kind="order", buyer=Party("Corbel Ltd"))
    assert "Halden" in answer(document, "who is the end user the permits are for")
    assert "Corbel" in answer(document, "who is the buyer")
