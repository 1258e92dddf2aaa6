"""Published routebooks: versions in the store that all servers use in place of their own folders."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Any, Literal, NamedTuple

from fingerpost.errors import ConflictError, StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

MAX_VERSIONS = 5
"""Versions kept per routebook, of all and of those that can serve again: a server that reads while one is added still
finds the one before."""
ANY_VERSION: Literal["any"] = "any"
"""Publish regardless of which version is served now."""

_LATEST = """SELECT number, digest FROM fingerpost_published WHERE routebook = ? AND withdrawn = 0
    ORDER BY number DESC LIMIT 1"""
_PARENT = "SELECT parent FROM fingerpost_published WHERE routebook = ? AND number = ?"
_KEPT = "SELECT number FROM fingerpost_published WHERE routebook = ?"


class PublishedVersion(NamedTuple):
    """The number and the content digest of a published version."""

    number: int
    digest: str


class VersionRecord(NamedTuple):
    """A version as it was published: by whom, when, in place of which (None: the folders), with which figures.

    `withdrawn`: whether it was withdrawn or rolled back, by `ended_by` at `ended_at` where that is known.
    """

    number: int
    digest: str
    withdrawn: bool
    at: float
    who: str
    parent: int | None
    figures: dict[str, Any] | None
    ended_by: str | None
    ended_at: float | None


class PublishedRoutebooks:
    """The published routebooks in one database; changes are committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.published`."""
        self._database, self._clock = database, clock

    def add(
        self,
        routebook: str,
        digest: str,
        content: str,
        *,
        who: str = "",
        figures: Mapping[str, Any] | None = None,
        since: int | Literal["any"] | None = ANY_VERSION,
    ) -> int:
        """Publish a version and return its number; content equal to the latest version adds none.

        `since`: the version that is served to the caller's knowledge, None for the folders; raises ConflictError where
        another is by now.
        """
        now = self._clock()

        def work(connection: Connection) -> int:
            connection.lock(f"published {routebook!r}")
            latest = _latest(connection, routebook)
            served = None if latest is None else latest.number
            if since not in (ANY_VERSION, served):
                raise ConflictError(_changed(routebook, served))
            if latest is not None and latest.digest == digest:
                return latest.number
            highest = "SELECT COALESCE(max(number), 0) FROM fingerpost_published WHERE routebook = ?"
            number = int(connection.query(highest, routebook)[0][0]) + 1
            connection.execute(
                """INSERT INTO fingerpost_published
                    (routebook, number, digest, content, withdrawn, at, who, parent, figures)
                    VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)""",
                routebook, number, digest, content, now, who, served, None if figures is None else json.dumps(figures),
            )  # fmt: skip
            newest = f"{_KEPT} ORDER BY number DESC LIMIT {MAX_VERSIONS}"
            stack = f"{_KEPT} AND withdrawn = 0 ORDER BY number DESC LIMIT {MAX_VERSIONS}"
            connection.execute(
                f"""DELETE FROM fingerpost_published WHERE routebook = ? AND number NOT IN ({newest})
                    AND number NOT IN ({stack})""",  # noqa: S608 - constants
                routebook, routebook, routebook,
            )  # fmt: skip
            return number

        return self._database.write(work)

    def latest(self, routebook: str) -> PublishedVersion | None:
        """Return the version to serve, without its content; None where nothing is published."""
        return self._database.read(lambda connection: _latest(connection, routebook))

    def versions(self, routebook: str) -> list[VersionRecord]:
        """Return the versions that are kept, newest first, without their content."""
        select = """SELECT number, digest, withdrawn, at, who, parent, figures, ended_by, ended_at
            FROM fingerpost_published WHERE routebook = ? ORDER BY number DESC"""
        rows = self._database.read(methodcaller("query", select, routebook))
        return [
            VersionRecord(number, digest, bool(withdrawn), at, who, parent, _parsed(figures), *ended)
            for number, digest, withdrawn, at, who, parent, figures, *ended in rows
        ]

    def read(self, routebook: str, number: int) -> str:
        """Return the content of a version; raises StoreError where it was deleted."""
        select = "SELECT content FROM fingerpost_published WHERE routebook = ? AND number = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StoreError(f"{routebook} has no published version {number} any more: read the latest")
        content: str = rows[0][0]
        return content

    def roll_back(self, routebook: str, number: int, who: str = "") -> PublishedVersion | None:
        """Take back the version that is served, and return the one before it; None where folders are served again.

        Raises ConflictError where another version than `number` is served by now, and where the one before it is no
        longer kept: the folders never served in its place.
        """
        now = self._clock()

        def work(connection: Connection) -> PublishedVersion | None:
            connection.lock(f"published {routebook!r}")
            latest = _latest(connection, routebook)
            served = None if latest is None else latest.number
            if served != number:
                raise ConflictError(_changed(routebook, served))
            update = """UPDATE fingerpost_published SET withdrawn = 1, ended_by = ?, ended_at = ?
                WHERE routebook = ? AND number = ?"""
            connection.execute(update, who, now, routebook, number)
            before = _latest(connection, routebook)
            [(parent,)] = connection.query(_PARENT, routebook, number)
            if before is None and parent is not None:
                raise ConflictError(_not_kept(routebook, number, parent))
            return before

        return self._database.write(work)

    def withdraw(self, routebook: str) -> int | None:
        """Make servers return to their own folders; return the withdrawn version, or None where none was published."""

        def work(connection: Connection) -> int | None:
            connection.lock(f"published {routebook!r}")
            latest = _latest(connection, routebook)
            connection.execute("UPDATE fingerpost_published SET withdrawn = 1 WHERE routebook = ?", routebook)
            return None if latest is None else latest.number

        return self._database.write(work)


def _latest(connection: Connection, routebook: str) -> PublishedVersion | None:
    rows = connection.query(_LATEST, routebook)
    return PublishedVersion(*rows[0]) if rows else None


def _changed(routebook: str, served: int | None) -> str:
    now = "the servers' own folders are" if served is None else f"version {served} is"
    return f"{routebook}: {now} served by now, which somebody else published or took back: look at it again"


def _not_kept(routebook: str, number: int, parent: int) -> str:
    return (
        f"{routebook}: version {parent}, which served before version {number}, is no longer kept: publish what should"
        " serve, or return to the servers' folders with `fingerpost server publish --withdraw`"
    )


def _parsed(figures: str | None) -> dict[str, Any] | None:
    try:
        found = None if figures is None else json.loads(figures)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
