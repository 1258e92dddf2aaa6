"""How a student is fitted: two linear voices, weighed and calibrated on rows they did not see.

One voice is a logistic regression over the sentence embedding, good with few examples and at telling
what is out of scope; the other a hinge-loss machine over embedding and n-grams, better where wording
tells routes apart. Both are linear, so their weighed sum is stored as one set of arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.conversation.resolve import read_reference
from fingerpost.errors import TrainingError
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import ACCEPT_ERROR
from fingerpost.routing.student.calibration import (
    DEFAULT_THRESHOLD,
    energy,
    fit_floors,
    fit_threshold,
    fit_weights,
    softmax,
)
from fingerpost.routing.student.features import CAP, Vocabulary
from fingerpost.routing.student.model import FORMAT, UNKNOWN, Label, Student, fitted_keys
from fingerpost.routing.student.voices import Floats, Learner, Linear, held_back
from fingerpost.types import ATTACHED, EDITOR, Example

WEIGHTS = 12_000_000
"""Sparse weights a student may hold: with very many routes the vocabulary shrinks instead of memory growing."""

CARRYING = 3
"""Of so many examples one is taught as a message with a file too, where a routebook's examples tell of files."""

LEAST_LEANING, LEANING_C = 50, 3.0
"""Examples of either kind that it takes to teach what leans, and how freely it is fitted."""

LEXICAL = 10_000_000
"""Examples times routes beyond which n-grams are left out: their solver fits every route by itself and takes hours."""

Progress = Callable[[str], None]


def training_key(examples: Sequence[Example], encoder: str, accept_error: float, out_of_scope: str | None) -> str:
    """Name a student by all that decides it, so that a stored one can be known as current."""
    digest = sha256(repr((FORMAT, encoder, accept_error, out_of_scope, CAP)).encode())
    for e in examples:
        digest.update(repr((e.text, e.route, e.after, e.qualifier)).encode("utf-8", "replace"))
    return digest.hexdigest()[:24]


def fit(
    examples: Sequence[Example],
    encoder: Encoder,
    *,
    out_of_scope: str | None = None,
    accept_error: float = ACCEPT_ERROR,
    cache: Path | None = None,
    trusted: int | None = None,
    progress: Progress = lambda _: None,
) -> Student:
    """Fit a student; examples of the route `out_of_scope` teach it what belongs nowhere.

    `trusted`: so many at the beginning are what calibration and bars go by, each judged by a fit that did not see it;
    without, all of them are. How much each voice counts goes by all of them.
    """
    key = training_key(examples, encoder.fingerprint, accept_error, out_of_scope)
    material = _prepare(examples, encoder, out_of_scope, cache, progress)
    learner, truth = material.learner, material.learner.truth
    tests = held_back([fold(text) for text in material.texts], truth, len(material.names))
    progress(f"fitting {len(tests)} folds for calibration")
    *parted, models = learner.fit_parts([*learner.without(tests), np.arange(len(truth))])

    bars, factors = _Bars(), [1.0 for _ in models]
    if tests:
        held = np.concatenate(tests)
        factors, scores = _weighed(
            [learner.scores(voices, test) for voices, test in zip(parted, tests, strict=True)], truth[held]
        )
        if trusted is not None:
            scores, held = scores[held < trusted], held[held < trusted]
            [scale], scores = _weighed([[scores]], truth[held])
            factors = [scale * factor for factor in factors]
        bars = _bars(scores, truth[held], material.names, accept_error)
    return _student(
        material,
        models,
        factors,
        bars,
        leaning=_leaning(examples, learner.dense[: len(examples)], material.vocabulary),
        key=key,
        notes={"rows": len(truth), "folds": len(tests), "factors": factors, **bars.notes},
    )


class Fold(NamedTuple):
    """A student that was fitted without some of the examples, and their places."""

    student: Student
    rows: NDArray[np.int64]


