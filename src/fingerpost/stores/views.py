"""Read-only views of the store in the formats that the source documents define."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import methodcaller
from typing import Any, ClassVar

from fingerpost.stores.database import UNSTORABLE, Database
from fingerpost.types import SNIPPET


class _View(Mapping[str, list[dict[str, Any]]]):
    _select: ClassVar[str]
    _keys: ClassVar[tuple[str, str]]

    def __init__(self, database: Database) -> None:
        self._database = database

    def __getitem__(self, session: str) -> list[dict[str, Any]]:
        if session not in self:
            raise KeyError(session)
        rows = self._database.read(lambda connection: connection.query(self._select, session))
        return [dict(zip(self._keys, row, strict=True)) for row in rows]

    def __contains__(self, session: object) -> bool:
        # An invalid id was never stored, and PostgreSQL would raise an error for it.
        if not isinstance(session, str) or UNSTORABLE.search(session):
            return False
        select = "SELECT 1 FROM fingerpost_sessions WHERE session = ?"
        return bool(self._database.read(lambda connection: connection.query(select, session)))

    def __iter__(self) -> Iterator[str]:
        last: str | None = ""
        page: list[tuple[str]]
        # In pages: the sessions of three months may not fit into memory.
        select = "SELECT session FROM fingerpost_sessions WHERE session > ? ORDER BY session LIMIT 1000"
        while last is not None:
            page = self._database.read(methodcaller("query", select, last))
            yield from (session for (session,) in page)
            last = page[-1][0] if page else None

    def __len__(self) -> int:
        select = "SELECT count(*) FROM fingerpost_sessions"
        count: int = self._database.read(lambda connection: connection.query(select))[0][0]
        return count


class SessionView(_View):
    """Maps a session to `[{"role": …, "content": …}]`; answers whose text was deleted are left out."""

    _select = """SELECT role, CASE WHEN whole = 1 OR text <> '' THEN text ELSE snippet END FROM fingerpost_turns
        WHERE session = ? AND (whole = 1 OR snippet IS NOT NULL) ORDER BY id"""
    _keys = ("role", "content")


class ClassifyHistoryView(_View):
    """Maps a session to `[{"type": …, "topic": …}]`, all of them and not only the six that a classifier sees."""

    _select = f"""SELECT route, COALESCE(snippet, substr(text, 1, {SNIPPET})) FROM fingerpost_turns
        WHERE session = ? AND role = 'user' AND route IS NOT NULL ORDER BY id"""  # noqa: S608 - a constant
    _keys = ("type", "topic")
