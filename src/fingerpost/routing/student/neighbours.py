"""The examples nearest to a message: what they say of its route, where the classifier is not sure.

A linear classifier reads a message of unusual wording by words that happen to be in it; the nearest examples read it
as a whole. Where the classifier is sure, it is the better of the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fingerpost.types import Example

FEWEST, MOST = 200, 20_000
"""Examples from which on, and up to which, the nearest are asked: few say little, and very many take room."""

DIMENSIONS = 128
"""Dimensions of a stored example, of those that tell most; with 64 one message in a hundred is decided otherwise."""

NEAREST, SHARPNESS = 12, 12.0
"""Examples that are asked, and how much more a nearer one counts; 8 to 20 and 5 to 25 measured alike."""

OTHER_CONTEXT = 0.1
"""What an example of another context is farther away, as a cosine."""

LEAST_PROBABILITY, LEAST_SHARE = 0.01, 0.05
"""The least that a route has by the classifier and by the nearest examples, so that neither excludes what the other
says. The two count alike: fitted on messages that the classifier was unsure of, their factors were 0.98 and 0.89."""

ZERO, SCALE = 128, 127
"""The number that stands for 0 in a stored example, and what is added to it for 1."""


class Neighbours:
    """The examples of a student in few dimensions. Immutable after construction.

    `axes` and `offset`: a vector's place is `axes @ vector - offset`. `points`: the examples' places at length 1, as
    `SCALE` and `ZERO` say. `labels`: for each example its route and its context, as indices of `routes` and
    `contexts`; the context "" is none.
    """

    def __init__(
        self,
        axes: NDArray[np.float16],
        offset: NDArray[np.float32],
        points: NDArray[np.uint8],
        labels: NDArray[np.uint16],
        routes: Sequence[str],
        contexts: Sequence[str],
    ) -> None:
        """Take what `fit_neighbours` returns, or what was stored."""
        self.axes, self.offset, self.points, self.labels = axes, offset, points, labels
        self.routes, self.contexts = tuple(routes), tuple(contexts)
        self._axes = axes.astype(np.float32)
        self._places = (points.astype(np.float32) - ZERO) / SCALE

    def shares(self, vector: NDArray[np.float32], context: str | None) -> dict[str, float]:
        """Return the share of each route among the examples nearest to a message; the nearer ones count more."""
        place = _unit(np.einsum("ij,j->i", self._axes, vector) - self.offset)
        # einsum and not @: BLAS would wake a second thread for a millisecond of work.
        cosines = np.einsum("ij,j->i", self._places, place)
        here = context or ""
        same = self.contexts.index(here) if here in self.contexts else len(self.contexts)
        cosines -= OTHER_CONTEXT * (self.labels[:, 1] != same)
        nearest = np.argsort(-cosines, kind="stable")[:NEAREST]
        weights = np.exp(SHARPNESS * (cosines[nearest] - cosines[nearest[0]]))
        found = np.bincount(self.labels[nearest, 0], weights, len(self.routes)) / weights.sum()
        return dict(zip(self.routes, found.tolist(), strict=True))


def joined(routes: Sequence[str], probabilities: Sequence[float], shares: Mapping[str, float]) -> tuple[float, ...]:
    """Return the probabilities of routes by the classifier and the nearest examples together.

    What the classifier excludes stays excluded.
    """
    weights = [
        log(max(p, LEAST_PROBABILITY)) + log(max(shares.get(route, 0.0), LEAST_SHARE)) if p > 0 else None
        for route, p in zip(routes, probabilities, strict=True)
    ]
    best = max((weight for weight in weights if weight is not None), default=0.0)
    parts = [0.0 if weight is None else exp(weight - best) for weight in weights]
    total = sum(parts) or 1.0
    return tuple(part / total for part in parts)


def fit_neighbours(vectors: NDArray[Any], examples: Sequence[Example], out_of_scope: str | None) -> Neighbours | None:
    """Return the neighbours of a student with these examples; None with few of them, or very many.

    Examples of the route `out_of_scope` are none.
    """
    rows = [i for i, example in enumerate(examples) if example.route != out_of_scope]
    if not FEWEST <= len(rows) <= MOST:
        return None
    given = np.asarray(vectors[rows], dtype=np.float64)
    centre = given.mean(axis=0)
    # The axes of the greatest spread come last. They are stored in half precision, and place the examples as stored.
    axes = np.linalg.eigh((given - centre).T @ (given - centre))[1][:, -DIMENSIONS:].T.astype(np.float16)
    offset = axes @ centre
    points = np.rint(_unit(given @ axes.T - offset) * SCALE + ZERO).astype(np.uint8)
    routes, contexts = sorted({examples[i].route for i in rows}), sorted({examples[i].after or "" for i in rows})
    labels = [(routes.index(examples[i].route), contexts.index(examples[i].after or "")) for i in rows]
    return Neighbours(axes, offset.astype(np.float32), points, np.array(labels, dtype=np.uint16), routes, contexts)


def _unit(places: NDArray[Any]) -> NDArray[Any]:
    unit: NDArray[Any] = places / np.maximum(np.linalg.norm(places, axis=-1, keepdims=True), 1e-9)
    return unit