def fit_folds(
    examples: Sequence[Example],
    encoder: Encoder,
    *,
    out_of_scope: str | None = None,
    accept_error: float = ACCEPT_ERROR,
    cache: Path | None = None,
    same: Callable[[str], str] = fold,
    progress: Progress = lambda _: None,
) -> list[Fold]:
    """Fit a student a fold that saw nothing of it: neither its weights nor its bars; none where a label has one text.

    Texts of which `same` says the same stay together, on one side.
    """
    material = _prepare(examples, encoder, out_of_scope, cache, progress)
    learner, truth = material.learner, material.learner.truth
    tests = held_back([same(text) for text in material.texts], truth, len(material.names))
    progress(f"fitting {len(tests)} folds")
    parted = learner.fit_parts(learner.without(tests))
    outs = [learner.scores(voices, test) for voices, test in zip(parted, tests, strict=True)]
    folds = []
    for i, test in enumerate(tests):
        # With a single fold there is nothing else to set its bars on.
        others = [j for j in range(len(tests)) if j != i] or [i]
        known = truth[np.concatenate([tests[j] for j in others])]
        factors, scores = _weighed([outs[j] for j in others], known)
        bars = _bars(scores, known, material.names, accept_error)
        # What was repeated under another history is no example of its own.
        folds.append(Fold(_student(material, parted[i], factors, bars), test[test < len(examples)]))
    return folds


class _Material(NamedTuple):
    """Examples as they are learned from: repeated under every history, with their features."""

    texts: list[str]
    fitted: NDArray[np.uint64]
    names: list[Label]
    vocabulary: Vocabulary
    learner: Learner
    encoder: str


