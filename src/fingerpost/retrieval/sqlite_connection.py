"""The SQLite connection of an embedded index, shared by threads, with a clear error for every file problem."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from fingerpost.errors import SearchError
from fingerpost.retrieval.schema import prepare
from fingerpost.runtime.fork import pause_during_fork, prevent_destruction, reset_after_fork
from fingerpost.runtime.lock import process_lock
from fingerpost.stores.connection import Connection
from fingerpost.stores.sqlite import SqliteConnection

T = TypeVar("T")

LOCK_TIMEOUT = 60.0
"""Seconds that indexing waits for another thread."""

REBUILD = "move it away, and run `fingerpost build index` again"
_USE_ANOTHER_FILE = "set FINGERPOST_INDEX to a file where this user may write"
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "is locked by another process: end that process, or try again",
    sqlite3.SQLITE_FULL: "is full: free some disk space; the existing index is unharmed",
    sqlite3.SQLITE_IOERR: "cannot be read or written: check the free disk space, quotas, and the health of the disk",
    sqlite3.SQLITE_READONLY: "is read-only: give this user write access to the file and its folder",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: {_USE_ANOTHER_FILE}",
    sqlite3.SQLITE_PERM: "may not be used: give this user access to the file and its folder",
    sqlite3.SQLITE_NOTADB: "is not an index: set FINGERPOST_INDEX to another file",
    sqlite3.SQLITE_CORRUPT: f"is damaged: {REBUILD}",
}
_NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)


class IndexNotWritableError(SearchError):
    """The index file cannot be created or written to."""


class SharedConnection:
    """One connection, opened on demand and used by one thread at a time; fork-safe."""

    def __init__(self, file: Path | None, before: Callable[[], None]) -> None:
        """Use a file, or memory for None; `before` is called before every operation."""
        self._file, self._before = file, before
        self.place = "the index in memory" if file is None else f"the index {file}"
        self._connection: _Connection | None = None
        self._lock = threading.Lock()
        self._closed = self._paused = False
        reset_after_fork(self)
        pause_during_fork(self)

    def read(self, work: Callable[[Connection], T], until: float | None = None) -> T:
        """Run read-only work on one snapshot of the index; `until` is a deadline of `time.monotonic`."""
        return self._run(lambda connection: connection.execute("BEGIN"), work, until)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in one transaction."""
        return self._run(lambda connection: connection.begin(), work, None)

    def copy_from(self, file: Path) -> None:
        """Copy the content of an index file, which may be in a read-only folder."""
        try:
            with self._lock:
                connection = self._connect()
                connection.copy_from(file)
                prepare(connection, f"the index {file}")
        except sqlite3.Error as error:
            raise SearchError(f"the index {file} cannot be read ({error}): {REBUILD}") from error

    def disconnect(self) -> None:
        """Close the connection; the next use opens it again."""
        with self._lock:
            self._close_connection()

    def close(self) -> None:
        """Wait for running work and close the connection for good."""
        with self._lock:
            self._closed = True
            self._close_connection()

    def before_fork(self) -> None:
        """Close the file: SQLite's lock state would be copied into the child, which does not hold the locks."""
        self._paused = self._lock.acquire(timeout=LOCK_TIMEOUT)
        if self._paused and self._file is not None:
            self._close_connection()

    def after_fork_in_parent(self) -> None:
        """Release the lock that was taken before the fork."""
        if self._paused:
            self._paused = False
            self._lock.release()

    def after_fork(self) -> None:
        """Replace the lock; the child keeps its own copy of an index in memory."""
        if not self._paused and self._connection is not None:
            # Another thread held the lock for longer than the timeout.
            prevent_destruction(self._connection)
            self._connection, self._closed = None, self._closed or self._file is None
        self._lock, self._paused = threading.Lock(), False

    def _run(self, begin: Callable[[Connection], object], work: Callable[[Connection], T], until: float | None) -> T:
        self._before()
        lock = self._lock
        if not lock.acquire(timeout=LOCK_TIMEOUT if until is None else max(0.0, until - time.monotonic())):
            raise SearchError(f"{self.place} was busy until the deadline: try again, or run more processes")
        try:
            connection = self._connect()
            try:
                begin(connection)
                result = work(connection)
                connection.commit()
            except BaseException:
                if not connection.rollback() and self._file is not None:
                    self._close_connection()
                raise
            return result
        except sqlite3.Error as error:
            raise self._explain(error) from error
        finally:
            lock.release()

    def _connect(self) -> _Connection:
        if self._closed:
            raise SearchError(f"{self.place} was closed: open it again")
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> _Connection:
        try:
            if self._file is None or self._file.exists():
                return self._open_prepared()
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with process_lock(lock_file(self._file)):
                if not self._file.exists():
                    self._create(self._file)
                return self._open_prepared()
        except OSError as error:
            raise IndexNotWritableError(
                f"{self.place} cannot be created ({error.strerror}): {_USE_ANOTHER_FILE}"
            ) from error

    def _create(self, file: Path) -> None:
        # Left behind by a file that was deleted while in use; SQLite would apply them to the new file.
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        # Readable by its owner only.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

    def _open_prepared(self) -> _Connection:
        connection = _Connection(self._file)
        try:
            prepare(connection, self.place)
        except BaseException:
            connection.rollback()
            connection.close()
            raise
        return connection

    def _close_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _explain(self, error: sqlite3.Error) -> SearchError:
        if "no such module: fts5" in str(error):
            return SearchError("the SQLite of this Python has no FTS5: use another Python, or set ELASTICSEARCH_URL")
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = IndexNotWritableError if code in _NOT_WRITABLE else SearchError
        return kind(f"{self.place} {_REMEDIES.get(code, f'cannot be used: {REBUILD}')} ({error})")


def lock_file(file: Path) -> Path:
    """Return the lock file for processes that create the index file or index documents."""
    return file.with_name(f"{file.name}.lock")


class _Connection(SqliteConnection):
    def __init__(self, file: Path | None) -> None:
        super().__init__(file or Path(":memory:"))
        # A document lost in a power failure is indexed again by the next run.
        self._raw.execute("PRAGMA synchronous = NORMAL")
        # Searches read pages all over the file; 64 MB of them are cached.
        self._raw.execute("PRAGMA cache_size = -64000")

    def copy_from(self, file: Path) -> None:
        for mode in ("mode=ro", "immutable=1"):
            try:
                with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)) as original:
                    original.backup(self._raw)
                return
            except sqlite3.OperationalError:
                if mode == "immutable=1":
                    raise
