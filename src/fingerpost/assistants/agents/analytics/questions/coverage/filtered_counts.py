"""Finds two figures of one noun of which a condition belongs to one: `total orders and late orders`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Request
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark

_TOLD = ("condition", "adjective")


def two_counts(said: Sequence[Mark], request: Request) -> list[str]:
    """Return the two nouns around an "and" where one is narrowed and the request has one figure of both."""
    figures = {(one.how, one.refs, one.name) for one in request.measures}
    if len(figures) != 1 or request.sides:
        return []
    found = []
    for at, mark in enumerate(said):
        if not mark.of("and"):
            continue
        before, behind = said[max(0, at - 3) : at], said[at + 1 : at + 4]
        one = next((other for other in before[-2:][::-1] if other.of("table")), None)
        two = next((other for other in behind[:2] if other.of("table")), None)
        if one is None or two is None or not _tables(one) & _tables(two):
            continue
        if _is_told(before, one) != _is_told(behind, two):
            found.append(f"{one.words} {mark.words} {two.words}")
    return found


def amount_too(said: Sequence[Mark], request: Request, meanings: Meanings) -> list[str]:
    """Return a second question for an amount where the request only counts: `which sold most, and what did it make`."""
    selects = {one.name: one.select for one in meanings.measures}
    counted = all(one.how in ("count", "distinct") or "COUNT" in selects.get(one.name, "") for one in request.measures)
    if not request.measures or not counted:
        return []
    asked = next((at for at, mark in enumerate(said) if mark.of("which", "count", "most")), len(said))
    pairs = list(pairwise(said))[asked + 1 :]
    return [f"{one.words} {two.words}" for one, two in pairs if one.of("and") and two.of("much", "what_we")]


def _tables(mark: Mark) -> set[str]:
    table = mark.of("table")
    return {ref[0] for ref in table.refs} if table else set()


def _is_told(marks: Sequence[Mark], noun: Mark) -> bool:
    """Whether a condition stands beside a noun."""
    at = marks.index(noun)
    return any(other.of(*_TOLD) and not other.of("table") for other in (*marks[:at][-1:], *marks[at + 1 : at + 2]))
