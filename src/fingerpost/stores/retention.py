"""Retention: full texts until their session ends, snippets and traces for a number of days.

App sessions are kept until their user is deleted. Rows marked as doubtful were written by a clock that may have been
wrong, and nothing is done to them by age before their times are settled.
"""

from __future__ import annotations

import math
from functools import partial
from operator import methodcaller

from fingerpost.observability.redaction import redact
from fingerpost.settings import RetentionSettings
from fingerpost.stores.clock_guard import TOLERANCE, TrustedTime
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.types import SNIPPET

MAX_WHOLE_TURNS = 1000
"""Turns of an active session that keep their full text."""
MAX_ROWS_PER_SWEEP = 5000
"""Maximum rows changed by one sweep."""
BATCH = 100
"""Rows per transaction: writers wait while their texts are redacted."""
_SNIPPET_SOURCE = 10_000
"""Characters of a text that are read to create its snippet."""
_TIMES = (
    ("fingerpost_turns", "id", "at"),
    ("fingerpost_traces", "id", "at"),
    ("fingerpost_sessions", "session", "last_at"),
)
"""The tables that retention reads times from, each with its key and the column of the time."""


def sweep(database: Database, retention: RetentionSettings, time: TrustedTime | None) -> dict[str, int]:
    """Reduce the turns of ended sessions to snippets, delete old rows, and return the number of rows of each.

    Without a time nothing is old: only sessions with too many turns are reduced.
    """
    sure = -math.inf if time is None else time.sure
    ended_before = sure - retention.session_hours * 3600
    old_before = sure - retention.days * 86400
    # First: rows whose age is settled now may be due.
    settled = 0 if time is None else _settle_times(database, time)
    done = {
        "reduced": _reduce_all(database, retention, ended_before),
        "turns": _delete_older(database, "fingerpost_turns", old_before),
        "traces": _delete_older(database, "fingerpost_traces", old_before),
        "sessions": _delete_empty_sessions(database, min(ended_before, old_before)),
    }
    _delete_older_counts(database, old_before)
    if any(done.values()):
        database.scrub()
    return {**done, "settled": settled}


def _settle_times(database: Database, trusted: TrustedTime) -> int:
    """Accept doubtful rows, each with its own time if that is possible, else with the present: too late, not early.

    All of them, in transactions of a few: the known time moves on with this sweep, and by the next one the times of
    those left over would look impossible.
    """
    settled, possible = 0, (trusted.since, trusted.now + TOLERANCE)
    for table, key, time in _TIMES:
        doubtful = f"SELECT {key} FROM {table} WHERE doubtful = 1 LIMIT"  # noqa: S608 - constants
        settle = f"""UPDATE {table} SET doubtful = 0, {time} = CASE WHEN {time} BETWEEN ? AND ? THEN {time} ELSE ? END
            WHERE {key} IN ({doubtful} {MAX_ROWS_PER_SWEEP})"""  # noqa: S608
        while database.read(methodcaller("query", f"{doubtful} 1")):
            settled += int(database.write(methodcaller("execute", settle, *possible, trusted.now)))
    return settled


def _reduce_all(database: Database, retention: RetentionSettings, ended_before: float) -> int:
    ended = database.read(
        lambda connection: connection.query(
            """SELECT session FROM fingerpost_sessions WHERE whole > 0 AND last_at < ? AND doubtful = 0
                ORDER BY last_at LIMIT 1000""",
            ended_before,
        )
    )
    due = database.read(
        lambda connection: connection.query("SELECT session FROM fingerpost_sessions WHERE due = 1 LIMIT 1000")
    )
    remaining = MAX_ROWS_PER_SWEEP
    for session in dict.fromkeys(session for (session,) in [*ended, *due]):
        more = True
        while more and remaining > 0:
            size = min(BATCH, remaining)
            count = database.write(
                partial(_reduce, retention=retention, session=session, ended_before=ended_before, size=size)
            )
            remaining -= count
            more = count == BATCH
    return MAX_ROWS_PER_SWEEP - remaining


