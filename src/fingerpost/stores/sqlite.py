"""SQLite engine of the store: one file, durable against power loss, readable by its owner only."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import pause_during_fork
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import LOCK_TIMEOUT, Database
from fingerpost.stores.schema import is_current, migrate

log = logging.getLogger("fingerpost")

T = TypeVar("T")

QUICK_CHECK_BYTES = 64_000_000
"""The largest file that is searched for damage while it is served: about a third of a second."""

MIGRATION_TIMEOUT = 600.0
"""Seconds to wait, at the start, for another process that may be migrating the file; 160 MB from the first version took
6 s on a busy machine, so this is for some 15 GB."""

_ANOTHER_FILE = "name a file in a folder where this user may write with DATABASE_URL=sqlite:///FILE"

_REMEDIES = {
    sqlite3.SQLITE_BUSY: "is locked by another process for too long: end that process, or try again",
    sqlite3.SQLITE_LOCKED: "is locked: try again",
    sqlite3.SQLITE_FULL: "is full: free some disk space or raise the quota; nothing of this request was stored",
    sqlite3.SQLITE_IOERR: "cannot be read or written: check the free disk space, quotas, and the health of the disk",
    sqlite3.SQLITE_READONLY: f"is read-only: give this user write access to it and its folder, or {_ANOTHER_FILE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: {_ANOTHER_FILE}",
    sqlite3.SQLITE_PERM: "may not be used: give this user access to the file and its folder",
    sqlite3.SQLITE_NOTADB: "is not a database: name another file, or move this one away",
    sqlite3.SQLITE_CORRUPT: "is damaged: move it away with its -wal and -shm files, and restore a backup",
}


class SqliteConnection(Connection):
    """A connection in autocommit mode; transactions are started with explicit BEGIN statements."""

    identity = "INTEGER PRIMARY KEY AUTOINCREMENT"
    blob = "BLOB"
    single_writer = True
    with_own_ids = ""

    def __init__(self, file: Path) -> None:
        """Open the file; it is created where it does not exist."""
        self._raw = sqlite3.connect(file, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
        try:
            self._set_up()
        except BaseException:
            self._raw.close()
            raise

    def _set_up(self) -> None:
        # Retried here when many processes create the file at once: SQLite's busy timeout does not cover this change.
        until = time.monotonic() + LOCK_TIMEOUT
        while True:
            try:
                self._raw.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)
        self._raw.execute("PRAGMA synchronous = FULL")
        self._raw.execute("PRAGMA secure_delete = ON")

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return self._raw.execute(sql, values).fetchall()

    def execute(self, sql: str, *values: object) -> int:
        """Execute a statement and return the number of affected rows."""
        return self._raw.execute(sql, values).rowcount

    def execute_many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """Execute a statement once for every row of values."""
        self._raw.executemany(sql, values)

    def has_table(self, name: str) -> bool:
        """Return whether a table exists."""
        return bool(self.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name))

    def lock(self, name: str) -> None:
        """Do nothing: SQLite has one writer at a time."""

    def limit_wait(self, seconds: float) -> None:
        """Set SQLite's busy timeout."""
        self._raw.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def begin(self) -> None:
        """Begin with the write lock; acquired later in the transaction, it could fail without waiting."""
        self._raw.execute("BEGIN IMMEDIATE")

    def begin_snapshot(self) -> None:
        """Begin a transaction; its first read fixes the state that it sees."""
        self._raw.execute("BEGIN")

    def pages(self, sql: str, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows of a query, so many at a time."""
        cursor = self._raw.execute(sql)
        while rows := cursor.fetchmany(size):
            yield rows

    def lift_time_limits(self) -> None:
        """Do nothing: SQLite limits only the wait for another writer, which has ended when a transaction begins."""

    def take_over(self, tables: Sequence[str]) -> None:
        """Do nothing: SQLite has one writer at a time, and no limit on the time."""

    def continue_ids(self, table: str) -> None:
        """Do nothing: AUTOINCREMENT goes on after the highest id."""

    def commit(self) -> None:
        """Commit the transaction."""
        self._raw.execute("COMMIT")

    def rollback(self) -> bool:
        """Roll back the transaction and return whether the connection is still usable."""
        try:
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")
        except sqlite3.Error:
            return False
        return True

    def close(self) -> None:
        """Close the connection; the last one to close removes the write-ahead log."""
        with contextlib.suppress(sqlite3.Error):
            self._raw.close()


class Sqlite(Database):
    """An SQLite file, for any number of processes on this machine."""

    engine = "SQLite"
    driver_errors = (sqlite3.Error,)

    def __init__(self, file: str) -> None:
        """Use a file; its path is made absolute, because the working directory may change."""
        self._file = Path(file).absolute()
        self._inode: tuple[int, int] | None = None
        self._write_lock = threading.Lock()
        self._served = False
        super().__init__(str(self._file))
        pause_during_fork(self)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in one transaction; threads queue on a lock here instead of polling SQLite's."""
        # Before taking the lock: migrating the database writes too.
        self._prepare()
        with self._exclusive():
            return super().write(work)

    def write_afresh(self, work: Callable[[Connection], T], wait: float | None = None) -> T:
        """Run work in one transaction on a new connection, in turn with the other threads."""
        self._prepare()
        wait = LOCK_TIMEOUT if wait is None else wait
        until = time.monotonic() + wait
        with self._exclusive(wait):
            return super().write_afresh(work, max(0.0, until - time.monotonic()))

    def quick_damage(self) -> str:
        """Return what is damaged in a file that is small enough to be searched often; "" where nothing is."""
        try:
            size = self._file.stat().st_size
        except OSError as error:
            raise StoreError(f"{self.place} cannot be read ({error.strerror}): {_ANOTHER_FILE}") from error
        return self._search("PRAGMA quick_check(1)") if size <= QUICK_CHECK_BYTES else ""

    def size_bytes(self) -> int:
        """Return the bytes of the file and its write-ahead log."""
        files = (self._file, self._file.with_name(f"{self._file.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def damage(self) -> str:
        """Return what is damaged in the whole file, indexes included; "" where nothing is."""
        return self._search("PRAGMA integrity_check(10)")

    def _search(self, pragma: str) -> str:
        found = [text for (text,) in self.snapshot(lambda connection: connection.query(pragma))]
        return "" if found == ["ok"] else f"{self.place} {_REMEDIES[sqlite3.SQLITE_CORRUPT]} ({'; '.join(found)})"

    def scrub(self, thoroughly: bool = False) -> None:
        """Truncate the write-ahead log, and with `thoroughly` rewrite the file.

        Deleted rows are overwritten at once, but not the copies that SQLite leaves behind when it moves rows between
        pages; only VACUUM removes those.
        """
        try:
            if thoroughly:
                with self._exclusive():
                    self.read(lambda connection: connection.query("VACUUM"))
            until = time.monotonic() + LOCK_TIMEOUT
            while self.read(lambda connection: connection.query("PRAGMA wal_checkpoint(TRUNCATE)"))[0][0]:
                if time.monotonic() > until:
                    raise StoreError("another process kept reading it")
                time.sleep(0.01)
        except StoreError as error:
            raise StoreError(
                f"{self.place}: the rows are deleted, but their text may still be in the file:"
                f" solve the problem and delete again: {error}"
            ) from error

    @contextlib.contextmanager
    def _exclusive(self, wait: float | None = None) -> Iterator[None]:
        writing = self._write_lock
        if not writing.acquire(timeout=LOCK_TIMEOUT if wait is None else wait):
            raise StoreError(f"{self.place} {_REMEDIES[sqlite3.SQLITE_BUSY]}")
        try:
            yield
        finally:
            writing.release()

    def before_fork(self) -> None:
        """Close all connections: SQLite's lock state would be copied into the child, which does not hold the locks."""
        self._pool.pause()

    def after_fork_in_parent(self) -> None:
        """Allow connections again."""
        self._pool.resume()

    def after_fork(self) -> None:
        """Replace the locks."""
        self._write_lock = threading.Lock()
        super().after_fork()

    def _prepare(self) -> None:
        self._detect_replaced_file()
        super()._prepare()

    def _migrate(self) -> None:
        """Migrate the file, or wait while another process does; one that needs nothing is opened without a wait.

        A file that was replaced while it was served is waited for no longer than any other lock: requests wait, too.
        """
        if self._run_with_retries(lambda connection: is_current(connection, self.place), writes=False):
            self._served = True
            return
        until = time.monotonic() + (LOCK_TIMEOUT if self._served else MIGRATION_TIMEOUT)
        told = False
        while True:
            try:
                self._run_afresh(
                    lambda connection: migrate(connection, self.place), lambda connection: connection.begin(), 1.0
                )
                self._served = True
                return
            except StoreError as error:
                if _code_of(error.__cause__) != sqlite3.SQLITE_BUSY:
                    raise
                if time.monotonic() > until:
                    raise StoreError(
                        f"{self.place} must be brought to a newer version, and another process keeps it locked: if that"
                        " is another Fingerpost that does so with a large file, start again when it is done; else end"
                        f" that process (`fuser {self._file}` shows its id) and start again. Nothing was changed"
                    ) from error
            if not told:
                log.warning(
                    "%s is locked by another process, which may be bringing it to a newer version: waiting for it, up"
                    " to %g s",
                    self.place,
                    until - time.monotonic(),
                )
                told = True

    def _detect_replaced_file(self) -> None:
        """Reopen the file if it was deleted or replaced: writes to the old one would be lost."""
        if self._inode is not None and self._inode != self._file_identity():
            with self._preparing:
                present = self._file_identity()
                if self._inode is not None and self._inode != present:
                    log.warning(
                        "%s was deleted or replaced while in use: continuing with the file that is there now",
                        self._file,
                    )
                    self._pool.invalidate()
                    self._inode, self._ready = present, False

    def _file_identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._file)  # noqa: PTH116 - twice as fast as Path.stat, and done for every request
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _connect(self) -> Connection:
        if self._pool.inherited:
            raise StoreError(
                f"{self.place} cannot be used in this process: it was forked while the database was busy for"
                f" {LOCK_TIMEOUT:g} s, and SQLite connections cannot be inherited: fork before the store is used"
            )
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._file.exists() and not self._file.is_file() and not self._file.is_dir():
                raise StoreError(f"{self.place} is a device, not a file: {_ANOTHER_FILE}")
            # Only creates the file: opening and closing an existing one would drop SQLite's locks on it.
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            if self._inode is None:
                # Of the first connection alone: while others are open, only `_detect_replaced_file` may change it.
                self._inode = self._file_identity()
            connection = SqliteConnection(self._file)
            self._restrict_permissions()
        except OSError as error:
            raise StoreError(f"{self.place} cannot be created ({error.strerror}): {_ANOTHER_FILE}") from error
        except sqlite3.Error as error:
            raise self._explain(error) from error
        return connection

    def _restrict_permissions(self) -> None:
        try:
            if self._file.stat().st_mode & 0o077:
                self._file.chmod(0o600)
        except PermissionError:
            log.warning("%s can be read by other users and belongs to another one: run chmod 600 on it", self._file)

    def _is_transient(self, error: Exception, healthy: bool) -> bool:
        return False

    def _explain(self, error: Exception, committing: bool = False) -> StoreError:
        remedy = _REMEDIES.get(_code_of(error), "cannot be used: see the cause; if it lasts, restore a backup")
        return StoreError(f"{self.place} {remedy} ({error})")


def _code_of(error: BaseException | None) -> int:
    """Return SQLite's primary code of an error; 0 for any other error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
