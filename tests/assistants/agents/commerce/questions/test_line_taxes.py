"""Which line items have which tax, and the tax of one."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.line_taxes import tax_of_lines, taxes_of_line

SOAP = LineItem("Olive soap", "", Decimal(10), "", Decimal("4.00"), None, Decimal("40.00"))
BREAD = LineItem("Rye bread", "", Decimal(5), "", Decimal("3.00"), None, Decimal("15.00"))
BOOK = LineItem("Recipe book", "", Decimal(2), "", Decimal("13.00"), None, Decimal("26.00"))
HIGH = Tax("VAT", Decimal(20), Decimal("8.00"), Decimal("40.00"))
LOW = Tax("VAT", Decimal(5), Decimal("0.75"), Decimal("15.00"))
DOCUMENT = CommercialDocument(
    kind="invoice", currency="EUR", lines=(SOAP, BREAD, BOOK), subtotal=Decimal("81.00"), taxes=(HIGH, LOW),
    total=Decimal("89.75"),
)  # fmt: skip


def test_the_sums_tell_which_line_has_which_tax() -> None:
    assert tax_of_lines(DOCUMENT) == {SOAP: HIGH, BREAD: LOW, BOOK: None}


def test_the_base_of_a_tax_that_the_prices_include_tells_its_lines() -> None:
    inside = Tax("VAT", Decimal(25), Decimal("8.00"), Decimal("32.00"), included=True)
    assert tax_of_lines(replace(DOCUMENT, taxes=(inside,), total=Decimal("81.00")))[SOAP] == inside


def test_an_unexplained_tax_tells_nothing() -> None:
    assert tax_of_lines(replace(DOCUMENT, taxes=(HIGH, Tax("Levy", None, Decimal("3.33"))))) == {}


@pytest.mark.parametrize(
    "question", ["which items are at 5%?", "quais os produtos a 5%?", "qué artículos van al 5%"]
)  # fmt: skip
def test_the_lines_of_a_rate_are_listed(question: str) -> None:
    said = answer(DOCUMENT, question)
    assert "Rye bread" in said
    assert "Olive soap" not in said


def test_the_lines_without_a_tax_are_listed() -> None:
    said = answer(DOCUMENT, "which of the items have no VAT?")
    assert "Recipe book" in said
    assert "Rye bread" not in said


@pytest.mark.parametrize(
    "question", ["how much VAT is on the soap", "quanto fica o olive soap com IVA", "price of a soap with VAT"]
)  # fmt: skip
def test_the_price_of_goods_with_their_tax_is_worked_out_for_a_piece_and_for_all(question: str) -> None:
    said = answer(DOCUMENT, question)
    assert any(price in said for price in ("4.80", "4,80"))
    assert any(price in said for price in ("48.00", "48,00"))


def test_a_tax_of_all_goods_beside_those_of_some_tells_none_apart() -> None:
    levy = Tax("Levy", Decimal(10), Decimal("8.10"))
    assert tax_of_lines(replace(DOCUMENT, taxes=(HIGH, levy, LOW))) == {SOAP: HIGH, BREAD: LOW, BOOK: levy}
    assert taxes_of_line(SOAP, replace(DOCUMENT, taxes=(HIGH, levy, LOW))) == [HIGH, levy]


def test_a_tax_in_parts_is_asked_by_the_name_they_share() -> None:
    parts = tuple(Tax(name, Decimal(9), Decimal("7.29")) for name in ("CGST", "SGST"))
    assert "14.58" in answer(replace(DOCUMENT, taxes=parts, total=Decimal("95.58")), "total GST?")


def test_a_rate_may_be_named_without_its_sign() -> None:
    said = answer(DOCUMENT, "qué productos llevan el IVA del 5")
    assert "Rye bread" in said
    assert "Olive soap" not in said


def test_the_lines_of_a_rate_are_added_up() -> None:
    also = replace(BREAD, description="Oat bread")
    low = replace(LOW, amount=Decimal("1.50"), base=Decimal("30.00"))
    document = replace(DOCUMENT, lines=(SOAP, BREAD, also), taxes=(HIGH, low), subtotal=Decimal("70.00"))
    assert "30.00" in answer(document, "which lines are at 5%?")
