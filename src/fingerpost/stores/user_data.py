"""Export and deletion of the data of a user or a session."""

from __future__ import annotations

from collections.abc import Iterator
from operator import methodcaller
from typing import Any

from fingerpost.stores import app_sessions
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.decisions import decode_trace

# Rows without an owner belong to the user who later identified themselves in the same session.
_OWNED_BY_USER = (
    "(owner = ? OR (owner IS NULL AND session IN (SELECT session FROM fingerpost_sessions WHERE owner = ?)))"
)
_TURN = ("session", "request", "role", "text", "snippet", "route", "layer", "confidence", "outcome", "at")
_PAGE = 500


def export(database: Database, user: str, alive_since: float) -> Iterator[dict[str, Any]]:
    """Yield every turn, then every trace, then every app session of a user, as one mapping each."""
    for number, *values in _pages(database, "fingerpost_turns", ", ".join(_TURN), user):
        yield {"kind": "turn", "id": number, "user": user, **dict(zip(_TURN, values, strict=True))}
    for number, trace in _pages(database, "fingerpost_traces", "trace", user):
        yield {**decode_trace(trace), "id": number, "kind": "trace"}
    yield from app_sessions.export(database, user, alive_since)


def _pages(database: Database, table: str, columns: str, user: str) -> Iterator[tuple[Any, ...]]:
    select = f"SELECT id, {columns} FROM {table} WHERE {_OWNED_BY_USER} AND id > ? ORDER BY id LIMIT {_PAGE}"  # noqa: S608
    last = 0
    while page := database.read(methodcaller("query", select, user, user, last)):
        yield from page
        last = page[-1][0]


def forget(connection: Connection, user: str | None, session: str | None) -> int:
    """Delete the rows of a user, of a session, or of both, in the current transaction; return their number."""
    tables = ("fingerpost_turns", "fingerpost_traces")
    # First, while the owner of the session is still known.
    deleted = app_sessions.forget(connection, user, session)
    if session is not None:
        deleted += sum(connection.execute(f"DELETE FROM {table} WHERE session = ?", session) for table in tables)  # noqa: S608
        connection.execute("DELETE FROM fingerpost_sessions WHERE session = ?", session)
    if user is not None:
        for table in tables:
            deleted += connection.execute(f"DELETE FROM {table} WHERE {_OWNED_BY_USER}", user, user)  # noqa: S608
        connection.execute(
            """DELETE FROM fingerpost_sessions WHERE owner = ?
                AND NOT EXISTS (SELECT 1 FROM fingerpost_turns t WHERE t.session = fingerpost_sessions.session)""",
            user,
        )
        # Sessions that also have turns of other users stay, without an owner.
        connection.execute("UPDATE fingerpost_sessions SET owner = NULL WHERE owner = ?", user)
    return deleted
