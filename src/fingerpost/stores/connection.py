"""One connection to a database, as both engines offer it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar


class Connection(ABC):
    """One connection, lent to one piece of work at a time. Statements are written with `?` for both engines."""

    generation = 0
    identity: ClassVar[str]
    """How the engine spells a number that only grows."""
    blob: ClassVar[str]
    """How the engine spells bytes."""
    single_writer: ClassVar[bool]
    """Whether one transaction that writes keeps all others out, so that no row needs to be held."""

    @abstractmethod
    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all that a query finds."""

    @abstractmethod
    def execute(self, sql: str, *values: object) -> int:
        """Change something and return how many rows it was."""

    @abstractmethod
    def execute_many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """Do one statement for many rows."""

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Tell whether a table is there."""

    @abstractmethod
    def lock(self, name: str) -> None:
        """Let one transaction at a time pass here, over all processes."""

    @abstractmethod
    def begin(self) -> None:
        """Begin to write."""

    @abstractmethod
    def commit(self) -> None:
        """Make it durable."""

    @abstractmethod
    def rollback(self) -> bool:
        """Undo what was begun, and tell whether the connection can be used again."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it; what goes wrong here concerns nobody."""
