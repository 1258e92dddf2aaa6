"""Figures of a store for people who run it: its size, its newest rows, and its latest backup; in bounded time."""

from __future__ import annotations

from operator import methodcaller
from typing import NamedTuple

from fingerpost.stores.database import Database

MOST_COUNTED = 100_000
"""Rows of a table that are counted; beyond that only that there are more is told."""

# Messages that a person gave a route, by review or feedback: what `review_results` counts, skips and undone ones aside.
_COUNTED = {
    "turns": "fingerpost_turns",
    "traces": "fingerpost_traces",
    "sessions": "fingerpost_sessions",
    "app sessions": "fingerpost_app_sessions",
    "classifiers": "fingerpost_students",
    "labelled messages": "fingerpost_turns WHERE role = 'user' AND corrected IS NOT NULL",
}


class StoreFigures(NamedTuple):
    """Figures of a store; times are in seconds since 1970, None where there is no row.

    `rows`: by what they are, counted up to `MOST_COUNTED`.
    """

    engine: str
    size: int
    rows: dict[str, int]
    newest_turn: float | None
    newest_trace: float | None
    backed_up: float | None


def read_figures(database: Database) -> StoreFigures:
    """Return the figures of a store; raises StoreError."""
    count = f"SELECT count(*) FROM (SELECT 1 FROM {{}} LIMIT {MOST_COUNTED}) t"  # noqa: S608 - constants
    return StoreFigures(
        engine=database.engine,
        size=database.size_bytes(),
        rows={name: int(_one(database, count.format(table)) or 0) for name, table in _COUNTED.items()},
        # By the highest id, since nothing else says what came last where a clock was set back.
        newest_turn=_one(database, "SELECT at FROM fingerpost_turns ORDER BY id DESC LIMIT 1"),
        newest_trace=_one(database, "SELECT at FROM fingerpost_traces ORDER BY id DESC LIMIT 1"),
        backed_up=_one(database, "SELECT max(at) FROM fingerpost_backups"),
    )


def _one(database: Database, select: str) -> float | None:
    rows = database.read(methodcaller("query", select))
    return rows[0][0] if rows else None
