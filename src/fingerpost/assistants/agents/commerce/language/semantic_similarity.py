"""Nearness of meaning between the words of a question and the names of values, across languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

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
MARGIN_OF_GOODS = 0.08
"""Minimum distance of goods to the second nearest."""
SHORT = 5
"""Maximum number of letters of a short word."""
_LEAVING_OUT = ("without", "remove", "leave out", "cancel", "exclude", "drop", "quitar", "retirar", "sem")
_TAKING_IN = ("add", "double", "include", "order more", "with", "keep", "buy", "take", "increase", "replace")
_NEARER = 0.05
LONGEST = 80

T = TypeVar("T")


@lru_cache(maxsize=256)
def _vectors(texts: tuple[str, ...]) -> NDArray[np.float32]:
    return EmbeddedEncoder().encode([text[:LONGEST].lower() for text in texts])


def closeness(phrase: str, names: Sequence[str]) -> list[float]:
    """Return the cosine of a phrase with each of several names."""
    return [float(value) for value in _vectors(tuple(names)) @ _vectors((phrase,))[0]] if names else []


def means_leaving_out(verb: str) -> bool:
    """Return whether a word says that something is left out, rather than added, kept or bought."""
    out, taken = max(closeness(verb, _LEAVING_OUT)), max(closeness(verb, _TAKING_IN))
    return out >= RELATED and out - taken >= _NEARER


def nearest(phrase: str, names: Sequence[str]) -> str:
    """Return the name that means the same as a phrase; empty where none is near or two are as near."""
    names = list(dict.fromkeys(names))
    scored = sorted(zip(closeness(phrase, names), names, strict=True), reverse=True)
    if not scored or scored[0][0] < NEAR:
        return ""
    return "" if len(scored) > 1 and scored[0][0] - scored[1][0] < MARGIN else scored[0][1]


def nearest_of(phrase: str, named: Mapping[T, Sequence[str]]) -> tuple[T, ...]:
    """Return what has a name that means the same as a phrase; nothing where none is near, or another almost as near.

    Several have it where the very same word names them.
    """
    scores = {
        name: score for names in named.values() for name, score in zip(names, closeness(phrase, names), strict=True)
    }
    best = max(scores, key=scores.__getitem__, default="")
    chosen = tuple(one for one, names in named.items() if best in names)
    own = {name for one in chosen for name in named[one]}
    others = [score for name, score in scores.items() if name not in own]
    # Short words are somewhat near to many others.
    least = RELATED if len(phrase) > SHORT else NEAR
    near = bool(scores) and scores[best] >= least and scores[best] - max(others, default=0.0) >= MARGIN_OF_GOODS
    return chosen if near else ()
