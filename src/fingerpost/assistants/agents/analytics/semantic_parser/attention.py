"""Attention of the parser's network: words and items of the schema look at each other, then items among themselves.

How much one looks at another depends on what both are and on how they are related: words by their distance, a word and
an item by how like they are, two items by whether they are of one column, of one table, or of tables that refer to each
other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats, Integers
from fingerpost.models.layers import Weights, positive

FARTHEST = 4
"""Words between two others from which on these are equally far from each other."""
RELATIONS = 5
_UNRELATED, _REFERS, _REFERRED, _SAME_TABLE, _SAME_SOURCE = range(RELATIONS)

_FARTHEST_SCORE = 60.0
"""No score is farther from 0, so that the powers of all and their sums are numbers."""


def relations(table: Integers, source: Integers, references: Floats) -> NDArray[np.int8]:
    """Return how each item of a schema is related to each other one, by their tables and sources."""
    refers = references > 0
    of_tables = np.full(refers.shape, _UNRELATED, dtype=np.int8)
    of_tables[refers] = _REFERS
    of_tables[refers.T] = _REFERRED
    np.fill_diagonal(of_tables, _SAME_TABLE)
    return np.where(source[:, None] == source, np.int8(_SAME_SOURCE), of_tables[table[:, None], table])


def related_pairs(related: NDArray[np.int8]) -> Floats:
    """Return for each relation a matrix that has 1 where two items are related in this way, else 0."""
    found: Floats = (related == np.arange(RELATIONS, dtype=np.int8)[:, None, None]).astype(np.float32)
    return found


def item_biases(weights: Weights, layers: Sequence[str], pairs: Floats) -> Floats:
    """Return for each head of some layers how much items look at each other for their relation alone."""
    # One product for all layers: picking a number for each pair of items takes several times as long.
    tables = np.concatenate([weights[f"{layer}.items.weight"].T for layer in layers])
    found: Floats = tables @ pairs.reshape(RELATIONS, -1)
    return found.reshape(len(layers), -1, *pairs.shape[1:])


def joint_biases(weights: Weights, layers: Sequence[str], alike: Floats, pairs: Floats) -> Floats:
    """Return for each head of some layers how much words and items look at each other: words first, then items.

    `alike`: how like each word is to each item.
    """
    count, items, _ = alike.shape
    places = np.arange(count)
    distances = np.clip(places[:, None] - places, -FARTHEST, FARTHEST) + FARTHEST
    ways = [f"{layer}.{way}" for layer in layers for way in ("word_item", "item_word")]
    by_likeness = np.concatenate([weights[f"{way}.weight"] for way in ways]) @ alike.reshape(count * items, -1).T
    by_likeness += np.concatenate([weights[f"{way}.bias"] for way in ways])[:, None]
    by_likeness = by_likeness.reshape(len(layers), 2, -1, count, items)
    found = np.empty((*by_likeness.shape[::2][:2], count + items, count + items), dtype=np.float32)
    words, behind = slice(0, count), slice(count, None)
    found[:, :, words, words] = np.stack([weights[f"{layer}.words.weight"].T for layer in layers])[:, :, distances]
    found[:, :, words, behind] = by_likeness[:, 0]
    found[:, :, behind, words] = by_likeness[:, 1].swapaxes(2, 3)
    found[:, :, behind, behind] = item_biases(weights, layers, pairs)
    return found


def attended(weights: Weights, layer: str, states: Floats, biases: Floats) -> Floats:
    """Return states after a layer of attention and a small network; `biases` has a matrix for each head."""
    count, heads = len(states), len(biases)
    asks, offers, values = weights.linear(states, f"{layer}.look").reshape(count, 3, heads, -1).transpose(1, 2, 0, 3)
    asks /= np.sqrt(np.float32(asks.shape[2]))
    # In place: these are the largest arrays of a question.
    scores: Floats = asks @ offers.transpose(0, 2, 1)
    scores += biases
    np.clip(scores, -_FARTHEST_SCORE, _FARTHEST_SCORE, out=scores)
    np.exp(scores, out=scores)
    seen: Floats = scores @ values
    # A product with ones is a sum, in a quarter of the time.
    seen /= scores @ np.ones((count, 1), dtype=np.float32)
    seen = weights.linear(seen.transpose(1, 0, 2).reshape(count, -1), f"{layer}.out")
    seen += states
    states = weights.norm(seen, f"{layer}.ln1")
    made = weights.linear(positive(weights.linear(states, f"{layer}.inner")), f"{layer}.outer")
    made += states
    return weights.norm(made, f"{layer}.ln2")
