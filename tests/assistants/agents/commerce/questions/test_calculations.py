"""What is calculated over the values of a document, and shown as a sum, in three languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.calculations import calculate
from fingerpost.assistants.agents.commerce.questions.date_calculations import due_by_terms, valid_by_days
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

DOCUMENT = CommercialDocument(
    kind="invoice",
    issued=date(2025, 3, 1),
    due=date(2025, 3, 31),
    lines=(
        LineItem("Desk lamp", quantity=Decimal(4), unit_price=Decimal(20), total=Decimal(80)),
        LineItem("Oak table", quantity=Decimal(1), unit_price=Decimal(120), total=Decimal(120)),
    ),
    subtotal=Decimal(200),
    discount=Decimal(20),
    shipping=Decimal(10),
    taxes=(Tax("VAT", Decimal(10), Decimal(19)),),
    total=Decimal(209),
    said="Terms\t2% off for cash\nLate fee of\t5% a month",
)


def _said(question: str, document: CommercialDocument = DOCUMENT, language: str = "en") -> str:
    writer = SumWriter(document, language)
    return "\n".join(calculate(parse_question(question, document), document, writer, date(2025, 3, 21)).said)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("total without shipping?", "209.00 − 10.00 (shipping charge) − 1.00 (VAT 10%) = 198.00"),
        ("qual o total sem frete?", "209.00 − 10.00 (shipping charge) − 1.00 (VAT 10%) = 198.00"),
        ("¿cuánto es sin el envío?", "209.00 − 10.00 (shipping charge) − 1.00 (VAT 10%) = 198.00"),
        ("how much before the discount?", "209.00 + 20.00 (discount) + 2.00 (VAT 10%) = 231.00"),
        ("how much without VAT and shipping?", "209.00 − 19.00 (VAT) − 10.00 (shipping charge) = 180.00"),
        ("subtotal with the discount", "200.00 − 20.00 (discount) = 180.00"),
        ("and with 5% discount?", "209.00 − 10.45 = 198.55"),
        ("e com 5 por cento de desconto?", "209.00 − 10.45 = 198.55"),
        ("if prices rise and it costs 10% more?", "209.00 + 20.90 = 229.90"),
        ("how much is 10% of the subtotal?", "200.00 × 10% = 20.00"),
        ("how much with cash?", "209.00 − 4.18 = 204.82"),
        ("what percentage of the total is shipping?", "10.00 ÷ 209.00 = 4.78%"),
        ("que porcentaje es el descuento?", "20.00 ÷ 200.00 = 10%"),
        ("split it between 4 people", "209.00 ÷ 4 = 52.25"),
        ("how much in 3 instalments?", "209.00 ÷ 3 = 69.67"),
        ("how much for 10 lamps?", "10 × 20.00 = 200.00"),
        ("how much are the lamp and the table together?", "80.00 + 120.00 = 200.00"),
        ("what is the difference between the lamp and the table?", "120.00 − 80.00 = 40.00"),
        ("how many units?", "4 + 1 = 5"),
        ("how many days to pay?", "31 March 2025 − 1 March 2025 = 30 days."),
        ("how many days are left to pay?", "31 March 2025 − 21 March 2025 = 10 days."),
        ("what is the total ex VAT?", "209.00 − 19.00 (VAT) = 190.00"),
        ("how much is one lamp with VAT?", "20.00 + 2.00 (VAT) = 22.00"),
        ("total without the lamp?", "209.00 − 80.00 (Desk lamp) + 8.00 (discount 10%) − 7.20 (VAT 10%) = 129.80"),
        ("subtotal plus VAT", "200.00 + 19.00 (VAT) = 219.00"),
        ("adding VAT, shipping and discount, how much?", "19.00 + 10.00 + 20.00 = 49.00"),
        ("is it over 150?", "Yes: 209.00 > 150.00\n209.00 − 150.00 = 59.00"),
        ("passa de 300?", "No: 209.00 < 300.00"),
        ("which items are over 100?", "1 of 2 lines:\n- Oak table: 1 at 120.00 = 120.00"),
        ("how much more is the table than the lamp?", "Per unit: 120.00 − 20.00 = 100.00"),
        ("what is the average line total?", "(80.00 + 120.00) ÷ 2 = 100.00"),
        ("which item is the most expensive?", "The dearest is Oak table"),
        ("¿cuál es la línea de menor importe total?", "The cheapest is Desk lamp"),
        ("if we took 10 lamps instead of 4, how much more?", "200.00 − 80.00 = 120.00"),
        ("si llevamos 10 lámparas en vez de 4, ¿cuánto es?", "New total: 320.00 + 10.00 (shipping charge) − 32.00"),
        ("is it late if we pay on 10 April 2025?", "10 April 2025 − 31 March 2025 = 10 days."),
        ("até 25/03/2025 está em dia?", "31 March 2025 − 25 March 2025 = 6 days."),
    ],
)
def test_a_question_is_calculated(question: str, wanted: str) -> None:
    assert wanted in _said(question)


@pytest.mark.parametrize(
    "question", ["what is the total?", "quem emitiu?", "how much is the lamp?", "¿cuánto es el IVA?"]
)
def test_a_question_for_a_stated_value_is_not_calculated(question: str) -> None:
    assert _said(question) == ""


def test_a_charge_that_the_document_does_not_have_is_said() -> None:
    bare = CommercialDocument(kind="invoice", total=Decimal(5))
    assert _said("total without shipping?", bare) == "This invoice has no shipping charge."
    assert _said("¿cuánto es sin IVA?", bare, "es") == "Esta factura no tiene IVA."


def test_a_piece_of_what_is_sold_by_the_box_has_a_price() -> None:
    sold = CommercialDocument(
        lines=(
            LineItem("Gloves (case of 1,000)", quantity=Decimal(2), unit_price=Decimal(84), total=Decimal(168)),
            LineItem("Softener 50L", quantity=Decimal(1), unit_price=Decimal(204), total=Decimal(204)),
        ),
        total=Decimal(372),
    )
    assert "84.00 ÷ 1,000 = 0.084" in _said("what does a single glove cost?", sold)
    assert "204.00 ÷ 50 = 4.08" in _said("how much is the softener for each litre?", sold)
    assert "÷" not in _said("how much is the softener?", sold)


def test_days_are_added_to_the_date_of_issue() -> None:
    quote = CommercialDocument(issued=date(2025, 1, 1), terms="Net 30", valid=date(2025, 1, 16))
    assert due_by_terms(quote, SumWriter(quote, "en")) == "1 January 2025 + 30 days = 31 January 2025."
    undated = CommercialDocument(terms="Net 30")
    assert due_by_terms(undated, SumWriter(undated, "en")) == ""
    held = replace(quote, said="Valid for\t15 days")
    assert valid_by_days(held, SumWriter(held, "pt")) == "01/01/2025 + 15 dias = 16/01/2025."
    other = replace(quote, said="Valid for\t20 days")
    assert valid_by_days(other, SumWriter(other, "pt")) == ""
