"""Goods tables whose columns only their values tell."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.parsing import column_inference
from fingerpost.assistants.agents.commerce.parsing.column_inference import column_roles, find_value_columns
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.line_candidate import is_consistent
from tests.assistants.agents.commerce.rows import rows_of

LIKE = rows_of("Pen")[0]


@pytest.mark.parametrize(
    "head",
    ["Zo | Quux | Flim | Blem | Dorn | Gax | Wib", "It | IMPA | Stores | Qty | UoM | Each | Amount"],
)
def test_columns_are_told_by_their_values(head: str) -> None:
    document = parse_text(
        f"Order 44\n{head}\n1 | A-210 | Steel rope 64 mm | 2 | coil | 1,385.00 | 2,770.00\n"
        "2 | A-232 | Bow shackle 25 t | 12 | pcs | 48.60 | 583.20\nTotal 3,353.20"
    )
    assert document is not None
    told = [(one.code, one.description, str(one.quantity), one.unit, str(one.unit_price)) for one in document.lines]
    assert told == [
        ("A-210", "Steel rope 64 mm", "2", "coil", "1385.00"),
        ("A-232", "Bow shackle 25 t", "12", "pcs", "48.60"),
    ]


def test_a_line_without_a_quantity_is_read_under_the_same_columns() -> None:
    document = parse_text(
        "Invoice 4\nRole        Dwell  Fee      Zorb\nMason       4      525.00   2,100.00\n"
        "Joiner      5      500.00   2,500.00\nTravel                        186.40\nTotal 4,786.40"
    )
    assert document is not None
    assert [(one.description, str(one.total)) for one in document.lines] == [
        ("Mason", "2100.00"),
        ("Joiner", "2500.00"),
        ("Travel", "186.40"),
    ]


def test_values_that_prove_nothing_tell_no_columns() -> None:
    right = [["Pen", "3", "4.00", "12.00"], ["Ink", "5", "2.00", "10.00"]]
    assert column_roles(right, LIKE) == ["description", "quantity", "unit_price", "total"]
    assert column_roles([["Pen", "3", "4.00", "12.00"], ["Ink", "5", "2.00", "10.10"]], LIKE) == []
    assert column_roles([["Pen", "1", "4.00", "4.00"], ["Ink", "1", "2.00", "2.00"]], LIKE) == []
    assert column_roles(right[:1], LIKE) == []


def test_a_discount_may_stand_between_price_and_total() -> None:
    rows = [["Pen", "10", "31.00", "5", "294.50"], ["Ink", "6", "8.40", "10", "45.36"]]
    assert column_roles(rows, LIKE) == ["description", "quantity", "unit_price", "discount", "total"]


@pytest.mark.parametrize("width", [6, 12])
def test_many_rows_and_columns_are_compared_few_times(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Amount] = []

    def counted(quantity: Amount, price: Amount, discount: Amount | None, total: Amount) -> bool:
        compared.append(total)
        return is_consistent(quantity, price, discount, total)

    monkeypatch.setattr(column_inference, "is_consistent", counted)
    assert column_roles([["Widget", *["1.00"] * width]] * 400, LIKE) == []
    assert len(compared) <= 10_000


def test_rows_behind_the_sample_disprove_the_columns() -> None:
    rows = [["Pen", "3", "4.00", "12.00"]] * column_inference.SAMPLE
    assert column_roles([*rows, ["Ink", "5", "2.00", "10.00"]], LIKE) != []
    assert column_roles([*rows, ["Ink", "5", "2.00", "10.10"]], LIKE) == []


def test_a_quantity_may_have_its_unit_in_its_cell() -> None:
    rows = rows_of(
        "| # | Zorb | Units | Rate | Less | Extended |\n"
        "| 1 | Flight over the pit | 3 days | 1,480.00 | - | 4,440.00 |\n"
        "| 2 | Capture of the road | 6.5 km | 310.00 | 10% | 1,813.50 |\n"
        "| 3 | Control points | 24 | 42.50 | - | 1,020.00 |"
    )
    [columns] = find_value_columns(rows).values()
    assert [column.role for column in columns] == ["", "description", "quantity", "unit_price", "discount", "total"]
