"""Sessions of apps: at most one runs for a user in a room, and its events are only ever added to."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.errors import MessageError
from fingerpost.observability.events import log_event
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession
from fingerpost.stores import turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

END_STATES = ("done", "cancelled", "switched")
"""How a change may end a session; "expired" is for the store alone to say."""
EXPIRED = "expired"
MAX_EVENT_BYTES = 1_000_000
"""Bytes that the values of one event take at most."""
MAX_DEPTH = 100
"""Levels of values within values: Python reads back what is nested like this wherever it is called from."""
_PAGE = 500
MAX_CLOSED = 10
"""Closed sessions of one app that can be taken up again: the latest of a user in a room."""

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

# What happened in a user's session before anybody knew who they were is theirs too.
_IN_SESSIONS = (
    "(room IN ({sessions}) OR id IN (SELECT app_session FROM fingerpost_app_requests WHERE session IN ({sessions})))"
)
_OWNED_BY_USER = "(owner = ? OR (owner = '' AND {}))".format(
    _IN_SESSIONS.format(sessions="SELECT session FROM fingerpost_sessions WHERE owner = ?")
)


class AppRequest(NamedTuple):
    """A message that changes something: its name, the session it was said in, and its text as a digest."""

    request: str
    session: str
    digest: str


class EncodedChange(NamedTuple):
    """A change as it is written: the events as their kinds and their values in JSON."""

    ends: str
    opens: str
    events: tuple[tuple[str, str], ...]
    resumes: int


def latest(connection: Connection, user: str, room: str, alive_since: float) -> AppSession | None:
    """Return the latest session of a user in a room, with all its events; None if there never was one."""
    return _read_session(connection.query(_LATEST, user, room), alive_since)[0]


def changed_by(connection: Connection, user: str, room: str, said: AppRequest, alive_since: float) -> AppSession | None:
    """Return the session that a message changed, opened or ended; the one it opened, where it ended another.

    Refuse another message under the name of one that was carried out.
    """
    number = _find_changed_by(connection, user, room, said)
    return None if number is None else _read_session(connection.query(_ONE, number), alive_since)[0]


def _find_changed_by(connection: Connection, user: str, room: str, said: AppRequest) -> int | None:
    request = said.request
    [(number,)] = connection.query(f"{_LATEST_ID} AND {_CHANGED_BY_REQUEST}", user, room, request, request, request)
    known = {digest for (digest,) in connection.query(_DIGESTS, user, room, request)} if number is not None else set()
    if said.digest and known - {said.digest, ""}:
        raise MessageError(
            f"request {request!r} was carried out already in room {room!r}, and this is another text:"
            " give every message a name of its own, and the same name only to one that is sent again"
        )
    return None if number is None else int(number)


def closed(connection: Connection, user: str, room: str, app: str, alive_since: float) -> list[AppSession]:
    """Return the latest closed sessions of an app of a user in a room, with their events, newest first."""
    found = connection.query(_CLOSED, user, room, app, MAX_CLOSED)
    sessions = (_read_session(connection.query(_ONE, number), alive_since)[0] for (number,) in found)
    return [session for session in sessions if session is not None and session.ended]


def _read_session(rows: Sequence[tuple[Any, ...]], alive_since: float) -> tuple[AppSession | None, float]:
    """Return a session of the rows of its events, and when it was last used."""
    if not rows:
        return None, 0.0
    number, app, ended, last_at = rows[0][:4]
    if not ended and last_at < alive_since:
        ended = EXPIRED
    # A session without events is one row that has no place.
    events = (_event(number, *row[4:]) for row in rows if row[4] is not None)
    return AppSession(number, app, tuple(event for event in events if event is not None), ended), last_at


def _event(session: int, place: int, kind: str, content: str, request: str, at: float) -> AppEvent | None:
    values = _decode_values(content)
    if values is None:
        line = f"event {place} of app session {session} is damaged and left out: restore a backup of the store"
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
    said: AppRequest,
    wanted: EncodedChange,
    seen: AppSession | None,
    now: float,
    alive_since: float,
) -> AppSession | None:
    """Apply a change in the transaction that is under way; None if `seen` is no longer how things are."""
    # There may be no row to hold yet: whoever changes something here goes one by one.
    connection.lock(f"app {user!r} {room!r}")
    request = said.request
    present, last_at = _read_session(connection.query(_LATEST, user, room), alive_since)
    if _find_changed_by(connection, user, room, said) is not None:
        return present
    if not _is_unchanged(present, seen):
        return None
    running = None if present is None or present.ended else present
    if running is None and (wanted.ends or not wanted.opens):
        raise MessageError(
            f"no app runs in room {room!r} that could be changed"
            f"{f' (the last one, {present.app}, is {present.ended})' if present else ''}: open one first"
        )
    if running is not None and wanted.opens and not wanted.ends:
        raise MessageError(f"{wanted.opens} cannot be opened while {running.app} runs in room {room!r}: end that too")
    if wanted.resumes and not connection.execute(_HOLD_CLOSED, wanted.resumes, user, room, wanted.opens, alive_since):
        # Forgotten since it was read.
        return None
    at = now
    if running is not None:
        # A clock that was set back must not make it look older than it was, unless it had been far ahead.
        at = now if last_at > now + turn_writer.DAY else max(now, last_at)
        # Holds the row. Where it was forgotten or swept since it was read, there is none.
        if not connection.execute(_UPDATE_RUNNING, wanted.ends, request if wanted.ends else "", at, running.id):
            return None
    if wanted.opens:
        _open(connection, user, room, request, wanted, at)
    _add_events(connection, user, room, request, wanted.events, at)
    if running is None or wanted.opens:
        after = latest(connection, user, room, alive_since)
    else:
        # Not read again: there may be thousands of events.
        added = (AppEvent(kind, json.loads(content), request, at) for kind, content in wanted.events)
        after = running._replace(events=(*running.events, *added), ended=wanted.ends)
    for number in {one.id for one in (running, after) if one is not None}:
        connection.execute(_ADD_REQUEST, number, *said)
    return after


def _open(connection: Connection, user: str, room: str, request: str, wanted: EncodedChange, at: float) -> None:
    # Only here, where another takes its place: until then a clock that was wrong for a moment has ended nothing.
    connection.execute(_EXPIRE, EXPIRED, user, room)
    connection.execute(_OPEN, user, room, wanted.opens, request, at, at)
    if wanted.resumes:
        connection.execute(_COPY, user, room, wanted.resumes)
        # What ended that one has ended nothing here.
        [(ended_by,)] = connection.query("SELECT ended_by FROM fingerpost_app_sessions WHERE id = ?", wanted.resumes)
        connection.execute(_COPY_REQUESTS, user, room, wanted.resumes, ended_by)


def _is_unchanged(present: AppSession | None, seen: AppSession | None) -> bool:
    """Tell whether nothing happened since somebody read; both sides leave the same damaged events out."""
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
    """Return what tells a text from others; nothing of no text."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:32] if text else ""


