"""The embedded index: one SQLite file, searched by FTS5 for words and in memory for vectors."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import SearchError
from fingerpost.retrieval.fulltext_query import FulltextQueryBuilder
from fingerpost.retrieval.index import IndexEntry, Key, encoder_mismatch
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.retrieval.sqlite_connection import REBUILD, SharedConnection, lock_file
from fingerpost.retrieval.terms import WEIGHTS, identifier_parts, query_terms
from fingerpost.retrieval.vectors import Generation, VectorMatrix, empty_matrix, vector_to_bytes, vectors_from_bytes
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.lock import process_lock
from fingerpost.stores.connection import Connection
from fingerpost.types import Passage

CONCURRENT_FROM = 5_000
"""Number of passages from which a second thread for the word search pays off."""

MAX_CACHED_PASSAGES = 5_000
"""Maximum passages whose texts are cached."""

PAGE = 5_000
"""Vectors read per query."""

_PASSAGE = """SELECT p.id, d.file, p.title, p.heading, p.content, p.number
    FROM passages p JOIN documents d ON d.id = p.document"""
_TEXT_COLUMNS = ", ".join(WEIGHTS)
# All of these consist of constants.
_INSERT = f"INSERT INTO passages (document, number, {_TEXT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"  # noqa: S608
_INDEX_TEXTS = f"INSERT INTO texts (rowid, {_TEXT_COLUMNS}) SELECT id, {_TEXT_COLUMNS} FROM passages WHERE document = ?"  # noqa: S608
_UNINDEX_TEXTS = f"""INSERT INTO texts (texts, rowid, {_TEXT_COLUMNS})
    SELECT 'delete', id, {_TEXT_COLUMNS} FROM passages WHERE document = ?"""  # noqa: S608
_WITHOUT_VECTOR = (
    f"{_PASSAGE} WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.passage = p.id AND v.encoder = ?) LIMIT ?"  # noqa: S608
)


class SqliteIndex:
    """An index in a file that other processes may read and write at the same time.

    Every document is written in one transaction, so that a process may be killed at any moment. Every change increments
    the index's generation, which invalidates the caches.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Open or create a file, or use memory for None; raises IndexNotWritableError where it cannot be created."""
        self._file = None if file is None else file.absolute()
        self._inode: tuple[int, int] | None = None
        self._texts = SharedConnection(self._file, self._detect_replaced_file)
        # A second connection to a file, so that words and vectors can be searched in parallel.
        self._vectors = self._texts if file is None else SharedConnection(self._file, self._detect_replaced_file)
        self.place = self._texts.place
        self._loading, self._replacing = threading.Lock(), threading.Lock()
        self._matrix, self._query_builder = empty_matrix(""), FulltextQueryBuilder()
        self._headings: tuple[Generation, Sequence[tuple[str, str]]] = (None, ())
        self._recent_passages: tuple[Generation, dict[int, Passage]] = (None, {})
        try:
            self.encoder()
        except BaseException:
            self.close()
            raise
        self._inode = self._file_identity()
        reset_after_fork(self)

    @classmethod
    def copy_in_memory(cls, file: Path) -> SqliteIndex:
        """Return an index in memory with the content of a file, if it exists."""
        index = cls()
        if os.path.exists(file):  # noqa: PTH110 - Path.exists raises where the folder is not readable
            index._texts.copy_from(file)
        return index

    remote = False

    @property
    def concurrent(self) -> bool:
        """Return whether there are so many passages that a second thread pays off."""
        return len(self._matrix.keys) > CONCURRENT_FROM

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that contain words of a query, the best first (BM25)."""
        words = query_terms(query)
        select = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"

        def work(connection: Connection) -> list[Key]:
            expression = self._query_builder.build(connection, self._generation_and_encoder(connection)[0], words)
            return [] if expression is None else [key for (key,) in connection.query(select, expression, limit)]

        return self._texts.read(work, until)

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; raises SearchError where the index has another encoder."""
        matrix = self._current_matrix(encoder, until)
        if len(matrix.keys) and vector.shape != matrix.rows.shape[1:]:
            raise SearchError(
                f"{self.place} contains vectors of {matrix.rows.shape[1]} dimensions, and {encoder} returned one of"
                f" {vector.size}: {REBUILD}"
            )
        return list(matrix.nearest(vector, limit))

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; deleted ones are left out."""
        numbers = [int(key) for key in keys]
        self._detect_replaced_file()
        # The passage of an id never changes, so cached vectors of the same file remain valid.
        matrix = self._matrix
        vectors = matrix.rows_of(numbers) if (matrix.encoder, matrix.file) == (encoder, self._inode) else {}
        if len(vectors) < len(numbers):
            vectors = self._current_matrix(encoder, until).rows_of(numbers)
        passages = self._read_passages(numbers, until)
        return {key: (passages[key], vectors[key]) for key in numbers if key in passages and key in vectors}

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage, each pair once; cached until the index changes."""
        select = """SELECT d.file, p.title, p.heading FROM passages p JOIN documents d ON d.id = p.document
            ORDER BY 1, p.document, p.number"""

        def work(connection: Connection) -> Sequence[tuple[str, str]]:
            generation, _ = self._generation_and_encoder(connection)
            if self._headings[0] != generation:
                rows = dict.fromkeys(connection.query(select))
                self._headings = (
                    generation,
                    tuple((file, _heading_path(title, heading)) for file, title, heading in rows),
                )
            return self._headings[1]

        return self._texts.read(work)

    def count(self) -> int:
        """Return the number of passages."""
        [(count,)] = self._texts.read(lambda connection: connection.query("SELECT count(*) FROM passages"))
        return int(count)

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""
        return self._vectors.read(self._generation_and_encoder)[1]

    def documents(self, source: str) -> Mapping[str, IndexEntry]:
        """Return the entries of a source by file."""
        select = "SELECT file, size, mtime, digest FROM documents WHERE source = ?"
        rows = self._texts.read(lambda connection: connection.query(select, source))
        return {row[0]: IndexEntry(*row) for row in rows}

    def put(
        self,
        source: str,
        entry: IndexEntry,
        title: str,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        encoder: str,
    ) -> None:
        """Add or replace a document in one transaction."""

        def work(connection: Connection) -> None:
            _remove(connection, source, entry.file)
            insert = "INSERT INTO documents (source, file, size, mtime, digest) VALUES (?, ?, ?, ?, ?) RETURNING id"
            [(document,)] = connection.query(insert, source, *entry)
            keys = []
            for passage in passages:
                heading = passage.heading.removeprefix(title).removeprefix(HEADING_SEPARATOR)
                inside = identifier_parts(passage.heading), identifier_parts(passage.text)
                row = connection.query(_INSERT, document, passage.number, title, heading, passage.text, *inside)
                keys.append(row[0][0])
            connection.execute(_INDEX_TEXTS, document)
            _add_vectors(connection, encoder, keys, vectors)

        self._write(work)

    def touch(self, source: str, entry: IndexEntry) -> None:
        """Update size and time of a document whose content did not change."""
        update = "UPDATE documents SET size = ?, mtime = ? WHERE source = ? AND file = ?"
        self._write(lambda connection: connection.execute(update, entry.size, entry.mtime, source, entry.file))

    def remove(self, source: str, files: Collection[str]) -> None:
        """Remove documents in one transaction."""

        def work(connection: Connection) -> None:
            for file in files:
                _remove(connection, source, file)

        self._write(work)
        self._recent_passages = (None, {})

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return up to `limit` passages that have no vector of an encoder yet."""
        rows = self._texts.read(lambda connection: connection.query(_WITHOUT_VECTOR, encoder, limit))
        return [(row[0], _passage(row)) for row in rows]

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those in use."""
        self._write(lambda connection: _add_vectors(connection, encoder, keys, vectors))

    def switch_encoder(self, encoder: str) -> None:
        """Use the vectors of this encoder from now on, and delete those of any other."""

        def work(connection: Connection) -> None:
            connection.execute("UPDATE state SET encoder = ?, calibration = NULL", encoder)
            connection.execute("DELETE FROM vectors WHERE encoder <> ?", encoder)

        self._write(work)

    def calibration(self) -> str | None:
        """Return what `set_calibration` stored last."""
        [(stored,)] = self._texts.read(lambda connection: connection.query("SELECT calibration FROM state"))
        return None if stored is None else str(stored)

    def set_calibration(self, text: str) -> None:
        """Store the scale of the encoder with the index."""
        self._write(lambda connection: connection.execute("UPDATE state SET calibration = ?", text))

    def finish(self) -> None:
        """Do nothing: committed changes are visible."""

    def exclusive_writer(self) -> AbstractContextManager[None]:
        """Return a context manager that lets one process at a time index documents."""
        return process_lock(None if self._file is None else lock_file(self._file))

    def close(self) -> None:
        """Wait for running work and close the connections."""
        self._texts.close()
        self._vectors.close()

    def after_fork(self) -> None:
        """Replace the locks."""
        self._loading, self._replacing = threading.Lock(), threading.Lock()

    def _detect_replaced_file(self) -> None:
        """Go over to the file that has the name now."""
        if self._inode is None or self._inode == self._file_identity():
            return
        with self._replacing:
            now = self._file_identity()
            if now is None:
                raise SearchError(f"{self.place} was deleted: run `fingerpost build index` again")
            if now != self._inode:
                # Both at once, so that words and vectors are never those of two files.
                self._texts.disconnect()
                self._vectors.disconnect()
                self._inode = now

    def _file_identity(self) -> tuple[int, int] | None:
        if self._file is None:
            return None
        try:
            found = os.stat(self._file)  # noqa: PTH116 - twice as fast as Path.stat, and done for every search
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _write(self, work: Callable[[Connection], object]) -> None:
        """Run work in one transaction and increment the generation of the index."""

        def counted(connection: Connection) -> None:
            work(connection)
            connection.execute("UPDATE state SET generation = generation + 1")

        self._texts.write(counted)

    def _current_matrix(self, encoder: str, until: float) -> VectorMatrix:
        """Return the vectors of the current generation; only new ones are read."""
        generation, stored = self._vectors.read(self._generation_and_encoder, until)
        if stored is None:
            return empty_matrix(encoder)
        if stored != encoder:
            raise encoder_mismatch(self.place, stored, encoder)
        matrix = self._matrix
        if matrix.generation != generation:
            with self._loading:
                # Another thread may have loaded it while this one waited.
                if self._matrix.generation != generation:
                    self._matrix = self._vectors.read(lambda connection: self._load_matrix(connection, encoder))
                matrix = self._matrix
        return matrix

    def _generation_and_encoder(self, connection: Connection) -> tuple[tuple[object, int], str | None]:
        """Return the generation of the index, which includes the file's identity, and its encoder."""
        [(generation, encoder)] = connection.query("SELECT generation, encoder FROM state")
        return (self._inode, int(generation)), encoder

    def _read_passages(self, keys: Sequence[int], until: float) -> dict[int, Passage]:
        """Return passages by id, cached until the index changes: all of a small index, else the recently found ones."""
        generation, known = self._recent_passages
        if generation != self._matrix.generation or len(known) > MAX_CACHED_PASSAGES:
            self._recent_passages = generation, known = self._matrix.generation, {}
        missing = [key for key in keys if key not in known]
        if missing:
            wanted = [] if not known and len(self._matrix.keys) <= MAX_CACHED_PASSAGES else missing
            select = f"{_PASSAGE} WHERE p.id IN ({', '.join('?' * len(wanted))})" if wanted else _PASSAGE
            rows = self._texts.read(lambda connection: connection.query(select, *wanted), until)
            known.update((row[0], _passage(row)) for row in rows)
        return {key: known[key] for key in keys if key in known}

    def _load_matrix(self, connection: Connection, encoder: str) -> VectorMatrix:
        generation, _ = self._generation_and_encoder(connection)
        rows = connection.query("SELECT passage FROM vectors WHERE encoder = ? ORDER BY passage", encoder)
        keys = np.fromiter((key for (key,) in rows), dtype=np.int64, count=len(rows))
        # Vectors of the same file and encoder need not be read again.
        old = self._matrix
        if (old.encoder, old.file) != (encoder, generation[0]):
            old = empty_matrix(encoder)
        kept = np.isin(old.keys, keys, assume_unique=True)
        parts = [old.rows[kept]] if kept.any() else []
        # Ids only grow, so new vectors come after the known ones.
        last, width = int(old.keys[-1]) if len(old.keys) else 0, old.rows.shape[1] or None
        select = "SELECT passage, vector FROM vectors WHERE encoder = ? AND passage > ? ORDER BY passage LIMIT ?"
        try:
            while page := connection.query(select, encoder, last, PAGE):
                parts.append(vectors_from_bytes([vector for _, vector in page], width))
                last, width = page[-1][0], parts[-1].shape[1]
        except ValueError as error:
            raise SearchError(f"{self.place} is damaged ({error}): {REBUILD}") from error
        return VectorMatrix(generation, encoder, keys, np.concatenate(parts) if parts else old.rows[:0])


def _heading_path(title: str, heading: str) -> str:
    return f"{title}{HEADING_SEPARATOR}{heading}" if heading else title


def _passage(row: tuple[Any, ...]) -> Passage:
    _, file, title, heading, content, number = row
    return Passage(file, _heading_path(title, heading), content, number)


def _remove(connection: Connection, source: str, file: str) -> None:
    for (document,) in connection.query("SELECT id FROM documents WHERE source = ? AND file = ?", source, file):
        connection.execute(
            "DELETE FROM vectors WHERE passage IN (SELECT id FROM passages WHERE document = ?)", document
        )
        connection.execute(_UNINDEX_TEXTS, document)
        connection.execute("DELETE FROM passages WHERE document = ?", document)
        connection.execute("DELETE FROM documents WHERE id = ?", document)


def _add_vectors(connection: Connection, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
    rows = [(encoder, key, vector_to_bytes(vector)) for key, vector in zip(keys, vectors, strict=True)]
    connection.execute_many("INSERT OR REPLACE INTO vectors (encoder, passage, vector) VALUES (?, ?, ?)", rows)
