"""Figures that follow from others of the same sentence, and from the data beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.derive import Derived
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.judge import says
from fingerpost.answering.account.vocabulary import CHANGE, LEFT, LIMIT, OVER, PERIODS, USED

MAX_OPERANDS = 60
"""Values of the data that are tried beside a figure of the sentence."""
_LENGTHS = {
    "hour": (("minute", 60.0), ("second", 3600.0), ("day", 1 / 24)),
    "minute": (("second", 60.0), ("hour", 1 / 60)),
    "second": (("minute", 1 / 60),),
    "week": (("day", 7.0),),
    "day": (("hour", 24.0), ("week", 1 / 7)),
    "year": (("month", 12.0),),
    "gb": (("mb", 1024.0), ("mb", 1000.0), ("tb", 1 / 1024), ("tb", 1 / 1000)),
    "tb": (("gb", 1024.0), ("gb", 1000.0)),
    "mb": (("gb", 1 / 1024), ("gb", 1 / 1000)),
}
"""How much of another measure one of a measure is."""


def in_other_measures(claim: Claim) -> Iterator[Claim]:
    """Yield a claim as it reads in other measures: 45 hours are 2,700 minutes, two weeks 14 days."""
    for thing, times in _LENGTHS.get(claim.thing, ()) if not claim.figure.unit else ():
        readings = tuple((value * times, step * times) for value, step in claim.figure.readings)
        yield replace(claim, thing=thing, figure=replace(claim.figure, readings=readings))


def follows(claim: Claim, beside: Sequence[Claim], known: Sequence[Derived]) -> bool:
    """Whether a figure is reckoned from one that stands beside it, with another of the sentence or the data."""
    sent = [one for one in known if one.sent][:MAX_OPERANDS]
    for one in beside:
        others = [(other.figure.value, other.figure.unit, other.thing, other.per) for other in beside if other is not one]
        others += [(other.value, other.unit, next(iter(other.things), ""), other.per) for other in sent]
        for value, unit, thing, per in others:
            if any(says(claim.figure, found) for found in _results(claim, one, value, unit, thing, per)):
                return True
    return False


def _results(claim: Claim, one: Claim, value: float, unit: str, thing: str, per: str) -> Iterator[float]:
    """Yield what two values come to in the unit of a claim."""
    first, own = one.figure.value, one.figure.unit
    wanted = claim.figure.unit
    alike = own == unit and (one.thing == thing or not one.thing or not thing) and own != PERCENT
    if wanted == PERCENT:
        if alike and value and first and one.thing not in PERIODS:
            if claim.role == CHANGE:
                yield abs(first - value) / value * 100
            elif first <= value:
                yield first / value * 100
                if claim.role == LEFT:
                    yield 100 - first / value * 100
        return
    if wanted == MULTIPLE:
        if alike and min(first, value) > 0:
            yield max(first, value) / min(first, value)
        return
    if PERCENT in (own, unit):
        share, whole, of = (first, value, unit) if own == PERCENT else (value, first, own)
        if of == wanted and own != unit:
            yield whole * share / 100
            if wanted == MONEY:
                yield whole * (100 - share) / 100
                yield whole * (100 + share) / 100
        return
    if wanted == MONEY and {own, unit} == {MONEY, ""} and (per or one.per or thing in PERIODS or one.thing in PERIODS):
        yield first * value
        return
    fits = wanted == own and (claim.thing == one.thing or not claim.thing or not one.thing)
    if alike and fits and claim.role not in (USED, LIMIT):
        yield abs(first - value)
        if claim.role not in (LEFT, OVER, CHANGE):
            yield first + value
    if wanted == "" and own == unit == "" and one.thing != thing and claim.role == "":
        yield max(first, value) / (min(first, value) or 1.0)


def speaks_of(claim: Claim, reading: SentenceReading) -> str:
    """Return the words of the clause of a claim, as they compare."""
    begin, end = reading.clauses[claim.clause]
    return " ".join(word.folded for word in reading.words[begin:end])
