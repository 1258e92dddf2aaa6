"""Rows that train the network of the semantic parser: questions to many databases, as the network sees them.

`training/databases` has a script and a file of questions for each database. `python -m training.parser_rows OUT.npz
[FOLDER…]` writes what `training.parser_network` reads: under the name of each database its schema and its questions
word by word, and once for all the vectors of the words and the axes on which their surroundings are seen (`context`).
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.questions.tokens import SIGN, WORD, Token, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.features import likenesses, word_inputs
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, COMPARISONS, HEADS, ROLES
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    POSITIVE,
    TABLE,
    VALUE,
    ZERO,
    Floats,
    Item,
    SchemaItems,
    schema_items,
)
from training.query_expressions import UnsupportedQueryError
from training.query_parts import QueryParts, parts_of

DATABASES = Path(__file__).parent / "databases"
AXES = 128
UNKNOWN = -1
"""Stands where nothing is told: what a word links to, or the heads of a question that has no parts."""
_SAME_CLASS = {"total": "sum", "null": "not", "and": "nothing", "or": "nothing", "": "nothing"}
_TARGET = re.compile(r"(\w+)(?:\.(\w+)(?:\s*(=|<>|<=|>=|<|>|IS NULL|IS NOT NULL)\s*(.*))?)?$", re.DOTALL)
_WITHOUT_VALUE = {"IS NULL": EMPTY, "IS NOT NULL": FILLED}
_BESIDE_ZERO = {"=": ZERO, ">": POSITIVE}

Arrays = dict[str, NDArray[Any]]


class Question(NamedTuple):
    """A question as it was written: `sql` is None where the data cannot answer it."""

    text: str
    sql: str | None
    links: Sequence[tuple[str, str]]


class Database(NamedTuple):
    """A schema and its questions, with the parts of their queries; None where there is no query that has parts."""

    name: str
    allowlist: Allowlist
    questions: Sequence[Question]
    parts: Sequence[QueryParts | None]


class Link(NamedTuple):
    """What a word stands for: a class, or an item behind the classes; and how a number is compared."""

    target: int
    comparison: int = 0


class Vocabulary:
    """The different words of all questions, with their vectors."""

    def __init__(self) -> None:
        """Begin without words."""
        self._places: dict[bytes, int] = {}
        self.vectors: list[Floats] = []

    def places(self, vectors: Floats) -> list[int]:
        """Return where the vectors of some words are, among those of all."""
        for vector in vectors:
            if self._places.setdefault(vector.tobytes(), len(self.vectors)) == len(self.vectors):
                self.vectors.append(vector)
        return [self._places[vector.tobytes()] for vector in vectors]


def questions_of(script: Path) -> list[Question]:
    """Return the questions that lie beside the script of a database."""
    lines = script.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Question(row["text"], row["sql"], [(said, target) for said, target in row["links"]]) for row in rows]


def database_file(script: Path, folder: Path) -> Path:
    """Write the database of a script into a folder, and return its file."""
    file = folder / f"{script.stem}.sqlite"
    connection = sqlite3.connect(file)
    connection.executescript(script.read_text(encoding="utf-8"))
    connection.close()
    return file


def read_database(script: Path, folder: Path) -> Database:
    """Return a database with its questions; it is written into a folder to be profiled."""
    allowlist = profile_database(f"sqlite:///{database_file(script, folder)}").allowlist
    questions = questions_of(script)
    parts = [_parts(question, allowlist) for question in questions]
    return Database(script.stem, _with_values(allowlist, parts), questions, parts)


def _parts(question: Question, allowlist: Allowlist) -> QueryParts | None:
    if question.sql is None:
        return None
    try:
        return parts_of(question.sql, allowlist)
    except UnsupportedQueryError:
        return None


def _with_values(allowlist: Allowlist, parts: Sequence[QueryParts | None]) -> Allowlist:
    """Return an allowlist that lists every text that a query looks for, also in columns whose values it leaves out."""
    wanted: dict[tuple[str, str], dict[str, None]] = {}
    for item in (item for one in parts if one for item in one.roles if item.kind == VALUE):
        wanted.setdefault((item.table, item.column), {})[item.value] = None

    def listed(table: AllowedTable, column: AllowedColumn) -> AllowedColumn:
        values = wanted.get((table.name, column.name), {}) if column.kind == "text" else ()
        return replace(column, values=tuple(dict.fromkeys([*column.values, *values])))

    tables = (replace(one, columns=tuple(listed(one, column) for column in one.columns)) for one in allowlist.tables)
    return replace(allowlist, tables=tuple(tables))


def arrays_of(database: Database, vocabulary: Vocabulary) -> tuple[Arrays, Floats]:
    """Return the arrays of a database, and the surroundings of its words as they are before `context` shortens them."""
    schema = schema_items(database.allowlist)
    places = {item: at for at, item in enumerate(schema.items)}
    pieces = [tokens(question.text) for question in database.questions]
    alone, context, flags = map(np.concatenate, zip(*map(word_inputs, pieces), strict=True))
    links = [
        link
        for question, words in zip(database.questions, pieces, strict=True)
        for link in word_links(question, words, places, database.allowlist)
    ]
    roles, heads = _targets(database.parts, places)
    arrays: Arrays = {
        "lengths": np.array([len(words) for words in pieces], np.int16),
        "words": np.array(vocabulary.places(alone), np.int32),
        "flags": flags.astype(np.uint8),
        "alike": np.concatenate([likenesses(schema, words) for words in pieces]).astype(np.float16),
        "links": np.array([link.target for link in links], np.int16),
        "comparisons": np.array([link.comparison for link in links], np.int8),
        "roles": roles,
        "heads": heads,
        **_schema_arrays(schema),
    }
    return arrays, context


def _schema_arrays(schema: SchemaItems) -> Arrays:
    """Return what is seen of a schema, whatever the question."""
    vectors = (schema.vectors, schema.table_vectors, schema.column_vectors)
    return {
        "vectors": np.concatenate(vectors, axis=1).astype(np.float16),
        "item_flags": schema.flags.astype(np.uint8),
        "source": schema.source.astype(np.int16),
        "table": schema.table.astype(np.int16),
        "references": schema.references.astype(np.uint8),
    }


def _targets(parts: Sequence[QueryParts | None], places: Mapping[Item, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return all roles as rows of question, item and role; and the heads of each question."""
    roles: list[tuple[int, int, int]] = []
    heads = np.full((len(parts), len(HEADS)), UNKNOWN, np.int8)
    for at, one in enumerate(parts):
        # A value that is not listed cannot be pointed at.
        if one is None or any(item not in places for item in one.roles):
            continue
        roles += [(at, places[item], ROLES.index(role)) for item, of in one.roles.items() for role in sorted(of)]
        heads[at] = [values.index(one.heads[name]) for name, values in HEADS.items()]
    return np.array(roles, np.int16).reshape(-1, 3), heads


