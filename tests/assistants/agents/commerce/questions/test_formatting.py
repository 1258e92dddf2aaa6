"""Amounts, dates and names as people of a language write them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.formatting import (
    answer_language,
    format_amount,
    format_date,
    format_number,
    kind_name,
    this_document,
)


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
    assert format_amount(Decimal(2036), CommercialDocument(currency=currency, comma=comma), language) == expected


def test_a_number_has_no_more_decimals_than_it_needs() -> None:
    assert format_number(Decimal("2.50"), CommercialDocument(), "en") == "2.5"
    assert format_number(Decimal("2.5"), CommercialDocument(), "en", cents=True) == "2.50"
    assert format_number(Decimal(100000), CommercialDocument(currency="INR"), "en", cents=True) == "1,00,000.00"


def test_a_day_and_a_kind_are_named_in_three_languages() -> None:
    assert [format_date(date(2024, 5, 3), language) for language in ("en", "es", "pt")] == [
        "3 May 2024",
        "03/05/2024",
        "03/05/2024",
    ]
    receipt = CommercialDocument(kind="receipt")
    assert [kind_name(receipt, language).lower() for language in ("en", "es", "pt")] == ["receipt", "recibo", "recibo"]
    assert this_document(receipt, "en") == "This receipt"
    assert this_document(receipt, "pt") == "Este recibo"
    assert this_document(CommercialDocument(kind="invoice"), "es") == "Esta factura"


def test_a_question_is_answered_in_its_own_language() -> None:
    document = CommercialDocument(language="es")
    assert [answer_language(text, document) for text in ("what is the total?", "qual é o total?", "???")] == [
        "en",
        "pt",
        "es",
    ]


@pytest.mark.parametrize(
    ("question", "language"),
    [("total without assembly", "en"), ("total sin montaje", "es"), ("total sem montagem", "pt"), ("total?", "es")],
)
def test_a_word_of_all_three_languages_tells_none(question: str, language: str) -> None:
    assert answer_language(question, CommercialDocument(language="es")) == language
