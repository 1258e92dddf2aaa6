"""Nearness of meaning between the words of a question and the names of values, across languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fingerpost.models.encoder import EmbeddedEncoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR = 0.62
"""Minimum cosine of two names for one thing; translations of a word have 0.7 and more, other words below 0.5."""
RELATED = 0.5
"""Minimum cosine of words that may mean the same: not enough to answer, but too much to call one missing."""
MARGIN = 0.06
"""Minimum distance to the second nearest."""
LONGEST = 80


@lru_cache(maxsize=256)
def _vectors(texts: tuple[str, ...]) -> NDArray[np.float32]:
    return EmbeddedEncoder().encode([text[:LONGEST].lower() for text in texts])


def closeness(phrase: str, names: Sequence[str]) -> list[float]:
    """Return the cosine of a phrase with each of several names."""
    return [float(value) for value in _vectors(tuple(names)) @ _vectors((phrase,))[0]] if names else []


def nearest(phrase: str, names: Sequence[str]) -> str:
    """Return the name that means the same as a phrase; empty where none is near or two are as near."""
    names = list(dict.fromkeys(names))
    scored = sorted(zip(closeness(phrase, names), names, strict=True), reverse=True)
    if not scored or scored[0][0] < NEAR:
        return ""
    return "" if len(scored) > 1 and scored[0][0] - scored[1][0] < MARGIN else scored[0][1]
