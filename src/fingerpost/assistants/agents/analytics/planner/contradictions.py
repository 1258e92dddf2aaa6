"""Finds conditions that no row can meet: who asks for SP and for RJ asks two questions, and not for nothing."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import combinations

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import SEVERAL, Having, NotUnderstoodError, When, Where
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler


def refuse_opposed(
    settler: Settler, wheres: Sequence[Where], whens: Sequence[When], base: str, having: Sequence[Having] = ()
) -> None:
    """Raise NotUnderstoodError where two conditions on one column, or two times of one date, leave nothing."""
    ranges = [(one.values, one.words) for one in wheres if one.how == "between"]
    ranges += [(one.values, one.words) for one in having if one.how == "between"]
    for values, words in ranges:
        if float(values[0]) > float(values[1]):
            raise NotUnderstoodError("nothing lies between these: the smaller one comes first", (words,))
    for one, other in combinations([where for where in wheres if where.values], 2):
        if _held(settler, one, base) == _held(settler, other, base) and _never(one, other):
            raise NotUnderstoodError(SEVERAL, (one.words, other.words))
    for one, other in combinations([where for where in wheres if where.how == "known"], 2):
        if set(columns_of(one.text)) == set(columns_of(other.text)) and one.text != other.text:
            raise NotUnderstoodError(SEVERAL, (one.words, other.words))
    for first, second in combinations(whens, 2):
        if settler.placed(first, base) == settler.placed(second, base) and _apart(first, second):
            raise NotUnderstoodError(SEVERAL, (first.words, second.words))


def _held(settler: Settler, where: Where, base: str) -> Hashable:
    """Return what values are held against."""
    return where.gap or where.amount or settler.choose(where.refs, base)


def _never(one: Where, other: Where) -> bool:
    """Whether no value meets two conditions."""
    for first, second in ((one, other), (other, one)):
        if first.how == "=":
            return not any(_meets(value, second) for value in first.values)
    if "like" in (one.how, other.how):
        return one.how == other.how and set(one.values).isdisjoint(other.values)
    if "<>" in (one.how, other.how):
        return False
    low, high = (-math.inf, False), (math.inf, True)
    for where in (one, other):
        ends = [float(value) for value in where.values]
        # Of two equal ends the one that is not itself allowed counts.
        if where.how in (">", ">=", "between"):
            low = max(low, (ends[0], where.how == ">"))
        if where.how in ("<", "<=", "between"):
            high = min(high, (ends[-1], where.how != "<"))
    return low[0] > high[0] or (low[0] == high[0] and (low[1] or not high[1]))


def _meets(value: str | float, where: Where) -> bool:
    if where.how in ("=", "like", "<>"):
        return (value in where.values) != (where.how == "<>")
    if isinstance(value, str):
        # A text that is held against a number is nothing that can be said of it here.
        return True
    return not _never(Where("between", values=(value, value)), where)


def _apart(one: When, other: When) -> bool:
    """Whether two times have no day in common."""
    if one.spans and other.spans:
        return not any(
            (not end or start_2 < end) and (not end_2 or start < end_2)
            for start, end in one.spans
            for start_2, end_2 in other.spans
        )
    if one.part and one.part == other.part:
        return set(one.numbers).isdisjoint(other.numbers)
    # This month and the one before it: both are single units, counted from one day.
    return bool(one.unit) and (one.unit, one.length, other.length) == (other.unit, 1, 1) and one.back != other.back
