"""Trials of edited routebooks: what is tried, how far it is, and what came of it, for all servers on one store.

What came of it names stored messages by their number, and has none of their text: retention goes on to rule it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.errors import ConflictError, NotFoundError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database
from fingerpost.stores.stored_messages import StoredMessage, read_newest

RUNNING, DONE, FAILED, CANCELLED, LOST = "running", "done", "failed", "cancelled", "lost"
"""The states of a trial; one whose server ended is lost."""
LEASE = 30.0
"""Seconds after which a trial that told of no progress is lost."""
MAX_TRIALS = 5
"""Trials kept per routebook."""

_COLUMNS = "id, who, state, base, base_digest, digest, change, progress, result, at, until"


class StoredTrial(NamedTuple):
    """A trial, without the content that is tried.

    `base` and `base_digest`: the published version that served, None for a folder. `change`: what was edited, in
    numbers. `progress`: what is being done, and how far.
    """

    id: int
    who: str
    state: str
    base: int | None
    base_digest: str
    digest: str
    change: dict[str, Any]
    progress: dict[str, Any]
    result: dict[str, Any]
    at: float


class NewTrial(NamedTuple):
    """What is tried: the packed content and its digest, the version that serves, and what was edited."""

    base: int | None
    base_digest: str
    digest: str
    content: str
    change: Mapping[str, Any]


class Trials:
    """The trials in one database; changes are committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.trials`."""
        self._database, self._clock = database, clock

    def begin(self, routebook: str, who: str, given: NewTrial) -> int:
        """Add a trial that runs, and return its number; raises ConflictError while another one runs."""
        now = self._clock()

        def work(connection: Connection) -> int:
            connection.lock(f"trials {routebook!r}")
            running = "SELECT who FROM fingerpost_trials WHERE routebook = ? AND state = ? AND until > ? AND until < ?"
            held = connection.query(running, routebook, RUNNING, now, now + 2 * LEASE)
            if held:
                by = f" of {held[0][0]}" if held[0][0] else ""
                raise ConflictError(f"a change{by} is being tried: wait until it has ended, or cancel it")
            # A server that was only away for long must not go on beside this one.
            lost = "UPDATE fingerpost_trials SET state = ? WHERE routebook = ? AND state = ?"
            connection.execute(lost, LOST, routebook, RUNNING)
            [(number,)] = connection.query(
                """INSERT INTO fingerpost_trials
                    (routebook, who, state, base, base_digest, digest, content, change, progress, result, at, until)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', '{}', ?, ?) RETURNING id""",
                routebook, who, RUNNING, given.base, given.base_digest, given.digest, given.content,
                json.dumps(given.change), now, now + LEASE,
            )  # fmt: skip
            connection.execute(
                """DELETE FROM fingerpost_trials WHERE routebook = ? AND id NOT IN
                    (SELECT id FROM fingerpost_trials WHERE routebook = ? ORDER BY id DESC LIMIT ?)""",
                routebook,
                routebook,
                MAX_TRIALS,
            )
            return int(number)

        return self._database.write(work)

    def renew(self, number: int, progress: Mapping[str, Any]) -> bool:
        """Store how far a trial is; return False where it was cancelled or lost, and has to end."""
        update = "UPDATE fingerpost_trials SET progress = ?, until = ? WHERE id = ? AND state = ?"
        values = json.dumps(progress), self._clock() + LEASE, number, RUNNING
        return bool(self._database.write(methodcaller("execute", update, *values)))

    def finish(self, number: int, state: str, result: Mapping[str, Any]) -> None:
        """Store what came of a trial, unless it was cancelled."""
        update = "UPDATE fingerpost_trials SET state = ?, result = ? WHERE id = ? AND state = ?"
        self._database.write(methodcaller("execute", update, state, json.dumps(result), number, RUNNING))

    def cancel(self, routebook: str, number: int) -> bool:
        """Cancel a trial that runs; return False where it has ended."""
        update = "UPDATE fingerpost_trials SET state = ? WHERE routebook = ? AND id = ? AND state = ?"
        return bool(self._database.write(methodcaller("execute", update, CANCELLED, routebook, number, RUNNING)))

    def all(self, routebook: str) -> list[StoredTrial]:
        """Return the trials that are kept, newest first."""
        select = f"SELECT {_COLUMNS} FROM fingerpost_trials WHERE routebook = ? ORDER BY id DESC"  # noqa: S608
        now = self._clock()
        return [_trial(row, now) for row in self._database.read(methodcaller("query", select, routebook))]

    def find(self, routebook: str, number: int) -> StoredTrial:
        """Return a trial; raises NotFoundError."""
        select = f"SELECT {_COLUMNS} FROM fingerpost_trials WHERE routebook = ? AND id = ?"  # noqa: S608
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise NotFoundError(_unknown(routebook, number))
        return _trial(rows[0], self._clock())

    def content(self, routebook: str, number: int) -> str:
        """Return the packed routebook that a trial tries; raises NotFoundError."""
        select = "SELECT content FROM fingerpost_trials WHERE routebook = ? AND id = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise NotFoundError(_unknown(routebook, number))
        content: str = rows[0][0]
        return content

    def messages(self, routebook: str, last: int) -> Iterator[StoredMessage]:
        """Yield the messages of the sessions that have the latest `last` messages, session by session, in order."""
        return read_newest(self._database, routebook, last)

    def texts(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return what is stored of these messages, by number; without those that are deleted."""
        if not numbers:
            return {}
        select = f"""SELECT id, CASE WHEN whole = 1 OR text <> '' THEN text ELSE COALESCE(snippet, '') END
            FROM fingerpost_turns WHERE id IN ({", ".join("?" * len(numbers))})"""  # noqa: S608 - placeholders
        return dict(self._database.read(methodcaller("query", select, *numbers)))


def _trial(row: tuple[Any, ...], now: float) -> StoredTrial:
    number, who, state, base, base_digest, digest, *texts, at, until = row
    change, progress, result = map(json.loads, texts)
    if state == RUNNING and not now < until < now + 2 * LEASE:
        state = LOST
    return StoredTrial(number, who, state, base, base_digest, digest, change, progress, result, at)


def _unknown(routebook: str, number: int) -> str:
    return f"{routebook} has no trial {number}: the newest {MAX_TRIALS} are kept"
