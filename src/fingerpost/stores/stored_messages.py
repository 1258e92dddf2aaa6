"""Stored messages with their decisions, and the corrections people made: the source of training data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.errors import ConflictError, MessageError, NotFoundError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.session_owners import SessionOwner, owned_by

_PAGE, _SESSIONS = 1000, 500
"""Messages that are read at once, and sessions."""
_DECIDED = "role = 'user' AND (routebook IS NULL OR routebook = ?)"
_TEXT = "CASE WHEN t.whole = 1 OR t.text <> '' THEN t.text ELSE COALESCE(t.snippet, '') END"
"""The text of a message, or what is left of it."""
_LATEST = f"SELECT session FROM fingerpost_turns WHERE {_DECIDED} AND corrected IS NULL ORDER BY id DESC LIMIT ?"  # noqa: S608 - a constant
_NEWEST = f"SELECT session FROM fingerpost_turns WHERE {_DECIDED} ORDER BY id DESC LIMIT ?"  # noqa: S608
_CORRECTED = f"SELECT session FROM fingerpost_turns WHERE {_DECIDED} AND corrected IS NOT NULL"  # noqa: S608


class StoredMessage(NamedTuple):
    """A user's message with its decision.

    `life` counts how often the session had expired and was started again. `cut` means that only a snippet of the text
    remains. `corrected` is the right route as given by a person. `outcome`: "answered", "routed" (the store knows of no
    answer), "failed" or "cancelled".
    """

    id: int
    session: str
    life: int
    request: str
    user: str | None
    text: str
    cut: bool
    route: str | None
    layer: str | None
    confidence: float | None
    corrected: str | None
    at: float
    outcome: str


def read_messages(database: Database, routebook: str, last: int | None = None) -> Iterator[StoredMessage]:
    """Yield the user messages that a routebook decided, session by session, in order.

    With `last`, those of the sessions that have the latest so many without a correction.
    """
    return _read(database, routebook) if last is None else read_latest(database, routebook, last)


def read_latest(database: Database, routebook: str, last: int) -> Iterator[StoredMessage]:
    """Yield the messages of the sessions that have the latest `last` messages without a correction."""
    return _read_sessions(database, routebook, _LATEST, routebook, last)


def read_newest(database: Database, routebook: str, last: int) -> Iterator[StoredMessage]:
    """Yield the messages of the sessions that have the latest `last` messages, with a correction or not."""
    return _read(database, routebook, f"session IN ({_NEWEST})", routebook, last)


def read_corrected(database: Database, routebook: str) -> Iterator[StoredMessage]:
    """Yield the messages of the sessions that have a correction."""
    return _read_sessions(database, routebook, _CORRECTED, routebook)


def read_corrected_texts(database: Database, routebook: str) -> Iterator[str]:
    """Yield the texts of the messages that have a correction, or what is left of them."""
    select = f"""SELECT id, {_TEXT} FROM fingerpost_turns t
        WHERE {_DECIDED} AND corrected IS NOT NULL AND id > ? ORDER BY id LIMIT {_PAGE}"""  # noqa: S608 - constants
    last = 0
    while page := database.read(methodcaller("query", select, routebook, last)):
        yield from (text for _, text in page)
        last = page[-1][0]


def read_session_of(database: Database, routebook: str, number: int) -> Iterator[StoredMessage]:
    """Yield the messages of the session that has the message with this id."""
    return _read_sessions(database, routebook, "SELECT session FROM fingerpost_turns WHERE id = ?", number)


def _read_sessions(database: Database, routebook: str, select: str, *values: object) -> Iterator[StoredMessage]:
    """Yield the messages of the sessions that a query finds; it is asked once, however many pages are read."""
    ordered = f"SELECT DISTINCT session FROM ({select}) AS found ORDER BY session"  # noqa: S608 - constants
    sessions = iter([session for (session,) in database.read(methodcaller("query", ordered, *values))])
    while some := list(islice(sessions, _SESSIONS)):
        yield from _read(database, routebook, f"session IN ({', '.join('?' * len(some))})", *some)


def _read(database: Database, routebook: str, condition: str = "1 = 1", *values: object) -> Iterator[StoredMessage]:
    # Row values are compared in order, by both engines.
    select = f"""SELECT id, session, life, request, owner, text, snippet, whole, route, layer, confidence, corrected,
            at, outcome
        FROM fingerpost_turns WHERE {_DECIDED} AND {condition} AND (session, id) > (?, ?)
        ORDER BY session, id LIMIT {_PAGE}"""  # noqa: S608 - constants
    last: tuple[str, int] = ("", 0)
    page: list[tuple[Any, ...]] = [()] * _PAGE
    while len(page) == _PAGE:
        page = database.read(methodcaller("query", select, routebook, *values, *last))
        for number, session, life, request, owner, text, snippet, whole, *decided in page:
            remaining = text if whole or text else snippet or ""
            yield StoredMessage(number, session, life, request, owner, remaining, not whole and not text, *decided)
        last = (page[-1][1], page[-1][0]) if page else last


def lock_reviews(connection: Connection, routebook: str) -> None:
    """Make the changes of a routebook's labels one after the other, until the transaction ends."""
    connection.lock(f"review {routebook!r}")


