"""A linear model of an app's actions, for apps with many examples: likeness to single ones is not all they teach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fingerpost.reading.declaration import NONE, Declaration
from fingerpost.reading.network import Floats

ENOUGH = 20
"""Examples an action, on the mean of all actions, from which models of its own are fitted for an app."""
_SHARE = 0.5
"""How much the network's vector counts beside that of the sentence encoder."""
_FREEDOM = 5.0
"""The inverse of the regularisation."""
_LEAST = -8.0
"""The lowest log-probability that counts."""


class ActionModel(NamedTuple):
    """Weights for each action, nothing asked last."""

    weights: Floats
    bias: Floats

    def log_probabilities(self, sentence: Floats, request: Floats) -> Floats:
        """Return the log-probability of each action, nothing asked last, for the two vectors of a request."""
        scores = self.weights @ np.concatenate([sentence, _SHARE * request]) + self.bias
        scores -= scores.max()
        result: Floats = np.maximum(scores - np.log(np.exp(scores).sum()), _LEAST)
        return result


def fit(declaration: Declaration, actions: Sequence[str], sentences: Floats, requests: Floats) -> ActionModel | None:
    """Return the model of examples; None where they are too few, or none of them asks for nothing."""
    names = [*declaration.actions, NONE]
    if len(actions) < ENOUGH * len(declaration.actions) or set(actions) != set(names):
        return None
    # Imported only where it is fitted.
    from sklearn.linear_model import LogisticRegression

    rows = np.hstack([sentences, _SHARE * requests])
    model = LogisticRegression(C=_FREEDOM, max_iter=300).fit(rows, [names.index(one) for one in actions])
    return ActionModel(model.coef_.astype(np.float32), model.intercept_.astype(np.float32))
