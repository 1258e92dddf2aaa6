"""Goods whose fields are labelled one by one, or stand below each other."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.labelled_lines import (
    lines_of_blocks,
    lines_of_columns,
    lines_of_fields,
)
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from tests.assistants.agents.commerce.rows import rows_of

Fields = tuple[str, Decimal | None, Decimal | None, Decimal | None]
LAMP: Fields = ("Lamp", Decimal(2), Decimal("10.00"), Decimal("20.00"))
SHADE: Fields = ("Shade", Decimal(1), Decimal("5.00"), Decimal("5.00"))


def fields(items: list[LineCandidate]) -> list[Fields]:
    return [(item.line.description, item.line.quantity, item.line.unit_price, item.line.total) for item in items]


def test_blocks_of_labels_are_lines() -> None:
    text = "Product: Lamp\nQty: 2\nPrice: 10.00\nTotal: 20.00\n\nProduct: Shade\nQty: 1\nPrice: 5.00\nTotal: 5.00"
    items, used = lines_of_blocks(rows_of(text))
    assert fields(items) == [LAMP, SHADE]
    assert used == {0, 1, 2, 3, 5, 6, 7, 8}


@pytest.mark.parametrize(
    "row",
    [
        "Item 1: Lamp | qty: 2 | price: 10.00 | total: 20.00",
        "Serviço 1: Lamp | horas: 2 | valor hora: 10.00 | valor: 20.00",
        "Servicio: Lamp    cantidad: 2    precio unitario: 10.00    importe: 20.00",
    ],
)
def test_labels_with_their_values_in_one_row_are_a_line(row: str) -> None:
    items, used = lines_of_fields(rows_of(f"Bill 12\n{row}\nTotal: 20.00"))
    assert fields(items) == [LAMP]
    assert used == {1}


@pytest.mark.parametrize("row", ["Bank: Alpha | branch: 2 | account: 10.00", "Lamp | qty: 2 | price: 10.00"])
def test_other_labels_are_none(row: str) -> None:
    assert lines_of_fields(rows_of(row)) == ([], set())


@pytest.mark.parametrize(
    "text",
    [
        "Qty\n2\n1\nDescription\nLamp\nShade\nPrice\n10.00\n5.00\nTotal\n20.00\n5.00",
        "Qty\n2\n1\nDescription\nLamp\nShade\nPrice\n10.00\n5.00\nDisc.\n-\n-\nTotal\n20.00\n5.00",
    ],
)
def test_columns_below_each_other_are_put_side_by_side(text: str) -> None:
    items, used = lines_of_columns(rows_of(f"Bill 12\n{text}\n\nTotal  25.00"))
    assert fields(items) == [LAMP, SHADE]
    assert used == set(range(1, 1 + text.count("\n") + 1))


@pytest.mark.parametrize(
    "text", ["Qty\n2\nDescription\nLamp\nShade\nTotal\n20.00", "Qty\n2\nPrice\n10.00", "Qty\nDescription\nTotal"]
)
def test_columns_of_different_lengths_are_not(text: str) -> None:
    assert lines_of_columns(rows_of(text)) == ([], set())
