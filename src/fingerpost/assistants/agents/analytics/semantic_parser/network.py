"""The parser's network in numpy: what each word links to, and which part each item of the schema plays in the query.

It was trained on questions to many databases that were written for it (`training/databases`), so that one it has never
seen is read by the likeness of words to names alone. Several networks that differ by chance are asked, and their
probabilities averaged.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from fingerpost.assistants.agents.analytics.questions.tokens import Token
from fingerpost.assistants.agents.analytics.semantic_parser.attention import (
    attended,
    attended_words_and_items,
    item_bias,
    relations,
)
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import Confidence
from fingerpost.assistants.agents.analytics.semantic_parser.features import likenesses, nearest_items, word_inputs
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats, Integers, SchemaItems
from fingerpost.errors import EncoderError
from fingerpost.models.layers import Weights, WordLayers, chance, positive, softmax

WEIGHTS = Path(__file__).parent / "weights" / "parser.npz"
CONFIDENCE = "confidence/"
"""Stands before the names of the arrays that tell how sure a reading is."""
CLASSES = (
    "nothing", "count", "sum", "avg", "max", "min", "most", "least", "limit", "group", "not", "compare", "date", "list",
    "distinct", "share", "per", "order", "difference", "name",
)  # fmt: skip
"""What a word can be that stands for no item."""
ROLES = (
    "group", "select", "aggregate", "rank", "compare", "date", "group_time", "without", "exists", "equal", "differ",
    "hold", "share", "start", "end", "more", "less", "having",
)  # fmt: skip
"""Parts that an item can play.

