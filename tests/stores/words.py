"""Helpers shared by the store tests: clocks, sample turns and changes, processes and forked children."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from fingerpost.routebook.apps import AppChange, AppEvent, AppSession
from fingerpost.stores import Store
from fingerpost.stores.connection import Connection
from fingerpost.types import Turn

HOUR = 3600.0
DAY = 24 * HOUR


class Clock:
    """A wall clock that a test can set, a monotonic clock, and the clock of a database server."""

    def __init__(self) -> None:
        """Start at a fixed time."""
        self.now, self.ticks = 1_800_000_000.0, 1000.0
        self.server_ahead = 0.0

    def wall(self) -> float:
        """Return the wall-clock time."""
        return self.now

    def steady(self) -> float:
        """Return the monotonic time."""
        return self.ticks

    def server(self) -> float:
        """Return the time of the server: that of the wall clock, as on one machine, unless the test makes it differ."""
        return self.now + self.server_ahead

    def pass_by(self, seconds: float) -> None:
        """Advance both clocks."""
        self.now += seconds
        self.ticks += seconds

    def jump(self, seconds: float) -> None:
        """Set the wall clock."""
        self.now += seconds


def said(text: str = "where is my parcel?", route: str | None = "shipping") -> list[Turn]:
    """Return a message and its answer."""
    return [Turn("user", text, route, "rules", 0.75), Turn("assistant", f"answer to {text}")]


def opens(app: str = "trip", *kinds: str, ends: str = "") -> AppChange:
    """Return a change that opens an app with events of some kinds."""
    return AppChange(ends, app, tuple(map(AppEvent, kinds)))


def adds(*kinds: str, **values: Any) -> AppChange:
    """Return a change that adds events of some kinds."""
    return AppChange(events=tuple(AppEvent(kind, values) for kind in kinds))


def kinds(session: AppSession | None) -> list[str]:
    """Return the event kinds of a session, which must exist."""
    assert session is not None
    return [event.kind for event in session.events]


def count(store: Store, table: str) -> int:
    """Return the number of rows of a table."""
    rows = store._database.read(lambda connection: connection.query(f"SELECT count(*) FROM {table}"))  # noqa: S608
    number: int = rows[0][0]
    return number


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a Python script in a subprocess."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Return the output of a process; it must exit with 0."""
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return out


def in_child(work: Callable[[], str]) -> str:
    """Run work in a forked child and return its result as text; "" where the child failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        heard = answer.read()
    os.waitpid(child, 0)
    return heard


def written_by_version_one(store: Store, session: str, request: str, text: str, at: float, user: str | None) -> None:
    """Insert a message and its answer with the schema of the first version."""

    def work(connection: Connection) -> None:
        connection.execute(
            "INSERT INTO fingerpost_sessions VALUES (?, ?, 1, ?, 0, 2, 0) ON CONFLICT DO NOTHING", session, user, at
        )
        for place, turn in enumerate(said(text)):
            connection.execute(
                """INSERT INTO fingerpost_turns (session, request, place, life, owner, role, text, whole, route, layer,
                    confidence, outcome, at) VALUES (?, ?, ?, 1, ?, ?, ?, 1, ?, ?, ?, 'answered', ?)""",
                *(session, request, place, user, *turn, at),
            )

    store._database.write(work)
