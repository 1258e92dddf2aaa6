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
from fingerpost.assistants.agents.analytics.semantic_parser.features import LIKENESSES, likenesses, word_inputs
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats, SchemaItems
from fingerpost.errors import EncoderError

WEIGHTS = Path(__file__).parent / "weights" / "parser.npz"
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
_EPS = 1e-5
_NEAR = 6
_VECTOR_WEIGHT = 3.0
_LIKENESS_WEIGHT = 10.0


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

    compared: Floats
    """What a word is multiplied with, to link it."""
    by_flags: Floats
    by_item: Floats
    """What an item itself says about its part."""


class ParserNetwork:
    """The weights of one network, and its pass over one question."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file."""
        self._weights = {name: np.asarray(array, dtype=np.float32) for name, array in weights.items()}
        layers = sum(name.startswith("conv.") and name.endswith(".weight") for name in weights)
        kernels = [self._weights[f"conv.{layer}.weight"] for layer in range(layers)]
        self._kernels = [kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0]).copy() for kernel in kernels]
        self._reach = kernels[0].shape[2] // 2
        self._seen = lru_cache(maxsize=8)(self._see)

    def read(self, schema: SchemaItems, alone: Floats, around: Floats, alike: Floats) -> ParserOutput:
        """Return what a question is: its words alone, what is around them, and how like they are to the sources."""
        states = self._states(np.concatenate([alone, around], axis=1))
        seen = self._seen(schema)
        scores = self._pairs(schema, seen, states, alone, alike)
        links = _softmax(np.concatenate([self._linear(states, "cls"), scores], axis=1))
        return self._decided(schema, seen, states, links, alike)

    def _see(self, schema: SchemaItems) -> _SeenItems:
        """Return what does not depend on the question."""
        vectors = np.concatenate([schema.vectors, schema.table_vectors, schema.column_vectors], axis=1)
        inputs = np.concatenate([vectors[schema.source] * _VECTOR_WEIGHT, schema.flags], axis=1)
        items = _positive(self._linear(inputs, "item"))
        plain = schema.vectors[schema.source] @ self._weights["U.weight"].T * _LIKENESS_WEIGHT
        by_flags = schema.flags @ self._weights["pair1.weight"][:, -schema.flags.shape[1] :].T
        _, own, _, _, flags, _, _ = self._role_inputs(schema)
        weights = self._weights["role1.weight"]
        by_item = items @ weights[:, own].T + schema.flags @ weights[:, flags].T + self._weights["role1.bias"]
        return _SeenItems(np.concatenate([self._linear(items, "Q"), plain], axis=1), by_flags, by_item)

    def _role_inputs(self, schema: SchemaItems) -> list[slice]:
        """Return where the weights are: of evidence, item, question, likeness, flags, what is near, and classes."""
        states, items = self._weights["ln0.bias"].shape[0], self._weights["item.bias"].shape[0]
        sizes = [states, items, states, LIKENESSES, schema.flags.shape[1], _NEAR, len(CLASSES)]
        ends = np.cumsum(sizes)
        return [slice(int(end) - size, int(end)) for end, size in zip(ends, sizes, strict=True)]

    def _states(self, seen: Floats) -> Floats:
        states = self._norm(self._linear(seen, "inp"), "ln0")
        count = len(seen)
        for layer, kernel in enumerate(self._kernels):
            if layer == 1:
                states = states + _positive(self._linear(states.mean(axis=0), "glob"))
            padded = np.zeros((count + 2 * self._reach, states.shape[1]), dtype=np.float32)
            padded[self._reach : self._reach + count] = states
            windows = np.concatenate([padded[at : at + count] for at in range(2 * self._reach + 1)], axis=1)
            mixed = _positive(windows @ kernel + self._weights[f"conv.{layer}.bias"])
            states = self._norm(states + mixed, f"ln.{layer}")
        return states

    def _pairs(self, schema: SchemaItems, seen: _SeenItems, states: Floats, alone: Floats, alike: Floats) -> Floats:
        """Return the score of every word for every item."""
        weights = self._weights["pair1.weight"]
        size, likeness = seen.compared.shape[1], alike.shape[2]
        words = np.concatenate([self._linear(states, "P"), alone @ self._weights["S.weight"].T], axis=1)
        # Word by word, what the network makes of their products with the items: one multiplication for all.
        of_words = (weights[None, :, :size] * words[:, None]).reshape(-1, size)
        hidden = (seen.compared @ of_words.T).reshape(len(schema.items), len(states), -1)
        hidden += (alike @ weights[:, size : size + likeness].T)[:, schema.source].transpose(1, 0, 2)
        hidden += (seen.by_flags + self._weights["pair1.bias"])[:, None]
        scores: Floats = _positive(hidden) @ self._weights["pair2.weight"][0] + self._weights["pair2.bias"][0]
        return scores.T

    def _decided(
        self, schema: SchemaItems, seen: _SeenItems, states: Floats, links: Floats, alike: Floats
    ) -> ParserOutput:
        """Return the parts of the items and the heads of the question."""
        of_classes, of_items = links[:, : len(CLASSES)], links[:, len(CLASSES) :]
        evidence, most, mass = of_items.T @ states, of_items.max(axis=0), of_items.sum(axis=0)
        mean, classes = states.mean(axis=0), of_classes.max(axis=0)
        tables = len(schema.references)
        table_mass = np.bincount(schema.table, weights=mass, minlength=tables).astype(np.float32)
        table_most = np.zeros(tables, dtype=np.float32)
        np.maximum.at(table_most, schema.table, most)
        near = np.stack(
            [
                most,
                mass,
                table_most[schema.table],
                table_mass[schema.table],
                (schema.references @ table_most)[schema.table],
                (schema.references.T @ table_most)[schema.table],
            ],
            axis=1,
        )
        weights = self._weights["role1.weight"]
        told, _, question, likeness, _, beside, of_class = self._role_inputs(schema)
        hidden = evidence @ weights[:, told].T + near @ weights[:, beside].T + seen.by_item
        hidden += (alike.max(axis=0) @ weights[:, likeness].T)[schema.source]
        hidden += weights[:, question] @ mean + weights[:, of_class] @ classes
        roles = self._linear(_positive(hidden.astype(np.float32)), "role2")
        whole = np.concatenate([mean, states.max(axis=0), classes])
        decided = _positive(self._linear(whole, "head1"))
        heads = {name: _softmax(self._linear(decided, f"head2.{name}")[None])[0] for name in HEADS}
        best = np.sort(most)[::-1][:2]
        judged = np.concatenate([whole, of_classes[:, :1].mean(axis=0), best])
        supported = self._linear(_positive(self._linear(judged, "sup1")), "sup2")
        comparisons = _softmax(self._linear(states, "ops"))
        return ParserOutput(links, _chance(roles), heads, comparisons, float(_chance(supported)[0]))

    def _linear(self, values: Floats, name: str) -> Floats:
        result: Floats = values @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result

    def _norm(self, values: Floats, name: str) -> Floats:
        values = values - values.mean(axis=-1, keepdims=True)
        values /= np.sqrt(np.mean(values * values, axis=-1, keepdims=True) + _EPS)
        result: Floats = values * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return result


