"""Percentages that a question supposes or asks for, and those that a document states."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.operands import find_operands
from fingerpost.assistants.agents.commerce.questions.percentages import Rate, asked_rate, share, with_rate
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

SOLD = CommercialDocument(
    lines=(LineItem("Lamp", total=Decimal(80)), LineItem("Table", total=Decimal(120))),
    subtotal=Decimal(200),
    discount=Decimal(20),
    shipping=Decimal(10),
    taxes=(Tax("VAT", Decimal(10), Decimal(19)),),
    total=Decimal(209),
    said="Terms\t2% off for cash",
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("how much with 5% discount", Rate(Decimal(5), -1)),
        ("quanto fica com 5% de juros", Rate(Decimal(5), 1)),
        ("cuánto es el 30% del total", Rate(Decimal(30), 0)),
        ("how much with cash", Rate(Decimal(2), -1)),
        ("how much is the VAT of 10%", None),
        ("which item had 5% off", None),
        ("how much is the lamp", None),
    ],
)
def test_a_rate_is_read(text: str, wanted: Rate | None) -> None:
    assert asked_rate(parse_question(text, SOLD), SOLD, stated_too=True) == wanted


def test_a_rate_is_taken_off_or_added() -> None:
    writer = SumWriter(SOLD, "en")
    assert with_rate(Decimal(200), Rate(Decimal(5), -1), writer)[1] == "200.00 − 10.00 = 190.00"
    assert with_rate(Decimal(200), Rate(Decimal(5), 1), writer)[1] == "200.00 + 10.00 = 210.00"
    assert with_rate(Decimal(200), Rate(Decimal(5), 0), writer) == ["200.00 × 5% = 10.00"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("what percentage of the total is the freight", "10.00 ÷ 209.00 = 4.78%"),
        ("what percentage is the discount", "20.00 ÷ 200.00 = 10%"),
        ("que porcentaje del subtotal es la lamp", "80.00 ÷ 200.00 = 40%"),
        ("what percentage is the VAT", "VAT 10% 19.00"),
        ("what percentage is it", ""),
    ],
)
def test_a_share_is_of_the_sum_that_is_named(text: str, wanted: str) -> None:
    question = parse_question(text, SOLD)
    assert share(question, find_operands(question, SOLD, "en"), SOLD, SumWriter(SOLD, "en")) == wanted


def test_a_discount_for_paying_early_is_that_of_the_terms() -> None:
    early = replace(SOLD, terms="2/10 Net 30")
    assert asked_rate(
        parse_question("how much do we save by paying within 10 days?", early), early, stated_too=True
    ) == Rate(Decimal(2), -1)
    later = replace(SOLD, terms="Net 30")
    question = parse_question("how much do we save by paying within 10 days?", later)
    assert asked_rate(question, later, stated_too=False) is None
