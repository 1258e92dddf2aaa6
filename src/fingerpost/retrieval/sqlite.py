"""The embedded index: one SQLite file with FTS5 for words, and vectors beside it that are searched in memory."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fingerpost.errors import SearchError
from fingerpost.fork import immortal, rest_at_fork, survive_fork
from fingerpost.lock import locked
from fingerpost.retrieval.index import Entry, Key, mismatch
from fingerpost.retrieval.matching import Matching
from fingerpost.retrieval.passages import STEP
from fingerpost.retrieval.schema import prepare
from fingerpost.retrieval.vectors import Matrix, as_bytes, as_rows, as_vector, empty
from fingerpost.retrieval.words import hidden, words_of
from fingerpost.stores.connection import Connection
from fingerpost.stores.sqlite import SqliteConnection
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds that whoever brings documents in waits for another one."""

MANY = 20_000
"""Passages from which on the two searches take longer than waking a thread."""

PAGE = 5_000
"""Vectors that are read at once."""

_ELSEWHERE = "let FINGERPOST_INDEX name a file where this user may write"
_AGAIN = "move it away, and run `fingerpost index` again"
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "is locked by another process: end that process, or try again",
    sqlite3.SQLITE_FULL: "is full: free some disk space; what was there before is unharmed",
    sqlite3.SQLITE_IOERR: "cannot be read or written: look for free disk space, a quota, and the health of the disk",
    sqlite3.SQLITE_READONLY: "is read-only: give this user write access to the file and its folder",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: {_ELSEWHERE}",
    sqlite3.SQLITE_PERM: "may not be used: give this user access to the file and its folder",
    sqlite3.SQLITE_NOTADB: "is no index: let FINGERPOST_INDEX name another file",
    sqlite3.SQLITE_CORRUPT: f"is damaged: {_AGAIN}",
}
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)


