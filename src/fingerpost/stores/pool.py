"""A few connections, opened when they are needed, each lent to one thread at a time."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import prevent_destruction


class Closable(Protocol):
    """What a pool keeps; `generation` tells the pool whether it was opened before the last `discard`."""

    generation: int

    def close(self) -> None:
        """Let go of it."""


C = TypeVar("C", bound=Closable)


class Pool(Generic[C]):
    """At most `size` connections. A child of a fork opens its own and never touches the parent's."""

    def __init__(self, connect: Callable[[], C], size: int, patience: float, place: str) -> None:
        """Open nothing yet."""
        self._connect, self._size, self._patience, self._place = connect, size, patience, place
        self._generation = 0
        self.inherited = False
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        self._pid, self._rested = os.getpid(), 0
        self._free = threading.BoundedSemaphore(self._size)
        self._idle: list[C] = []
        # Lent ones are known too: a child must keep those that the parent's other threads were using.
        self._all: set[C] = set()

    def take(self) -> C:
        """Lend a connection; the one that was used last, so that few are open when little is going on."""
        if self._pid != os.getpid():
            self.after_fork()
        if self._closed:
            raise StoreError(f"{self._place}: the store was closed: open it again")
        free = self._free
        if not free.acquire(timeout=self._patience):
            raise StoreError(
                f"{self._place}: all {self._size} connections were busy for {self._patience:g} s:"
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
                self._drop(connection)
            connection = self._connect()
            connection.generation = self._generation
            self._all.add(connection)
        except BaseException:
            free.release()
            raise
        return connection

    def give(self, connection: C, sound: bool) -> None:
        """Take a connection back, or throw it away where it is broken or of an older generation."""
        if connection not in self._all:
            return  # lent before a fork
        if sound and connection.generation == self._generation and not self._closed:
            self._idle.append(connection)
        else:
            self._drop(connection)
        self._free.release()

    def discard(self) -> None:
        """Use none of the present connections again."""
        self._generation += 1

    def close(self) -> None:
        """Close what is idle now, and the rest when it comes back."""
        self._closed = True
        while self._idle:
            self._drop(self._idle.pop())

    def rest(self) -> None:
        """Wait until nothing is lent, as long as patience lasts, and close all; nothing is lent until `resume`."""
        until = time.monotonic() + self._patience
        while self._rested < self._size and self._free.acquire(timeout=max(0.0, until - time.monotonic())):
            self._rested += 1
        while self._idle:
            self._drop(self._idle.pop())

    def resume(self) -> None:
        """Lend again."""
        while self._rested:
            self._rested -= 1
            self._free.release()

    def after_fork(self) -> None:
        """Leave the parent's connections alone: neither used, nor closed, nor destroyed."""
        self.inherited = self.inherited or bool(self._all)
        for connection in self._all:
            prevent_destruction(connection)
        self._begin()

    def _drop(self, connection: C) -> None:
        self._all.discard(connection)
        connection.close()
