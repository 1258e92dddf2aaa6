"""What a question about a document asks for, in three languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.questions import parse_question

DOCUMENT = CommercialDocument(
    lines=(LineItem("Desk lamp", total=Decimal(20)), LineItem("Paper shade", total=Decimal(5)))
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what is the total?", "total"), ("qual o total?", "total"), ("¿cuál es el total?", "total"),
        ("when is it due?", "due"), ("quando vence?", "due"), ("¿cuándo vence?", "due"),
        ("who is the seller?", "seller"), ("qual o desconto?", "discount"), ("¿cuánto es el IVA?", "taxes"),
    ],
)  # fmt: skip
def test_a_question_asks_for_one_thing(question: str, asked: str) -> None:
    assert parse_question(question, DOCUMENT).asked == (asked,)


def test_a_question_names_lines_by_their_words() -> None:
    assert parse_question("how much are the lamps?", DOCUMENT).lines == DOCUMENT.lines[:1]
    assert parse_question("what is the total?", DOCUMENT).lines == ()
