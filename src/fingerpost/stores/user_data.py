"""What belongs to a user or a session: handing it out, and deleting it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from operator import methodcaller
from typing import Any

from fingerpost.stores import app_sessions
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

# What was said in a user's session before anybody knew who they were is theirs too.
_OWNED_BY_USER = (
    "(owner = ? OR (owner IS NULL AND session IN (SELECT session FROM fingerpost_sessions WHERE owner = ?)))"
)
_TURN = ("session", "request", "role", "text", "snippet", "route", "layer", "confidence", "outcome", "at")
_PAGE = 500


def export(database: Database, user: str, alive_since: float) -> Iterator[dict[str, Any]]:
    """Yield every turn, then every trace, then every app session of a user."""
    for number, *values in _pages(database, "fingerpost_turns", ", ".join(_TURN), user):
        yield {"kind": "turn", "id": number, "user": user, **dict(zip(_TURN, values, strict=True))}
    for number, trace in _pages(database, "fingerpost_traces", "trace", user):
        yield {**decode_trace(number, trace), "kind": "trace"}
    yield from app_sessions.export(database, user, alive_since)


def _pages(database: Database, table: str, columns: str, user: str) -> Iterator[tuple[Any, ...]]:
    select = f"SELECT id, {columns} FROM {table} WHERE {_OWNED_BY_USER} AND id > ? ORDER BY id LIMIT {_PAGE}"  # noqa: S608
    last = 0
    while page := database.read(methodcaller("query", select, user, user, last)):
        yield from page
        last = page[-1][0]


def forget(connection: Connection, user: str | None, session: str | None) -> int:
    """Delete a user's rows, a session's rows, or both, in the transaction that is under way."""
    tables = ("fingerpost_turns", "fingerpost_traces")
    # First: whose session a room is, is still known then.
    gone = app_sessions.forget(connection, user, session)
    if session is not None:
        gone += sum(connection.execute(f"DELETE FROM {table} WHERE session = ?", session) for table in tables)  # noqa: S608
        connection.execute("DELETE FROM fingerpost_sessions WHERE session = ?", session)
    if user is not None:
        gone += sum(connection.execute(f"DELETE FROM {table} WHERE {_OWNED_BY_USER}", user, user) for table in tables)  # noqa: S608
        connection.execute(
            """DELETE FROM fingerpost_sessions WHERE owner = ?
                AND NOT EXISTS (SELECT 1 FROM fingerpost_turns t WHERE t.session = fingerpost_sessions.session)""",
            user,
        )
        # Others spoke in what is left: it stays, and is nobody's.
        connection.execute("UPDATE fingerpost_sessions SET owner = NULL WHERE owner = ?", user)
    return gone


def decode_trace(number: int, stored: str) -> dict[str, Any]:
    """Return a stored trace with its id; of one that is damaged, what is left of it."""
    try:
        trace = json.loads(stored)
    except ValueError:
        trace = {"damaged": stored}
    return {**trace, "id": number} if isinstance(trace, dict) else {"damaged": stored, "id": number}
