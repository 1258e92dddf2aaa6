"""Amounts that only their arithmetic explains, whatever they are called."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from fingerpost.assistants.agents.commerce.parsing.ledger import Ledger, explain, find_entries
from tests.assistants.agents.commerce.rows import rows_of


def ledger_of(text: str, goods: str | None) -> Ledger:
    rows = rows_of(text)
    entries = find_entries(rows, set(), find_labelled_amounts(rows, set()))
    return explain(Decimal(goods) if goods else None, entries)


def told(found: Ledger) -> tuple[list[str], list[str]]:
    return [str(one.value) for one in found.sums], [f"{one.sign * one.entry.value}" for one in found.charges]


@pytest.mark.parametrize(
    "text",
    [
        "Zorb 100.00\nQuux 12.50\nFlim 7.10\nBlem 94.60",
        "Zorb   100.00   Quux   12.50\nFlim   7.10   Blem   94.60",
        "Zorb   Quux   Flim   Blem\n100.00   12.50   7.10   94.60",
        "We come to 100.00 for all. Minus 12.50 as agreed, plus 7.10 for the van, you owe us 94.60 in all.",
    ],
)
def test_sums_and_charges_are_found_without_a_known_label(text: str) -> None:
    assert told(ledger_of(text, "100.00")) == (["100.00", "94.60"], ["-12.50", "7.10"])


def test_a_written_sign_is_not_turned() -> None:
    assert told(ledger_of("Zorb 100.00\n+ Quux 12.50\nBlem 87.50", "100.00"))[0] == ["100.00"]
    assert told(ledger_of("Zorb 100.00\n- Quux 12.50\nBlem 87.50", "100.00"))[0] == ["100.00", "87.50"]


def test_what_does_not_add_up_is_not_explained() -> None:
    assert ledger_of("Zorb 101.00\nQuux 12.50\nBlem 93.60", "100.00") == Ledger()
    assert ledger_of("Zorb 100.00\nQuux 12.50\nBlem 94.61", None) == Ledger()


def test_without_goods_one_coincidence_proves_nothing() -> None:
    assert ledger_of("Zorb 10.00\nQuux 5.00\nBlem 15.00", None) == Ledger()
    assert told(ledger_of("Zorb 10.00\nQuux 21% 2.10\nBlem 12.10", None)) == (["10.00", "12.10"], ["2.10"])


def test_a_day_with_an_amount_is_no_charge() -> None:
    assert told(ledger_of("Zorb 100.00\n12/03/2025 12.50\nBlem 112.50", "100.00"))[0] == ["100.00"]


def test_the_dash_of_a_list_takes_nothing_off() -> None:
    listed = rows_of("- Zorb: 100.00\n- Quux: 20.00\n- Blem: 120.00")
    assert [entry.sign for entry in find_entries(listed, set(), [])] == [0, 0, 0]
    alone = rows_of("Zorb: 100.00\n- Quux: 20.00\nBlem: 80.00")
    assert [entry.sign for entry in find_entries(alone, set(), [])] == [0, -1, 0]
