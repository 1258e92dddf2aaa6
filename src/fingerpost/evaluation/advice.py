"""What is weak in the examples of a routebook: routes that overlap, wrong labels, near-copies, gaps.

Each example is judged by a linear model fitted on all others (ridge regression, whose leave-one-out predictions need
no second fit) and on the descriptions of the routes. The thresholds were chosen with both `training/domains` and
`tests/data/small-routers` in view, so the figures of tests/evaluation/test_advice.py on the latter are not held out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.detect import language_of, sure_language
from fingerpost.language.text import as_read, unpunctuated
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

OVERLAP_SHARE, OVERLAP_COUNT = 0.3, 3
"""Share and number of the examples of two routes that are nearer to the other, from which on the routes overlap."""

MISTAKEN = 5
"""Most examples of two overlapping routes that are shown because they look like the other route."""

NEAR_COPY = 0.85
"""Cosine from which on two examples say the same."""

COMPARED = 20_000
"""Most examples that are all compared with one another for near-copies."""

ROUNDS = 4
"""Rounds of clustering where there are more."""

SPOKEN = 2
"""Examples in a language that show that a route is taught in it."""

KINDS = ("contradiction", "overlap", "label", "copy", "few", "language")
"""The kinds of advice, the most useful first."""

REGULARIZATION = 1.0
BLOCK_ROWS = 1024
LANGUAGE_NAMES = {"en": "English", "es": "Spanish", "pt": "Portuguese"}

Floats = NDArray[np.float64]

_NUMBER = re.compile(r"\d+(?: \d+)*")


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
    languages = [language_of(example.text) for example in book.examples]
    copies = list(_copies(book.examples, languages, vectors))
    # The same words in two routes are told once.
    copied = {index for advice in copies for index in advice.examples if advice.kind == "contradiction"}
    found = [*copies, *_overlaps_and_labels(book, vectors, encoder, copied), *_few(book), *_languages(book)]
    return sorted(found, key=lambda advice: (not advice.wrong, KINDS.index(advice.kind)))


def _copies(examples: Sequence[Example], languages: Sequence[str], vectors: Floats) -> Iterator[Advice]:
    told: set[int] = set()
    for first, second in _near_pairs(examples, languages, vectors):
        one, other = examples[first], examples[second]
        same = unpunctuated(one.text) == unpunctuated(other.text)
        number = not same and _wording(one.text) == _wording(other.text)
        if one.route != other.route:
            if number:
                what = f"an example of {one.route} and one of {other.route} differ in a number alone"
            else:
                what = f"{one.route} and {other.route} have {'the same' if same else 'nearly the same'} example"
            yield Advice(
                "contradiction",
                what,
                "keep it in one of the routes, or reword it so that a person could tell them apart",
                (first, second),
                wrong=same,
            )
        elif second not in told and one.qualifier == other.qualifier and languages[first] == languages[second]:
            told.add(second)
            yield Advice(
                "copy",
                f"two examples of {one.route} {'differ in a number alone' if number else 'say the same'}",
                "replace one by what another customer would write",
                (first, second),
            )


def _wording(text: str) -> str:
    """Return a key that texts share which differ in their numbers too."""
    return _NUMBER.sub("0", unpunctuated(text))


def _near_pairs(examples: Sequence[Example], languages: Sequence[str], vectors: Floats) -> Iterator[tuple[int, int]]:
    """Yield pairs of examples that say the same after the same turn, at most four for each example.

    These are the first with the same words, the first with the same words but for numbers, and the nearest earlier
    ones of its own route and of another.
    """
    plain: dict[tuple[str, str | None], int] = {}
    worded: dict[tuple[str, str | None], int] = {}
    for i, example in enumerate(examples):
        first = plain.setdefault((unpunctuated(example.text), example.after), i)
        like = worded.setdefault((_wording(example.text), example.after), i)
        yield from ((one, i) for one in sorted({first, like}) if one != i)
    own = _codes((one.route, one.after, one.qualifier, lang) for one, lang in zip(examples, languages, strict=True))
    routes, turns = _codes(one.route for one in examples), _codes(one.after for one in examples)
    short = vectors.astype(np.float32)
    for part in _parts(short):
        for one, other in _nearest_earlier(short[part], own[part], routes[part], turns[part]):
            first, second = int(part[one]), int(part[other])
            if _wording(examples[first].text) != _wording(examples[second].text):
                yield first, second


def _parts(vectors: NDArray[np.float32]) -> list[NDArray[np.intp]]:
    """Return parts of at most COMPARED rows in their order, all of them if they are few; the likest share a part.

    The time of comparing all pairs grows with the square of their number. A large set is clustered (k-means, a
    few rounds), so a pair on the border of two clusters is missed.
    """
    if len(vectors) <= COMPARED:
        return [np.arange(len(vectors))]
    centres = vectors[:: COMPARED // 2]
    for _ in range(ROUNDS):
        nearest = np.concatenate(
            [(vectors[at : at + BLOCK_ROWS] @ centres.T).argmax(axis=1) for at in range(0, len(vectors), BLOCK_ROWS)]
        )
        sums = np.array([vectors[nearest == centre].sum(axis=0) for centre in range(len(centres))])
        centres = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    parts = (np.flatnonzero(nearest == centre) for centre in range(len(centres)))
    return [part[at : at + COMPARED] for part in parts for at in range(0, len(part), COMPARED)]


def _codes(values: Iterable[Hashable]) -> NDArray[np.int32]:
    """Return a number for each value, the same for equal ones."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.int32)


