"""Goods as the run of amounts that a later one is the sum of."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce import parse_text
from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable, find_goods_table
from fingerpost.assistants.agents.commerce.parsing.summed_goods import find_summed_run
from tests.assistants.agents.commerce.rows import rows_of

BILL = """Bill 12
Previous balance             40.00
Payment received             40.00 CR
WATER
  Base charge                18.00
  Tier 1   4 kgal at 4.00    16.00
  Insurance                   6.00
  Current services           40.00
  Utility tax 10%             4.00
PLEASE PAY                   44.00"""


def run(text: str) -> list[str] | None:
    rows = rows_of(text)
    found = find_summed_run(find_goods_table(rows), rows)
    return [item.line.description for item in found.items] if found is not None else None


def test_the_goods_are_those_that_make_the_sum_whatever_their_names() -> None:
    document = parse_text(BILL)
    assert document is not None
    assert [line.description for line in document.lines] == ["Base charge", "Tier 1", "Insurance"]
    assert [str(value) for value in (document.subtotal, document.total)] == ["40.00", "44.00"]
    assert [(tax.name, str(tax.amount)) for tax in document.taxes] == [("Utility tax", "4.00")]


def test_parts_of_the_goods_may_have_sums_of_their_own() -> None:
    text = "Tea 5.00\nBun 4.00\nA 9.00\nInk 2.00\nPen 3.00\nB 5.00\nAll 14.00"
    assert run(text) == ["Tea", "Bun", "Ink", "Pen"]


@pytest.mark.parametrize(
    "text",
    [
        "Tea 5.00\nBun 4.00\nAll 9.50",
        "Tea 9.00\nAll 9.00",
        "Tea 5.00\nVAT 4.00\nAll 9.00",
        "\n".join(f"Tea {number}.50" for number in range(1, 200)),
    ],
)
def test_where_nothing_adds_up_there_is_no_run(text: str) -> None:
    assert run(text) is None


def test_the_lines_that_are_proved_are_always_in_it() -> None:
    rows = rows_of("Cup 2 x 8.00  16.00\nTea 5.00\nBun 4.00\nAll 9.00")
    assert find_summed_run(find_goods_table(rows), rows) is None
    assert find_summed_run(GoodsTable([], set(), {}), rows) is not None


def test_a_name_stands_above_its_numbers_even_where_it_is_that_of_a_payment() -> None:
    assert run("TEA\n  2 @ 3.00   6.00\nGIFT CARD LOAD\n  1 @ 25.00   25.00\nSUM  31.00") == ["TEA", "GIFT CARD LOAD"]
