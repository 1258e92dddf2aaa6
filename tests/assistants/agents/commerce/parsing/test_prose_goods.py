"""Goods and sums that sentences state."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.prose_goods import find_prose
from tests.assistants.agents.commerce.rows import rows_of

ENGLISH = """Dear all,

Below is what it would cost.

1) Carpet for the hall. $12.50 per square metre, which is 40 m of it and $500.00 in all.
2) A new threshold, one piece, $80.00. Of that $20.00 is the metal.
3) Fitting, 2 fitters at $150.00 each, so $300.00.

Together that makes $880.00. I take $88.00 off, leaving $792.00. VAT of 20% is added to the $300.00 of the fitting,
that is $60.00, which brings us to $852.00.

To begin we ask for $426.00, and the other $426.00 at the end.
"""
SPANISH = """Presupuesto 77
Le ofrecemos tres lámparas a 40,00 € cada una, en total 120,00 €. Además van dos espejos a 25,00 €, que son 50,00 €.
La suma es de 170,00 €. Le descontamos 17,00 €, con lo que quedan 153,00 €.
"""


def read(text: str) -> CommercialDocument:
    document = parse_text(text)
    assert document is not None
    return document


def test_points_of_a_letter_are_goods_and_the_sentences_after_them_sums() -> None:
    document = read(ENGLISH)
    assert [(line.description, line.quantity, line.total) for line in document.lines] == [
        ("Carpet for the hall", Decimal(40), Decimal(500)),
        ("A new threshold", None, Decimal(80)),
        ("Fitting", Decimal(2), Decimal(300)),
    ]
    assert (document.subtotal, document.discount, document.total) == (Decimal(880), Decimal(88), Decimal(852))
    [tax] = document.taxes
    assert (tax.name, tax.rate, tax.base, tax.amount) == ("VAT", Decimal(20), Decimal(300), Decimal(60))


def test_goods_within_sentences_may_be_counted_in_words() -> None:
    document = read(SPANISH)
    assert [(line.description, line.quantity, line.unit_price) for line in document.lines] == [
        ("lámparas", Decimal(3), Decimal(40)),
        ("espejos", Decimal(2), Decimal(25)),
    ]
    assert (document.discount, document.total) == (Decimal(17), Decimal(153))


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH.replace("Together that makes $880.00", "Together that makes $890.00"),
        "We met on Monday. The room is 40.00 a day. The bus was 12.00. We paid 100.00.",
        "Lamp   2   10.00   20.00\nShade   1   5.00   5.00\nTotal   25.00",
    ],
)
def test_what_does_not_add_up_and_what_is_a_table_is_no_prose(text: str) -> None:
    assert find_prose(rows_of(text)) is None


def test_the_goods_need_no_more_than_their_sentences() -> None:
    rows = rows_of(ENGLISH)
    found = find_prose(rows)
    assert found is not None
    assert [rows[number].text[:2] for number in sorted(found.goods.used)] == ["1)", "2)", "3)"]
    assert [entry.value for entry in found.entries] == [Decimal(value) for value in (880, 88, 792, 60, 852)]
