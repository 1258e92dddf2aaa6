"""Choose the lowest confidence threshold that keeps a target error rate, from the scores of held-out rows.

The threshold guarantees two things at a stated confidence. In the next batch, as large as the accepted held-out rows,
the share of wrong decisions is at most the target. It follows that the long-run error rate is at most the target (the
Clopper-Pearson bound); that alone would be weaker, because a finite batch varies around its rate.

One threshold: suppose the next batch holds more than `max_wrong` errors and this one `wrong`. Each error falls into
either batch with the same probability. The threshold passes if the probability that so few of all errors fell into
this batch is at most one minus the confidence (a Clopper-Pearson test of a share of one half).

Many thresholds: they are tested from the highest down in a fixed sequence, and the first that fails ends it (Learn then
Test), so all of them together are as safe as one. The start of the sequence depends on the target and the number of
rows, never on the errors. It is where a few errors are allowed: with none allowed, a single error among the most
confident rows would end it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95

START_ERRORS, START_PART = 3, 4
"""Errors allowed at the start of the sequence, and at most this part of those allowed over all rows."""

DIGITS = 6
"""Decimals of a threshold, so that the value printed and written to a routebook is the one that was tested."""

MAX_SUGGESTED_ROWS = 100_000
"""Largest number of rows that is suggested for labelling."""

Counts = NDArray[np.int64]


class CalibratedThreshold(NamedTuple):
    """A threshold that keeps the target error; None if the held-out rows do not allow one.

    `rows`: all rows; `accepted`: those at the threshold or above; `wrong`: the wrong ones among these. `error_bound`:
    the Clopper-Pearson bound of the long-run error rate. `min_accepted`: accepted rows needed if none is wrong.
    `rows_needed`: rows that would be enough for a threshold, None if even the most confident rows are wrong too often.
    """

    target: float
    confidence: float
    rows: int
    threshold: float | None
    accepted: int
    wrong: int
    error_bound: float
    min_accepted: int
    rows_needed: int | None

    @property
    def coverage(self) -> float:
        """Return the share of rows that is accepted."""
        return self.accepted / self.rows if self.rows else 0.0

    @property
    def max_wrong(self) -> int:
        """Return how many of the next `accepted` messages may be wrong."""
        return int(self.target * self.accepted + 1e-9)


def threshold_for_error(
    scores: ArrayLike, right: ArrayLike, target: float, confidence: float = CONFIDENCE
) -> CalibratedThreshold:
    """Return the lowest threshold at which the accepted rows keep the target error.

    A score of inf is accepted at every threshold, such as a rule's decision; a score of -inf never is.
    """
    if not 0 < target < 1 or not 0.5 <= confidence < 1:
        raise ValueError(f"target {target} must lie between 0 and 1, and confidence {confidence} from 0.5 to 1")
    values, correct = np.asarray(scores, dtype=float), np.asarray(right, dtype=bool)
    thresholds, ends, wrong = _candidate_thresholds(values, correct)
    min_accepted = min_accepted_rows(target, confidence)
    index = _last_passing(ends, wrong, target, confidence)
    if index is None:
        needed = _rows_needed(ends, wrong, len(values), target, confidence)
        return CalibratedThreshold(target, confidence, len(values), None, 0, 0, 1.0, min_accepted, needed)
    accepted, failed = int(ends[index]), int(wrong[index])
    bound = upper_bound(failed, accepted, confidence)
    return CalibratedThreshold(
        target, confidence, len(values), float(thresholds[index]), accepted, failed, bound, min_accepted, len(values)
    )


def errors_at_threshold(scores: ArrayLike, right: ArrayLike, threshold: float) -> tuple[int, int]:
    """Return how many rows a threshold accepts, and how many of these are wrong."""
    over = np.asarray(scores, dtype=float) >= threshold
    return int(over.sum()), int((over & ~np.asarray(right, dtype=bool)).sum())


def upper_bound(wrong: int, rows: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided Clopper-Pearson upper bound of the error rate, given `wrong` errors in `rows`."""
    if wrong >= rows:
        return 1.0
    low, high = wrong / rows, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _binomial_cdf(wrong, rows, middle) > 1 - confidence else (low, middle)
    return high


def min_accepted_rows(target: float, confidence: float = CONFIDENCE) -> int:
    """Return how many accepted rows a threshold needs if none of them is wrong."""
    # All errors of a next batch with one too many missed this batch: probability one half to that power.
    most = math.ceil(math.log2(1 / (1 - confidence)) - 1e-9) - 1
    return max(1, math.ceil(most / target - 1e-9))


