"""The embedded index: one SQLite file with FTS5 for words, and vectors beside it that are searched in memory."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import SearchError
from fingerpost.fork import immortal, rest_at_fork, survive_fork
from fingerpost.lock import locked
from fingerpost.retrieval.index import Entry, Key, mismatch
from fingerpost.retrieval.matching import Matching
from fingerpost.retrieval.passages import STEP
from fingerpost.retrieval.schema import prepare
from fingerpost.retrieval.vectors import Matrix, as_bytes, as_rows, empty
from fingerpost.retrieval.words import WEIGHTS, hidden, words_of
from fingerpost.stores.connection import Connection
from fingerpost.stores.sqlite import SqliteConnection
from fingerpost.types import Passage

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds that whoever brings documents in waits for another one."""

LATELY = 5_000
"""Passages whose texts are kept in memory."""

PAGE = 5_000
"""Vectors that are read at once."""

class SqliteIndex:
    """One connection, lent to one thread at a time; other processes may read and write the same file.

    Every document is one transaction, so that a process may be killed at any moment.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Open a file, or make it; None keeps everything in memory. Raises UnwritableError where none can be made."""
        self._file = None if file is None else file.absolute()
        self.place = "the index in memory" if self._file is None else f"the index {self._file}"
        self._connection: _Connection | None = None
        self._inode: tuple[int, int] | None = None
        self._closed = self._rests = False
        self._lock, self._loading = threading.Lock(), threading.Lock()
        self._matrix, self._matching = empty(""), Matching()
        self._headings: tuple[int, Sequence[tuple[str, str]]] = (-1, ())
        self._lately: tuple[int, dict[int, Passage]] = (-1, {})
        self._state = self._read(self._note_state)
        survive_fork(self)
        rest_at_fork(self)

    @classmethod
    def copied(cls, file: Path) -> SqliteIndex:
        """Return what is in a file, if there is one, as an index in memory."""
        index = cls()
        try:
            if file.exists():
                index._connected().fill(file)
        except (OSError, sqlite3.Error) as error:
            raise SearchError(f"the index {file.absolute()} cannot be read ({error}): {_AGAIN}") from error
        return index

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that hold words of a query, the best first (BM25)."""
        words = words_of(query)
        select = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"

        def work(connection: Connection) -> list[Key]:
            generation, _ = self._note_state(connection)
            expression = self._matching.expression(connection, generation, words)
            return [] if expression is None else [key for (key,) in connection.rows(select, expression, limit)]

        return self._read(work, until)

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; refuses one of another encoder."""
        matrix = self._current(encoder, until)
        if len(matrix.keys) and vector.shape != matrix.rows.shape[1:]:
            raise SearchError(
                f"{self.place} holds vectors of {matrix.rows.shape[1]} numbers, and {encoder} made one of"
                f" {vector.size}: {_AGAIN}"
            )
        return list(matrix.nearest(vector, limit))

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; those that are gone are missing."""
        numbers = [int(key) for key in keys]
        vectors = self._matrix.rows_of(numbers) if self._matrix.encoder == encoder else {}
        if len(vectors) < len(numbers):
            vectors = self._current(encoder, until).rows_of(numbers)
        passages = self._passages(numbers, until)
        return {key: (passages[key], vectors[key]) for key in numbers if key in passages and key in vectors}

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage, each pair once; kept until the index changes."""
        select = """SELECT d.file, p.title, p.heading FROM passages p JOIN documents d ON d.id = p.document
            ORDER BY 1, p.document, p.number"""

        def work(connection: Connection) -> Sequence[tuple[str, str]]:
            generation, _ = self._note_state(connection)
            if self._headings[0] != generation:
                rows = dict.fromkeys(connection.rows(select))
                self._headings = generation, [(file, _path(title, heading)) for file, title, heading in rows]
            return self._headings[1]

        return self._read(work)

    def count(self) -> int:
        """Return how many passages there are."""
        [(count,)] = self._read(lambda connection: connection.rows("SELECT count(*) FROM passages"))
        return int(count)

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""
        return self._read(self._note_state)[1]

    def documents(self, source: str) -> Mapping[str, Entry]:
        """Return what was indexed of a source, by file."""
        select = "SELECT file, size, mtime, digest FROM documents WHERE source = ?"
        rows = self._read(lambda connection: connection.rows(select, source))
        return {row[0]: Entry(*row) for row in rows}

    def put(
        self,
        source: str,
        entry: Entry,
        title: str,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        encoder: str,
    ) -> None:
        """Take a document in, in place of what was there of it, in one transaction."""

        def work(connection: Connection) -> None:
            _remove(connection, source, entry.file)
            insert = "INSERT INTO documents (source, file, size, mtime, digest) VALUES (?, ?, ?, ?, ?) RETURNING id"
            [(document,)] = connection.rows(insert, source, *entry)
            insert = f"INSERT INTO passages (document, number, {_WORDS}) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"  # noqa: S608
            keys = []
            for passage in passages:
                heading = passage.heading.removeprefix(title).removeprefix(STEP)
                inside = hidden(passage.heading), hidden(passage.text)
                row = connection.rows(insert, document, passage.number, title, heading, passage.text, *inside)
                keys.append(row[0][0])
            connection.change(_ADD, document)
            _add_vectors(connection, encoder, keys, vectors)

        self._write(work)

    def touch(self, source: str, entry: Entry) -> None:
        """Note a new size and time of a document whose content is the same."""
        update = "UPDATE documents SET size = ?, mtime = ? WHERE source = ? AND file = ?"
        self._write(lambda connection: connection.change(update, entry.size, entry.mtime, source, entry.file))

    def remove(self, source: str, files: Collection[str]) -> None:
        """Let documents go, all at once."""

        def work(connection: Connection) -> None:
            for file in files:
                _remove(connection, source, file)

        self._write(work)

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return some passages that have no vector of an encoder yet."""
        select = f"""{_PASSAGE}
            WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.passage = p.id AND v.encoder = ?) LIMIT ?"""  # noqa: S608 - constants
        rows = self._read(lambda connection: connection.rows(select, encoder, limit))
        return [(row[0], _passage(row)) for row in rows]

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those that are searched."""
        self._write(lambda connection: _add_vectors(connection, encoder, keys, vectors))

    def adopt(self, encoder: str) -> None:
        """Search the vectors of this encoder from now on, and let those of any other go."""

        def work(connection: Connection) -> None:
            connection.change("UPDATE state SET encoder = ?", encoder)
            connection.change("DELETE FROM vectors WHERE encoder <> ?", encoder)

        self._write(work)

    def finish(self) -> None:
        """Do nothing: what was committed is seen."""

    def alone(self) -> AbstractContextManager[None]:
        """Let one process at a time bring documents in."""
        return locked(None if self._file is None else self._file.with_name(f"{self._file.name}.lock"))

    def close(self) -> None:
        """Finish what is under way and close the connection."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def _current(self, encoder: str, until: float) -> Matrix:
        """Return the vectors as they are now; only what is new is read."""
        if self._lock.locked():
            # Whoever is searching or writing has just seen the state; waiting would mean to do one after the other.
            generation, stored = self._state
        else:
            generation, stored = self._read(self._note_state, until)
        if stored is None:
            return empty(encoder)
        if stored != encoder:
            raise mismatch(self.place, stored, encoder)
        if (self._matrix.generation, self._matrix.encoder) != (generation, encoder):
            with self._loading:
                # Whoever waited may find it done.
                if (self._matrix.generation, self._matrix.encoder) != (generation, encoder):
                    self._matrix = self._read(lambda connection: self._load(connection, encoder))
        return self._matrix

    def _note_state(self, connection: Connection) -> tuple[int, str | None]:
        [(generation, encoder)] = connection.rows("SELECT generation, encoder FROM state")
        self._state = int(generation), encoder
        return self._state

    def _passages(self, keys: Sequence[int], until: float) -> dict[int, Passage]:
        """Return passages by number, kept until the index changes: all of a small one, else those found lately."""
        generation, known = self._lately
        if generation != self._state[0] or len(known) > LATELY:
            self._lately = generation, known = self._state[0], {}
        missing = [key for key in keys if key not in known]
        if missing:
            wanted = [] if not known and len(self._matrix.keys) <= LATELY else missing
            select = f"{_PASSAGE} WHERE p.id IN ({', '.join('?' * len(wanted))})" if wanted else _PASSAGE
            rows = self._read(lambda connection: connection.rows(select, *wanted), until)
            known.update((row[0], _passage(row)) for row in rows)
        return {key: known[key] for key in keys if key in known}

    def _load(self, connection: Connection, encoder: str) -> Matrix:
        generation, _ = self._note_state(connection)
        rows = connection.rows("SELECT passage FROM vectors WHERE encoder = ? ORDER BY passage", encoder)
        keys = np.fromiter((key for (key,) in rows), dtype=np.int64, count=len(rows))
        old = self._matrix if self._matrix.encoder == encoder else empty(encoder)
        kept = np.isin(old.keys, keys, assume_unique=True)
        parts = [old.rows[kept]] if kept.any() else []
        # Numbers only grow, so that whatever is new comes behind what is known.
        last, width = int(old.keys[-1]) if len(old.keys) else 0, old.rows.shape[1] or None
        select = "SELECT passage, vector FROM vectors WHERE encoder = ? AND passage > ? ORDER BY passage LIMIT ?"
        try:
            while page := connection.rows(select, encoder, last, PAGE):
                parts.append(as_rows([vector for _, vector in page], width))
                last, width = page[-1][0], parts[-1].shape[1]
        except ValueError as error:
            raise SearchError(f"{self.place} is damaged ({error}): {_AGAIN}") from error
        return Matrix(generation, encoder, keys, np.concatenate(parts) if parts else old.rows[:0])

_PASSAGE = """SELECT p.id, d.file, p.title, p.heading, p.content, p.number
    FROM passages p JOIN documents d ON d.id = p.document"""
_WORDS = ", ".join(WEIGHTS)
_ADD = f"INSERT INTO texts (rowid, {_WORDS}) SELECT id, {_WORDS} FROM passages WHERE document = ?"  # noqa: S608
_DROP = f"INSERT INTO texts (texts, rowid, {_WORDS}) SELECT 'delete', id, {_WORDS} FROM passages WHERE document = ?"  # noqa: S608


def _path(title: str, heading: str) -> str:
    return f"{title}{STEP}{heading}" if heading else title


def _passage(row: tuple[Any, ...]) -> Passage:
    _, file, title, heading, content, number = row
    return Passage(file, _path(title, heading), content, number)


def _remove(connection: Connection, source: str, file: str) -> None:
    for (document,) in connection.rows("SELECT id FROM documents WHERE source = ? AND file = ?", source, file):
        connection.change("DELETE FROM vectors WHERE passage IN (SELECT id FROM passages WHERE document = ?)", document)
        connection.change(_DROP, document)
        connection.change("DELETE FROM passages WHERE document = ?", document)
        connection.change("DELETE FROM documents WHERE id = ?", document)


def _add_vectors(connection: Connection, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
    rows = [(encoder, key, as_bytes(vector)) for key, vector in zip(keys, vectors, strict=True)]
    connection.change_many("INSERT OR REPLACE INTO vectors (encoder, passage, vector) VALUES (?, ?, ?)", rows)
