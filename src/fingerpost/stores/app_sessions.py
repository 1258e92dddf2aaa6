"""Sessions of apps: at most one is active per user and room, and its events are append-only."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.errors import MessageError, RequestIdError
from fingerpost.observability.events import log_event
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession
from fingerpost.stores import turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

END_STATES = ("done", "cancelled", "switched")
"""States a change may end a session with; "expired" is set by the store only."""
EXPIRED = "expired"
MAX_EVENT_BYTES = 1_000_000
"""Maximum size of the values of one event as JSON."""
MAX_DEPTH = 100
"""Maximum nesting of event values: deeper JSON could exceed Python's recursion limit when it is read."""
PAGE = 500
MAX_CLOSED = 10
"""Number of latest closed sessions of an app, per user and room, that can be resumed."""

_EVENT = "e.place, e.kind, e.content, e.request, e.at"
_LATEST_ID = "SELECT max(s.id) FROM fingerpost_app_sessions s WHERE s.owner = ? AND s.room = ?"
_CHANGED_BY_REQUEST = """(s.opened_by = ? OR s.ended_by = ? OR EXISTS
        (SELECT 1 FROM fingerpost_app_events e WHERE e.app_session = s.id AND e.request = ?))"""
_SESSION = f"""SELECT s.id, s.app, s.ended, s.last_at, {_EVENT}
    FROM fingerpost_app_sessions s LEFT JOIN fingerpost_app_events e ON e.app_session = s.id
    WHERE s.id = ({{which}}) ORDER BY e.place"""  # noqa: S608 - constants
_LATEST, _ONE = _SESSION.format(which=_LATEST_ID), _SESSION.format(which="?")
_EXPIRE = "UPDATE fingerpost_app_sessions SET ended = ? WHERE owner = ? AND room = ? AND ended = ''"
_UPDATE_RUNNING = "UPDATE fingerpost_app_sessions SET ended = ?, ended_by = ?, last_at = ? WHERE id = ? AND ended = ''"
_OPEN = """INSERT INTO fingerpost_app_sessions (owner, room, app, opened_by, ended_by, ended, at, last_at)
    VALUES (?, ?, ?, ?, '', '', ?, ?)"""
_CLOSED = "SELECT id FROM fingerpost_app_sessions WHERE owner = ? AND room = ? AND app = ? ORDER BY id DESC LIMIT ?"
_HOLD_CLOSED = """UPDATE fingerpost_app_sessions SET app = app
    WHERE id = ? AND owner = ? AND room = ? AND app = ? AND (ended <> '' OR last_at < ?)"""
_COPY = f"""INSERT INTO fingerpost_app_events (app_session, place, request, kind, content, at)
    SELECT ({_LATEST_ID}), e.place, e.request, e.kind, e.content, e.at
    FROM fingerpost_app_events e
    WHERE e.app_session = ?"""  # noqa: S608 - constants
_COPY_REQUESTS = f"""INSERT INTO fingerpost_app_requests (app_session, request, session, digest)
    SELECT ({_LATEST_ID}), r.request, r.session, r.digest FROM fingerpost_app_requests r
    WHERE r.app_session = ? AND r.request <> ?"""  # noqa: S608 - constants
_ADD_REQUEST = """INSERT INTO fingerpost_app_requests (app_session, request, session, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (app_session, request) DO NOTHING"""
_DIGESTS = """SELECT r.digest FROM fingerpost_app_requests r JOIN fingerpost_app_sessions s ON s.id = r.app_session
    WHERE s.owner = ? AND s.room = ? AND r.request = ?"""
_ADD_EVENT = (
    "INSERT INTO fingerpost_app_events (app_session, place, request, kind, content, at) VALUES (?, ?, ?, ?, ?, ?)"
)

# App sessions without an owner belong to the user who later identified themselves in the same session.
_IN_SESSIONS = (
    "(room IN ({sessions}) OR id IN (SELECT app_session FROM fingerpost_app_requests WHERE session IN ({sessions})))"
)
_OWNED_BY_USER = "(owner = ? OR (owner = '' AND {}))".format(
    _IN_SESSIONS.format(sessions="SELECT session FROM fingerpost_sessions WHERE owner = ?")
)


