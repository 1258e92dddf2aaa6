"""Whether the store takes writes, found by writing: a full disk and a damaged file are seen only so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import uuid4

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.store_figures import StoreFigures, read_figures

PROBE_EVERY = 2.0
"""Seconds for which the last result counts, so that frequent checks wear no disk."""
DAMAGE_EVERY = 60.0
"""Seconds between two searches for damage."""
PROBE_WAIT = 2.0
"""Seconds to wait for another writer: who asks whether the store takes writes wants to know soon."""
PROBE_CHARACTERS = 4000
"""The size of the text that is written: about that of a message with its answer."""

# Into the table that messages are written to, and with a session that nobody has: it is gone before the commit.
_INSERT = """INSERT INTO fingerpost_turns (session, request, place, life, role, text, whole, outcome, at)
    VALUES (?, 'probe', 0, 1, 'user', ?, 0, 'routed', 0)"""
_DELETE = "DELETE FROM fingerpost_turns WHERE session = ? AND request = 'probe'"


def write_probe(connection: Connection) -> None:
    """Write and delete a row in the current transaction."""
    session = f"probe {uuid4().hex}"
    connection.execute(_INSERT, session, "x" * PROBE_CHARACTERS)
    connection.execute(_DELETE, session)


class StoreProbe:
    """Tries to write to a database, at most every two seconds; thread-safe and fork-safe."""

    def __init__(self, database: Database, steady: Callable[[], float]) -> None:
        """Know nothing yet; `steady` is a monotonic clock."""
        self._database, self._steady = database, steady
        self._next_write = self._next_search = float("-inf")
        self._fault = self._damage = ""
        self._trying = threading.Lock()
        reset_after_fork(self)

    def figures(self) -> StoreFigures:
        """Return how large the store is, its newest rows, and when it was backed up."""
        return read_figures(self._database)

    def after_fork(self) -> None:
        """Replace the lock: a thread of the parent may have held it."""
        self._trying = threading.Lock()

    def check(self) -> None:
        """Raise StoreError if the last write failed, or the database is damaged.

        While another thread tries, its last result counts: a locked database takes two seconds to fail.
        """
        if self._trying.acquire(blocking=False):
            try:
                self._try()
            finally:
                self._trying.release()
        if self._damage or self._fault:
            raise StoreError(self._damage or self._fault)

    def _try(self) -> None:
        now = self._steady()
        if now < self._next_write:
            return
        # What the others see meanwhile is the last result: it changes with the next one.
        fault = ""
        try:
            self._database.write_afresh(write_probe, PROBE_WAIT)
            if now >= self._next_search:
                self._damage = self._database.quick_damage()
                self._next_search = self._steady() + DAMAGE_EVERY
        except StoreError as error:
            fault = str(error)
        self._fault = fault
        self._next_write = self._steady() + PROBE_EVERY
