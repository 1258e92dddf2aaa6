"""The vectors of an index as one matrix in memory, searched exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Generation = tuple[object, int] | None
"""Which state of which file; None is older than any."""


class VectorMatrix:
    """Passages by number, in ascending order, one unit vector each; `generation` is that of the index."""

    def __init__(
        self, generation: Generation, encoder: str, keys: NDArray[np.int64], rows: NDArray[np.float32]
    ) -> None:
        """Take as many keys as rows."""
        self.generation, self.encoder, self.keys, self.rows = generation, encoder, keys, rows
        self._places = {key: place for place, key in enumerate(keys.tolist())}

    @property
    def file(self) -> object:
        """Which file they are of."""
        return self.generation[0] if self.generation else None

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[int]:
        """Return the passages nearest to a vector, the nearest first; of two that are as near, the older one."""
        if not len(self.keys):
            return []
        # Not `@`: BLAS would wake a second thread, which on a busy machine takes longer than all of the product. As
        # fast as BLAS with one, since reading the matrix is what takes the time.
        nearness = np.einsum("ij,j->i", self.rows, vector.astype(np.float32, copy=False))
        if len(nearness) > limit:
            best = np.sort(np.argpartition(nearness, len(nearness) - limit)[-limit:])
        else:
            best = np.arange(len(nearness))
        order = np.argsort(-nearness[best], kind="stable")
        found: list[int] = self.keys[best[order]].tolist()
        return found

    def rows_of(self, keys: Sequence[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors of passages; those that are not here are missing."""
        return {key: self.rows[self._places[key]] for key in keys if key in self._places}


def empty_matrix(encoder: str) -> VectorMatrix:
    """Return the matrix of an index of which nothing is known."""
    return VectorMatrix(None, encoder, np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))


def vector_to_bytes(vector: NDArray[np.float32]) -> bytes:
    """Return a vector as it is stored."""
    return vector.astype("<f4").tobytes()


def vectors_from_bytes(stored: Sequence[bytes], width: int | None = None) -> NDArray[np.float32]:
    """Return stored vectors as rows; raises ValueError where they are not of one length."""
    if not stored:
        return np.zeros((0, width or 0), dtype=np.float32)
    width = width or len(stored[0]) // 4
    if not width or any(len(vector) != 4 * width for vector in stored):
        raise ValueError("vectors of different length")
    return np.frombuffer(b"".join(stored), dtype="<f4").reshape(len(stored), width).astype(np.float32, copy=False)
