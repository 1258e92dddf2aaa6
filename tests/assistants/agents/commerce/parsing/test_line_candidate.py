"""One line out of named numbers: kept where the sum holds, and none without words."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.language.amounts import Amount, NumberFormat
from fingerpost.assistants.agents.commerce.parsing.line_candidate import (
    LONGEST,
    build_candidate,
    clean_description,
    is_consistent,
)


def amount(text: str) -> Amount:
    [found] = NumberFormat(".").find(text)
    return found


def test_a_description_loses_bullets_and_signs_around_it() -> None:
    assert clean_description("  - Lamp,  white :") == "Lamp, white"
    assert clean_description("1) Lamp") == "Lamp"
    assert clean_description("* chaise longue –") == "chaise longue"


def test_quantity_times_price_is_the_total_less_a_discount() -> None:
    assert is_consistent(amount("2"), amount("10.00"), None, amount("20.00"))
    assert is_consistent(amount("2"), amount("10.00"), amount("1.00"), amount("19.00"))
    assert is_consistent(amount("2"), amount("10.00"), amount("10%"), amount("18.00"))
    assert not is_consistent(amount("2"), amount("10.00"), None, amount("21.00"))


def test_a_line_that_holds_is_sure() -> None:
    numbers = {"quantity": amount("2"), "unit_price": amount("10.00"), "total": amount("20.00")}
    item = build_candidate("Lamp", "L-1", "pcs", numbers, "Lamp 2 10.00 20.00")
    assert item is not None
    assert item.sure
    assert (item.line.description, item.line.code, item.line.unit) == ("Lamp", "L-1", "pcs")
    assert (item.line.quantity, item.line.unit_price, item.line.total) == (Decimal(2), Decimal(10), Decimal(20))
    wrong = build_candidate("Lamp", "", "", {**numbers, "total": amount("25.00")}, "Lamp 2 10.00 25.00")
    assert wrong is None or not wrong.sure


def test_without_words_there_is_no_line() -> None:
    assert build_candidate("--", "", "", {"total": amount("20.00")}, "-- 20.00") is None


def test_a_long_description_is_cut() -> None:
    item = build_candidate("lamp " * 200, "", "", {"total": amount("20.00")}, "")
    assert item is not None
    assert len(item.line.description) <= LONGEST
