"""Goods that a question names by their headings, alone or together with names of line items."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question

ROOMS = """QUOTE Q-77
Date: 12 May 2025
From: Brightside Builders Ltd
To: Mrs Ellen Ward

Description              Qty   Price    Amount
Kitchen
Mixer tap                1     80.00     80.00
Wall paint               2     30.00     60.00
Bathroom
Mixer tap                1     80.00     80.00
Wall paint               2     30.00     60.00
Shower screen            1    210.00    210.00

Travel                   1    110.00    110.00

Subtotal                       600.00
VAT 20%                        120.00
Total                   GBP    720.00
"""


def _document(text: str) -> CommercialDocument:
    document = parse_text(text)
    assert document is not None
    return document


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("how much is the kitchen tap?", "£80.00", "£60.00"),
        ("how much is the paint of the bathroom?", "£60.00", "£210.00"),
        ("how much are the taps of the kitchen and the bathroom?", "£80.00 + £80.00 = £160.00", "£60.00"),
        (
            "how much is the total without the bathroom paint?",
            "− £60.00 (Wall paint) − £12.00 (VAT 20%) = £648.00",
            "80",
        ),
        ("how much is the kitchen without the tap?", "£140.00 − £80.00 (Mixer tap) = £60.00", "£720.00"),
        ("how much is the kitchen, tap excluded?", "£140.00 − £80.00 (Mixer tap) = £60.00", "£720.00"),
        ("how much is the kitchen and the shower screen?", "= £350.00", "£720.00"),
        ("how much is the kitchen shower screen?", "£210.00", "£80.00"),
        ("how much is the bathroom excluding wall paint, VAT included?", "£290.00 + £58.00 (VAT) = £348.00", "£70.00"),
    ],
)
def test_goods_named_with_their_heading_are_those_under_it(question: str, said: str, unsaid: str) -> None:
    told = answer(_document(ROOMS), question)
    assert said in told
    assert unsaid not in told


def test_everything_but_the_goods_under_a_heading() -> None:
    assert "£720.00 − £80.00 (Mixer tap)" in answer(_document(ROOMS), "how much is everything but the kitchen?")


def test_the_number_of_goods_under_a_heading_is_of_its_lines() -> None:
    assert "3 of 6 lines" in answer(_document(ROOMS), "how many items are in the bathroom?")
    assert "= 3" not in answer(_document(ROOMS), "how many are there in the kitchen?")


def test_the_dearest_under_a_heading_is_none_of_another() -> None:
    assert "Mixer tap" in answer(_document(ROOMS), "what is the dearest thing in the kitchen?")


def test_lines_under_two_headings_are_two_lines() -> None:
    document = _document(ROOMS)
    assert len(parse_question("list the kitchen and the bathroom", document).lines) == 5


def test_a_field_of_a_place_that_is_a_heading_too_is_no_list_of_goods() -> None:
    said = answer(_document(ROOMS + "\nAddress of the kitchen: 4 Low Road\n"), "What is the address of the kitchen?")
    assert "4 Low Road" in said
    assert "80.00" not in said
