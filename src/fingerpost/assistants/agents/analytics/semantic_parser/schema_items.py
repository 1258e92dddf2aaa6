"""What words of a question can stand for in a schema: tables, columns, values, and states of a column.

A column is empty or filled; one of numbers is zero or more than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.questions.schema_names import column_names, table_names
from fingerpost.assistants.agents.analytics.questions.word_vectors import unit_vectors
from fingerpost.language.text import fold

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

TABLE, COLUMN, VALUE, EMPTY, FILLED = "table", "column", "value", "empty", "filled"
ZERO, POSITIVE = "zero", "positive"
KINDS = (TABLE, COLUMN, VALUE, EMPTY, FILLED, ZERO, POSITIVE)
STATES = (EMPTY, FILLED, ZERO, POSITIVE)
"""What can be said of a column without naming a value."""
NUMBERS = ("number", "integer")
COLUMN_KINDS = ("date", "number", "integer", "text", "boolean")
MARKS = ("key", "reference", "label", "amount", "date", "category")
FLAGS = len(KINDS) + len(COLUMN_KINDS) + 1 + len(MARKS)
WIDTH = 512
MOST_NAMES = 5
MOST_VALUES = 60


class Item(NamedTuple):
    """One thing that words can stand for; a value has its text, a table neither column nor text."""

    kind: str
    table: str
    column: str = ""
    value: str = ""


@dataclass(frozen=True, eq=False)
class SchemaItems:
    """The items of a schema, with what the network sees of them.

    States look as their column does: `source` tells for each item where its names and vectors are.
    `names` holds the vectors of all names, `first_name` where those of each source begin; `words` the words of all
    names, likewise. Of each item, `column_kinds` has the kind of its column and `table` the number of its table;
    `references` tells which table refers to which.
    """

    items: tuple[Item, ...]
    column_kinds: tuple[str, ...]
    source: Integers
    flags: Floats
    names: Floats
    first_name: Integers
    words: tuple[str, ...]
    word_at: Integers
    first_word: Integers
    vectors: Floats
    table_vectors: Floats
    column_vectors: Floats
    table: Integers
    references: Floats

    @property
    def sources(self) -> int:
        """Return how many items have names of their own."""
        return len(self.first_name)

    @cached_property
    def first_of_tables(self) -> Integers:
        """Return where the items of each table begin: a table stands before what is in it."""
        return np.flatnonzero(np.diff(self.table, prepend=-1))

    def at(self, places: Integers) -> SchemaItems:
        """Return the schema with the items at some places alone; sources and tables stay."""
        return replace(
            self,
            items=tuple(self.items[place] for place in places),
            column_kinds=tuple(self.column_kinds[place] for place in places),
            source=self.source[places],
            flags=self.flags[places],
            table=self.table[places],
        )


class NamedItems:
    """Items, and the names of each source."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.source: list[int] = []
        self.flags: list[Floats] = []
        self.names: list[list[str]] = []
        self.columns: list[str] = []
        self.kinds: list[str] = []

    def add(self, item: Item, names: Iterable[str], column: AllowedColumn | None, marks: Iterable[str]) -> None:
        """Take an item that has names of its own."""
        known = [name for name in dict.fromkeys(names) if name][:MOST_NAMES]
        self.names.append(known or [item.table.lower()])
        self.columns.append(_said(column_names(column, AllowedTable("", ()))[0]) if column and item.value else "")
        self.like(item, len(self.names) - 1, column, marks)

    def like(self, item: Item, source: int, column: AllowedColumn | None, marks: Iterable[str]) -> None:
        """Take an item with the names of another."""
        flags = np.zeros(FLAGS, dtype=np.float32)
        flags[KINDS.index(item.kind)] = 1
        if column is not None:
            kind = COLUMN_KINDS.index(column.kind) if column.kind in COLUMN_KINDS else len(COLUMN_KINDS)
            flags[len(KINDS) + kind] = 1
        for mark in marks:
            flags[len(KINDS) + len(COLUMN_KINDS) + 1 + MARKS.index(mark)] = 1
        self.items.append(item)
        self.kinds.append(column.kind if column else "")
        self.source.append(source)
        self.flags.append(flags)


