"""PostgreSQL engine of the store, for several machines; needs the extra `postgres`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from fingerpost.errors import StoreError
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import LOCK_TIMEOUT, Database
from fingerpost.stores.schema import TABLES

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as missing:
    raise StoreError("PostgreSQL needs psycopg: pip install 'fingerpost[postgres]'") from missing

_DEFAULTS: dict[str, str | int] = {
    "application_name": "fingerpost",
    "connect_timeout": 5,
    # A server that disappears without closing the connection is noticed in seconds, not in hours.
    "keepalives_idle": 15,
    "tcp_user_timeout": 15_000,
    # A URL with its own `options` replaces these, as is necessary behind PgBouncer: `?options=`.
    "options": f"-c lock_timeout={LOCK_TIMEOUT:g}s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s",
}

_REMEDIES = {
    "55P03": f"is locked by another client for more than {LOCK_TIMEOUT:g} s: end its transaction, or try again",
    "57014": "took longer than 30 s: check for locks and for a server under heavy load",
    "40001": "is contended: several attempts conflicted with other transactions; try again",
    "40P01": "is contended: several attempts ended in a deadlock with other transactions; try again",
    "53100": "is full: free disk space on the server; nothing of this request was stored",
    "53300": "has no free connection: raise max_connections, or run fewer processes",
    "25006": "is read-only: give the URL of the primary server",
    "42501": "refuses this user: grant it CREATE on the schema, and all on the fingerpost_ tables",
}

_CONNECT_REMEDIES = {
    "password authentication failed": "refuses the password: put the right user and password into the URL",
    "no password supplied": "requires a password: put it into the URL, or into ~/.pgpass",
    "no pg_hba.conf entry": "does not accept this host and user: allow them in its pg_hba.conf",
    "too many clients": _REMEDIES["53300"],
    "does not exist": "has no such database or user: create it, or correct the URL",
}


class PostgresConnection(Connection):
    """A connection in autocommit mode; transactions are started with explicit BEGIN statements."""

    identity = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    blob = "BYTEA"
    single_writer = False
    with_own_ids = "OVERRIDING SYSTEM VALUE"

    def __init__(self, parameters: dict[str, Any]) -> None:
        """Open the connection."""
        self._raw = psycopg.connect(autocommit=True, **parameters)

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return self._raw.execute(_driver_sql(sql), values).fetchall()

    def execute(self, sql: str, *values: object) -> int:
        """Execute a statement and return the number of affected rows."""
        return self._raw.execute(_driver_sql(sql), values).rowcount

    def execute_many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """Execute a statement once for every row of values, in one round trip."""
        with self._raw.cursor() as cursor:
            cursor.executemany(_driver_sql(sql), values)

    def has_table(self, name: str) -> bool:
        """Return whether a table exists."""
        # Not by to_regclass: after a wait for a lock it may still not know a table that another made meanwhile.
        return bool(self.query("SELECT 1 FROM pg_class WHERE relname = ? AND pg_table_is_visible(oid)", name))

    def lock(self, name: str) -> None:
        """Take a named advisory lock until the transaction ends."""
        self.query("SELECT pg_advisory_xact_lock(?)", crc32(f"fingerpost {name}".encode()))

    def limit_wait(self, seconds: float) -> None:
        """Do nothing: writers wait for each other only at the same rows."""

    def begin(self) -> None:
        """Begin a transaction."""
        self._raw.execute(b"BEGIN")

    def begin_snapshot(self) -> None:
        """Begin a transaction in which every statement sees the state at the first."""
        self._raw.execute(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def pages(self, sql: str, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows of a query, so many at a time: the server keeps the others."""
        self.execute(f"DECLARE fingerpost_pages NO SCROLL CURSOR FOR {sql}")
        while rows := self.query(f"FETCH {size} FROM fingerpost_pages"):
            yield rows
        self.execute("CLOSE fingerpost_pages")

    def lift_time_limits(self) -> None:
        """Switch the server's limits off until the transaction ends."""
        self.execute("SET LOCAL statement_timeout = 0")
        self.execute("SET LOCAL lock_timeout = 0")

    def take_over(self, tables: Sequence[str]) -> None:
        """Lock the tables against writers; whoever reads goes on."""
        self.execute("SET LOCAL statement_timeout = 0")
        self.execute(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE")

    def continue_ids(self, table: str) -> None:
        """Set the sequence of the ids, which counts only those that it gave itself."""
        self.query(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE(max(id), 0) + 1, false) FROM {table}"  # noqa: S608 - a table of ours
        )

    def commit(self) -> None:
        """Commit the transaction."""
        self._raw.execute(b"COMMIT")

    def rollback(self) -> bool:
        """Roll back the transaction and return whether the connection is still usable."""
        try:
            if self._raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                self._raw.execute(b"ROLLBACK")
        except psycopg.Error:
            return False
        return not self._raw.closed

    def close(self) -> None:
        """Close the connection; errors are ignored."""
        with contextlib.suppress(psycopg.Error):
            self._raw.close()


