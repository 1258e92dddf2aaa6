"""Whether `tune` keeps its target error: thresholds from one random half of held-out rows, errors of the other half."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy import Set, student_of, verdicts_of
from benchmarks.data import clinc150, sample
from benchmarks.report import Check, Table
from fingerpost.evaluation.rows import read_labelled
from fingerpost.learning.error_target import CONFIDENCE, START_ERRORS, errors_at_threshold, threshold_for_error
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.types import Example

TARGET, SPLITS, FOLDS = 0.02, 200, 5
HELD, LOST = 93.0, 3.0
"""The targets: the share of splits that must keep the target error, and the points of coverage it may cost."""

Floats = NDArray[np.floating[Any]]
Hits = NDArray[np.bool_]
Chooser = Callable[[Floats, Hits], float | None]


class Split(NamedTuple):
    """The result of one split: whether the other half kept the target, its coverage, and the best possible coverage."""

    held: bool
    coverage: float
    best: float


def measure(place: Path, cache: Path) -> Iterator[Check | Table]:
    """Measure on both sets, on smaller parts of them, and with other ways to choose the threshold."""
    encoder = EmbeddedEncoder(PLAIN)
    train, held = clinc150(place)
    sets = {
        "CLINC150": list({row.text: row for row in (*train, *held)}.values()),
        "BANKING77": read_labelled(place / "banking77" / "train.jsonl"),
    }
    rows = []
    for name, examples in sets.items():
        scores, right = _held_back(name, examples, encoder, cache)
        found = _splits(by_error_target, scores, right)
        half = f"halves of {len(scores):,} rows"
        yield Check(f"{name}: at most {TARGET:.0%} wrong, held", _share(found), HELD, "%", at_least=True, note=half)
        lost = 100 * float(np.mean([one.best - one.coverage for one in found]))
        yield Check(f"{name}: coverage lost to the guarantee", lost, LOST, "points", note=half)
        rows.append(_row(name, "error target", len(scores), found))
        for part in (2, 4, 8):
            fewer = len(scores) // part
            rows.append(_row(name, "error target", fewer, _splits(by_error_target, scores, right, fewer)))
        rows.append(_row(name, "long run alone", len(scores), _splits(by_long_run, scores, right)))
        rows.append(_row(name, "observed error", len(scores), _splits(by_observed, scores, right)))
    yield Table(
        f"A target of at most {TARGET:.0%} wrong over {SPLITS} random splits",
        ("set", "threshold chosen by", "rows to choose by", "held %", "coverage %", "best possible %", "lost, points"),
        rows,
        [
            "Best possible: the largest coverage of the other half at which its own errors keep to the target.",
            "Long run alone: a Clopper-Pearson bound of the rate, in the same sequence. Observed error: no bound.",
        ],
    )


def by_error_target(scores: Floats, right: Hits) -> float | None:
    """Return the threshold that `fingerpost measure tune` chooses."""
    return threshold_for_error(scores, right, TARGET).threshold


def by_long_run(scores: Floats, right: Hits) -> float | None:
    """Return the threshold from the long-run bound alone, which ignores the variance of the next batch."""
    from scipy.special import bdtr

    ranked, wrong, rows = _ranked(scores, right)
    chance = bdtr(wrong, rows, TARGET)
    first = int(np.argmax(bdtr(START_ERRORS, rows, TARGET) <= 1 - CONFIDENCE))
    failed = np.flatnonzero(chance[first:] > 1 - CONFIDENCE)
    last = first + (int(failed[0]) if len(failed) else len(rows) - first) - 1
    return float(ranked[last]) if last >= first else None


def by_observed(scores: Floats, right: Hits) -> float | None:
    """Return the lowest threshold whose observed error is within the target."""
    ranked, wrong, rows = _ranked(scores, right)
    good = np.flatnonzero(wrong <= TARGET * rows + 1e-9)
    return float(ranked[good[-1]]) if len(good) else None


def _ranked(scores: Floats, right: Hits) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the scores in descending order, with the cumulative errors and rows."""
    order = np.argsort(-scores, kind="stable")[: int((scores > -np.inf).sum())]
    return scores[order], np.cumsum(~right[order]), np.arange(1, len(order) + 1)


def _held_back(name: str, examples: Sequence[Example], encoder: EmbeddedEncoder, cache: Path) -> tuple[Floats, Hits]:
    """Return the out-of-fold confidence of every row, and whether the prediction was right.

    Five students are fitted on four fifths each. Out-of-scope rows are never trained on, and count as wrong if
    accepted.
    """
    mixed = sample(examples, len(examples), 0)
    scores, right = [], []
    for i in range(FOLDS):
        taught = [row for j, row in enumerate(mixed) if j % FOLDS != i and row.route != OUT_OF_SCOPE]
        known = {row.text for row in taught}
        part = Set(
            name.lower(),
            f"{name}, fold {i + 1} of {FOLDS}",
            taught,
            [row for row in mixed[i::FOLDS] if row.text not in known],
        )
        for row, verdict in zip(
            part.held, verdicts_of(part, student_of(part, encoder, cache), encoder, cache), strict=True
        ):
            scores.append(-np.inf if (verdict.scope or 0.0) < 0 else verdict.confidence)
            right.append(verdict.route == row.route)
    return np.array(scores), np.array(right)


def _splits(choose: Chooser, scores: Floats, right: Hits, rows: int | None = None) -> list[Split]:
    """Choose a threshold on one half of the rows, or of a subset, and count the errors of the other half."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(SPLITS):
        mixed = rng.permutation(len(scores))[:rows]
        here, there = mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]
        threshold = choose(scores[here], right[here])
        accepted, wrong = (
            errors_at_threshold(scores[there], right[there], threshold) if threshold is not None else (0, 0)
        )
        best = by_observed(scores[there], right[there])
        most = errors_at_threshold(scores[there], right[there], best)[0] if best is not None else 0
        found.append(Split(wrong <= TARGET * accepted + 1e-9, accepted / len(there), most / len(there)))
    return found


def _share(found: Sequence[Split]) -> float:
    return 100 * float(np.mean([one.held for one in found]))


def _row(name: str, by: str, rows: int, found: Sequence[Split]) -> tuple[Any, ...]:
    coverage, best = (100 * float(np.mean([getattr(one, key) for one in found])) for key in ("coverage", "best"))
    return (name, by, rows // 2, _share(found), coverage, best, best - coverage)
