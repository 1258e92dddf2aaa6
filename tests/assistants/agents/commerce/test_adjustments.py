"""An amount with and without charges: what is part of the total is taken off, what is not is added."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from fingerpost.assistants.agents.commerce.adjustments import (
    SumWriter,
    adjusted_amount,
    base_amount,
    find_charges,
    is_left_out,
)
from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Tax

WITHHELD = CommercialDocument(
    kind="invoice",
    currency="EUR",
    subtotal=Decimal(1000),
    taxes=(Tax("IVA", Decimal(21), Decimal(210)), Tax("IRPF", Decimal(15), Decimal(-150))),
    total=Decimal(1060),
)


def _adjusted(plain: str, document: CommercialDocument) -> tuple[Decimal | None, list[str]]:
    base, said, _ = adjusted_amount(plain, document, (), (), SumWriter(document, "es"))
    return base, said


def test_a_withheld_tax_is_added_where_the_total_is_without_it() -> None:
    assert _adjusted("cuanto es sin la retencion", WITHHELD)[0] == 1210
    before = replace(WITHHELD, total=Decimal(1210))
    assert _adjusted("cuanto es sin la retencion", before)[0] == 1210
    assert _adjusted("cuanto es con la retencion", before)[0] == 1060


def test_with_and_without_are_both_said() -> None:
    sold = CommercialDocument(subtotal=Decimal(50), shipping=Decimal(5), total=Decimal(55))
    assert _adjusted("total con y sin envio", sold)[1] == [
        "55,00 (con gastos de envío)",
        "55,00 − 5,00 (gastos de envío) = 50,00",
    ]


def test_a_charge_among_the_goods_is_found() -> None:
    sold = CommercialDocument(lines=(LineItem("Portes de envio", total=Decimal(18)),), total=Decimal(100))
    assert [one.amount for one in find_charges("shipping", "portes", sold, "pt")] == [18]
    assert find_charges("discount", "desconto", sold, "pt") == []


def test_a_question_starts_from_the_goods_it_names() -> None:
    lamp = LineItem("Lamp", total=Decimal(7))
    assert base_amount("lamp with shipping", WITHHELD, (lamp,)) == (Decimal(7), False)
    assert base_amount("10% of the subtotal", WITHHELD, ()) == (Decimal(1000), False)
    assert base_amount("10% of it", WITHHELD, ()) == (Decimal(1060), True)


def test_goods_after_without_are_left_out() -> None:
    lamp = LineItem("Lamp", total=Decimal(7))
    assert is_left_out(lamp, "total without the lamp")
    assert not is_left_out(lamp, "the lamp without tax")
