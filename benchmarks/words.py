"""Made-up sentences about made-up topics, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

_ONSETS = "b c d f g j l m n p r s t v z br cl dr gr pl st tr".split()
_VOWELS = "a e i o u ai ea io ou".split()
_CODAS = ("", "", "", "n", "r", "s", "l", "t")

SHARED, OWN = 600, 25
"""Words that every topic uses, and words of one topic."""


def sentences(topics: int, count: int, seed: int = 0) -> list[tuple[str, int]]:
    """Return distinct sentences with their topics, every topic as often as the others."""
    rng = np.random.default_rng(seed)
    words = list(_distinct_words(SHARED + OWN * topics, rng))
    shared, own = words[:SHARED], words[SHARED:]
    found: dict[str, int] = {}
    while len(found) < count:
        topic = len(found) % topics
        length = int(rng.integers(6, 13))
        about = rng.random(length) < 0.35
        places = np.where(about, rng.integers(OWN, size=length), rng.integers(SHARED, size=length))
        picked = [own[topic * OWN + p] if a else shared[p] for a, p in zip(about, places, strict=True)]
        found.setdefault(" ".join(picked), topic)
    return list(found.items())


def _distinct_words(count: int, rng: np.random.Generator) -> Iterator[str]:
    seen: set[str] = set()
    while len(seen) < count:
        syllables = [
            _ONSETS[rng.integers(len(_ONSETS))] + _VOWELS[rng.integers(len(_VOWELS))] + _CODAS[rng.integers(len(_CODAS))]
            for _ in range(rng.integers(1, 4))
        ]
        word = "".join(syllables)
        if word not in seen:
            seen.add(word)
            yield word
