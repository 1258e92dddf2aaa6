"""Training of a student: two linear component models, weighted and calibrated on out-of-fold predictions.

One is a logistic regression over the sentence embedding, good with few examples and at detecting what is out of
scope; the other a hinge-loss model over embedding and n-grams, better where wording separates the routes. Both are
linear, so their weighted sum is stored as one set of arrays.
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
    fit_factors,
    fit_scope_thresholds,
    fit_threshold,
    softmax,
)
from fingerpost.routing.student.component_models import ComponentModels, Floats, LinearModel, held_out_folds
from fingerpost.routing.student.familiarity import Background, Familiarity, background_digest, background_of, prototypes
from fingerpost.routing.student.features import MAX_TERMS, Vocabulary
from fingerpost.routing.student.model import (
    FORMAT,
    NO_THRESHOLD,
    SURENESS,
    Student,
    StudentLabel,
    text_digests,
)
from fingerpost.routing.student.neighbours import Neighbours, fit_neighbours
from fingerpost.types import ATTACHED, EDITOR, Example

MAX_SPARSE_WEIGHTS = 12_000_000
"""Sparse weights of the largest student: with very many routes the vocabulary shrinks instead."""

ATTACHED_EVERY = 3
"""One of so many examples is repeated with an attachment, if the routebook has examples with attachments."""

MIN_DEPENDENT, DEPENDENCE_C = 50, 3.0
"""Examples of either kind needed to learn context dependence, and the inverse regularisation of that model."""

MAX_LEXICAL_SIZE = 10_000_000
"""Examples times routes beyond which n-grams are left out: their solver fits one model per route and takes hours."""

OUT_OF_SCOPE, DOUBTFUL = -0.4, 1.0
"""Familiarity below which a message is out of scope, or not accepted.

