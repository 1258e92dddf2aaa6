"""A matrix of weights that both a few rows and many are multiplied with in little time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FEW_ROWS = 60
"""Rows up to which the product is made block by block."""
BLOCK = 32
"""Columns of a block."""
_DEEPEST = 768
"""Most rows of a block: those of a deeper matrix are added up."""


class Matrix:
    """A matrix as it is, and in blocks of columns.

    BLAS copies a large matrix before it multiplies rows with it. For a few rows that takes longer than the product
    itself; a small block it multiplies as it lies.
    """

    def __init__(self, weights: Floats) -> None:
        """Take a matrix whose columns are as many as those of some blocks."""
        self.whole = np.ascontiguousarray(weights)
        rows, columns = weights.shape
        parts = np.array_split(self.whole.reshape(rows, columns // BLOCK, BLOCK), -(-rows // _DEEPEST))
        self._parts = [np.ascontiguousarray(part.transpose(1, 0, 2)) for part in parts]

    def product(self, values: Floats) -> Floats:
        """Return rows multiplied with the matrix."""
        if not 1 < len(values) <= FEW_ROWS:
            of_whole: Floats = np.matmul(values, self.whole)
            return of_whole
        first, *others = self._parts
        end = first.shape[1]
        of_blocks: Floats = np.matmul(values[:, :end], first)
        for part in others:
            start, end = end, end + part.shape[1]
            of_blocks += np.matmul(values[:, start:end], part)
        return of_blocks.transpose(1, 0, 2).reshape(len(values), -1)
