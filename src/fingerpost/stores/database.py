"""One face for SQLite and PostgreSQL: work is handed a connection, and is committed, rolled back or tried again."""

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
"""Seconds that anybody waits for a lock or a free connection."""
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What PostgreSQL or UTF-8 cannot hold."""
CONNECTIONS = 8
ATTEMPTS = 5


class Database(ABC):
    """A database and a few connections to it, safe to share between threads and to carry through a fork."""

    driver_errors: tuple[type[Exception], ...]
    """What the engine's driver raises."""

    def __init__(self, place: str) -> None:
        """Connect to nothing yet; `place` names the database in errors and holds no password."""
        self.place = place
        self._pool: ConnectionPool[Connection] = ConnectionPool(self._connect, CONNECTIONS, LOCK_TIMEOUT, place)
        self._ready = False
        self._preparing = threading.Lock()
        reset_after_fork(self)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Do work of one statement that changes nothing."""
        self._prepare()
        return self._try(work, writes=False)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction, durable on return. It may be done more than once, and then counts once."""
        self._prepare()
        return self._try(work, writes=True)

    @abstractmethod
    def scrub(self, thoroughly: bool = False) -> None:
        """Remove what was deleted from where it can still be read, where the engine can do that at once."""

    def close(self) -> None:
        """Close all connections; work that is under way ends first."""
        self._pool.close()

    def after_fork(self) -> None:
        """Take new locks: a thread that is not here may have held the old ones."""
        self._preparing = threading.Lock()
        self._pool.after_fork()

    def _prepare(self) -> None:
        if not self._ready:
            with self._preparing:
                if not self._ready:
                    self._try(lambda connection: migrate(connection, self.place), writes=True)
                    self._ready = True

    def _try(self, work: Callable[[Connection], T], writes: bool) -> T:
        for attempt in range(1, ATTEMPTS):
            try:
                return self._once(work, writes)
            except _RetryError:
                # Two that met in a deadlock should not meet again.
                time.sleep(random.uniform(0, 0.01) * attempt)  # noqa: S311 - spread, not secrecy
        return self._once(work, writes, last=True)

    def _once(self, work: Callable[[Connection], T], writes: bool, last: bool = False) -> T:
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
            if not last and not (writes and committing) and self._is_transient(error, healthy):
                raise _RetryError from error
            raise self._explain(error, writes and committing) from error
        except BaseException:
            healthy = connection.rollback()
            raise
        finally:
            self._pool.release(connection, healthy)

    @abstractmethod
    def _connect(self) -> Connection:
        """Open one more connection; raises StoreError."""

    @abstractmethod
    def _is_transient(self, error: Exception, healthy: bool) -> bool:
        """Tell whether the same work may well succeed if it is done again at once."""

    @abstractmethod
    def _explain(self, error: Exception, committing: bool = False) -> StoreError:
        """Say what was wrong, where, and what to do."""


class _RetryError(Exception):
    """The work was undone and may be tried again."""
