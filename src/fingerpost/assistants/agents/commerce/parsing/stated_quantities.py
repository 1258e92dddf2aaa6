"""Finds the quantity and the price that the words of a line state, by the total that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate, clean_description, is_consistent

MOST_AMOUNTS = 8
"""Maximum number of numbers of a row among which a quantity and a price are looked for."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_BETWEEN = re.compile(r"\W*(?:[^\W\d_]{1,12}[23²³]?\W+){0,3}(?:(?:r\$|us\$|[€$£])\s*)?", re.IGNORECASE)
"""What may stand between a quantity and its price: a unit and a word or a sign for "times"."""
_TIMES = re.compile(r"[x×*@·]|(?<![^\W\d_])(?:at|each|per|a|à|por|de|cada|c/u)(?![^\W\d_])", re.IGNORECASE)
"""What says that a price follows: without it, or a currency, two numbers may be any measures."""


def with_stated_product(item: LineCandidate, row: LayoutRow, begin: int = 0) -> LineCandidate:
    """Return a line with the neighbouring numbers that make its total, in a cell before it, as quantity and price.

    Its description is what stands before them; a line whose numbers are proved already stays as it is.
    """
    total = item.line.total
    last = next((one for one in reversed(row.amounts) if one.value == total), None)
    if item.sure or last is None or not total:
        return item
    before = [one for one in row.amounts if begin <= one.start < row.cell_at(last.start).start][-MOST_AMOUNTS:]
    pair = _pair(before, last, row)
    if pair is None:
        return item
    count, price = pair
    name = clean_description(row.text[begin : count.start])
    if not _LETTERS.search(name):
        return item
    line = replace(item.line, description=name, quantity=count.value, unit=count.unit, unit_price=price.value)
    return item._replace(line=line, single=False, sure=True)


def _pair(before: Sequence[Amount], total: Amount, row: LayoutRow) -> tuple[Amount, Amount] | None:
    for count, price in pairwise(before):
        plain = not (count.percent or count.currency or price.percent)
        between = row.text[count.end : price.start]
        said = bool(price.currency) or _TIMES.search(between) is not None
        if plain and said and is_consistent(count, price, None, total) and _BETWEEN.fullmatch(between):
            return count, price
    return None
