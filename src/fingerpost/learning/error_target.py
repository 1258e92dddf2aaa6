"""Thresholds from a promise: scores and truth of held-out rows in, the lowest bar that keeps a target error out.

Two things are promised, at a stated confidence. What can be counted: among as many messages as were accepted of the
held-out rows, the next time, the share of wrong ones is at most the target. And what follows from it: in the long run
the error rate is at most the target, as the Clopper-Pearson bound has it; that alone would be a weaker promise, for a
batch that is counted has luck of its own.

One bar: were the next batch to hold more than `most` errors and this one `wrong`, then of all these errors so few
would have fallen into this batch, where each is as likely to fall into either. A bar keeps the promise if the chance
of that is at most one minus the confidence (a Clopper-Pearson test of a share of one half).

Many bars: they are tried from the surest on, in a fixed sequence, and the first that does not keep the promise ends it
(Learn then Test); so all of them together are as safe as one. Where the sequence begins depends on the target and on
the number of rows, and on no error. It is where a few errors are allowed: with none allowed, the first bad luck among
the surest would end it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95

SLACK, PART = 3, 4
"""Errors that are allowed where the sequence of bars begins; at most one of so many that are allowed over all rows."""

DIGITS = 6
"""Decimals of a bar: what is printed and put into a routebook is what was promised."""

MOST_ROWS = 100_000
"""Accepted rows beyond which nobody is told to go and label them."""

Counts = NDArray[np.int64]


class Promise(NamedTuple):
    """What held-out rows allow to promise. Without a `bar` that is nothing, and `would_take` tells how many rows would.

    `rows` are all that were asked about, `accepted` those at the bar or above, of which `wrong` were wrong. `bound`:
    the Clopper-Pearson bound of the long-run error rate at this bar. `least`: how many accepted rows it takes if none
    of them is wrong. `would_take` is None where the surest rows are wrong too often for any number to help.
    """

    target: float
    confidence: float
    rows: int
    bar: float | None
    accepted: int
    wrong: int
    bound: float
    least: int
    would_take: int | None

    @property
    def coverage(self) -> float:
        """Return the share of messages that is decided without asking further."""
        return self.accepted / self.rows if self.rows else 0.0

    @property
    def most(self) -> int:
        """Return how many of the next `accepted` may be wrong."""
        return int(self.target * self.accepted + 1e-9)


def promise(scores: ArrayLike, right: ArrayLike, target: float, confidence: float = CONFIDENCE) -> Promise:
    """Return the lowest bar at which what is accepted keeps to the target; a score of -inf is never accepted.

    A score of inf is accepted at every bar, as what a rule has decided.
    """
    if not 0 < target < 1 or not 0.5 <= confidence < 1:
        raise ValueError(f"target {target} must lie between 0 and 1, and confidence {confidence} from 0.5 to 1")
    values, hits = np.asarray(scores, dtype=float), np.asarray(right, dtype=bool)
    bars, ends, wrong = _bars(values, hits)
    least = least_rows(target, confidence)
    place = _last_kept(ends, wrong, target, confidence)
    if place is None:
        take = _would_take(ends, wrong, len(values), target, confidence)
        return Promise(target, confidence, len(values), None, 0, 0, 1.0, least, take)
    accepted, failed = int(ends[place]), int(wrong[place])
    bound = upper_bound(failed, accepted, confidence)
    return Promise(target, confidence, len(values), float(bars[place]), accepted, failed, bound, least, len(values))


def at_bar(scores: ArrayLike, right: ArrayLike, bar: float) -> tuple[int, int]:
    """Return how many rows a bar accepts, and how many of these are wrong."""
    over = np.asarray(scores, dtype=float) >= bar
    return int(over.sum()), int((over & ~np.asarray(right, dtype=bool)).sum())


def upper_bound(wrong: int, rows: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided Clopper-Pearson bound of an error rate of which `wrong` of `rows` were seen."""
    if wrong >= rows:
        return 1.0
    low, high = wrong / rows, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, rows, middle) > 1 - confidence else (low, middle)
    return high


def least_rows(target: float, confidence: float = CONFIDENCE) -> int:
    """Return how many rows must be accepted for a promise if none of them is wrong."""
    # Were the next batch to hold one error too many, all of them would have missed this one: half to that power.
    most = math.ceil(math.log2(1 / (1 - confidence)) - 1e-9) - 1
    return max(1, math.ceil(most / target - 1e-9))