def _nearest_earlier(
    vectors: NDArray[np.float32], own: NDArray[np.int32], routes: NDArray[np.int32], turns: NDArray[np.int32]
) -> Iterator[tuple[int, int]]:
    """Yield each example after the nearest earlier one of its own kind, and of another route after the same turn.

    Only those within NEAR_COPY count. Blocks keep memory small, and pairs are never listed: there may be billions.
    """
    for start in range(0, len(vectors), BLOCK_ROWS):
        rows = np.arange(start, min(start + BLOCK_ROWS, len(vectors)))
        best = np.full((2, len(rows)), -1)
        cosines = np.full((2, len(rows)), NEAR_COPY, dtype=np.float32)
        for at in range(0, start + 1, BLOCK_ROWS):
            likeness = vectors[rows] @ vectors[at : at + BLOCK_ROWS].T
            if at == start:
                likeness[np.triu_indices(len(rows))] = -1
            near = np.flatnonzero(likeness.max(axis=1) >= NEAR_COPY)
            if not len(near):
                continue
            part, columns, indices = likeness[near], slice(at, at + BLOCK_ROWS), rows[near, None]
            elsewhere = (routes[indices] != routes[columns]) & (turns[indices] == turns[columns])
            for kind, fits in enumerate((own[indices] == own[columns], elsewhere)):
                fitting = np.where(fits, part, -1)
                column = fitting.argmax(axis=1)
                cosine = fitting[np.arange(len(near)), column]
                # At the first block an equal cosine counts too: NEAR_COPY itself is near.
                nearer = (cosine > cosines[kind, near]) | ((best[kind, near] < 0) & (cosine >= NEAR_COPY))
                best[kind, near[nearer]] = at + column[nearer]
                cosines[kind, near[nearer]] = cosine[nearer]
        for i, row in enumerate(rows.tolist()):
            yield from ((int(one), row) for one in best[:, i] if one >= 0)


def _nearest(vectors: Floats, ones: Sequence[int], others: Sequence[int]) -> tuple[NDArray[np.intp], Floats]:
    """Return for each of `ones` the place of its nearest in `others`, and their cosine."""
    places, cosines = np.zeros(len(ones), dtype=np.intp), np.full(len(ones), -np.inf)
    for start in range(0, len(ones), BLOCK_ROWS):
        rows = slice(start, start + BLOCK_ROWS)
        block = vectors[ones[rows]]
        for at in range(0, len(others), BLOCK_ROWS):
            likeness = block @ vectors[others[at : at + BLOCK_ROWS]].T
            nearer = likeness.max(axis=1) > cosines[rows]
            places[rows][nearer] = at + likeness.argmax(axis=1)[nearer]
            cosines[rows][nearer] = likeness.max(axis=1)[nearer]
    return places, cosines


