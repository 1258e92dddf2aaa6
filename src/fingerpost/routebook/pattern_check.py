"""Finds patterns that can take exponential time: a repetition inside a repetition that can share its text in many ways.

Such a pattern stops the process for seconds or years as soon as somebody sends the wrong message. The check reads the
syntax tree and runs nothing. It looks for the usual form, `(a+)+b`, not for every slow pattern.
"""

from __future__ import annotations

import re
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MANY = 8
"""Repetitions from which the ways to share a text count as too many."""

_ALPHABET = frozenset(map(chr, range(32, 127))) | frozenset("\t\n¿¡€ßçéñ漢")
"""Characters that stand for all: two sets that overlap share one of these, or are rare."""

_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
"""Repetitions that give back what they took; possessive ones do not."""

_Characters = frozenset[str]


def can_hang(pattern: str) -> bool:
    """Whether some text makes a search with this pattern take exponential time."""
    return _hangs(parser.parse(pattern), followed=False)


def _hangs(tree: Any, *, followed: bool) -> bool:
    """Whether a repetition in this tree can hang; `followed`: something that can fail comes after it.

    Where nothing can fail, the first way to match is taken and no other is tried.
    """
    items = list(tree)
    for i, (operation, value) in enumerate(items):
        can_fail = followed or any(_can_fail(*item) for item in items[i + 1 :])
        if operation in _REPEATS and value[1] > MANY and can_fail and _shares_text(value[2], ()):
            return True
        own = operation in (sre.ASSERT, sre.ASSERT_NOT, sre.ATOMIC_GROUP, sre.POSSESSIVE_REPEAT)
        if any(_hangs(part, followed=can_fail and not own) for part in _parts(operation, value)):
            return True
    return False


def _can_fail(operation: Any, value: Any) -> bool:
    return operation in (sre.AT, sre.ASSERT, sre.ASSERT_NOT) or _width((operation, value))[0] > 0


def _width(item: Any) -> tuple[int, int]:
    width: tuple[int, int] = parser.SubPattern(_STATE, [item]).getwidth()
    return width


def _shares_text(body: Any, beside: tuple[Any, ...]) -> bool:
    """Whether two rounds of a repeated body can share one run of characters in more than one way.

    They can if a part of varying length takes characters of which all that stands beside it can be made as well.
    """
    items = list(body)
    for i, item in enumerate(items):
        operation, value = item
        others = (*beside, *items[:i], *items[i + 1 :])
        if operation is sre.BRANCH and sum(part.getwidth() == (0, 0) for part in value[1]) > 1:
            # What Python makes of `a|a`: an `a`, and then nothing or nothing.
            return True
        if _varies(item, alone=not any(_width(other)[0] for other in others)) and _is_made_of(others, _taken([item])):
            return True
        if operation in (sre.SUBPATTERN, sre.BRANCH, *_REPEATS) and any(
            _shares_text(part, others) for part in _parts(operation, value)
        ):
            return True
    return False


def _varies(item: Any, *, alone: bool) -> bool:
    """Whether a part can take more or less of one run of characters; `alone`: nothing has to stand beside it.

    A repetition of words, with others beside them, could share text only if the words were the same: that is rare.
    """
    operation, value = item
    least, most = _width(item)
    if operation is sre.BRANCH:
        return least == 0 and most > 0
    return operation in _REPEATS and least != most and (alone or value[2].getwidth() == (1, 1))


def _is_made_of(tree: Any, characters: _Characters) -> bool:
    """Whether a tree can match something that has these characters alone, or nothing."""
    for operation, value in tree:
        if operation in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            if not _taken([(operation, value)]) & characters:
                return False
        elif operation is sre.BRANCH:
            if not any(_is_made_of(part, characters) for part in _parts(operation, value)):
                return False
        elif operation in (*_REPEATS, sre.POSSESSIVE_REPEAT):
            if value[0] and not _is_made_of(value[2], characters):
                return False
        elif operation in (sre.SUBPATTERN, sre.ATOMIC_GROUP) and not all(
            _is_made_of(part, characters) for part in _parts(operation, value)
        ):
            return False
    return True


def _parts(operation: Any, value: Any) -> list[Any]:
    """Return the trees inside a node."""
    if operation in (*_REPEATS, sre.POSSESSIVE_REPEAT, sre.SUBPATTERN):
        return [value[-1]]
    if operation is sre.BRANCH:
        return list(value[1])
    if operation in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    if operation is sre.ATOMIC_GROUP:
        return [value]
    if operation is sre.GROUPREF_EXISTS:
        return [part for part in value[1:] if part is not None]
    return []


def _taken(tree: Any) -> _Characters:
    """Return the characters of the alphabet that a tree can take."""
    found: set[str] = set()
    for operation, value in tree:
        if operation is sre.LITERAL:
            found.add(chr(value))
        elif operation is sre.NOT_LITERAL:
            found |= _ALPHABET - {chr(value)}
        elif operation is sre.ANY or operation is sre.GROUPREF:
            found |= _ALPHABET
        elif operation is sre.IN:
            found |= _members(value)
        elif operation not in (sre.ASSERT, sre.ASSERT_NOT):
            for part in _parts(operation, value):
                found |= _taken(part)
    return frozenset(found)


def _members(members: Any) -> _Characters:
    found: set[str] = set()
    negated = False
    for operation, value in members:
        if operation is sre.NEGATE:
            negated = True
        elif operation is sre.LITERAL:
            found.add(chr(value))
        elif operation is sre.RANGE:
            found |= {sign for sign in _ALPHABET if value[0] <= ord(sign) <= value[1]}
        elif operation is sre.CATEGORY:
            found |= {sign for sign in _ALPHABET if re.match(_CATEGORIES[value], sign)}
    return _ALPHABET - found if negated else frozenset(found)


_STATE = parser.State()