def word_links(
    question: Question, words: Sequence[Token], places: Mapping[Item, int], allowlist: Allowlist
) -> list[Link]:
    """Return what each word links to. In a question that can be answered, a word without a link carries nothing."""
    nothing, unknown = Link(CLASSES.index("nothing")), Link(UNKNOWN)
    found = [nothing if question.sql and word.kind == WORD else unknown for word in words]
    texts = [word.text for word in words]
    start = 0
    for phrase, target in question.links:
        said = [word.text for word in tokens(phrase)]
        begin = next((at for at in range(start, len(texts)) if texts[at : at + len(said)] == said), None)
        if begin is None:
            continue
        start = begin + len(said)
        link = target_link(target, places, allowlist) or unknown
        for at in range(begin, start):
            found[at] = link if words[at].kind != SIGN else unknown
    return found


def target_link(target: str, places: Mapping[Item, int], allowlist: Allowlist) -> Link | None:
    """Return what the target of a link is to the network; None where the schema has no such item."""
    name = _SAME_CLASS.get(target, target)
    if name in CLASSES:
        return Link(CLASSES.index(name))
    match = _TARGET.match(name)
    table = allowlist.table(match[1]) if match else None
    if match is None or table is None:
        return None
    if not match[2]:
        return Link(len(CLASSES) + places[Item(TABLE, table.name)])
    column = table.column(match[2])
    if column is None:
        return None
    item = _target_item(table, column, match[3], match[4], places)
    if item not in places and item.kind == VALUE:
        if column.kind not in ("integer", "number", "date"):
            return Link(CLASSES.index("name"))
        item = Item(COLUMN, table.name, column.name)
    comparison = COMPARISONS.index(match[3]) if match[3] in COMPARISONS else 0
    return Link(len(CLASSES) + places[item], comparison) if item in places else None


