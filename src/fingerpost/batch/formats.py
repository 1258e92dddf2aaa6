"""What a form of file must offer to be routed: chunks of it, a chunk routed, and the finished file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from fingerpost.batch.columns import Decided
from fingerpost.batch.decide import Batch

WEIGHT = 4_000_000
"""Bytes of a chunk beyond which no further row is taken into it."""


class Chunk(NamedTuple):
    """Rows on their way to a worker, and the place in the input behind them."""

    rows: Any
    end: int


class Done(NamedTuple):
    """A routed chunk: the bytes that are kept of it, its rows, those with an error, and those that are accepted."""

    written: bytes
    rows: int
    errors: int
    accepted: int


class Form(Protocol):
    """A form of file. Workers get it too: it holds nothing that cannot be pickled."""

    def check(self, source: Path, column: str) -> None:
        """Refuse a file that cannot be read, before anything is begun."""

    def size(self, source: Path) -> int:
        """Return the place behind the last row."""

    def chunks(self, source: Path, start: int, most: int) -> Iterator[Chunk]:
        """Yield what stands behind a place in chunks of at most so many rows."""

    def route(self, batch: Batch, rows: Any) -> Done:
        """Route the rows of a chunk, in a worker."""

    def finish(self, kept: Path, ends: Iterable[int], source: Path) -> Path:
        """Make the finished file of the chunks that are kept, each of which ends where `ends` tells."""


def counted(written: bytes, decided: Sequence[Decided]) -> Done:
    """Return a routed chunk with its counts."""
    errors = sum(row.error is not None for row in decided)
    accepted = sum(row.error is None and bool(row.accepted) for row in decided)
    return Done(written, len(decided), errors, accepted)
