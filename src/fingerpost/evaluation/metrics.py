"""Metrics on arrays of confidences and hits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

MIN_ROWS = 30
"""Fewest rows of a slice whose accuracy is meaningful; a smaller one is marked as thin."""

BOOTSTRAP_DRAWS = 2000
"""Number of bootstrap resamples."""

CONFIDENCE_LEVEL = 95
"""Confidence level of the intervals in per cent."""


def wilson_interval(hits: int, rows: int) -> list[float]:
    """Return the 95 % Wilson interval of a share."""
    if rows == 0:
        return [0.0, 1.0]
    z, p = 1.96, hits / rows
    centre = (p + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z * math.sqrt(p * (1 - p) / rows + z * z / (4 * rows * rows)) / (1 + z * z / rows)
    return [round(max(centre - half, 0.0), 4), round(min(centre + half, 1.0), 4)]


def accuracy_with_interval(hits: Sequence[bool]) -> dict[str, Any]:
    """Return rows, accuracy and interval of a group, and whether it is thin."""
    right, rows = sum(hits), len(hits)
    return {
        "rows": rows,
        "accuracy": round(right / rows, 4),
        "interval": wilson_interval(right, rows),
        "thin": rows < MIN_ROWS,
    }


def worst_first(groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the names of groups, least accurate first; thin groups come last."""

    def rank(name: str) -> tuple[bool, float, int, str]:
        group = groups[name]
        accuracy = 1.0 if group["accuracy"] is None else group["accuracy"]
        return group["rows"] < MIN_ROWS, accuracy, -group["rows"], name

    return sorted(groups, key=rank)


def groups_to_show(groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the names of groups to show, worst first, without thin groups that have no error."""
    return [name for name in worst_first(groups) if groups[name]["rows"] >= MIN_ROWS or groups[name]["accuracy"] != 1]


def percentile_interval(draws: ArrayLike, level: float = CONFIDENCE_LEVEL) -> tuple[float, float]:
    """Return the percentile interval of bootstrap draws."""
    low, high = np.percentile(np.asarray(draws, dtype=float), [(100 - level) / 2, 100 - (100 - level) / 2])
    return float(low), float(high)


def paired_bootstrap_interval(old: ArrayLike, new: ArrayLike, level: float = CONFIDENCE_LEVEL) -> tuple[float, float]:
    """Return the bootstrap interval of the mean difference of two figures of the same rows.

    A higher level takes more draws to estimate its ends.
    """
    difference = np.asarray(new, dtype=float) - np.asarray(old, dtype=float)
    if not difference.any():
        return 0.0, 0.0
    rng, rows = np.random.default_rng(0), len(difference)
    draws = BOOTSTRAP_DRAWS if level == CONFIDENCE_LEVEL else 5 * BOOTSTRAP_DRAWS
    # In blocks: 2,000 draws of 5,000 rows at once would take 80 MB.
    means = [difference[rng.integers(0, rows, (100, rows))].mean(axis=1) for _ in range(draws // 100)]
    return percentile_interval(np.concatenate(means), level)


def jensen_shannon_divergence(one: ArrayLike, other: ArrayLike) -> NDArray[np.float64]:
    """Return the Jensen-Shannon divergence of shares along the last axis in bits: 0 is identical, 1 is disjoint."""
    p, q = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    middle = (p + q) / 2

    def bits(shares: NDArray[np.float64]) -> NDArray[np.float64]:
        held = shares > 0
        ratio = np.divide(shares, middle, out=np.ones_like(middle), where=held)
        found: NDArray[np.float64] = (np.where(held, shares, 0.0) * np.log2(ratio)).sum(axis=-1)
        return found

    return (bits(p) + bits(q)) / 2


def reliability(confidence: ArrayLike, right: ArrayLike, bins: int = 10) -> list[dict[str, Any]]:
    """Return confidence and accuracy in bins of equal width."""
    conf, hit = np.asarray(confidence, dtype=float), np.asarray(right, dtype=bool)
    bin_index = np.minimum((conf * bins).astype(int), bins - 1)
    result = []
    for b in range(bins):
        inside = bin_index == b
        result.append(
            {
                "low": b / bins,
                "high": (b + 1) / bins,
                "rows": int(inside.sum()),
                "confidence": float(conf[inside].mean()) if inside.any() else None,
                "accuracy": float(hit[inside].mean()) if inside.any() else None,
            }
        )
    return result


def ece(confidence: ArrayLike, right: ArrayLike) -> float | None:
    """Return the expected calibration error: the mean gap between confidence and accuracy over 15 bins."""
    cells = reliability(confidence, right, 15)
    rows = sum(cell["rows"] for cell in cells)
    if rows == 0:
        return None
    gap = sum(cell["rows"] * abs(cell["confidence"] - cell["accuracy"]) for cell in cells if cell["rows"])
    return float(gap / rows)


def auroc(inside: ArrayLike, outside: ArrayLike) -> float | None:
    """Return the AUROC: how often a row in scope scores above one out of scope; ties count half."""
    high, low = np.sort(np.asarray(inside, dtype=float)), np.asarray(outside, dtype=float)
    if not len(high) or not len(low):
        return None
    below = np.searchsorted(high, low, side="left")
    equal = np.searchsorted(high, low, side="right") - below
    return float((len(high) - below - equal / 2).sum() / (len(high) * len(low)))


def risk_coverage(confidence: ArrayLike, right: ArrayLike, points: int = 200) -> list[list[float]]:
    """Return [coverage, error] pairs as the threshold is lowered from the most confident row to all rows."""
    conf, hit = np.asarray(confidence, dtype=float), np.asarray(right, dtype=bool)
    if not len(conf):
        return []
    wrong = np.cumsum(~hit[np.argsort(-conf, kind="stable")])
    picks = np.unique(np.linspace(1, len(conf), min(points, len(conf))).astype(int))
    return [[float(n / len(conf)), float(wrong[n - 1] / n)] for n in picks]


def mcnemar(fixed: int, broken: int) -> float:
    """Return the p-value of the exact two-sided McNemar test."""
    n = fixed + broken
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(fixed, broken) + 1))
    return float(min(1.0, 2 * tail / 2**n))
