"""Rows beside the goods: sums of them, notes, and a guessed line too many."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.row_filters import (
    drop_stray_line,
    is_free_note,
    is_not_goods,
    is_sum_of_goods,
    states_share,
)
from tests.assistants.agents.commerce.rows import rows_of


def item(description: str, total: str | None, quantity: str | None = None) -> LineCandidate:
    return LineCandidate(
        LineItem(description, quantity=Decimal(quantity) if quantity else None, total=Decimal(total) if total else None)
    )


GOODS = [item("Lamp", "20", "2"), item("Shade", "5", "1")]


def test_a_row_that_states_the_sum_of_the_goods_is_known() -> None:
    below = rows_of("Total: 25.00")
    assert is_sum_of_goods(item("altogether", "25"), GOODS, below)
    assert not is_sum_of_goods(item("altogether", "25"), GOODS, rows_of("Total: 50.00")), "goods as well"
    assert not is_sum_of_goods(item("Bulb", "7"), GOODS, below)


def test_nothing_for_nothing_is_a_note() -> None:
    assert is_free_note(item("free of charge", None))
    assert not is_free_note(item("Lamp", "20"))


def test_a_guessed_line_that_the_sums_do_not_count_is_left_out() -> None:
    items = [*GOODS, item("call us at", "555")]
    lines = tuple(one.line for one in items)
    assert drop_stray_line(items, lines, [Decimal(25)]) == lines[:2]
    assert drop_stray_line(items, lines, [Decimal(580)]) == lines


def test_a_sentence_under_the_heads_is_stray() -> None:
    [row] = rows_of("we deliver all of this to your own door by 10")
    assert is_not_goods(row, item("we deliver all of this to your own door by", "10"), GOODS)
    [row] = rows_of("Bulb   7.00")
    assert not is_not_goods(row, item("Bulb", "7.00", "1")._replace(sure=True), [])


def test_a_row_may_take_a_percentage_of_an_amount() -> None:
    [share, goods] = rows_of("Ohio tax 7.25% on 312.00    22.62\nLamp 10% less    20.00    18.00")
    assert states_share(share)
    assert not states_share(goods)
