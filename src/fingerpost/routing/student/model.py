"""The student: a linear classifier over a sentence embedding and n-grams, with numpy alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import fold
from fingerpost.observability.facts import CLASSIFIER, HISTORY, record_fact
from fingerpost.routing.student.features import Vocabulary
from fingerpost.types import ATTACHED, Verdict

FORMAT = 5

UNKNOWN = -1e9
"""The floor where nothing could be estimated: every message counts as familiar."""

FEW = 32
"""Labels up to which plain floats are quicker than arrays."""

UNTAUGHT = 4.0
"""What the turn that a message leans on adds to its route's score where no example taught it; learned ones reach 6."""


class Label(NamedTuple):
    """A class of the student: a route, with or without a qualifier. No route means out of scope."""

    route: str | None
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The student's opinion of one message, before any rule about what to do with it."""

    routes: tuple[str, ...]
    probabilities: tuple[float, ...]
    in_scope: float
    qualifiers: Mapping[str, str]

    def ranked(self, count: int) -> list[tuple[str, float]]:
        """Return the likeliest routes with their probabilities, the likeliest first."""
        if count == 2:
            return self._two()
        order = sorted(range(len(self.routes)), key=self.probabilities.__getitem__, reverse=True)
        return [(self.routes[i], self.probabilities[i]) for i in order[:count]]

    def blended(self, other: Judgement, weight: float) -> Judgement:
        """Return the opinion that lies between two: all of this one at a weight of 1, all of the other at 0."""
        both = zip(self.probabilities, other.probabilities, strict=True)
        mixed = tuple(weight * mine + (1 - weight) * theirs for mine, theirs in both)
        in_scope = weight * self.in_scope + (1 - weight) * other.in_scope
        return Judgement(self.routes, mixed, in_scope, self.qualifiers if weight >= 0.5 else other.qualifiers)

    def merged(self, into: str, *, take: Sequence[str] = (), keep: Sequence[str] = ()) -> Judgement:
        """Return an opinion in which one route has got the probability of those in `take`, or of all but `keep`."""
        given = [i for i, route in enumerate(self.routes) if (route in take if take else route not in keep)]
        moved = list(self.probabilities)
        total = sum(moved[i] for i in given)
        for i in given:
            moved[i] = 0.0
        if into in self.routes:
            moved[self.routes.index(into)] += total
        return Judgement(self.routes, tuple(moved), self.in_scope, self.qualifiers)

    def _two(self) -> list[tuple[str, float]]:
        """Return the first two, which every message needs, without sorting a thousand."""
        values = self.probabilities
        best = max(values)
        first = values.index(best)
        rest = (*values[:first], -1.0, *values[first + 1 :])
        second = max(rest)
        return [(self.routes[first], best), (self.routes[rest.index(second)], second)]


