"""Stored decisions: the traces of requests by route, layer, language and session, newest first or as they come."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.observability.spans import span
from fingerpost.stores import turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import UNSTORABLE, Database
from fingerpost.stores.session_owners import SessionOwner

WINDOW = 5_000
"""Decisions that one page is searched for in; the next page goes on before them, so that no search takes long."""

READ_AT_ONCE = 250
"""Decisions that are read at once where those of one routebook are looked for."""

MAX_NUMBER = 2**63 - 1
"""The highest number that a row can have."""

ADD_TRACE = """INSERT INTO fingerpost_traces
    (request, session, owner, at, doubtful, trace, client, route, layer, accepted, language)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_ROW = "id, client, owner, trace"
_MESSAGES = """SELECT role, CASE WHEN whole = 1 OR text <> '' THEN text ELSE snippet END, corrected
    FROM fingerpost_turns WHERE session = ? AND request = ? ORDER BY place, id"""

_CORRECTIONS = """SELECT route, count(*) FROM fingerpost_turns WHERE role = 'user' AND corrected IS NOT NULL
    AND corrected <> COALESCE(route, '') AND (routebook IS NULL OR routebook = ?) AND at >= ? GROUP BY route"""


class DecisionFilter(NamedTuple):
    """Which decisions are wanted; None for all of them."""

    route: str | None = None
    layer: str | None = None
    accepted: bool | None = None
    language: str | None = None
    session: str | None = None
    routebook: str | None = None

    def matches(self, trace: Mapping[str, Any]) -> bool:
        """Whether a trace is wanted, as the queries of `StoredDecisions` decide it."""
        wanted = self._replace(routebook=None)._asdict()
        return self.is_of_routebook(trace) and all(
            value is None or trace.get(name) == value for name, value in wanted.items()
        )

    def is_of_routebook(self, trace: Mapping[str, Any]) -> bool:
        """Whether a trace is of the routebook that is wanted; one that names none is of all."""
        return self.routebook is None or trace.get("routebook") in (None, self.routebook)


class StoredDecision(NamedTuple):
    """A stored trace with its number, the client that sent the request, and the user as stored."""

    id: int
    client: str | None
    user: str | None
    trace: dict[str, Any]

    def is_of(self, owner: SessionOwner | None) -> bool:
        """Whether it belongs to the owner; to None belongs everything."""
        return owner is None or (self.client == owner.client and owner.user in (None, self.user))


class DecisionPage(NamedTuple):
    """Decisions, newest first, and the number before which the next page begins; None after the last one.

    `last`: the number of the owner's newest decision when they were looked for.
    """

    rows: list[StoredDecision]
    before: int | None
    last: int = 0


class NewDecisions(NamedTuple):
    """Decisions, oldest first, and the number of older ones that were left out."""

    rows: list[StoredDecision]
    left_out: int = 0


class StoredMessagePart(NamedTuple):
    """What the store has of a message or an answer: the text, or the first characters of it; None where it is gone."""

    role: str
    text: str | None


class DecisionMessages(NamedTuple):
    """The messages of a request, and the route that a person gave it."""

    messages: list[StoredMessagePart]
    corrected: str | None


def trace_row(trace: Mapping[str, Any], now: float, doubtful: bool) -> tuple[object, ...]:
    """Return the values of `ADD_TRACE`."""
    accepted = trace.get("accepted")
    return (
        *(_clean_id(trace.get(key)) for key in ("request", "session", "user")),
        turn_writer.finite_number(trace.get("at"), now),
        int(doubtful),
        json.dumps(trace, default=str),
        *(_clean_id(trace.get(key)) for key in ("client", "route", "layer")),
        int(accepted) if isinstance(accepted, bool) else None,
        _clean_id(trace.get("language")),
    )


def decode_trace(stored: str) -> dict[str, Any]:
    """Return a stored trace; a damaged one as its raw text under "damaged"."""
    try:
        trace = json.loads(stored)
    except (ValueError, RecursionError):
        trace = None
    return trace if isinstance(trace, dict) else {"damaged": stored}


