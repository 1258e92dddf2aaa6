"""Line items whose words and numbers stand in two rows."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.goods_table import find_goods_table
from fingerpost.assistants.agents.commerce.parsing.two_row_lines import parse_in_two_rows
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    ("text", "name", "quantity", "price"),
    [
        ("  2 @ 3.49\nZORB CAKE    6.98", "ZORB CAKE", "2", "3.49"),
        ("Visits to the site: 2 months at 150.00\n               300.00", "Visits to the site", "2", "150.00"),
        ("TUBE 29X2.20 FINE\n  2 x 4.50    9.00", "TUBE 29X2.20 FINE", "2", "4.50"),
    ],
)
def test_two_rows_that_prove_each_other_are_one_line(text: str, name: str, quantity: str, price: str) -> None:
    item = parse_in_two_rows(rows_of(text), 0)
    assert item is not None
    assert (item.line.description, item.line.quantity, item.line.unit_price) == (
        name,
        Decimal(quantity),
        Decimal(price),
    )
    assert (item.sure, item.rows) == (True, (0, 1))


@pytest.mark.parametrize(
    "text",
    [
        "Visits: 2 months at 150.00\n    310.00",
        "Zorb cake   6.98\nQuux tart   3.49",
        "  2 @ 3.49\nZORB CAKE    7.98",
        "Zorb cake 2 x 3.49",
    ],
)
def test_rows_that_prove_nothing_are_left_alone(text: str) -> None:
    assert parse_in_two_rows(rows_of(text), 0) is None


def test_what_is_counted_takes_its_name_from_the_row_above_on_its_left() -> None:
    text = "Manual of the crane (EN>ES)\n    18 pages at 2.00   .......   36.00\nReview\n    4 pages at 3.00   .......   12.00"
    found = find_goods_table(rows_of(text)).items
    assert [(item.line.description, item.line.unit, item.line.total) for item in found] == [
        ("Manual of the crane (EN>ES)", "pages", Decimal(36)),
        ("Review", "pages", Decimal(12)),
    ]
    beside = find_goods_table(rows_of(text.replace("    18", "18").replace("    4", "4"))).items
    assert [item.line.description for item in beside] == ["pages", "pages"]
