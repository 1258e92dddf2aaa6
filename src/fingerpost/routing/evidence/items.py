"""Items and figures: does a message list things with their amounts, as a paper that is pasted or read out does?"""

from __future__ import annotations

import re

from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.numbers import MULTIPLIERS, number_words
from fingerpost.language.text import fold

MIN_ITEMS, READ, LAST = 2, 20_000, 60
"""Items from which on they are a list, characters that are looked at, and those at the end of a part for an amount."""

MIN_FIGURES = 3
"""Figures from which on a message holds a paper's own: a question names one or two, and the time that it asks for."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_SPOKEN = (
    frozenset(number_words([*range(3, 30), *range(30, 100, 10), *range(100, 1000, 100)]))
    | frozenset(number_words([100, 10**3, 10**6], table=MULTIPLIERS))
) - {"once", "doce"}
"""Numbers in words, without those that are other words too."""
_BETWEEN = frozenset(("y", "e", "and"))
_FIGURE = re.compile(r"\d+(?:[.,/:-]\d+)*|[^\W\d_]+")

_SEGMENT = re.compile(r"[^\n;|/,]+(?:[,/](?! )[^\n;|/,]+)*")
_NAME = re.compile(r"[^\W\d_]{3,}")
_SIGN = r"(?:r\$|us\$|s/|[$€£]|usd|brl|eur|gbp|ars|mxn|clp|cop|pen)"
_AMOUNT = re.compile(
    rf"(?:{_SIGN}\s?\d[\d.,]*|[@×=]\s?{_SIGN}?\s?\d[\d.,]*|(?<![\d.,/-])\d[\d.,]*[.,]\d{{2}})\s*(?:{_SIGN})?"
    r"(?:\s?/?\s?(?:un|und|ud|kg|pcs?|each|c/u|cada))?[\s.)\]]*$",
    re.IGNORECASE,
)


def holds_items(text: str) -> bool:
    """Return whether at least two parts of a text name something and end with its amount."""
    found = 0
    for segment in _SEGMENT.finditer(text[:READ]):
        said = segment.group()
        if _AMOUNT.search(said.rstrip()[-LAST:]) and not FUNCTION_WORDS.issuperset(_NAME.findall(fold(said))):
            found += 1
            if found == MIN_ITEMS:
                return True
    return False


def holds_figures(text: str) -> bool:
    """Return whether a text holds at least so many figures as a paper does, in digits or in words; years are none."""
    found, spoken = 0, False
    for token in _FIGURE.finditer(fold(text[:READ])):
        said = token.group()
        if said[0].isdigit():
            found, spoken = found + (_YEAR.fullmatch(said) is None), False
        elif said in _SPOKEN:
            # `thirty two` is one figure.
            found, spoken = found + (not spoken), True
        else:
            spoken = spoken and said in _BETWEEN
        if found == MIN_FIGURES:
            return True
    return False