def _overlaps_and_labels(book: Routebook, vectors: Floats, encoder: Encoder, copied: set[int]) -> Iterator[Advice]:
    # A message that leans on an earlier turn has no route of its own, and out of scope there is no common subject.
    kept = [i for i, one in enumerate(book.examples) if one.after is None and one.route != book.out_of_scope]
    routes = sorted({book.examples[i].route for i in kept})
    if len(routes) < 2:
        return
    place = {name: i for i, name in enumerate(routes)}
    own = np.array([place[book.examples[i].route] for i in kept])
    described = [f"{name.replace('_', ' ')}. {book[name].description}" for name in routes]
    about = encoder.encode(described).astype(np.float64)
    about /= np.maximum(np.linalg.norm(about, axis=1, keepdims=True), 1e-9)
    scores = held_out_scores(np.vstack([vectors[kept], about]), np.append(own, range(len(routes))))[: len(kept)]
    members: list[list[int]] = [[] for _ in routes]
    for index, route in zip(kept, own, strict=True):
        members[route].append(index)
    ahead = scores > scores[np.arange(len(kept)), own][:, None]
    lost_to = np.array([ahead[own == route].sum(axis=0) for route in range(len(routes))])
    overlapping = set()
    for one, other in combinations(range(len(routes)), 2):
        lost, both = int(lost_to[one, other] + lost_to[other, one]), len(members[one]) + len(members[other])
        if lost < OVERLAP_COUNT or lost / both < OVERLAP_SHARE:
            continue
        overlapping.add((one, other))
        places, cosines = _nearest(vectors, members[one], members[other])
        closest = int(cosines.argmax())
        pair = (members[one][closest], members[other][places[closest]])
        yield Advice(
            "overlap",
            f"{routes[one]} and {routes[other]} overlap: {lost} of their {both} examples are nearer to the other route",
            "merge them, or write examples that only one of them could have; the first two are the closest, the others"
            " look like the other route",
            (*pair, *(kept[row] for row in _mistaken(scores, own, one, other) if kept[row] not in pair)),
        )
    yield from _labels(vectors, kept, routes, members, own, scores, overlapping, copied)


def _mistaken(scores: Floats, own: NDArray[Any], one: int, other: int) -> list[int]:
    """Return the rows of two routes that look more like the other one, the clearest first."""
    ahead = {
        int(row): float(scores[row, theirs] - scores[row, ours])
        for ours, theirs in ((one, other), (other, one))
        for row in np.flatnonzero(own == ours)
    }
    return [row for row in sorted(ahead, key=lambda row: -ahead[row]) if ahead[row] > 0][:MISTAKEN]


def _labels(
    vectors: Floats,
    kept: list[int],
    routes: Sequence[str],
    members: Sequence[Sequence[int]],
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
    told: list[int] = []
    for row in np.argsort(-margins).tolist():
        if margins[row] < MISLABELLED_MARGIN:
            break
        pair = (min(own[row], best[row]), max(own[row], best[row]))
        taught = min(len(members[own[row]]), len(members[best[row]]))
        if taught >= JUDGED and pair not in overlapping and kept[row] not in copied:
            told.append(row)
    nearest: dict[int, int] = {}
    for route in {int(best[row]) for row in told}:
        to_it = [row for row in told if best[row] == route]
        places, _ = _nearest(vectors, [kept[row] for row in to_it], members[route])
        nearest.update((row, members[route][place]) for row, place in zip(to_it, places, strict=True))
    for row in told:
        yield Advice(
            "label",
            f"an example of {routes[own[row]]} looks like {routes[best[row]]}",
            f"is it meant for {routes[best[row]]}, like the second one? If not, add more examples like it",
            (kept[row], nearest[row]),
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
    """Yield the routes that lack a language which at least half of the routes are taught in.

    A short text may be in any language: it is counted for all of them before a route is said to lack one.
    """
    languages = [sure_language(example.text) for example in book.examples]
    spoken: dict[str, set[str]] = {name: set() for name in sorted({example.route for example in book.examples})}
    counts = Counter((example.route, lang) for example, lang in zip(book.examples, languages, strict=True))
    for (name, lang), count in counts.items():
        if lang is not None and count >= SPOKEN:
            spoken[name].add(lang)
    common = Counter(lang for taught in spoken.values() for lang in taught)
    for name, taught in spoken.items():
        missing = [
            one
            for one, routes in common.items()
            if routes * 2 >= len(spoken) and counts[name, one] + counts[name, None] < SPOKEN
        ]
        if taught and missing:
            names = ", ".join(LANGUAGE_NAMES[language] for language in sorted(missing))
            yield Advice("language", f"{name} has no examples in {names}, as other routes have", "write a few")
