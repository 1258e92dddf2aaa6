"""Finds phone numbers as they are written in Spain, Portugal, Latin America, the United States and Britain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.observability.redaction.numbered_things import names_a_thing
from fingerpost.observability.redaction.words import PHONES

_SEVEN_DIGITS = re.compile(r"\d(?:[ .()-]{0,3}\d){6}")
"""Most texts have no such thing, and the long pattern takes its time."""
_ROUND = re.compile(r".*0[ .]?000|(?:\d\d0[ .-]?){3}")
"""Amounts and lists of round numbers: "212 600 000", "700 800 900"."""
_NAMED = re.compile(
    rf"""(?ix) (?<![^\W_]) (?:{PHONES})
    (?: \W{{1,3}} (?:me|us|al?|o|para|on|at|no|num(?:ero|ber)?|n[ro]|is|es|e) \b ){{0,3}} \W{{0,3}}
    (?! \d{{4}}-\d\d-\d\d | \d\d?[-.]\d\d?[-.]\d{{4}} )
    ( \+?\(? \d (?:[ .()-]{{0,2}}\d){{6,14}} ) (?! \w | [.,:/]\d )"""
)
"""What is called a phone number is one, in whatever country."""
# fmt: off
_PHONE = re.compile(r"""(?x) (?<![\w+$€£]) (?<![$€£]\s) (?<!\d[.,:/-]) (?<!\b\d[ ]) (?:
      \+[ ]?[1-9](?:[ .()/-]{0,2}\d){7,14}                                         # international
    | \(\+\d{1,3}\)(?:[ .()/-]{0,2}\d){7,12}
    | 00[ ]?(?:1|3[349]|351|4[49]|5[24567])(?:[ .()-]{0,2}\d){8,11}
    | [6-9]\d\d(?:[ .-]\d{3}){2} | [6-9]\d\d(?:[ .-]\d\d){3} | [67]\d\d[ .-]\d{6}   # Spain
    | [89]\d[ .-]\d{3}[ .-]\d\d[ .-]\d\d | [6-9]\d{8}
    | 2\d\d(?:[ -]\d{3}){2} | 2\d[ -]\d{3}[ -]\d{4} | 2[1-9]\d{7}                   # Portugal
    | \((?:0?[1-9][1-9])\)[ ]?9?[ ]?\d{4}[ -]?\d{4} | 0?[1-9][1-9][ ]9?[ ]?\d{4}[ -]\d{4}   # Brazil
    | [1-9][1-9][ ]?9\d{8} | [1-9][1-9][ .-]9\d{4}[ .-]\d{4} | 9\d{4}-\d{4}
    | (?:1[ .-])?\([2-9]\d\d\)[ ]?[2-9]\d\d[ .-]?\d{4}                              # United States
    | (?:1[ .-])?[2-9]\d\d([ .-])[2-9]\d\d\1\d{4} | [2-9]\d\d[2-9]\d{6}
    | \(?0\d\d\)?[ -]\d{4}[ -]\d{4} | \(?0\d{3}\)?[ -]\d{3}[ -]\d{3,4}              # United Kingdom
    | \(?0\d{4}\)?[ -](?:\d{5,6}|\d{3}[ -]\d{3}) | 0[1-9]\d{8,9}
) (?!\w) (?![.,:/-]\d)
  (?!\s?(?:[€$£%]|euros?\b|dolar|dollar|pesos\b|rea(?:is|l)\b|usd\b|eur\b|brl\b))""", re.IGNORECASE)
# fmt: on


def find_phones(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of phone numbers, unless the words before say that they number a thing."""
    if not _SEVEN_DIGITS.search(text):
        return
    yield from (found.span(1) for found in _NAMED.finditer(text))
    for found in _PHONE.finditer(text):
        if not _ROUND.fullmatch(found[0]) and not names_a_thing(text, found.start()):
            yield found.span()
