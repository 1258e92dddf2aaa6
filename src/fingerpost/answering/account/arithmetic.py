"""Figures that follow from others of the same sentence, and from the data beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from fingerpost.answering.account.claim_verification import says
from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.derive import Derived
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.vocabulary import (
    CHANGE,
    LEFT,
    LIMIT,
    OVER,
    PERIODS,
    POINTS,
    TOTAL,
    USED,
    role_of,
)
from fingerpost.language.tokens import at, listed

MAX_OPERANDS, MAX_STEPS = 60, 3
"""Values of the data that are tried beside a figure of the sentence, and figures that follow one from another."""
SMALL, EVEN = 100.0, 0.01
"""Figures below it are differences only where a word says so; how far from a whole number one is still whole."""
_DURING = listed("in en em over during durante last past los las nos nas últimos últimas previous")
_LENGTHS = {
    "hour": (("minute", 60.0), ("second", 3600.0), ("day", 1 / 24)),
    "minute": (("second", 60.0), ("hour", 1 / 60)),
    "second": (("minute", 1 / 60), ("ms", 1000.0)),
    "week": (("day", 7.0),),
    "day": (("hour", 24.0), ("week", 1 / 7)),
    "year": (("month", 12.0),),
    "gb": (("mb", 1024.0), ("mb", 1000.0), ("tb", 1 / 1024), ("tb", 1 / 1000)),
    "tb": (("gb", 1024.0), ("gb", 1000.0)),
    "mb": (("gb", 1 / 1024), ("gb", 1 / 1000)),
}
"""How much of another measure one of a measure is."""


def in_other_measures(claim: Claim, known: AbstractSet[str]) -> Iterator[Claim]:
    """Yield a claim as it reads in measures that are known: 45 hours are 2,700 minutes, two weeks 14 days."""
    for thing, times in _LENGTHS.get(claim.thing, ()) if not claim.figure.unit else ():
        if thing not in known and thing != "day":
            continue
        readings = tuple((value * times, step * times) for value, step in claim.figure.readings[:1])
        yield replace(claim, thing=thing, figure=replace(claim.figure, readings=readings))


def reckoned(
    doubted: Sequence[Claim], right: Sequence[Claim], known: Sequence[Derived], said: AbstractSet[str]
) -> list[Claim]:
    """Return the doubted claims of a sentence that follow from its right ones, and then from each other.

    `said`: what the sentence names; two amounts that it names are reckoned with too.
    """
    beside, found = list(right), list[Claim]()
    sent = [one for one in known if one.sent][:MAX_OPERANDS]
    # "Twelve months cost …" says for how long it reckons.
    spans = [one for one in doubted if one.thing in PERIODS and not one.role and not one.figure.unit]
    named = [one for one in sent if one.unit == MONEY and (one.things | one.labels) & said]
    found += [one for one in doubted if one.figure.unit == MONEY and _is_difference(one, named)]
    beside += found
    for _ in range(MAX_STEPS):
        fresh = [one for one in doubted if one not in found and one not in spans and _follows(one, beside, sent)]
        for one in doubted:
            if one in spans or one in found or one in fresh:
                continue
            if span := next((span for span in spans if _follows(one, [span], sent)), None):
                fresh += [one, span]
        if not fresh:
            break
        beside += fresh
        found += fresh
    return found


def _is_difference(claim: Claim, named: Sequence[Derived]) -> bool:
    """Whether an amount is what one amount leaves of another, both of which the sentence names."""
    pairs = (
        (one, other)
        for one in named
        for other in named
        if not (one.things | one.labels) & (other.things | other.labels)
    )
    return any(one.value > other.value and says(claim.figure, one.value - other.value) for one, other in pairs)


def _follows(claim: Claim, beside: Sequence[Claim], sent: Sequence[Derived]) -> bool:
    """Whether a figure is reckoned from one that stands beside it, with another of the sentence or the data."""
    for one in beside:
        others = [
            (other.figure.value, other.figure.unit, other.thing, other.per) for other in beside if other is not one
        ]
        # Which whole a share of what is used or left is of, the data says elsewhere.
        if claim.figure.unit != PERCENT or claim.role in ("", CHANGE):
            others += [(other.value, other.unit, next(iter(other.things), ""), other.per) for other in sent]
        for number, (value, unit, thing, per) in enumerate(others):
            is_said = number < len(beside) - 1
            if any(says(claim.figure, found) for found in _results(claim, one, value, unit, thing, per, is_said)):
                return True
    return False


def _results(claim: Claim, one: Claim, value: float, unit: str, thing: str, per: str, is_said: bool) -> Iterator[float]:
    """Yield what two values come to in the unit of a claim; `is_said`: both stand in the sentence."""
    first, own = one.figure.value, one.figure.unit
    wanted = claim.figure.unit
    alike = own == unit and (one.thing == thing or not one.thing or not thing) and own != PERCENT
    if wanted in (PERCENT, MULTIPLE):
        if alike and min(first, value) > 0:
            yield from _ratios(claim, first, value, is_time=one.thing in PERIODS)
    elif PERCENT in (own, unit):
        share, whole, of = (first, value, unit) if own == PERCENT else (value, first, own)
        if of == wanted and own != unit:
            yield from _parts(wanted, share, whole)
    else:
        yield from _amounts(claim, one, value, unit, thing, per, alike, is_said)


def _ratios(claim: Claim, first: float, value: float, is_time: bool) -> Iterator[float]:
    """Yield a share, a change or a multiple of two values."""
    if claim.figure.unit == MULTIPLE:
        yield max(first, value) / min(first, value)
    elif claim.role == CHANGE and not is_time:
        yield abs(first - value) / value * 100
    elif first <= value and not is_time:
        yield first / value * 100
        if claim.role == LEFT:
            yield 100 - first / value * 100


def _parts(wanted: str, share: float, whole: float) -> Iterator[float]:
    """Yield a percentage of something; of an amount also what it leaves or makes."""
    result = whole * share / 100
    # A share of a few is rounded to anything: it must come out even.
    if wanted == MONEY or result >= SMALL or abs(result - round(result)) < EVEN:
        yield result
    if wanted == MONEY:
        yield whole - result
        yield whole + result


def _amounts(
    claim: Claim, one: Claim, value: float, unit: str, thing: str, per: str, alike: bool, is_said: bool
) -> Iterator[float]:
    """Yield products, quotients, differences and sums of two values."""
    first, own, wanted = one.figure.value, one.figure.unit, claim.figure.unit
    if claim.per in PERIODS and wanted == own and PERIODS.get(thing) and unit == "":
        yield first / (value * PERIODS[thing]) * PERIODS[claim.per]
    if wanted == "" and own == unit == MONEY and claim.thing and claim.thing in (per, one.per):
        yield max(first, value) / (min(first, value) or 1.0)
    priced = per or one.per or thing in PERIODS or one.thing in PERIODS or is_said
    if wanted == MONEY and {own, unit} == {MONEY, ""} and priced:
        yield first * value
        return
    fits = wanted == own and (claim.thing == one.thing or not claim.thing or not one.thing)
    if alike and fits and claim.role not in (USED, LIMIT):
        # A small number is the difference of some two others too often.
        if wanted == MONEY or claim.role in (LEFT, OVER, CHANGE) or claim.figure.value >= SMALL:
            yield abs(first - value)
        if claim.role not in (LEFT, OVER, CHANGE):
            yield first + value
    if wanted == "" and own == unit == "" and one.thing != thing and claim.role == "" and claim.per:
        yield max(first, value) / (min(first, value) or 1.0)


def other_readings(claim: Claim, reading: SentenceReading) -> Iterator[Claim]:
    """Yield a claim with the role that its own words tell: an end of "from 120 to 150", "of the 8,250 sent"."""
    figure = claim.figure
    if claim.role in (CHANGE, TOTAL) and figure.unit != PERCENT and at(reading.words, figure.begin - 1) in POINTS:
        yield replace(claim, role="")
    if claim.thing in PERIODS and claim.role in (USED, LEFT) and at(reading.words, figure.begin - 1) in _DURING:
        yield replace(claim, role="")
    # The whole of something that has no name here, "of the twelve invitations", need be no limit.
    if claim.role == LIMIT and not claim.thing and not figure.unit:
        yield replace(claim, role="")
    if claim.role == LIMIT:
        near = (at(reading.words, figure.after + step) for step in (0, 1))
        if any(role_of(word) == USED for word in near):
            yield replace(claim, role=USED)
