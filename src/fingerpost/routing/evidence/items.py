"""Items: does a message list things with their amounts, as a paper that is pasted into it does?"""

from __future__ import annotations

import re

from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.text import fold

MIN_ITEMS, READ, LAST = 2, 20_000, 60
"""Items from which on they are a list, characters that are looked at, and those at the end of a part for an amount."""

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
