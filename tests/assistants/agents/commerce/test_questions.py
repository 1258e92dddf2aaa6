"""What a question about a document asks for, in three languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.questions import fields_in, parse_question, split_questions, things_named

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


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("Who is it from and how much is it?", ["Who is it from", "how much is it"]),
        ("qual o total e quando vence?", ["qual o total", "quando vence"]),
        ("¿Quién la emitió? ¿Y cuánto es?", ["¿Quién la emitió", "cuánto es"]),
        ("total and due date", ["total and due date"]),
        ("?", ["?"]),
    ],
)
def test_a_message_is_split_into_its_questions(message: str, parts: list[str]) -> None:
    assert split_questions(message) == parts


def test_several_goods_are_named_where_the_question_lists_them() -> None:
    assert parse_question("how much are the lamp and the shade?", DOCUMENT).lines == DOCUMENT.lines


def test_words_that_no_field_explains_are_named() -> None:
    assert things_named("qual o e-mail do comprador") == ["e-mail"]
    assert things_named("what is the total of the invoice") == []
    assert fields_in("prazo de entrega") == {"shipping"}
