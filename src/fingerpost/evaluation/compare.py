"""Compare two routers on the same rows: changed decisions, their direction, and the significance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.evaluation.evaluate import route_rows
from fingerpost.evaluation.metrics import mcnemar
from fingerpost.evaluation.rows import Row
from fingerpost.routing.router import Router

SIGNIFICANCE = 0.05
"""P-value below which a difference is significant."""


def compare(old: Router, new: Router, rows: Sequence[Row]) -> dict[str, Any]:
    """Return both accuracies, the rows whose decision changed, and the p-value of the difference."""
    flips = []
    hits, inside = [0, 0], 0
    for before, after in zip(route_rows(old, rows), route_rows(new, rows), strict=True):
        inside += before.row.expected is not None
        hits[0] += before.hit
        hits[1] += after.hit
        if before.given != after.given:
            way = "fixed" if after.right else "broken" if before.right else "moved"
            flips.append(
                {
                    "id": before.row.id,
                    "text": before.row.message.text[:300],
                    "expected": before.row.expected,
                    "old": before.given,
                    "new": after.given,
                    "way": way,
                }
            )
    fixed, broken = (sum(flip["way"] == way for flip in flips) for way in ("fixed", "broken"))
    p_value = mcnemar(fixed, broken)
    return {
        "rows": len(rows),
        "accuracy": {name: round(n / max(inside, 1), 4) for name, n in zip(("old", "new"), hits, strict=True)},
        "fixed": fixed,
        "broken": broken,
        "moved": len(flips) - fixed - broken,
        "p_value": round(p_value, 4),
        "more_than_noise": p_value < SIGNIFICANCE,
        "flips": flips,
    }
