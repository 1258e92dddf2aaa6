"""What the network sees of a question: each word, and how like each word is to each item of the schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.tokens import DATE, NUMBER, QUOTE, SIGN, WORD, Token
from fingerpost.assistants.agents.analytics.questions.word_vectors import texts_of, unit_vectors
from fingerpost.assistants.agents.analytics.questions.words import UNTRAINED, vocabulary
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    COLUMN_KINDS,
    KINDS,
    MARKS,
    STATES,
    TABLE,
    VALUE,
    Floats,
    Integers,
    SchemaItems,
)
from fingerpost.language.text import fold
from fingerpost.reading.network import context_vectors, word_vector

LIKENESSES = 17
_TOKEN_KINDS = (WORD, NUMBER, DATE, QUOTE, SIGN)
_LONGEST = 60
"""Letters of a word that are looked at."""
_VECTOR_LENGTH = 4.0
"""Length of a word's vector as the reader's network has it."""
_SPELLED = 24
"""Letters of a name that are compared with a word's."""
_BUCKETS = 512
_CACHED = 1024
_CHANCE = 0.1
_SHORTEST_BEGINNING = 3
_VALUES, _COLUMNS, _STATED_COLUMNS = 12, 24, 8
"""Values and plain columns that are looked at, and columns that may be said to be empty, filled, zero or more. With
twice as many values and states and all columns, 226 of 1,000 held-out questions are right and 30 wrong, with these 223
and 31; of the 504 open ones 141 and 10, with these 143 and 10."""
_UNSAID = ("label", "amount", "date")


@lru_cache(maxsize=1)
def closed_kinds() -> dict[str, int]:
    """Return the number of each kind of closed words."""
    closed = {kind for found in vocabulary().values() for kind, _ in found}
    return {kind: at for at, kind in enumerate(sorted(closed - UNTRAINED))}


@lru_cache(maxsize=1)
def _longest_closed() -> int:
    """Return the words of the longest closed phrase."""
    return max(map(len, vocabulary()))


def word_flags(tokens: Sequence[Token]) -> Floats:
    """Return for each token its kind, whether it has a capital, and the kinds of closed words that it can be."""
    kinds, words = closed_kinds(), vocabulary()
    found = np.zeros((len(tokens), len(_TOKEN_KINDS) + 1 + len(kinds)), dtype=np.float32)
    for at, token in enumerate(tokens):
        found[at, _TOKEN_KINDS.index(token.kind)] = 1
        found[at, len(_TOKEN_KINDS)] = token.raw[:1].isupper()
    texts, longest, start = tuple(token.text for token in tokens), _longest_closed(), 0
    while start < len(tokens):
        for end in range(min(len(tokens), start + longest), start, -1):
            meant = words.get(texts[start:end])
            if meant:
                found[start:end, [len(_TOKEN_KINDS) + 1 + kinds[kind] for kind, _ in meant if kind in kinds]] = 1
                start = end
                break
        else:
            start += 1
    return found


def word_inputs(tokens: Sequence[Token]) -> tuple[Floats, Floats, Floats]:
    """Return the tokens as they are alone, as they are between the others, and their flags."""
    words = [token.raw.lower()[:_LONGEST] for token in tokens]
    alone = np.stack([word_vector(word) for word in words]) / _VECTOR_LENGTH
    return alone, context_vectors(words), word_flags(tokens)


def likenesses(schema: SchemaItems, tokens: Sequence[Token]) -> Floats:
    """Return how like each token is to each source of the schema: by meaning, by spelling, and beside the others."""
    count, sources, known = len(tokens), schema.sources, _known_of(schema)
    plain = [token.raw.lower() for token in tokens]
    is_word = np.array([token.kind == WORD for token in tokens], dtype=np.float32)[:, None]
    vectors = unit_vectors(texts_of(tokens))
    words, near = vectors[:-1], vectors @ schema.names.T
    # A sum of vectors is as near to a name as they are together.
    lengths = np.linalg.norm(_with_others(words), axis=2, keepdims=True)
    together = _with_others(near[:-1]) / np.maximum(lengths, 1e-6)
    found = np.zeros((count, sources, LIKENESSES), dtype=np.float32)
    found[:, :, :4] = (_clear(np.maximum.reduceat(together, schema.first_name, axis=2)) * is_word).transpose(1, 2, 0)
    spelled = np.stack([_spelling(schema, fold(word)) for word in plain])
    found[:, :, 4:8] = spelled * is_word[:, :, None]
    beside = _clear(words @ known.beside.T) * is_word
    found[:, :, 8], found[:, :, 9] = beside[:, known.table_at], beside[:, known.column_at]
    found[:, :, 14] = _clear(np.maximum.reduceat(near[-1], schema.first_name))
    _compare(found, schema)
    return found


