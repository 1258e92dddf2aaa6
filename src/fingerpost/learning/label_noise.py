"""Find suspect labels: out-of-fold predictions that confidently contradict a teacher's label."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fingerpost.language.text import as_read
from fingerpost.learning.collect import LabelledRow
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.types import Example

FOLDS = 5
MAX_ITERATIONS = 100
"""Most iterations of a fit."""
MAX_LABEL_PROBABILITY, MIN_OTHER_PROBABILITY = 0.1, 0.5
"""A label is suspect if a model fitted without it gives it less than this, and another route more than that."""


def suspect_labels(
    examples: Sequence[Example], rows: Sequence[LabelledRow], encoder: Encoder, cache: Path | None
) -> frozenset[int]:
    """Return the indices of the labels that a model fitted without them confidently contradicts.

    Labels by people are never suspect.
    """
    if not any(row.source != "person" for row in rows):
        return frozenset()
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    texts = [as_read(text) for text in (*(e.text for e in examples), *(row.text for row in rows))]
    vectors = encode_cached(encoder, texts, cache)
    labels = np.array([*(e.route for e in examples), *(row.route for row in rows)])
    first = len(examples)
    folds = np.random.default_rng(0).integers(0, FOLDS, len(rows))
    suspects: set[int] = set()
    for fold in range(FOLDS):
        held_out = np.flatnonzero(folds == fold) + first
        training = np.setdiff1d(np.arange(len(labels)), held_out)
        if not len(held_out) or len(set(labels[training])) < 2:
            continue
        with warnings.catch_warnings():
            # Noisy labels converge slowly, and the probabilities are good enough long before.
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = LogisticRegression(C=10, max_iter=MAX_ITERATIONS).fit(vectors[training], labels[training])
        probabilities = model.predict_proba(vectors[held_out])
        column = {route: i for i, route in enumerate(model.classes_)}
        for probability, index in zip(probabilities, held_out, strict=True):
            row = rows[int(index) - first]
            given = probability[column[row.route]] if row.route in column else 0.0
            if row.source != "person" and given < MAX_LABEL_PROBABILITY and probability.max() > MIN_OTHER_PROBABILITY:
                suspects.add(int(index) - first)
    return frozenset(suspects)
