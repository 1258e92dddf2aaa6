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
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from fingerpost.assistants.agents.analytics.questions.tokens import Token
from fingerpost.assistants.agents.analytics.semantic_parser.attention import (
    attended,
    item_biases,
    joint_biases,
    related_pairs,
    relations,
)
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import Confidence
from fingerpost.assistants.agents.analytics.semantic_parser.features import likenesses, nearest_items, word_inputs
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats, Integers, SchemaItems
from fingerpost.errors import EncoderError
from fingerpost.models.layers import Weights, WordLayers, chance, positive, softmax
from fingerpost.models.matrix import Matrix

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
_HEAD_OF = np.repeat(np.arange(len(HEADS)), [len(values) for values in HEADS.values()])
_HEAD_STARTS = np.flatnonzero(np.diff(_HEAD_OF, prepend=-1))
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


class Seen(NamedTuple):
    """What all networks see of a question to a schema.

    Only the items at some places are looked at (`near`); the others are nothing that is asked for. `words`: each word
    alone, and what is around it; `sources`: how like words are to the sources of the schema, `alike` to the items;
    `pairs`: how the items are related.
    """

    schema: SchemaItems
    places: Integers
    near: SchemaItems
    alone: Floats
    words: Floats
    sources: Floats
    alike: Floats
    pairs: Floats


class _SeenItems(NamedTuple):
    """What a network makes of the items of a schema, whatever the question."""

    states: Floats
    compared: Floats
    """What a word is multiplied with, to link it."""
    by_flags: Floats


class ParserNetwork:
    """The weights of one network, and its pass over one question."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file."""
        self._weights = Weights({**weights, **_heads_joined(weights)})
        self._words = WordLayers(self._weights)
        self._joint, self._among = self._weights.layers("joint"), self._weights.layers("among")
        self._items = lru_cache(maxsize=8)(self._see)

    def read(self, seen: Seen) -> ParserOutput:
        """Return what a question is."""
        found = self._read(seen)
        count = len(seen.schema.items)
        links = np.zeros((len(seen.alone), len(CLASSES) + count), dtype=np.float32)
        links[:, : len(CLASSES)] = found.links[:, : len(CLASSES)]
        links[:, len(CLASSES) + seen.places] = found.links[:, len(CLASSES) :]
        roles = np.zeros((count, len(ROLES)), dtype=np.float32)
        roles[seen.places] = found.roles
        return found._replace(links=links, roles=roles)

    def _read(self, seen: Seen) -> ParserOutput:
        weights, count = self._weights, len(seen.alone)
        items = _SeenItems(*(array[seen.places] for array in self._items(seen.schema)))
        together = weights.norm(np.concatenate([self._words.states(seen.words), items.states]), "ln_joint")
        for layer, biases in zip(self._joint, joint_biases(weights, self._joint, seen.alike, seen.pairs), strict=True):
            together = attended(weights, layer, together, biases)
        states, of_items = together[:count], together[count:]
        scores = self._pairs(seen, items, states)
        scores += weights.linear(states, "link_word") @ weights.linear(of_items, "link_item").T / LINK_SCALE
        links = softmax(np.concatenate([weights.linear(states, "cls"), scores], axis=1))
        return self._decided(seen, states, of_items, links)

    def _see(self, schema: SchemaItems) -> _SeenItems:
        """Return what does not depend on the question."""
        weights = self._weights
        vectors = np.concatenate([schema.vectors, schema.table_vectors, schema.column_vectors], axis=1)
        inputs = np.concatenate([vectors[schema.source] * _VECTOR_WEIGHT, schema.flags], axis=1)
        items = positive(weights.linear(inputs, "item"))
        plain = schema.vectors[schema.source] @ weights["U.weight"].T * _LIKENESS_WEIGHT
        of_flags = weights["pair1.weight"][:, -schema.flags.shape[1] :]
        return _SeenItems(
            states=weights.linear(items, "item_in"),
            compared=np.concatenate([weights.linear(items, "Q"), plain], axis=1),
            by_flags=schema.flags @ of_flags.T + weights["pair1.bias"],
        )

    def _pairs(self, seen: Seen, items: _SeenItems, states: Floats) -> Floats:
        """Return the score of every word for every item."""
        weights = self._weights["pair1.weight"]
        size, likeness = items.compared.shape[1], seen.alike.shape[2]
        words = np.concatenate([self._weights.linear(states, "P"), seen.alone @ self._weights["S.weight"].T], axis=1)
        hidden = seen.alike @ weights[:, size : size + likeness].T
        # Word by word, what the network makes of their products with the items.
        hidden += items.compared @ (weights[:, :size].T * words[:, :, None])
        hidden += items.by_flags
        scores: Floats = positive(hidden) @ self._weights["pair2.weight"][0] + self._weights["pair2.bias"][0]
        return scores

    def _decided(self, seen: Seen, states: Floats, items: Floats, links: Floats) -> ParserOutput:
        """Return the parts of the items and the heads of the question: first each by itself, then beside the others."""
        weights, schema = self._weights, seen.near
        of_classes, of_items = links[:, : len(CLASSES)], links[:, len(CLASSES) :]
        mean, classes = states.mean(axis=0), of_classes.max(axis=0)
        most = of_items.max(axis=0)
        near = _near(schema, most, of_items.sum(axis=0))
        of_each = np.concatenate([seen.alike.max(axis=0), schema.flags, near], axis=1)
        told = (of_items.T @ states, items, mean, of_each, classes)
        hidden = positive(weights.linear_of_parts(told, "role1"))
        for layer, bias in zip(self._among, item_biases(weights, self._among, seen.pairs), strict=True):
            hidden = attended(weights, layer, hidden, bias)
        roles = weights.linear(hidden, "role2")
        whole = np.concatenate([mean, states.max(axis=0), classes])
        heads = weights.linear(positive(weights.linear(whole, "head1")), "head2")

        chances = chance(roles)
        top, second = _two_largest(chances)
        both = np.concatenate([chances, _largest_of_table(schema, chances)], axis=1)
        again = (*told, both, top, second, _head_chances(heads))
        roles += weights.linear(positive(weights.linear_of_parts(again, "role3")), "role4")
        beside = np.concatenate([whole, top, second])
        heads += weights.linear(positive(weights.linear(beside, "head3")), "head4")

        judged = np.concatenate([whole, of_classes[:, :1].mean(axis=0), np.sort(most)[::-1][:2]])
        supported = weights.linear(positive(weights.linear(judged, "sup1")), "sup2")
        return ParserOutput(
            links=links,
            roles=chance(roles),
            heads=_by_head(_head_chances(heads)),
            comparisons=softmax(weights.linear(states, "ops")),
            supported=float(chance(supported)[0]),
        )