def _target_item(
    table: AllowedTable, column: AllowedColumn, compared: str | None, value: str, places: Mapping[Item, int]
) -> Item:
    state = Item(_BESIDE_ZERO.get(compared or "", ""), table.name, column.name)
    if value == "0" and state in places:
        return state
    if compared in _WITHOUT_VALUE:
        return Item(_WITHOUT_VALUE[compared], table.name, column.name)
    if compared in ("=", "<>"):
        return Item(VALUE, table.name, column.name, value.strip().strip("'").replace("''", "'"))
    return Item(COLUMN, table.name, column.name)


def context_axes(contexts: Floats) -> NDArray[np.float16]:
    """Return the axes on which the surroundings of words differ most, as precisely as they are shipped."""
    centred = (contexts - contexts.mean(axis=0)).astype(np.float64)
    axes: NDArray[np.float16] = np.linalg.eigh(centred.T @ centred)[1][:, : -AXES - 1 : -1].astype(np.float16)
    return axes


def scripts_in(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the scripts of folders that have questions beside them; not those of folders within."""
    for folder in folders:
        yield from (script for script in sorted(folder.glob("*.sql")) if script.with_suffix(".jsonl").exists())


def rows_of(scripts: Sequence[Path]) -> Arrays:
    """Return the arrays of all databases, each behind its name, with the words and the axes of their surroundings."""
    vocabulary = Vocabulary()
    arrays: Arrays = {}
    contexts: dict[str, Floats] = {}
    with TemporaryDirectory() as folder:
        for script in scripts:
            if script.stem in contexts:
                raise ValueError(f"{script}: another folder has a database of this name; rename one of them")
            found, contexts[script.stem] = arrays_of(read_database(script, Path(folder)), vocabulary)
            arrays |= {f"{script.stem}/{name}": array for name, array in found.items()}
    axes = context_axes(np.concatenate(list(contexts.values())))
    for name, context in contexts.items():
        flags = arrays.pop(f"{name}/flags")
        arrays[f"{name}/around"] = np.concatenate([context @ axes.astype(np.float32), flags], axis=1).astype(np.float16)
    return {**arrays, "words": np.stack(vocabulary.vectors).astype(np.float16), "context": axes}


def main() -> None:
    """Write the rows of all databases in some folders."""
    parser = argparse.ArgumentParser(prog="python -m training.parser_rows")
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="*", default=[DATABASES])
    arguments = parser.parse_args()
    logging.disable()
    scripts = list(scripts_in(arguments.folders))
    arrays = rows_of(scripts)
    np.savez_compressed(arguments.out, allow_pickle=False, **arrays)
    heads = np.concatenate([arrays[f"{script.stem}/heads"] for script in scripts])
    parts = int((heads[:, 0] != UNKNOWN).sum())
    print(f"{len(heads)} questions to {len(scripts)} databases, {parts} with the parts of their queries")


if __name__ == "__main__":
    main()
