"""Builds a line item from a description and numbers with known roles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, LineItem, cents
from fingerpost.assistants.agents.commerce.language.amounts import Amount

LONGEST = 300
"""Maximum number of characters of a description."""

BULLET = re.compile(
    r"\s*(?:[-–—*•·▪+>]\s+|\d{1,3}[.)]\s+|\[\s?[x ]?\]\s*|item\s*(?:\d{1,3})?\s*[:.-]\s*)", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_EACH = re.compile(
    r"\b(?:cada|c/u|each|ea|unit|unid|por unidade|/un|per)\b|@|\bx\s*(?:r\$|us\$|[€$£])|(?<=\d)\s*[x×]\s*(?=[€$£\d])",
    re.IGNORECASE,
)
_ENDS = " \t-–—:;,.=@|(/*•…"
_TAIL = re.compile(
    r"(?:\s+(?:r\$|us\$|[€$£=@x×]|-|–|\(|qtde?\.?:?|qty:?|cant\.?:?|(?-i:por|a|at|de)|valor:?|total:?))+$",
    re.IGNORECASE,
)


class LineCandidate(NamedTuple):
    """A parsed line item with evidence about it.

    `single`: it has one price, either per unit or in total; `sure`: quantity × price = total holds; `each`: its text
    says that the price is per unit; `rows` are the rows that it was parsed from, where that is known.
    """

    line: LineItem
    single: bool = False
    sure: bool = False
    each: bool = False
    rows: tuple[int, ...] = ()


def clean_description(text: str) -> str:
    """Return a description without bullets, trailing connectors and surrounding signs."""
    text = " ".join(text.replace("\x01", " ").split())
    if bullet := BULLET.match(text):
        text = text[bullet.end() :]
    text = _TAIL.sub("", text.strip(_ENDS)).strip(_ENDS)
    if text.count("(") < text.count(")"):
        text = text.rstrip(") ")
    return text[:LONGEST]


def is_consistent(quantity: Amount, price: Amount, discount: Amount | None, total: Amount) -> bool:
    """Return whether quantity × price less the discount gives the total, up to rounding."""
    gross = quantity.value * price.value
    near = CENT + abs(quantity.value) * Decimal("0.005")
    shares = [Decimal(0)]
    if discount is not None:
        # A bare 10 under "discount" may be an amount or a percentage; only the sum decides.
        shares = [abs(gross * discount.value / 100)] + ([] if discount.percent else [abs(discount.value)])
    return any(abs(gross - share - total.value) <= near for share in shares)


def build_candidate(
    description: str, code: str, unit: str, numbers: Mapping[str, Amount], text: str
) -> LineCandidate | None:
    """Return the line item of a description and its numbers; None where it has neither words nor a code."""
    words = description[:LONGEST]
    if not _LETTERS.search(words) and not code:
        return None
    quantity, price, total = (numbers.get(role) for role in ("quantity", "unit_price", "total"))
    discount = numbers.get("discount")
    count = quantity.value if quantity else None
    cost = price.value if price else None
    whole = total.value if total else None
    sure = False
    if quantity and price and total:
        count, cost, sure = _resolve_ambiguous(quantity, price, discount, total)
    off = _discount_amount(discount, (count or Decimal(1)) * cost if cost is not None else None, whole)
    unit = (quantity.unit if quantity and quantity.unit else unit).strip(" .")
    single = (price is None) != (total is None)
    return LineCandidate(
        LineItem(words, code.strip(" #:"), count, unit, cost, off, whole), single, sure, bool(_EACH.search(text))
    )


def _discount_amount(discount: Amount | None, gross: Decimal | None, whole: Decimal | None) -> Decimal | None:
    """Return a discount as an amount of money."""
    if discount is None or not discount.value:
        return None
    if gross is None:
        return None if discount.percent else abs(discount.value)
    share = abs(gross * discount.value / 100)
    as_share = discount.percent or (whole is not None and abs(gross - share - whole) <= 2 * CENT)
    return cents(share) if as_share else abs(discount.value)


def _resolve_ambiguous(
    quantity: Amount, price: Amount, discount: Amount | None, total: Amount
) -> tuple[Decimal, Decimal, bool]:
    """Return quantity and price, with ambiguous separators read the other way where only that makes the sum hold."""
    counts, prices = (
        [one, *([one._replace(value=one.other)] if one.other is not None else [])] for one in (quantity, price)
    )
    for count, cost in product(counts, prices):
        if is_consistent(count, cost, discount, total):
            return count.value, cost.value, True
    return quantity.value, price.value, False