def _reduce(connection: Connection, retention: RetentionSettings, session: str, ended_before: float, size: int) -> int:
    """Reduce up to `size` turns: of an ended session all, else the oldest and those from before it was restarted."""
    # The update locks the row, so that no turn is added meanwhile.
    held = connection.execute(
        """UPDATE fingerpost_sessions SET ended = CASE WHEN last_at < ? AND doubtful = 0 THEN 1 ELSE ended END
            WHERE session = ?""",
        ended_before,
        session,
    )
    if not held:
        return 0
    rows = connection.query(
        """SELECT t.id, t.role, CASE WHEN ? = 1 THEN t.text ELSE substr(t.text, 1, ?) END
            FROM fingerpost_turns t JOIN fingerpost_sessions s ON s.session = t.session
            WHERE t.session = ? AND t.whole = 1 AND (s.ended = 1 OR t.life < s.settled_life OR t.id <=
                (SELECT o.id FROM fingerpost_turns o WHERE o.session = ? ORDER BY o.id DESC LIMIT 1 OFFSET ?))
            ORDER BY t.id LIMIT ?""",
        int(retention.text),
        _SNIPPET_SOURCE,
        session,
        session,
        MAX_WHOLE_TURNS,
        size,
    )
    connection.execute_many(
        "UPDATE fingerpost_turns SET text = ?, snippet = ?, whole = 0 WHERE id = ?",
        [(*_reduced_turn(role, text, retention.text), number) for number, role, text in rows],
    )
    connection.execute(
        """UPDATE fingerpost_sessions SET due = ?,
                whole = (SELECT count(*) FROM fingerpost_turns t WHERE t.session = ? AND t.whole = 1)
            WHERE session = ?""",
        int(len(rows) == size),
        session,
        session,
    )
    return len(rows)


def _reduced_turn(role: str, text: str, whole: bool) -> tuple[str, str | None]:
    """Return the text and the snippet that remain of a turn; of an answer nothing remains."""
    if role != "user":
        return "", None
    redacted = redact(text)
    return redacted if whole else "", redacted[:SNIPPET]


def may_be_left_of(text: str, left: str, snippet: str | None) -> bool:
    """Return whether a reduced turn may have had a text, by what is left of it."""
    if left:
        return redact(text) == left
    return snippet is None or redact(text[:_SNIPPET_SOURCE])[:SNIPPET] == snippet


def _delete_older(database: Database, table: str, before: float) -> int:
    old = f"SELECT id FROM {table} WHERE at < ? AND doubtful = 0"  # noqa: S608 - constants
    if not database.read(methodcaller("query", f"{old} LIMIT 1", before)):
        return 0
    delete = f"DELETE FROM {table} WHERE id IN ({old} ORDER BY at LIMIT {MAX_ROWS_PER_SWEEP})"  # noqa: S608
    return database.write(lambda connection: connection.execute(delete, before))


def _delete_older_counts(database: Database, before: float) -> None:
    """Delete the counts of the hours that ended before a time."""
    hour = int(max(before, 0.0) // 3600)
    if database.read(methodcaller("query", "SELECT 1 FROM fingerpost_decision_counts WHERE hour < ? LIMIT 1", hour)):
        database.write(methodcaller("execute", "DELETE FROM fingerpost_decision_counts WHERE hour < ?", hour))


def _delete_empty_sessions(database: Database, before: float) -> int:
    old = "last_at < ? AND doubtful = 0"
    empty = f"""SELECT s.session FROM fingerpost_sessions s WHERE {old}
        AND NOT EXISTS (SELECT 1 FROM fingerpost_turns t WHERE t.session = s.session) LIMIT {MAX_ROWS_PER_SWEEP}"""  # noqa: S608 - constants
    if not database.read(methodcaller("query", empty, before)):
        return 0
    # The time is checked again, for rows that were written to meanwhile.
    delete = f"DELETE FROM fingerpost_sessions WHERE {old} AND session IN ({empty})"  # noqa: S608
    return database.write(lambda connection: connection.execute(delete, before, before))
