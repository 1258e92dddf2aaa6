"""Amounts, dates and names as people of a language write them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import Document
from fingerpost.assistants.agents.commerce.formatting import day, figure, kind_name, money, spoken, this


@pytest.mark.parametrize(
    ("currency", "comma", "language", "expected"),
    [
        ("USD", False, "en", "$2,036.00"), ("EUR", True, "es", "2.036,00 €"), ("BRL", True, "pt", "R$ 2.036,00"),
        ("GBP", False, "en", "£2,036.00"),
    ],
)  # fmt: skip
def test_an_amount_has_its_currency_where_its_language_puts_it(
    currency: str, comma: bool, language: str, expected: str
) -> None:
    assert money(Decimal(2036), Document(currency=currency, comma=comma), language) == expected


def test_a_number_has_no_more_decimals_than_it_needs() -> None:
    assert figure(Decimal("2.50"), Document(), "en") == "2.5"
    assert figure(Decimal("2.5"), Document(), "en", cents=True) == "2.50"
    assert figure(Decimal(100000), Document(currency="INR"), "en", cents=True) == "1,00,000.00"


def test_a_day_and_a_kind_are_named_in_three_languages() -> None:
    assert [day(date(2024, 5, 3), language) for language in ("en", "es", "pt")] == [
        "3 May 2024",
        "03/05/2024",
        "03/05/2024",
    ]
    receipt = Document(kind="receipt")
    assert [kind_name(receipt, language).lower() for language in ("en", "es", "pt")] == ["receipt", "recibo", "recibo"]
    assert this(receipt, "en") == "This receipt"
    assert this(receipt, "pt", start=False) == "este recibo"
    assert this(Document(kind="invoice"), "es") == "Esta factura"


def test_a_question_is_answered_in_its_own_language() -> None:
    document = Document(language="es")
    assert [spoken(text, document) for text in ("what is the total?", "qual é o total?", "???")] == ["en", "pt", "es"]
