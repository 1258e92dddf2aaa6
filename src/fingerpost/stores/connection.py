"""The interface of a database connection, implemented for SQLite and PostgreSQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
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
    def begin(self) -> None:
        """Begin a write transaction."""

    @abstractmethod
    def commit(self) -> None:
        """Commit the transaction."""

    @abstractmethod
    def rollback(self) -> bool:
        """Roll back the transaction and return whether the connection is still usable."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection; errors are ignored."""