class AppRequest(NamedTuple):
    """The message that changes an app: request id, conversation session, and digest of its text."""

    request: str
    session: str
    digest: str


class EncodedChange(NamedTuple):
    """An AppChange as it is stored: every event as its kind and its values in JSON."""

    ends: str
    opens: str
    events: tuple[tuple[str, str], ...]
    resumes: int


def latest(connection: Connection, user: str, room: str, alive_since: float) -> AppSession | None:
    """Return the latest session of a user in a room, with its events; None if there never was one."""
    return _read_session(connection.query(_LATEST, user, room), alive_since)[0]


def changed_by(
    connection: Connection, user: str, room: str, app_request: AppRequest, alive_since: float
) -> AppSession | None:
    """Return the session that a request changed, opened or ended; the opened one where it did both.

    Raises RequestIdError where the request id was already used with another text.
    """
    number = _find_changed_by(connection, user, room, app_request)
    return None if number is None else _read_session(connection.query(_ONE, number), alive_since)[0]


def _find_changed_by(connection: Connection, user: str, room: str, app_request: AppRequest) -> int | None:
    request = app_request.request
    [(number,)] = connection.query(f"{_LATEST_ID} AND {_CHANGED_BY_REQUEST}", user, room, request, request, request)
    known = {digest for (digest,) in connection.query(_DIGESTS, user, room, request)} if number is not None else set()
    if app_request.digest and known - {app_request.digest, ""}:
        raise RequestIdError(request, f"room {room!r}")
    return None if number is None else int(number)


def closed(connection: Connection, user: str, room: str, app: str, alive_since: float) -> list[AppSession]:
    """Return the latest closed sessions of an app of a user in a room, with their events, newest first."""
    found = connection.query(_CLOSED, user, room, app, MAX_CLOSED)
    sessions = (_read_session(connection.query(_ONE, number), alive_since)[0] for (number,) in found)
    return [session for session in sessions if session is not None and session.ended]


def _read_session(rows: Sequence[tuple[Any, ...]], alive_since: float) -> tuple[AppSession | None, float]:
    """Return the session that the joined rows describe, and the time it was last used."""
    if not rows:
        return None, 0.0
    number, app, ended, last_at = rows[0][:4]
    if not ended and last_at < alive_since:
        ended = EXPIRED
    # A session without events is one row whose event columns are NULL.
    events = (_event(number, *row[4:]) for row in rows if row[4] is not None)
    return AppSession(number, app, tuple(event for event in events if event is not None), ended), last_at


def _event(session: int, place: int, kind: str, content: str, request: str, at: float) -> AppEvent | None:
    values = _decode_values(content)
    if values is None:
        line = f"event {place} of app session {session} is damaged and skipped: restore a backup of the store"
        log_event(line, logging.WARNING, app_session=session, place=place)
        return None
    return AppEvent(kind, values, request, at)


