"""The characters that a part of a pattern can take, as a set of bits over characters that stand for all."""

from __future__ import annotations

import re
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

_ALPHABET = [*map(chr, range(32, 127)), *"\t\n¿¡€ßçéñ漢"]
"""Characters that stand for all: two sets that overlap share one of these, or are rare."""
_BITS = {sign: 1 << at for at, sign in enumerate(_ALPHABET)}
_OTHER = 1 << len(_ALPHABET)
_ALL = (_OTHER << 1) - 1

_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
_CATEGORY_BITS = {
    category: sum(bit for sign, bit in _BITS.items() if re.match(pattern, sign))
    for category, pattern in _CATEGORIES.items()
}


def characters_of(tree: Any) -> int:
    """Return the characters that a tree can take."""
    found = 0
    for operation, value in tree:
        if operation is sre.LITERAL:
            found |= _bit(value)
        elif operation is sre.NOT_LITERAL:
            found |= _ALL & ~_bit(value)
        elif operation is sre.IN:
            found |= _members(value)
        elif operation in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT, sre.SUBPATTERN):
            found |= characters_of(value[-1])
        elif operation is sre.ATOMIC_GROUP:
            found |= characters_of(value)
        elif operation is sre.BRANCH:
            for part in value[1]:
                found |= characters_of(part)
        elif operation not in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
            found |= _ALL
    return found


def _bit(code: int) -> int:
    return _BITS.get(chr(code), _OTHER)


def _members(members: Any) -> int:
    found, negated = 0, False
    for operation, value in members:
        if operation is sre.NEGATE:
            negated = True
        elif operation is sre.LITERAL:
            found |= _bit(value)
        elif operation is sre.RANGE:
            found |= sum(bit for sign, bit in _BITS.items() if value[0] <= ord(sign) <= value[1])
        elif operation is sre.CATEGORY:
            found |= _CATEGORY_BITS[value]
    return _ALL & ~found if negated else found
