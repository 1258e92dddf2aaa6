"""Verdicts that all processes on one store share: by a digest of the message, under what they depend on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import methodcaller
from typing import NamedTuple

from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

MAX_READ = 2000
"""Verdicts that are read at once."""

_SINCE = """SELECT id, digest, verdict, at FROM fingerpost_verdicts
    WHERE fingerprint = ? AND id > ? AND at > ? ORDER BY id LIMIT ?"""


class SharedVerdict(NamedTuple):
    """A stored verdict; `number` grows with every one that is added, and `age` is in seconds."""

    number: int
    digest: str
    content: str
    age: float


class SharedVerdicts:
    """The verdicts in one database; what is added is committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.verdicts`."""
        self._database, self._clock = database, clock

    def add(self, fingerprint: str, verdicts: Sequence[tuple[str, str]]) -> None:
        """Add verdicts as (digest, content); one of the same message is replaced."""
        now = self._clock()

        def work(connection: Connection) -> None:
            # Serialised, so that a reader that continues after the last number misses no lower one committed later.
            connection.lock("verdicts")
            old = "DELETE FROM fingerpost_verdicts WHERE fingerprint = ? AND digest = ?"
            connection.execute_many(old, [(fingerprint, digest) for digest, _ in verdicts])
            insert = "INSERT INTO fingerpost_verdicts (fingerprint, digest, verdict, at) VALUES (?, ?, ?, ?)"
            connection.execute_many(insert, [(fingerprint, digest, content, now) for digest, content in verdicts])

        if verdicts:
            self._database.write(work)

    def since(self, fingerprint: str, after: int, seconds: float) -> list[SharedVerdict]:
        """Return the verdicts of a fingerprint that were added after a number, not older than so many seconds."""
        now = self._clock()
        rows = self._database.read(methodcaller("query", _SINCE, fingerprint, after, now - seconds, MAX_READ))
        return [SharedVerdict(number, digest, content, max(0.0, now - at)) for number, digest, content, at in rows]

    def expire(self, seconds: float) -> int:
        """Delete verdicts that are older than so many seconds; return their number."""
        before = self._clock() - seconds
        delete = "DELETE FROM fingerpost_verdicts WHERE at <= ?"
        return int(self._database.write(methodcaller("execute", delete, before)))
