"""Lines that are goods, and those at their ends that the sums show to be something else."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing import goods_selection
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.ledger import Entry


def lines_of(text: str) -> list[str]:
    document = parse_text(text)
    return [line.description for line in document.lines] if document else []


@pytest.mark.parametrize(
    "text",
    [
        "Receipt 4\nPen  2 x 5.00  10.00\nInk  1 x 20.00  20.00\nZorb  30.00\nQuux  6.30\nFlim  36.30",
        "Receipt 4\nQty  Item  Price  Total\n2  Pen  5.00  10.00\n1  Ink  20.00  20.00\nZorb  30.00\nQuux  6.30\nFlim  36.30",
        "Receipt 4\nHold back up to  6.30\nPen  10.00\nInk  20.00\nTotal  30.00",
    ],
)
def test_sums_and_notes_under_any_name_are_no_goods(text: str) -> None:
    assert lines_of(text) == ["Pen", "Ink"]


def test_goods_are_kept_where_the_sums_hold_with_them() -> None:
    assert lines_of("Receipt 4\nTea  5.00\nBun  5.00\nCake  10.00\nTotal  20.00") == ["Tea", "Bun", "Cake"]


def test_one_coincidence_removes_no_goods() -> None:
    assert lines_of("Order 4\nTea  5.00\nBun  6.00\nCake  11.00") == ["Tea", "Bun", "Cake"]


@pytest.mark.parametrize("count", [30, 1_000])
def test_few_ends_of_a_long_document_are_tried(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    worth = goods_selection.worth

    def counted(table: GoodsTable, rows: Sequence[LayoutRow], taxes: Sequence[Entry]) -> int:
        read.append(len(rows))
        return worth(table, rows, taxes)

    monkeypatch.setattr(goods_selection, "worth", counted)
    parse_text("Receipt 4\n" + "\n".join(f"thing alpha {place} for {place}.37" for place in range(1, count)))
    assert 0 < sum(read) <= goods_selection.MOST_ROWS_READ


def test_of_two_readings_the_one_without_charges_among_the_goods_is_taken() -> None:
    text = (
        " 6 x Brass pendant    118.00    708.00\n 2 x Floor lamp       264.50    529.00\n"
        "Trade discount                 -123.70\nCarriage to Malmö      95.00\nTo be invoiced       1,208.30"
    )
    document = parse_text(text)
    assert document is not None
    assert [line.total for line in document.lines] == [Decimal(708), Decimal(529)]
    assert (document.discount, document.shipping, document.total) == (
        Decimal("123.70"),
        Decimal(95),
        Decimal("1208.30"),
    )


def test_the_day_before_each_line_is_no_part_of_its_name() -> None:
    text = "Receipt 5\n12/06  Room with a view     98.00\n13/06  Room with a view     98.00\nTotal   196.00"
    document = parse_text(text)
    assert document is not None
    assert [line.description for line in document.lines] == ["Room with a view"] * 2


def test_a_total_that_is_wrong_is_no_goods_all_the_same() -> None:
    text = "Order 4\n2  Tea, loose  5.00  10.00\n3  Bun, sweet  6.00  18.00\nGoods here  28.00\nTOTAL CIF, US DOLLARS  82.00"
    assert lines_of(text) == ["Tea, loose", "Bun, sweet"]
