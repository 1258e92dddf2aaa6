"""Filters rows of a goods table that are not line items: notes, sentences and sums."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations, product

from fingerpost.assistants.agents.commerce.document import CENT, LineItem
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate

MOST_BELOW, MOST_PARTS = 6, 3
"""Maximum number of amounts considered below the goods, and of those that a total may combine with the goods."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_ZERO = Decimal(0)


def is_not_goods(row: LayoutRow, item: LineCandidate, items: Sequence[LineCandidate]) -> bool:
    """Return whether a row is not a line item: a sentence, or a number formatted unlike the other totals."""
    if row.explicit or (item.line.quantity is not None and item.line.unit_price is not None):
        return False
    if len(row.filled) == 1 and len(_LETTERS.findall(item.line.description)) > 6:
        return True
    totals = [other.line.total for other in items if other.sure and other.line.total is not None]
    booked = bool(totals) and all(total.as_tuple().exponent == -2 for total in totals)
    return booked and item.line.total is not None and item.line.total.as_tuple().exponent == 0


def states_share(row: LayoutRow) -> bool:
    """Return whether a row takes a percentage of an amount: tax 7.25% on 312.00 is 22.62."""
    shares = [amount.value for amount in row.amounts if amount.percent]
    money = [amount.value for amount in row.amounts if amount.is_money]
    return len(shares) == 1 and len(money) == 2 and abs(money[0] * shares[0] / 100 - money[1]) <= CENT


def is_free_note(item: LineCandidate) -> bool:
    """Return whether a line has neither a price nor a quantity."""
    return not item.line.total and not item.line.unit_price and item.line.quantity in (None, Decimal(0))


def is_sum_of_goods(item: LineCandidate, items: Sequence[LineCandidate], below: Sequence[LayoutRow]) -> bool:
    """Return whether a row only states the sum of the goods above it, under any name.

    The last of 5, 5 and 10 may be goods as well: the amounts below decide which reading gives the total.
    """
    price = item.line.total if item.line.total is not None else item.line.unit_price
    goods = sum((_line_total(other.line) for other in items), _ZERO)
    if item.sure or item.line.quantity is not None or not items or price != goods:
        return False
    if len(items) == 1 and items[0].line.quantity is None:
        return False
    amounts = [row.amounts[-1].value for row in below if row.amounts and row.amounts[-1].is_money][:MOST_BELOW]
    return not _explains_total(2 * goods, amounts, [goods]) and _explains_total(goods, amounts, [goods])


def drop_stray_line(
    items: Sequence[LineCandidate], lines: tuple[LineItem, ...], stated: Sequence[Decimal]
) -> tuple[LineItem, ...]:
    """Drop one guessed line without quantity where the stated sums hold only without it."""
    goods = sum(map(_line_total, lines), _ZERO)
    if goods in stated or sum(line.quantity is not None for line in lines) * 2 <= len(lines):
        return lines
    for index, (item, line) in enumerate(zip(items, lines, strict=True)):
        if not item.sure and line.quantity is None and goods - _line_total(line) in stated:
            return lines[:index] + lines[index + 1 :]
    return lines


def _line_total(line: LineItem) -> Decimal:
    if line.total is not None:
        return line.total
    return (line.quantity if line.quantity is not None else 1) * (line.unit_price or _ZERO)


def _explains_total(goods: Decimal, amounts: Sequence[Decimal], known: Sequence[Decimal]) -> bool:
    """Return whether the goods plus or minus some unknown amounts equal another of the amounts."""
    for index, total in enumerate(amounts):
        parts = [amount for place, amount in enumerate(amounts) if place != index and amount not in known]
        for count in range(MOST_PARTS + 1):
            for some in combinations(parts, count):
                for signs in product((1, -1), repeat=count):
                    added = sum((sign * abs(part) for sign, part in zip(signs, some, strict=True)), _ZERO)
                    if goods + added == total:
                        return True
    return False
