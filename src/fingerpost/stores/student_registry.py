"""Registry of student versions: their lineage, which version serves in which role, and the training lease."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Any, Literal, NamedTuple

from fingerpost.errors import StudentError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

CHAMPION, SHADOW = "champion", "shadow"
"""Roles: the champion decides; the shadow is evaluated beside it without effect."""
PROMOTED, ROLLED_BACK = "promoted", "rolled back"
ANY_VERSION: Literal["any"] = "any"
"""Promote regardless of which version serves now."""

MAX_VERSIONS = 20
"""Versions kept per routebook, in addition to those that served recently."""

TRAINING_LEASE = 900.0
"""Seconds after which a training lease that was not renewed expires."""


class StudentVersion(NamedTuple):
    """A student of a routebook; `lineage` holds its training data, settings and measurements."""

    id: int
    routebook: str
    lineage: dict[str, Any]
    at: float


class ServingVersion(NamedTuple):
    """A version that serves since `at`, `how` it came to serve (promoted, rolled back), and `why`.

    `student` is None for the student trained on the routebook's own examples.
    """

    id: int
    student: int | None
    how: str
    why: str
    at: float


class StudentRegistry:
    """The student versions in one database; changes are committed on return and visible to all processes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Create it through `Store.students`."""
        self._database, self._clock = database, clock

    def add(self, routebook: str, lineage: Mapping[str, Any], head: Mapping[str, Any], arrays: bytes) -> int:
        """Add a version and return its number; the oldest versions that do not serve are deleted."""
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
        """Return the lineage of a version, empty where it is damaged; raises StudentError for an unknown version."""
        select = "SELECT lineage FROM fingerpost_students WHERE routebook = ? AND id = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StudentError(_unknown_version(routebook, number))
        return _parse_lineage(rows[0][0])

    def read(self, routebook: str, number: int) -> tuple[dict[str, Any], bytes]:
        """Return the header and the arrays of a version; raises StudentError."""
        select = "SELECT head, arrays FROM fingerpost_students WHERE routebook = ? AND id = ?"
        rows = self._database.read(methodcaller("query", select, routebook, number))
        if not rows:
            raise StudentError(_unknown_version(routebook, number))
        try:
            return json.loads(rows[0][0]), bytes(rows[0][1])
        except (ValueError, RecursionError) as error:
            raise StudentError(
                f"classifier version {number} of {routebook} is damaged ({error}): roll back, or train again"
            ) from error

    def serving(self, routebook: str, role: str = CHAMPION) -> ServingVersion | None:
        """Return the version that serves in a role; None where none was ever promoted."""
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
        """Make a version serve in a role (None: the student trained on the routebook's own examples).

        `since` is the version that serves to the caller's knowledge; raises StudentError where another serves by now.
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
                    f"{routebook}: classifier version {number} was stored but not promoted: the {role} changed"
                    f" meanwhile. To promote it anyway, run `fingerpost teach students promote {number}`"
                )
            if newest and newest[0].student == number:
                # A second row would need two roll-backs to undo.
                return newest[0]
            return _insert_serving(connection, routebook, role, PROMOTED, number, why, now)

        return self._database.write(work)

    def roll_back(
        self, routebook: str, why: str, since: ServingVersion | Literal["any"] | None = ANY_VERSION
    ) -> ServingVersion:
        """Make the previous champion serve again; repeated, the one before that. `since` as in `set_serving`."""
        now = self._clock()

        def work(connection: Connection) -> ServingVersion:
            connection.lock(f"serving {routebook!r}")
            past = _serving_history(connection, routebook, CHAMPION, 1000)
            if since != ANY_VERSION and (past[0] if past else None) != since:
                raise StudentError(f"{routebook}: another classifier serves by now: look at it again")
            if not past or past[0].student is None:
                raise StudentError(
                    f"{routebook}: nothing to roll back: the classifier trained on its own examples serves"
                )
            rows = connection.query("SELECT id FROM fingerpost_students WHERE routebook = ?", routebook)
            before = _previous_champion(past, {number for (number,) in rows})
            return _insert_serving(connection, routebook, CHAMPION, ROLLED_BACK, before, why, now)

        return self._database.write(work)

    def begin_training(self, routebook: str, trainer: str) -> None:
        """Acquire or renew the training lease of a routebook; raises StudentError if another trainer holds it."""
        now = self._clock()

        def work(connection: Connection) -> None:
            connection.lock(f"training {routebook!r}")
            held = connection.query("SELECT trainer, until FROM fingerpost_trainers WHERE routebook = ?", routebook)
            if held and held[0][0] != trainer and now < held[0][1] < now + 2 * TRAINING_LEASE:
                raise StudentError(
                    f"{routebook}: {held[0][0]} is already training: wait for it; if it was killed, its lease"
                    f" expires in {held[0][1] - now:.0f} s"
                )
            connection.execute("DELETE FROM fingerpost_trainers WHERE routebook = ?", routebook)
            connection.execute(
                "INSERT INTO fingerpost_trainers VALUES (?, ?, ?)", routebook, trainer, now + TRAINING_LEASE
            )

        self._database.write(work)

    def trainer(self, routebook: str) -> str | None:
        """Return the holder of the training lease, which may have expired; None where there is none."""
        select = "SELECT trainer FROM fingerpost_trainers WHERE routebook = ?"
        rows = self._database.read(methodcaller("query", select, routebook))
        return rows[0][0] if rows else None

    def end_training(self, routebook: str, trainer: str) -> None:
        """Release the training lease."""
        delete = "DELETE FROM fingerpost_trainers WHERE routebook = ? AND trainer = ?"
        self._database.write(methodcaller("execute", delete, routebook, trainer))


def _serving_history(connection: Connection, routebook: str, role: str, most: int) -> list[ServingVersion]:
    select = """SELECT id, student, how, why, at FROM fingerpost_serving WHERE routebook = ? AND role = ?
        ORDER BY id DESC LIMIT ?"""
    return [ServingVersion(*row) for row in connection.query(select, routebook, role, most)]


def _previous_champion(past: list[ServingVersion], kept: set[int]) -> int | None:
    """Return the champion before the present one: promotions form a stack, and a roll-back pops it."""
    stack: list[int | None] = []
    for row in reversed(past):
        if row.how == PROMOTED:
            stack.append(row.student)
            continue
        del stack[-1:]
        # The roll-back skipped versions that were deleted by then.
        while stack and stack[-1] != row.student:
            stack.pop()
    below = [student for student in stack[:-1] if student is None or student in kept]
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
    return f"{routebook} has no classifier version {number}: `fingerpost teach students list` shows the stored versions"