Set by hand. On the written domains, by the tuned encoder, 0.48 of the strangers are out of scope then, and 0.04 of the
messages; by the plain one 0.31 and 0.03.
"""

FEW_ROWS = 200
"""Rows below which familiarity and its thresholds tell strangers: so few plain examples, each compared with the
others, say little about the messages of customers. With more rows the scores of the routes themselves tell more."""

Progress = Callable[[str], None]


def training_key(
    examples: Sequence[Example], encoder: str, accept_error: float, out_of_scope: str | None, *, nearest: bool = False
) -> str:
    """Return a digest of all inputs of the training, by which a stored student is recognised as current."""
    # What a student does not have adds nothing to its key.
    more = (background_digest(encoder) if len(examples) < FEW_ROWS else None, "nearest" if nearest else None)
    known = (FORMAT, encoder, accept_error, out_of_scope, MAX_TERMS, *filter(None, more))
    digest = sha256(repr(known).encode())
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
    nearest: bool = False,
    progress: Progress = lambda _: None,
) -> Student:
    """Return a fitted student; examples of the route `out_of_scope` teach it what belongs to no route.

    `trusted`: the number of examples at the beginning whose out-of-fold predictions set calibration and thresholds;
    None uses all. The factors of the component models are fitted on all examples. `nearest`: keep `Neighbours`.
    """
    key = training_key(examples, encoder.fingerprint, accept_error, out_of_scope, nearest=nearest)
    material = _prepare(examples, encoder, out_of_scope, cache, progress)
    learner, truth, tests = material.learner, material.learner.truth, material.folds(fold)
    progress(f"fitting {len(tests)} folds for calibration")
    *by_fold, models = learner.fit_parts([*learner.without(tests), np.arange(len(truth))])

    thresholds, factors = _FittedThresholds(), [1.0 for _ in models]
    if material.background is not None:
        # These are set by hand, and hold where a route with a single text leaves no folds to fit the others on.
        thresholds = _FittedThresholds(scope=OUT_OF_SCOPE, familiarity=DOUBTFUL)
    if tests:
        held_out = np.concatenate(tests)
        factors, scores = _weighted(
            [learner.scores(fitted, test) for fitted, test in zip(by_fold, tests, strict=True)], truth[held_out]
        )
        near = _held_out_familiarity(material, tests, scores)
        if trusted is not None:
            kept = held_out < trusted
            scores, held_out, near = scores[kept], held_out[kept], None if near is None else near[kept]
            [scale], scores = _weighted([[scores]], truth[held_out])
            factors = [scale * factor for factor in factors]
        thresholds = _fit_thresholds(scores, near, truth[held_out], material.names, accept_error)
    return _student(
        material,
        models,
        factors,
        thresholds,
        leaning=_fit_dependence(examples, learner.dense[: len(examples)], material.vocabulary),
        familiarity=_familiarity(material),
        neighbours=fit_neighbours(learner.dense[: len(examples)], examples, out_of_scope) if nearest else None,
        key=key,
        notes={"rows": len(examples), "folds": len(tests), "factors": factors, **thresholds.notes},
    )


class Fold(NamedTuple):
    """A student fitted without some of the examples, and the positions of those."""

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
    """Return one student per fold whose weights and thresholds were fitted without it; none if a label has one text.

    Texts for which `same` returns the same key stay in one fold.
    """
    material = _prepare(examples, encoder, out_of_scope, cache, progress)
    learner, truth, tests = material.learner, material.learner.truth, material.folds(same)
    progress(f"fitting {len(tests)} folds")
    by_fold = learner.fit_parts(learner.without(tests))
    held_out = [learner.scores(models, test) for models, test in zip(by_fold, tests, strict=True)]
    apart = [_familiarity(material, test) for test in tests]
    folds = []
    for i, test in enumerate(tests):
        # With a single fold, its own rows are all there is to fit the thresholds on.
        others = [j for j in range(len(tests)) if j != i] or [i]
        known = truth[np.concatenate([tests[j] for j in others])]
        factors, scores = _weighted([held_out[j] for j in others], known)
        near = _held_out_familiarity(material, [tests[j] for j in others], scores, [apart[j] for j in others])
        thresholds = _fit_thresholds(scores, near, known, material.names, accept_error)
        student = _student(material, by_fold[i], factors, thresholds, familiarity=apart[i])
        # Rows beyond the examples are repetitions with another context.
        folds.append(Fold(student, test[test < len(examples)]))
    return folds


class _Material(NamedTuple):
    """The training data: examples, repeated with every context where they must not depend on it, and their features."""

    texts: list[str]
    fitted: NDArray[np.uint64]
    names: list[StudentLabel]
    vocabulary: Vocabulary
    learner: ComponentModels
    encoder: str
    background: Background | None

    def folds(self, same: Callable[[str], str]) -> list[NDArray[np.int64]]:
        """Return the held-out rows of each fold; texts of the same key stay in one."""
        outside = [place for place, label in enumerate(self.names) if label.route is None]
        return held_out_folds([same(text) for text in self.texts], self.learner.truth, len(self.names), outside)


def _prepare(
    examples: Sequence[Example], encoder: Encoder, out_of_scope: str | None, cache: Path | None, progress: Progress
) -> _Material:
    fitted = text_digests(e.text for e in examples)
    examples = _with_every_context(examples)
    labels = [StudentLabel(None if e.route == out_of_scope else e.route, e.qualifier) for e in examples]
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
    index = {label: i for i, label in enumerate(names)}
    truth = np.array([index[label] for label in labels], dtype=np.int64)
    lexical = len(texts) * len(names) <= MAX_LEXICAL_SIZE
    cap = min(MAX_TERMS, MAX_SPARSE_WEIGHTS // (2 * len(names)))
    vocabulary = Vocabulary.learn(texts if lexical else (), after if lexical else (), cap)
    sparse = vocabulary.matrix(texts, after) if lexical else None
    background = background_of(encoder.fingerprint)
    inside = np.array([label.route is not None for label in labels])
    return _Material(
        texts,
        fitted,
        names,
        vocabulary,
        ComponentModels(dense, sparse, truth, len(names)),
        encoder.fingerprint,
        None if background is None or len(texts) >= FEW_ROWS else background.without(dense[inside]),
    )


def _familiarity(material: _Material, left_out: NDArray[np.int64] | None = None) -> Familiarity | None:
    """Return the familiarity with the routes of the rows that are not left out; None without a background."""
    if material.background is None:
        return None
    rows = np.arange(len(material.learner.truth)) if left_out is None else material.learner.without([left_out])[0]
    vectors, truth = material.learner.dense[rows], material.learner.truth[rows]
    inside = np.array([label.route is not None for label in material.names])[truth]
    background = material.background
    if not inside.all():
        background = background.beside(prototypes(vectors[~inside], truth[~inside]))
    return Familiarity.between(prototypes(vectors[inside], truth[inside]), background)


def _held_out_familiarity(
    material: _Material,
    tests: Sequence[NDArray[np.int64]],
    scores: Floats,
    apart: Sequence[Familiarity | None] | None = None,
) -> Floats | None:
    """Return the familiarity of the rows of each fold with the rows of the others, in their order.

    `apart`: what is familiar without the rows of each fold, where it is known already.
    """
    if material.background is None:
        return None
    confidence = _by_route(softmax(scores), material.names).max(axis=1)
    found, start = [], 0
    for test, familiarity in zip(tests, apart or [_familiarity(material, test) for test in tests], strict=True):
        if familiarity is not None:
            part = confidence[start : start + len(test)]
            found.append(familiarity.scores(material.learner.dense[test], part))
        start += len(test)
    return np.concatenate(found)


def _weighted(held_out: Sequence[Sequence[Floats]], truth: NDArray[np.int64]) -> tuple[list[float], Floats]:
    """Return the factors of the component models, fitted on out-of-fold scores by fold, and the weighted sum."""
    model_scores = [np.concatenate(parts) for parts in zip(*held_out, strict=True)]
    factors = fit_factors(model_scores, truth)
    return factors, _sum(factors, model_scores)


def _student(
    material: _Material,
    models: Sequence[LinearModel],
    factors: Sequence[float],
    thresholds: _FittedThresholds,
    *,
    leaning: NDArray[np.float32] | None = None,
    familiarity: Familiarity | None = None,
    neighbours: Neighbours | None = None,
    key: str = "",
    notes: dict[str, Any] | None = None,
) -> Student:
    """Return the student with the weighted sum of the component models as one set of arrays."""
    width = material.learner.dense.shape[1]
    lexical_part = models[-1].weights[:, width:] * factors[-1]
    return Student(
        encoder=material.encoder,
        labels=material.names,
        vocabulary=material.vocabulary,
        dense=_sum(factors, [model.weights[:, :width] for model in models]).astype(np.float32),
        sparse=np.ascontiguousarray(lexical_part.T, dtype=np.float32),
        bias=_sum(factors, [model.bias for model in models]).astype(np.float32),
        threshold=thresholds.threshold,
        scope_threshold=thresholds.scope,
        familiarity_threshold=thresholds.familiarity,
        fitted=material.fitted,
        leaning=leaning,
        familiarity=familiarity,
        neighbours=neighbours,
        key=key,
        notes=notes,
    )


def _sum(factors: Sequence[float], parts: Sequence[Floats]) -> Floats:
    total: Floats = np.sum([factor * part for factor, part in zip(factors, parts, strict=True)], axis=0)
    return total


def _with_every_context(examples: Sequence[Example]) -> list[Example]:
    """Return the examples, and again with every context those that only look as if they depended on one.

    "Thanks, that works" is small talk whatever came before; without these rows the context would outweigh the text.
    And any message can come with an attachment that it is not about.
    """
    kinds = sorted({e.after for e in examples if e.after} - {ATTACHED})
    alone = [e for e in examples if e.after is None]
    dependent_looking = [e for e in alone if read_reference(e.text, fold(e.text))[1]]
    with_attachment = alone[::ATTACHED_EVERY] if any(e.after == ATTACHED for e in examples) else []
    return [
        *examples,
        *(replace(e, after=kind) for e in dependent_looking for kind in kinds),
        *(replace(e, after=ATTACHED) for e in with_attachment),
    ]


def _fit_dependence(examples: Sequence[Example], dense: Floats, vocabulary: Vocabulary) -> NDArray[np.float32] | None:
    """Return the weights for whether a message depends on the previous one; None with too few examples."""
    rows = [i for i, e in enumerate(examples) if e.after not in (EDITOR, ATTACHED)]
    truth = np.array([examples[i].after is not None for i in rows], dtype=np.int64)
    if min(truth.sum(), len(truth) - truth.sum()) < MIN_DEPENDENT:
        return None
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import LogisticRegression

    texts = [as_read(examples[i].text) for i in rows]
    features = hstack([csr_matrix(dense[rows]), vocabulary.matrix(texts, [None] * len(texts))]).tocsr()
    model = LogisticRegression(C=DEPENDENCE_C, max_iter=300, class_weight="balanced").fit(features, truth)
    return np.append(model.coef_[0], model.intercept_).astype(np.float32)


class _FittedThresholds(NamedTuple):
    """The student's thresholds, and the expected figures at them."""

    threshold: float = DEFAULT_THRESHOLD
    scope: float = NO_THRESHOLD
    familiarity: float = NO_THRESHOLD
    notes: Mapping[str, Any] = MappingProxyType({})


