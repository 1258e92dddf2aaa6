"""The goods of a document: under heads, without any, cell by cell, and whose price is single."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.goods_table import (
    find_goods_table,
    is_charge_row,
    resolve_line_prices,
)
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    "text",
    [
        "Description   Qty   Price   Total\nLamp          2     10.00   20.00\nShade         1     5.00    5.00\nTotal: 25.00",
        "| Descrição | Quantidade | Preço | Total |\n| Lamp | 2 | 10.00 | 20.00 |\n| Shade | 1 | 5.00 | 5.00 |",
        "2 x Lamp 10.00 = 20.00\n1 x Shade 5.00 = 5.00",
        "Description\nQty\nPrice\nTotal\nLamp\n2\n10.00\n20.00\nShade\n1\n5.00\n5.00",
    ],
    ids=["heads", "cells", "free", "upright"],
)
def test_goods_are_found_in_every_layout(text: str) -> None:
    table = find_goods_table(rows_of(text))
    lines = resolve_line_prices(table.items, [])
    assert [(line.description, line.quantity, line.unit_price, line.total) for line in lines] == [
        ("Lamp", Decimal(2), Decimal(10), Decimal(20)),
        ("Shade", Decimal(1), Decimal(5), Decimal(5)),
    ]
    assert not table.cut


def test_the_sums_below_are_no_goods() -> None:
    rows = rows_of("Description   Qty   Price   Total\nLamp          2     10.00   20.00\nTotal         20.00")
    assert find_goods_table(rows).used == {0, 1}
    assert [is_charge_row(row) for row in rows[1:]] == [False, True]


def test_a_single_price_is_of_one_piece_or_of_all_as_the_sums_say() -> None:
    items = find_goods_table(rows_of("2 Lamp 10.00\n3 Shade 4.00")).items
    each = resolve_line_prices(items, [Decimal(32)])
    whole = resolve_line_prices(items, [Decimal(14)])
    assert [line.total for line in each] == [20, 12]
    assert [line.total for line in whole] == [10, 4]


def test_a_text_without_goods_has_none() -> None:
    assert find_goods_table(rows_of("hello, how are you today?")).items == []
