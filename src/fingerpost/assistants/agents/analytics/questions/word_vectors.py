"""Vectors of words and phrases by the plain sentence encoder; those of recent ones are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.questions.tokens import Token
from fingerpost.models.encoder import EmbeddedEncoder

_KEPT = 8192
"""Maximum number of texts whose vectors are kept: 16 MB."""


@lru_cache(maxsize=1)
def _encoder() -> EmbeddedEncoder:
    return EmbeddedEncoder("plain")


_vectors: dict[str, NDArray[np.float32]] = {}


def unit_vectors(texts: Iterable[str]) -> NDArray[np.float32]:
    """Return vectors of length one; those that are not kept are made in one pass."""
    wanted = list(texts)
    # Other threads may empty what is kept at any time.
    found = {text: vector for text in wanted if (vector := _vectors.get(text)) is not None}
    missing = [text for text in dict.fromkeys(wanted) if text not in found]
    if missing:
        encoded = _encoder().encode(missing)
        encoded /= np.maximum(np.linalg.norm(encoded, axis=1, keepdims=True), 1e-6)
        new = dict(zip(missing, encoded.astype(np.float32), strict=True))
        if len(_vectors) + len(new) > _KEPT:
            _vectors.clear()
        _vectors.update(new)
        found |= new
    return np.stack([found[text] for text in wanted])


def texts_of(tokens: Sequence[Token]) -> list[str]:
    """Return what vectors of a question are made of: each of its words, and then all of them."""
    words = [token.raw.lower() for token in tokens]
    return [*(word or "." for word in words), " ".join(words)]
