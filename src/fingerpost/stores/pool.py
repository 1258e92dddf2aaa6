"""A connection pool: connections are opened on demand, and each is used by one thread at a time."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import prevent_destruction


class PooledConnection(Protocol):
    """A connection in the pool; `generation` tells whether it was opened before the last `invalidate`."""

    generation: int

    def close(self) -> None:
        """Close the connection."""


C = TypeVar("C", bound=PooledConnection)


class ConnectionPool(Generic[C]):
    """At most `size` connections. A forked child opens its own and never touches the parent's."""

    def __init__(self, connect: Callable[[], C], size: int, timeout: float, place: str) -> None:
        """Open no connection yet; `timeout` is in seconds, and `place` names the database in messages."""
        self._connect, self._size, self._timeout, self._place = connect, size, timeout, place
        self._generation = 0
        self.inherited = False
        self._closed = False
        self._reset()

    def _reset(self) -> None:
        self._pid, self._paused = os.getpid(), 0
        self._permits = threading.BoundedSemaphore(self._size)
        self._idle: list[C] = []
        # Includes connections in use: a child must keep those of the parent's other threads from being destroyed.
        self._open: set[C] = set()

    def acquire(self) -> C:
        """Return a connection, the most recently used one first, so that few are open under low load."""
        if self._pid != os.getpid():
            self.after_fork()
        self.require_open()
        permits = self._permits
        if not permits.acquire(timeout=self._timeout):
            raise StoreError(
                f"{self._place}: all {self._size} connections were busy for {self._timeout:g} s:"
                " check for slow statements, or run more processes"
            )
        try:
            while self._idle:
                try:
                    connection = self._idle.pop()
                except IndexError:
                    break
                if connection.generation == self._generation:
                    return connection
                self._discard(connection)
            # Read before: what is opened while the others become invalid may be as old as they are.
            generation = self._generation
            connection = self._connect()
            connection.generation = generation
            self._open.add(connection)
        except BaseException:
            permits.release()
            raise
        return connection

    def require_open(self) -> None:
        """Raise StoreError if the pool was closed."""
        if self._closed:
            raise StoreError(f"{self._place}: the store was closed: open it again")

    def release(self, connection: C, healthy: bool) -> None:
        """Return a connection to the pool, or close it where it is broken or of an older generation."""
        if connection not in self._open:
            return  # acquired before a fork
        if healthy and connection.generation == self._generation and not self._closed:
            self._idle.append(connection)
        else:
            self._discard(connection)
        self._permits.release()

    def invalidate(self) -> None:
        """Stop using all present connections; they are closed when they are next touched."""
        self._generation += 1

    def close(self) -> None:
        """Close idle connections now, and those in use when they are released."""
        self._closed = True
        while self._idle:
            self._discard(self._idle.pop())

    def pause(self) -> None:
        """Wait, up to the timeout, until no connection is in use, and close all; block `acquire` until `resume`."""
        until = time.monotonic() + self._timeout
        while self._paused < self._size and self._permits.acquire(timeout=max(0.0, until - time.monotonic())):
            self._paused += 1
        while self._idle:
            self._discard(self._idle.pop())

    def resume(self) -> None:
        """Allow connections to be acquired again."""
        while self._paused:
            self._paused -= 1
            self._permits.release()

    def after_fork(self) -> None:
        """Forget the parent's connections without using, closing or destroying them."""
        self.inherited = self.inherited or bool(self._open)
        for connection in self._open:
            prevent_destruction(connection)
        self._reset()

    def _discard(self, connection: C) -> None:
        self._open.discard(connection)
        connection.close()
