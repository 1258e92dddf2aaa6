"""Amounts and their labels: after, below or before them, and those without one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    "text",
    [
        "Subtotal: 20.00\nDiscount: 1.00\nTotal: 19.00",
        "Subtotal      Discount      Total\n20.00         1.00          19.00",
        "Subtotal\nDiscount\nTotal\n20.00\n1.00\n19.00",
        "| Subtotal | 20.00 |\n| Discount | 1.00 |\n| Total | 19.00 |",
        "Subtotal: 20.00\nDesconto: 1.00\nTotal: 19.00",
        "Subtotal: 20.00\nDescuento: 1.00\nTotal: 19.00",
    ],
)
def test_every_label_has_its_amount(text: str) -> None:
    assert [(one.label.role, one.amount.value) for one in find_labelled_amounts(rows_of(text), set())] == [
        ("subtotal", Decimal(20)),
        ("discount", Decimal(1)),
        ("total", Decimal(19)),
    ]


def test_rows_of_the_goods_have_no_sums() -> None:
    assert find_labelled_amounts(rows_of("Total: 19.00"), {0}) == []


def test_a_label_within_a_sentence_is_none() -> None:
    assert find_labelled_amounts(rows_of("please send me the total of 19.00 today"), set()) == []
