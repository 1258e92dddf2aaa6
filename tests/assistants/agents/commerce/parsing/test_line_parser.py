"""One row of goods: under heads, or by itself."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.line_parser import is_numbers_only, parse_cells, parse_row
from fingerpost.assistants.agents.commerce.parsing.table_header import header_columns
from tests.assistants.agents.commerce.rows import rows_of


def test_cells_are_read_by_their_heads() -> None:
    head, row = rows_of("| Code | Description | Qty | Price | Total |\n| L-1 | Lamp | 2 | 10.00 | 20.00 |")
    item = parse_cells(row, header_columns(head))
    assert item is not None
    assert (item.line.code, item.line.description, item.line.quantity, item.line.total) == (
        "L-1",
        "Lamp",
        Decimal(2),
        Decimal(20),
    )


@pytest.mark.parametrize(
    ("text", "quantity", "price", "total"),
    [
        ("2 x Lamp 10.00 20.00", 2, 10, 20),
        ("Lamp 2 x 10.00 = 20.00", 2, 10, 20),
        ("2 un Lamp a 10.00 cada = 20.00", 2, 10, 20),
        ("Lamp   2   10.00   20.00", 2, 10, 20),
        ("Lamp: 2 pieces x 10.00 € .... 20.00 €   (IVA 10%)", 2, 10, 20),
    ],
)
def test_a_row_is_read_by_the_sum_that_holds(text: str, quantity: int, price: int, total: int) -> None:
    [row] = rows_of(text)
    item = parse_row(row)
    assert item is not None
    assert item.sure
    assert (item.line.description, item.line.quantity, item.line.unit_price, item.line.total) == (
        "Lamp",
        Decimal(quantity),
        Decimal(price),
        Decimal(total),
    )


@pytest.mark.parametrize(
    ("text", "numbers"), [("2   10.00   20.00", True), ("2 x 10.00", True), ("Lamp 10.00", False), ("Lamp", False)]
)
def test_a_row_of_numbers_only(text: str, numbers: bool) -> None:
    [row] = rows_of(text)
    assert is_numbers_only(row) is numbers
