"""A connection to the file of an index, lent to one thread at a time; with it go what can be wrong with the file."""

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
"""Seconds that whoever brings documents in waits for another thread."""

REBUILD = "move it away, and run `fingerpost index` again"
_ELSEWHERE = "let FINGERPOST_INDEX name a file where this user may write"
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "is locked by another process: end that process, or try again",
    sqlite3.SQLITE_FULL: "is full: free some disk space; what was there before is unharmed",
    sqlite3.SQLITE_IOERR: "cannot be read or written: look for free disk space, a quota, and the health of the disk",
    sqlite3.SQLITE_READONLY: "is read-only: give this user write access to the file and its folder",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: {_ELSEWHERE}",
    sqlite3.SQLITE_PERM: "may not be used: give this user access to the file and its folder",
    sqlite3.SQLITE_NOTADB: "is no index: let FINGERPOST_INDEX name another file",
    sqlite3.SQLITE_CORRUPT: f"is damaged: {REBUILD}",
}
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)


class IndexNotWritableError(SearchError):
    """The place takes no file, or no more of it."""


class SharedConnection:
    """One connection, opened when it is needed. Goes on in a forked child."""

    def __init__(self, file: Path | None, before: Callable[[], None]) -> None:
        """Name the file; None keeps everything in memory. `before` is called ahead of all work."""
        self._file, self._before = file, before
        self.place = "the index in memory" if file is None else f"the index {file}"
        self._connection: _Connection | None = None
        self._lock = threading.Lock()
        self._closed = self._paused = False
        reset_after_fork(self)
        pause_during_fork(self)

    def read(self, work: Callable[[Connection], T], until: float | None = None) -> T:
        """Do work of statements that see one state of the index, until a moment of `time.monotonic`."""
        return self._do(lambda connection: connection.execute("BEGIN"), work, until)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction."""
        return self._do(lambda connection: connection.begin(), work, None)

    def copy_from(self, file: Path) -> None:
        """Take over what is in a file, which may lie where nothing can be written beside it."""
        try:
            with self._lock:
                connection = self._connected()
                connection.copy_from(file)
                prepare(connection, f"the index {file}")
        except sqlite3.Error as error:
            raise SearchError(f"the index {file} cannot be read ({error}): {REBUILD}") from error

    def disconnect(self) -> None:
        """Close the connection until it is needed again."""
        with self._lock:
            self._disconnect()

    def close(self) -> None:
        """Finish what is under way and close the connection."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def before_fork(self) -> None:
        """Have no file open: SQLite keeps its own list of locks, and a child would believe that it has them."""
        self._paused = self._lock.acquire(timeout=LOCK_TIMEOUT)
        if self._paused and self._file is not None:
            self._disconnect()

    def after_fork_in_parent(self) -> None:
        """Go on."""
        if self._paused:
            self._paused = False
            self._lock.release()

    def after_fork(self) -> None:
        """Take a new lock; what is in memory is the child's own from here on."""
        if not self._paused and self._connection is not None:
            # Another thread was in the middle of something for longer than anybody waits.
            prevent_destruction(self._connection)
            self._connection, self._closed = None, self._closed or self._file is None
        self._lock, self._paused = threading.Lock(), False

    def _do(self, begin: Callable[[Connection], object], work: Callable[[Connection], T], until: float | None) -> T:
        self._before()
        lock = self._lock
        if not lock.acquire(timeout=LOCK_TIMEOUT if until is None else max(0.0, until - time.monotonic())):
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
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> _Connection:
        try:
            if self._file is None or self._file.exists():
                return self._prepared()
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with process_lock(lock_file(self._file)):
                if not self._file.exists():
                    self._create(self._file)
                return self._prepared()
        except OSError as error:
            raise IndexNotWritableError(f"{self.place} cannot be made ({error.strerror}): {_ELSEWHERE}") from error

    def _create(self, file: Path) -> None:
        # Left by a file that was deleted while somebody used it; SQLite would take them for those of the new one.
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        # Readable by its owner only.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

    def _prepared(self) -> _Connection:
        connection = _Connection(self._file)
        try:
            prepare(connection, self.place)
        except BaseException:
            connection.rollback()
            connection.close()
            raise
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _explain(self, error: sqlite3.Error) -> SearchError:
        if "no such module: fts5" in str(error):
            return SearchError("the SQLite of this Python lacks FTS5: use another Python, or set ELASTICSEARCH_URL")
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = IndexNotWritableError if code in _UNWRITABLE else SearchError
        return kind(f"{self.place} {_REMEDIES.get(code, f'cannot be used: {REBUILD}')} ({error})")


def lock_file(file: Path) -> Path:
    """Return the lock that keeps processes apart who make the file, or bring documents in."""
    return file.with_name(f"{file.name}.lock")


class _Connection(SqliteConnection):
    def __init__(self, file: Path | None) -> None:
        super().__init__(file or Path(":memory:"))
        # A document that a power cut takes back is found by the next run.
        self._raw.execute("PRAGMA synchronous = NORMAL")
        # A search touches pages all over the file; 64 MB of them are kept.
        self._raw.execute("PRAGMA cache_size = -64000")

    def copy_from(self, file: Path) -> None:
        for how in ("mode=ro", "immutable=1"):
            try:
                with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as original:
                    original.backup(self._raw)
                return
            except sqlite3.OperationalError:
                if how == "immutable=1":
                    raise
