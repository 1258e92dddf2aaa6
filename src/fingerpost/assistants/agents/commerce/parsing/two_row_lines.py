"""Reads line items whose words and numbers stand in two rows, proved by quantity × price = total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import (
    LineCandidate,
    build_candidate,
    clean_description,
)
from fingerpost.assistants.agents.commerce.parsing.line_parser import is_numbers_only, parse_row


def parse_in_two_rows(rows: Sequence[LayoutRow], number: int) -> LineCandidate | None:
    """Return the line item that begins in a row and ends in the next one; None where the two prove none."""
    row, below = rows[number], rows[number + 1] if number + 1 < len(rows) else None
    if below is None or not below.amounts:
        return None
    upper, lower = is_numbers_only(row), is_numbers_only(below)
    if upper == lower:
        return None
    found = _numbers_above(row, below) if upper else _total_below(row, below) or _numbers_below(row, below)
    return found._replace(rows=(number, number + 1)) if found is not None else None


def _numbers_above(row: LayoutRow, below: LayoutRow) -> LineCandidate | None:
    """Return the line of "2 @ 3.49" above the row with the name and the total."""
    item = parse_row(below) if len(row.amounts) == 2 else None
    if item is None or item.line.total is None:
        return None
    count, price = row.amounts
    total = price._replace(value=item.line.total)
    made = build_candidate(item.line.description, item.line.code, "", _numbers(count, price, total), below.text)
    return made if made is not None and made.sure else None


def _total_below(row: LayoutRow, below: LayoutRow) -> LineCandidate | None:
    """Return the line of a name, a quantity and a price above the row with nothing but the total."""
    if len(below.amounts) != 1 or len(row.amounts) < 2 or row.explicit:
        return None
    count, price = row.amounts[-2:]
    if price.percent or not price.is_money or count.percent or count.is_money:
        return None
    words = clean_description(row.text[: count.start])
    made = build_candidate(words, "", "", _numbers(count, price, below.amounts[0]), row.text)
    return made if made is not None and made.sure else None


def _numbers_below(row: LayoutRow, below: LayoutRow) -> LineCandidate | None:
    """Return the line of a name with numbers of its own above the row with quantity, price and total."""
    if len(below.amounts) != 3 or row.explicit:
        return None
    own = parse_row(row)
    if own is None or own.sure or any(amount.currency for amount in row.amounts):
        return None
    made = build_candidate(clean_description(row.text), "", "", _numbers(*below.amounts), below.text)
    return made if made is not None and made.sure else None


def _numbers(count: Amount, price: Amount, total: Amount) -> dict[str, Amount]:
    return {"quantity": count, "unit_price": price, "total": total}


def with_name_above(item: LineCandidate, row: LayoutRow, above: Sequence[LayoutRow]) -> LineCandidate | None:
    """Return a line that says only what is counted, as "18 pages at 2.00", with its name from the rows above.

    None where it has a name of its own, or the rows above do not stand out to its left.
    """
    noun = item.line.description
    indent = len(row.text) - len(row.text.lstrip())
    left = bool(above) and all(len(one.text) - len(one.text.lstrip()) < indent for one in above)
    counts = bool(row.amounts) and row.amounts[0].start == indent and row.amounts[0].value == item.line.quantity
    if not (item.sure and left and counts and len(noun.split()) == 1):
        return None
    name = clean_description(" ".join(one.text.strip() for one in above))
    return item._replace(line=replace(item.line, description=name, unit=item.line.unit or noun))
