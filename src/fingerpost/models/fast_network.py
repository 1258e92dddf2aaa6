"""The sentence network by ONNX Runtime with 8-bit weights, where it is installed: `pip install 'fingerpost[fast]'`.

The graph in `weights/network.onnx` has no weights; they are those of the numpy network, those of the layers over tokens
rounded to 8 bits when they are loaded. The values that meet them are rounded for each token by itself. Vectors of both
networks have the same fingerprint, because decisions on them agree: docs/explanation/encoder.md has the figures.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from fingerpost.models.sentence_network import (
    WIDTH,
    Floats,
    SentenceNetwork,
    TokenBatch,
    encode_in_batches,
    joined_weights,
    token_table,
)
from fingerpost.models.weight_file import FOLDER

log = logging.getLogger("fingerpost")

GRAPH = FOLDER / "network.onnx"
BLOCK = 128
"""Weights of a column that share a scale."""

EXACT = ("cnn_W", "d0_p1", "d1", "d2_p3", "d3")
"""Matrices that meet one row a text, not one a token: rounding them would save little and cost most of the accuracy."""


OLDEST = (1, 23)
"""The first version of ONNX Runtime whose processors' kernels have products of 8 bits in blocks."""

PROBE, MIN_COSINE = ("where is my order?", "¿dónde está mi pedido?", "onde está o meu pedido? chegou o código"), 0.995


def open_network(weights: Mapping[str, Floats]) -> SentenceNetwork | FastNetwork:
    """Return the fast network where ONNX Runtime is installed and computes what numpy does, else the numpy one."""
    exact = SentenceNetwork(weights)
    if not is_installed():
        return exact
    try:
        fast = FastNetwork(weights)
        nearest = float((fast.encode(PROBE) * exact.encode(PROBE)).sum(axis=1).min())
    # The errors of ONNX Runtime have no base class of their own.
    except Exception as error:  # noqa: BLE001
        log.warning("the encoder runs without ONNX Runtime, which cannot run its network: %s", error)
        return exact
    if not nearest >= MIN_COSINE:
        log.warning("the encoder runs without ONNX Runtime, whose vectors are off: cosine %.3f", nearest)
        return exact
    return fast


def is_installed() -> bool:
    """Whether a version of ONNX Runtime is there that can run the graph."""
    try:
        return tuple(map(int, version("onnxruntime").split(".")[:2])) >= OLDEST
    except (PackageNotFoundError, ValueError):
        return False


def initializers(weights: Mapping[str, Floats]) -> dict[str, Any]:
    """Return the arrays that the graph asks for by name: matrices of token layers in 8 bits, the others as they are."""
    found: dict[str, Any] = {}
    for name, array in joined_weights(weights).items():
        if array.ndim == 2 and name not in EXACT:
            found[name], found[f"{name}.scale"] = rounded(array)
        else:
            found[name] = np.ascontiguousarray(array)
    return found


def rounded(matrix: Floats) -> tuple[np.ndarray[Any, np.dtype[np.uint8]], Floats]:
    """Return a matrix in 8 bits, 128 for zero, one column a row and in blocks, and the scale of each block."""
    # In this order in memory: ONNX Runtime reads it as it lies.
    blocks = np.ascontiguousarray(matrix.T).reshape(matrix.shape[1], -1, BLOCK)
    scale = np.abs(blocks).max(axis=2) / 127
    scale[scale == 0] = 1
    return (np.rint(blocks / scale[:, :, None]) + 128).astype(np.uint8), scale.astype(np.float32)


class FastNetwork:
    """Turns texts into the vectors of SentenceNetwork, nearly, in less than half the time."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays above the table, whose names and shapes `weight_file.SHAPES` has."""
        import onnxruntime

        self._table = token_table()
        # ONNX Runtime reads these where they lie.
        self._arrays = initializers(weights)
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in self._arrays.values()]
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        # One thread, the caller's: as the numpy network, and a forked process can go on with it.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Both keep the memory of the longest texts for ever, and save no time that can be measured.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        options.add_external_initializers(list(self._arrays), values)
        self._session = onnxruntime.InferenceSession(GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"])
        self._values = values

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one row per text."""
        return encode_in_batches(texts, self._vectors)

    def _vectors(self, batch: TokenBatch) -> Floats:
        embedded = np.empty((len(batch.ids), WIDTH), dtype=np.float32)
        self._table.embed(batch.ids, embedded)
        texts = np.arange(len(batch.lengths))
        # Row by text, column by token: 1 where the token is one of the text's.
        members = (np.repeat(texts, batch.lengths) == texts[:, None]).astype(np.float32)
        inputs = {
            "embedded": embedded,
            "windows": batch.windows,
            "members": members,
            "lengths": batch.lengths.astype(np.float32)[:, None],
        }
        vectors: Floats = self._session.run(None, inputs)[0]
        return vectors
