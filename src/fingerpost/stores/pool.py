"""A few connections, opened when they are needed, each lent to one thread at a time."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import prevent_destruction


class PooledConnection(Protocol):
    """What a pool keeps; `generation` tells the pool whether it was opened before the last `invalidate`."""

    generation: int

    def close(self) -> None:
        """Let go of it."""


C = TypeVar("C", bound=PooledConnection)


class ConnectionPool(Generic[C]):
    """At most `size` connections. A child of a fork opens its own and never touches the parent's."""

    def __init__(self, connect: Callable[[], C], size: int, timeout: float, place: str) -> None:
        """Open nothing yet."""
        self._connect, self._size, self._timeout, self._place = connect, size, timeout, place
        self._generation = 0
        self.inherited = False
        self._closed = False
        self._reset()

    def _reset(self) -> None:
        self._pid, self._paused = os.getpid(), 0
        self._free = threading.BoundedSemaphore(self._size)
        self._idle: list[C] = []
        # Lent ones are known too: a child must keep those that the parent's other threads were using.
        self._all: set[C] = set()

    def acquire(self) -> C:
        """Lend a connection; the one that was used last, so that few are open when little is going on."""
        if self._pid != os.getpid():
            self.after_fork()
        if self._closed:
            raise StoreError(f"{self._place}: the store was closed: open it again")
        free = self._free
        if not free.acquire(timeout=self._timeout):
            raise StoreError(
                f"{self._place}: all {self._size} connections were busy for {self._timeout:g} s:"
                " look for slow statements, or run more processes"
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
            connection = self._connect()
            connection.generation = self._generation
            self._all.add(connection)
        except BaseException:
            free.release()
            raise
        return connection

    def release(self, connection: C, healthy: bool) -> None:
        """Take a connection back, or throw it away where it is broken or of an older generation."""
        if connection not in self._all:
            return  # lent before a fork
        if healthy and connection.generation == self._generation and not self._closed:
            self._idle.append(connection)
        else:
            self._discard(connection)
        self._free.release()

    def invalidate(self) -> None:
        """Use none of the present connections again."""
        self._generation += 1

    def close(self) -> None:
        """Close what is idle now, and the rest when it comes back."""
        self._closed = True
        while self._idle:
            self._discard(self._idle.pop())

    def pause(self) -> None:
        """Wait until nothing is lent, as long as timeout lasts, and close all; nothing is lent until `resume`."""
        until = time.monotonic() + self._timeout
        while self._paused < self._size and self._free.acquire(timeout=max(0.0, until - time.monotonic())):
            self._paused += 1
        while self._idle:
            self._discard(self._idle.pop())

    def resume(self) -> None:
        """Lend again."""
        while self._paused:
            self._paused -= 1
            self._free.release()

    def after_fork(self) -> None:
        """Leave the parent's connections alone: neither used, nor closed, nor destroyed."""
        self.inherited = self.inherited or bool(self._all)
        for connection in self._all:
            prevent_destruction(connection)
        self._reset()

    def _discard(self, connection: C) -> None:
        self._all.discard(connection)
        connection.close()
