"""Attention among words and items, beside the same sums written out."""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.semantic_parser.attention import (
    FARTHEST,
    RELATIONS,
    attended,
    item_biases,
    joint_biases,
    related_pairs,
    relations,
)
from fingerpost.assistants.agents.analytics.semantic_parser.features import LIKENESSES
from fingerpost.models.layers import Weights, softmax

SIZE, HEADS = 8, 2


def _weights(seed: int = 1) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {"look": (3 * SIZE, SIZE), "out": (SIZE, SIZE), "inner": (16, SIZE)}
    shapes |= {"outer": (SIZE, 16), "word_item": (HEADS, LIKENESSES), "item_word": (HEADS, LIKENESSES)}
    shapes |= {"ln1": (SIZE,), "ln2": (SIZE,)}
    found = {f"joint.0.{name}.weight": draw.normal(size=shape) for name, shape in shapes.items()}
    found |= {f"joint.0.{name}.bias": draw.normal(size=shape[0]) for name, shape in shapes.items()}
    found["joint.0.words.weight"] = draw.normal(size=(2 * FARTHEST + 1, HEADS))
    found["joint.0.items.weight"] = draw.normal(size=(RELATIONS, HEADS))
    return {name: array.astype(np.float32) for name, array in found.items()}


def test_attention_is_the_mean_of_values_by_what_is_asked_and_offered() -> None:
    weights = Weights(_weights())
    draw = np.random.default_rng(2)
    states = draw.normal(size=(5, SIZE)).astype(np.float32)
    bias = draw.normal(size=(HEADS, 5, 5)).astype(np.float32)
    looks = weights.linear(states, "joint.0.look")
    width = SIZE // HEADS
    seen = np.zeros_like(states)
    for head in range(HEADS):
        asks, offers, values = (looks[:, part * SIZE + head * width :][:, :width] for part in range(3))
        seen[:, head * width : (head + 1) * width] = softmax(asks @ offers.T / width**0.5 + bias[head]) @ values
    first = weights.norm(states + weights.linear(seen, "joint.0.out"), "joint.0.ln1")
    made = weights.linear(np.maximum(weights.linear(first, "joint.0.inner"), 0), "joint.0.outer")
    expected = weights.norm(first + made, "joint.0.ln2")
    assert np.allclose(attended(weights, "joint.0", states, bias), expected, atol=1e-4)
    assert not np.allclose(attended(weights, "joint.0", states, bias * (np.arange(5) < 3)), expected, atol=1e-2)
    assert np.isfinite(attended(weights, "joint.0", states * 1e4, bias)).all(), "no power is too large"


def test_items_are_related_by_source_table_and_reference() -> None:
    table, source = np.array([0, 0, 0, 1]), np.array([0, 1, 1, 2])
    references = np.array([[0, 1], [0, 0]], np.float32)
    found = relations(table, source, references)
    assert found[0].tolist() == [4, 3, 3, 1], "itself, its table twice, a table that its own refers to"
    assert found[1].tolist() == [3, 4, 4, 1]
    assert found[3].tolist() == [2, 2, 2, 4]
    assert (relations(table, source, np.zeros((2, 2), np.float32))[0, 3]) == 0
    pairs = related_pairs(found)
    assert pairs.shape == (RELATIONS, 4, 4)
    assert (pairs.argmax(axis=0) == found).all()
    assert (pairs.sum(axis=0) == 1).all()


def test_items_look_at_each_other_by_what_their_relation_is_worth() -> None:
    arrays = _weights() | {"joint.1.items.weight": _weights(seed=5)["joint.0.items.weight"]}
    related = relations(np.array([0, 0, 1]), np.array([0, 1, 2]), np.array([[0, 1], [0, 0]], np.float32))
    layers = ("joint.0", "joint.1")
    for layer, found in zip(layers, item_biases(Weights(arrays), layers, related_pairs(related)), strict=True):
        assert np.allclose(found, arrays[f"{layer}.items.weight"].T[:, related], atol=1e-6)


def test_words_and_items_see_each_other_by_likeness_and_distance() -> None:
    arrays = _weights()
    draw = np.random.default_rng(3)
    source = np.array([0, 1, 1])
    alike = draw.random((4, 2, LIKENESSES)).astype(np.float32)[:, source]
    together = draw.normal(size=(7, SIZE)).astype(np.float32)
    pairs = related_pairs(relations(np.array([0, 0, 1]), source, np.zeros((2, 2), np.float32)))

    def found(changed: dict[str, np.ndarray]) -> np.ndarray:
        weights = Weights(arrays | changed)
        return attended(weights, "joint.0", together, joint_biases(weights, ["joint.0"], alike, pairs)[0])

    plain = found({})
    zero = {name: np.zeros_like(array) for name, array in arrays.items()}
    for part, moved, still in (
        ("word_item.weight", slice(0, 4), slice(4, 7)),
        ("item_word.weight", slice(4, 7), slice(0, 4)),
        ("words.weight", slice(0, 4), slice(4, 7)),
        ("items.weight", slice(4, 7), slice(0, 4)),
    ):
        other = found({f"joint.0.{part}": zero[f"joint.0.{part}"]})
        assert np.abs(other[moved] - plain[moved]).max() > 1e-3, f"{part} counts"
        assert np.allclose(other[still], plain[still], atol=1e-5), f"{part} is of its own side alone"
