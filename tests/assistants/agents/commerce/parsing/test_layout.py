"""Lines into rows and cells, and what a row holds."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.layout import is_rule, join_cells, split_rows
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Lamp   2   10.00", ["Lamp", "2", "10.00"]),
        ("| Lamp | 2 | 10.00 |", ["Lamp", "2", "10.00"]),
        ("Lamp\t2\t10.00", ["Lamp", "2", "10.00"]),
        ("one sentence only", ["one sentence only"]),
        ("-----", []),
        ("", []),
    ],
)
def test_a_line_is_split_at_its_gaps_bars_and_tabs(line: str, cells: list[str]) -> None:
    [(_, found, _)] = split_rows(line)
    assert [cell.text.strip() for cell in found if cell.text.strip()] == cells


@pytest.mark.parametrize(("line", "drawn"), [("-----", True), ("=== ===", True), ("", True), ("a --- b", False)])
def test_a_line_that_only_draws_is_a_rule(line: str, drawn: bool) -> None:
    assert is_rule(line) is drawn


def test_cells_make_a_row_with_their_places() -> None:
    text, cells, explicit = join_cells(["a", "", "bc"])
    assert explicit
    assert [text[cell.start : cell.end] for cell in cells] == ["a", "", "bc"]


def test_a_row_tells_amounts_from_dates() -> None:
    [row] = rows_of("Invoice of 03/05/2024: lamp 12.50")
    assert [day.value for day in row.dates] == [date(2024, 5, 3)]
    assert [amount.value for amount in row.amounts] == [Decimal("12.50")]


def test_a_cell_stands_under_its_head() -> None:
    head, below = rows_of("Total   Tax\n20.00   2.00")
    assert [head.cell_below(cell, below).text for cell in head.filled] == ["20.00", "2.00"]
    assert head.cell_at(head.text.index("Tax")).text == "Tax"
