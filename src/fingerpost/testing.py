"""Doubles for tests of things built on Fingerpost: no weights to load, the same vectors everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from fingerpost.text import fold

WIDTH = 64


class WordEncoder:
    """An encoder that knows words by their spelling only: texts that share words lie close together."""

    fingerprint = f"words-{WIDTH}"

    def __init__(self) -> None:
        """Count calls, so that a test can tell what was encoded together."""
        self.batches: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the normed sum of a fixed random vector a word."""
        self.batches.append(list(texts))
        rows = np.zeros((len(texts), WIDTH), dtype=np.float32)
        for i, text in enumerate(texts):
            for word in fold(text).split() or [""]:
                seed = int.from_bytes(sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
                rows[i] += np.random.default_rng(seed).standard_normal(WIDTH).astype(np.float32)
            rows[i] /= np.linalg.norm(rows[i])
        return rows
