"""Calibration on out-of-fold scores: factors of the component models, the acceptance and the scope thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

DEFAULT_THRESHOLD = 0.85
"""The threshold where none can be estimated, as with a single example per route."""

MIN_OUT_OF_SCOPE = 10
"""Out-of-scope rows from which these set the scope thresholds."""

USUAL_FACTORS = (1.0, 2.5)
"""Typical factors of the logistic and the hinge-loss model, from large sets."""


def softmax(scores: Floats) -> Floats:
    """Return rows of scores as probabilities."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = shifted / shifted.sum(axis=-1, keepdims=True)
    return result


def energy(scores: Floats) -> Floats:
    """Return the log-sum-exp of each row: high if some route fits the message, low if none does."""
    top = scores.max(axis=-1, keepdims=True)
    result: Floats = np.log(np.exp(scores - top).sum(axis=-1)) + top[..., 0]
    return result


def fit_factors(model_scores: list[Floats], truth: NDArray[np.int64]) -> list[float]:
    """Return a factor for each component model so that the softmax of the weighted sum fits the truth best.

    Targets are smoothed by one pseudo-count and the factors regularised towards their typical values, so that a few
    rows neither yield certainty nor switch a model off.
    """
    from scipy.optimize import minimize

    rows = np.arange(len(truth))
    classes = model_scores[0].shape[1]
    hit = (len(truth) + 1) / (len(truth) + 2)
    start = np.log(USUAL_FACTORS[: len(model_scores)])

    def loss(logs: Floats) -> float:
        factors = np.exp(logs)
        total = sum((f * s for f, s in zip(factors, model_scores, strict=True)), np.zeros_like(model_scores[0]))
        logp = total - energy(total)[:, None]
        right = logp[rows, truth]
        wrong = (logp.sum(axis=1) - right) / max(classes - 1, 1)
        penalty = float(((logs - start) ** 2).sum()) / (2 * len(truth))
        return float(-(hit * right + (1 - hit) * wrong).mean()) + penalty

    found = minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-3, "fatol": 1e-6})
    return [float(f) for f in np.exp(np.clip(found.x, -7, 7))]


def fit_threshold(confidence: Floats, right: NDArray[np.bool_], error: float) -> float:
    """Return the lowest threshold at which the error rate of the accepted rows is at most `error`.

    The rate is the mean of the counted errors and those that the confidences predict: with few rows, a single error
    would otherwise move the threshold by a tenth.
    """
    if not len(confidence):
        return DEFAULT_THRESHOLD
    order = np.argsort(-confidence, kind="stable")
    ranked = confidence[order]
    rate = np.cumsum(~right[order] + 1 - ranked) / (2 * np.arange(1, len(order) + 1))
    # A threshold accepts all rows of one confidence or none.
    last = np.append(ranked[1:] != ranked[:-1], True)
    good = np.flatnonzero((rate <= error) & last)
    # If even the most confident rows are wrong too often, only higher confidences are accepted.
    return float(ranked[good[-1]] if len(good) else np.nextafter(ranked[0], 2))


def fit_scope_thresholds(scores: Floats, in_scope: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the scope and the familiarity threshold: energies below which a message is out of scope, or not accepted.

    With out-of-scope rows both are the energy that separates the two kinds best. Without, they are the 1st and the
    10th percentile of the rows in scope.
    """
    inside, outside = np.sort(scores[in_scope]), np.sort(scores[~in_scope])
    if len(outside) < MIN_OUT_OF_SCOPE:
        return float(np.quantile(inside, 0.01)), float(np.quantile(inside, 0.1))
    candidates = np.unique(np.concatenate([inside, outside]))
    accepted = 1 - np.searchsorted(inside, candidates) / len(inside)
    rejected = np.searchsorted(outside, candidates) / len(outside)
    best = float(candidates[np.argmax(accepted + rejected)])
    return best, best
