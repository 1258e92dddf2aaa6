"""Students by version: what each was made of, which one serves, which one served before, and who is training."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Any, Literal, NamedTuple

from fingerpost.errors import StudentError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

CHAMPION, SHADOW = "champion", "shadow"
"""Who decides, and who decides beside it without effect."""
PROMOTED, ROLLED_BACK = "promoted", "rolled back"
ANY_VERSION: Literal["any"] = "any"
"""Whoever serves."""

MAX_VERSIONS = 20
"""Versions of a routebook's student that are kept beside those that served lately."""

TRAINING_LEASE = 900.0
"""Seconds after which a trainer that gave no sign of life counts as dead."""


class StudentVersion(NamedTuple):
    """One student of a routebook. `lineage` tells what it was made of and what was measured."""

    id: int
    routebook: str
    lineage: dict[str, Any]
    at: float


class ServingVersion(NamedTuple):
    """Who serves since when, and why. `student` is None for the one that the routebook's own examples give."""

    id: int
    student: int | None
    how: str
    why: str
    at: float


class StudentRegistry:
    """The versions in one database. What is said here is durable on return, and seen by all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Use `Store.students`."""
        self._database, self._clock = database, clock

    def add(self, routebook: str, lineage: Mapping[str, Any], head: Mapping[str, Any], arrays: bytes) -> int:
        """Keep a new version and return its number; of those that never served the oldest go."""
        now = self._clock()

        def work(connection: Connection) -> int:
            [(number,)] = connection.query(
                """INSERT INTO fingerpost_students (routebook, lineage, head, arrays, at)
                    VALUES (?, ?, ?, ?, ?) RETURNING id""",
                routebook,
                json.dumps(lineage),
                json.dumps(head),
                arrays,
                now,
            )
            connection.execute(
                """DELETE FROM fingerpost_students WHERE routebook = ? AND id NOT IN
                    (SELECT id FROM fingerpost_students WHERE routebook = ? ORDER BY id DESC LIMIT ?)
                    AND id NOT IN (SELECT student FROM fingerpost_serving WHERE routebook = ? AND role = ?
                        AND student IS NOT NULL ORDER BY id DESC LIMIT ?)
                    AND id NOT IN (SELECT student FROM fingerpost_serving WHERE student IS NOT NULL AND id IN
                        (SELECT MAX(id) FROM fingerpost_serving WHERE routebook = ? GROUP BY role))""",
                routebook,
                routebook,
                MAX_VERSIONS,
                routebook,
                CHAMPION,
                MAX_VERSIONS,
                routebook,
            )
            return int(number)

        return self._database.write(work)

    def all(self, routebook: str) -> list[StudentVersion]:
        """Return the versions of a routebook, oldest first."""
        select = "SELECT id, routebook, lineage, at FROM fingerpost_students WHERE routebook = ? ORDER BY id"
        rows = self._database.read(methodcaller("query", select, routebook))
        return [StudentVersion(number, name, _parse_lineage(lineage), at) for number, name, lineage, at in rows]

    def lineage(self, routebook: str, number: int) -> dict[str, Any]:
        """Return what a version was made of and what was measured; nothing where that is damaged."""
        select = "SELECT lineage FROM fingerpost_students WHERE routebook = ? AND id = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StudentError(_unknown_version(routebook, number))
        return _parse_lineage(rows[0][0])

    def read(self, routebook: str, number: int) -> tuple[dict[str, Any], bytes]:
        """Return head and arrays of a version."""
        select = "SELECT head, arrays FROM fingerpost_students WHERE routebook = ? AND id = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StudentError(_unknown_version(routebook, number))
        try:
            return json.loads(rows[0][0]), bytes(rows[0][1])
        except (ValueError, RecursionError) as error:
            raise StudentError(
                f"student {number} of {routebook}: is damaged: {error}; roll back, or learn again"
            ) from error

    def serving(self, routebook: str, role: str = CHAMPION) -> ServingVersion | None:
        """Return who serves; None where nobody was ever promoted."""
        rows = self._database.read(lambda connection: _serving_history(connection, routebook, role, 1))
        return rows[0] if rows else None

    def set_serving(
        self,
        routebook: str,
        number: int | None,
        why: str,
        role: str = CHAMPION,
        since: ServingVersion | Literal["any"] | None = ANY_VERSION,
    ) -> ServingVersion:
        """Have a version serve from now on (None: the one that the routebook's own examples give).

        `since`: who serves as the caller knows it; raises where that is another by now.
        """
        now = self._clock()

        def work(connection: Connection) -> ServingVersion:
            connection.lock(f"serving {routebook!r}")
            if number is not None and not connection.query(
                "SELECT 1 FROM fingerpost_students WHERE routebook = ? AND id = ?", routebook, number
            ):
                raise StudentError(_unknown_version(routebook, number))
            newest = _serving_history(connection, routebook, role, 1)
            if since != ANY_VERSION and (newest[0] if newest else None) != since:
                raise StudentError(
                    f"{routebook}: student {number} is kept and does not serve: another {role} came or was rolled back"
                    f" meanwhile. `fingerpost students promote {number}` has it serve nevertheless"
                )
            if newest and newest[0].student == number:
                # Said twice, it would take two roll-backs to undo.
                return newest[0]
            return _insert_serving(connection, routebook, role, PROMOTED, number, why, now)

        return self._database.write(work)

    def roll_back(self, routebook: str, why: str) -> ServingVersion:
        """Have the champion before the one that serves serve again; done again, the one before that."""
        now = self._clock()

        def work(connection: Connection) -> ServingVersion:
            connection.lock(f"serving {routebook!r}")
            past = _serving_history(connection, routebook, CHAMPION, 1000)
            if not past or past[0].student is None:
                raise StudentError(f"{routebook}: nothing to roll back: the student of its own examples serves")
            rows = connection.query("SELECT id FROM fingerpost_students WHERE routebook = ?", routebook)
            before = _previous_champion(past, {number for (number,) in rows})
            return _insert_serving(connection, routebook, CHAMPION, ROLLED_BACK, before, why, now)

        return self._database.write(work)

    def begin_training(self, routebook: str, trainer: str) -> None:
        """Take the place of the one trainer of a routebook, or say again that it is held; raises if another has it."""
        now = self._clock()

        def work(connection: Connection) -> None:
            connection.lock(f"training {routebook!r}")
            held = connection.query("SELECT trainer, until FROM fingerpost_trainers WHERE routebook = ?", routebook)
            if held and held[0][0] != trainer and now < held[0][1] < now + 2 * TRAINING_LEASE:
                raise StudentError(
                    f"{routebook}: {held[0][0]} is training already: wait for it; should it have been killed, its"
                    f" place is free in {held[0][1] - now:.0f} s"
                )
            connection.execute("DELETE FROM fingerpost_trainers WHERE routebook = ?", routebook)
            connection.execute(
                "INSERT INTO fingerpost_trainers VALUES (?, ?, ?)", routebook, trainer, now + TRAINING_LEASE
            )

        self._database.write(work)

    def trainer(self, routebook: str) -> str | None:
        """Return who has the place of the trainer; whether that one still lives is another matter."""
        select = "SELECT trainer FROM fingerpost_trainers WHERE routebook = ?"
        rows = self._database.read(methodcaller("query", select, routebook))
        return rows[0][0] if rows else None

    def end_training(self, routebook: str, trainer: str) -> None:
        """Give the place free."""
        delete = "DELETE FROM fingerpost_trainers WHERE routebook = ? AND trainer = ?"
        self._database.write(methodcaller("execute", delete, routebook, trainer))


