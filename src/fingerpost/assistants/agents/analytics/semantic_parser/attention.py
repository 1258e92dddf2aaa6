"""Attention of the parser's network: words and items of the schema look at each other, then items among themselves.

How much one looks at another depends on what both are and on how they are related: words by their distance, a word and
an item by how like they are, two items by whether they are of one column, of one table, or of tables that refer to each
other.
"""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats, Integers
from fingerpost.models.layers import Weights, positive

FARTHEST = 4
"""Words between two others from which on these are equally far from each other."""
RELATIONS = 5
_UNRELATED, _REFERS, _REFERRED, _SAME_TABLE, _SAME_SOURCE = range(RELATIONS)


def relations(table: Integers, source: Integers, references: Floats) -> Integers:
    """Return how each item of a schema is related to each other one, by their tables and sources."""
    refers = references[np.ix_(table, table)] > 0
    found = np.full(refers.shape, _UNRELATED, dtype=np.int64)
    found[refers] = _REFERS
    found[refers.T] = _REFERRED
    found[table[:, None] == table] = _SAME_TABLE
    found[source[:, None] == source] = _SAME_SOURCE
    return found


def item_bias(weights: Weights, layer: str, related: Integers) -> Floats:
    """Return for each head of a layer how much items look at each other for their relation alone."""
    found: Floats = weights[f"{layer}.items.weight"].T[:, related]
    return found


def attended_words_and_items(
    weights: Weights, layer: str, together: Floats, alike: Floats, source: Integers, of_items: Floats
) -> Floats:
    """Return the states of words and items, in this order, after a layer in which all look at all.

    `alike`: how like words are to the sources of items; `of_items`: the bias of the items among themselves.
    """
    words, total = len(alike), len(together)
    places = np.arange(words)
    distances = np.clip(places[:, None] - places, -FARTHEST, FARTHEST) + FARTHEST
    bias = np.empty((len(of_items), total, total), dtype=np.float32)
    bias[:, :words, :words] = weights[f"{layer}.words.weight"].T[:, distances]
    bias[:, :words, words:] = weights.linear(alike, f"{layer}.word_item").transpose(2, 0, 1)[:, :, source]
    bias[:, words:, :words] = weights.linear(alike, f"{layer}.item_word").transpose(2, 1, 0)[:, source]
    bias[:, words:, words:] = of_items
    return attended(weights, layer, together, bias)


def attended(weights: Weights, layer: str, states: Floats, bias: Floats) -> Floats:
    """Return states after a layer of attention and a small network; `bias` has a matrix for each head."""
    count, heads = len(states), len(bias)
    asks, offers, values = weights.linear(states, f"{layer}.look").reshape(count, 3, heads, -1).transpose(1, 2, 0, 3)
    scores = (asks / np.sqrt(np.float32(asks.shape[2]))) @ offers.transpose(0, 2, 1)
    scores += bias
    # In place: these are the largest arrays of a question.
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    seen = (scores @ values) / scores.sum(axis=2, keepdims=True)
    states = weights.norm(
        states + weights.linear(seen.transpose(1, 0, 2).reshape(count, -1), f"{layer}.out"), f"{layer}.ln1"
    )
    made = weights.linear(positive(weights.linear(states, f"{layer}.inner")), f"{layer}.outer")
    return weights.norm(states + made, f"{layer}.ln2")
