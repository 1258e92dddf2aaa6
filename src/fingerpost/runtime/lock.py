"""One process at a time: a lock that ends with its process, however that ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

TIMEOUT = 600.0
"""Seconds that anybody waits."""


@contextmanager
def process_lock(file: Path | None) -> Iterator[None]:
    """Hold a lock on a file that is made for it; where no file can be made, go on without.

    SQLite's lock, because it works on every system and on most shared disks.
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
            # Read-only, or busy for longer than anybody waits.
            lock.execute("BEGIN EXCLUSIVE")
        yield