def _heads_joined(weights: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the layers of the heads that are told from the same, as one."""
    return {
        f"{layer}.{part}": np.concatenate([weights[f"{layer}.{name}.{part}"] for name in HEADS])
        for layer in ("head2", "head4")
        for part in ("weight", "bias")
    }


def _head_chances(scores: Floats) -> Floats:
    """Return the probabilities of all heads by their scores."""
    powers: Floats = np.exp(scores - np.maximum.reduceat(scores, _HEAD_STARTS)[_HEAD_OF])
    powers /= np.add.reduceat(powers, _HEAD_STARTS)[_HEAD_OF]
    return powers


def _by_head(chances: Floats) -> dict[str, Floats]:
    """Return the probabilities of each head."""
    return {
        name: chances[start : start + len(values)]
        for start, (name, values) in zip(_HEAD_STARTS, HEADS.items(), strict=True)
    }


def _near(schema: SchemaItems, most: Floats, mass: Floats) -> Floats:
    """Return how much words link to each item, to its table, and to tables that this refers to or that refer to it."""
    first = schema.first_of_tables
    table_mass, table_most = np.add.reduceat(mass, first), np.maximum.reduceat(most, first)
    of_tables = np.stack(
        [table_most, table_mass, schema.references @ table_most, schema.references.T @ table_most], axis=1
    )
    return np.concatenate([most[:, None], mass[:, None], of_tables[schema.table]], axis=1)


def _two_largest(chances: Floats) -> tuple[Floats, Floats]:
    """Return for each part the largest probability of any item, and the second largest."""
    ordered = np.partition(np.vstack([np.zeros_like(chances[:1]), chances]), -2, axis=0)
    return ordered[-1], ordered[-2]


def _largest_of_table(schema: SchemaItems, chances: Floats) -> Floats:
    """Return for each item and part the largest probability in its table."""
    found: Floats = np.maximum.reduceat(chances, schema.first_of_tables, axis=0)[schema.table]
    return found


class ParserNetworks:
    """Several networks, and what they have in common: the axes on which they see the surroundings of a word."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file: `context`, those behind `confidence/`, and of each network its number."""
        self._axes = Matrix(np.asarray(weights["context"], dtype=np.float32))
        self.confidence = Confidence(_behind(weights, CONFIDENCE))
        numbers = sorted({name.partition("/")[0] + "/" for name in weights if "/" in name} - {CONFIDENCE})
        self.networks = [ParserNetwork(_behind(weights, at)) for at in numbers]
        self._limit = ThreadpoolController().limit

    def read(self, seen: Seen, networks: slice = slice(None)) -> list[ParserOutput]:
        """Return what each network makes of a question, or some of them."""
        # As in the encoder: on a busy machine several threads are a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            return [network.read(seen) for network in self.networks[networks]]

    def see(self, schema: SchemaItems, tokens: Sequence[Token]) -> Seen:
        """Return what the networks see of a question."""
        with self._limit(limits=1, user_api="blas"):
            return self._see(schema, tokens)

    def _see(self, schema: SchemaItems, tokens: Sequence[Token]) -> Seen:
        alone, context, flags = word_inputs(tokens)
        sources = likenesses(schema, tokens)
        places = nearest_items(schema, sources)
        near = schema.at(places)
        return Seen(
            schema=schema,
            places=places,
            near=near,
            alone=alone,
            words=np.concatenate([alone, self._axes.product(context), flags], axis=1),
            sources=sources,
            alike=sources.take(near.source, axis=1),
            pairs=related_pairs(_relations_of(schema)[np.ix_(places, places)]),
        )


@lru_cache(maxsize=32)
def _relations_of(schema: SchemaItems) -> NDArray[np.int8]:
    """Return how the items of a schema are related, whatever the question."""
    return relations(schema.table, schema.source, schema.references)


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
