"""Transactions on SQLite and PostgreSQL: work gets a pooled connection and is committed, rolled back or retried."""

from __future__ import annotations

import random
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.connection import Connection
from fingerpost.stores.pool import ConnectionPool
from fingerpost.stores.schema import migrate

T = TypeVar("T")

LOCK_TIMEOUT = 10.0
"""Seconds to wait for a lock or a free connection."""
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""Characters that PostgreSQL or UTF-8 cannot store."""
CONNECTIONS = 8
ATTEMPTS = 5


class Database(ABC):
    """A database with a connection pool; thread-safe and fork-safe."""

    engine: str
    """The name of the engine."""
    driver_errors: tuple[type[Exception], ...]
    """Exceptions of the engine's driver."""

    def __init__(self, place: str) -> None:
        """Open no connection yet; `place` names the database in messages, without its password."""
        self.place = place
        self._pool: ConnectionPool[Connection] = ConnectionPool(self._connect, CONNECTIONS, LOCK_TIMEOUT, place)
        self._ready = False
        self._preparing = threading.Lock()
        reset_after_fork(self)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run work of one read-only statement."""
        self._prepare()
        return self._run_with_retries(work, writes=False)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in one transaction, committed on return; after a rollback the work may be run again."""
        self._prepare()
        return self._run_with_retries(work, writes=True)

    def write_afresh(self, work: Callable[[Connection], T], wait: float | None = None) -> T:
        """Run work in one transaction on a new connection, which holds nothing in memory; it is not run again.

        `wait`: the most seconds to wait for another writer, if not as long as all others do.
        """
        self._prepare()
        return self._run_afresh(work, lambda connection: connection.begin(), wait)

    def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run work that reads one state of the whole database, on a new connection."""
        self._prepare()
        return self._run_afresh(work, lambda connection: connection.begin_snapshot())

    def quick_damage(self) -> str:
        """Return what is damaged as far as a search of less than a second finds it; "" where nothing is."""
        return ""

    def damage(self) -> str:
        """Return what the engine finds damaged in a search of the whole database; "" where nothing is."""
        return ""

    @abstractmethod
    def scrub(self, thoroughly: bool = False) -> None:
        """Remove the bytes of deleted rows from disk, where the engine supports that."""

    @abstractmethod
    def size_bytes(self) -> int:
        """Return the bytes that the store takes."""

    def server_time(self) -> float | None:
        """Return the time by the clock of the database's own server; None where it has no server."""
        return None

    def close(self) -> None:
        """Close the pool; connections in use are closed when they are released."""
        self._pool.close()

    def after_fork(self) -> None:
        """Replace the locks: a thread of the parent may have held the old ones."""
        self._preparing = threading.Lock()
        self._pool.after_fork()

    def _prepare(self) -> None:
        if not self._ready:
            with self._preparing:
                if not self._ready:
                    self._migrate()
                    self._ready = True

    def _migrate(self) -> None:
        self._run_with_retries(lambda connection: migrate(connection, self.place), writes=True)

    def _run_afresh(
        self, work: Callable[[Connection], T], begin: Callable[[Connection], None], wait: float | None = None
    ) -> T:
        self._pool.require_open()
        connection = self._connect()
        try:
            if wait is not None:
                connection.limit_wait(wait)
            begin(connection)
            result = work(connection)
            connection.commit()
            return result
        except self.driver_errors as error:
            raise self._explain(error) from error
        finally:
            connection.rollback()
            connection.close()

    def _run_with_retries(self, work: Callable[[Connection], T], writes: bool) -> T:
        for attempt in range(1, ATTEMPTS):
            try:
                return self._run_once(work, writes)
            except _RetryError:
                # Random delay, so that two transactions that deadlocked do not collide again.
                time.sleep(random.uniform(0, 0.01) * attempt)  # noqa: S311 - jitter, not secrecy
        return self._run_once(work, writes, last_attempt=True)

    def _run_once(self, work: Callable[[Connection], T], writes: bool, last_attempt: bool = False) -> T:
        connection = self._pool.acquire()
        healthy = committing = False
        try:
            if writes:
                connection.begin()
            result = work(connection)
            committing = True
            if writes:
                connection.commit()
            healthy = True
            return result
        except self.driver_errors as error:
            healthy = connection.rollback()
            if not last_attempt and not (writes and committing) and self._is_transient(error, healthy):
                raise _RetryError from error
            raise self._explain(error, writes and committing) from error
        except BaseException:
            healthy = connection.rollback()
            raise
        finally:
            self._pool.release(connection, healthy)

    @abstractmethod
    def _connect(self) -> Connection:
        """Open a connection; raises StoreError."""

    @abstractmethod
    def _is_transient(self, error: Exception, healthy: bool) -> bool:
        """Return whether the error is transient, so that the work may succeed when retried."""

    @abstractmethod
    def _explain(self, error: Exception, committing: bool = False) -> StoreError:
        """Return the error for the caller: what was wrong, where, and what to do."""


class _RetryError(Exception):
    """The transaction was rolled back and may be retried."""
