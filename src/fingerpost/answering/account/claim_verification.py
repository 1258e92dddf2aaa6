"""Whether a claim about an account is right: a value that follows from the data, in the role that is said."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.derive import PART, Derived
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT, WrittenFigure
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
    direction_of,
    name_of,
)
from fingerpost.language.text import words

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
_CALENDAR = frozenset({"day", "week", "month", "year"})
_HAVING = words("have has got tienes tiene tengo dispones cuentas hay tem tens ha conta dispoe there")
_EXACT = 1e-6


class ClaimVerdict(NamedTuple):
    """Whether a claim is right, and what would be where just one value can be meant."""

    right: bool
    instead: float | None = None
    currency: str = ""


def judge(claim: Claim, reading: SentenceReading, names: frozenset[str], known: Sequence[Derived]) -> ClaimVerdict:
    """Judge a claim of a sentence; `names`: what its clause names, or what was named last."""
    if any(one.role == COUNT and claim.thing in one.things and one.value == claim.figure.value for one in known):
        return ClaimVerdict(True)
    fitting = [one for one in known if _fits(claim, one, reading)]
    if not fitting:
        fitting = [one for one in known if _fits_loosely(claim, one, known)]
    fitting += _projected(claim, reading, known)
    said = names if claim.thing in PERIODS else names - PERIODS.keys()
    if fitting:
        best = max(_likeness(said, one) for one in fitting)
        fitting = [one for one in fitting if _likeness(said, one) == best]
    if any(is_same(claim.figure, one) for one in fitting):
        return ClaimVerdict(True)
    if claim.thing in PERIODS and _is_reckoned(claim, reading, known):
        return ClaimVerdict(True)
    instead = {round(one.value, 6) for one in fitting if _corrects(claim, one)}
    return ClaimVerdict(False, instead.pop() if len(instead) == 1 else None)


def _fits(claim: Claim, one: Derived, reading: SentenceReading) -> bool:
    """Whether a value is of the unit, the thing and the role that are claimed."""
    if not (_same_unit(claim, one) and _same_per(claim, one) and _same_thing(claim, one)):
        return False
    if one.role == PROJECTED:
        return reading.future or one.unit == MONEY
    if claim.figure.unit == MULTIPLE:
        return one.role == TIMES
    if claim.thing in PERIODS:
        return one.things == {claim.thing} and (one.role == claim.role or claim.role not in (USED, LEFT))
    if one.role == "" and one.unit == PERCENT and not one.sent and claim.role:
        return False
    return one.role in _roles_allowed(claim, reading) and _same_direction(claim, one, reading)


def _roles_allowed(claim: Claim, reading: SentenceReading) -> AbstractSet[str]:
    if claim.per and (claim.role == MEAN or (claim.role == USED and claim.per not in PERIODS)):
        return {USED, MEAN}
    if claim.figure.unit == MONEY and claim.role == OVER:
        return {OVER, ""}
    # "Storage is at 40 %" is no word of what is left; "you have 40 %" may be.
    if claim.figure.unit == PERCENT and claim.role == "" and not any(word.folded in _HAVING for word in reading.words):
        return _FITTING[""] - {LEFT}
    return _FITTING[claim.role]


def _fits_loosely(claim: Claim, one: Derived, known: Sequence[Derived]) -> bool:
    """Whether a value that was sent without a role is the one that is meant: no other is known of that role."""
    if not (one.sent and _same_unit(claim, one) and _same_per(claim, one) and _same_thing(claim, one)):
        return False
    if claim.role == LIMIT:
        return one.role == "" and not any(other.role == LIMIT and other.things & one.things for other in known)
    return claim.role in (TOTAL, CHANGE) and one.role in (USED, "", TOTAL)


def _same_unit(claim: Claim, one: Derived) -> bool:
    unit = claim.figure.unit
    if unit == "" and one.unit == MONEY:
        return not claim.thing or claim.thing in one.things
    if unit == MONEY and one.unit == MONEY:
        return not claim.figure.currency or not one.currency or claim.figure.currency == one.currency
    return unit == one.unit


def _same_per(claim: Claim, one: Derived) -> bool:
    if claim.per == one.per:
        return True
    if claim.per == "month" or "rate" in one.labels:
        return one.per == "" and one.sent
    if claim.per and claim.per not in PERIODS:
        return one.per == "" and one.sent and claim.per in one.things | one.labels
    return claim.per == "" and one.sent and (one.per in ("month", "year", "user") or one.unit == MONEY)


def _same_thing(claim: Claim, one: Derived) -> bool:
    if one.unit in (PERCENT, MULTIPLE):
        return True
    if not claim.thing:
        return one.unit != "" or not one.things or not one.things <= _CALENDAR
    # A figure that was sent without a name may be of anything but time.
    return claim.thing in one.things | one.labels or (not one.things and claim.thing not in PERIODS)


def _likeness(said: frozenset[str], one: Derived) -> float:
    """Return how much of what is said a value is of; a sum also loses by what is not said."""
    names = one.things | one.labels
    extra = 0.25 * len(one.labels - said) if one.role == TOTAL else 0.0
    # What nobody names is of now.
    past = 0.5 if "previous" in one.labels and "previous" not in said and one.role != CHANGE else 0.0
    # Of what has several parts, the whole is meant where none is named.
    part = 0.25 if PART in one.labels else 0.0
    return len(said & names) - extra - past - part


def _same_direction(claim: Claim, one: Derived, reading: SentenceReading) -> bool:
    """Whether a change goes the way that is said: its subject is more, or less, than the other."""
    if claim.role != CHANGE or one.growth is None:
        return True
    begin, end = reading.clauses[claim.clause]
    said = [word for word in map(direction_of, (word.folded for word in reading.words[begin:end])) if word]
    if not said:
        return True
    less, more = one.growth
    names = [name_of(word.folded) for word in reading.words]
    before, after = set(names[begin : claim.figure.first]), set(names[claim.figure.after : end])
    # The subject is named before the figure; where only the other is named, after it, the subject is not that.
    subject_more = bool(more & before) and not less & before
    subject_less = bool(less & before) and not more & before
    if not (subject_more or subject_less):
        subject_more, subject_less = bool(less & after) and not more & after, bool(more & after) and not less & after
    if not (subject_more or subject_less):
        subject_more, subject_less = "previous" in less, "previous" in more
    if said[0] == 1:
        return subject_more or not subject_less
    return subject_less or not subject_more


def _projected(claim: Claim, reading: SentenceReading, known: Sequence[Derived]) -> list[Derived]:
    """Return where known rates lead in the days that the sentence names itself."""
    spans = [
        other.figure.value * PERIODS[other.thing]
        for other in reading.claims
        if other.thing in PERIODS and other is not claim
    ]
    if not spans or claim.thing in PERIODS or claim.figure.unit in (PERCENT, MULTIPLE) or claim.per:
        return []
    return [
        Derived(one.value * span, one.unit, PROJECTED, one.things, one.labels)
        for one in known
        if one.per == "day" and one.unit == claim.figure.unit and _same_thing(claim, one)
        for span in spans
    ]


def _is_reckoned(claim: Claim, reading: SentenceReading, known: Sequence[Derived]) -> bool:
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


def _corrects(claim: Claim, one: Derived) -> bool:
    """Whether a value may take the place of a wrong one: a plain one, unless the sentence asks for a derived one."""
    if one.per != claim.per:
        return False
    if claim.role == "":
        return one.sent
    if one.role == TOTAL and claim.role != TOTAL:
        return False
    return one.role not in (PROJECTED, COUNT) and (claim.role != CHANGE or one.role == CHANGE)


def is_same(figure: WrittenFigure, one: Derived) -> bool:
    """Whether a figure says a value, as people round."""
    return says(figure, one.value)


def says(figure: WrittenFigure, real: float) -> bool:
    """Whether a figure says a number, as people round."""
    return any(_says(figure, value, step, real) for value, step in figure.readings)


def _says(figure: WrittenFigure, value: float, step: float, real: float) -> bool:
    slack = _EXACT * max(abs(real), 1.0)
    if figure.unit == PERCENT:
        below, above = _share_slack(figure, step)
    elif figure.unit == MULTIPLE and not figure.bound and step >= 1:
        below = above = 0.05 * value + slack
    elif figure.bound:
        below, above = {">": (slack, 0.25 * value), "<": (0.2 * value, slack)}.get(
            figure.bound, (max(step / 2, 0.05 * value),) * 2
        )
    elif step == 1 and abs(real - round(real)) < slack:
        below = above = slack
    else:
        below = above = (step / 2 if step <= 1 else min(step / 2, 0.05 * value)) + slack
    return -below <= real - value <= above


def _share_slack(figure: WrittenFigure, step: float) -> tuple[float, float]:
    """Return how far below and above a percentage or a fraction in words the real share may be."""
    if figure.bound == "<":
        return (6.0 if figure.spelled else 5.0), 0.2
    if figure.bound == ">":
        return 0.2, (17.0 if figure.spelled else 10.0)
    if figure.bound == "~":
        return (5.0, 5.0) if figure.spelled else (2.5, 2.5)
    # 66.7 % is said as 67 % and as 66 %.
    return (1.5, 1.5) if figure.spelled else (step / 2 + 1e-9, min(step, 1.0) - 1e-9)
