"""Finds card numbers: the digits of a known issuer with their check digit, however they are grouped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.observability.redaction.words import CARDS

_DIGITS = re.compile(r"(?<![\w.,])(?<!\d[.,/-])\d++(?:(?:[ ._/-]|\ -\ |\ \ )\d++)*+(?!\w)")
_THIRTEEN_DIGITS = re.compile(r"\d(?:[ ._/-]{0,3}\d){12}")
_NAMED = re.compile(
    rf"""(?ix) (?<![^\W_]) (?:{CARDS}) (?: \W{{1,3}} (?: no|num(?:ero|ber)?|n[ro]|is|es|e|de|do|of|credito|credit|debito
        |debit|visa|mastercard|card ) \b ){{0,4}} \W{{0,3}} ( \d (?:[ ._/-]{{0,3}}\d){{12,18}} ) (?!\w)"""
)
"""What is called a card is one, also where a digit is wrong."""
_GROUP = re.compile(r"\d+")
_ISSUERS = re.compile(
    r"4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|35\d{14}|6(?:011|[245]\d\d)\d{12}(?:\d{3})?|(?:50|5[6-9]|6[0379])\d{14}"
)
"""Visa, Mastercard, American Express, Diners, JCB, Discover and UnionPay, Maestro, Elo and Hipercard."""
_FEWEST, _MOST = 14, 19


def find_cards(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of card numbers; other numbers may stand beside them."""
    if not _THIRTEEN_DIGITS.search(text):
        return
    yield from (found.span(1) for found in _NAMED.finditer(text))
    for found in _DIGITS.finditer(text):
        groups = list(_GROUP.finditer(text, *found.span()))
        first = 0
        while first < len(groups):
            last = _card_end(groups, first)
            if last is not None:
                yield groups[first].start(), groups[last].end()
            first = first + 1 if last is None else last + 1


def _card_end(groups: list[re.Match[str]], first: int) -> int | None:
    """Return the index of the last group of a card number that starts at `first`, or None."""
    digits, best = "", None
    for at in range(first, min(first + _MOST, len(groups))):
        digits += groups[at][0]
        if len(digits) > _MOST:
            break
        if (
            len(digits) >= _FEWEST
            and _ISSUERS.fullmatch(digits)
            and passes_luhn(digits)
            and _is_even(groups, first, at)
        ):
            best = at
    return best


def _is_even(groups: list[re.Match[str]], first: int, last: int) -> bool:
    """Whether digits are grouped as those of cards are: three digits or more, or single digits, or pairs."""
    sizes = {len(group[0]) for group in groups[first : last + 1]}
    return min(sizes) >= 3 or len(sizes) == 1


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of those before it."""
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(value - 9 if value > 9 else value for value in doubled)) % 10 == 0
