"""A lock between processes that is released when its process ends, even if it is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

TIMEOUT = 600.0
"""Seconds to wait for the lock before going on without it."""


@contextmanager
def process_lock(file: Path | None) -> Iterator[None]:
    """Hold an exclusive lock on a file, which is created; where it cannot be, or for None, go on without a lock.

    Implemented with SQLite's file lock, because it works on every system and on most network disks.
    """
    if file is None:
        yield
        return
    import sqlite3

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(file, timeout=TIMEOUT, isolation_level=None)
    except (OSError, sqlite3.Error):
        yield
        return
    with closing(lock):
        with suppress(sqlite3.Error):
            # Read-only, or locked by another process for longer than the timeout.
            lock.execute("BEGIN EXCLUSIVE")
        yield