@lru_cache(maxsize=256)
def _driver_sql(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class Postgres(Database):
    """A PostgreSQL database, for any number of processes on any number of machines."""

    engine = "PostgreSQL"
    driver_errors = (psycopg.Error,)

    def __init__(self, url: str) -> None:
        """Parse the URL; no connection is opened yet."""
        try:
            given = conninfo_to_dict(url)
            # Unescaped characters in a password would be parsed as host, port and database name.
            if "@" in str(given.get("dbname", "")) or not str(given.get("port", "") or "0").replace(",", "").isdigit():
                raise psycopg.ProgrammingError
        except psycopg.Error:
            # Neither the URL nor the cause is shown: both may contain the password.
            raise StoreError(
                "the database URL cannot be read: give postgresql://USER:PASSWORD@HOST/NAME,"
                " with signs such as @ / : in the password written as %40 %2F %3A"
            ) from None
        self._parameters = {**_DEFAULTS, **given}
        port = f":{given['port']}" if given.get("port") else ""
        super().__init__(f"postgresql://{given.get('host', '')}{port}/{given.get('dbname', '')}")

    def scrub(self, thoroughly: bool = False) -> None:
        """Do nothing: the server's autovacuum removes deleted rows."""

    def size_bytes(self) -> int:
        """Return the bytes of the store's tables with their indexes."""
        sizes = "SELECT sum(pg_total_relation_size(to_regclass(name))) FROM unnest(?::text[]) AS name"
        [(size,)] = self.read(lambda connection: connection.query(sizes, list(TABLES)))
        return int(size)

    def server_time(self) -> float | None:
        """Return the time by the clock of the server."""
        select = "SELECT extract(epoch FROM clock_timestamp())::float8"
        [(now,)] = self.read(lambda connection: connection.query(select))
        return float(now)

    def _connect(self) -> Connection:
        try:
            return PostgresConnection(self._parameters)
        except psycopg.Error as error:
            message = str(error)
            remedy = next((remedy for part, remedy in _CONNECT_REMEDIES.items() if part in message), None)
            if remedy is None:
                remedy = "cannot be reached: start the server, or correct host and port in the URL"
            raise StoreError(f"{self.place} {remedy} ({_first_line(error)})") from error

    def _is_transient(self, error: Exception, healthy: bool) -> bool:
        if not healthy:
            # The connection was lost, and so were the idle ones; a new connection may succeed.
            self._pool.invalidate()
            return True
        return getattr(error, "sqlstate", None) in ("40001", "40P01")

    def _explain(self, error: Exception, committing: bool = False) -> StoreError:
        if committing and isinstance(error, psycopg.OperationalError):
            remedy = "disconnected during a commit: it is unknown whether it was stored; write the same request again"
        else:
            remedy = _REMEDIES.get(getattr(error, "sqlstate", None) or "", "cannot be used: see the cause")
        return StoreError(f"{self.place} {remedy} ({_first_line(error)})")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