`hold` is that of a state; `share` that of a condition on the part whose share is asked for; `start` and `end` are
dates whose distance is asked for; `more` and `less` columns that are compared with each other; `having` is that of what
is compared in each group."""
HEADS: Mapping[str, tuple[str, ...]] = {
    "aggregate": ("none", "count", "sum", "avg", "max", "min", "share"),
    "distinct": ("no", "yes"),
    "order": ("none", "desc", "asc"),
    "limit": ("none", "one", "several"),
    "part": ("none", "year", "month", "month_of_year", "day", "weekday", "hour"),
}
"""What is decided of the question as a whole."""
COMPARISONS = ("", "=", "<>", "<", "<=", ">", ">=")
_VECTOR_WEIGHT = 3.0
_LIKENESS_WEIGHT = 10.0
LINK_SCALE = 8


class ParserOutput(NamedTuple):
    """What the networks make of a question, as probabilities.

    `links`: for each word its classes, then the items; `roles`: for each item its parts; `heads`: by name;
    `comparisons`: for each word how its number is compared; `supported`: that the schema can answer it at all.
    """

    links: Floats
    roles: Floats
    heads: Mapping[str, Floats]
    comparisons: Floats
    supported: float


class _SeenItems(NamedTuple):
    """What a network makes of the items of a schema, whatever the question."""

    states: Floats
    compared: Floats
    """What a word is multiplied with, to link it."""
    by_flags: Floats
    biases: Mapping[str, Floats]
    """For each layer of attention, how much items look at each other for their relation."""

    def at(self, places: Integers) -> _SeenItems:
        """Return the same for some of the items."""
        return _SeenItems(
            states=self.states[places],
            compared=self.compared[places],
            by_flags=self.by_flags[places],
            biases={layer: bias[:, places[:, None], places] for layer, bias in self.biases.items()},
        )


class ParserNetwork:
    """The weights of one network, and its pass over one question."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file."""
        self._weights = Weights(weights)
        self._words = WordLayers(self._weights)
        self._joint, self._among = self._weights.layers("joint"), self._weights.layers("among")
        self._seen = lru_cache(maxsize=8)(self._see)

    def read(self, schema: SchemaItems, places: Integers, alone: Floats, around: Floats, alike: Floats) -> ParserOutput:
        """Return what a question is: its words alone, what is around them, and how like they are to the sources.

        Only the items at some places are looked at; the others are nothing that is asked for.
        """
        found = self._read(schema.at(places), self._seen(schema).at(places), alone, around, alike)
        links = np.zeros((len(alone), len(CLASSES) + len(schema.items)), dtype=np.float32)
        links[:, : len(CLASSES)] = found.links[:, : len(CLASSES)]
        links[:, len(CLASSES) + places] = found.links[:, len(CLASSES) :]
        roles = np.zeros((len(schema.items), len(ROLES)), dtype=np.float32)
        roles[places] = found.roles
        return found._replace(links=links, roles=roles)

    def _read(
        self, schema: SchemaItems, seen: _SeenItems, alone: Floats, around: Floats, alike: Floats
    ) -> ParserOutput:
        weights = self._weights
        states = self._words.states(np.concatenate([alone, around], axis=1))
        together = weights.norm(np.concatenate([states, seen.states]), "ln_joint")
        for layer in self._joint:
            together = attended_words_and_items(weights, layer, together, alike, schema.source, seen.biases[layer])
        states, items = together[: len(alone)], together[len(alone) :]
        scores = self._pairs(schema, seen, states, alone, alike)
        scores += weights.linear(states, "link_word") @ weights.linear(items, "link_item").T / LINK_SCALE
        links = softmax(np.concatenate([weights.linear(states, "cls"), scores], axis=1))
        return self._decided(schema, seen, states, items, links, alike)

    def _see(self, schema: SchemaItems) -> _SeenItems:
        """Return what does not depend on the question."""
        weights = self._weights
        vectors = np.concatenate([schema.vectors, schema.table_vectors, schema.column_vectors], axis=1)
        inputs = np.concatenate([vectors[schema.source] * _VECTOR_WEIGHT, schema.flags], axis=1)
        items = positive(weights.linear(inputs, "item"))
        plain = schema.vectors[schema.source] @ weights["U.weight"].T * _LIKENESS_WEIGHT
        related = relations(schema.table, schema.source, schema.references)
        return _SeenItems(
            states=weights.linear(items, "item_in"),
            compared=np.concatenate([weights.linear(items, "Q"), plain], axis=1),
            by_flags=schema.flags @ weights["pair1.weight"][:, -schema.flags.shape[1] :].T,
            biases={layer: item_bias(weights, layer, related) for layer in (*self._joint, *self._among)},
        )

    def _pairs(self, schema: SchemaItems, seen: _SeenItems, states: Floats, alone: Floats, alike: Floats) -> Floats:
        """Return the score of every word for every item."""
        weights = self._weights["pair1.weight"]
        size, likeness = seen.compared.shape[1], alike.shape[2]
        words = np.concatenate([self._weights.linear(states, "P"), alone @ self._weights["S.weight"].T], axis=1)
        # Word by word, what the network makes of their products with the items: one multiplication for all.
        of_words = (weights[None, :, :size] * words[:, None]).reshape(-1, size)
        hidden = (seen.compared @ of_words.T).reshape(len(schema.items), len(states), -1)
        hidden += (alike @ weights[:, size : size + likeness].T)[:, schema.source].transpose(1, 0, 2)
        hidden += (seen.by_flags + self._weights["pair1.bias"])[:, None]
        scores: Floats = positive(hidden) @ self._weights["pair2.weight"][0] + self._weights["pair2.bias"][0]
        return scores.T

    def _decided(
        self, schema: SchemaItems, seen: _SeenItems, states: Floats, items: Floats, links: Floats, alike: Floats
    ) -> ParserOutput:
        """Return the parts of the items and the heads of the question: first each by itself, then beside the others."""
        weights = self._weights
        of_classes, of_items = links[:, : len(CLASSES)], links[:, len(CLASSES) :]
        mean, classes = states.mean(axis=0), of_classes.max(axis=0)
        told = _beside(
            of_items.T @ states,
            items,
            mean,
            alike.max(axis=0)[schema.source],
            schema.flags,
            _near(schema, of_items.max(axis=0), of_items.sum(axis=0)),
            classes,
        )
        hidden = positive(weights.linear(told, "role1"))
        for layer in self._among:
            hidden = attended(weights, layer, hidden, seen.biases[layer])
        roles = weights.linear(hidden, "role2")
        whole = np.concatenate([mean, states.max(axis=0), classes])
        decided = positive(weights.linear(whole, "head1"))
        heads = {name: weights.linear(decided, f"head2.{name}") for name in HEADS}

        chances = chance(roles)
        top, second = _two_largest(chances)
        said = np.concatenate([softmax(heads[name][None])[0] for name in HEADS])
        again = _beside(told, chances, _largest_of_table(schema, chances), top, second, said)
        roles = roles + weights.linear(positive(weights.linear(again, "role3")), "role4")
        decided = positive(weights.linear(np.concatenate([whole, top, second]), "head3"))
        heads = {name: score + weights.linear(decided, f"head4.{name}") for name, score in heads.items()}

        best = np.sort(of_items.max(axis=0))[::-1][:2]
        judged = np.concatenate([whole, of_classes[:, :1].mean(axis=0), best])
        supported = weights.linear(positive(weights.linear(judged, "sup1")), "sup2")
        return ParserOutput(
            links=links,
            roles=chance(roles),
            heads={name: softmax(score[None])[0] for name, score in heads.items()},
            comparisons=softmax(weights.linear(states, "ops")),
            supported=float(chance(supported)[0]),
        )


