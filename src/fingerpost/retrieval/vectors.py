"""The vectors of an index as one matrix in memory, with exact nearest-neighbour search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Generation = tuple[object, int] | None
"""The identity of an index file and its change counter; None is older than any."""


class VectorMatrix:
    """One unit vector per passage, in ascending order of passage ids, of one generation of the index."""

    def __init__(
        self, generation: Generation, encoder: str, keys: NDArray[np.int64], rows: NDArray[np.float32]
    ) -> None:
        """Use as many keys as rows."""
        self.generation, self.encoder, self.keys, self.rows = generation, encoder, keys, rows
        self._row_numbers = {key: place for place, key in enumerate(keys.tolist())}

    @property
    def file(self) -> object:
        """Return the identity of the index file."""
        return self.generation[0] if self.generation else None

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[int]:
        """Return the ids of the passages nearest to a vector, the nearest first; of equals, the older one first."""
        if not len(self.keys):
            return []
        # Not `@`: BLAS would start a second thread, which on a busy machine takes longer than the product itself. As
        # fast as single-threaded BLAS, because memory bandwidth is the limit.
        similarity = np.einsum("ij,j->i", self.rows, vector.astype(np.float32, copy=False))
        if len(similarity) > limit:
            best = np.sort(np.argpartition(similarity, len(similarity) - limit)[-limit:])
        else:
            best = np.arange(len(similarity))
        order = np.argsort(-similarity[best], kind="stable")
        found: list[int] = self.keys[best[order]].tolist()
        return found

    def rows_of(self, keys: Sequence[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors of passages; unknown ones are left out."""
        return {key: self.rows[self._row_numbers[key]] for key in keys if key in self._row_numbers}


def empty_matrix(encoder: str) -> VectorMatrix:
    """Return a matrix without rows, of no generation."""
    return VectorMatrix(None, encoder, np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))


def vector_to_bytes(vector: NDArray[np.float32]) -> bytes:
    """Return a vector in its stored format, little-endian float32."""
    return vector.astype("<f4").tobytes()


def vectors_from_bytes(stored: Sequence[bytes], width: int | None = None) -> NDArray[np.float32]:
    """Return stored vectors as rows; raises ValueError where their lengths differ."""
    if not stored:
        return np.zeros((0, width or 0), dtype=np.float32)
    width = width or len(stored[0]) // 4
    if not width or any(len(vector) != 4 * width for vector in stored):
        raise ValueError("vectors of different length")
    return np.frombuffer(b"".join(stored), dtype="<f4").reshape(len(stored), width).astype(np.float32, copy=False)
