"""What a question about a document names, in three languages."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.questions.message_parts import split_questions
from fingerpost.assistants.agents.commerce.questions.question_parser import fields_in, in_context, parse_question

DOCUMENT = CommercialDocument(
    issued=date(2025, 3, 1),
    lines=(
        LineItem("Desk lamp", total=Decimal(20)),
        LineItem("Paper shade", total=Decimal(5)),
        LineItem("Cartões de visita", total=Decimal(7)),
    ),
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what is the total?", "total"), ("qual o total?", "total"), ("¿cuál es el total?", "total"),
        ("when is it due?", "due"), ("quando vence?", "due"), ("¿cuándo vence?", "due"),
        ("who is the seller?", "seller"), ("qual o desconto?", "discount"), ("¿cuánto es el IVA?", "named_tax"),
        ("until what date does it stand?", "valid"), ("¿hasta qué fecha vale?", "valid"), ("até quando vale?", "valid"),
        ("what is the total of the taxes?", "taxes"), ("on which date does it expire?", "valid"),
        ("qual o prazo de entrega?", "delivery"), ("which carrier?", "carrier"), ("¿qué transportista la trae?", "carrier"),
    ],
)  # fmt: skip
def test_a_question_asks_for_one_thing(question: str, asked: str) -> None:
    assert parse_question(question, DOCUMENT).asked == (asked,)


def test_a_question_names_lines_by_their_words() -> None:
    assert parse_question("how much are the lamps?", DOCUMENT).lines == DOCUMENT.lines[:1]
    assert parse_question("quanto custa o cartão?", DOCUMENT).lines == DOCUMENT.lines[2:]
    assert parse_question("what is the total?", DOCUMENT).lines == ()


def test_a_question_names_lines_in_another_language() -> None:
    assert parse_question("quanto custam as lâmpadas?", DOCUMENT).lines == DOCUMENT.lines[:1]
    assert parse_question("quanto custam as bicicletas?", DOCUMENT).lines == ()


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("Who is it from and how much is it?", ["Who is it from", "how much is it"]),
        ("qual o total e quando vence?", ["qual o total", "quando vence"]),
        ("¿Quién la emitió? ¿Y cuánto es?", ["¿Quién la emitió", "cuánto es"]),
        ("total and due date", ["total and due date"]),
        ("O desconto é quantos %?", ["O desconto é quantos %"]),
        ("If we take 50, how much is it?", ["If we take 50, how much is it"]),
        ("?", ["?"]),
    ],
)
def test_a_message_is_split_into_its_questions(message: str, parts: list[str]) -> None:
    assert split_questions(message) == parts


def test_several_goods_are_named_where_the_question_lists_them() -> None:
    assert parse_question("how much are the lamp and the shade?", DOCUMENT).lines == DOCUMENT.lines[:2]


def test_a_kind_of_goods_that_none_of_them_is_names_none() -> None:
    menus = CommercialDocument(
        lines=(LineItem("Menú adulto", total=Decimal(9)), LineItem("Menú infantil", total=Decimal(5)))
    )
    assert parse_question("¿hay menú para celíacos?", menus).lines == ()
    assert parse_question("¿cuánto es el menú infantil?", menus).lines == menus.lines[1:]


def test_words_that_no_field_explains_are_named() -> None:
    assert parse_question("qual o número do lote", DOCUMENT).things == ("lote",)
    assert parse_question("qual o número do lote", DOCUMENT).asked == ()
    assert parse_question("what is the total of the invoice", DOCUMENT).things == ()
    assert fields_in("prazo de entrega") == {"delivery"}


def test_figures_and_days_are_read() -> None:
    question = parse_question("in three parts of 1,500 with 5% if I pay on 20 March 2025", DOCUMENT)
    assert [(int(one.value), one.percent) for one in question.figures] == [(3, False), (1500, False), (5, True)]
    assert question.days == (date(2025, 3, 20),)
    assert parse_question("si pago el 20/03", DOCUMENT).days == (date(2025, 3, 20),)


def test_a_question_without_a_name_is_about_what_was_named_before() -> None:
    first = parse_question("o ISS foi retido?", DOCUMENT)
    assert in_context(parse_question("de quanto é?", DOCUMENT), first).mentions == first.mentions
    assert in_context(parse_question("qual o total?", DOCUMENT), first).asked == ("total",)


def test_a_long_list_of_fields_is_parsed_in_time_in_line_with_its_length() -> None:
    start = time.perf_counter()
    parse_question("total, vat, " * 250, CommercialDocument(total=Decimal(10)))
    assert time.perf_counter() - start < 5
