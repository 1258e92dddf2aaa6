"""Reads bounded samples of tables: rows, distinct values, extremes, and whether values occur in another table."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedTable
from fingerpost.assistants.agents.analytics.read_only_database import (
    AwayError,
    DeniedError,
    QueryError,
    ReadOnlyDatabase,
    TimeoutQueryError,
)
from fingerpost.observability.events import log_event

ROWS = 1000
"""Rows of a sample, from each end of a table."""
DISTINCT = 1000
"""Distinct values of a column that are looked up in another table."""
LETTERS = 200
"""Characters of a text that are read."""
QUERY_SECONDS = 3.0
"""Time of one query."""
DENIALS_ASKED = 200
"""Columns of a table that are tried one by one where the table as a whole is refused."""


@dataclass(slots=True)
class Sample:
    """What was read of a table: the values of each column, without nulls; `why` says why there are none."""

    table: AllowedTable
    values: dict[str, list[Any]] = field(default_factory=dict)
    rows: int = 0
    whole: bool = False
    why: str = ""


class OutOfTimeError(QueryError):
    """The time for the whole profile is used up."""


class Sampler:
    """Reads a database within a time limit for all queries together."""

    def __init__(self, database: ReadOnlyDatabase, seconds: float) -> None:
        """Begin to count the time."""
        self._database = database
        self._until = monotonic() + seconds
        self._quote = "`" if database.dialect == "mysql" else '"'
        self._text = "CHAR" if database.dialect == "mysql" else "TEXT"

    def sample(self, table: AllowedTable) -> tuple[Sample | None, list[str]]:
        """Return a sample of a table without what this user may not read, and the names of that.

        None is returned where nothing of the table may be read. A table that is too slow is kept, without values.
        """
        try:
            return self._rows(table), []
        except OutOfTimeError:
            return Sample(table, why="no time was left"), []
        except TimeoutQueryError:
            return Sample(table, why="no time was left" if self.out_of_time else "it took too long to read"), []
        except AwayError:
            raise
        except QueryError as error:
            log_event(f"[allowlist] {table.name}: {error}", logging.DEBUG)
        return self._by_columns(table)

    @property
    def out_of_time(self) -> bool:
        """Return whether nothing more can be read."""
        return monotonic() > self._until

    def distinct(self, table: str, column: str, most: int) -> list[str] | None:
        """Return the distinct values of a text column, one more than `most` at most; None where it takes too long."""
        text = f"SUBSTR(CAST({self._name(column)} AS {self._text}), 1, {LETTERS})"
        where = f"WHERE {self._name(column)} IS NOT NULL LIMIT {most + 1}"
        rows = self._ask(self._select(f"DISTINCT {text}", table, where))
        return None if rows is None else [str(value) for (value,) in rows]

    def extremes(self, table: str, column: str) -> tuple[Any, Any] | None:
        """Return the least and the greatest value of a column, or None where it takes too long."""
        name = self._name(column)
        rows = self._ask(self._select(f"MIN({name}), MAX({name})", table))
        return (rows[0][0], rows[0][1]) if rows else None

    def is_unique(self, table: str, column: str) -> bool:
        """Return whether each row of a table has a value of its own in a column."""
        name = self._name(column)
        rows = self._ask(self._select(f"COUNT(*), COUNT(DISTINCT {name})", table))
        return rows is not None and rows[0][0] == rows[0][1] > 0

    def missing(self, table: str, column: str, other: str, key: str) -> tuple[int, int] | None:
        """Return how many of the first distinct values there are, and how many of them another table's key lacks."""
        name = self._name(column)
        known = self._select(f"DISTINCT {name} AS v", table, f"WHERE {name} IS NOT NULL LIMIT {DISTINCT}")
        found = self._select("1", other, f"AS o WHERE o.{self._name(key)} = s.v")
        lacks = f"SUM(CASE WHEN EXISTS ({found}) THEN 0 ELSE 1 END)"
        rows = self._ask(f"SELECT COUNT(*), {lacks} FROM ({known}) AS s")  # noqa: S608 - of quoted names
        return (int(rows[0][0]), int(rows[0][1] or 0)) if rows else None

    def _rows(self, table: AllowedTable) -> Sample:
        columns = ", ".join(self._cut(column.name, column.kind) for column in table.columns)
        rows = self._run(self._select(columns, table.name, f"LIMIT {ROWS}"))
        whole = len(rows) < ROWS
        keys = [column.name for column in table.columns if column.key]
        if not whole and len(keys) == 1:
            # New rows may look different from old ones.
            newest = f"ORDER BY {self._name(keys[0])} DESC LIMIT {ROWS}"
            rows += self._ask(self._select(columns, table.name, newest)) or []
        values = {
            column.name: [_plain(row[at]) for row in rows if row[at] is not None]
            for at, column in enumerate(table.columns)
        }
        return Sample(table, values, len(rows), whole)

    def _by_columns(self, table: AllowedTable) -> tuple[Sample | None, list[str]]:
        """Read a table column by column, where it cannot be read as a whole."""
        kept, refused = [], []
        for column in table.columns[:DENIALS_ASKED]:
            try:
                self._run(self._select(self._cut(column.name, column.kind), table.name, f"LIMIT {ROWS}"))
                kept.append(column)
            except DeniedError:
                refused.append(f"{table.name}.{column.name}")
            except OutOfTimeError:
                # It is not known whether it may be read.
                refused.append(f"{table.name}.{column.name}")
            except AwayError:
                raise
            except QueryError:
                kept.append(column)
        refused += [f"{table.name}.{column.name}" for column in table.columns[DENIALS_ASKED:]]
        if not kept:
            return None, [table.name]
        table = replace(table, columns=tuple(kept))
        try:
            return self._rows(table), refused
        except AwayError:
            raise
        except QueryError as error:
            return Sample(table, why=str(error).partition(":")[0]), refused

    def _ask(self, sql: str) -> list[tuple[Any, ...]] | None:
        """Return rows, or None where the query fails or takes too long; an error where the database is gone."""
        try:
            return self._run(sql)
        except AwayError:
            raise
        except QueryError as error:
            log_event(f"[allowlist] {error}", logging.DEBUG)
            return None

    def _run(self, sql: str) -> list[tuple[Any, ...]]:
        left = self._until - monotonic()
        if left <= 0:
            raise OutOfTimeError("no time was left")
        return self._database.run(sql, left=min(left, QUERY_SECONDS)).rows

    def _select(self, what: str, table: str, rest: str = "") -> str:
        return f"SELECT {what} FROM {self._name(table)} {rest}"  # noqa: S608 - names are quoted

    def _cut(self, column: str, kind: str) -> str:
        name = self._name(column)
        if kind != "text":
            return name
        if self._database.dialect == "sqlite":
            # A column of a view has no type of its own.
            return f"CASE WHEN TYPEOF({name}) IN ('text', 'blob') THEN SUBSTR({name}, 1, {LETTERS}) ELSE {name} END"
        return f"SUBSTR(CAST({name} AS {self._text}), 1, {LETTERS})"

    def _name(self, name: str) -> str:
        return self._quote + name.replace(self._quote, self._quote * 2) + self._quote


def _plain(value: Any) -> Any:
    """Return a value as SQLite would have it: dates as text."""
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def texts(values: Sequence[Any]) -> list[str]:
    """Return the values that are text and not blank."""
    return [value for value in values if isinstance(value, str) and value.strip()]
