"""The allowlist: tables and columns that queries may read, with the words that users call them by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeVar

from fingerpost.language.function_words import DEFINITE_ARTICLES, OF, TO_THE
from fingerpost.language.text import cut, fold

_WORD = re.compile(r"\w+")
_CAPITALS = re.compile(r"\b[A-Z]{2}\b")
_CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LOWER_CASE = str.maketrans(ascii_uppercase, ascii_lowercase)
_STOP_WORDS = DEFINITE_ARTICLES | OF | TO_THE
"""Stop words ignored within a phrase: `data de entrega` equals `data da entrega`."""

_GENERAL = (
    "total data dado dato date fecha nome nombre name valor value id tipo type codigo code numero number num"
    " quantidade cantidad quantity qty conta cuenta count media average promedio dia day mes month ano year hora hour"
    " time tempo tiempo linha linea row coluna columna column tabela tabla table descricao descripcion description"
    " titulo title mensagem mensaje message texto text lista list posicao key chave clave"
)


@dataclass(frozen=True, slots=True)
class AllowedColumn:
    """A column that may be read.

    `kind` is its data type; `values` are the known values of a category; `references` is a foreign key as
    (table, column); `key` marks primary keys; `hints` are words such as `março` that need this column in a question
    about data, without making a message one; `proposed` are synonyms that nobody has accepted yet, which are not read;
    `value_synonyms` are other words for values.
    """

    name: str
    kind: str = "text"
    comment: str = ""
    synonyms: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    references: tuple[str, str] | None = None
    key: bool = False
    hints: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    value_synonyms: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class AllowedTable:
    """A table that may be read, with its allowed columns.

    `label` are the columns that name a row to people; `date` places a row in time; `amount` is what a row comes to;
    `proposed` are synonyms that nobody has accepted yet.
    """

    name: str
    columns: tuple[AllowedColumn, ...]
    comment: str = ""
    synonyms: tuple[str, ...] = ()
    label: tuple[str, ...] = ()
    date: str = ""
    amount: str = ""
    proposed: tuple[str, ...] = ()

    def column(self, name: str) -> AllowedColumn | None:
        """Return a column by name; capitals count only where two names differ in nothing else."""
        return _by_name(self.columns, name)


class Mentions(NamedTuple):
    """Mentions in a text: tables in order of mention, columns as `table.column`, or bare if several tables have it."""

    tables: tuple[str, ...]
    columns: tuple[str, ...]


Target = tuple[str, str | None]
"""A table, or a table and one of its columns."""

PhraseIndex = tuple[dict[tuple[str, ...], list[Target]], dict[str, int]]
"""Phrases with their targets, and the length of the longest phrase by first word."""


@dataclass(frozen=True)
class Allowlist:
    """The tables that may be read. `ignored`: phrases that contain a data word but mean something else."""

    tables: tuple[AllowedTable, ...]
    ignored: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Return the hash, made once: what is known of a schema is looked up dozens of times a question."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.tables, self.ignored))

    def table(self, name: str) -> AllowedTable | None:
        """Return a table by name; capitals count only where two names differ in nothing else."""
        return _by_name(self.tables, name)

    def columns_by_table(self) -> dict[str, list[str]]:
        """Return the column names by table name."""
        return {table.name: [column.name for column in table.columns] for table in self.tables}

    def mentions(self, text: str) -> Mentions:
        """Return the tables and columns that a text mentions by name or synonym, in whole words."""
        tables: dict[str, None] = {}
        unclear: list[tuple[list[Target], bool]] = []
        columns: dict[str, None] = {}
        for targets, general in self._find_phrases(text):
            named = [table for table, column in targets if column is None]
            if general:
                unclear.append((targets, True))
            elif named:
                tables.update(dict.fromkeys(named))
            elif len(targets) == 1:
                ((table, column),) = targets
                tables[table] = None
                columns[f"{table}.{column}"] = None
            else:
                unclear.append((targets, False))
        for targets, general in unclear:
            clear = self._disambiguate(targets, tables, general)
            for table, column in clear:
                tables[table] = None
                columns[f"{table}.{column}"] = None
            if not clear and not general:
                columns.update((str(column), None) for _, column in targets)
        return Mentions(tuple(tables), tuple(columns))

    def needed(self, text: str) -> tuple[str, ...]:
        """Return the tables that a question needs: by names, values and hints, with the tables that join them.

        Hints alone do not make a question about data.
        """
        spoken, words = self.mentions(text), _stems(text)
        tables = dict.fromkeys(spoken.tables)
        for name in spoken.columns:
            if "." not in name:
                # Several tables have the column: the first is used.
                tables[next(table.name for table in self.tables if table.column(name) is not None)] = None
        for phrases in (self._value_index, self._hint_index):
            for targets in _matches(phrases, words):
                known = [table for table, _ in targets if table in tables]
                if tables or phrases is self._value_index:
                    tables.update(dict.fromkeys(known or [targets[0][0]]))
        # Two-letter values are case-sensitive: "SE" is a state, "se" is a word.
        for word in _CAPITALS.findall(text) if tables else ():
            targets = self._short_values.get(word, [])
            if targets and not any(table in tables for table, _ in targets):
                tables[targets[0][0]] = None
        return join_path(self._neighbours, tuple(tables))

    def near(self, text: str, most: int) -> Allowlist:
        """Return an allowlist of at most `most` tables, the most relevant to a text; a small schema stays whole."""
        if len(self.tables) <= most:
            return self
        mentioned = self.mentions(text).tables
        words = set(_stems(text))
        scores: dict[str, tuple[int, int]] = {}
        for table in self.tables:
            linked = any(other in mentioned for other in self._neighbours[table.name])
            shared = len(words & self._stems_by_table[table.name])
            scores[table.name] = (2 if table.name in mentioned else int(linked), shared)
        best = sorted(self.tables, key=lambda table: scores[table.name], reverse=True)[:most]
        kept = {table.name for table in best}
        return replace(
            self, tables=tuple(_restrict_references(table, kept) for table in self.tables if table.name in kept)
        )

    def _disambiguate(self, targets: list[Target], mentioned: Mapping[str, None], general: bool) -> list[Target]:
        """Disambiguate columns of the same name by the mentioned tables and the references."""
        of_mentioned = [target for target in targets if target[0] in mentioned and target[1] is not None]
        if of_mentioned or general:
            return of_mentioned
        # A foreign key such as `order_id` of an item stands for the key that it references.
        own = [target for target in targets if self._references.get(target) not in targets]
        if len(own) == 1:
            return own
        linked = [
            target for target in own if any(target[0] in self._transitive_references[table] for table in mentioned)
        ]
        return linked if len(linked) == 1 else []

    def _find_phrases(self, text: str) -> Iterable[tuple[list[Target], bool]]:
        """Yield the targets of each phrase of a text, and whether the phrase is too general to count alone."""
        phrases, longest = self._phrases
        words = _stems(text)
        at = 0
        while at < len(words):
            # Most words begin no phrase, so the longest length is looked up first.
            most = longest.get(words[at])
            length = min(most, len(words) - at) if most else 0
            while length and (found := phrases.get(tuple(words[at : at + length]))) is None:
                length -= 1
            if length and found is not None:
                yield found, length == 1 and words[at] in GENERAL
            at += length or 1

    @cached_property
    def _phrases(self) -> PhraseIndex:
        """Return the index of all names and synonyms."""
        named: list[tuple[str, Target]] = []
        for table in self.tables:
            named += [(name, (table.name, None)) for name in (*_name_forms(table.name), *table.synonyms)]
            for column in table.columns:
                named += [(name, (table.name, column.name)) for name in (*_name_forms(column.name), *column.synonyms)]
        return _phrases(named, self.ignored)

    @cached_property
    def _hint_index(self) -> PhraseIndex:
        """Return the index of all hints."""
        return _phrases(
            (hint, (table.name, column.name))
            for table in self.tables
            for column in table.columns
            for hint in column.hints
        )

    @cached_property
    def _value_index(self) -> PhraseIndex:
        """Return the index of all values of more than two letters."""
        return _phrases(
            (spoken, (table.name, column.name))
            for table in self.tables
            for column in table.columns
            for value in (*column.values, *(word for _, words in column.value_synonyms for word in words))
            if len(value) > 2
            for spoken in _name_forms(value)
        )

    @cached_property
    def _short_values(self) -> dict[str, list[Target]]:
        found: dict[str, list[Target]] = {}
        for table in self.tables:
            for column in table.columns:
                for value in column.values:
                    if len(value) <= 2:
                        found.setdefault(value, []).append((table.name, column.name))
        return found

    @cached_property
    def _references(self) -> dict[Target, Target]:
        return {
            (table.name, column.name): column.references
            for table in self.tables
            for column in table.columns
            if column.references
        }

    @cached_property
    def _referenced(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {table.name: set() for table in self.tables}
        for (table, _), (other, _) in self._references.items():
            found[table].add(other)
        return found

    @cached_property
    def _transitive_references(self) -> dict[str, set[str]]:
        """Return the transitive references of each table: an item has one order, and that has one customer."""
        found = {table: set(others) for table, others in self._referenced.items()}
        for _ in self.tables:
            for others in found.values():
                others.update(*(found.get(other, ()) for other in others))
        return found

    @cached_property
    def _neighbours(self) -> dict[str, set[str]]:
        found = {table: set(others) for table, others in self._referenced.items()}
        for table, others in self._referenced.items():
            for other in others:
                found.setdefault(other, set()).add(table)
        return found

    @cached_property
    def _stems_by_table(self) -> dict[str, set[str]]:
        """Return the stems of each table: names, synonyms, comments and values, without the general ones."""
        found = {}
        for table in self.tables:
            parts: list[str] = [*_name_forms(table.name), *table.synonyms, table.comment]
            for column in table.columns:
                parts += [*_name_forms(column.name), *column.synonyms, column.comment, *column.values]
            found[table.name] = {word for part in parts for word in _stems(part)} - GENERAL
        return found


def _phrases(named: Iterable[tuple[str, Target]], ignored: Iterable[str] = ()) -> PhraseIndex:
    """Build the index of stemmed phrases."""
    phrases: dict[tuple[str, ...], list[Target]] = {tuple(_stems(phrase)): [] for phrase in ignored}
    for name, target in named:
        phrase = tuple(_stems(name))
        if target not in phrases.setdefault(phrase, []):
            phrases[phrase].append(target)
    phrases.pop((), None)
    longest: dict[str, int] = {}
    for phrase in phrases:
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return phrases, longest


def _matches(known: PhraseIndex, words: list[str]) -> Iterable[list[Target]]:
    """Yield the targets of the phrases found among words."""
    phrases, longest = known
    for at, word in enumerate(words):
        for length in range(min(longest.get(word, 0), len(words) - at), 0, -1):
            found = phrases.get(tuple(words[at : at + length]))
            if found:
                yield found
                break


def join_path(neighbours: Mapping[str, set[str]], tables: tuple[str, ...]) -> tuple[str, ...]:
    """Return tables with the intermediate tables that join them by shortest paths; unconnected tables stay."""
    tree = list(tables[:1])
    for table in tables[1:]:
        if table not in tree:
            tree += [step for step in _shortest_path(neighbours, table, set(tree)) or [table] if step not in tree]
    return tuple(tree)


def _shortest_path(neighbours: Mapping[str, set[str]], start: str, goals: set[str]) -> list[str]:
    """Return the shortest path from a table to the nearest goal, without the goal; empty where there is none."""
    came: dict[str, str | None] = {start: None}
    queue = [start]
    for table in queue:
        if table in goals:
            way, step = [], came[table]
            while step is not None:
                way.append(step)
                step = came[step]
            return way
        for other in sorted(neighbours.get(table, ())):
            if other not in came:
                came[other] = table
                queue.append(other)
    return []


Entry = TypeVar("Entry", AllowedColumn, AllowedTable)


def fold_name(name: str) -> str:
    """Return a name as databases compare it: in lower case, of ASCII letters alone."""
    return name.translate(_LOWER_CASE)


def _by_name(entries: tuple[Entry, ...], name: str) -> Entry | None:
    for entry in entries:
        if entry.name == name:
            return entry
    folded = fold_name(name)
    near = [entry for entry in entries if fold_name(entry.name) == folded]
    return near[0] if len(near) == 1 else None


def _restrict_references(table: AllowedTable, kept: set[str]) -> AllowedTable:
    """Return a table without references to tables outside the selection."""
    columns = (
        replace(column, references=None) if column.references and column.references[0] not in kept else column
        for column in table.columns
    )
    return replace(table, columns=tuple(columns))


def _name_forms(name: str) -> tuple[str, str]:
    """Return a name as written and as words: `orderItems` and `order_items` become `order items`."""
    return name, _CAMEL_CASE.sub("_", name).replace("_", " ")


def _stems(text: str) -> list[str]:
    """Return the stems of the words of a text, without stop words."""
    return [stem(word) for word in _WORD.findall(fold(cut(text)[0])) if word not in _STOP_WORDS]


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return a stem that is equal for singular and plural in three languages; not necessarily a word."""
    if len(word) > 24 or len(word) < 4:
        return word
    if word.endswith("oes") and word[-4] != "h":
        return word[:-3] + "ao"
    if len(word) > 4 and word.endswith(("ais", "eis", "ois")):
        return word[:-2] + "l"
    word = word.removesuffix("s")
    # `clientes`, `vendedores` and `prices` lose an e that `vendedor` never had.
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    # `item`, `itens` and `items`; `category` and `categories`.
    return word[:-1] + {"m": "n", "y": "i"}.get(word[-1], word[-1])


GENERAL = frozenset(map(stem, _GENERAL.split()))
"""Stems of generic words, which alone refer to no table."""
