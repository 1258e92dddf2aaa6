"""The student at prediction time: a linear classifier over a sentence embedding and n-grams, with numpy alone."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import fold
from fingerpost.observability.facts import CLASSIFIER, HISTORY, record_fact
from fingerpost.routing.student.familiarity import Familiarity
from fingerpost.routing.student.features import Vocabulary
from fingerpost.routing.student.neighbours import Neighbours, joined
from fingerpost.types import ATTACHED, Verdict

FORMAT = 8

NO_THRESHOLD = -1e9
"""The scope and familiarity threshold where none could be estimated: every message counts as familiar."""

MAX_SCALAR_LABELS = 32
"""Number of labels up to which plain floats are faster than arrays."""

DEFAULT_CONTEXT_SCORE = 4.0
"""Added to the score of the context's route if no example has this context; learned weights reach 6."""

SURENESS = 3.35
"""What the log of the confidence counts beside the familiarity of a message when it is to be accepted."""

OUTSIDE = 0.7
"""Probability of the out-of-scope label from which it sends a message of a small router away. Set by hand: with twelve
examples of it, 0.69 of the other strangers are told, and 0.08 of the messages are sent away; at 0.5 0.76 and 0.12."""

CONTINUATION = 3.0
"""Added to the familiarity of a message that depends on an earlier turn or comes with an attachment, in log-odds."""


class StudentLabel(NamedTuple):
    """A class of the student: a route, with or without a qualifier; the route None is out of scope."""

    route: str | None
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """The student's probabilities for one message, before thresholds.

    `in_scope`: the higher, the more a message looks like one for a route. `qualifiers`: the qualifier by route, where
    it is the more probable.
    """

    routes: tuple[str, ...]
    probabilities: tuple[float, ...]
    in_scope: float
    qualifiers: Mapping[str, str]

    def ranked(self, count: int) -> list[tuple[str, float]]:
        """Return the most probable routes with their probabilities, the most probable first."""
        if count == 2:
            return self._two()
        order = sorted(range(len(self.routes)), key=self.probabilities.__getitem__, reverse=True)
        return [(self.routes[i], self.probabilities[i]) for i in order[:count]]

    def blended(self, other: Prediction, weight: float) -> Prediction:
        """Return the weighted mean of two predictions; a weight of 1 is this one, 0 the other."""
        both = zip(self.probabilities, other.probabilities, strict=True)
        mixed = tuple(weight * mine + (1 - weight) * theirs for mine, theirs in both)
        in_scope = weight * self.in_scope + (1 - weight) * other.in_scope
        return Prediction(self.routes, mixed, in_scope, self.qualifiers if weight >= 0.5 else other.qualifiers)

    def merged(self, into: str, *, take: Sequence[str] = (), keep: Sequence[str] = ()) -> Prediction:
        """Return a prediction in which one route has the probability of those in `take`, or of all but `keep`."""
        sources = [i for i, route in enumerate(self.routes) if (route in take if take else route not in keep)]
        moved = list(self.probabilities)
        total = sum(moved[i] for i in sources)
        for i in sources:
            moved[i] = 0.0
        if into in self.routes:
            moved[self.routes.index(into)] += total
        return Prediction(self.routes, tuple(moved), self.in_scope, self.qualifiers)

    def without(self, impossible: Collection[str]) -> Prediction:
        """Return the probabilities as they are if it is none of these routes."""
        left = [0.0 if route in impossible else p for route, p in zip(self.routes, self.probabilities, strict=True)]
        total = sum(left) or 1.0
        return Prediction(self.routes, tuple(p / total for p in left), self.in_scope, self.qualifiers)

    def _two(self) -> list[tuple[str, float]]:
        """Return the first two without sorting: every message needs them."""
        values = self.probabilities
        best = max(values)
        first = values.index(best)
        rest = (*values[:first], -1.0, *values[first + 1 :])
        second = max(rest)
        return [(self.routes[first], best), (self.routes[rest.index(second)], second)]


