"""Read-only access to the analytics database: bounded rows, bounded result size, and a query timeout."""

from __future__ import annotations

import logging
import math
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.assistants.agents.analytics.sqlite_limits import SPILLED, install_guard, open_sqlite
from fingerpost.errors import FingerpostError, SettingsError
from fingerpost.observability.events import log_event

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.exc import DBAPIError

DIALECTS = {"sqlite": "sqlite", "postgresql": "postgres", "mysql": "mysql", "mariadb": "mysql", "duckdb": "duckdb"}
"""Supported databases, with the SQL dialect used to check their statements."""

DRIVERS = {"postgresql": "postgresql+psycopg"}
"""Drivers that replace outdated defaults of SQLAlchemy."""

CONNECTING = {"postgresql": {"connect_timeout": 5, "keepalives_idle": 15, "tcp_user_timeout": 15_000}}
"""Options of connections, unless the URL has its own: a server that disappears is noticed in seconds, not in hours."""

RESULT = 10_000_000
"""Maximum size of a result in bytes, as Python keeps its values."""

SESSION = {
    "postgresql": ("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "SET standard_conforming_strings = on"),
    "mysql": ("SET SESSION TRANSACTION READ ONLY",),
    "mariadb": ("SET SESSION TRANSACTION READ ONLY",),
}
"""Statements run when a connection is opened."""

OPENING = {
    "postgresql": (
        "SET TRANSACTION READ ONLY",
        "SET LOCAL statement_timeout = {milliseconds}",
        "SET LOCAL lock_timeout = {milliseconds}",
        # For each sort and each hash table; a server may be set up for few and large ones.
        "SET LOCAL work_mem = '16MB'",
        # The bytes that lists have collected, counted by the rewritten statement.
        "SET LOCAL fingerpost.listed = '0'",
    ),
    "mysql": ("SET SESSION max_execution_time = {milliseconds}",),
    "mariadb": ("SET SESSION max_statement_time = {seconds}",),
}
"""Statements run at the start of each transaction."""

TEMPORARY_FILES = f"""SELECT set_config('temp_file_limit', '{SPILLED // 1000}', FALSE)
WHERE current_setting('temp_file_limit') = '-1'"""
"""Limits the temporary files of a PostgreSQL session in kB, where nothing else does; not every user is allowed to."""

_MISSING_BY_CODE = {"42703": "column", "42P01": "table", 1054: "column", 1146: "table"}
"""The kind of missing object, by error code of PostgreSQL or MySQL."""
_MISSING_MESSAGE = re.compile(
    r"^no such (column|table)\b|Referenced (column) .* not found|(Table) with name .* does not exist"
)
"""The same by error message of SQLite and DuckDB, which have no error codes."""
_CANCELLED = frozenset({"57014", "55P03", 3024, 1969})
_TOO_LARGE = frozenset({"53200", "54000"})
"""Error codes of PostgreSQL for a value that exceeds its own limits, or its memory."""
_TEMPORARY_FILES_EXCEEDED = "53400"
_DENIED = frozenset({"42501", 1142, 1143})
"""Error codes of PostgreSQL and MySQL where a user may not read a table or column."""
_TOO_MUCH_TO_SORT = "the query had too much to sort and was ended: ask for fewer rows, or for fewer columns"


class QueryError(FingerpostError):
    """A query failed; the message says why and what to do."""


class DeniedError(QueryError):
    """This user may not read what was asked for, or it is gone."""


class TimeoutQueryError(QueryError):
    """The query took too long and was ended."""


class AwayError(QueryError):
    """The database cannot be reached, or is locked."""


class QueryResult(NamedTuple):
    """The result of a query; `cut` is true where it was truncated."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    cut: bool


class ReadOnlyDatabase:
    """A read-only database, usable from any thread; each query has its own timeout and transaction."""

    def __init__(self, url: str, *, timeout: float = 10.0, most_rows: int = 1000) -> None:
        """Create the engine without connecting; raise SettingsError for an invalid URL."""
        self._url = parse_url(url)
        self._kind = self._url.get_backend_name()
        self.dialect = DIALECTS[self._kind]
        self._timeout, self._most_rows = timeout, most_rows
        self._engine = open_engine(self._url)

    @property
    def place(self) -> str:
        """Return the URL for messages, without password and options."""
        return self._url.set(query={}).render_as_string(hide_password=True)

    def run(self, sql: str, parameters: Sequence[Any] = (), *, left: float = math.inf) -> QueryResult:
        """Run a checked statement and return a bounded result; blocking, so an event loop runs it in a thread.

        The timeout is `left` seconds where that is less than the configured timeout.
        """
        from sqlalchemy.exc import DBAPIError

        seconds = min(self._timeout, left)
        until = monotonic() + seconds
        try:
            opened = self._engine.connect()
        except DBAPIError as error:
            raise self._query_error(error, connecting=True) from error
        try:
            with opened as connection, self._enforce_deadline(connection, until):
                for line in OPENING.get(self._kind, ()):
                    milliseconds = max(1, round(seconds * 1000))
                    connection.exec_driver_sql(line.format(milliseconds=milliseconds, seconds=seconds))
                return self._fetch(connection, sql, parameters, until)
        except DBAPIError as error:
            raise self._query_error(error) from error

    def close(self) -> None:
        """Close the connection pool."""
        self._engine.dispose()

    def _fetch(self, connection: Connection, sql: str, parameters: Sequence[Any], until: float) -> QueryResult:
        # With no_parameters, drivers do not interpret % as a placeholder.
        asked = connection.execution_options(no_parameters=not parameters)
        given, columns, batch = tuple(parameters) or None, (), 500
        if self._kind == "postgresql":
            from fingerpost.assistants.agents.analytics import postgres_limits as limits

            # A limited column that has no name of its own would be called after the limit.
            columns = tuple(asked.exec_driver_sql(limits.describe_statement(sql), given).keys())
            sql, batch = limits.limit_statement(sql), limits.BATCH
        elif self._kind == "duckdb":
            from fingerpost.assistants.agents.analytics.duckdb_limits import limit_statement

            sql = limit_statement(sql)
        streamed = asked.execution_options(stream_results=True, max_row_buffer=min(batch, self._most_rows + 1))
        rows: list[tuple[Any, ...]] = []
        size = 0
        with streamed.exec_driver_sql(sql, given) as cursor:
            columns = columns or tuple(cursor.keys())
            for row in cursor:
                if monotonic() > until:
                    raise self._timeout_error()
                size += sum(map(value_size, row))
                if len(rows) >= self._most_rows or size > RESULT:
                    return QueryResult(columns, rows, True)
                rows.append(tuple(row))
        return QueryResult(columns, rows, False)

    @contextmanager
    def _enforce_deadline(self, connection: Connection, until: float) -> Iterator[None]:
        """Enforce the deadline in databases without a statement timeout of their own."""
        from sqlalchemy.exc import DBAPIError

        raw = connection.connection.driver_connection
        if self._kind == "sqlite" and isinstance(raw, sqlite3.Connection):
            watch = install_guard(raw, until)
            try:
                yield
            except DBAPIError as error:
                if not watch.spilled:
                    raise
                raise QueryError(_TOO_MUCH_TO_SORT) from error
        elif self._kind == "duckdb" and raw is not None:
            timer = threading.Timer(max(0.0, until - monotonic()), raw.interrupt)
            timer.daemon = True
            timer.start()
            try:
                yield
            finally:
                timer.cancel()
        else:
            yield

    def _timeout_error(self) -> QueryError:
        return TimeoutQueryError(
            f"the query took longer than {self._timeout:g} s and was ended: ask for less, such as a shorter period"
        )

    def _query_error(self, error: DBAPIError, *, connecting: bool = False) -> QueryError:
        """Translate a driver error into a QueryError with a remedy."""
        original = error.orig
        code = getattr(original, "sqlstate", None) or next(iter(getattr(original, "args", ())), None)
        said = str(original).strip().splitlines()[0] if str(original).strip() else type(original).__name__
        if limited := self._limit_error(code, said):
            return limited
        if refused := _refused_error(code, said):
            return refused
        if connecting or error.connection_invalidated:
            return AwayError(f"{self.place} cannot be reached ({said}): check the URL, and that the database is up")
        if "locked" in said:
            return AwayError(f"{self.place} is locked by somebody who writes ({said}): try again")
        if error.statement is None:
            # The error occurred while fetching rows, after the statement had run.
            return QueryError(f"{self.place} has rows that cannot be read ({said}): check that the database is sound")
        return QueryError(f"the database refused the statement: {said}")

    def _limit_error(self, code: Any, said: str) -> QueryError | None:
        """Return the error where a limit on time, sorting or sizes ended the query, else None."""
        if code in _CANCELLED or "interrupted" in said.lower():
            return self._timeout_error()
        if code == _TEMPORARY_FILES_EXCEEDED:
            return QueryError(_TOO_MUCH_TO_SORT)
        if code in _TOO_LARGE or "string or blob too big" in said:
            remedy = "ask for fewer rows, or for a part of the text"
            return QueryError(f"a value of the query is too large ({said}): {remedy}")
        reason = None
        if self._kind == "postgresql":
            from fingerpost.assistants.agents.analytics import postgres_limits

            reason = postgres_limits.exceeded_limit(said)
        elif self._kind == "duckdb":
            from fingerpost.assistants.agents.analytics import duckdb_limits

            reason = duckdb_limits.exceeded_limit(said)
        return QueryError(reason) if reason else None


def value_size(value: Any) -> int:
    """Return the bytes that a value takes in memory, with all that a list, a row or a map holds."""
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    inner = sum(map(value_size, parts)) if isinstance(parts, (list, tuple)) else 0
    return sys.getsizeof(value) + inner


def _refused_error(code: Any, said: str) -> DeniedError | None:
    """Return the error where this user may not read a table or column, or where it is gone, else None."""
    gone = _MISSING_BY_CODE.get(code) if isinstance(code, (int, str)) else None
    if gone is None and (found := _MISSING_MESSAGE.search(said)):
        gone = (found[1] or found[2] or found[3]).lower()
    if gone:
        return DeniedError(f"a {gone} is gone ({said}): run `fingerpost agents allowlist URL` to read the schema anew")
    if code in _DENIED:
        return DeniedError(f"this user may not read it ({said}): have an administrator grant SELECT on it")
    # What SQLite says where a view does what queries may not.
    return DeniedError(f"the database refused the statement: {said}") if said == "not authorized" else None


def parse_url(url: str) -> URL:
    """Return the parsed database URL, or raise SettingsError with the cause and the remedy."""
    try:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError
    except ModuleNotFoundError as error:
        if error.name != "sqlalchemy":
            raise
        raise SettingsError("databases are read with SQLAlchemy: pip install 'fingerpost[analytics]'") from error
    try:
        found = make_url(url)
    except (ArgumentError, ValueError) as error:
        # The URL may contain a password, so the message does not repeat it.
        raise SettingsError("the database's URL cannot be read: write it like sqlite:///store.sqlite") from error
    kind = found.get_backend_name()
    if kind not in DIALECTS:
        raise SettingsError(f"{kind} is no database that can be asked; choose one of {', '.join(DIALECTS)}")
    if kind == "sqlite":
        return _sqlite_url(found)
    return found.set(drivername=DRIVERS.get(found.drivername, found.drivername))


def _sqlite_url(url: URL) -> URL:
    """Return the URL with an absolute path, or raise SettingsError where the file is no readable SQLite database."""
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise SettingsError("a database in memory has nothing to ask: name a file, like sqlite:///store.sqlite")
    file = Path(url.database).absolute()
    try:
        # Opening the file here distinguishes errors that SQLite reports alike.
        with file.open("rb") as opened:
            head = opened.read(16)
    except OSError as error:
        remedy = "name a file that is there, or make one with `fingerpost agents demo-data agents PATH`"
        raise SettingsError(f"{file} cannot be read ({error.strerror}): {remedy}") from error
    if head and head != b"SQLite format 3\0":
        raise SettingsError(f"{file} is no SQLite database: name another file")
    return url.set(database=os.fspath(file))


def open_engine(url: URL) -> Engine:
    """Return an engine whose connections are read-only."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import NoSuchModuleError
    from sqlalchemy.pool import NullPool

    kind = url.get_backend_name()
    try:
        if kind == "sqlite":
            # Opening a file is cheap, and an unpooled connection has its own timeout handler.
            return create_engine(url, creator=lambda: open_sqlite(str(url.database)), poolclass=NullPool)
        if kind == "duckdb":
            from fingerpost.assistants.agents.analytics.duckdb_files import open_duckdb

            return open_duckdb(url)
        options = {name: value for name, value in CONNECTING.get(kind, {}).items() if name not in url.query}
        engine = create_engine(url, pool_pre_ping=True, connect_args=options)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        missing = getattr(error, "name", None) or str(error)
        remedy = "pip install 'fingerpost[duckdb]'" if kind == "duckdb" else "pip install it"
        raise SettingsError(f"{kind} needs a driver that is not installed ({missing}): {remedy}") from error

    @event.listens_for(engine, "connect")
    def begin(raw: Any, _: Any) -> None:
        with raw.cursor() as cursor:
            for line in SESSION.get(kind, ()):
                cursor.execute(line)
        raw.commit()
        if kind == "postgresql":
            try:
                with raw.cursor() as cursor:
                    cursor.execute(TEMPORARY_FILES)
                raw.commit()
            except engine.dialect.loaded_dbapi.Error:
                raw.rollback()
                _warn_of_temporary_files(url.set(query={}).render_as_string(hide_password=True))

    return engine


@cache
def _warn_of_temporary_files(place: str) -> None:
    """Warn, once for each database, that a statement may write temporary files until its timeout."""
    remedy = f"have an administrator run ALTER ROLE … SET temp_file_limit = '{SPILLED // 1_000_000}MB' for its user"
    log_event(f"nothing limits the temporary files of a query in {place}: {remedy}", logging.WARNING)
