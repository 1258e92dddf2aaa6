"""Labels that all others speak against: where a teacher errs, its neighbours mostly do not."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fingerpost.language.text import as_read
from fingerpost.learning.collect import Labelled
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.types import Example

FOLDS = 5
ROUNDS = 100
"""Steps that a fit may take."""
UNLIKELY, SURE = 0.1, 0.5
"""A label is doubted where a model that did not see it gives it less than this, and another route more than that."""


def doubtful(
    examples: Sequence[Example], rows: Sequence[Labelled], encoder: Encoder, cache: Path | None
) -> frozenset[int]:
    """Return the places of a teacher's labels that a model fitted without them is sure are wrong.

    A person's word is never doubted here.
    """
    if not any(row.source != "person" for row in rows):
        return frozenset()
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    texts = [as_read(text) for text in (*(e.text for e in examples), *(row.text for row in rows))]
    vectors = encode_cached(encoder, texts, cache)
    labels = np.array([*(e.route for e in examples), *(row.route for row in rows)])
    first = len(examples)
    parts = np.random.default_rng(0).integers(0, FOLDS, len(rows))
    doubted: set[int] = set()
    for part in range(FOLDS):
        held = np.flatnonzero(parts == part) + first
        taught = np.setdiff1d(np.arange(len(labels)), held)
        if not len(held) or len(set(labels[taught])) < 2:
            continue
        with warnings.catch_warnings():
            # Labels with many errors take long to fit to the end, and how sure it is shows long before.
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = LogisticRegression(C=10, max_iter=ROUNDS).fit(vectors[taught], labels[taught])
        chances = model.predict_proba(vectors[held])
        column = {route: i for i, route in enumerate(model.classes_)}
        for chance, place in zip(chances, held, strict=True):
            row = rows[int(place) - first]
            given = chance[column[row.route]] if row.route in column else 0.0
            if row.source != "person" and given < UNLIKELY and chance.max() > SURE:
                doubted.add(int(place) - first)
    return frozenset(doubted)
