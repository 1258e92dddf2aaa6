"""The amounts that a question names: fields, goods, and values that only labels name."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.operands import (
    find_operands,
    is_part_of,
    labelled_values,
    lacking_mentions,
    name_of,
)
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question

SOLD = CommercialDocument(
    lines=(LineItem("Desk lamp", total=Decimal(80)), LineItem("Portes de envio", total=Decimal(18))),
    discount=Decimal(8),
    taxes=(Tax("IVA", Decimal(20), Decimal(18)), Tax("IRPF", Decimal(15), Decimal(-12))),
    total=Decimal(96),
    said="Eco levy\t3.00\nDelivery date\t03/05/2024\nCarrier\tOverland",
)


def _named(text: str) -> list[tuple[str, Decimal]]:
    return [(one.kind, one.amount) for one in find_operands(parse_question(text, SOLD), SOLD, "en")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the total and the discount", [("total", Decimal(96)), ("discount", Decimal(-8))]),
        ("VAT plus withholding", [("named_tax", Decimal(18)), ("withheld", Decimal(-12))]),
        ("the lamp and the eco levy", [("line", Decimal(80)), ("label", Decimal(3))]),
        ("the freight", [("shipping", Decimal(18))]),
        ("the insurance", []),
    ],
)
def test_amounts_are_found_in_their_order(text: str, wanted: list[tuple[str, Decimal]]) -> None:
    assert _named(text) == wanted


def test_what_the_document_lacks_is_told_by_name() -> None:
    question = parse_question("total without the insurance", SOLD)
    lacking = lacking_mentions(question, find_operands(question, SOLD, "pt"), SOLD)
    assert [name_of(one, "pt") for one in lacking] == ["outras despesas"]


def test_a_label_of_another_field_is_not_taken() -> None:
    assert next(labelled_values("carrier", SOLD)).value == "Overland"
    assert list(labelled_values("shipping", SOLD)) == []


def test_a_charge_is_part_of_what_it_makes_up() -> None:
    vat = find_operands(parse_question("VAT", SOLD), SOLD, "en")[0]
    assert is_part_of(vat, Decimal(108), SOLD, otherwise=False)
    assert not is_part_of(vat, Decimal(90), SOLD, otherwise=True)
    assert is_part_of(vat, Decimal(77), SOLD, otherwise=True)


def test_a_charge_is_no_other_one_of_the_same_amount() -> None:
    several = CommercialDocument(
        subtotal=Decimal(200), discount=Decimal(20), other=Decimal(40), total=Decimal(220), said="Assembly\t20.00"
    )
    assembly = find_operands(parse_question("total without assembly", several), several, "en")[-1]
    assert (assembly.name, assembly.amount) == ("Assembly", Decimal(20))
    assert is_part_of(assembly, Decimal(220), several, otherwise=False)
    assert not is_part_of(assembly, Decimal(180), several, otherwise=True)
    # Of two charges of one amount, the sums tell only that one of them is inside.
    alike = CommercialDocument(
        subtotal=Decimal(200), shipping=Decimal(20), other=Decimal(20), total=Decimal(220), said="Delivery\t20.00"
    )
    shipping = find_operands(parse_question("total without shipping", alike), alike, "en")[-1]
    assert is_part_of(shipping, Decimal(220), alike, otherwise=True)
    assert not is_part_of(shipping, Decimal(220), alike, otherwise=False)


@pytest.mark.parametrize("row", ["Dirección\tC/ Banco de España 12", "Cliente\tBanco Azul, S.A."])
def test_a_name_with_the_word_of_a_field_is_not_its_value(row: str) -> None:
    sold = replace(SOLD, said=f"{row}\nPago\tIBAN ES91 2100 0418 4502 0005 1332")
    for question in ("¿a qué cuenta tengo que pagar?", "which account do I pay to?", "para que conta devo pagar?"):
        assert "ES91" in answer(sold, question)
    assert list(labelled_values("account", replace(SOLD, said=row))) == []
    # A party may have the field in its own row.
    both = replace(SOLD, said="Cliente\tJane Doe, banco 0049 1500")
    assert next(labelled_values("account", both)).label == "Cliente"
