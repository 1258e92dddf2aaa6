"""Tests that no part of a question is passed over: its figures, its days, what it counts and what goods have."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Party, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.unused_figures import unused_figures


def _line(name: str, count: str, price: str, total: str, unit: str = "") -> LineItem:
    return LineItem(name, "", Decimal(count), unit, Decimal(price), None, Decimal(total))


ORDER = CommercialDocument(
    "order",
    "A-81",
    issued=date(2025, 3, 3),
    due=date(2025, 4, 2),
    currency="EUR",
    seller=Party("Nordhafen Supply", "DE811222333", "Kai 4"),
    buyer=Party("Reederei Quast", "DE744555666", "Ring 9"),
    lines=(
        _line("Rolling chair, black", "3", "80", "240.00", "pcs"),
        _line("Rope of hemp 20 mm", "40", "2", "80.00", "kg"),
        _line("Rope of hemp 30 mm", "20", "3", "60.00", "kg"),
    ),
    subtotal=Decimal("380.00"),
    discount=Decimal("38.00"),
    shipping=Decimal("25.00"),
    taxes=(Tax("VAT", Decimal(20), Decimal("68.40")),),
    total=Decimal("435.40"),
    said="Barge to the quay\t25.00\nVessel\tm/v Sturmvogel",
)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("how many kilos are there in total?", "40 + 20 = 60"),
        ("¿cuántos kilos son?", "40 + 20 = 60"),
        ("how many are there in total without the rope?", "Rolling chair, black: 3"),
        ("quanto fica sem a barcaça?", "− 25,00 € (Barge to the quay)"),
        ("¿qué porcentaje del total son las sillas?", "240,00 € ÷ 435,40 €"),
        ("how much dearer is the rope of 30 mm than the one of 20 mm?", "€3.00 − €2.00 = €1.00"),
        ("the chair or the rope of 20 mm, which one costs more?", "€240.00 − €80.00 = €160.00"),
        (
            "what would it be if we strike off the chairs?",
            "€435.40 − €240.00 (Rolling chair, black) + €24.00 (discount 10%) − €43.20",
        ),
        ("what would it be if we don't take the chairs?", "+ €24.00 (discount 10%) − €43.20 (VAT 20%) = €176.20"),
        ("what is the VAT number of the supplier?", "DE811222333"),
        ("order number and date", "A-81"),
        ("nº do pedido", "A-81"),
        ("que parte é o frete do valor sem VAT, em %?", "25,00 € ÷ 380,00 € = 6,58%"),
    ],
)
def test_a_question_is_understood_in_other_words(question: str, wanted: str) -> None:
    assert wanted in answer(ORDER, question)


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("how many legs has the rolling chair?", "legs"),
        ("batch number of the rolling chair?", "batch"),
        ("when does the rolling chair expire?", "expire"),
        ("what's the IMO number of the vessel?", "imo"),
        ("what is the invoice number?", "invoice number"),
        ("how much is it if we pay on 12 May 2031?", "2031-05-12"),
        ("total without the lighthouse", "lighthouse"),
        ("what is the total with 7777 chairs in the other hall?", "7777"),
    ],
)
def test_what_has_no_part_in_the_answer_is_named(question: str, lacking: str) -> None:
    said = answer(ORDER, question)
    assert lacking in said
    assert "435" not in said
    assert "240" not in said


def test_a_party_that_owns_the_value_is_not_told_for_it() -> None:
    assert "Nordhafen" not in answer(ORDER, "what is the bank account of the supplier?")


def test_goods_that_are_asked_for_one_or_the_other_are_not_added() -> None:
    assert "320.00" not in answer(ORDER, "the chair or the rope of 20 mm?")


def test_a_figure_of_the_goods_or_of_the_document_has_its_part() -> None:
    for question in ("price of the rope of 20 mm", "how much is the VAT of 20%", "the cheapest of the 3 items"):
        parsed = parse_question(question, ORDER)
        assert not unused_figures(parsed, ["80.00"], ORDER), question
    parsed = parse_question("the price of 17 chairs", ORDER)
    assert unused_figures(parsed, ["80.00"], ORDER) == ["17"]
    assert not unused_figures(parsed, ["17 × 80.00"], ORDER)


def test_a_line_that_is_charged_by_the_day_changes_with_its_pieces() -> None:
    by_day = replace(ORDER, lines=(_line("Lamp", "12", "9.50", "456.00"),), subtotal=None, taxes=(), discount=None)
    assert "€456.00 ÷ 12 × 10 = €380.00" in answer(by_day, "what if we took 10 lamps instead of 12?")
    wrong = replace(by_day, lines=(_line("Lamp", "12", "9.50", "100.00"),))
    assert "÷ 12" not in answer(wrong, "what if we took 10 lamps instead of 12?")


def test_what_is_left_to_pay_is_the_total_without_what_was_paid_or_is_withheld() -> None:
    paid = replace(ORDER, said="Deposit\t100.00")
    assert "− €100.00 (Deposit) = €335.40" in answer(paid, "what is left to pay?")
    held = Tax("IRPF", Decimal(15), Decimal("-57.00"))
    withheld = replace(ORDER, taxes=(*ORDER.taxes, held), said="Payable\t378.40")
    assert "= €378.40" in answer(withheld, "what is left to pay?")
    # Where the document does not state the rest, its total may be that already.
    assert "378.40" not in answer(replace(withheld, said=""), "what is left to pay?")


def test_goods_with_a_tax_of_their_own_are_found_by_its_amount() -> None:
    books = replace(
        ORDER,
        lines=(_line("Book", "500", "3.42", "1710.00"), _line("Poster", "30", "4.90", "147.00")),
        subtotal=Decimal("1857.00"),
        discount=None,
        shipping=None,
        taxes=(Tax("VAT", Decimal(4), Decimal("68.40")), Tax("VAT", Decimal(21), Decimal("30.87"))),
        total=Decimal("1956.27"),
    )
    assert "− €30.87 (VAT 21%) = €1,778.40" in answer(books, "what would it be without the posters?")
    said = answer(books, "what if we took 700 books instead of 500?")
    assert "+ €95.76 (VAT) + €30.87 (VAT) = €2,667.63" in said
    # Where two ways of taxing the goods make the same amount, none is taken.
    alike = replace(
        books,
        lines=(_line("Book", "1", "100", "100.00"), _line("Poster", "1", "100", "100.00")),
        subtotal=Decimal("200.00"),
        taxes=(Tax("VAT", Decimal(10), Decimal("10.00")),),
        total=Decimal("210.00"),
    )
    said = answer(alike, "what would it be without the poster?")
    assert "does not show what each of its taxes is taken of" in said
    assert "110" not in said
    # What is paid before, or a tax itself, changes no other tax.
    assert "= €200.00" in answer(alike, "what would it be without the VAT?")


def test_a_piece_costs_its_part_of_a_discounted_line() -> None:
    line = LineItem("Ointment", "", Decimal(24), "", Decimal("11.80"), Decimal("28.32"), Decimal("254.88"))
    said = answer(replace(ORDER, lines=(line,)), "what does one tube of ointment cost after the line discount?")
    assert "€254.88 ÷ 24 = €10.62" in said


def test_goods_of_which_one_is_named_in_another_language_are_counted_together_or_not_at_all() -> None:
    boxes = replace(ORDER, lines=(_line("PISO", "120", "2", "240", "CX"), _line("REVESTIMENTO", "85", "1", "85", "CX")))
    assert "120 + 85 = 205" in answer(boxes, "¿cuántas cajas de piso y de revestimiento hay?")
    assert "120" not in answer(boxes, "¿cuántas cajas de piso y de helicóptero hay?")


def test_a_number_of_the_document_and_a_day_without_a_fine_have_their_part() -> None:
    assert "435.40" in answer(replace(ORDER, number="2231"), "what is the total of order 2231?")
    assert "2 April 2025" in answer(ORDER, "by when must we pay without a fine?")


GOODS = replace(
    ORDER,
    lines=(_line("Flour", "10", "20", "200"), _line("Sugar", "4", "7.50", "30"), _line("Yeast", "2", "6", "12")),
    subtotal=Decimal("242.00"),
    discount=None,
    shipping=None,
    taxes=(Tax("VAT", Decimal(20), Decimal("48.40")),),
    total=Decimal("290.40"),
    said="",
)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("sem 2 de açúcar quanto fica?", "= 272,40"),
        ("remove 3 sugars", "= €263.40"),
        ("what if we remove 3 sugars?", "= €263.40"),
        ("total without 4 flours", "= €194.40"),
        ("total without 4 sugars", "= €254.40"),
        ("total without the sugar", "= €254.40"),
    ],
)
def test_some_pieces_of_a_line_are_left_out_alone(question: str, wanted: str) -> None:
    assert wanted in answer(GOODS, question)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("total with 10 yeast added", "10"),
        # The answer would show a 6 for the tax of what is left out.
        ("total without 6 sugars", "6"),
        ("total without 2 sugars and with 3 flours", "2 3"),
    ],
)
def test_a_number_of_pieces_that_is_not_worked_out_is_named(question: str, number: str) -> None:
    said = answer(GOODS, question)
    assert f"“{number}”" in said
    assert "254" not in said
    assert "290" not in said


def test_the_number_of_other_lines_is_no_part_of_an_answer() -> None:
    assert unused_figures(parse_question("the price of 4 flours", GOODS), ["€20.00"], GOODS) == ["4"]
    assert unused_figures(parse_question("the price of 3 flours", GOODS), ["€20.00"], GOODS) == ["3"]
    assert not unused_figures(parse_question("how many are the 3 lines", GOODS), ["€20.00"], GOODS)
