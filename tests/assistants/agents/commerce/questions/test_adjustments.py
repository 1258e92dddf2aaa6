"""An amount with and without charges: what is part of the total is taken off, what is not is added."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.adjustments import adjusted_amount, starting_amount
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.operands import find_operands
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

WITHHELD = CommercialDocument(
    kind="invoice",
    currency="EUR",
    subtotal=Decimal(1000),
    taxes=(Tax("IVA", Decimal(21), Decimal(210)), Tax("IRPF", Decimal(15), Decimal(-150))),
    total=Decimal(1060),
)


def _adjusted(text: str, document: CommercialDocument, language: str = "es") -> tuple[Decimal | None, tuple[str, ...]]:
    adjusted = adjusted_amount(parse_question(text, document), document, SumWriter(document, language))
    return adjusted.value, adjusted.said


def _start(text: str, document: CommercialDocument) -> tuple[Decimal | None, bool]:
    question = parse_question(text, document)
    start = starting_amount(question, find_operands(question, document, "en"), document)
    return start.value, start.whole


def test_a_withheld_tax_is_added_where_the_total_is_without_it() -> None:
    assert _adjusted("cuanto es sin la retencion", WITHHELD)[0] == 1210
    before = replace(WITHHELD, total=Decimal(1210))
    assert _adjusted("cuanto es sin la retencion", before)[0] == 1210
    assert _adjusted("cuanto es con la retencion", before)[0] == 1060


def test_with_and_without_are_both_said() -> None:
    sold = CommercialDocument(subtotal=Decimal(50), shipping=Decimal(5), total=Decimal(55))
    assert _adjusted("total con y sin envio", sold)[1] == (
        "55,00 (con gastos de envío)",
        "55,00 − 5,00 (gastos de envío) = 50,00",
    )


def test_a_question_starts_from_the_goods_it_names() -> None:
    sold = replace(WITHHELD, lines=(LineItem("Lamp", total=Decimal(7)),))
    assert _start("lamp with shipping", sold) == (Decimal(7), False)
    assert _start("10% of the subtotal", sold) == (Decimal(1000), False)
    assert _start("10% of it", sold) == (Decimal(1060), True)
    assert _start("total without the lamp", sold) == (Decimal(1060), True)


def test_what_is_left_out_is_not_taxed_either() -> None:
    sold = CommercialDocument(
        subtotal=Decimal(100),
        shipping=Decimal(10),
        taxes=(Tax("VAT", Decimal(20), Decimal(22)),),
        total=Decimal(132),
    )
    assert _adjusted("total without shipping", sold, "en")[1] == (
        "132.00 − 10.00 (shipping charge) − 2.00 (VAT 20%) = 120.00",
    )
    untaxed = replace(sold, taxes=(Tax("VAT", Decimal(20), Decimal(20)),), total=Decimal(130))
    assert _adjusted("total without shipping", untaxed, "en")[1] == ("130.00 − 10.00 (shipping charge) = 120.00",)


@pytest.mark.parametrize(
    "text",
    ["how much is left after the deposit?", "¿cuánto queda después del anticipo?", "quanto fica depois do sinal?"],
)
def test_after_a_deposit_is_what_is_left(text: str) -> None:
    sold = CommercialDocument(
        total=Decimal(200), issued=date(2025, 1, 1), said="Deposit\t50.00\nAnticipo\t50.00\nSinal\t50.00"
    )
    assert _adjusted(text, sold)[0] == 150


def test_a_charge_that_may_be_in_the_base_of_a_tax_is_not_taken_off() -> None:
    sold = CommercialDocument(
        subtotal=Decimal(100), shipping=Decimal(10), taxes=(Tax("VAT", Decimal(20), Decimal(17)),), total=Decimal(127)
    )
    assert _adjusted("total without shipping", sold, "en") == (None, ())
    stated = replace(sold, taxes=(Tax("IPI", None, Decimal(17)),))
    assert _adjusted("total without shipping", stated, "en")[0] == Decimal(117)


def test_a_balance_is_already_without_what_was_paid() -> None:
    document = CommercialDocument(
        currency="EUR", total=Decimal("110.00"), balance=Decimal("80.00"), said="Deposit\t30.00"
    )
    assert "50.00" not in answer(document, "what is the balance after the deposit?")
    assert "80.00" in answer(document, "what is the balance after the deposit?")


GUESTS = CommercialDocument(
    kind="quote",
    currency="EUR",
    lines=(
        LineItem("Menu", quantity=Decimal(20), unit_price=Decimal(30), total=Decimal(600)),
        LineItem("Open bar", quantity=Decimal(20), unit_price=Decimal(9), total=Decimal(180)),
        LineItem("Delivery by van", quantity=Decimal(1), unit_price=Decimal(40), total=Decimal(40)),
    ),
    subtotal=Decimal(820),
    taxes=(Tax("VAT", Decimal(10), Decimal(82)),),
    total=Decimal(902),
    said="Setting up\t25.00",
)


def test_prices_for_each_of_several_goods_add_up() -> None:
    assert _start("how much is it per guest for the menu and the open bar", GUESTS)[0] == 39


def test_a_charge_among_the_goods_is_part_of_their_sum() -> None:
    assert _adjusted("the subtotal without delivery", GUESTS)[0] == 780


def test_a_word_after_an_amount_takes_it_in() -> None:
    assert _adjusted("total before vat, setting up included", GUESTS)[0] == 820


@pytest.mark.parametrize("question", ["total, no vat", "total without vat"])
def test_no_tax_is_without_it(question: str) -> None:
    assert _adjusted(question, GUESTS)[0] == 820


def test_no_is_in_the_in_portuguese() -> None:
    assert not parse_question("quanto fica se eu pagar no boleto", GUESTS).does("without")


def test_what_is_left_out_is_no_part_of_a_difference() -> None:
    assert "420" in answer(GUESTS, "how much more is the menu than the open bar, without vat")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how much are the menu and the open bar, vat included", 858),
        ("how much is the menu, delivery excluded", 600),
        ("how much is the menu, vat excluded", 600),
        ("how much is the menu delivery included", 640),
        ("total, vat and delivery excluded", 780),
        ("total without delivery, vat included", 858),
        ("total, menu and open bar excluded", 44),
    ],
)
def test_a_word_after_an_amount_does_not_reach_past_a_comma_or_another_amount(question: str, value: int) -> None:
    assert _adjusted(question, GUESTS)[0] == value


def test_charges_that_a_document_lacks_do_not_hide_the_price_of_goods() -> None:
    sold = replace(GUESTS, lines=GUESTS.lines[:2])
    assert "Menu: 20" in answer(sold, "how much is the menu, shipping excluded?")


def test_many_words_after_amounts_are_read_in_time_in_line_with_their_number() -> None:
    start = time.perf_counter()
    answer(WITHHELD, "shipping included " * 600)
    assert time.perf_counter() - start < 7


@pytest.mark.parametrize(
    "question",
    [
        "is there no vat?",
        "there is no vat, right?",
        "are there no taxes?",
        "why is there no vat?",
        "no vat?",
        "is vat included?",
        "the total has no vat?",
    ],
)
def test_a_question_whether_there_is_a_charge_leaves_out_none(question: str) -> None:
    assert "820" not in answer(GUESTS, question)
