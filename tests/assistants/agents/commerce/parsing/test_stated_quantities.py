"""Quantities and prices in the words of a line, told by the total that they make."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce import parse_text
from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.stated_quantities import with_stated_product
from tests.assistants.agents.commerce.rows import rows_of


def read(text: str, total: str) -> LineCandidate:
    return with_stated_product(LineCandidate(LineItem("whatever", total=Decimal(total)), single=True), rows_of(text)[0])


@pytest.mark.parametrize(
    ("text", "total", "name", "count", "price"),
    [
        ("Volume     11 kgal at 6.05     66.55", "66.55", "Volume", "11", "6.05"),
        ("Variable | 18 m3 x 1.45 (read by us) | 26.10", "26.10", "Variable", "18", "1.45"),
        ("Fixed  3 meses a 7.20   21.60", "21.60", "Fixed", "3", "7.20"),
    ],
)
def test_neighbours_that_make_the_total_are_quantity_and_price(
    text: str, total: str, name: str, count: str, price: str
) -> None:
    found = read(text, total)
    assert found.sure
    assert not found.single
    line = found.line
    assert (line.description, line.quantity, line.unit_price) == (name, Decimal(count), Decimal(price))


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Volume   11 kgal at 6.05   66.40", "66.40"),
        ("Volume   11% at 6.05   66.55", "66.55"),
        ("11 kgal at 6.05   66.55", "66.55"),
        ("Volume: 11 kgal at 6.05, so 66.55", "66.55"),
        ("Volume 11 kgal, of which the first ten were billed at 6.05   66.55", "66.55"),
    ],
)
def test_other_numbers_are_left_alone(text: str, total: str) -> None:
    assert read(text, total).line == LineItem("whatever", total=Decimal(total))


def test_what_is_proved_stays() -> None:
    item = LineCandidate(LineItem("Volume", total=Decimal("66.55")), sure=True)
    assert with_stated_product(item, rows_of("Volume   11 kgal at 6.05   66.55")[0]) is item


@pytest.mark.parametrize("name", ["Cable 2 mm 3 m", "Hotel 2 persons 3 nights", "Rack model 2 height 3"])
def test_two_measures_are_no_quantity_and_price(name: str) -> None:
    """That they make the total is chance where nothing says that one is a price."""
    document = parse_text(f"Invoice 7\n{name}    6.00\nPen    1.00\nTotal    7.00")
    assert document is not None
    assert document.lines[0].quantity is None
