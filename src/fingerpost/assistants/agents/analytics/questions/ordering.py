"""Reads the order that rows are wanted in: `highest state first`, `del que más tiene al que menos`."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.words import each

_FIRST = each("first primero primera primeros primeras primeiro primeira primeiros primeiras")
_TO = each("to ao a al para pro hasta ate until till")
_FROM = each("from do da de del desde")
_UP, _DOWN = ("most", "max"), ("least", "min")
_PASSED = frozenset(("small", "has", "with", "which", "until"))
_NOUNS = ("table", "column", "measure")


def with_orders(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks with the words for an order put together into one mark each."""
    found: list[Mark] = []
    at = 0
    while at < len(marks):
        order, end, start = _order(marks, at)
        if order:
            del found[len(found) - (at - start) :]
            inside = tuple(token for mark in marks[start:end] for token in mark.tokens)
            words = " ".join(mark.words for mark in marks[start:end])
            found.append(Mark(words, marks[start].start, marks[end - 1].end, (Meaning(order),), inside))
        else:
            found.append(marks[at])
        at = end
    return found


def _order(marks: Sequence[Mark], at: int) -> tuple[str, int, int]:
    """Return the order whose superlative stands at a place, empty where there is none, its end and its beginning."""
    up = marks[at].of(*_UP) is not None
    if not (up or marks[at].of(*_DOWN)) or marks[at].of(*_NOUNS):
        return "", at + 1, at
    order = "desc" if up else "asc"
    if end := _first(marks, at + 1):
        return order, end, at
    if end := _to_the_other(marks, at + 1, _DOWN if up else _UP):
        return order, end, _beginning(marks, at)
    return "", at + 1, at


def _first(marks: Sequence[Mark], at: int) -> int:
    """Return where a "first" ends, behind one noun at most; zero where none closes the phrase."""
    at += marks[at : at + 1] != [] and marks[at].of(*_NOUNS) is not None
    if at >= len(marks) or not _FIRST & {token.text for token in marks[at].tokens}:
        return 0
    # `most in the first quarter`, `the best first orders`
    behind = marks[at + 1] if at + 1 < len(marks) else None
    return at + 1 if behind is None or behind.of("sign", "and") else 0


def _to_the_other(marks: Sequence[Mark], at: int, other: Sequence[str]) -> int:
    """Return where the opposite superlative ends behind a "to", with one noun at most on the way; else zero."""
    nouns, to = 0, False
    for end in range(at, len(marks)):
        mark = marks[end]
        if to and mark.of(*other):
            return end + 1
        to = to or bool(_TO & {token.text for token in mark.tokens})
        nouns += mark.of(*_NOUNS) is not None
        if nouns > 1 or not (mark.of(*_NOUNS) or mark.kinds & _PASSED):
            break
    return 0


def _beginning(marks: Sequence[Mark], at: int) -> int:
    """Return where an order begins: `from the state with the most` names the noun before the superlative."""
    start = at
    while start and marks[start - 1].kinds & _PASSED:
        start -= 1
    named = start > 1 and marks[start - 1].of(*_NOUNS) and _FROM & {token.text for token in marks[start - 2].tokens}
    if named or (
        start > 2 and marks[start - 1].of(*_NOUNS) and _FROM & {token.text for token in marks[start - 3].tokens}
    ):
        return start - 1
    return at
