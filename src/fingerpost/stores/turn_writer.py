"""Writing the turns of a request: validation of ids, cleaning of texts, and the insert itself."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from fingerpost.errors import MessageError, RequestIdError
from fingerpost.stores import retention
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import UNSTORABLE
from fingerpost.stores.session_owners import SessionOwner, claim
from fingerpost.stores.stored_messages import lock_reviews
from fingerpost.types import Turn

ANSWERED = "answered"
OUTCOMES = (ANSWERED, "routed", "failed", "cancelled")

DAY = 86_400.0

CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Line breaks and terminal control characters."""

NO_REQUEST_IDS = frozenset(("live", ".", ".."))
"""Names that lead elsewhere at the end of an address: `/v1/decisions/live`, and folders."""

N = TypeVar("N", float, None)

_INSERT = """INSERT INTO fingerpost_turns
    (session, request, place, life, owner, role, text, whole, route, layer, confidence, outcome, at, doubtful,
        routebook)
    VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)"""

# Creates the session, or locks its row without changing it, so that its writers are serialised.
_CREATE_OR_LOCK = """INSERT INTO fingerpost_sessions (session, owner, life, last_at, ended, whole, due)
    VALUES (?, ?, 1, ?, 0, 0, 0) ON CONFLICT (session) DO UPDATE SET session = excluded.session"""
_FIRST_TURN = """SELECT place, text, snippet, whole FROM fingerpost_turns WHERE session = ? AND request = ?
    ORDER BY place LIMIT 1"""
_ANSWERED = f"SELECT 1 FROM fingerpost_turns WHERE session = ? AND request = ? AND outcome = '{ANSWERED}' LIMIT 1"  # noqa: S608 - a constant
_UNANSWERED = """SELECT min(CASE WHEN place = 0 THEN id END), max(corrected), sum(whole) FROM fingerpost_turns
    WHERE session = ? AND request = ?"""
_MESSAGE = "SELECT id FROM fingerpost_turns WHERE session = ? AND request = ? AND place = 0"
_SESSION = """SELECT s.life, s.ended, s.last_at, s.doubtful,
        EXISTS (SELECT 1 FROM fingerpost_turns t WHERE t.session = s.session AND t.request = ?)
    FROM fingerpost_sessions s WHERE s.session = ?"""


def append(
    connection: Connection,
    session: str,
    request: str,
    turns: Sequence[Turn],
    user: str | None,
    outcome: str,
    routebook: str | None,
    now: float,
    alive_since: float,
    doubtful: bool,
    gap: float,
    client: str | None = None,
) -> bool:
    """Append turns in the current transaction; return False if the request was written before.

    An answer takes the place of a request that was written without one, as when it failed and was repeated. Raises
    RequestIdError if the request was written with another text. `doubtful` says that `now` may be wrong, and `gap`
    by how many seconds it may be ahead though it is believed. With a `client`, raises NotFoundError if the session is
    that of another client or user.
    """
    if client is not None:
        claim(connection, session, SessionOwner(client, user), now)
    found = connection.query(_SESSION, request, session) if connection.single_writer else []
    if not found:
        connection.execute(_CREATE_OR_LOCK, session, user, now)
        found = connection.query(_SESSION, request, session)
    [(life, ended, last_at, last_is_doubtful, known)] = found
    removed = None
    if known:
        check_request(connection, session, request, turns[0].text)
        if outcome != ANSWERED or connection.query(_ANSWERED, session, request):
            return False
        if routebook is not None:
            # Nobody labels the message while it gets another id.
            lock_reviews(connection, routebook)
        removed = _remove(connection, session, request)
    restarted = bool(ended) or last_at < alive_since
    # If the clock was set back, keep the later time, unless that is far in the future and the more doubtful one.
    misdated = last_at > now + DAY and (last_is_doubtful or not doubtful)
    at = now if restarted or misdated else max(now, last_at)
    life += restarted
    # A clock in doubt may begin a life, but texts of the one before are not reduced on its word. In a gap those of the
    # one before that are: else a session that is used after every gap, as by daily commands, would keep all of them.
    believed = restarted and (bool(ended) or not (doubtful or last_is_doubtful))
    settled_life = 0 if not believed else life if ended or last_at < alive_since - gap else life - 1
    connection.execute(
        """UPDATE fingerpost_sessions SET owner = COALESCE(owner, ?), life = ?, last_at = ?, doubtful = ?, ended = 0,
                settled_life = CASE WHEN ? > settled_life THEN ? ELSE settled_life END,
                due = CASE WHEN ? > settled_life OR whole + ? > ? THEN 1 ELSE due END, whole = whole + ?
            WHERE session = ?""",
        user,
        life,
        at,
        int(doubtful),
        settled_life,
        settled_life,
        settled_life,
        len(turns),
        retention.MAX_WHOLE_TURNS,
        len(turns),
        session,
    )
    written = outcome, at, int(doubtful), routebook
    connection.execute_many(
        _INSERT,
        [
            (session, request, place, life, user, turn.role, turn.text, *turn[2:], *written)
            for place, turn in enumerate(turns)
        ],
    )
    if removed is not None:
        [(number,)] = connection.query(_MESSAGE, session, request)
        _take_over(connection, number, removed)
    return True


