"""The turns of an active session, as a message that continues it reads them: with an owner, none of somebody else's."""

from __future__ import annotations

from fingerpost.stores.connection import Connection
from fingerpost.stores.session_owners import SessionOwner, owned_by
from fingerpost.types import HISTORY, SNIPPET, Turn

# A session expires by the clock, and `ended` makes that final, so that a clock set back does not revive it.
_LIVING = "s.session = t.session AND s.life = t.life AND s.ended = 0 AND s.last_at >= ?"
_TURNS = f"""SELECT t.role, CASE WHEN t.whole = 1 OR t.text <> '' THEN t.text ELSE COALESCE(t.snippet, '') END,
        t.route, t.layer, t.confidence
    FROM fingerpost_turns t JOIN fingerpost_sessions s ON {_LIVING}
    WHERE {{owned}} AND t.session = ? {{earlier}} ORDER BY t.id DESC LIMIT ?"""  # noqa: S608 - a constant
_BEFORE = """AND t.id < COALESCE(
    (SELECT min(r.id) FROM fingerpost_turns r WHERE r.session = ? AND r.request = ?), t.id + 1)"""
_HISTORY = f"""SELECT t.role, COALESCE(t.snippet, substr(t.text, 1, {SNIPPET})), t.route, t.layer, t.confidence
    FROM fingerpost_turns t JOIN fingerpost_sessions s ON {_LIVING}
    WHERE t.session = ? AND t.role = 'user' AND t.route IS NOT NULL ORDER BY t.id DESC LIMIT {HISTORY}"""  # noqa: S608


def read_turns(
    connection: Connection,
    alive_since: float,
    session: str,
    limit: int,
    before: str | None = None,
    owner: SessionOwner | None = None,
) -> list[Turn]:
    """Return the last turns, or those before a request, oldest first.

    Whose they are is asked in the same statement: a session may be opened by its owner at any moment.
    """
    owned, whose = owned_by(owner)
    earlier, request = ("", ()) if before is None else (_BEFORE, (session, before))
    select = _TURNS.format(owned=owned, earlier=earlier)
    rows = connection.query(select, alive_since, *whose, session, *request, max(0, limit))
    return [Turn(*row) for row in reversed(rows)]


def read_history(connection: Connection, alive_since: float, session: str) -> list[Turn]:
    """Return the history that a classifier may see, oldest first."""
    return [Turn(*row) for row in reversed(connection.query(_HISTORY, alive_since, session))]
