"""Figures from lists of confidences and hits: plain functions on plain arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def wilson(hits: int, rows: int) -> list[float]:
    """Return the 95 % interval of a share."""
    if rows == 0:
        return [0.0, 1.0]
    z, p = 1.96, hits / rows
    centre = (p + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z * math.sqrt(p * (1 - p) / rows + z * z / (4 * rows * rows)) / (1 + z * z / rows)
    return [round(max(centre - half, 0.0), 4), round(min(centre + half, 1.0), 4)]


def share(hits: Sequence[bool]) -> dict[str, Any]:
    """Return rows, accuracy and interval of a group."""
    right = sum(hits)
    return {"rows": len(hits), "accuracy": round(right / len(hits), 4), "interval": wilson(right, len(hits))}


def reliability(confidence: ArrayLike, right: ArrayLike, bins: int = 10) -> list[dict[str, Any]]:
    """Return confidence and accuracy in bins of equal width."""
    conf, hit = np.asarray(confidence, dtype=float), np.asarray(right, dtype=bool)
    place = np.minimum((conf * bins).astype(int), bins - 1)
    result = []
    for b in range(bins):
        inside = place == b
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


def ece(confidence: ArrayLike, right: ArrayLike, bins: int = 15) -> float | None:
    """Return the expected calibration error: how far confidence is from accuracy, over bins."""
    cells = reliability(confidence, right, bins)
    rows = sum(cell["rows"] for cell in cells)
    if rows == 0:
        return None
    gap = sum(cell["rows"] * abs(cell["confidence"] - cell["accuracy"]) for cell in cells if cell["rows"])
    return float(gap / rows)


def auroc(inside: ArrayLike, outside: ArrayLike) -> float | None:
    """Return how often a row in scope scores above one out of scope; ties count half."""
    high, low = np.sort(np.asarray(inside, dtype=float)), np.asarray(outside, dtype=float)
    if not len(high) or not len(low):
        return None
    below = np.searchsorted(high, low, side="left")
    equal = np.searchsorted(high, low, side="right") - below
    return float((len(high) - below - equal / 2).sum() / (len(high) * len(low)))


def risk_coverage(confidence: ArrayLike, right: ArrayLike, points: int = 200) -> list[list[float]]:
    """Return [coverage, error] as the bar is lowered from the surest row to all."""
    conf, hit = np.asarray(confidence, dtype=float), np.asarray(right, dtype=bool)
    if not len(conf):
        return []
    wrong = np.cumsum(~hit[np.argsort(-conf, kind="stable")])
    picks = np.unique(np.linspace(1, len(conf), min(points, len(conf))).astype(int))
    return [[float(n / len(conf)), float(wrong[n - 1] / n)] for n in picks]


def mcnemar(fixed: int, broken: int) -> float:
    """Return the exact two-sided chance of so uneven a split if both were equally good."""
    n = fixed + broken
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(fixed, broken) + 1))
    return float(min(1.0, 2 * tail / 2**n))
