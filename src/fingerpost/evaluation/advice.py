"""What is weak in the examples of a routebook: routes that overlap, wrong labels, near-copies, gaps.

Each example is judged by a linear model fitted on all others (ridge regression, whose leave-one-out predictions need
no second fit) and on the descriptions of the routes. The thresholds were chosen with both `training/domains` and
`tests/data/small-routers` in view, so the figures of tests/evaluation/test_advice.py on the latter are not held out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.evaluation.cross_validation import group_key
from fingerpost.language.detect import language_of
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.types import Example

ENOUGH = 10
"""Examples of a route from which on none is asked for."""

MISLABELLED_MARGIN = 0.35
"""How far another route must be ahead of an example's own; its score is about 1 for a certain route, 0 for others."""

JUDGED = 3
"""Examples that a route needs before its examples are compared with those of others."""

OVERLAP_SHARE, OVERLAP_COUNT = 0.35, 3
"""Share and number of the examples of two routes that are nearer to the other, from which on the routes overlap."""

NEAR_COPY = 0.85
"""Cosine from which on two examples say the same."""

SPOKEN = 2
"""Examples in a language that show that a route is taught in it: detection errs on single short texts."""

KINDS = ("contradiction", "overlap", "label", "copy", "few", "language")
"""The kinds of advice, the most useful first."""

REGULARIZATION = 1.0
BLOCK_ROWS = 1024
LANGUAGE_NAMES = {"en": "English", "es": "Spanish", "pt": "Portuguese"}

Floats = NDArray[np.float64]


class Advice(NamedTuple):
    """One weakness: its kind, what it is, what to do, and the indices of the examples that show it.

    `wrong`: it is a fault, not a matter of judgement.
    """

    kind: str
    what: str
    remedy: str
    examples: tuple[int, ...] = ()
    wrong: bool = False


def advise(book: Routebook, encoder: Encoder, cache: Path | None) -> list[Advice]:
    """Return the weaknesses of a routebook's examples, faults first, then in the order of `KINDS`."""
    if not book.examples:
        return []
    vectors = encode_cached(encoder, [as_read(example.text) for example in book.examples], cache).astype(np.float64)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    copies = list(_copies(book.examples, vectors))
    # The same words in two routes are told once.
    copied = {index for advice in copies for index in advice.examples if advice.kind == "contradiction"}
    found = [*copies, *_overlaps_and_labels(book, vectors, encoder, copied), *_few(book), *_languages(book)]
    return sorted(found, key=lambda advice: (not advice.wrong, KINDS.index(advice.kind)))


def _copies(examples: Sequence[Example], vectors: Floats) -> Iterator[Advice]:
    told: set[int] = set()
    for first, second in _near_pairs(examples, vectors):
        one, other = examples[first], examples[second]
        same = group_key(one.text) == group_key(other.text)
        if one.route != other.route:
            yield Advice(
                "contradiction",
                f"{one.route} and {other.route} have {'the same' if same else 'nearly the same'} example",
                "keep it in one of the routes, or reword it so that a person could tell them apart",
                (first, second),
                wrong=same,
            )
        elif (
            second not in told and one.qualifier == other.qualifier and language_of(one.text) == language_of(other.text)
        ):
            told.add(second)
            yield Advice(
                "copy",
                f"two examples of {one.route} say the same",
                "replace one by what another customer would write",
                (first, second),
            )


def _near_pairs(examples: Sequence[Example], vectors: Floats) -> Iterator[tuple[int, int]]:
    """Yield the pairs of examples that say the same after the same turn."""
    seen: dict[tuple[str, str | None], int] = {}
    for i, example in enumerate(examples):
        first = seen.setdefault((group_key(example.text), example.after), i)
        if first != i:
            yield first, i
    for start in range(0, len(examples), BLOCK_ROWS):
        near = np.argwhere(vectors[start : start + BLOCK_ROWS] @ vectors.T >= NEAR_COPY)
        for row, column in near.tolist():
            one, other = examples[start + row], examples[column]
            if start + row < column and one.after == other.after and group_key(one.text) != group_key(other.text):
                yield start + row, column


