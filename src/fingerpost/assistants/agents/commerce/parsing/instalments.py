"""Finds the payments that a document is split into: rows with a day and an amount that add up to what is to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CENT, Instalment
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow


def find_instalments(
    rows: Sequence[LayoutRow], used: set[int], sums: Sequence[Decimal | None]
) -> tuple[Instalment, ...]:
    """Return the instalments of a document; none where no such rows add up to one of its sums."""
    found = []
    for number, row in enumerate(rows):
        amounts = [amount for amount in row.amounts if amount.is_money] if number not in used else []
        # Several may stand in one row, each with its day before its amount.
        if len(amounts) == len(row.dates):
            found += [Instalment(day.value, one.value) for day, one in zip(row.dates, amounts, strict=True)]
    whole = sum((one.amount for one in found), Decimal(0))
    is_whole = any(stated and abs(whole - stated) <= CENT * len(found) for stated in sums)
    return tuple(found) if len(found) > 1 and is_whole else ()
