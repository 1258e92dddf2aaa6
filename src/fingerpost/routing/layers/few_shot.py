"""Few-shot examples: the examples nearest to a message, for the language model's prompt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.types import Example


class FewShotExamples:
    """The routebook's examples with their vectors."""

    def __init__(self, examples: Sequence[Example], encoder: Encoder, cache: Path | None) -> None:
        """Encode the examples, or read their vectors from the cache."""
        self.examples = tuple(examples)
        self._vectors = encode_cached(encoder, [as_read(example.text) for example in examples], cache)
        self._after = np.array([example.after or "" for example in examples])

    def nearest(
        self,
        vector: NDArray[np.float32],
        after: str | None,
        count: int,
        focus: frozenset[str] = frozenset(),
        left_out: str | None = None,
    ) -> list[Example]:
        """Return the nearest examples, the nearest first; examples with another `after` come last.

        Half of them are of the routes in `focus`, if there are any. None has the text `left_out`, accents and case
        aside.
        """
        similarity = self._vectors @ vector
        similarity[self._after != (after or "")] -= 1
        order = [int(i) for i in np.argsort(-similarity, kind="stable")]
        if left_out is not None:
            order = [i for i in order if fold(self.examples[i].text) != fold(left_out)]
        focused = [i for i in order if self.examples[i].route in focus][: count // 2]
        others = [i for i in order if i not in focused][: count - len(focused)]
        return [self.examples[i] for i in sorted((*focused, *others), key=order.index)]
