"""A matrix of weights that both a few rows and many are multiplied with in little time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FEW_ROWS = 24
"""Rows up to which the product is made block by block."""
BLOCK = 32
"""Columns of a block."""


class Matrix:
    """A matrix as it is, and in blocks of columns.

    BLAS copies a large matrix before it multiplies rows with it. For a few rows that takes longer than the product
    itself; a small block it multiplies as it lies.
    """

    def __init__(self, weights: Floats) -> None:
        """Take a matrix whose columns are as many as those of some blocks."""
        self.whole = np.ascontiguousarray(weights)
        rows, columns = weights.shape
        self._blocks = np.ascontiguousarray(weights.reshape(rows, columns // BLOCK, BLOCK).transpose(1, 0, 2))

    def product(self, values: Floats) -> Floats:
        """Return rows multiplied with the matrix."""
        if 1 < len(values) <= FEW_ROWS:
            of_blocks: Floats = np.matmul(values, self._blocks)
            return of_blocks.transpose(1, 0, 2).reshape(len(values), -1)
        of_whole: Floats = np.matmul(values, self.whole)
        return of_whole
