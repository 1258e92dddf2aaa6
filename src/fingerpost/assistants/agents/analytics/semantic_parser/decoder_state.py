"""The state of decoding one question: which items play which parts, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, HEADS, ROLES, ParserOutput
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import VALUE, Floats, Item, SchemaItems

LIKELY = 0.5
HEARD = 0.3
"""Probability from which a word is taken to say something."""
_WORTH_A_TRY = 0.01
"""Probability from which the next candidate of a part is looked at."""
_SMALLEST = 1e-4
_ROLE = {name: at for at, name in enumerate(ROLES)}
_NAME, _NOTHING = (CLASSES.index(name) for name in ("name", "nothing"))


@dataclass
class Decoder:
    """Decides part by part. `picks` says which candidate is taken for a part that one item must play."""

    reading: ParserOutput
    tokens: Sequence[Token]
    marks: Sequence[Mark]
    schema: SchemaItems
    picks: Mapping[str, int]
    certainty: float = 0.0
    used: set[int] = field(default_factory=set)
    settled: set[tuple[int, int]] = field(default_factory=set)
    counted_words: set[int] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)

    def head(self, name: str) -> str:
        """Return what is decided of the whole question."""
        return HEADS[name][int(np.argmax(self.reading.heads[name]))]

    def kind(self, at: int) -> str:
        """Return the kind of an item's column."""
        return self.schema.column_kinds[at]

    def likely(self, role: str, *kinds: str) -> list[int]:
        """Return the items of some kinds that more likely than not play a part, the likeliest first."""
        found = [at for at in self._likely.get(_ROLE[role], ()) if self.schema.items[at].kind in kinds]
        return sorted(found, key=lambda at: -self.reading.roles[at, _ROLE[role]])

    @cached_property
    def _likely(self) -> dict[int, list[int]]:
        """The items that more likely than not play a part, by the part."""
        found: dict[int, list[int]] = {}
        for at, role in np.argwhere(self.reading.roles > LIKELY).tolist():
            found.setdefault(role, []).append(at)
        return found

    def best(self, role: str, places: Iterable[int]) -> int:
        """Return the item that plays a part which one must play: the likeliest, or another that was picked."""
        chances = self.reading.roles[:, _ROLE[role]]
        found = sorted(places, key=lambda at: -chances[at])
        self.chosen.add(role)
        pick = self.picks.get(role, 0)
        if pick >= len(found) or (pick and chances[found[pick]] < _WORTH_A_TRY):
            raise NotUnderstoodError("nothing in the schema fits what is asked for")
        self.use(found[pick], role)
        return found[pick]

    def use(self, at: int, role: str) -> None:
        """Keep that an item plays a part."""
        self.used.add(at)
        self.settled.add((at, _ROLE[role]))

    def places(self, *kinds: str, of: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the items of some kinds, of columns of some kinds."""
        return _places(self.schema, kinds, of)


def ref_of(item: Item) -> Ref:
    """Return the column of an item, or its table with no column."""
    return item.table, item.column


@lru_cache(maxsize=256)
def _places(schema: SchemaItems, kinds: tuple[str, ...], of: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(
        at for at, item in enumerate(schema.items) if item.kind in kinds and (not of or schema.column_kinds[at] in of)
    )


def role_certainty(decoder: Decoder) -> float:
    """Return the logarithm of the probability that every item plays just the parts that it was given."""
    chances = np.clip(decoder.reading.roles, _SMALLEST, 1 - _SMALLEST)
    found = np.log(1 - chances)
    for at, role in decoder.settled:
        found[at, role] = np.log(chances[at, role])
    return float(found.sum()) + decoder.certainty


def word_accounts(decoder: Decoder) -> tuple[float, float]:
    """Return how well the words are accounted for: all together, and the worst of them."""
    links = decoder.reading.links
    account = (
        links[:, : len(CLASSES)].sum(axis=1)
        - links[:, _NAME]
        + links[:, len(CLASSES) :] @ told_items(decoder.schema, decoder.used)
    )
    of_words = [
        log(float(account[at]))
        for at, token in enumerate(decoder.tokens)
        if token.kind == WORD and at not in decoder.counted_words
    ]
    return sum(of_words), min(of_words, default=0.0)


def told_items(schema: SchemaItems, used: Iterable[int]) -> Floats:
    """Return for each item 1 where a word for it is in a request that uses some items, else 0."""
    items, places = schema.items, _places_of_refs(schema)
    told = np.zeros(len(items), np.float32)
    # A value is told for itself, other items where their column or table is.
    for at in used:
        told[[at, *places[items[at].table, ""], *places[ref_of(items[at])]]] = 1
    return told


@lru_cache(maxsize=32)
def _places_of_refs(schema: SchemaItems) -> dict[Ref, list[int]]:
    """Return where the items of each column and table are, without its values."""
    found: dict[Ref, list[int]] = {}
    for at, item in enumerate(schema.items):
        found.setdefault(ref_of(item), []).extend([] if item.kind == VALUE else [at])
    return found


def left_out(decoder: Decoder) -> float:
    """Return how sure it is that words which no list knows, and which stand for no item, carry nothing."""
    links = decoder.reading.links
    known = {place for mark in decoder.marks if mark.meanings for place in range(mark.start, mark.end)}
    found = [
        log(float(links[at, _NOTHING]))
        for at, token in enumerate(decoder.tokens)
        if token.kind == WORD and at not in known and int(np.argmax(links[at])) < len(CLASSES)
    ]
    return sum(found)


def log(chance: float) -> float:
    """Return the logarithm of a probability that may be 0."""
    return float(np.log(max(chance, _SMALLEST)))
