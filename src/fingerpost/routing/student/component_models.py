"""The component models of a student: linear models over vectors and n-grams, fitted on any subset of the rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import TrainingError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Floats = NDArray[np.floating[Any]]


MANY_ROWS, LEXICAL_SCALE = 1000, 2.0
"""Rows from which the hinge-loss model is fitted on longer n-gram blocks, and how much longer: the weights of words are
regularised less. With sixty examples it sends messages away."""


class LinearModel(NamedTuple):
    """One component model: a row of weights and a bias per label."""

    weights: Floats
    bias: Floats


class ComponentModels:
    """The features of all rows, on any subset of which the component models can be fitted."""

    def __init__(
        self, dense: NDArray[np.float32], sparse: csr_matrix | None, truth: NDArray[np.int64], classes: int
    ) -> None:
        """Take one row per message; without sparse features there is only the logistic model."""
        from scipy.sparse import csr_matrix, hstack

        self.dense, self.truth, self.classes = dense, truth, classes
        self.both = None if sparse is None else hstack([csr_matrix(dense), sparse]).tocsr()
        self.scale = np.ones(0 if self.both is None else self.both.shape[1], dtype=np.float32)
        if len(truth) >= MANY_ROWS:
            self.scale[dense.shape[1] :] = LEXICAL_SCALE

    def without(self, tests: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
        """Return, for each fold, the rows that are not in it."""
        everything = np.arange(len(self.truth))
        return [np.setdiff1d(everything, test) for test in tests]

    def fit_parts(self, parts: Sequence[NDArray[np.int64]]) -> list[list[LinearModel]]:
        """Return the component models fitted on each subset of the rows."""
        from concurrent.futures import ThreadPoolExecutor

        fits = [self._logistic] if self.both is None else [self._logistic, self._hinge]
        # One thread per model, not per fold: the hinge solver's random state is shared by all threads of a process.
        with ThreadPoolExecutor(len(fits)) as threads:
            fitted = list(threads.map(lambda fit_one: [fit_one(part) for part in parts], fits))
        return [list(models) for models in zip(*fitted, strict=True)]

    def scores(self, models: Sequence[LinearModel], rows: NDArray[np.int64]) -> list[Floats]:
        """Return each model's scores for some rows."""
        features = [self.dense] if self.both is None else [self.dense, self.both]
        return [
            np.asarray(matrix[rows] @ model.weights.T) + model.bias
            for matrix, model in zip(features, models, strict=True)
        ]

    def _logistic(self, rows: NDArray[np.int64]) -> LinearModel:
        """Return the logistic regression over vectors."""
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits

        # On small matrices BLAS threads wait for each other twenty times longer than they compute.
        with threadpool_limits(1 if len(rows) < 5000 else None):
            model = LogisticRegression(C=10, max_iter=200).fit(self.dense[rows], self.truth[rows])
        return self._all_labels(model, 0.5)

    def _hinge(self, rows: NDArray[np.int64]) -> LinearModel:
        """Return the hinge-loss model over vectors and n-grams."""
        from sklearn.svm import LinearSVC

        if self.both is None:
            raise TrainingError("there are no n-grams to fit on")
        features = self.both[rows].multiply(self.scale).tocsr()
        found = self._all_labels(LinearSVC(C=1, random_state=0, max_iter=3000).fit(features, self.truth[rows]), 1.0)
        return found._replace(weights=found.weights * self.scale)

    def _all_labels(self, model: Any, share: float) -> LinearModel:
        """Return a fitted model with a row for every label, also those without rows in this subset."""
        weights, bias, seen = model.coef_, model.intercept_, model.classes_
        if len(seen) == 2:
            # scikit-learn has a single row for two labels: the score of the second against the first.
            weights, bias = np.vstack([-weights, weights]) * share, np.concatenate([-bias, bias]) * share
        full = np.zeros((self.classes, weights.shape[1]))
        # A label without rows in this subset must never win.
        base = np.full(self.classes, -10.0)
        full[seen], base[seen] = weights, bias
        return LinearModel(full, base)


def held_out_folds(
    texts: Sequence[str], truth: NDArray[np.int64], classes: int, outside: Collection[int] = ()
) -> list[NDArray[np.int64]]:
    """Return the held-out rows of each fold; none if a label has a single text.

    The only text of a label in `outside` is never held out: without it nothing would teach that label. Rows of one
    text stay in one fold: the same words with another context would leak the answer. Few rows are left out one by
    one; very many are held out only once.
    """
    groups: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        groups.setdefault(text, []).append(row)
    by_label: dict[int, list[list[int]]] = {}
    for rows in groups.values():
        by_label.setdefault(int(truth[rows[0]]), []).append(rows)
    for label in outside:
        if len(by_label.get(label, ())) == 1:
            [single] = by_label.pop(label)
            del groups[texts[single[0]]]
    judged = set(range(classes)).difference(outside)
    if any(len(by_label.get(label, ())) < 2 for label in judged):
        return []
    if len(groups) <= 60:
        return [np.array(rows) for rows in groups.values()]
    # With few texts per label, five folds would underestimate the student, which is trained on all of them.
    count = 10 if len(texts) <= min(2000, 30 * classes) else 5 if len(texts) <= 8000 else 3
    rng = np.random.default_rng(0)
    parts: list[list[int]] = [[] for _ in range(count)]
    position = 0
    for label in sorted(by_label):
        for i in rng.permutation(len(by_label[label])):
            parts[position % count].extend(by_label[label][i])
            position += 1
    held = [np.array(sorted(part)) for part in parts]
    return held[:1] if len(texts) * classes > 5_000_000 else held
