"""Requests that clients have left, counted together by HTTP, gRPC and all worker processes of a server."""

from __future__ import annotations

import mmap
import struct
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic

from fingerpost.runtime.fork import reset_after_fork

_CELL = struct.Struct("=8sd")
CELLS = 4096
SIZE = CELLS * _CELL.size
"""Bytes of the memory that processes share."""
MINUTE = 60.0
_EMPTY = bytes(8)


class Quotas:
    """A token bucket for each client: `quota` requests a minute, with bursts of the same size; thread-safe.

    A bucket is one number: the time at which it will be full again. The system's monotonic clock is one for all
    processes.
    """

    def __init__(self, file: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        """Count in a file of `SIZE` zero bytes at first, together with other processes, or in this process alone."""
        self._clock, self._lock = clock, threading.Lock()
        # Open as long as the process lives: the lock between processes is held on it.
        self._file = None if file is None else file.open("r+b")
        self._memory = mmap.mmap(-1 if self._file is None else self._file.fileno(), SIZE)
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, which another thread may have held at the fork."""
        self._lock = threading.Lock()

    def take(self, digest: bytes, quota: int) -> float:
        """Take one request of the client with this hash, and return 0; or the seconds to wait where none is left."""
        if self._file is None:
            with self._lock:
                return self._take(digest[:8], MINUTE / quota)
        import fcntl

        with self._lock:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                return self._take(digest[:8], MINUTE / quota)
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _take(self, tag: bytes, each: float) -> float:
        now, place = self._clock(), self._place_of(tag)
        full: float = _CELL.unpack_from(self._memory, place)[1]
        # Not further ahead than a bucket lasts: the quota may have been lower before.
        full = min(max(full, now), now + MINUTE)
        wait = full + each - MINUTE - now
        if wait > 1e-9:
            return wait
        _CELL.pack_into(self._memory, place, tag, full + each)
        return 0.0

    def _place_of(self, tag: bytes) -> int:
        """Return the place of a client's cell; where all are taken, clients share them."""
        first = int.from_bytes(tag) % CELLS
        for step in range(CELLS):
            place = (first + step) % CELLS * _CELL.size
            if self._memory[place : place + 8] in (tag, _EMPTY):
                return place
        return first * _CELL.size


@cache
def quotas_in(file: Path | None) -> Quotas:
    """Return the quotas that HTTP and gRPC of this process share."""
    return Quotas(file)