def _decode_values(content: str) -> dict[str, Any] | None:
    try:
        values = json.loads(content)
    except (ValueError, TypeError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def change(
    connection: Connection,
    user: str,
    room: str,
    app_request: AppRequest,
    encoded: EncodedChange,
    seen: AppSession | None,
    now: float,
    alive_since: float,
) -> AppSession | None:
    """Apply a change in the current transaction; return None if the session differs from `seen` by now."""
    # There may be no row to lock yet, so changes of one user and room are serialised by name.
    connection.lock(f"app {user!r} {room!r}")
    request = app_request.request
    present, last_at = _read_session(connection.query(_LATEST, user, room), alive_since)
    if _find_changed_by(connection, user, room, app_request) is not None:
        return present
    if not is_unchanged(present, seen):
        return None
    running = None if present is None or present.ended else present
    if running is None and (encoded.ends or not encoded.opens):
        raise MessageError(
            f"no app is active in room {room!r}"
            f"{f' (the last one, {present.app}, is {present.ended})' if present else ''}: open one first"
        )
    if running is not None and encoded.opens and not encoded.ends:
        raise MessageError(
            f"{encoded.opens} cannot be opened while {running.app} is active in room {room!r}:"
            " end that one in the same change"
        )
    if encoded.resumes and not connection.execute(
        _HOLD_CLOSED, encoded.resumes, user, room, encoded.opens, alive_since
    ):
        # Deleted since it was read.
        return None
    at = now
    if running is not None:
        # If the clock was set back, keep the later time, unless that is far in the future.
        at = now if last_at > now + turn_writer.DAY else max(now, last_at)
        # Locks the row; it is missing where it was deleted since it was read.
        if not connection.execute(_UPDATE_RUNNING, encoded.ends, request if encoded.ends else "", at, running.id):
            return None
    if encoded.opens:
        _open(connection, user, room, request, encoded, at)
    _add_events(connection, user, room, request, encoded.events, at)
    if running is None or encoded.opens:
        after = latest(connection, user, room, alive_since)
    else:
        # Not read again from the database: there may be thousands of events.
        added = (AppEvent(kind, json.loads(content), request, at) for kind, content in encoded.events)
        after = running._replace(events=(*running.events, *added), ended=encoded.ends)
    for number in {one.id for one in (running, after) if one is not None}:
        connection.execute(_ADD_REQUEST, number, *app_request)
    return after


def _open(connection: Connection, user: str, room: str, request: str, encoded: EncodedChange, at: float) -> None:
    # Expiry is stored only when a new session is opened, so that a clock that is briefly wrong ends no session.
    connection.execute(_EXPIRE, EXPIRED, user, room)
    connection.execute(_OPEN, user, room, encoded.opens, request, at, at)
    if encoded.resumes:
        connection.execute(_COPY, user, room, encoded.resumes)
        # The request that ended the resumed session is not copied: it ended nothing in the new one.
        [(ended_by,)] = connection.query("SELECT ended_by FROM fingerpost_app_sessions WHERE id = ?", encoded.resumes)
        connection.execute(_COPY_REQUESTS, user, room, encoded.resumes, ended_by)


def is_unchanged(present: AppSession | None, seen: AppSession | None) -> bool:
    """Return whether the session is as the caller saw it; both counts skip the same damaged events."""
    if present is None or seen is None:
        return present is seen
    return (present.id, present.ended, len(present.events)) == (seen.id, seen.ended, len(seen.events))


def _add_events(
    connection: Connection, user: str, room: str, request: str, events: Sequence[tuple[str, str]], at: float
) -> None:
    if not events:
        return
    [(number, place)] = connection.query(
        """SELECT s.id, COALESCE(max(e.place) + 1, 0)
            FROM fingerpost_app_sessions s LEFT JOIN fingerpost_app_events e ON e.app_session = s.id
            WHERE s.owner = ? AND s.room = ? AND s.ended = '' GROUP BY s.id""",
        user,
        room,
    )
    rows = [(number, place + ahead, request, *event, at) for ahead, event in enumerate(events)]
    connection.execute_many(_ADD_EVENT, rows)


def text_digest(text: str) -> str:
    """Return the digest of a text, or "" for an empty one."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:32] if text else ""


def check_ids(user: str, room: str, **ids: str) -> None:
    """Raise MessageError for an invalid id; an unknown user is ""."""
    turn_writer.check_ids(room=room, **ids)
    if user:
        turn_writer.check_ids(user=user)
    elif user != "":
        raise MessageError(f'user = {user!r}: give a string, and "" where the user is unknown')


def encode_change(change: AppChange) -> EncodedChange:
    """Return a change as it is stored; raises MessageError where its parts contradict each other."""
    if change.ends and change.ends not in END_STATES:
        raise MessageError(f"ends = {change.ends!r}: give one of {', '.join(END_STATES)}, or nothing")
    if change.opens:
        turn_writer.check_ids(opens=change.opens)
    if change.ends and change.events and not change.opens:
        raise MessageError(
            f"a change with ends = {change.ends!r} has events but opens no app for them:"
            " set opens, or leave out the events"
        )
    if change.resumes and not change.opens:
        raise MessageError(f"resumes = {change.resumes!r}: set opens to the app that continues that session")
    return EncodedChange(
        change.ends, change.opens, tuple(_encode_event(event) for event in change.events), change.resumes
    )


def _encode_event(event: AppEvent) -> tuple[str, str]:
    if not isinstance(event, AppEvent) or not isinstance(event.values, Mapping):
        raise MessageError(f"an event to write must be an AppEvent with a mapping of values, not {repr(event)[:80]}")
    turn_writer.check_ids(kind=event.kind)
    try:
        content = json.dumps(_clean_values(event.values, MAX_DEPTH), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MessageError(f"the values of the event {event.kind!r} cannot be written as JSON: {error}") from error
    size = len(content.encode())
    if size > MAX_EVENT_BYTES:
        raise MessageError(
            f"the values of the event {event.kind!r} take {size} bytes, and the maximum is {MAX_EVENT_BYTES}:"
            " store large data elsewhere and a reference to it here"
        )
    return event.kind, content


def _clean_values(value: object, levels: int) -> object:
    """Return values that both engines can store; raises ValueError where they would not be read back the same."""
    if isinstance(value, str):
        return turn_writer.clean_text(value)
    if not isinstance(value, Mapping | list | tuple):
        return value
    if not levels:
        raise ValueError(f"they contain themselves, or are nested more than {MAX_DEPTH} levels deep")
    if not isinstance(value, Mapping):
        return [_clean_values(each, levels - 1) for each in value]
    for key in value:
        if not isinstance(key, str):
            # JSON would turn a number into a string, and another key would be read back.
            raise ValueError(f"the key {repr(key)[:80]} is not a string")
    return {turn_writer.clean_text(key): _clean_values(each, levels - 1) for key, each in value.items()}


def export(database: Database, user: str, alive_since: float) -> Iterator[dict[str, Any]]:
    """Yield every app session of a user with its events; damaged events are included as raw text."""
    sessions = f"""SELECT id, room, app, at, CASE WHEN ended = '' AND last_at < ? THEN ? ELSE ended END
        FROM fingerpost_app_sessions WHERE {_OWNED_BY_USER} AND id > ? ORDER BY id LIMIT {PAGE}"""  # noqa: S608 - constants
    events = f"SELECT {_EVENT} FROM fingerpost_app_events e WHERE e.app_session = ? ORDER BY e.place"  # noqa: S608
    last = 0
    while page := database.read(methodcaller("query", sessions, alive_since, EXPIRED, user, user, user, last)):
        for number, room, app, at, ended in page:
            exported = [_export_event(*row) for row in database.read(methodcaller("query", events, number))]
            yield {
                "kind": "app", "id": number, "user": user, "room": room, "app": app, "at": at, "ended": ended,
                "events": exported,
            }  # fmt: skip
        last = page[-1][0]


def _export_event(place: int, kind: str, content: str, request: str, at: float) -> dict[str, Any]:
    values = _decode_values(content)
    decoded = {"damaged": content} if values is None else {"values": values}
    return {"place": place, "kind": kind, **decoded, "request": request, "at": at}


def forget(connection: Connection, user: str | None, session: str | None) -> int:
    """Delete the app sessions of a user, and those without owner of a session; return the number of rows.

    An app session belongs to a session that is its room, or in which a message changed it.
    """
    deleted = 0
    # Repeated, because a session that is being deleted may have been resumed meanwhile.
    while found := _find_ids(connection, user, session):
        for number in found:
            # The session row first: this waits for a writer that adds events, and no later one can.
            deleted += connection.execute("DELETE FROM fingerpost_app_sessions WHERE id = ?", number)
            deleted += connection.execute("DELETE FROM fingerpost_app_events WHERE app_session = ?", number)
            connection.execute("DELETE FROM fingerpost_app_requests WHERE app_session = ?", number)
    return deleted


def _find_ids(connection: Connection, user: str | None, session: str | None) -> set[int]:
    found: list[tuple[int]] = []
    if session is not None:
        without_owner = (
            f"SELECT id FROM fingerpost_app_sessions WHERE owner = '' AND {_IN_SESSIONS.format(sessions='?')}"  # noqa: S608
        )
        found += connection.query(without_owner, session, session)
    if user is not None:
        found += connection.query(f"SELECT id FROM fingerpost_app_sessions WHERE {_OWNED_BY_USER}", user, user, user)  # noqa: S608
    return {number for (number,) in found}
