"""What another number of goods changes, and which charges are taxed."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.recalculation import another_discount, another_number, taxes_on_top
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

SOLD = CommercialDocument(
    lines=(
        LineItem("Lamp", quantity=Decimal(10), unit_price=Decimal(8), total=Decimal(80)),
        LineItem("Table", quantity=Decimal(2), unit_price=Decimal(60), total=Decimal(120)),
    ),
    subtotal=Decimal(200),
    discount=Decimal(10),
    shipping=Decimal(30),
    taxes=(Tax("VAT", Decimal(20), Decimal(38)),),
    total=Decimal(258),
)


def _said(question: str, document: CommercialDocument = SOLD) -> tuple[str, ...]:
    return another_number(parse_question(question, document), document, SumWriter(document, "en")).said


def test_the_charges_in_the_base_of_a_tax_are_found_by_its_amount() -> None:
    assert [one.charges for one in taxes_on_top(SOLD)] == [frozenset({"discount"})]
    taxed = replace(SOLD, taxes=(Tax("VAT", Decimal(20), Decimal(44)),))
    assert [one.charges for one in taxes_on_top(taxed)] == [frozenset({"discount", "shipping"})]
    assert taxes_on_top(replace(SOLD, taxes=(Tax("VAT", Decimal(20), Decimal(39)),))) == []


def test_another_number_changes_the_line_the_goods_and_the_total() -> None:
    assert _said("what if we took 20 lamps instead of 10?") == (
        "20 × 8.00 = 160.00",
        "160.00 − 80.00 = 80.00",
        "subtotal: 200.00 + 80.00 (Lamp) = 280.00",
        "New total: 280.00 + 30.00 (shipping charge) − 14.00 (discount) + 53.20 (VAT) = 349.20",
    )


def test_the_line_may_be_named_by_its_number() -> None:
    assert _said("se fossem 12 em vez de 10, quanto seria?")[0] == "12 × 8.00 = 96.00"
    assert _said("se fossem 12 em vez de 9, quanto seria?") == ()


def test_no_total_is_told_that_an_unknown_tax_is_part_of() -> None:
    odd = replace(SOLD, taxes=(Tax("VAT", Decimal(20), Decimal(39)),))
    assert len(_said("what if we took 20 lamps instead of 10?", odd)) == 3


def test_another_discount_changes_the_taxes_too() -> None:
    said = another_discount(parse_question("if the discount were 10%?", SOLD), SOLD, SumWriter(SOLD, "en")).said
    assert said[0] == "200.00 × 10% = 20.00"
    assert said[-1].endswith("200.00 + 30.00 (shipping charge) − 20.00 (discount) + 36.00 (VAT) = 246.00")
    assert not another_discount(parse_question("with 10% discount?", SOLD), SOLD, SumWriter(SOLD, "en")).said
