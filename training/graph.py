"""`python -m training.graph`: write the graph of the sentence network for ONNX Runtime, without weights.

The weights are given when the graph is loaded, see `fingerpost.models.fast_network`; new weights need no new graph.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from fingerpost.models.fast_network import BLOCK, EXACT, GRAPH, initializers
from fingerpost.models.sentence_network import BRANCH_WIDTH, MAX_LEFT, WIDTH, token_table
from fingerpost.models.weight_file import BRANCHES, SHAPES

MICROSOFT = "com.microsoft"
OPSET, IR = 17, 8
INT8_VALUES = 4
"""The accuracy level of MatMulNBits at which values are rounded to 8 bits, per block of a row."""


class Graph:
    """Nodes and initializers, in the order in which they are added."""

    def __init__(self) -> None:
        """Declare every weight as an initializer that is given from outside."""
        self.arrays = initializers({name: np.ones(shape, dtype=np.float32) for name, shape in SHAPES.items()})
        self.nodes: list[onnx.NodeProto] = []
        self.initializers = [_from_outside(name, array) for name, array in self.arrays.items()]

    def add(self, operator: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """Add a node and return the name of its output, or the names of all."""
        names = [f"{operator}_{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(operator, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value: Any) -> str:
        """Add a constant of the graph itself."""
        name = f"constant_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.array(value), name))
        return name

    def product(self, values: str, matrix: str) -> str:
        """Multiply by a matrix, of 8 bits or exact."""
        if matrix in EXACT:
            return self.add("MatMul", values, matrix)
        columns, blocks, _ = self.arrays[matrix].shape
        size = {"K": blocks * BLOCK, "N": columns, "bits": 8, "block_size": BLOCK, "accuracy_level": INT8_VALUES}
        return self.add("MatMulNBits", values, matrix, f"{matrix}.scale", domain=MICROSOFT, **size)

    def normalised(self, values: str, gain: str, bias: str) -> str:
        """Apply layer normalisation."""
        return self.add("LayerNormalization", values, gain, bias, axis=-1, epsilon=token_table().eps)

    def halves(self, values: str, first: int, second: int) -> list[str]:
        """Split columns in two."""
        return self.add("Split", values, self.constant([first, second]), outputs=2, axis=1)


def build() -> onnx.ModelProto:
    """Return the graph: the arithmetic of `fingerpost.models.sentence_network`."""
    graph = Graph()
    projected = graph.add("Add", graph.product("embedded", "proj"), "proj_b")
    projected = graph.normalised(projected, "branch_ln_g", "branch_ln_b")
    branches = graph.add("Split", projected, graph.constant([BRANCH_WIDTH] * len(BRANCHES)), outputs=3, axis=1)
    zeros, columns = graph.constant(np.zeros((1, BRANCH_WIDTH), dtype=np.float32)), graph.constant([1])
    features = ["embedded"]
    for (size, left), branch in zip(BRANCHES, branches, strict=True):
        begin = MAX_LEFT - left
        windows = graph.add("Slice", "windows", graph.constant([begin]), graph.constant([begin + size]), columns)
        hidden = branch
        for layer in "12":
            padded = graph.add("Concat", hidden, zeros, axis=0)
            seen = graph.add("Gather", padded, windows, axis=0)
            seen = graph.add("Reshape", seen, graph.constant([-1, size * BRANCH_WIDTH]))
            result = graph.add("Add", graph.product(seen, f"w{layer}_{size}"), f"b{layer}_{size}")
            hidden = graph.add("Add", graph.add("Relu", result), hidden)
        features.append(hidden)
    normed = graph.normalised(graph.add("Concat", *features, axis=1), "ln_g", "ln_b")
    mean = graph.product(graph.add("MatMul", "members", normed), "cnn_W")
    mean = graph.add("Add", mean, graph.add("Mul", "lengths", "cnn_b"))
    mean = graph.add("Div", mean, graph.add("Sqrt", "lengths"))
    inner, past = graph.halves(graph.product(mean, "d0_p1"), SHAPES["d0"][1], SHAPES["p1"][1])
    first = graph.add("Relu", graph.add("Add", past, graph.product(graph.add("Relu", inner), "d1")))
    inner, past = graph.halves(graph.product(first, "d2_p3"), SHAPES["d2"][1], SHAPES["p3"][1])
    last = graph.add("Tanh", graph.add("Add", past, graph.product(graph.add("Relu", inner), "d3")))
    graph.nodes.append(helper.make_node("LpNormalization", [last], ["vectors"], axis=1, p=2))
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, ["tokens", WIDTH]),
        helper.make_tensor_value_info("windows", TensorProto.INT64, ["tokens", "neighbours"]),
        helper.make_tensor_value_info("members", TensorProto.FLOAT, ["texts", "tokens"]),
        helper.make_tensor_value_info("lengths", TensorProto.FLOAT, ["texts", 1]),
    ]
    outputs = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])]
    whole = helper.make_graph(graph.nodes, "sentence_network", inputs, outputs, graph.initializers)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(whole, opset_imports=opsets, ir_version=IR)


def _from_outside(name: str, array: np.ndarray) -> onnx.TensorProto:
    """Return an initializer without its numbers; the place is never opened, as every one of them is given."""
    found = TensorProto(name=name, data_type=helper.np_dtype_to_tensor_dtype(array.dtype), dims=array.shape)
    found.data_location = TensorProto.EXTERNAL
    found.external_data.add(key="location", value="given when loaded")
    return found


def main() -> None:
    """Write the graph into the package."""
    GRAPH.write_bytes(build().SerializeToString())
    print(f"{GRAPH}: {GRAPH.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
