"""Deterministic synthetic sentences about synthetic topics."""

from __future__ import annotations

import numpy as np

_ONSETS = ("b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "br", "cl", "dr", "gr", "pl", "st", "tr")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io", "ou")
_CODAS = ("", "", "", "n", "r", "s", "l", "t")

SHARED, OWN = 600, 25
"""Words that every topic uses, and words of one topic."""

ABOUT = 0.35
"""Share of a sentence's words that belong to its topic."""


def sentences(topics: int, count: int, seed: int = 0) -> list[tuple[str, int]]:
    """Return distinct sentences with their topics, every topic as often as the others."""
    rng = np.random.default_rng(seed)
    words = _distinct_words(SHARED + OWN * topics, rng)
    shared, own = words[:SHARED], words[SHARED:]
    found: dict[str, int] = {}
    while len(found) < count:
        topic = len(found) % topics
        length = int(rng.integers(6, 13))
        picked = [
            own[topic * OWN + int(place * OWN)] if about else shared[int(place * SHARED)]
            for about, place in zip(rng.random(length) < ABOUT, rng.random(length), strict=True)
        ]
        found.setdefault(" ".join(picked), topic)
    return list(found.items())


def _distinct_words(count: int, rng: np.random.Generator) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(_syllable(rng) for _ in range(rng.integers(1, 4)))] = None
    return list(found)


def _syllable(rng: np.random.Generator) -> str:
    return "".join(parts[rng.integers(len(parts))] for parts in (_ONSETS, _VOWELS, _CODAS))