def _reviewed_route(connection: Connection, session: str, request: str) -> str | None:
    """Return the route of a message that has a reviewer's label; None where it has none."""
    rows = connection.query(
        """SELECT t.corrected FROM fingerpost_turns t JOIN fingerpost_review_labels l ON l.turn = t.id
            WHERE t.session = ? AND t.request = ? AND t.role = 'user' AND l.undone = 0 AND l.route IS NOT NULL
            LIMIT 1""",
        session,
        request,
    )
    return rows[0][0] if rows else None


def store_correction(
    connection: Connection,
    request: str,
    route: str,
    session: str | None,
    routebook: str | None,
    owner: SessionOwner | None = None,
) -> str | None:
    """Store a correction in the current transaction, and return the route that was decided.

    Raises MessageError for an unknown or ambiguous request. With an `owner`, those of others are unknown, and
    ConflictError is raised where a reviewer gave the message another route.
    """
    if owner is not None and routebook is not None:
        lock_reviews(connection, routebook)
    known = connection.query(
        """SELECT DISTINCT t.session, t.routebook, s.client, s.owner
            FROM fingerpost_turns t LEFT JOIN fingerpost_sessions s ON s.session = t.session
            WHERE t.request = ? AND t.role = 'user'""",
        request,
    )
    found = [
        (name, book)
        for name, book, *whose in known
        if session in (None, name) and (owner is None or owner.may_use(*whose))
    ]
    sessions = [name for name, book in found if routebook is None or book in (None, routebook)]
    if found and not sessions:
        raise MessageError(
            f"request {request!r} was decided by the routebook {found[0][1]}, not by {routebook}: name that one, and a"
            " route of it"
        )
    if not sessions:
        raise NotFoundError(
            f"request {request!r} is not in the store: take the id from X-Fingerpost-Request or"
            " `fingerpost data history`. Messages that are only routed, without a session, are not stored,"
            " and old ones are deleted"
        )
    if len(sessions) > 1:
        raise MessageError(f"request {request!r} is in {len(sessions)} sessions: name the session too")
    reviewed = None if owner is None else _reviewed_route(connection, sessions[0], request)
    if reviewed not in (None, route):
        raise ConflictError(
            f"request {request!r} was labelled {reviewed} by a reviewer, which feedback does not replace: ask a person"
            " with a key of the role review to change it"
        )
    connection.execute(
        "UPDATE fingerpost_turns SET corrected = ? WHERE session = ? AND request = ? AND role = 'user'",
        route,
        sessions[0],
        request,
    )
    decided: str | None = connection.query(
        "SELECT route FROM fingerpost_turns WHERE session = ? AND request = ? AND role = 'user' ORDER BY id LIMIT 1",
        sessions[0],
        request,
    )[0][0]
    return decided


def correct_latest(
    connection: Connection, session: str, text: str, route: str, routebook: str, owner: SessionOwner | None = None
) -> bool:
    """Store a correction of the latest message of a session with this text; return whether there is one.

    With an `owner`, there is none in a session of others. What a reviewer labelled stays as it is.
    """
    lock_reviews(connection, routebook)
    owned, whose = owned_by(owner)
    found = connection.query(
        f"""SELECT t.request FROM fingerpost_turns t LEFT JOIN fingerpost_sessions s ON s.session = t.session
            WHERE {owned} AND t.session = ? AND t.role = 'user'
            AND {_TEXT} = ?
            AND (t.routebook IS NULL OR t.routebook = ?) ORDER BY t.id DESC LIMIT 1""",  # noqa: S608 - constants
        *whose,
        session,
        text,
        routebook,
    )
    if found and _reviewed_route(connection, session, found[0][0]) is None:
        store_correction(connection, found[0][0], route, session, routebook, owner)
    return bool(found)
