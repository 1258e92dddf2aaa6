"""The file format protocol: read chunks, route a chunk, and write the finished file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from fingerpost.batch.columns import DecisionColumns
from fingerpost.batch.decide import Batch

MAX_CHUNK_BYTES = 4_000_000
"""Size in bytes at which a chunk takes no further row."""


class Chunk(NamedTuple):
    """Rows for a worker, and the input position after the last of them."""

    rows: Any
    end: int


class RoutedChunk(NamedTuple):
    """A routed chunk: its output bytes, and the counts of its rows, errors and accepted decisions."""

    written: bytes
    rows: int
    errors: int
    accepted: int


class FileFormat(Protocol):
    """A file format. It is sent to the workers, so it must be picklable."""

    def check(self, source: Path, column: str) -> None:
        """Raise BatchError for a file that cannot be read, before the run starts."""

    def size(self, source: Path) -> int:
        """Return the input position after the last row."""

    def chunks(self, source: Path, start: int, max_rows: int) -> Iterator[Chunk]:
        """Yield the rows after position `start`, in chunks of at most `max_rows`."""

    def route(self, batch: Batch, rows: Any) -> RoutedChunk:
        """Route the rows of a chunk, in a worker."""

    def finish(self, rows_file: Path, ends: Iterable[int], source: Path) -> Path:
        """Return the finished file, made from `rows_file`, in which chunks end at the offsets `ends`."""


def routed_chunk(written: bytes, decisions: Sequence[DecisionColumns]) -> RoutedChunk:
    """Return a routed chunk with its counts filled in."""
    errors = sum(row.error is not None for row in decisions)
    accepted = sum(row.error is None and bool(row.accepted) for row in decisions)
    return RoutedChunk(written, len(decisions), errors, accepted)
