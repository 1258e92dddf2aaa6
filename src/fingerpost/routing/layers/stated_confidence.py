"""What a language model says of its own confidence, and what that is worth: a calibration fitted on labelled answers.

Models state confidences that are too high, and each in its own way, so what one states counts only through a
calibration: the points of `ROUTER_CALIBRATION`, which `fingerpost eval` fits on labelled rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

Points = tuple[tuple[float, float], ...]
"""Pairs of a stated confidence and the share of answers that are right there, both rising."""

MIN_ANSWERS = 20
"""Labelled answers below which nothing is fitted."""

PRIOR_ANSWERS = 2
"""Answers that the accuracy as a whole counts for at each point, so that two lucky answers promise no certainty."""


def fit_calibration(answers: Iterable[tuple[float, bool]]) -> Points:
    """Return the calibration of stated confidences by whether the answer was right; empty for too few answers.

    Neighbouring confidences are pooled until the share of right answers rises with what is stated.
    """
    ordered = sorted(answers)
    if len(ordered) < MIN_ANSWERS:
        return ()
    accuracy = sum(right for _, right in ordered) / len(ordered)
    pools: list[tuple[float, float, float]] = []
    for stated, group in groupby(ordered, key=lambda answer: answer[0]):
        outcomes = [right for _, right in group]
        pools.append((stated * len(outcomes), float(sum(outcomes)), float(len(outcomes))))
        while len(pools) > 1 and _share(pools[-2], accuracy) >= _share(pools[-1], accuracy):
            (said, right, count), (more_said, more_right, more) = pools[-2:]
            pools[-2:] = [(said + more_said, right + more_right, count + more)]
    return tuple((round(pool[0] / pool[2], 4), round(_share(pool, accuracy), 4)) for pool in pools)


def mean_stated(stated: Sequence[float | None]) -> float | None:
    """Return the mean of the confidences that were stated; None where none was."""
    given = [one for one in stated if one is not None]
    return sum(given) / len(given) if given else None


def _share(pool: tuple[float, float, float], accuracy: float) -> float:
    _, right, count = pool
    return (right + PRIOR_ANSWERS * accuracy) / (count + PRIOR_ANSWERS)