def named_items(allowlist: Allowlist) -> NamedItems:
    """Return the items of a schema with their names, a table before what is in it."""
    builder = NamedItems()
    for table in allowlist.tables:
        builder.add(Item(TABLE, table.name), map(_said, table_names(table)), None, ())
        for column in table.columns:
            _add_column(builder, table, column)
    return builder


@lru_cache(maxsize=32)
def schema_items(allowlist: Allowlist) -> SchemaItems:
    """Return the items of a schema; the vectors of its names are made here, once."""
    builder = named_items(allowlist)
    tables = [table.name for table in allowlist.tables]
    places = {name: at for at, name in enumerate(tables)}
    references = np.zeros((len(tables), len(tables)), dtype=np.float32)
    for table in allowlist.tables:
        for column in table.columns:
            if column.references and column.references[0] in places:
                references[places[table.name], places[column.references[0]]] = 1
    counts = [len(names) for names in builder.names]
    words = [[fold(word) for name in names for word in name.split()] for names in builder.names]
    different = {word: at for at, word in enumerate(dict.fromkeys(word for of in words for word in of))}
    vectors = unit_vectors(name for names in builder.names for name in names)
    first = np.cumsum([0, *counts[:-1]])
    table_vectors = unit_vectors(_said(table_names(table)[0]) for table in allowlist.tables)
    table_of = np.array([places[item.table] for item in builder.items])
    source = np.array(builder.source)
    own = np.zeros((len(counts), WIDTH), dtype=np.float32)
    named = [at for at, column in enumerate(builder.columns) if column]
    if named:
        own[named] = unit_vectors(builder.columns[at] for at in named)
    table_of_source = np.zeros(len(counts), dtype=np.int64)
    table_of_source[source] = table_of
    return SchemaItems(
        items=tuple(builder.items),
        column_kinds=tuple(builder.kinds),
        source=source,
        flags=np.stack(builder.flags),
        names=vectors,
        first_name=first,
        words=tuple(different),
        word_at=np.array([different[word] for of in words for word in of]),
        first_word=np.cumsum([0, *(len(of) for of in words[:-1])]),
        vectors=(np.add.reduceat(vectors, first, axis=0) / np.array(counts)[:, None]).astype(np.float32),
        table_vectors=table_vectors[table_of_source],
        column_vectors=own,
        table=table_of,
        references=references,
    )


def _said(words: tuple[str, ...]) -> str:
    return " ".join(words)


def _add_column(builder: NamedItems, table: AllowedTable, column: AllowedColumn) -> None:
    """Add a column, its values and its states."""
    names = [_said(name) for name in column_names(column, table)]
    marks = [
        mark
        for mark, holds in (
            ("key", column.key),
            ("reference", column.references is not None),
            ("label", column.name in table.label),
            ("amount", column.name == table.amount),
            ("date", column.name == table.date),
            ("category", bool(column.values)),
        )
        if holds
    ]
    builder.add(Item(COLUMN, table.name, column.name), names, column, marks)
    if not column.key:
        here = len(builder.names) - 1
        counted = column.kind in NUMBERS and column.references is None
        for state in STATES if counted else STATES[:2]:
            builder.like(Item(state, table.name, column.name), here, column, marks)
    switch = column.kind == "boolean" or (bool(column.values) and set(column.values) <= {"0", "1"})
    for value in (column.values or (("1", "0") if switch else ()))[:MOST_VALUES]:
        synonyms = dict(column.value_synonyms).get(value, ())
        said = [value.lower().replace("_", " "), *synonyms]
        if switch:
            said = names[:3] if value == "1" else [f"not {names[0]}", f"no {names[0]}"]
        builder.add(Item(VALUE, table.name, column.name, value), said, column, marks)
