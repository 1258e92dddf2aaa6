"""What scores mean: a probability fitted on out-of-fold scores, and a bar above which to trust it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

DEFAULT_THRESHOLD = 0.85
"""The bar where nothing can be estimated, as with a single example a route."""


USUAL = (1.0, 2.5)
"""Factors of the logistic and the hinge voice as large sets give them."""


def softmax(scores: Floats) -> Floats:
    """Turn rows of scores into probabilities."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = shifted / shifted.sum(axis=-1, keepdims=True)
    return result


def energy(scores: Floats) -> Floats:
    """Log of the summed exponentials: high when some route claims the message, low when none does."""
    top = scores.max(axis=-1, keepdims=True)
    result: Floats = np.log(np.exp(scores - top).sum(axis=-1)) + top[..., 0]
    return result


def fit_weights(voices: list[Floats], truth: NDArray[np.int64]) -> list[float]:
    """Return a factor for each voice so that the softmax of their sum fits the truth best.

    Targets are smoothed by one pseudo-count and the factors held near their usual size, so that a handful
    of rows neither claims certainty nor silences a voice.
    """
    from scipy.optimize import minimize

    rows = np.arange(len(truth))
    classes = voices[0].shape[1]
    hit = (len(truth) + 1) / (len(truth) + 2)
    start = np.log(USUAL[: len(voices)])

    def loss(logs: Floats) -> float:
        factors = np.exp(logs)
        total = sum((f * v for f, v in zip(factors, voices, strict=True)), np.zeros_like(voices[0]))
        logp = total - energy(total)[:, None]
        right = logp[rows, truth]
        wrong = (logp.sum(axis=1) - right) / max(classes - 1, 1)
        doubt = float(((logs - start) ** 2).sum()) / (2 * len(truth))
        return float(-(hit * right + (1 - hit) * wrong).mean()) + doubt

    found = minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-3, "fatol": 1e-6})
    return [float(f) for f in np.exp(np.clip(found.x, -7, 7))]


def fit_threshold(confidence: Floats, right: NDArray[np.bool_], error: float) -> float:
    """Return the lowest bar at which the accepted rows are wrong at most at the rate `error`.

    The rate is the mean of the errors that were counted and those that the confidences foretell: with few
    rows, one error more or less would otherwise move the bar by a tenth.
    """
    if not len(confidence):
        return DEFAULT_THRESHOLD
    order = np.argsort(-confidence, kind="stable")
    ranked = confidence[order]
    rate = np.cumsum(~right[order] + 1 - ranked) / (2 * np.arange(1, len(order) + 1))
    # A bar takes all rows of one confidence or none.
    last = np.append(ranked[1:] != ranked[:-1], True)
    good = np.flatnonzero((rate <= error) & last)
    # Where even the surest are wrong too often, only surer ones will do.
    return float(ranked[good[-1]] if len(good) else np.nextafter(ranked[0], 2))


def fit_floors(scores: Floats, in_scope: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the energy below which a message belongs to no route, and the one below which none is accepted.

    With out-of-scope rows both are where the two kinds are told apart best. Without, they are the lowest
    hundredth and the lowest tenth of what was in scope: strangers hide among the least familiar.
    """
    inside, outside = np.sort(scores[in_scope]), np.sort(scores[~in_scope])
    if len(outside) < 10:
        return float(np.quantile(inside, 0.01)), float(np.quantile(inside, 0.1))
    bars = np.unique(np.concatenate([inside, outside]))
    kept = 1 - np.searchsorted(inside, bars) / len(inside)
    refused = np.searchsorted(outside, bars) / len(outside)
    best = float(bars[np.argmax(kept + refused)])
    return best, best
