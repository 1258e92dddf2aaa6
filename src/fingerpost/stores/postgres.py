"""PostgreSQL, for several machines; needs the extra `postgres`."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from fingerpost.errors import StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import LOCK_TIMEOUT, Database

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as missing:
    raise StoreError("PostgreSQL needs psycopg: pip install 'fingerpost[postgres]'") from missing

_DEFAULTS: dict[str, str | int] = {
    "application_name": "fingerpost",
    "connect_timeout": 5,
    # A server that vanished without a word is noticed in seconds, not in hours.
    "keepalives_idle": 15,
    "tcp_user_timeout": 15_000,
    # A URL that brings its own `options` replaces these; behind PgBouncer it must: `?options=`.
    "options": f"-c lock_timeout={LOCK_TIMEOUT:g}s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s",
}

_REMEDIES = {
    "55P03": f"is locked by another client for more than {LOCK_TIMEOUT:g} s: end its transaction, or try again",
    "57014": "took longer than 30 s: look for locks and a loaded server",
    "40001": "is contended: several tries collided with others; try again",
    "40P01": "is contended: several tries ended in a deadlock with others; try again",
    "53100": "is full: free disk space on the server; nothing of this request was stored",
    "53300": "has no connection left: raise max_connections, or run fewer processes",
    "25006": "is read-only: give the URL of the primary server",
    "42501": "refuses this user: grant it CREATE on the schema, and all on the fingerpost_ tables",
}

_REFUSALS = {
    "password authentication failed": "refuses the password: put the right user and password into the URL",
    "no password supplied": "wants a password: put it into the URL, or into ~/.pgpass",
    "no pg_hba.conf entry": "lets nobody in from here: allow this host and user in its pg_hba.conf",
    "too many clients": _REMEDIES["53300"],
    "does not exist": "has no such database or user: create it, or correct the URL",
}


class PostgresConnection(Connection):
    """A connection in autocommit mode; transactions are begun in words."""

    identity = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    blob = "BYTEA"
    single_writer = False

    def __init__(self, parameters: dict[str, Any]) -> None:
        """Connect."""
        self._raw = psycopg.connect(autocommit=True, **parameters)

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all that a query finds."""
        return self._raw.execute(_driver_sql(sql), values).fetchall()

    def execute(self, sql: str, *values: object) -> int:
        """Change something and return how many rows it was."""
        return self._raw.execute(_driver_sql(sql), values).rowcount

    def execute_many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """Do one statement for many rows, in one exchange with the server."""
        with self._raw.cursor() as cursor:
            cursor.executemany(_driver_sql(sql), values)

    def has_table(self, name: str) -> bool:
        """Tell whether a table is there."""
        return self.query("SELECT to_regclass(?) IS NOT NULL", name)[0][0] is True

    def lock(self, name: str) -> None:
        """Let one transaction at a time pass here, over all processes."""
        self.query("SELECT pg_advisory_xact_lock(?)", crc32(f"fingerpost {name}".encode()))

    def begin(self) -> None:
        """Begin to write."""
        self._raw.execute(b"BEGIN")

    def commit(self) -> None:
        """Make it durable."""
        self._raw.execute(b"COMMIT")

    def rollback(self) -> bool:
        """Undo what was begun."""
        try:
            if self._raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                self._raw.execute(b"ROLLBACK")
        except psycopg.Error:
            return False
        return not self._raw.closed

    def close(self) -> None:
        """Close."""
        with contextlib.suppress(psycopg.Error):
            self._raw.close()


@lru_cache(maxsize=256)
def _driver_sql(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class Postgres(Database):
    """A PostgreSQL server, for any number of processes anywhere."""

    driver_errors = (psycopg.Error,)

    def __init__(self, url: str) -> None:
        """Read the URL, and connect to nothing yet."""
        try:
            given = conninfo_to_dict(url)
            # Unescaped signs in a password make a host, a port and a name of its pieces.
            if "@" in str(given.get("dbname", "")) or not str(given.get("port", "") or "0").replace(",", "").isdigit():
                raise psycopg.ProgrammingError
        except psycopg.Error:
            # Neither the URL nor the cause is shown: both may hold the password.
            raise StoreError(
                "the database URL cannot be read: give postgresql://USER:PASSWORD@HOST/NAME,"
                " with signs such as @ / : in the password written as %40 %2F %3A"
            ) from None
        self._parameters = {**_DEFAULTS, **given}
        port = f":{given['port']}" if given.get("port") else ""
        super().__init__(f"postgresql://{given.get('host', '')}{port}/{given.get('dbname', '')}")

    def scrub(self, thoroughly: bool = False) -> None:
        """Do nothing: the server's own vacuum removes what was deleted."""

    def _connect(self) -> Connection:
        try:
            return PostgresConnection(self._parameters)
        except psycopg.Error as error:
            said = str(error)
            remedy = next((remedy for part, remedy in _REFUSALS.items() if part in said), None)
            if remedy is None:
                remedy = "cannot be reached: start the server, or correct host and port in the URL"
            raise StoreError(f"{self.place} {remedy} ({_first_line(error)})") from error

    def _is_transient(self, error: Exception, healthy: bool) -> bool:
        if not healthy:
            # The server went away, and with it whatever else is idle here; a new connection may find it back.
            self._pool.invalidate()
            return True
        return getattr(error, "sqlstate", None) in ("40001", "40P01")

    def _explain(self, error: Exception, committing: bool = False) -> StoreError:
        if committing and isinstance(error, psycopg.OperationalError):
            remedy = "went away while it stored: it is unknown whether it did; write the same request again"
        else:
            remedy = _REMEDIES.get(getattr(error, "sqlstate", None) or "", "cannot be used: see the cause")
        return StoreError(f"{self.place} {remedy} ({_first_line(error)})")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
