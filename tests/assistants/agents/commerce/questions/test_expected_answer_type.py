"""What is of another kind than what a question asks for is left out of it."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.expected_answer_type import asked_kind, of_asked_kind
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question

TEXT = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn
Due 11/07/2025

Linen cloth      2      30.00      60.00
Cotton rope      1      20.00      20.00
Total EUR 80.00

Goods received by: O. Fennel
Damaged rolls are taken back within 5 days of delivery.
"""


def _document() -> CommercialDocument:
    document = parse_text(TEXT)
    assert document is not None
    return document


def test_who_signed_for_the_goods_is_no_list_of_goods() -> None:
    said = answer(_document(), "who signed for the goods")
    assert "Fennel" in said
    assert "Linen" not in said


def test_a_question_for_an_hour_adds_no_amounts_up() -> None:
    assert "80.00" not in answer(_document(), "at what hour were the cloth and the rope packed")


def test_fields_and_goods_of_another_kind_are_left_out() -> None:
    question = of_asked_kind(parse_question("who wove the linen cloth of the total", _document()))
    assert not question.mentions
    assert not question.goods
    assert "linen" in question.unknown


def test_a_number_is_asked_for_whatever_the_question_word() -> None:
    assert asked_kind(parse_question("when do we pay and how much", _document())) == ""


CHARGED = TEXT.replace("Total EUR 80.00", "Discount 10%  -8.00\nShipping 5.00\nTotal EUR 77.00")


def test_the_price_after_a_question_for_a_day_is_that_of_its_goods() -> None:
    said = answer(_document(), "When was the cotton rope bought and for how much?")
    assert "20.00" in said
    assert "80.00" not in said


def test_a_part_that_nothing_of_its_kind_answers_is_not_passed_over() -> None:
    document = parse_text(CHARGED)
    assert document is not None
    said = answer(document, "When is the discount lost, what is the shipping?")
    assert "5.00" in said
    assert "lost discount" in said


def test_who_pays_a_charge_is_neither_party_as_such() -> None:
    document = parse_text(CHARGED)
    assert document is not None
    assert "Quay Inn" not in answer(document, "Who pays the shipping?")


@pytest.mark.parametrize("question", ["Who do I owe the total?", "¿A quién debemos el total?", "A quem devo o total?"])
def test_whom_one_owes_is_no_amount(question: str) -> None:
    said = answer(_document(), question)
    assert "Harbour Looms" in said
    assert "80" not in said
