"""The learning curve: the same rows with ever more of the examples, and whether more of them would still help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fingerpost.errors import RowsError
from fingerpost.evaluation.evaluate import Outcome, run_together, unseen
from fingerpost.evaluation.metrics import LEVEL, paired, wilson
from fingerpost.evaluation.rows import Row
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.training import fit
from fingerpost.types import Example

SHARES = (0.125, 0.25, 0.5, 1.0)
LEAST_TEXTS = 2
"""Examples of a route that every part holds, if there are so many."""


def part(examples: Sequence[Example], share: float, seed: int = 0) -> list[Example]:
    """Return a random share of each route's examples, in their order; a larger share holds all of a smaller one."""
    rng = np.random.default_rng(seed)
    kept: list[int] = []
    for route in sorted({example.route for example in examples}):
        places = [i for i, example in enumerate(examples) if example.route == route]
        count = max(round(share * len(places)), LEAST_TEXTS)
        kept += [places[i] for i in rng.permutation(len(places))[:count]]
    return [examples[i] for i in sorted(kept)]


def taught(router: Router, share: float) -> Router:
    """Return the same router without a model, its student fitted on a share of the examples."""
    book, settings = router.routebook, router.settings
    if share == 1:
        student = router.warm_student()
    else:
        # Not from the shelf: parts of a routebook would push the students of others off it.
        student = fit(
            part(book.examples, share),
            router.batcher.encoder,
            out_of_scope=book.out_of_scope,
            accept_error=book.thresholds.accept_error,
            cache=settings.cache,
        )
    return Router.from_routebook(
        book,
        encoder=router.batcher.encoder,
        settings=replace(settings, slots={}),
        student=student,
        memo=Memo(size=0),
    )


def learning_curve(
    router: Router, rows: Sequence[Row], progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Return accuracy and coverage for each share of the examples, and what the last doubling gained."""
    if not router.routebook.examples:
        raise RowsError(f"{router.routebook.name} has no examples and so no student: there is no curve to draw")
    rows = [row for row in unseen(router, rows) if row.expected is not None]
    if not rows:
        raise RowsError("no row has a route that it belongs to: there is no accuracy to draw")
    points, hits = [], []
    for share in SHARES:
        count = len(part(router.routebook.examples, share))
        progress(f"fitting on {count} examples")
        outcomes = run_together(taught(router, share), rows)
        hits.append([outcome.hit for outcome in outcomes])
        points.append({"share": share, "examples": count, **_point(outcomes)})
    low, high = paired(hits[-2], hits[-1])
    gain = points[-1]["accuracy"] - points[-2]["accuracy"]
    return {
        "rows": len(rows),
        "points": points,
        "gain": round(gain, 4),
        "interval": [round(low, 4), round(high, 4)],
        "helps": low > 0,
        "says": _says(gain, low, high),
    }


def _point(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    right, accepted = sum(o.hit for o in outcomes), [o for o in outcomes if o.decision.accepted]
    return {
        "accuracy": round(right / len(outcomes), 4),
        "interval": wilson(right, len(outcomes)),
        "coverage": round(len(accepted) / len(outcomes), 4),
        "accepted_error": round(1 - sum(o.hit for o in accepted) / len(accepted), 4) if accepted else None,
    }


def _says(gain: float, low: float, high: float) -> str:
    between = f"{gain:+.4f}, {LEVEL} % interval {low:+.4f} to {high:+.4f}"
    if low > 0:
        return f"The last doubling of the examples still helped ({between}): more of them are worth writing."
    if high < 0:
        return f"The last doubling of the examples made it worse ({between}): look for wrong labels among them."
    return f"The last doubling of the examples changed no more than noise ({between}): more of the same may not help."
