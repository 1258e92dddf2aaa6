"""Whether a claim about an account is right: a value that follows from the data, in the role that is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from fingerpost.answering.account.claims import Claim, Reading
from fingerpost.answering.account.derive import Candidate
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT, Figure
from fingerpost.answering.account.vocabulary import (
    CHANGE,
    COUNT,
    LEFT,
    LIMIT,
    MEAN,
    OVER,
    PERIODS,
    PROJECTED,
    TIMES,
    TOTAL,
    USED,
)

_FITTING = {
    USED: {USED, "", TOTAL},
    LIMIT: {LIMIT},
    LEFT: {LEFT},
    OVER: {OVER},
    CHANGE: {CHANGE, LEFT, OVER},
    TOTAL: {TOTAL},
    MEAN: {MEAN},
    "": {USED, LIMIT, LEFT, OVER, TOTAL, MEAN, ""},
}
"""Which roles of what is known each role that is said allows."""
_EXACT = 1e-6


class Verdict(NamedTuple):
    """Whether a claim is right, and what would be where just one value can be meant."""

    right: bool
    instead: float | None = None
    currency: str = ""


def judge(claim: Claim, reading: Reading, names: frozenset[str], known: Sequence[Candidate]) -> Verdict:
    """Judge a claim of a sentence; `names`: what the sentence speaks of where the claim's clause names nothing."""
    if any(one.role == COUNT and claim.thing in one.things and one.value == claim.figure.value for one in known):
        return Verdict(True)
    fitting = [one for one in known if _fits(claim, one, reading.future)]
    if not fitting:
        fitting = [one for one in known if _fits_loosely(claim, one, known)]
    fitting += _projected(claim, reading, known)
    said = claim.names or names
    if fitting:
        best = max(_likeness(said, one) for one in fitting)
        fitting = [one for one in fitting if _likeness(said, one) == best]
    if any(is_same(claim.figure, one) for one in fitting):
        return Verdict(True)
    if claim.thing in PERIODS and _is_reckoned(claim, reading, known):
        return Verdict(True)
    instead = {round(one.value, 6) for one in fitting if _corrects(claim, one)}
    return Verdict(False, instead.pop() if len(instead) == 1 else None)


def _fits(claim: Claim, one: Candidate, future: bool) -> bool:
    """Whether a value is of the unit, the thing and the role that are claimed."""
    if not (_same_unit(claim, one) and _same_per(claim, one) and _same_thing(claim, one)):
        return False
    if one.role == PROJECTED:
        return future or one.unit == MONEY
    if claim.figure.unit == MULTIPLE:
        return one.role == TIMES
    if claim.thing in PERIODS:
        return one.things == {claim.thing} and (one.role == claim.role or claim.role not in (USED, LEFT))
    if claim.figure.unit == PERCENT and claim.role == "" and one.role == CHANGE:
        return False
    return one.role in _FITTING[claim.role]


def _fits_loosely(claim: Claim, one: Candidate, known: Sequence[Candidate]) -> bool:
    """Whether a value that was sent without a role is the one that is meant: no other is known of that role."""
    if not (one.sent and _same_unit(claim, one) and _same_per(claim, one) and _same_thing(claim, one)):
        return False
    if claim.role == LIMIT:
        return one.role == "" and not any(other.role == LIMIT and other.things & one.things for other in known)
    if claim.role == LEFT:
        return one.role == "" and ("credit" in one.things or "balance" in one.labels or "saldo" in one.labels)
    return claim.role in (TOTAL, CHANGE) and one.role in (USED, "", TOTAL)


def _same_unit(claim: Claim, one: Candidate) -> bool:
    unit = claim.figure.unit
    if unit == "" and one.unit == MONEY:
        return not claim.thing
    if unit == MONEY and one.unit == MONEY:
        return not claim.figure.currency or not one.currency or claim.figure.currency == one.currency
    return unit == one.unit


