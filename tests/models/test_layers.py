"""The layers that the networks over words share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fingerpost.models.layers import Weights, WordLayers, chance, positive, softmax


def _drawn(draw: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    return draw.normal(size=shape).astype(np.float32)


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


def test_a_linear_layer_over_parts_is_that_over_all_side_by_side() -> None:
    draw = np.random.default_rng(1)
    weights = Weights({"a.weight": _drawn(draw, 3, 6), "a.bias": _drawn(draw, 3)})
    row, two, three = _drawn(draw, 1), _drawn(draw, 4, 2), _drawn(draw, 4, 3)
    whole = np.concatenate([two, np.broadcast_to(row, (4, 1)), three], axis=1)
    found = weights.linear_of_parts((two, row, three), "a")
    assert np.allclose(found, weights.linear(whole, "a"), atol=1e-6)
    assert not np.allclose(weights.linear_of_parts((three, row, two), "a"), found, atol=1e-2), "the order counts"


def test_probabilities() -> None:
    assert positive(np.array([-1.0, 2.0], np.float32)).tolist() == [0, 2]
    assert chance(np.array([0.0, 1000.0, -1000.0], np.float32)).round(3).tolist() == [0.5, 1, 0]
    one = softmax(np.array([[1000.0, 1000.0], [0.0, -1000.0]], np.float32))
    assert one.tolist() == [[0.5, 0.5], [1, 0]]


def test_words_see_their_neighbours_and_then_all() -> None:
    draw = np.random.default_rng(4)
    shapes: dict[str, tuple[int, ...]] = {"inp.weight": (3, 2), "glob.weight": (3, 3)}
    shapes |= {f"conv.{at}.weight": (3, 3, 3) for at in range(2)}
    shapes |= {f"{name}.bias": (3,) for name in ("inp", "ln0", "glob", "conv.0", "conv.1", "ln.0", "ln.1")}
    arrays = {name: _drawn(draw, *shape) for name, shape in shapes.items()}
    arrays |= {f"{name}.weight": np.ones(3, np.float32) for name in ("ln0", "ln.0", "ln.1")}
    weights = Weights(arrays)
    seen = _drawn(draw, 4, 2)
    states = weights.norm(weights.linear(seen, "inp"), "ln0")
    for layer in range(2):
        if layer:
            states = states + positive(weights.linear(states.mean(axis=0), "glob"))
        mixed = np.tile(arrays[f"conv.{layer}.bias"], (4, 1))
        for word in range(4):
            for step in (-1, 0, 1):
                if 0 <= word + step < 4:
                    mixed[word] += arrays[f"conv.{layer}.weight"][:, :, step + 1] @ states[word + step]
        states = weights.norm(states + positive(mixed), f"ln.{layer}")
    assert np.allclose(WordLayers(weights).states(seen), states, atol=1e-4)
    assert not np.allclose(WordLayers(weights).states(seen[::-1])[::-1], states, atol=1e-2), "order counts"
