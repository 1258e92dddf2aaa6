"""Finds groups that a question has no word of grouping for, and rows that it lists where there are no groups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fingerpost.assistants.agents.analytics.planner.request import Request
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark

_GROUPS = (
    *("by", "ranked", "most", "least", "max", "min", "top", "bottom", "first", "asc", "desc", "ordered", "order"),
    *("compare", "spread", "divide", "with", "has", "and", "differs", "distinct", "list", "whole", "common"),
)
"""Kinds of words that ask for groups, put them in an order, or show a column beside others."""
_NAMES = ("table", "column", "measure", "value", "adjective", "event")


def unasked_groups(said: Sequence[Mark], request: Request) -> list[str]:
    """Return the groups of a figure by a whole column, where nothing in the question asks for one of each."""
    groups = [group for group in request.groups if group.refs and group.refs[0][1] and not group.part]
    if not request.measures or request.listed or not groups:
        return []
    if any(mark.of(*_GROUPS) and not mark.of(*_NAMES) for mark in said) or _asked_which(said):
        return []
    return [group.words for group in groups]


def unlisted_rows(said: Sequence[Mark], request: Request) -> list[str]:
    """Return rows that were to be listed where one figure of all is asked for: `list the sellers with their sales`."""
    if request.groups or request.listed or request.sides or request.share or request.over:
        return []
    figures = [one for one in request.measures if one.how not in ("count", "distinct")]
    return [
        f"{one.words} {two.words}"
        for one, two in pairwise(said)
        if figures and one.of("list") and not one.of("small") and two.of("table") and not two.of("measure", "value")
    ]


def _asked_which(said: Sequence[Mark]) -> bool:
    """Whether a noun stands right behind a "which": `which states have more than 10 orders`."""
    pairs = pairwise(said)
    return any(one.of("which") and two.of("table", "column") and one.end == two.start for one, two in pairs)