class StoredDecisions:
    """The decisions of a store; with an owner, those of others do not exist."""

    def __init__(self, database: Database) -> None:
        """Use `Store.decisions`."""
        self._database = database

    def page(
        self,
        wanted: DecisionFilter,
        owner: SessionOwner | None = None,
        *,
        before: int | None = None,
        after: int = 0,
        limit: int = 50,
    ) -> DecisionPage:
        """Return the newest decisions between two numbers, those excluded; of the window that was searched."""
        if _is_unstorable(wanted):
            return DecisionPage([], None)
        if wanted.routebook is None:
            return self._page(wanted, owner, before, after, limit)
        # Only the traces themselves tell the routebook.
        rows: list[StoredDecision] = []
        searched, last = 0, None
        while True:
            page = self._page(wanted, owner, before, after, max(limit, READ_AT_ONCE))
            rows += [row for row in page.rows if wanted.is_of_routebook(row.trace)]
            searched, before = searched + len(page.rows), page.before
            last = page.last if last is None else last
            if len(rows) > limit:
                return DecisionPage(rows[:limit], rows[limit - 1].id, last)
            if before is None or searched >= WINDOW or not page.rows:
                return DecisionPage(rows, before, last)

    def _page(
        self, wanted: DecisionFilter, owner: SessionOwner | None, before: int | None, after: int, limit: int
    ) -> DecisionPage:
        """Return a page of the decisions of all routebooks."""
        # By an index; everything else is looked for within the window.
        near, values = _conditions({"session": wanted.session, **_owner_values(owner)})
        bounds, limits = ["id > ?"], [after]
        if before is not None:
            bounds.append("id < ?")
            limits.append(before)
        far, others = _conditions(
            {
                "route": wanted.route,
                "layer": wanted.layer,
                "accepted": None if wanted.accepted is None else int(wanted.accepted),
                "language": wanted.language,
            }
        )
        size = WINDOW if far else limit + 1
        window = f"""SELECT id, route, layer, accepted, language FROM fingerpost_traces
            WHERE {" AND ".join([*bounds, *near])} ORDER BY id DESC LIMIT {size}"""  # noqa: S608 - constants
        found = f"SELECT id FROM ({window}) w WHERE {' AND '.join([*far, '1 = 1'])} ORDER BY id DESC LIMIT ?"  # noqa: S608
        select = f"SELECT {_ROW} FROM fingerpost_traces WHERE id IN ({found}) ORDER BY id DESC"  # noqa: S608
        lowest = f"SELECT count(*), min(id) FROM ({window}) w"  # noqa: S608

        def read(connection: Connection) -> DecisionPage:
            last = _last_number(connection, owner)
            searched, first = connection.query(lowest, *limits, *values)[0]
            rows = _decoded(connection.query(select, *limits, *values, *others, limit + 1))
            if len(rows) > limit:
                return DecisionPage(rows[:limit], rows[limit - 1].id, last)
            return DecisionPage(rows, int(first) if searched == size else None, last)

        with span("store.read"):
            return self._database.read(read)

    def last_number(self, owner: SessionOwner | None = None, up_to: int = MAX_NUMBER) -> int:
        """Return the number of the owner's newest decision up to a number; 0 where there is none."""
        return self._database.read(lambda connection: _last_number(connection, owner, up_to))

    def count_between(self, after: int, before: int) -> int:
        """Return how many decisions lie between two numbers, those excluded."""
        return self._database.read(lambda connection: _count_between(connection, after, before))

    def newer(self, after: int, limit: int) -> NewDecisions:
        """Return the newest decisions after a number, and how many between were left out."""
        select = f"SELECT {_ROW} FROM fingerpost_traces WHERE id > ? ORDER BY id DESC LIMIT ?"  # noqa: S608 - a constant

        def read(connection: Connection) -> NewDecisions:
            rows = _decoded(connection.query(select, after, limit))[::-1]
            return NewDecisions(rows, _count_between(connection, after, rows[0].id) if len(rows) == limit else 0)

        return self._database.read(read)

    def latest(self, since: float, limit: int) -> list[StoredDecision]:
        """Return the newest decisions since a time, newest first."""
        select = f"SELECT {_ROW} FROM fingerpost_traces WHERE at >= ? ORDER BY id DESC LIMIT ?"  # noqa: S608 - a constant
        return _decoded(self._database.read(lambda connection: connection.query(select, since, limit)))

    def corrections(self, routebook: str, since: float) -> dict[str | None, int]:
        """Return for each route how many messages since a time were decided so, and given another one by a person."""
        rows = self._database.read(lambda connection: connection.query(_CORRECTIONS, routebook, since))
        return {route: int(count) for route, count in rows}

    def find(
        self, request: str, session: str | None = None, owner: SessionOwner | None = None
    ) -> StoredDecision | None:
        """Return the latest decision of a request; None where there is none."""
        if UNSTORABLE.search(request + (session or "")):
            return None
        given, values = _conditions({"request": request, "session": session, **_owner_values(owner)})
        select = f"SELECT {_ROW} FROM fingerpost_traces WHERE {' AND '.join(given)} ORDER BY id DESC LIMIT 1"  # noqa: S608
        with span("store.read"):
            rows = _decoded(self._database.read(lambda connection: connection.query(select, *values)))
        return rows[0] if rows else None

    def messages(self, session: str, request: str) -> DecisionMessages:
        """Return what the store still has of the messages of a request, and of a person's correction."""
        rows = self._database.read(lambda connection: connection.query(_MESSAGES, session, request))
        corrected = next((route for _, _, route in rows if route is not None), None)
        return DecisionMessages([StoredMessagePart(role, text) for role, text, _ in rows], corrected)


def _last_number(connection: Connection, owner: SessionOwner | None, up_to: int = MAX_NUMBER) -> int:
    given, values = _conditions(_owner_values(owner))
    where = " AND ".join(["id <= ?", *given])
    select = f"SELECT id FROM fingerpost_traces WHERE {where} ORDER BY id DESC LIMIT 1"  # noqa: S608 - constants
    rows = connection.query(select, up_to, *values)
    return int(rows[0][0]) if rows else 0


def _count_between(connection: Connection, after: int, before: int) -> int:
    count = "SELECT count(*) FROM fingerpost_traces WHERE id > ? AND id < ?"
    return int(connection.query(count, after, before)[0][0])


def _decoded(rows: Sequence[tuple[Any, ...]]) -> list[StoredDecision]:
    return [StoredDecision(number, client, owner, decode_trace(trace)) for number, client, owner, trace in rows]


def _conditions(values: Mapping[str, object]) -> tuple[list[str], list[object]]:
    """Return the conditions on columns that have a value, and the values."""
    given = {name: value for name, value in values.items() if value is not None}
    return [f"{name} = ?" for name in given], list(given.values())


def _owner_values(owner: SessionOwner | None) -> dict[str, object]:
    # By the request itself: its session may not have been stored, and be opened by somebody else later.
    return {} if owner is None else {"client": owner.client, "owner": owner.user}


def _is_unstorable(wanted: DecisionFilter) -> bool:
    """Whether a value was never stored, and PostgreSQL would raise an error for it."""
    return any(isinstance(value, str) and UNSTORABLE.search(value) for value in wanted)


def _clean_id(value: object) -> str | None:
    return None if value is None else turn_writer.clean_text(str(value))[:256]