def _same_per(claim: Claim, one: Candidate) -> bool:
    if claim.per == one.per:
        return True
    if claim.per == "month" or "rate" in one.labels:
        return one.per == "" and one.sent
    return claim.per == "" and one.per in ("month", "year", "user") and one.sent


def _same_thing(claim: Claim, one: Candidate) -> bool:
    if not claim.thing or one.unit in (PERCENT, MULTIPLE):
        return True
    # A figure that was sent without a name may be of anything but time.
    return claim.thing in one.things | one.labels or (not one.things and claim.thing not in PERIODS)


def _likeness(said: frozenset[str], one: Candidate) -> float:
    """Return how much of what is said a value is of; a sum also loses by what is not said."""
    names = one.things | one.labels
    extra = 0.25 * len(one.labels - said) if one.role == TOTAL else 0.0
    return len(said & names) - extra


def _projected(claim: Claim, reading: Reading, known: Sequence[Candidate]) -> list[Candidate]:
    """Return where known rates lead in the days that the sentence names itself."""
    spans = [
        other.figure.value * PERIODS[other.thing] for other in reading.claims if other.thing in PERIODS and other is not claim
    ]
    if not spans or claim.thing in PERIODS or claim.figure.unit in (PERCENT, MULTIPLE) or claim.per:
        return []
    return [
        Candidate(one.value * span, one.unit, PROJECTED, one.things, one.labels)
        for one in known
        if one.per == "day" and one.unit == claim.figure.unit and _same_thing(claim, one)
        for span in spans
    ]


def _is_reckoned(claim: Claim, reading: Reading, known: Sequence[Candidate]) -> bool:
    """Whether a period is one that the sentence reckons with: a known rate leads in it to another figure of it."""
    span = claim.figure.value * PERIODS[claim.thing]
    rates = [one for one in known if one.per == "day"]
    return any(
        is_same(other.figure, replace(one, value=one.value * span))
        for other in reading.claims
        if other.thing not in PERIODS and not other.per
        for one in rates
        if one.unit == other.figure.unit
    )


def _corrects(claim: Claim, one: Candidate) -> bool:
    """Whether a value may take the place of a wrong one: a plain one, unless the sentence asks for a derived one."""
    if one.per != claim.per:
        return False
    if claim.role == "":
        return one.sent
    if one.role == TOTAL and claim.role != TOTAL:
        return False
    return one.role not in (PROJECTED, COUNT) and (claim.role != CHANGE or one.role == CHANGE)


def is_same(figure: Figure, one: Candidate) -> bool:
    """Whether a figure says a value, as people round."""
    return any(_says(figure, value, step, one) for value, step in figure.readings)


def _says(figure: Figure, value: float, step: float, one: Candidate) -> bool:
    real = one.value
    slack = _EXACT * max(abs(real), 1.0)
    if figure.unit == PERCENT:
        return _says_share(figure, value, step, real)
    if abs(value - real) <= slack:
        return True
    if figure.bound == ">":
        return value - slack <= real <= value * 1.25
    if figure.bound == "<":
        return value * 0.8 <= real <= value + slack
    if figure.bound == "~":
        return abs(value - real) <= max(step / 2, 0.05 * value)
    is_whole = abs(real - round(real)) < slack
    if step == 1 and is_whole:
        return False
    return abs(value - real) <= min(step / 2, max(0.05 * value, step / 2 if step <= 1 else 0)) + slack


def _says_share(figure: Figure, value: float, step: float, real: float) -> bool:
    below, above = step / 2 + 1e-9, min(step, 1.0) - 1e-9
    if figure.spelled:
        below = above = 1.5
    if figure.bound == "~":
        below = above = 5.0 if figure.spelled else 2.5
    elif figure.bound == "<":
        below, above = 0.2, 0.0
        return value - (6.0 if figure.spelled else 5.0) <= real <= value + 0.2
    elif figure.bound == ">":
        return value - 0.2 <= real <= value + (17.0 if figure.spelled else 10.0)
    return -below <= real - value <= above