def _beside(*parts: Floats) -> Floats:
    """Return what is told of each item, side by side; a part of one row is told of all of them."""
    count = len(parts[0])
    return np.concatenate([np.broadcast_to(part, (count, part.shape[-1])) for part in parts], axis=1)


def _near(schema: SchemaItems, most: Floats, mass: Floats) -> Floats:
    """Return how much words link to each item, to its table, and to tables that this refers to or that refer to it."""
    tables = len(schema.references)
    table_mass = np.bincount(schema.table, weights=mass, minlength=tables).astype(np.float32)
    table_most = np.zeros(tables, dtype=np.float32)
    np.maximum.at(table_most, schema.table, most)
    of_tables = (table_most, table_mass, schema.references @ table_most, schema.references.T @ table_most)
    return np.stack([most, mass, *(of_table[schema.table] for of_table in of_tables)], axis=1)


def _two_largest(chances: Floats) -> tuple[Floats, Floats]:
    """Return for each part the largest probability of any item, and the second largest."""
    ordered = np.sort(np.vstack([np.zeros_like(chances[:1]), chances]), axis=0)
    return ordered[-1], ordered[-2]


def _largest_of_table(schema: SchemaItems, chances: Floats) -> Floats:
    """Return for each item and part the largest probability in its table."""
    found = np.zeros((len(schema.references), chances.shape[1]), dtype=np.float32)
    np.maximum.at(found, schema.table, chances)
    return found[schema.table]


class ParserNetworks:
    """Several networks, and what they have in common: the axes on which they see the surroundings of a word."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file: `context`, those behind `confidence/`, and of each network its number."""
        self._axes = np.asarray(weights["context"], dtype=np.float32)
        self.confidence = Confidence(_behind(weights, CONFIDENCE))
        numbers = sorted({name.partition("/")[0] + "/" for name in weights if "/" in name} - {CONFIDENCE})
        self.networks = [ParserNetwork(_behind(weights, at)) for at in numbers]
        self._limit = ThreadpoolController().limit

    def read(self, schema: SchemaItems, tokens: Sequence[Token]) -> tuple[list[ParserOutput], Floats]:
        """Return what each network makes of a question, and how like its words are to the sources."""
        # As in the encoder: on a busy machine several threads are a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            alone, context, flags = word_inputs(tokens)
            around = np.concatenate([context @ self._axes, flags], axis=1)
            alike = likenesses(schema, tokens)
            places = nearest_items(schema, alike)
            return [network.read(schema, places, alone, around, alike) for network in self.networks], alike


def _behind(weights: Mapping[str, Floats], prefix: str) -> dict[str, Floats]:
    return {name.removeprefix(prefix): array for name, array in weights.items() if name.startswith(prefix)}


def averaged(readings: Sequence[ParserOutput]) -> ParserOutput:
    """Return the mean of what several networks say."""
    return ParserOutput(
        links=np.mean([one.links for one in readings], axis=0),
        roles=np.mean([one.roles for one in readings], axis=0),
        heads={name: np.mean([one.heads[name] for one in readings], axis=0) for name in HEADS},
        comparisons=np.mean([one.comparisons for one in readings], axis=0),
        supported=float(np.mean([one.supported for one in readings])),
    )


@cache
def shared_networks() -> ParserNetworks:
    """Return the networks that are installed with the package."""
    try:
        with np.load(io.BytesIO(WEIGHTS.read_bytes()), allow_pickle=False) as stored:
            return ParserNetworks({name: stored[name] for name in stored.files})
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise EncoderError(
            f"{WEIGHTS}: cannot be read ({error}). The package is damaged; install it again:"
            " pip install --force-reinstall fingerpost"
        ) from error