class _Removed(NamedTuple):
    """A message that was deleted: its id, None where it was deleted before, and the route that a person gave it."""

    id: int | None
    corrected: str | None


def _remove(connection: Connection, session: str, request: str) -> _Removed:
    """Delete the turns of a request."""
    [(number, corrected, whole)] = connection.query(_UNANSWERED, session, request)
    connection.execute("DELETE FROM fingerpost_turns WHERE session = ? AND request = ?", session, request)
    connection.execute("UPDATE fingerpost_sessions SET whole = whole - ? WHERE session = ?", whole, session)
    return _Removed(number, corrected)


def _take_over(connection: Connection, number: int, removed: _Removed) -> None:
    """Give a message what people said of the one whose place it takes: the correction, labels and claims."""
    if removed.corrected is not None:
        connection.execute("UPDATE fingerpost_turns SET corrected = ? WHERE id = ?", removed.corrected, number)
    for table in ("fingerpost_review_labels", "fingerpost_review_claims"):
        connection.execute(f"UPDATE {table} SET turn = ? WHERE turn = ?", number, removed.id)  # noqa: S608 - constants


def check_request(connection: Connection, session: str, request: str, text: str) -> None:
    """Raise RequestIdError if the session has a request of that id whose first turn has another text."""
    for place, stored, snippet, whole in connection.query(_FIRST_TURN, session, request):
        # Where the first turn was deleted, or is reduced to nothing, nobody can tell.
        same = stored == text if whole else retention.may_be_left_of(text, stored, snippet)
        if place == 0 and not same:
            raise RequestIdError(request, f"session {session!r}")


def check_ids(**ids: str | None) -> None:
    """Raise MessageError for an invalid id; only `user` may be None.

    The ids of requests and sessions are logged, so line breaks in them would let a caller forge log lines; and a
    request id ends the address of its decision, so it must not lead to another one.
    """
    check_storable(**ids)
    for name, value in ids.items():
        if name in ("request", "session") and CONTROL_CHARACTERS.search(value or ""):
            raise MessageError(f"{name} = {value!r:.80}: give a string without line breaks and control characters")
        if name == "request" and value in NO_REQUEST_IDS:
            raise MessageError(
                f"request = {value!r}: addresses end with request ids, and none can end with this one: give another"
            )


def check_storable(**ids: str | None) -> None:
    """Raise MessageError for an id that no store can hold; only `user` may be None.

    Stores of 0.1 may have sessions whose names are refused by now: to delete them, this is all that is asked.
    """
    for name, value in ids.items():
        if value is None and name == "user":
            continue
        if not isinstance(value, str) or not 0 < len(value) <= 256 or UNSTORABLE.search(value):
            shown = repr(value)
            raise MessageError(
                f"{name} = {shown if len(shown) <= 80 else shown[:77] + '…'}:"
                " give a string of 1 to 256 characters without NUL and broken surrogates"
            )


def clean_turn(turn: Turn) -> Turn:
    """Return a turn that both engines can store; raises MessageError for anything but a valid Turn."""
    if not isinstance(turn, Turn) or not isinstance(turn.text, str) or not isinstance(turn.role, str):
        raise MessageError(f"a turn to write must be a Turn with a role and a text, not {repr(turn)[:80]}")
    return Turn(
        clean_text(turn.role),
        clean_text(turn.text),
        None if turn.route is None else clean_text(turn.route),
        None if turn.layer is None else clean_text(turn.layer),
        None if turn.confidence is None else finite_number(turn.confidence, None),
    )


def clean_text(text: str) -> str:
    """Return the text with characters that PostgreSQL or UTF-8 cannot store replaced by U+FFFD."""
    return UNSTORABLE.sub("\ufffd", text)


def finite_number(value: object, default: N) -> float | N:
    """Return a finite number as float, or the default for anything else."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else default
