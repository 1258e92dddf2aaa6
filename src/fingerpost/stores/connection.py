"""The interface of a database connection, implemented for SQLite and PostgreSQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar


class Connection(ABC):
    """A connection used by one caller at a time. Statements use `?` as placeholder on both engines."""

    generation = 0
    identity: ClassVar[str]
    """SQL of an auto-incrementing primary key."""
    blob: ClassVar[str]
    """SQL type of binary data."""
    single_writer: ClassVar[bool]
    """Whether a write transaction excludes all other writers, so that no row needs to be locked."""
    with_own_ids: ClassVar[str]
    """SQL of an insert that brings its own ids, after the columns."""

    @abstractmethod
    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""

    @abstractmethod
    def execute(self, sql: str, *values: object) -> int:
        """Execute a statement and return the number of affected rows."""

    @abstractmethod
    def execute_many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """Execute a statement once for every row of values."""

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Return whether a table exists."""

    @abstractmethod
    def lock(self, name: str) -> None:
        """Take a named lock until the transaction ends, shared by all processes."""

    @abstractmethod
    def limit_wait(self, seconds: float) -> None:
        """Wait no longer than this for another writer to end; before a transaction begins."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a write transaction."""

    @abstractmethod
    def begin_snapshot(self) -> None:
        """Begin a transaction that sees one state of the database throughout, and writes nothing."""

    @abstractmethod
    def pages(self, sql: str, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows of a query in the current transaction, so many at a time."""

    @abstractmethod
    def lift_time_limits(self) -> None:
        """Let statements and waits for locks of this transaction take as long as they need."""

    @abstractmethod
    def take_over(self, tables: Sequence[str]) -> None:
        """Keep all others from writing to tables until the transaction ends, and lift the limit on its time."""

    @abstractmethod
    def continue_ids(self, table: str) -> None:
        """Give new rows of a table ids after those that were brought."""

    @abstractmethod
    def commit(self) -> None:
        """Commit the transaction."""

    @abstractmethod
    def rollback(self) -> bool:
        """Roll back the transaction and return whether the connection is still usable."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection; errors are ignored."""
