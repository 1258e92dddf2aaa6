"""Sessions of mini-apps: at most one runs for a user in a room, and its events are only ever added to."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.errors import MessageError
from fingerpost.observability.events import tell
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession
from fingerpost.stores import turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

ENDS = ("done", "cancelled", "switched")
"""How a change may end a session; "expired" is for the store alone to say."""
EXPIRED = "expired"
LARGEST = 1_000_000
"""Bytes that the values of one event take at most."""
DEEPEST = 100
"""Levels of values within values: Python reads back what is nested like this wherever it is called from."""
PAGE = 500
PAST = 10
"""Closed sessions of one app that can be taken up again: the latest of a user in a room."""

_EVENT = "e.place, e.kind, e.content, e.request, e.at"
_OF = "SELECT max(s.id) FROM fingerpost_app_sessions s WHERE s.owner = ? AND s.room = ?"
_BY = """(s.opened_by = ? OR s.ended_by = ? OR EXISTS
        (SELECT 1 FROM fingerpost_app_events e WHERE e.app_session = s.id AND e.request = ?))"""
_SESSION = f"""SELECT s.id, s.app, s.ended, s.last_at, {_EVENT}
    FROM fingerpost_app_sessions s LEFT JOIN fingerpost_app_events e ON e.app_session = s.id
    WHERE s.id = ({{which}}) ORDER BY e.place"""  # noqa: S608 - constants
_LATEST, _ONE = _SESSION.format(which=_OF), _SESSION.format(which="?")
_EXPIRE = "UPDATE fingerpost_app_sessions SET ended = ? WHERE owner = ? AND room = ? AND ended = ''"
_USE = "UPDATE fingerpost_app_sessions SET ended = ?, ended_by = ?, last_at = ? WHERE id = ? AND ended = ''"
_OPEN = """INSERT INTO fingerpost_app_sessions (owner, room, app, opened_by, ended_by, ended, at, last_at)
    VALUES (?, ?, ?, ?, '', '', ?, ?)"""
_PAST = "SELECT id FROM fingerpost_app_sessions WHERE owner = ? AND room = ? AND app = ? ORDER BY id DESC LIMIT ?"
_HOLD_CLOSED = """UPDATE fingerpost_app_sessions SET app = app
    WHERE id = ? AND owner = ? AND room = ? AND app = ? AND (ended <> '' OR last_at < ?)"""
_COPY = f"""INSERT INTO fingerpost_app_events (app_session, place, request, kind, content, at)
    SELECT ({_OF}), e.place, e.request, e.kind, e.content, e.at
    FROM fingerpost_app_events e
    WHERE e.app_session = ?"""  # noqa: S608 - constants
_COPY_REQUESTS = f"""INSERT INTO fingerpost_app_requests (app_session, request, session, digest)
    SELECT ({_OF}), r.request, r.session, r.digest FROM fingerpost_app_requests r
    WHERE r.app_session = ? AND r.request <> ?"""  # noqa: S608 - constants
_NOTE = """INSERT INTO fingerpost_app_requests (app_session, request, session, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (app_session, request) DO NOTHING"""
_DIGESTS = """SELECT r.digest FROM fingerpost_app_requests r JOIN fingerpost_app_sessions s ON s.id = r.app_session
    WHERE s.owner = ? AND s.room = ? AND r.request = ?"""
_ADD = "INSERT INTO fingerpost_app_events (app_session, place, request, kind, content, at) VALUES (?, ?, ?, ?, ?, ?)"

# What happened in a user's session before anybody knew who they were is theirs too.
_IN = "(room IN ({sessions}) OR id IN (SELECT app_session FROM fingerpost_app_requests WHERE session IN ({sessions})))"
_THEIRS = "(owner = ? OR (owner = '' AND {}))".format(
    _IN.format(sessions="SELECT session FROM fingerpost_sessions WHERE owner = ?")
)


class Said(NamedTuple):
    """A message that changes something: its name, the session it was said in, and its text as a digest."""

    request: str
    session: str
    digest: str


class Written(NamedTuple):
    """A change as it is written: the events as their kinds and their values in JSON."""

    ends: str
    opens: str
    events: tuple[tuple[str, str], ...]
    resumes: int


def latest(connection: Connection, user: str, room: str, alive_since: float) -> AppSession | None:
    """Return the latest session of a user in a room, with all its events; None if there never was one."""
    return _read(connection.rows(_LATEST, user, room), alive_since)[0]


def applied(connection: Connection, user: str, room: str, said: Said, alive_since: float) -> AppSession | None:
    """Return the session that a message changed, opened or ended; the one it opened, where it ended another.

    Refuse another message under the name of one that was carried out.
    """
    number = _changed_by(connection, user, room, said)
    return None if number is None else _read(connection.rows(_ONE, number), alive_since)[0]


def _changed_by(connection: Connection, user: str, room: str, said: Said) -> int | None:
    request = said.request
    [(number,)] = connection.rows(f"{_OF} AND {_BY}", user, room, request, request, request)
    known = {digest for (digest,) in connection.rows(_DIGESTS, user, room, request)} if number is not None else set()
    if said.digest and known - {said.digest, ""}:
        raise MessageError(
            f"request {request!r} was carried out already in room {room!r}, and this is another text:"
            " give every message a name of its own, and the same name only to one that is sent again"
        )
    return None if number is None else int(number)


def closed(connection: Connection, user: str, room: str, app: str, alive_since: float) -> list[AppSession]:
    """Return the latest closed sessions of an app of a user in a room, with their events, newest first."""
    found = connection.rows(_PAST, user, room, app, PAST)
    sessions = (_read(connection.rows(_ONE, number), alive_since)[0] for (number,) in found)
    return [session for session in sessions if session is not None and session.ended]


def _read(rows: Sequence[tuple[Any, ...]], alive_since: float) -> tuple[AppSession | None, float]:
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
    values = _values(content)
    if values is None:
        line = f"event {place} of app session {session} is damaged and left out: restore a backup of the store"
        tell(line, logging.WARNING, app_session=session, place=place)
        return None
    return AppEvent(kind, values, request, at)


def _values(content: str) -> dict[str, Any] | None:
    try:
        values = json.loads(content)
    except (ValueError, TypeError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def change(
    connection: Connection,
    user: str,
    room: str,
    said: Said,
    wanted: Written,
    seen: AppSession | None,
    now: float,
    alive_since: float,
) -> AppSession | None:
    """Apply a change in the transaction that is under way; None if `seen` is no longer how things are."""
    # There may be no row to hold yet: whoever changes something here goes one by one.
    connection.lock(f"app {user!r} {room!r}")
    request = said.request
    present, last_at = _read(connection.rows(_LATEST, user, room), alive_since)
    if _changed_by(connection, user, room, said) is not None:
        return present
    if not is_as_seen(present, seen):
        return None
    running = None if present is None or present.ended else present
    if running is None and (wanted.ends or not wanted.opens):
        raise MessageError(
            f"no app runs in room {room!r} that could be changed"
            f"{f' (the last one, {present.app}, is {present.ended})' if present else ''}: open one first"
        )
    if running is not None and wanted.opens and not wanted.ends:
        raise MessageError(f"{wanted.opens} cannot be opened while {running.app} runs in room {room!r}: end that too")
    if wanted.resumes and not connection.change(_HOLD_CLOSED, wanted.resumes, user, room, wanted.opens, alive_since):
        # Forgotten since it was read.
        return None
    at = now
    if running is not None:
        # A clock that was set back must not make it look older than it was, unless it had been far ahead.
        at = now if last_at > now + turn_writer.DAY else max(now, last_at)
        # Holds the row. Where it was forgotten or swept since it was read, there is none.
        if not connection.change(_USE, wanted.ends, request if wanted.ends else "", at, running.id):
            return None
    if wanted.opens:
        _open(connection, user, room, request, wanted, at)
    _add(connection, user, room, request, wanted.events, at)
    if running is None or wanted.opens:
        after = latest(connection, user, room, alive_since)
    else:
        # Not read again: there may be thousands of events.
        added = (AppEvent(kind, json.loads(content), request, at) for kind, content in wanted.events)
        after = running._replace(events=(*running.events, *added), ended=wanted.ends)
    for number in {one.id for one in (running, after) if one is not None}:
        connection.change(_NOTE, number, *said)
    return after


def _open(connection: Connection, user: str, room: str, request: str, wanted: Written, at: float) -> None:
    # Only here, where another takes its place: until then a clock that was wrong for a moment has ended nothing.
    connection.change(_EXPIRE, EXPIRED, user, room)
    connection.change(_OPEN, user, room, wanted.opens, request, at, at)
    if wanted.resumes:
        connection.change(_COPY, user, room, wanted.resumes)
        # What ended that one has ended nothing here.
        [(ended_by,)] = connection.rows("SELECT ended_by FROM fingerpost_app_sessions WHERE id = ?", wanted.resumes)
        connection.change(_COPY_REQUESTS, user, room, wanted.resumes, ended_by)


def is_as_seen(present: AppSession | None, seen: AppSession | None) -> bool:
    """Tell whether nothing happened since somebody read; both sides leave the same damaged events out."""
    if present is None or seen is None:
        return present is seen
    return (present.id, present.ended, len(present.events)) == (seen.id, seen.ended, len(seen.events))


def _add(
    connection: Connection, user: str, room: str, request: str, events: Sequence[tuple[str, str]], at: float
) -> None:
    if not events:
        return
    [(number, place)] = connection.rows(
        """SELECT s.id, COALESCE(max(e.place) + 1, 0)
            FROM fingerpost_app_sessions s LEFT JOIN fingerpost_app_events e ON e.app_session = s.id
            WHERE s.owner = ? AND s.room = ? AND s.ended = '' GROUP BY s.id""",
        user,
        room,
    )
    rows = [(number, place + ahead, request, *event, at) for ahead, event in enumerate(events)]
    connection.change_many(_ADD, rows)


def digest(text: str) -> str:
    """Return what tells a text from others; nothing of no text."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:32] if text else ""


def check(user: str, room: str, **ids: str) -> None:
    """Refuse what cannot be an id; a user who is unknown is "" here."""
    turn_writer.check(room=room, **ids)
    if user:
        turn_writer.check(user=user)
    elif user != "":
        raise MessageError(f'user = {user!r}: give a string, and "" where the user is unknown')


def written(wanted: AppChange) -> Written:
    """Return a change as both engines can keep it; refuse one that makes no sense whatever runs."""
    if wanted.ends and wanted.ends not in ENDS:
        raise MessageError(f"ends = {wanted.ends!r}: give one of {', '.join(ENDS)}, or nothing")
    if wanted.opens:
        turn_writer.check(opens=wanted.opens)
    if wanted.ends and wanted.events and not wanted.opens:
        raise MessageError(f"a change that ends an app as {wanted.ends!r} opens none that its events could go to")
    if wanted.resumes and not wanted.opens:
        raise MessageError(f"resumes = {wanted.resumes!r}: name the app that is opened with what that session held")
    return Written(wanted.ends, wanted.opens, tuple(_as_json(event) for event in wanted.events), wanted.resumes)


def _as_json(event: AppEvent) -> tuple[str, str]:
    if not isinstance(event, AppEvent) or not isinstance(event.values, Mapping):
        raise MessageError(f"an event to write must be an AppEvent whose values have names, not {repr(event)[:80]}")
    turn_writer.check(kind=event.kind)
    try:
        content = json.dumps(_cleaned(event.values, DEEPEST), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MessageError(f"the values of the event {event.kind!r} cannot be written as JSON: {error}") from error
    size = len(content.encode())
    if size > LARGEST:
        raise MessageError(
            f"the values of the event {event.kind!r} take {size} bytes, and {LARGEST} are kept at most:"
            " keep what is large elsewhere and its name here"
        )
    return event.kind, content


def _cleaned(value: object, levels: int) -> object:
    """Return values without what PostgreSQL or UTF-8 cannot hold; raise ValueError where they would not come back."""
    if isinstance(value, str):
        return turn_writer.clean(value)
    if not isinstance(value, Mapping | list | tuple):
        return value
    if not levels:
        raise ValueError(f"they hold themselves, or are nested more than {DEEPEST} deep")
    if not isinstance(value, Mapping):
        return [_cleaned(each, levels - 1) for each in value]
    for key in value:
        if not isinstance(key, str):
            # Python would make a string of a number, and another key would come back.
            raise ValueError(f"the name {repr(key)[:80]} is no string")
    return {turn_writer.clean(key): _cleaned(each, levels - 1) for key, each in value.items()}


def export(database: Database, user: str, alive_since: float) -> Iterator[dict[str, Any]]:
    """Yield every session of a user with its events; of a damaged one, what is left of it."""
    sessions = f"""SELECT id, room, app, at, CASE WHEN ended = '' AND last_at < ? THEN ? ELSE ended END
        FROM fingerpost_app_sessions WHERE {_THEIRS} AND id > ? ORDER BY id LIMIT {PAGE}"""  # noqa: S608 - constants
    events = f"SELECT {_EVENT} FROM fingerpost_app_events e WHERE e.app_session = ? ORDER BY e.place"  # noqa: S608
    last = 0
    while page := database.read(methodcaller("rows", sessions, alive_since, EXPIRED, user, user, user, last)):
        for number, room, app, at, ended in page:
            held = [_exported(*row) for row in database.read(methodcaller("rows", events, number))]
            yield {
                "kind": "app", "id": number, "user": user, "room": room, "app": app, "at": at, "ended": ended,
                "events": held,
            }  # fmt: skip
        last = page[-1][0]


def _exported(place: int, kind: str, content: str, request: str, at: float) -> dict[str, Any]:
    values = _values(content)
    held = {"damaged": content} if values is None else {"values": values}
    return {"place": place, "kind": kind, **held, "request": request, "at": at}


def forget(connection: Connection, user: str | None, session: str | None) -> int:
    """Delete a user's sessions with their events, and nobody's that a session spoke to; return how many rows.

    The session may be the room itself, or one in which messages to an app in another room were said.
    """
    gone = 0
    # Again after it was deleted: what was resumed meanwhile holds the same.
    while found := _of(connection, user, session):
        for number in found:
            # The session first: that waits for whoever adds an event to it, and nobody can after.
            gone += connection.change("DELETE FROM fingerpost_app_sessions WHERE id = ?", number)
            gone += connection.change("DELETE FROM fingerpost_app_events WHERE app_session = ?", number)
            connection.change("DELETE FROM fingerpost_app_requests WHERE app_session = ?", number)
    return gone


def _of(connection: Connection, user: str | None, session: str | None) -> set[int]:
    found: list[tuple[int]] = []
    if session is not None:
        nobodys = f"SELECT id FROM fingerpost_app_sessions WHERE owner = '' AND {_IN.format(sessions='?')}"  # noqa: S608
        found += connection.rows(nobodys, session, session)
    if user is not None:
        found += connection.rows(f"SELECT id FROM fingerpost_app_sessions WHERE {_THEIRS}", user, user, user)  # noqa: S608
    return {number for (number,) in found}
