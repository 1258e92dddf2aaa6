"""Statements on their way to a database that is only read: short, few rows, and ended when they take too long."""

from __future__ import annotations

import math
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from fingerpost.errors import FingerpostError, SettingsError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.exc import DBAPIError

DIALECTS = {"sqlite": "sqlite", "postgresql": "postgres", "mysql": "mysql", "mariadb": "mysql", "duckdb": "duckdb"}
"""Databases that can be asked, with the dialect by which their statements are checked."""

DRIVERS = {"postgresql": "postgresql+psycopg"}
"""Where SQLAlchemy would take a driver that nobody installs today."""

LENGTH = 100_000
"""Bytes of one value in SQLite: what grows beyond is no answer."""
CHARACTERS = 10_000_000
"""Characters of one result, all cells together."""
SPILLED = 500_000_000
"""Bytes that a statement of SQLite may write beside the database, to sort what does not fit in memory."""
PATTERN = 1000
"""Bytes of a pattern of LIKE or GLOB in SQLite, which compares it with a value at every place."""
STEPS = 20
"""Steps of SQLite's machine between two looks at the clock: a step may search one long value in another."""

SESSION = {
    "postgresql": ("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "SET standard_conforming_strings = on"),
    "mysql": ("SET SESSION TRANSACTION READ ONLY",),
    "mariadb": ("SET SESSION TRANSACTION READ ONLY",),
}
"""What a connection begins with."""

OPENING = {
    "postgresql": (
        "SET TRANSACTION READ ONLY",
        "SET LOCAL statement_timeout = {milliseconds}",
        "SET LOCAL lock_timeout = {milliseconds}",
    ),
    "mysql": ("SET SESSION max_execution_time = {milliseconds}",),
    "mariadb": ("SET SESSION max_statement_time = {seconds}",),
}
"""What each transaction begins with."""

_READS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})
_GONE = {"42703": "column", "42P01": "table", 1054: "column", 1146: "table"}
"""What is missing, by the code of PostgreSQL or MySQL."""
_MISSING = re.compile(r"^no such (column|table)\b|Referenced (column) .* not found|(Table) with name .* does not exist")
"""The same in the words of SQLite and DuckDB, which have no codes."""
_CANCELLED = frozenset({"57014", "55P03", 3024, 1969})


class QueryError(FingerpostError):
    """A database did not run a statement; says why and what to do."""


class QueryResult(NamedTuple):
    """What a statement returned; `cut` where there was more."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    cut: bool


class ReadOnlyDatabase:
    """Reads one database, from any thread; each statement has its own time and its own transaction."""

    def __init__(self, url: str, *, timeout: float = 10.0, most_rows: int = 1000) -> None:
        """Connect to nothing yet; a URL that can never work is told now."""
        self._url = parse_url(url)
        self._kind = self._url.get_backend_name()
        self.dialect = DIALECTS[self._kind]
        self._timeout, self._most_rows = timeout, most_rows
        self._engine = open_engine(self._url)

    @property
    def place(self) -> str:
        """Return the URL as it may be shown: without the password, and without options that may hold another."""
        return self._url.set(query={}).render_as_string(hide_password=True)

    def run(self, sql: str, parameters: Sequence[Any] = (), *, left: float = math.inf) -> QueryResult:
        """Return at most so many rows of a statement that was checked; a caller in a loop runs this in a thread.

        It takes no longer than the seconds that are `left`, where those are less than its own.
        """
        from sqlalchemy.exc import DBAPIError

        seconds = min(self._timeout, left)
        until = monotonic() + seconds
        try:
            opened = self._engine.connect()
        except DBAPIError as error:
            raise self._told(error, connecting=True) from error
        try:
            with opened as connection, self._watched(connection, until):
                for line in OPENING.get(self._kind, ()):
                    milliseconds = max(1, round(seconds * 1000))
                    connection.exec_driver_sql(line.format(milliseconds=milliseconds, seconds=seconds))
                return self._fetched(connection, sql, parameters, until)
        except DBAPIError as error:
            raise self._told(error) from error

    def close(self) -> None:
        """Let connections go."""
        self._engine.dispose()

    def _fetched(self, connection: Connection, sql: str, parameters: Sequence[Any], until: float) -> QueryResult:
        # Streamed, and without parameters as it is: a driver takes % for a placeholder if there are any.
        options = connection.execution_options(
            stream_results=True, max_row_buffer=min(500, self._most_rows + 1), no_parameters=not parameters
        )
        rows: list[tuple[Any, ...]] = []
        characters = 0
        with options.exec_driver_sql(sql, tuple(parameters) or None) as cursor:
            columns = tuple(cursor.keys())
            for row in cursor:
                if monotonic() > until:
                    raise self._late()
                characters += sum(len(value) for value in row if isinstance(value, (str, bytes)))
                if len(rows) >= self._most_rows or characters > CHARACTERS:
                    return QueryResult(columns, rows, True)
                rows.append(tuple(row))
        return QueryResult(columns, rows, False)

    @contextmanager
    def _watched(self, connection: Connection, until: float) -> Iterator[None]:
        """End what runs too long where the database has no clock of its own."""
        from sqlalchemy.exc import DBAPIError

        raw = connection.connection.driver_connection
        if self._kind == "sqlite" and isinstance(raw, sqlite3.Connection):
            watch = install_guard(raw, until)
            try:
                yield
            except DBAPIError as error:
                if not watch.spilled:
                    raise
                remedy = "ask for fewer rows, or for fewer columns"
                raise QueryError(f"the query had too much to sort and was ended: {remedy}") from error
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

    def _late(self) -> QueryError:
        return QueryError(
            f"the query took longer than {self._timeout:g} s and was ended: ask for less, such as a shorter period"
        )

    def _told(self, error: DBAPIError, *, connecting: bool = False) -> QueryError:
        """Return what a driver's error means to a person."""
        original = error.orig
        code = getattr(original, "sqlstate", None) or next(iter(getattr(original, "args", ())), None)
        said = str(original).strip().splitlines()[0] if str(original).strip() else type(original).__name__
        if code in _CANCELLED or "interrupted" in said.lower():
            return self._late()
        gone = _GONE.get(code) if isinstance(code, (int, str)) else None
        if gone is None and (found := _MISSING.search(said)):
            gone = (found[1] or found[2] or found[3]).lower()
        if gone:
            return QueryError(f"a {gone} is gone ({said}): run `fingerpost allowlist URL` to read the schema anew")
        if connecting or error.connection_invalidated:
            return QueryError(f"{self.place} cannot be reached ({said}): check the URL, and that the database is up")
        if "locked" in said:
            return QueryError(f"{self.place} is locked by somebody who writes ({said}): try again")
        if error.statement is None:
            # It ran, and its rows were on their way.
            return QueryError(f"{self.place} has rows that cannot be read ({said}): check that the database is sound")
        return QueryError(f"the database refused the statement: {said}")