def check_ids(user: str, room: str, **ids: str) -> None:
    """Refuse what cannot be an id; a user who is unknown is "" here."""
    turn_writer.check_ids(room=room, **ids)
    if user:
        turn_writer.check_ids(user=user)
    elif user != "":
        raise MessageError(f'user = {user!r}: give a string, and "" where the user is unknown')


def encode_change(wanted: AppChange) -> EncodedChange:
    """Return a change as both engines can keep it; refuse one that makes no sense whatever runs."""
    if wanted.ends and wanted.ends not in END_STATES:
        raise MessageError(f"ends = {wanted.ends!r}: give one of {', '.join(END_STATES)}, or nothing")
    if wanted.opens:
        turn_writer.check_ids(opens=wanted.opens)
    if wanted.ends and wanted.events and not wanted.opens:
        raise MessageError(f"a change that ends an app as {wanted.ends!r} opens none that its events could go to")
    if wanted.resumes and not wanted.opens:
        raise MessageError(f"resumes = {wanted.resumes!r}: name the app that is opened with what that session held")
    return EncodedChange(
        wanted.ends, wanted.opens, tuple(_encode_event(event) for event in wanted.events), wanted.resumes
    )


def _encode_event(event: AppEvent) -> tuple[str, str]:
    if not isinstance(event, AppEvent) or not isinstance(event.values, Mapping):
        raise MessageError(f"an event to write must be an AppEvent whose values have names, not {repr(event)[:80]}")
    turn_writer.check_ids(kind=event.kind)
    try:
        content = json.dumps(_clean_values(event.values, MAX_DEPTH), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MessageError(f"the values of the event {event.kind!r} cannot be written as JSON: {error}") from error
    size = len(content.encode())
    if size > MAX_EVENT_BYTES:
        raise MessageError(
            f"the values of the event {event.kind!r} take {size} bytes, and {MAX_EVENT_BYTES} are kept at most:"
            " keep what is large elsewhere and its name here"
        )
    return event.kind, content


def _clean_values(value: object, levels: int) -> object:
    """Return values without what PostgreSQL or UTF-8 cannot hold; raise ValueError where they would not come back."""
    if isinstance(value, str):
        return turn_writer.clean_text(value)
    if not isinstance(value, Mapping | list | tuple):
        return value
    if not levels:
        raise ValueError(f"they hold themselves, or are nested more than {MAX_DEPTH} deep")
    if not isinstance(value, Mapping):
        return [_clean_values(each, levels - 1) for each in value]
    for key in value:
        if not isinstance(key, str):
            # Python would make a string of a number, and another key would come back.
            raise ValueError(f"the name {repr(key)[:80]} is no string")
    return {turn_writer.clean_text(key): _clean_values(each, levels - 1) for key, each in value.items()}


def export(database: Database, user: str, alive_since: float) -> Iterator[dict[str, Any]]:
    """Yield every session of a user with its events; of a damaged one, what is left of it."""
    sessions = f"""SELECT id, room, app, at, CASE WHEN ended = '' AND last_at < ? THEN ? ELSE ended END
        FROM fingerpost_app_sessions WHERE {_OWNED_BY_USER} AND id > ? ORDER BY id LIMIT {_PAGE}"""  # noqa: S608 - constants
    events = f"SELECT {_EVENT} FROM fingerpost_app_events e WHERE e.app_session = ? ORDER BY e.place"  # noqa: S608
    last = 0
    while page := database.read(methodcaller("query", sessions, alive_since, EXPIRED, user, user, user, last)):
        for number, room, app, at, ended in page:
            held = [_export_event(*row) for row in database.read(methodcaller("query", events, number))]
            yield {
                "kind": "app", "id": number, "user": user, "room": room, "app": app, "at": at, "ended": ended,
                "events": held,
            }  # fmt: skip
        last = page[-1][0]


def _export_event(place: int, kind: str, content: str, request: str, at: float) -> dict[str, Any]:
    values = _decode_values(content)
    held = {"damaged": content} if values is None else {"values": values}
    return {"place": place, "kind": kind, **held, "request": request, "at": at}


def forget(connection: Connection, user: str | None, session: str | None) -> int:
    """Delete a user's sessions with their events, and nobody's that a session spoke to; return how many rows.

    The session may be the room itself, or one in which messages to an app in another room were said.
    """
    gone = 0
    # Again after it was deleted: what was resumed meanwhile holds the same.
    while found := _find_ids(connection, user, session):
        for number in found:
            # The session first: that waits for whoever adds an event to it, and nobody can after.
            gone += connection.execute("DELETE FROM fingerpost_app_sessions WHERE id = ?", number)
            gone += connection.execute("DELETE FROM fingerpost_app_events WHERE app_session = ?", number)
            connection.execute("DELETE FROM fingerpost_app_requests WHERE app_session = ?", number)
    return gone


def _find_ids(connection: Connection, user: str | None, session: str | None) -> set[int]:
    found: list[tuple[int]] = []
    if session is not None:
        nobodys = f"SELECT id FROM fingerpost_app_sessions WHERE owner = '' AND {_IN_SESSIONS.format(sessions='?')}"  # noqa: S608
        found += connection.query(nobodys, session, session)
    if user is not None:
        found += connection.query(f"SELECT id FROM fingerpost_app_sessions WHERE {_OWNED_BY_USER}", user, user, user)  # noqa: S608
    return {number for (number,) in found}
