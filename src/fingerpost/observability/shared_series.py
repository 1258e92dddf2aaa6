"""Series of numbers in memory that several processes map: one process writes, all of them read.

A write is one store to memory, without a system call or a lock between processes; what a killed process wrote stays.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from ctypes import Array, c_char, c_double, c_uint64
from multiprocessing import get_context

Labels = tuple[tuple[str, str], ...]
Series = tuple[str, str, Labels]
"""Kind, name and labels."""
Cells = list[float] | Array[c_double]

SIZE = 1 << 20
"""Bytes of one process: some 4,000 histograms."""
_WORD = 8
_HEAD = struct.Struct("@II")
"""Before the key of a series and its numbers: the bytes of the key, and how many numbers."""


def shared_memories(count: int) -> list[Array[c_char]]:
    """Return empty memories, which processes that are started by `spawn` take as arguments."""
    context = get_context("spawn")
    return [context.RawArray(c_char, SIZE) for _ in range(count)]


class SharedSeries:
    """The series of one process, one record after another; records are added and never removed."""

    def __init__(self, memory: Array[c_char]) -> None:
        """Read what the memory holds; only one process at a time may add to it."""
        self._memory = memory
        # Set last, in one store: a record that was not completed does not exist.
        self._used = c_uint64.from_buffer(memory)

    def add(self, series: Series, count: int) -> Cells | None:
        """Return the numbers of a new series, all 0; None where no room is left."""
        key = json.dumps(series).encode()
        place = max(self._used.value, _WORD)
        cells_at = _after_key(place, len(key))
        end = cells_at + _WORD * count
        if end > len(self._memory):
            return None
        struct.pack_into(f"@II{len(key)}s", self._memory, place, len(key), count, key)
        cells = (c_double * count).from_buffer(self._memory, cells_at)
        # A process that was killed here may have left something.
        cells[:] = [0.0] * count
        self._used.value = end
        return cells

    def __iter__(self) -> Iterator[tuple[Series, Cells]]:
        """Yield every series with its numbers, which change as the process goes on."""
        place, end = _WORD, self._used.value
        while place < end:
            length, count = _HEAD.unpack_from(self._memory, place)
            [key] = struct.unpack_from(f"{length}s", self._memory, place + _WORD)
            kind, name, labels = json.loads(key)
            cells_at = _after_key(place, length)
            cells = (c_double * count).from_buffer(self._memory, cells_at)
            yield (kind, name, tuple((label, value) for label, value in labels)), cells
            place = cells_at + _WORD * count


def _after_key(place: int, length: int) -> int:
    """Return where the numbers of a record begin: at a multiple of a word, so that each is written at once."""
    return place + _WORD + -(-length // _WORD) * _WORD
