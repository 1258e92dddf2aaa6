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
    """Return both accuracies, the rows whose decision changed, and the p-value of the difference.

    `accuracy` is of the best route and `served` of the decision, both over rows in scope, as `evaluate` has them. What
    changed is what is served: a message that is sent away although it has a route is wrong.
    """
    flips = []
    hits, served, inside = [0, 0], [0, 0], 0
    for before, after in zip(route_rows(old, rows), route_rows(new, rows), strict=True):
        right = [result.served == result.row.expected for result in (before, after)]
        if before.row.expected is not None:
            inside += 1
            hits = [hits[0] + before.hit, hits[1] + after.hit]
            served = [served[0] + right[0], served[1] + right[1]]
        if before.served != after.served:
            way = "fixed" if right[1] else "broken" if right[0] else "moved"
            flips.append(
                {
                    "id": before.row.id,
                    "text": before.row.message.text[:300],
                    "expected": before.row.expected,
                    "old": before.served,
                    "new": after.served,
                    "way": way,
                }
            )
    fixed, broken = (sum(flip["way"] == way for flip in flips) for way in ("fixed", "broken"))
    p_value = mcnemar(fixed, broken)
    return {
        "rows": len(rows),
        "in_scope": inside,
        "accuracy": {name: round(n / max(inside, 1), 4) for name, n in zip(("old", "new"), hits, strict=True)},
        "served": {name: round(n / max(inside, 1), 4) for name, n in zip(("old", "new"), served, strict=True)},
        "fixed": fixed,
        "broken": broken,
        "moved": len(flips) - fixed - broken,
        "p_value": round(p_value, 4),
        "more_than_noise": p_value < SIGNIFICANCE,
        "flips": flips,
    }
