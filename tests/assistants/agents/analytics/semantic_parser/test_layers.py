"""The arithmetic that the parts of the network share."""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.semantic_parser.layers import Weights, chance, positive, softmax


def test_layers_are_in_the_order_of_their_numbers() -> None:
    names = ("conv.10.bias", "conv.9.bias", "conv.0.bias", "convex.1.bias")
    weights = Weights({name: np.zeros(1, np.float32) for name in names})
    assert weights.layers("conv") == ["conv.0", "conv.9", "conv.10"]
    assert weights.layers("joint") == []
    assert weights["conv.0.bias"].dtype == np.float32


def test_a_linear_layer_and_a_norm() -> None:
    arrays = {"a.weight": np.array([[1, 2], [0, 1], [1, 1]]), "a.bias": np.array([0, 0, 5])}
    weights = Weights(arrays | {"n.weight": np.full(3, 2), "n.bias": np.ones(3)})
    values = weights.linear(np.array([[1, 10]], np.float32), "a")
    assert values.tolist() == [[21, 10, 16]]
    normed = weights.norm(values, "n")
    assert np.isclose(normed.mean(), 1, atol=1e-5)
    assert np.isclose(normed.std(), 2, atol=1e-3)


def test_probabilities() -> None:
    assert positive(np.array([-1.0, 2.0], np.float32)).tolist() == [0, 2]
    assert chance(np.array([0.0, 1000.0, -1000.0], np.float32)).round(3).tolist() == [0.5, 1, 0]
    one = softmax(np.array([[1000.0, 1000.0], [0.0, -1000.0]], np.float32))
    assert one.tolist() == [[0.5, 0.5], [1, 0]]
