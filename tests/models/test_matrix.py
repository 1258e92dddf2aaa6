"""A few rows and many are multiplied with a matrix alike."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.models.matrix import BLOCK, FEW_ROWS, Matrix


@pytest.mark.parametrize("depth", [40, 1281])
@pytest.mark.parametrize("rows", [0, 1, 2, FEW_ROWS, FEW_ROWS + 1])
def test_the_product_is_that_of_the_whole_matrix(rows: int, depth: int) -> None:
    draw = np.random.default_rng(rows)
    weights = draw.normal(size=(depth, 3 * BLOCK)).astype(np.float32)
    values = draw.normal(size=(rows, depth)).astype(np.float32)
    found = Matrix(weights).product(values)
    assert found.shape == (rows, 3 * BLOCK)
    assert found.dtype == np.float32
    assert np.allclose(found, values @ weights, atol=1e-3)


def test_a_column_belongs_to_one_block() -> None:
    with pytest.raises(ValueError, match="reshape"):
        Matrix(np.zeros((2, BLOCK + 1), np.float32))