class Student:
    """Never changes what it says after construction, and so is safe to share between threads.

    `leaning`: weights that tell whether a message leans on the one before it, those of the vector, of the vocabulary
    and a bias; empty where no examples taught it.
    """

    def __init__(
        self,
        *,
        encoder: str,
        labels: Sequence[Label],
        vocabulary: Vocabulary,
        dense: NDArray[np.float32],
        sparse: NDArray[np.float32],
        bias: NDArray[np.float32],
        threshold: float,
        floor: float,
        familiar: float,
        fitted: NDArray[np.uint64],
        leaning: NDArray[np.float32] | None = None,
        key: str = "",
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Take what `training.fit` made or `load` read."""
        self.encoder, self.labels, self.vocabulary = encoder, tuple(labels), vocabulary
        self.dense, self.sparse, self.bias = dense, sparse, bias
        self.threshold, self.floor, self.familiar, self.fitted = threshold, floor, familiar, fitted
        self.leaning = np.zeros(0, dtype=np.float32) if leaning is None else leaning
        self.key, self.notes = key, notes or {}
        self.routes = tuple(dict.fromkeys(label.route for label in labels if label.route is not None))
        place = {route: i for i, route in enumerate(self.routes)}
        # The probability of a route is the sum over its labels: one, and one more for each qualifier.
        labels_of = [[i for i, label in enumerate(labels) if label.route == route] for route in self.routes]
        self._first = [found[0] for found in labels_of]
        self._further = [
            (place[route], label) for route, found in zip(self.routes, labels_of, strict=True) for label in found[1:]
        ]
        self._qualified = [
            (label.route, i, label.qualifier) for i, label in enumerate(labels) if label.qualifier and label.route
        ]
        self._strangers = any(label.route is None for label in labels)
        self._scoped = [i for i, label in enumerate(labels) if label.route is not None]

    def scores(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> NDArray[np.float32]:
        """Return one calibrated score a label."""
        columns, values = self.vocabulary.row(folded, after)
        # einsum and not @: BLAS would wake a second thread for work that takes one ten microseconds.
        result: NDArray[np.float32] = np.einsum("ij,j->i", self.dense, vector) + self.bias
        if len(columns):
            result += np.einsum("i,ij->j", values, self.sparse[columns])
        if after is not None and not self.vocabulary.knows_turn(after):
            result += UNTAUGHT * np.array([label.route == after for label in self.labels], dtype=np.float32)
        return result

    def judge(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> Judgement:
        """Weigh the routes for one message."""
        record_fact(CLASSIFIER, kind="student")
        # What came with a message is part of it, and no history.
        if after is not None and after != ATTACHED:
            record_fact(HISTORY, to="student", entries=1)
        scores = self.scores(vector, folded, after)
        parts, total, top = _softmax_parts(scores)
        in_scope = math.log(sum(parts[i] for i in self._scoped) if self._strangers else total) + top
        by_route = [parts[i] / total for i in self._first]
        for route, label in self._further:
            by_route[route] += parts[label] / total
        qualifiers = {
            route: qualifier
            for route, label, qualifier in self._qualified
            if 2 * parts[label] / total > by_route[self.routes.index(route)]
        }
        return Judgement(self.routes, tuple(by_route), in_scope, qualifiers)

    def leans(self, vector: NDArray[np.float32], folded: str) -> float | None:
        """Return how likely a message leans on the one before it; None where no examples taught that."""
        if not len(self.leaning):
            return None
        columns, values = self.vocabulary.row(folded)
        width = len(vector)
        score = float(vector @ self.leaning[:width]) + float(self.leaning[-1])
        if len(columns):
            score += float(values @ self.leaning[width:-1][columns])
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))

    def verdict(self, judgement: Judgement) -> Verdict:
        """Say which route it is, and whether the student stands by it."""
        (best, confidence), (runner_up, second) = judgement.ranked(2)
        scope = judgement.in_scope - self.floor if self.floor > UNKNOWN else None
        if (scope is not None and scope < 0) or confidence < 1 - sum(judgement.probabilities):
            accepted, scope = False, min(scope or 0.0, -1e-6)
            reason = f"unlike every example, {best} is nearest"
        elif confidence < self.threshold:
            accepted = False
            reason = f"confidence {confidence:.2f} is below the bar of {self.threshold:.2f}"
        elif judgement.in_scope < self.familiar:
            accepted = False
            reason = f"confidence {confidence:.2f} would do, but the message is little like any example"
        else:
            accepted = True
            reason = f"confidence {confidence:.2f} reaches the bar of {self.threshold:.2f}"
        return Verdict(
            route=best,
            accepted=accepted,
            confidence=confidence,
            reason=reason,
            runner_up=runner_up,
            margin=confidence - second,
            qualifier=judgement.qualifiers.get(best),
            scope=scope,
        )

    def was_fitted_on(self, text: str) -> bool:
        """Whether this very text, accents and case aside, was among the examples."""
        digest = np.uint64(fitted_key(text))
        place = int(np.searchsorted(self.fitted, digest))
        return place < len(self.fitted) and bool(self.fitted[place] == digest)


def _softmax_parts(scores: NDArray[np.float32]) -> tuple[list[float], float, float]:
    """Return what a softmax divides, by what, and the highest score, which was taken off before."""
    if len(scores) > FEW:
        highest = scores.max()
        exponentials = np.exp(scores - highest)
        return exponentials.tolist(), float(exponentials.sum()), float(highest)
    values = scores.tolist()
    top = max(values)
    parts = [math.exp(value - top) for value in values]
    return parts, sum(parts), top


def fitted_key(text: str) -> int:
    """Return a number that stands for a text in the list of what a student was fitted on."""
    plain = " ".join(fold(text).split()).strip(" .!?¿¡")
    return int.from_bytes(sha256(plain.encode("utf-8", "replace")).digest()[:8], "big")


def fitted_keys(texts: Iterable[str]) -> NDArray[np.uint64]:
    """Return the sorted keys of many texts."""
    return np.unique(np.array([fitted_key(text) for text in texts], dtype=np.uint64))