def parse_url(url: str) -> URL:
    """Return a URL that SQLAlchemy can open, or say what is wrong with it."""
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
        # The text may hold a password, so it is not repeated.
        raise SettingsError("the database's URL cannot be read: write it like sqlite:///store.sqlite") from error
    kind = found.get_backend_name()
    if kind not in DIALECTS:
        raise SettingsError(f"{kind} is no database that can be asked; choose one of {', '.join(DIALECTS)}")
    if kind == "sqlite":
        return _file(found)
    return found.set(drivername=DRIVERS.get(found.drivername, found.drivername))


def _file(url: URL) -> URL:
    """Return the URL of an SQLite file that is there."""
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise SettingsError("a database in memory has nothing to ask: name a file, like sqlite:///store.sqlite")
    file = Path(url.database).absolute()
    try:
        # To open it here tells apart what SQLite calls by one name.
        with file.open("rb") as opened:
            head = opened.read(16)
    except OSError as error:
        remedy = "name a file that is there, or make one with `fingerpost demo-data agents PATH`"
        raise SettingsError(f"{file} cannot be read ({error.strerror}): {remedy}") from error
    if head and head != b"SQLite format 3\0":
        raise SettingsError(f"{file} is no SQLite database: name another file")
    return url.set(database=os.fspath(file))


def open_engine(url: URL) -> Engine:
    """Return connections to a database, each of which can only read."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import NoSuchModuleError
    from sqlalchemy.pool import NullPool

    kind = url.get_backend_name()
    try:
        if kind == "sqlite":
            # A file is opened in no time, and a connection of its own has a clock of its own.
            return create_engine(url, creator=lambda: open_sqlite(str(url.database)), poolclass=NullPool)
        if kind == "duckdb":
            # Else it reads any file of the machine.
            config = {"enable_external_access": False, "lock_configuration": True}
            return create_engine(url, connect_args={"read_only": True, "config": config})
        engine = create_engine(url, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        missing = getattr(error, "name", None) or str(error)
        raise SettingsError(f"{kind} needs a driver that is not installed ({missing}): pip install it") from error

    @event.listens_for(engine, "connect")
    def begin(raw: Any, _: Any) -> None:
        with raw.cursor() as cursor:
            for line in SESSION.get(kind, ()):
                cursor.execute(line)
        raw.commit()

    return engine


def open_sqlite(file: str) -> sqlite3.Connection:
    """Open a file for reading alone."""
    raw = sqlite3.connect(f"file:{quote(file)}?mode=ro", uri=True, check_same_thread=False, timeout=1.0)
    # SQLite keeps whatever bytes it was given as a text.
    raw.text_factory = lambda text: text.decode("utf-8", "replace")
    raw.execute("PRAGMA query_only = ON")
    # Views of a file that somebody else has made may call functions too.
    raw.execute("PRAGMA trusted_schema = OFF")
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH)
    raw.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, PATTERN)
    return raw


class SqliteQueryGuard:
    """Ends a statement of SQLite that is late, or that writes too much beside the database."""

    def __init__(self, until: float) -> None:
        """Take the end of its time."""
        self.until, self.spilled = until, False
        self._looks, self._before = 0, bytes_written()

    def __call__(self) -> int:
        """Return whether to end; called by SQLite, on the thread that runs the statement."""
        self._looks += 1
        if self._looks % 256 == 0:
            # It cannot write to the database, so whatever its thread writes are files to sort in.
            self.spilled = bytes_written() - self._before > SPILLED
        return int(self.spilled or monotonic() > self.until)


def bytes_written() -> int:
    """Return the bytes that this thread has written to disk; 0 where the machine does not count them."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_THREAD).ru_oublock * 512


def install_guard(raw: sqlite3.Connection, until: float) -> SqliteQueryGuard:
    """Let a connection do nothing but read, and only until then."""
    watch = SqliteQueryGuard(until)
    raw.set_progress_handler(watch, STEPS)
    raw.set_authorizer(_allows)
    return watch


def _allows(action: int, first: str | None, second: str | None, _schema: str | None, _trigger: str | None) -> int:
    """Answer SQLite, which asks for each thing that a statement is going to do."""
    if action not in _READS or (action == sqlite3.SQLITE_FUNCTION and second == "load_extension"):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_READ and (first or "").lower().startswith("sqlite_"):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
