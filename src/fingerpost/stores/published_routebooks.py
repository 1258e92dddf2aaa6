"""Published routebooks: what all servers on one store serve in place of their own folders."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import NamedTuple

from fingerpost.errors import StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

MAX_VERSIONS = 5
"""Versions of a routebook that are kept: a server that looks while one is added still finds the one before."""

_LATEST = """SELECT number, digest, withdrawn FROM fingerpost_published WHERE routebook = ?
    ORDER BY number DESC LIMIT 1"""


class PublishedVersion(NamedTuple):
    """The version to serve."""

    number: int
    digest: str


class PublishedRoutebooks:
    """The published routebooks in one database. What is said here is durable on return, and seen by all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Use `Store.published`."""
        self._database, self._clock = database, clock

    def add(self, routebook: str, digest: str, content: str) -> int:
        """Have a version served from now on and return its number; the latest again is no new version."""
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
        """Return which version is to be served, without reading it; None where each server has its own folder."""
        return _version_to_serve(self._database.read(methodcaller("query", _LATEST, routebook)))

    def read(self, routebook: str, number: int) -> str:
        """Return the content of a version."""
        select = "SELECT content FROM fingerpost_published WHERE routebook = ? AND number = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StoreError(f"{routebook} has no published version {number} any more: read the latest")
        content: str = rows[0][0]
        return content

    def withdraw(self, routebook: str) -> int | None:
        """Have servers go back to their own folders, and return what they served; None where that was so already."""

        def work(connection: Connection) -> int | None:
            connection.lock(f"published {routebook!r}")
            latest = _version_to_serve(connection.query(_LATEST, routebook))
            connection.execute("UPDATE fingerpost_published SET withdrawn = 1 WHERE routebook = ?", routebook)
            return None if latest is None else latest.number

        return self._database.write(work)


def _version_to_serve(rows: list[tuple[int, str, int]]) -> PublishedVersion | None:
    return PublishedVersion(*rows[0][:2]) if rows and not rows[0][2] else None