def _overlaps_and_labels(book: Routebook, vectors: Floats, encoder: Encoder, copied: set[int]) -> Iterator[Advice]:
    # A message that leans on an earlier turn has no route of its own, and out of scope there is no common subject.
    kept = [i for i, one in enumerate(book.examples) if one.after is None and one.route != book.out_of_scope]
    routes = sorted({book.examples[i].route for i in kept})
    if len(routes) < 2:
        return
    own = np.array([routes.index(book.examples[i].route) for i in kept])
    described = [f"{name.replace('_', ' ')}. {book[name].description}" for name in routes]
    about = encoder.encode(described).astype(np.float64)
    about /= np.maximum(np.linalg.norm(about, axis=1, keepdims=True), 1e-9)
    scores = held_out_scores(np.vstack([vectors[kept], about]), np.append(own, range(len(routes))))[: len(kept)]
    overlapping = set()
    for one, other in combinations(range(len(routes)), 2):
        of_one, of_other = np.flatnonzero(own == one), np.flatnonzero(own == other)
        lost = int((scores[of_one, other] > scores[of_one, one]).sum())
        lost += int((scores[of_other, one] > scores[of_other, other]).sum())
        both = len(of_one) + len(of_other)
        if lost < OVERLAP_COUNT or lost / both < OVERLAP_SHARE:
            continue
        overlapping.add((one, other))
        likeness = vectors[kept][of_one] @ vectors[kept][of_other].T
        a, b = np.unravel_index(int(likeness.argmax()), likeness.shape)
        yield Advice(
            "overlap",
            f"{routes[one]} and {routes[other]} overlap: {lost} of their {both} examples are nearer to the other route",
            "merge them, or write examples that only one of them could have; these two are the closest",
            (kept[of_one[a]], kept[of_other[b]]),
        )
    yield from _labels(book, vectors, kept, routes, own, scores, overlapping, copied)


def _labels(
    book: Routebook,
    vectors: Floats,
    kept: list[int],
    routes: Sequence[str],
    own: NDArray[Any],
    scores: Floats,
    overlapping: set[tuple[int, int]],
    copied: set[int],
) -> Iterator[Advice]:
    """Yield the examples that look like another route, the clearest first; not between routes that overlap anyway."""
    rows = np.arange(len(kept))
    others = scores.copy()
    others[rows, own] = -np.inf
    best = others.argmax(axis=1)
    margins = others[rows, best] - scores[rows, own]
    for row in np.argsort(-margins):
        pair = (min(own[row], best[row]), max(own[row], best[row]))
        taught = min((own == own[row]).sum(), (own == best[row]).sum())
        if margins[row] < MISLABELLED_MARGIN or taught < JUDGED or pair in overlapping or kept[row] in copied:
            continue
        fellows = [kept[i] for i in np.flatnonzero(own == best[row])]
        nearest = fellows[int((vectors[fellows] @ vectors[kept[row]]).argmax())]
        yield Advice(
            "label",
            f"an example of {routes[own[row]]} looks like {routes[best[row]]}",
            f"is it meant for {routes[best[row]]}, like the second one? If not, add more examples like it",
            (kept[row], nearest),
        )


def held_out_scores(vectors: Floats, labels: NDArray[Any]) -> Floats:
    """Return how much each row looks like each label to a ridge regression without that row."""
    truth = np.eye(int(labels.max()) + 1)[labels]
    centred, mean = vectors - vectors.mean(axis=0), truth.mean(axis=0)
    inverse = np.linalg.inv(centred.T @ centred + REGULARIZATION * np.eye(vectors.shape[1]))
    projected = centred @ inverse
    fitted = projected @ (centred.T @ (truth - mean)) + mean
    leverage = ((projected * centred).sum(axis=1) + 1 / len(vectors))[:, None]
    scores: Floats = (fitted - leverage * truth) / np.maximum(1 - leverage, 1e-6)
    return scores


def _few(book: Routebook) -> Iterator[Advice]:
    counts = Counter(example.route for example in book.examples)
    for name, count in counts.items():
        if count < ENOUGH:
            yield Advice(
                "few",
                f"{name} has {count} example{'' if count == 1 else 's'}",
                f"write {ENOUGH - count} more, each as another person would say it",
            )


def _languages(book: Routebook) -> Iterator[Advice]:
    """Yield the routes that lack a language which at least half of the routes are taught in."""
    spoken = {
        name: {
            language
            for language, count in Counter(
                language_of(example.text) for example in book.examples if example.route == name
            ).items()
            if count >= SPOKEN
        }
        for name in sorted({example.route for example in book.examples})
    }
    common = Counter(language for languages in spoken.values() for language in languages)
    for name, languages in spoken.items():
        missing = [one for one, routes in common.items() if routes * 2 >= len(spoken) and one not in languages]
        if languages and missing:
            names = ", ".join(LANGUAGE_NAMES[language] for language in sorted(missing))
            yield Advice("language", f"{name} has no examples in {names}, as other routes have", "write a few")