def _with_others(rows: Floats) -> Floats:
    """Return the row of each word alone, and added to those of the word before, of the one behind, and of both."""
    before, behind = np.concatenate([rows[:1], rows[:-1]]), np.concatenate([rows[1:], rows[-1:]])
    first = before + rows
    return np.stack([rows, first, rows + behind, first + behind])


class _Known(NamedTuple):
    """What is known of the items of a schema, whatever the question.

    `beside` has the vectors of all tables and of the columns of values, `table_at` and `column_at` where those of each
    source are; `tables` the sources of tables, `table_of` the table of each source. Of the items, `states` are on
    columns of some sources, `always` tells which are always looked at, `values` and `plain` where others are.
    """

    beside: Floats
    table_at: Integers
    column_at: Integers
    tables: Integers
    table_of: Integers
    states: NDArray[np.bool_]
    stated: Integers
    always: NDArray[np.bool_]
    values: Integers
    plain: Integers


@lru_cache(maxsize=32)
def _known_of(schema: SchemaItems) -> _Known:
    kinds, columns = schema.flags[:, : len(KINDS)] > 0, schema.flags[:, len(KINDS) :] > 0
    marks = columns[:, len(COLUMN_KINDS) + 1 :]
    states = np.logical_or.reduce(kinds[:, [KINDS.index(state) for state in STATES]], axis=1)
    dates = columns[:, COLUMN_KINDS.index("date")]
    marked = np.logical_or.reduce(marks[:, [MARKS.index(mark) for mark in _UNSAID]], axis=1)
    table_of = np.zeros(schema.sources, dtype=np.int64)
    table_of[schema.source] = schema.table
    together = np.concatenate([schema.table_vectors, schema.column_vectors])
    beside, at = np.unique(together, axis=0, return_inverse=True)
    return _Known(
        beside=beside,
        table_at=at.reshape(-1)[: schema.sources],
        column_at=at.reshape(-1)[schema.sources :],
        tables=schema.source[kinds[:, KINDS.index(TABLE)]],
        table_of=table_of,
        states=states,
        stated=np.unique(schema.source[states]),
        always=~states | dates,
        values=np.flatnonzero(kinds[:, KINDS.index(VALUE)]),
        plain=np.flatnonzero(kinds[:, KINDS.index(COLUMN)] & ~(marked | dates)),
    )


def nearest_items(schema: SchemaItems, alike: Floats) -> Integers:
    """Return the items that a question may speak of: all tables, and of columns, values and states the nearest.

    Columns that are meant without a word for them always count: dates, labels and amounts. A state says something of a
    column: those of dates always count, as do those of the columns that are nearest.
    """
    known, most = _known_of(schema), alike.max(axis=0)
    meant = most[:, 0]
    near = np.maximum(meant, most[:, 4:7].max(axis=1))[schema.source]
    told = np.zeros(schema.sources, dtype=bool)
    told[known.stated[np.argsort(-meant[known.stated], kind="stable")][:_STATED_COLUMNS]] = True
    kept = known.always | told[schema.source]
    for places, number in ((known.values, _VALUES), (known.plain, _COLUMNS)):
        # Many are spelled like a word: of these the nearest by meaning, whatever was rounded.
        order = np.lexsort((-meant[schema.source[places]], -near[places].round(5)))
        kept[places[order][number:]] = False
    return np.flatnonzero(kept)


def _clear(near: Floats) -> Floats:
    """Return likenesses without those that are chance."""
    result: Floats = np.where(near < _CHANCE, 0, near)
    return result


