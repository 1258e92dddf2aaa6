"""Compare two routers on the same rows: what flipped, which way, and is it more than noise?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.evaluation.evaluate import run
from fingerpost.evaluation.metrics import mcnemar
from fingerpost.evaluation.rows import Row
from fingerpost.routing.router import Router

NOISE = 0.05
"""Chance below which a difference counts as more than noise."""


def compare(old: Router, new: Router, rows: Sequence[Row]) -> dict[str, Any]:
    """Return accuracies, the rows that flipped, and the chance that the difference is noise."""
    flips = []
    hits, inside = [0, 0], 0
    for before, after in zip(run(old, rows), run(new, rows), strict=True):
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
    chance = mcnemar(fixed, broken)
    return {
        "rows": len(rows),
        "accuracy": {name: round(n / max(inside, 1), 4) for name, n in zip(("old", "new"), hits, strict=True)},
        "fixed": fixed,
        "broken": broken,
        "moved": len(flips) - fixed - broken,
        "p_value": round(chance, 4),
        "more_than_noise": chance < NOISE,
        "flips": flips,
    }