class Student:
    """The embedding classifier. Immutable after construction, and so safe to share between threads.

    `threshold`: the confidence from which a verdict is accepted. `scope_threshold` and `familiarity_threshold`: the
    values of `in_scope` below which a message is out of scope, or not accepted. `fitted`: digests of the training
    texts. `familiarity` scores `in_scope` against a background; None takes the energy of the routes' scores instead.
    `leaning`: weights for whether a message depends on the previous one (of the vector, the vocabulary, and a bias);
    empty if no examples taught it. `neighbours`: the examples themselves, for what the weights are unsure of.
    """

    def __init__(
        self,
        *,
        encoder: str,
        labels: Sequence[StudentLabel],
        vocabulary: Vocabulary,
        dense: NDArray[np.float32],
        sparse: NDArray[np.float32],
        bias: NDArray[np.float32],
        threshold: float,
        scope_threshold: float,
        familiarity_threshold: float,
        fitted: NDArray[np.uint64],
        leaning: NDArray[np.float32] | None = None,
        familiarity: Familiarity | None = None,
        neighbours: Neighbours | None = None,
        key: str = "",
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Take the result of `training.fit` or `serialization.load`."""
        self.encoder, self.labels, self.vocabulary = encoder, tuple(labels), vocabulary
        self.dense, self.sparse, self.bias = dense, sparse, bias
        self.threshold, self.fitted = threshold, fitted
        self.scope_threshold, self.familiarity_threshold = scope_threshold, familiarity_threshold
        self.leaning = np.zeros(0, dtype=np.float32) if leaning is None else leaning
        self.familiarity, self.neighbours = familiarity, neighbours
        self.key, self.notes = key, notes or {}
        self.routes = tuple(dict.fromkeys(label.route for label in labels if label.route is not None))
        place = {route: i for i, route in enumerate(self.routes)}
        # The probability of a route is the sum over its labels: one, and another for each qualifier.
        labels_of = [[i for i, label in enumerate(labels) if label.route == route] for route in self.routes]
        self._first = [found[0] for found in labels_of]
        self._further = [
            (place[route], label) for route, found in zip(self.routes, labels_of, strict=True) for label in found[1:]
        ]
        self._qualified = [
            (label.route, i, label.qualifier) for i, label in enumerate(labels) if label.qualifier and label.route
        ]
        self._has_out_of_scope = any(label.route is None for label in labels)
        self._scoped = [i for i, label in enumerate(labels) if label.route is not None]

    def scores(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> NDArray[np.float32]:
        """Return one calibrated score per label."""
        columns, values = self.vocabulary.row(folded, after)
        # einsum and not @: BLAS would wake a second thread for ten microseconds of work.
        result: NDArray[np.float32] = np.einsum("ij,j->i", self.dense, vector) + self.bias
        if len(columns):
            result += np.einsum("i,ij->j", values, self.sparse[columns])
        if after is not None and not self.vocabulary.knows_turn(after):
            result += DEFAULT_CONTEXT_SCORE * np.array(
                [label.route == after for label in self.labels], dtype=np.float32
            )
        return result

    def predict(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> Prediction:
        """Return the probabilities of the routes for one message; `after` is its context."""
        record_fact(CLASSIFIER, kind="student")
        # An attachment is part of the message, not history.
        if after is not None and after != ATTACHED:
            record_fact(HISTORY, to="student", entries=1)
        scores = self.scores(vector, folded, after)
        parts, total, top = _softmax_parts(scores)
        by_route = [parts[i] / total for i in self._first]
        for route, label in self._further:
            by_route[route] += parts[label] / total
        if self.familiarity is not None:
            # A continuation has few words of its own, and so has a message about an attachment.
            vouched = CONTINUATION if after is not None else 0.0
            in_scope = self.familiarity.score(vector, max(by_route)) + vouched
        else:
            in_scope = math.log(sum(parts[i] for i in self._scoped) if self._has_out_of_scope else total) + top
        qualifiers = {
            route: qualifier
            for route, label, qualifier in self._qualified
            if 2 * parts[label] / total > by_route[self.routes.index(route)]
        }
        return Prediction(self.routes, tuple(by_route), in_scope, qualifiers)

    def dependence(self, vector: NDArray[np.float32], folded: str) -> float | None:
        """Return the probability that a message depends on the previous one; None if no examples taught it."""
        if not len(self.leaning):
            return None
        columns, values = self.vocabulary.row(folded)
        width = len(vector)
        score = float(vector @ self.leaning[:width]) + float(self.leaning[-1])
        if len(columns):
            score += float(values @ self.leaning[width:-1][columns])
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))

    def verdict(self, prediction: Prediction) -> Verdict:
        """Return the most probable route, and whether the thresholds accept it."""
        (best, confidence), (runner_up, second) = prediction.ranked(2)
        scope = prediction.in_scope - self.scope_threshold if self.scope_threshold > NO_THRESHOLD else None
        if (scope is not None and scope < 0) or self.is_outside(confidence, 1 - sum(prediction.probabilities)):
            accepted, scope = False, min(scope or 0.0, -1e-6)
            reason = f"unlike every example; {best} is nearest"
        elif confidence < self.threshold:
            accepted = False
            reason = f"confidence {_shown(confidence, self.threshold)} is below the threshold of {self.threshold:.2f}"
        elif not self.is_familiar(prediction):
            accepted = False
            reason = f"confidence {confidence:.2f} reaches the threshold, but the message is unlike the examples"
        else:
            accepted = True
            reason = f"confidence {confidence:.2f} reaches the threshold of {self.threshold:.2f}"
        return Verdict(
            route=best,
            accepted=accepted,
            confidence=confidence,
            reason=reason,
            runner_up=runner_up,
            margin=confidence - second,
            qualifier=prediction.qualifiers.get(best),
            scope=scope,
        )

    def beside_neighbours(
        self, verdict: Verdict, prediction: Prediction, vector: NDArray[np.float32], after: str | None = None
    ) -> tuple[Verdict, Prediction]:
        """Return a verdict that was not accepted, and its prediction, as the nearest examples see the message too.

        It becomes no surer than what would have been accepted.
        """
        if self.neighbours is None:
            return verdict, prediction
        together = joined(self.routes, prediction.probabilities, self.neighbours.shares(vector, after))
        prediction = replace(prediction, probabilities=together)
        (best, confidence), (runner_up, second) = prediction.ranked(2)
        reason = verdict.reason
        if best != verdict.route:
            reason = f"{reason}; the nearest examples are rather {best}"
        return (
            verdict._replace(
                route=best,
                confidence=min(confidence, max(verdict.confidence, self.threshold)),
                reason=reason,
                runner_up=runner_up,
                margin=confidence - second,
                qualifier=prediction.qualifiers.get(best),
            ),
            prediction,
        )

    def is_familiar(self, prediction: Prediction) -> bool:
        """Whether a message is enough like the examples to be accepted."""
        return prediction.in_scope >= self.familiarity_needed(prediction)

    def familiarity_needed(self, prediction: Prediction) -> float:
        """Return how like the examples a message must be; with few examples less so the surer its route is."""
        if self.familiarity is None:
            return self.familiarity_threshold
        return self.familiarity_threshold - SURENESS * math.log(max(*prediction.probabilities, 1e-9))

    def is_outside(self, confidence: float, outside: float) -> bool:
        """Whether the out-of-scope label wins; with few examples, which are not like all strangers, by far."""
        return outside > confidence and (self.familiarity is None or outside > OUTSIDE)

    def was_fitted_on(self, text: str) -> bool:
        """Whether this text, accents and case aside, was among the training examples."""
        digest = np.uint64(text_digest(text))
        place = int(np.searchsorted(self.fitted, digest))
        return place < len(self.fitted) and bool(self.fitted[place] == digest)


def _shown(confidence: float, threshold: float) -> str:
    """Return a confidence below a threshold with as many digits as it takes to see that."""
    return f"{confidence:.2f}" if f"{confidence:.2f}" != f"{threshold:.2f}" else f"{confidence:.4f}"


def _softmax_parts(scores: NDArray[np.float32]) -> tuple[list[float], float, float]:
    """Return the exponentials of a softmax, their sum, and the highest score, which was subtracted before."""
    if len(scores) > MAX_SCALAR_LABELS:
        highest = scores.max()
        exponentials = np.exp(scores - highest)
        return exponentials.tolist(), float(exponentials.sum()), float(highest)
    values = scores.tolist()
    top = max(values)
    parts = [math.exp(value - top) for value in values]
    return parts, sum(parts), top


def text_digest(text: str) -> int:
    """Return the digest of a text in the list of training texts."""
    plain = " ".join(fold(text).split()).strip(" .!?¿¡")
    return int.from_bytes(sha256(plain.encode("utf-8", "replace")).digest()[:8], "big")


def text_digests(texts: Iterable[str]) -> NDArray[np.uint64]:
    """Return the sorted digests of many texts."""
    return np.unique(np.array([text_digest(text) for text in texts], dtype=np.uint64))