@lru_cache(maxsize=16)
def errors_allowed(most: int, confidence: float) -> Counts:
    """Return, for every number of errors up to `most` that a next batch may hold, how many this one may; -1 for none.

    For `f` there and `c` here the chance in question is that of `c` or fewer heads among `c + f + 1` tosses of a coin.
    It is carried along the edge of what is allowed, where each step adds or takes one term.
    """
    allowed = np.empty(most + 1, dtype=np.int64)
    # c = -1: no heads at all would be too many; the first step up is to no head among f + 1 tosses.
    c, chance = -1, 0.0
    for f in range(most + 1):
        if c >= 0:
            chance -= _toss(c + f, c) / 2
        while (up := 0.5 ** (f + 1) if c < 0 else chance + _toss(c + f + 1, c + 1) / 2) <= 1 - confidence + 1e-12:
            c, chance = c + 1, up
        allowed[f] = c
    return allowed


def _toss(tosses: int, heads: int) -> float:
    ways = math.lgamma(tosses + 1) - math.lgamma(heads + 1) - math.lgamma(tosses - heads + 1)
    return math.exp(ways - tosses * math.log(2))


def _at_most(wrong: int, rows: int, rate: float) -> float:
    """Return the chance of `wrong` errors or fewer among rows of this error rate."""
    if rate >= 1:
        return 0.0
    k = np.arange(1, wrong + 1)
    # Each term is the one before it, times a ratio.
    terms = np.concatenate(([0.0], np.cumsum(np.log((rows - k + 1) / k) + math.log(rate) - math.log1p(-rate))))
    return float(np.exp(terms + rows * math.log1p(-rate)).sum())


def _bars(values: NDArray[np.float64], hits: NDArray[np.bool_]) -> tuple[NDArray[np.float64], Counts, Counts]:
    """Return the bars that can be told apart, the highest first, with the rows that each accepts and the wrong ones.

    A bar stands at a row's score, rounded down so that it can be written down, and under 1, which no bar can be.
    """
    keep = values > -np.inf
    values, hits = values[keep], hits[keep]
    highest = 1 - 10.0**-DIGITS
    steps = np.unique(np.minimum(np.floor(np.minimum(values, 1) * 10**DIGITS) / 10**DIGITS, highest))[::-1]
    order = np.argsort(-values, kind="stable")
    ends = np.searchsorted(-values[order], -steps, side="right")
    wrong = np.concatenate(([0], np.cumsum(~hits[order])))[ends]
    return steps, ends.astype(np.int64), wrong.astype(np.int64)


def _allowed(target: float, rows: Counts, confidence: float) -> Counts:
    """Return how many of so many accepted rows may be wrong, for each of these numbers of rows."""
    most = (target * rows + 1e-9).astype(np.int64)
    # Of a few sizes only, so that tables are kept and not made anew.
    return errors_allowed(1 << int(most.max()).bit_length(), confidence)[most]


def _last_kept(ends: Counts, wrong: Counts, target: float, confidence: float) -> int | None:
    """Go through the bars in their sequence, and return the last before one fails; None if the first one does."""
    if not len(ends):
        return None
    allowed = _allowed(target, ends, confidence)
    # No error is looked at; and a smaller target never begins with more slack, so that it never ends up lower.
    slack = min(SLACK, int(allowed[-1]) // PART)
    if slack < 0:
        return None
    first = int(np.argmax(allowed >= slack))
    if first and wrong[first - 1] > slack:
        # Many rows of one score: those above them have failed already.
        return None
    failed = np.flatnonzero(wrong[first:] > allowed[first:])
    last = first + (int(failed[0]) if len(failed) else len(ends) - first) - 1
    return last if last >= first else None


def _would_take(ends: Counts, wrong: Counts, rows: int, target: float, confidence: float) -> int | None:
    """Return how many rows it would take if more of them were like these, at the bar where that is least."""
    if not len(ends):
        return None
    some = np.unique(np.linspace(0, len(ends) - 1, min(len(ends), 50)).astype(int))
    # Half an error on top: of a few rows without one nobody knows that there never will be.
    rates = (wrong[some] + 0.5) / (ends[some] + 1)
    counts = np.unique(np.geomspace(least_rows(target, confidence), MOST_ROWS, 600).astype(np.int64))
    enough = rates[:, None] * counts <= _allowed(target, counts, confidence)
    possible = enough.any(axis=1)
    if not possible.any():
        return None
    takes = counts[enough.argmax(axis=1)] * rows / ends[some]
    return max(math.ceil(float(takes[possible].min())), rows + 1)