def _by_route(probabilities: Floats, names: Sequence[StudentLabel]) -> Floats:
    """Return the probabilities of the routes: the sums over their labels."""
    routes = dict.fromkeys(label.route for label in names if label.route is not None)
    return np.stack(
        [probabilities[:, [label.route == route for label in names]].sum(axis=1) for route in routes], axis=1
    )


def _fit_thresholds(
    scores: Floats,
    familiarity: Floats | None,
    truth: NDArray[np.int64],
    names: Sequence[StudentLabel],
    accept_error: float,
) -> _FittedThresholds:
    """Return the thresholds, and accuracy, coverage and error at them, from out-of-fold scores and familiarity."""
    scoped = np.array([label.route is not None for label in names])
    routes = list(dict.fromkeys(label.route for label in names if label.route is not None))
    by_route = _by_route(softmax(scores), names)
    best = np.array([routes.index(label.route) if label.route else -1 for label in names])[truth]
    right = by_route.argmax(axis=1) == best
    confidence = by_route.max(axis=1)
    if familiarity is None:
        in_scope = sure = energy(scores[:, scoped])
        scope, doubt = fit_scope_thresholds(in_scope, best >= 0)
    else:
        in_scope, sure = familiarity, familiarity + SURENESS * np.log(np.maximum(confidence, 1e-9))
        # A dozen examples out of scope are of the background and have a label; thresholds that separate them from plain
        # examples would send away every tenth message of a customer.
        scope, doubt = OUT_OF_SCOPE, DOUBTFUL
    inside = sure >= doubt
    threshold = fit_threshold(confidence[inside], right[inside], accept_error)
    if familiarity is not None and accept_error >= ACCEPT_ERROR:
        threshold = min(threshold, DEFAULT_THRESHOLD)
    accepted = inside & (confidence >= threshold)
    return _FittedThresholds(
        threshold,
        scope,
        doubt,
        {
            "accuracy": round(float(right[best >= 0].mean()), 4),
            "coverage": round(float(accepted.mean()), 4),
            "accepted_error": round(float(1 - right[accepted].mean()), 4) if accepted.any() else None,
        },
    )