@lru_cache(maxsize=16)
def errors_allowed(most: int, confidence: float) -> Counts:
    """Return, for every number of errors up to `most` that the next batch may hold, how many this one may; -1 for none.

    For `f` there and `c` here it is the probability of `c` or fewer heads in `c + f + 1` tosses of a fair coin, updated
    incrementally along the boundary.
    """
    allowed = np.empty(most + 1, dtype=np.int64)
    # c = -1: not even zero heads are allowed; the first step up is to zero heads in f + 1 tosses.
    c, chance = -1, 0.0
    for f in range(most + 1):
        if c >= 0:
            chance -= _coin_probability(c + f, c) / 2
        while (
            up := 0.5 ** (f + 1) if c < 0 else chance + _coin_probability(c + f + 1, c + 1) / 2
        ) <= 1 - confidence + 1e-12:
            c, chance = c + 1, up
        allowed[f] = c
    return allowed


def _coin_probability(tosses: int, heads: int) -> float:
    ways = math.lgamma(tosses + 1) - math.lgamma(heads + 1) - math.lgamma(tosses - heads + 1)
    return math.exp(ways - tosses * math.log(2))


def _binomial_cdf(wrong: int, rows: int, rate: float) -> float:
    """Return the probability of at most `wrong` errors among rows of this error rate."""
    if rate >= 1:
        return 0.0
    k = np.arange(1, wrong + 1)
    # Each term is the previous one times a ratio.
    terms = np.concatenate(([0.0], np.cumsum(np.log((rows - k + 1) / k) + math.log(rate) - math.log1p(-rate))))
    return float(np.exp(terms + rows * math.log1p(-rate)).sum())


def _candidate_thresholds(
    values: NDArray[np.float64], correct: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], Counts, Counts]:
    """Return the distinct thresholds, highest first, with the number of rows each accepts and of wrong ones.

    A threshold is a row's score, rounded down to DIGITS decimals and below 1, which a routebook does not accept.
    """
    keep = values > -np.inf
    values, correct = values[keep], correct[keep]
    highest = 1 - 10.0**-DIGITS
    steps = np.unique(np.minimum(np.floor(np.minimum(values, 1) * 10**DIGITS) / 10**DIGITS, highest))[::-1]
    order = np.argsort(-values, kind="stable")
    ends = np.searchsorted(-values[order], -steps, side="right")
    wrong = np.concatenate(([0], np.cumsum(~correct[order])))[ends]
    return steps, ends.astype(np.int64), wrong.astype(np.int64)


def _errors_allowed_for(target: float, rows: Counts, confidence: float) -> Counts:
    """Return, for each number of accepted rows, how many of them may be wrong."""
    most = (target * rows + 1e-9).astype(np.int64)
    # Rounded up to a power of two, so that few tables are cached.
    return errors_allowed(1 << int(most.max()).bit_length(), confidence)[most]


def _last_passing(ends: Counts, wrong: Counts, target: float, confidence: float) -> int | None:
    """Return the index of the last threshold before the first that fails; None if the first one fails."""
    if not len(ends):
        return None
    allowed = _errors_allowed_for(target, ends, confidence)
    # Independent of the errors; a smaller target never starts with more slack, so it never ends at a lower threshold.
    slack = min(START_ERRORS, int(allowed[-1]) // START_PART)
    if slack < 0:
        return None
    first = int(np.argmax(allowed >= slack))
    if first and wrong[first - 1] > slack:
        # With many rows of one score, those above the start may have failed already.
        return None
    failed = np.flatnonzero(wrong[first:] > allowed[first:])
    last = first + (int(failed[0]) if len(failed) else len(ends) - first) - 1
    return last if last >= first else None


def _rows_needed(ends: Counts, wrong: Counts, rows: int, target: float, confidence: float) -> int | None:
    """Return how many rows like these would be needed, at the threshold where that is fewest."""
    if not len(ends):
        return None
    some = np.unique(np.linspace(0, len(ends) - 1, min(len(ends), 50)).astype(int))
    # Half an error is added: a few rows without error do not prove a rate of zero.
    rates = (wrong[some] + 0.5) / (ends[some] + 1)
    counts = np.unique(np.geomspace(min_accepted_rows(target, confidence), MAX_SUGGESTED_ROWS, 600).astype(np.int64))
    enough = rates[:, None] * counts <= _errors_allowed_for(target, counts, confidence)
    possible = enough.any(axis=1)
    if not possible.any():
        return None
    takes = counts[enough.argmax(axis=1)] * rows / ends[some]
    return max(math.ceil(float(takes[possible].min())), rows + 1)
