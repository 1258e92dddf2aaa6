"""The learning curve: accuracy on the same rows with a growing share of the examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fingerpost.errors import RowsError
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch, without_training_rows
from fingerpost.evaluation.metrics import CONFIDENCE_LEVEL, paired_bootstrap_interval, wilson_interval
from fingerpost.evaluation.rows import Row
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.cache import fit_for
from fingerpost.types import Example

SHARES = (0.125, 0.25, 0.5, 1.0)
MIN_EXAMPLES = 2
"""Fewest examples of a route in every sample, if there are as many."""


def sample_examples(examples: Sequence[Example], share: float, seed: int = 0) -> list[Example]:
    """Return a random share of each route's examples, in their order; samples are nested."""
    rng = np.random.default_rng(seed)
    indices: list[int] = []
    for route in sorted({example.route for example in examples}):
        places = [i for i, example in enumerate(examples) if example.route == route]
        count = max(round(share * len(places)), MIN_EXAMPLES)
        indices += [places[i] for i in rng.permutation(len(places))[:count]]
    return [examples[i] for i in sorted(indices)]


def router_fitted_on(router: Router, share: float) -> Router:
    """Return the same router without models, with a student fitted on a share of the examples."""
    book, settings = router.routebook, router.settings
    if share == 1:
        student = router.warm_student()
    else:
        # Not cached: samples would evict the students of other routebooks.
        student = fit_for(book, sample_examples(book.examples, share), router.batcher.encoder, settings.cache)
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
    """Return accuracy and coverage for each share of the examples, and the gain of the last doubling."""
    if not router.routebook.examples:
        raise RowsError(f"{router.routebook.name} has no examples and so no classifier: there is no learning curve")
    rows = [row for row in without_training_rows(router, rows) if row.expected is not None]
    if not rows:
        raise RowsError("no row has an expected route: there is no accuracy to measure")
    counts = {share: len(sample_examples(router.routebook.examples, share)) for share in SHARES}
    points, hits = [], []
    for share, count in counts.items():
        if share < SHARES[-2] and count == counts[2 * share]:
            # Few examples: as many as the next share has, because each route keeps MIN_EXAMPLES.
            continue
        progress(f"fitting on {count} examples")
        results = route_rows_in_batch(router_fitted_on(router, share), rows)
        hits.append([result.hit for result in results])
        points.append({"share": share, "examples": count, **_point(results)})
    low, high = paired_bootstrap_interval(hits[-2], hits[-1])
    gain = points[-1]["accuracy"] - points[-2]["accuracy"]
    return {
        "rows": len(rows),
        "points": points,
        "gain": round(gain, 4),
        "interval": [round(low, 4), round(high, 4)],
        "helps": low > 0,
        "says": _summary(gain, low, high),
    }


def _point(results: Sequence[RowResult]) -> dict[str, Any]:
    right, accepted = sum(o.hit for o in results), [o for o in results if o.decision.accepted]
    return {
        "accuracy": round(right / len(results), 4),
        "interval": wilson_interval(right, len(results)),
        "coverage": round(len(accepted) / len(results), 4),
        "accepted_error": round(1 - sum(o.hit for o in accepted) / len(accepted), 4) if accepted else None,
    }


def _summary(gain: float, low: float, high: float) -> str:
    between = f"{gain:+.4f}, {CONFIDENCE_LEVEL} % interval {low:+.4f} to {high:+.4f}"
    if low > 0:
        return f"The last doubling of the examples still helped ({between}): more of them are worth writing."
    if high < 0:
        return f"The last doubling of the examples made it worse ({between}): look for wrong labels among them."
    return (
        f"The last doubling of the examples made no significant difference ({between}): more of the same may not help."
    )