def _compare(found: Floats, schema: SchemaItems) -> None:
    """Add what the likeness of other words and other items says."""
    count, known = found.shape[0], _known_of(schema)
    strong = np.maximum(found[:, :, 0], found[:, :, 4])
    of_table = np.zeros((count, len(schema.references)), dtype=np.float32)
    of_table[:, known.table_of[known.tables]] = strong[:, known.tables]
    found[:, :, 10] = _of_others(of_table)[:, known.table_of]
    found[:, :, 11] = _of_others(strong)
    near = found[:, :, 0]
    ranks = np.empty(near.shape, dtype=np.int64)
    ranks[np.arange(count)[:, None], np.argsort(-near, axis=1, kind="stable")] = np.arange(schema.sources)
    found[:, :, 12] = 1 / (1 + ranks)
    found[:, :, 13] = near - near.max(axis=1, keepdims=True)
    found[:, :, 15] = strong - strong.max(axis=0)
    found[:, :, 16] = of_table.max(axis=1, keepdims=True)


def _of_others(values: Floats) -> Floats:
    """Return for each word the largest value that any other word has."""
    if len(values) < 2:
        return np.zeros_like(values)
    ordered = np.sort(values, axis=0)
    found: Floats = np.where(values == ordered[-1], ordered[-2], ordered[-1])
    return found


@lru_cache(maxsize=_CACHED)
def _spelling(schema: SchemaItems, word: str) -> Floats:
    """Return how a word is spelled like each source of a schema: same stem, same beginning, shared letters, short form.

    Most words of a question are in others, too, so that they are kept.
    """
    names = _spelled_names(schema.words)
    found = np.zeros((4, len(schema.words)), dtype=np.float32)
    same, begins, shared, short = found
    same[names.places.get(stem(word), [])] = 1
    for place in names.short.get(word[:1], ()):
        short[place] = _is_short_for(schema.words[place], word)
    # Behind the last letter nothing is equal.
    letters = _letters(word)
    equal = ((names.letters == letters) & (letters > 0)).argmin(axis=1).astype(np.float32)
    begins[:] = np.where(equal >= _SHORTEST_BEGINNING, equal / np.maximum(names.lengths, len(word)), 0)
    if pieces := _pieces(word):
        shared[:] = 2 * names.pieces[pieces].sum(axis=0) / (names.counts + len(pieces))
    of_sources: Floats = np.maximum.reduceat(found[:, schema.word_at], schema.first_word, axis=1).T
    return of_sources


class _Spelled:
    """The words of names, ready to be compared with many words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.places: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            self.places.setdefault(stem(word), []).append(at)
        self.letters = np.stack([_letters(word) for word in words])
        self.lengths = np.array([len(word) for word in words], dtype=np.float32)
        self.pieces = np.zeros((_BUCKETS, len(words)), dtype=np.float32)
        for at, word in enumerate(words):
            self.pieces[_pieces(word), at] = 1
        self.counts = self.pieces.sum(axis=0)
        self.short: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            if 1 < len(word) <= 5:
                self.short.setdefault(word[0], []).append(at)


@lru_cache(maxsize=32)
def _spelled_names(words: tuple[str, ...]) -> _Spelled:
    return _Spelled(words)


def _letters(word: str) -> Floats:
    found = np.zeros(_SPELLED + 1, dtype=np.float32)
    codes = [ord(letter) for letter in word[:_SPELLED]]
    found[: len(codes)] = codes
    return found


def _pieces(word: str) -> list[int]:
    """Return which three letters in a row a word has."""
    codes = [ord(letter) for letter in word]
    found = zip(codes, codes[1:], codes[2:], strict=False)
    return list({(one * 961 + two * 31 + three) % _BUCKETS for one, two, three in found})


def _is_short_for(name: str, word: str) -> float:
    """Return how much a name of a few letters looks like a word with the same first letter and letters left out."""
    if len(word) <= len(name):
        return 0.0
    letters = iter(word)
    return 0.5 + 0.1 * len(name) if all(letter in letters for letter in name) else 0.0
