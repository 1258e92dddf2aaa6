"""Who may use a session: the client, and the user where one is known, that opened it; and the store's own secret."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from fingerpost.errors import NotFoundError
from fingerpost.observability.spans import span
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

_OWNER = "SELECT client, owner FROM fingerpost_sessions WHERE session = ?"
_OPEN = """INSERT INTO fingerpost_sessions (session, owner, life, last_at, ended, whole, due, client)
    VALUES (?, ?, 1, ?, 0, 0, 0, ?) ON CONFLICT (session) DO NOTHING"""
_SECRET = "SELECT secret FROM fingerpost_secret"  # noqa: S105 - a query


class SessionOwner(NamedTuple):
    """A client by the name of its key ("" for one without a name), and the user it speaks for; None for any of them."""

    client: str
    user: str | None = None

    def may_use(self, client: str | None, user: str | None) -> bool:
        """Whether a session of this client and user is the owner's."""
        return self.client == (client or "") and (user is None or self.user is None or self.user == user)


def owned_by(owner: SessionOwner | None) -> tuple[str, tuple[str, ...]]:
    """Return the condition by which a session `s` is the owner's (of `may_use`, in SQL), and its values."""
    if owner is None:
        return "1 = 1", ()
    if owner.user is None:
        return "COALESCE(s.client, '') = ?", (owner.client,)
    return "COALESCE(s.client, '') = ? AND COALESCE(s.owner, ?) = ?", (owner.client, owner.user, owner.user)


def check_owner(connection: Connection, session: str, owner: SessionOwner) -> None:
    """Raise NotFoundError if the session exists and is somebody else's."""
    if not all(owner.may_use(*row) for row in connection.query(_OWNER, session)):
        raise NotFoundError(
            f"there is no session {session!r} for this key and user: send the key and the user that opened it, or"
            " another session"
        )


def claim(connection: Connection, session: str, owner: SessionOwner, now: float) -> None:
    """Open a session for its owner in the current transaction; raises NotFoundError if somebody else has it."""
    if not connection.query(_OWNER, session):
        # Of two clients that open it at once, the second waits here, and then finds the first one's name.
        connection.execute(_OPEN, session, owner.user, now, owner.client or None)
    check_owner(connection, session, owner)


class SessionOwners:
    """Whose sessions are in a store, and the secret by which their names are made."""

    def __init__(self, database: Database) -> None:
        """Use `Store.owners`."""
        self._database = database

    def check(self, session: str, client: str, user: str | None) -> None:
        """Raise NotFoundError if a session is that of another client or user."""
        with span("store.read"):
            self._database.read(lambda connection: check_owner(connection, session, SessionOwner(client, user)))

    def secret(self) -> bytes:
        """Return the store's secret, the same for all processes; it is made when it is first asked for."""
        found = self._database.read(lambda connection: connection.query(_SECRET))
        return bytes.fromhex(found[0][0] if found else self._database.write(_make_secret))


def _make_secret(connection: Connection) -> str:
    connection.lock("secret")
    if not (found := connection.query(_SECRET)):
        connection.execute("INSERT INTO fingerpost_secret VALUES (?)", secrets.token_hex(32))
        found = connection.query(_SECRET)
    made: str = found[0][0]
    return made