def _prepare(
    examples: Sequence[Example], encoder: Encoder, out_of_scope: str | None, cache: Path | None, progress: Progress
) -> _Material:
    fitted = fitted_keys(e.text for e in examples)
    examples = _under_every_history(examples)
    labels = [Label(None if e.route == out_of_scope else e.route, e.qualifier) for e in examples]
    names = sorted(set(labels), key=lambda label: (label.route is None, label.route or "", label.qualifier or ""))
    routes = {label.route for label in names} - {None}
    if len(routes) < 2:
        raise TrainingError(
            f"examples of at least two routes are needed, found {sorted(map(str, routes)) or 'none'}: add a second "
            "route with examples, or decide by rules alone"
        )
    texts = [as_read(e.text) for e in examples]
    after = [e.after for e in examples]
    progress(f"encoding {len(texts)} examples")
    dense = encode_cached(
        encoder, texts, cache, lambda done, total: progress(f"encoding {done} of {total} new examples")
    )
    place = {label: i for i, label in enumerate(names)}
    truth = np.array([place[label] for label in labels], dtype=np.int64)
    lexical = len(texts) * len(names) <= LEXICAL
    cap = min(CAP, WEIGHTS // (2 * len(names)))
    vocabulary = Vocabulary.learn(texts if lexical else (), after if lexical else (), cap)
    sparse = vocabulary.matrix(texts, after) if lexical else None
    return _Material(texts, fitted, names, vocabulary, Learner(dense, sparse, truth, len(names)), encoder.fingerprint)


def _weighed(outs: Sequence[Sequence[Floats]], truth: NDArray[np.int64]) -> tuple[list[float], Floats]:
    """Return the factors of the voices that scores of held-back rows give, a list of voices a fold, and their sum."""
    voices = [np.concatenate(parts) for parts in zip(*outs, strict=True)]
    factors = fit_weights(voices, truth)
    return factors, _sum(factors, voices)


def _student(
    material: _Material,
    models: Sequence[Linear],
    factors: Sequence[float],
    bars: _Bars,
    *,
    leaning: NDArray[np.float32] | None = None,
    key: str = "",
    notes: dict[str, Any] | None = None,
) -> Student:
    """Put the voices together as one set of arrays."""
    width = material.learner.dense.shape[1]
    lexical_part = models[-1].weights[:, width:] * factors[-1]
    return Student(
        encoder=material.encoder,
        labels=material.names,
        vocabulary=material.vocabulary,
        dense=_sum(factors, [model.weights[:, :width] for model in models]).astype(np.float32),
        sparse=np.ascontiguousarray(lexical_part.T, dtype=np.float32),
        bias=_sum(factors, [model.bias for model in models]).astype(np.float32),
        threshold=bars.threshold,
        floor=bars.floor,
        familiar=bars.familiar,
        fitted=material.fitted,
        leaning=leaning,
        key=key,
        notes=notes,
    )


def _sum(factors: Sequence[float], parts: Sequence[Floats]) -> Floats:
    total: Floats = np.sum([factor * part for factor, part in zip(factors, parts, strict=True)], axis=0)
    return total


def _under_every_history(examples: Sequence[Example]) -> list[Example]:
    """Repeat examples that may pass for leaning ones, though they stand alone, after every kind of turn.

    "Thanks, that works" is small talk whatever came before; without these rows the turn would outvote it. And any
    message can come with a file that it is not about.
    """
    kinds = sorted({e.after for e in examples if e.after} - {ATTACHED})
    alone = [e for e in examples if e.after is None]
    leaning = [e for e in alone if read_reference(e.text, fold(e.text))[1]]
    carrying = alone[::CARRYING] if any(e.after == ATTACHED for e in examples) else []
    return [
        *examples,
        *(replace(e, after=kind) for e in leaning for kind in kinds),
        *(replace(e, after=ATTACHED) for e in carrying),
    ]


def _leaning(examples: Sequence[Example], dense: Floats, vocabulary: Vocabulary) -> NDArray[np.float32] | None:
    """Fit what tells a message that leans on the one before it from one that stands alone; None with too few."""
    told = [i for i, e in enumerate(examples) if e.after not in (EDITOR, ATTACHED)]
    truth = np.array([examples[i].after is not None for i in told], dtype=np.int64)
    if min(truth.sum(), len(truth) - truth.sum()) < LEAST_LEANING:
        return None
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import LogisticRegression

    texts = [as_read(examples[i].text) for i in told]
    features = hstack([csr_matrix(dense[told]), vocabulary.matrix(texts, [None] * len(texts))]).tocsr()
    model = LogisticRegression(C=LEANING_C, max_iter=300, class_weight="balanced").fit(features, truth)
    return np.append(model.coef_[0], model.intercept_).astype(np.float32)


class _Bars(NamedTuple):
    """What a score has to reach, and what is expected of it."""

    threshold: float = DEFAULT_THRESHOLD
    floor: float = UNKNOWN
    familiar: float = UNKNOWN
    notes: Mapping[str, Any] = MappingProxyType({})


def _bars(scores: Floats, truth: NDArray[np.int64], names: Sequence[Label], accept_error: float) -> _Bars:
    """Return the bars, and what the out-of-fold scores say of the student."""
    scoped = np.array([label.route is not None for label in names])
    routes = list(dict.fromkeys(label.route for label in names if label.route is not None))
    probabilities = softmax(scores)
    by_route = np.stack(
        [probabilities[:, [label.route == route for label in names]].sum(axis=1) for route in routes], axis=1
    )
    best = np.array([routes.index(label.route) if label.route else -1 for label in names])[truth]
    right = by_route.argmax(axis=1) == best
    confidence = by_route.max(axis=1)
    claim = energy(scores[:, scoped])
    floor, familiar = fit_floors(claim, best >= 0)
    inside = claim >= familiar
    threshold = fit_threshold(confidence[inside], right[inside], accept_error)
    accepted = inside & (confidence >= threshold)
    return _Bars(
        threshold,
        floor,
        familiar,
        {
            "accuracy": round(float(right[best >= 0].mean()), 4),
            "coverage": round(float(accepted.mean()), 4),
            "accepted_error": round(float(1 - right[accepted].mean()), 4) if accepted.any() else None,
        },
    )
