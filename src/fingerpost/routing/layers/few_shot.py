"""The examples nearest to a message, for a language model to go by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.types import Example


class Shots:
    """The routebook's examples with their vectors."""

    def __init__(self, examples: Sequence[Example], encoder: Encoder, cache: Path | None) -> None:
        """Encode the examples, or take their vectors from the cache."""
        self.examples = tuple(examples)
        self._vectors = encode_cached(encoder, [as_read(example.text) for example in examples], cache)
        self._after = np.array([example.after or "" for example in examples])

    def nearest(
        self, vector: NDArray[np.float32], after: str | None, count: int, focus: frozenset[str] = frozenset()
    ) -> list[Example]:
        """Return the nearest examples that lean on the same kind of turn, or on none, the nearest first.

        Half of them are of the routes in `focus`, where there are any.
        """
        near = self._vectors @ vector
        near[self._after != (after or "")] -= 1
        order = [int(i) for i in np.argsort(-near, kind="stable")]
        focused = [i for i in order if self.examples[i].route in focus][: count // 2]
        others = [i for i in order if i not in focused][: count - len(focused)]
        return [self.examples[i] for i in sorted((*focused, *others), key=order.index)]
