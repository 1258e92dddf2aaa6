"""Opens SQLite files to be read and nothing else, with limits on sizes, on time and on temporary files."""

from __future__ import annotations

import sqlite3
import sys
from time import monotonic
from urllib.parse import quote

LENGTH = 100_000
"""Maximum size of a value in SQLite in bytes."""
SPILLED = 500_000_000
"""Maximum bytes of temporary files that a statement may write for sorting, in SQLite and PostgreSQL."""
PATTERN = 1000
"""Maximum length of a LIKE or GLOB pattern in SQLite in bytes, which bounds the matching cost."""
STEPS = 20
"""Virtual machine steps of SQLite between two timeout checks: a single step can be expensive."""

_READS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


def open_sqlite(file: str) -> sqlite3.Connection:
    """Open an SQLite file read-only, with limits on value and pattern sizes."""
    raw = sqlite3.connect(f"file:{quote(file)}?mode=ro", uri=True, check_same_thread=False, timeout=1.0)
    # SQLite does not validate the encoding of text.
    raw.text_factory = lambda text: text.decode("utf-8", "replace")
    raw.execute("PRAGMA query_only = ON")
    # Views of an untrusted file may call functions too.
    raw.execute("PRAGMA trusted_schema = OFF")
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH)
    raw.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, PATTERN)
    return raw


class SqliteQueryGuard:
    """Progress handler that aborts an SQLite statement past its deadline or over its temporary file limit."""

    def __init__(self, until: float) -> None:
        """Create a guard with a deadline on the monotonic clock."""
        self.until, self.spilled = until, False
        self._calls, self._before = 0, _bytes_written()

    def __call__(self) -> int:
        """Return nonzero to abort; called by SQLite on the thread that runs the statement."""
        self._calls += 1
        if self._calls % 256 == 0:
            # The database is read-only, so all bytes written by this thread are temporary files.
            self.spilled = _bytes_written() - self._before > SPILLED
        return int(self.spilled or monotonic() > self.until)


def _bytes_written() -> int:
    """Return the bytes that this thread has written to disk; 0 where the platform does not count them."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_THREAD).ru_oublock * 512


def install_guard(raw: sqlite3.Connection, until: float) -> SqliteQueryGuard:
    """Restrict a connection to reading, and abort its statements after the deadline."""
    watch = SqliteQueryGuard(until)
    raw.set_progress_handler(watch, STEPS)
    raw.set_authorizer(_authorize)
    return watch


def _authorize(action: int, first: str | None, second: str | None, _schema: str | None, _trigger: str | None) -> int:
    """Authorizer callback: allow reads of user tables and harmless functions, deny everything else."""
    if action not in _READS or (action == sqlite3.SQLITE_FUNCTION and second == "load_extension"):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_READ and (first or "").lower().startswith("sqlite_"):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