class ParserNetworks:
    """Several networks, and what they have in common: the axes on which they see the surroundings of a word."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        """Take the arrays of a weight file: `context`, `confidence`, and those of each network behind its number."""
        self._axes = np.asarray(weights["context"], dtype=np.float32)
        self.confidence = np.asarray(weights["confidence"], dtype=np.float32)
        """Mean, spread and weight of each kind of evidence, and the offset: how they make a probability."""
        numbers = sorted({name.partition("/")[0] + "/" for name in weights if "/" in name})
        self.networks = [
            ParserNetwork({name.removeprefix(at): array for name, array in weights.items() if name.startswith(at)})
            for at in numbers
        ]
        self._limit = ThreadpoolController().limit

    def read(self, schema: SchemaItems, tokens: Sequence[Token]) -> tuple[list[ParserOutput], Floats]:
        """Return what each network makes of a question, and how like its words are to the sources."""
        # As in the encoder: on a busy machine several threads are a hundred times slower.
        with self._limit(limits=1, user_api="blas"):
            alone, context, flags = word_inputs(tokens)
            around = np.concatenate([context @ self._axes, flags], axis=1)
            alike = likenesses(schema, tokens)
            return [network.read(schema, alone, around, alike) for network in self.networks], alike


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


def _positive(values: Floats) -> Floats:
    result: Floats = np.maximum(values, 0)
    return result


def _chance(values: Floats) -> Floats:
    result: Floats = (1 / (1 + np.exp(-np.clip(values, -30, 30)))).astype(np.float32)
    return result


def _softmax(values: Floats) -> Floats:
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    result: Floats = (powers / powers.sum(axis=-1, keepdims=True)).astype(np.float32)
    return result