class UnwritableError(SearchError):
    """The place takes no file, or no more of it."""


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

    @property
    def concurrent(self) -> bool:
        """Whether there are so many passages that a second thread is worth waking."""
        return len(self._matrix.keys) > MANY

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
        select = f"""{_PASSAGE}, v.vector {_FROM} JOIN vectors v ON v.passage = p.id AND v.encoder = ?
            WHERE p.id IN ({", ".join("?" * len(keys))})"""
        rows = self._read(lambda connection: connection.rows(select, encoder, *keys), until)
        return {key: (Passage(*passage), as_vector(vector)) for key, *passage, vector in rows}

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage, each pair once; kept until the index changes."""
        select = "SELECT d.file, p.heading FROM passages p JOIN documents d ON d.id = p.document ORDER BY 1, p.number"

        def work(connection: Connection) -> Sequence[tuple[str, str]]:
            generation, _ = self._note_state(connection)
            if self._headings[0] != generation:
                self._headings = generation, tuple(dict.fromkeys(connection.rows(select)))
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
            insert = "INSERT INTO passages (document, number, heading) VALUES (?, ?, ?) RETURNING id"
            keys = [connection.rows(insert, document, p.number, p.heading)[0][0] for p in passages]
            heads = [passage.heading.removeprefix(title).removeprefix(STEP) for passage in passages]
            connection.change_many(
                "INSERT INTO texts (rowid, title, heading, content, names, parts) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (key, title, head, passage.text, hidden(passage.heading), hidden(passage.text))
                    for key, head, passage in zip(keys, heads, passages, strict=True)
                ],
            )
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
        select = f"""{_PASSAGE} {_FROM}
            WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.passage = p.id AND v.encoder = ?) LIMIT ?"""  # noqa: S608 - constants
        rows = self._read(lambda connection: connection.rows(select, encoder, limit))
        return [(key, Passage(*passage)) for key, *passage in rows]

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

    def before_fork(self) -> None:
        """Have no file open: SQLite keeps its own list of locks, and a child would believe that it has them."""
        self._rests = self._lock.acquire(timeout=PATIENCE)
        if self._rests and self._file is not None:
            self._disconnect()

    def after_fork_in_parent(self) -> None:
        """Go on."""
        if self._rests:
            self._rests = False
            self._lock.release()

    def after_fork(self) -> None:
        """Take new locks; an index in memory is the child's own from here on."""
        if not self._rests and self._connection is not None:
            # Another thread was in the middle of something for longer than anybody waits.
            immortal(self._connection)
            self._connection, self._closed = None, self._closed or self._file is None
        self._lock, self._loading, self._rests = threading.Lock(), threading.Lock(), False

    def _read(self, work: Callable[[Connection], T], until: float | None = None) -> T:
        """Do work of statements that see one state of the index."""
        return self._do(lambda connection: connection.change("BEGIN"), work, until)

    def _write(self, work: Callable[[Connection], object]) -> None:
        """Do work in one transaction, which makes a new generation of the index."""

        def counted(connection: Connection) -> None:
            work(connection)
            connection.change("UPDATE state SET generation = generation + 1")

        self._do(lambda connection: connection.begin(), counted, None)

    def _do(self, begin: Callable[[Connection], object], work: Callable[[Connection], T], until: float | None) -> T:
        lock = self._lock
        if not lock.acquire(timeout=PATIENCE if until is None else max(0.0, until - time.monotonic())):
            raise SearchError(f"{self.place} was busy for too long: try again, or run more processes")
        try:
            connection = self._connected()
            try:
                begin(connection)
                result = work(connection)
                connection.commit()
            except BaseException:
                if not connection.rollback() and self._file is not None:
                    self._disconnect()
                raise
            return result
        except sqlite3.Error as error:
            raise self._explain(error) from error
        finally:
            lock.release()

    def _connected(self) -> _Connection:
        if self._closed:
            raise SearchError(f"{self.place} was closed: open it again")
        if self._file is not None and self._inode != self._look():
            # Deleted or replaced: what is known of the old file says nothing of the new one.
            if self._inode is not None:
                if self._look() is None:
                    raise SearchError(f"{self.place} was deleted: run `fingerpost index` again")
                self._forget()
            self._disconnect()
        if self._connection is None:
            self._connection = self._open()
            self._inode = self._look()
        return self._connection

    def _open(self) -> _Connection:
        try:
            if self._file is not None:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # Readable by its owner only; and never opened here once it is in use, which would drop SQLite's locks.
                with suppress(FileExistsError):
                    os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            raise UnwritableError(f"{self.place} cannot be made ({error.strerror}): {_ELSEWHERE}") from error
        connection = _Connection(self._file)
        try:
            prepare(connection, self.place)
        except BaseException:
            connection.rollback()
            connection.close()
            raise
        return connection

    def _look(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._file or "")  # noqa: PTH116 - twice as fast as Path.stat, and done for every search
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _forget(self) -> None:
        self._matrix, self._matching, self._headings = empty(""), Matching(), (-1, ())

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

    def _load(self, connection: Connection, encoder: str) -> Matrix:
        import numpy as np

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

    def _explain(self, error: sqlite3.Error) -> SearchError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if "fts5" in str(error) and code == sqlite3.SQLITE_ERROR and "no such module" in str(error):
            return SearchError("the SQLite of this Python lacks FTS5: use another Python, or set ELASTICSEARCH_URL")
        kind = UnwritableError if code in _UNWRITABLE else SearchError
        return kind(f"{self.place} {_REMEDIES.get(code, f'cannot be used: {_AGAIN}')} ({error})")


class _Connection(SqliteConnection):
    def __init__(self, file: Path | None) -> None:
        super().__init__(file or Path(":memory:"))
        # A document that a power cut takes back is found by the next run.
        self._raw.execute("PRAGMA synchronous = NORMAL")

    def fill(self, file: Path) -> None:
        """Take over what is in a file, which may lie where nothing can be written beside it."""
        for how in ("mode=ro", "immutable=1"):
            try:
                with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as original:
                    original.backup(self._raw)
                return
            except sqlite3.OperationalError:
                if how == "immutable=1":
                    raise


_PASSAGE = "SELECT p.id, d.file, p.heading, t.content, p.number"
_FROM = "FROM passages p JOIN documents d ON d.id = p.document JOIN texts t ON t.rowid = p.id"


def _remove(connection: Connection, source: str, file: str) -> None:
    for (document,) in connection.rows("SELECT id FROM documents WHERE source = ? AND file = ?", source, file):
        mine = "(SELECT id FROM passages WHERE document = ?)"
        for table, key in (("texts", "rowid"), ("vectors", "passage")):
            connection.change(f"DELETE FROM {table} WHERE {key} IN {mine}", document)  # noqa: S608 - constants
        connection.change("DELETE FROM passages WHERE document = ?", document)
        connection.change("DELETE FROM documents WHERE id = ?", document)


def _add_vectors(connection: Connection, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
    rows = [(encoder, key, as_bytes(vector)) for key, vector in zip(keys, vectors, strict=True)]
    connection.change_many("INSERT OR REPLACE INTO vectors (encoder, passage, vector) VALUES (?, ?, ?)", rows)
