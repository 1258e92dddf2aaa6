"""Published routebooks: versions in the store that all servers use in place of their own folders."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import NamedTuple

from fingerpost.errors import StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

MAX_VERSIONS = 5
"""Versions kept per routebook: a server that reads while one is added still finds the one before."""

_LATEST = """SELECT number, digest, withdrawn FROM fingerpost_published WHERE routebook = ?
    ORDER BY number DESC LIMIT 1"""


class PublishedVersion(NamedTuple):
    """The number and the content digest of a published version."""

    number: int
    digest: str


class PublishedRoutebooks:
    """The published routebooks in one database; changes are committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.published`."""
        self._database, self._clock = database, clock

    def add(self, routebook: str, digest: str, content: str) -> int:
        """Publish a version and return its number; content equal to the latest version adds none."""
        now = self._clock()

        def work(connection: Connection) -> int:
            connection.lock(f"published {routebook!r}")
            rows = connection.query(_LATEST, routebook)
            latest = _version_to_serve(rows)
            if latest is not None and latest.digest == digest:
                return latest.number
            number: int = rows[0][0] + 1 if rows else 1
            insert = "INSERT INTO fingerpost_published VALUES (?, ?, ?, ?, 0, ?)"
            connection.execute(insert, routebook, number, digest, content, now)
            old = "DELETE FROM fingerpost_published WHERE routebook = ? AND number <= ?"
            connection.execute(old, routebook, number - MAX_VERSIONS)
            return number

        return self._database.write(work)

    def latest(self, routebook: str) -> PublishedVersion | None:
        """Return the version to serve, without its content; None where nothing is published."""
        return _version_to_serve(self._database.read(methodcaller("query", _LATEST, routebook)))

    def read(self, routebook: str, number: int) -> str:
        """Return the content of a version; raises StoreError where it was deleted."""
        select = "SELECT content FROM fingerpost_published WHERE routebook = ? AND number = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StoreError(f"{routebook} has no published version {number} any more: read the latest")
        content: str = rows[0][0]
        return content

    def withdraw(self, routebook: str) -> int | None:
        """Make servers return to their own folders; return the withdrawn version, or None where none was published."""

        def work(connection: Connection) -> int | None:
            connection.lock(f"published {routebook!r}")
            latest = _version_to_serve(connection.query(_LATEST, routebook))
            connection.execute("UPDATE fingerpost_published SET withdrawn = 1 WHERE routebook = ?", routebook)
            return None if latest is None else latest.number

        return self._database.write(work)


def _version_to_serve(rows: list[tuple[int, str, int]]) -> PublishedVersion | None:
    return PublishedVersion(*rows[0][:2]) if rows and not rows[0][2] else None
