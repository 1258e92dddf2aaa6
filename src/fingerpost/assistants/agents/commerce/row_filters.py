"""Which rows among the goods are none: notes, sentences, and sums under whatever name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations, product

from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.layout import LayoutRow
from fingerpost.assistants.agents.commerce.line_candidate import LineCandidate

MOST_BELOW, MOST_PARTS = 6, 3
"""Amounts below the goods that are looked at, and how many of them a total may have beside the goods."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_NONE = Decimal(0)


def is_not_goods(row: LayoutRow, item: LineCandidate, items: Sequence[LineCandidate]) -> bool:
    """Tell whether a row under the heads is something else: a sentence, or a number that is written as none above."""
    if row.explicit or (item.line.quantity is not None and item.line.unit_price is not None):
        return False
    if len(row.filled) == 1 and len(_LETTERS.findall(item.line.description)) > 6:
        return True
    totals = [other.line.total for other in items if other.sure and other.line.total is not None]
    booked = bool(totals) and all(total.as_tuple().exponent == -2 for total in totals)
    return booked and item.line.total is not None and item.line.total.as_tuple().exponent == 0


def is_free_note(item: LineCandidate) -> bool:
    """Tell whether nothing was sold: none of it, for nothing."""
    return not item.line.total and not item.line.unit_price and item.line.quantity in (None, Decimal(0))


def is_sum_of_goods(item: LineCandidate, items: Sequence[LineCandidate], below: Sequence[LayoutRow]) -> bool:
    """Tell whether a row only states the sum of the goods above it, whatever it calls that.

    The last of 5, 5 and 10 may be goods as well: the amounts below tell which of the two makes up the total.
    """
    price = item.line.total if item.line.total is not None else item.line.unit_price
    goods = sum((_whole(other.line) for other in items), _NONE)
    if item.sure or item.line.quantity is not None or not items or price != goods:
        return False
    if len(items) == 1 and items[0].line.quantity is None:
        return False
    amounts = [row.amounts[-1].value for row in below if row.amounts and row.amounts[-1].is_money][:MOST_BELOW]
    return not _is_made_up(2 * goods, amounts, [goods]) and _is_made_up(goods, amounts, [goods])


def drop_stray_line(
    items: Sequence[LineCandidate], lines: tuple[LineItem, ...], stated: Sequence[Decimal]
) -> tuple[LineItem, ...]:
    """Leave out one guessed line that nothing counts beside others that do, where just then the stated sums hold."""
    goods = sum(map(_whole, lines), _NONE)
    if goods in stated or sum(line.quantity is not None for line in lines) * 2 <= len(lines):
        return lines
    for index, (item, line) in enumerate(zip(items, lines, strict=True)):
        if not item.sure and line.quantity is None and goods - _whole(line) in stated:
            return lines[:index] + lines[index + 1 :]
    return lines


def _whole(line: LineItem) -> Decimal:
    if line.total is not None:
        return line.total
    return (line.quantity if line.quantity is not None else 1) * (line.unit_price or _NONE)


def _is_made_up(goods: Decimal, amounts: Sequence[Decimal], known: Sequence[Decimal]) -> bool:
    """Tell whether goods, with some amounts added or taken off that are not known, come to another of the amounts."""
    for index, total in enumerate(amounts):
        parts = [amount for place, amount in enumerate(amounts) if place != index and amount not in known]
        for count in range(MOST_PARTS + 1):
            for some in combinations(parts, count):
                for signs in product((1, -1), repeat=count):
                    added = sum((sign * abs(part) for sign, part in zip(signs, some, strict=True)), _NONE)
                    if goods + added == total:
                        return True
    return False