def _serving_history(connection: Connection, routebook: str, role: str, most: int) -> list[ServingVersion]:
    select = """SELECT id, student, how, why, at FROM fingerpost_serving WHERE routebook = ? AND role = ?
        ORDER BY id DESC LIMIT ?"""
    return [ServingVersion(*row) for row in connection.query(select, routebook, role, most)]


def _previous_champion(past: list[ServingVersion], kept: set[int]) -> int | None:
    """Return who served before the one that serves: promotions are a pile, and a roll-back takes the uppermost off."""
    pile: list[int | None] = []
    for row in reversed(past):
        if row.how == PROMOTED:
            pile.append(row.student)
            continue
        del pile[-1:]
        # What was gone when it was rolled back was passed over.
        while pile and pile[-1] != row.student:
            pile.pop()
    below = [student for student in pile[:-1] if student is None or student in kept]
    return below[-1] if below else None


def _parse_lineage(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _insert_serving(
    connection: Connection, routebook: str, role: str, how: str, number: int | None, why: str, now: float
) -> ServingVersion:
    [(place,)] = connection.query(
        """INSERT INTO fingerpost_serving (routebook, role, how, student, why, at)
            VALUES (?, ?, ?, ?, ?, ?) RETURNING id""",
        routebook,
        role,
        how,
        number,
        why,
        now,
    )
    return ServingVersion(place, number, how, why, now)


def _unknown_version(routebook: str, number: int) -> str:
    return f"{routebook} has no student {number}: `fingerpost students list` shows those that are kept"
