"""Rows of the store: wrong clocks, names used twice, locks, full and damaged disks, a database that is gone."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

from benchmarks.faults.campaign import Measured
from benchmarks.faults.killed import postgresql
from benchmarks.faults.rows.serving import Row, Served, folder_of_own, serving

QUESTION = "what does addVar do?"
OLD, AHEAD = 50, 100 * 86_400
"""Turns that are old for a clock that is so many seconds ahead."""
NOTICE = 10.0
"""Seconds in which `/readyz` must tell of a fault."""
FULL_BYTES = 65_536


def turns(database: Path, where: str = "1") -> list[tuple[str, str, str]]:
    """Return session, request and text of what people said."""
    select = f"SELECT session, request, text FROM fingerpost_turns WHERE role = 'user' AND {where}"  # noqa: S608 - ours
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(select).fetchall()


def clock_ahead(source: Path) -> Measured:
    """Row 3."""
    with folder_of_own() as folder:
        with serving(source, folder=folder) as served:
            for number in range(OLD):
                served.post("/v1/route", {"text": QUESTION, "session": f"s{number}", "request_id": f"r{number}"})
            served.stop()
        with serving(source, folder=folder, CLOCK_SHIFT=str(AHEAD)) as served:
            served.ask(QUESTION, session="ahead", request_id="ahead")
            time.sleep(2.0)
            served.stop()
            left = len(turns(served.database, "request <> 'ahead'"))
            written = len(turns(served.database, "request = 'ahead'"))
    figures = f"{OLD - left} of {OLD} older turns deleted, {written} written with the wrong clock"
    return Measured(figures, [f"{OLD - left} deleted"] if left < OLD or not written else [])


def used_request_id(source: Path) -> Measured:
    """Row 5."""
    figures, faults = [], []
    for routebook in ("avap", "agents"):
        with serving(source, routebook) as served:
            first = served.ask(QUESTION, session="s", request_id="r").status
            second = served.ask("hello, who are you?", session="s", request_id="r").status
            stored = len(turns(served.database))
        figures.append(f"{routebook}: {first}, then {second}; {stored} stored")
        if (first, second, stored) != (200, 400, 1):
            faults.append(routebook)
    return Measured("; ".join(figures), faults)


def locked_stream(source: Path) -> Measured:
    """Row 6."""
    with serving(source) as served:
        served.ask(QUESTION, session="before", request_id="before")
        with closing(sqlite3.connect(served.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            reply = served.ask(QUESTION, session="s", request_id="r", stream=True)
            other.execute("ROLLBACK")
        served.stop()
        stored = len(turns(served.database, "request = 'r'"))
    told = reply.body.count(b"event: answer")
    figures = f"{told} answer told, {stored} stored, ended after {reply.seconds:.1f} s"
    return Measured(figures, ["an answer was told that is not stored"] if told > stored else [])


def _readyz(served: Served) -> tuple[int, float]:
    began = time.monotonic()
    while (status := served.request("GET", "/readyz").status) == 200 and time.monotonic() < began + NOTICE:
        time.sleep(0.2)
    return status, time.monotonic() - began


def full_disk(source: Path) -> Measured:
    """Row 11."""
    # The log is a file too: it is full already, so that the limit is met by the store alone.
    with serving(source) as served:
        asked = 20
        for number in range(asked):
            served.ask(QUESTION, session="s", request_id=f"r{number}")
        prlimit(served.pid, RLIMIT_FSIZE, (FULL_BYTES, RLIM_INFINITY))
        statuses = [served.ask(QUESTION, session="s", request_id=f"f{number}").status for number in range(40)]
        ready, seconds = _readyz(served)
        prlimit(served.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        served.stop()
        acknowledged = asked + statuses.count(200)
        missing = acknowledged - len(turns(served.database))
    figures = f"{statuses.count(503)} of {len(statuses)} refused, /readyz {ready} after {seconds:.1f} s, {missing} lost"
    faults = [f"/readyz says {ready}"] if ready == 200 else []
    if missing > 0 or 503 not in statuses:
        faults.append(f"{missing} lost, statuses {sorted(set(statuses))}")
    return Measured(figures, faults)


def damaged_pages(source: Path) -> Measured:
    """Row 12."""
    with serving(source) as served:
        for number in range(20):
            served.ask(QUESTION, session="s", request_id=f"r{number}")
        with closing(sqlite3.connect(served.database)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with served.database.open("r+b") as file:
            # The last pages hold what was said last: the schema at the beginning, which every statement reads, stays.
            file.seek(served.database.stat().st_size - 4096 * 4)
            file.write(b"\xa5" * 4096 * 4)
        asked = served.ask(QUESTION).status
        ready, seconds = _readyz(served)
    return Measured(
        f"asked {asked}, /readyz {ready} after {seconds:.1f} s",
        ["/readyz says that all is well"] if ready == 200 else [],
    )


def postgresql_gone(source: Path) -> Measured:
    """Row 19."""
    with postgresql() as database, serving(source, DATABASE_URL=database.make_database()) as served:
        before = served.ask(QUESTION, session="s").status
        database.stop("immediate")
        asked = served.ask(QUESTION)
        routed = served.post("/v1/route", {"text": QUESTION}).status
        with_session = served.ask(QUESTION, session="s").status
        database.start()
    figures = f"before {before}; without a session: asked {asked.status}, routed {routed}; with one {with_session}"
    return Measured(figures, [] if (before, asked.status, routed) == (200, 200, 200) else [f"asked {asked.status}"])


ROWS = [
    Row(3, f"a clock {AHEAD // 86_400} days ahead at the start", "no older turn is deleted", clock_ahead),
    Row(5, "another text under a used request_id", "400 on avap and agents, the first is stored", used_request_id),
    Row(6, "a stream while the store is locked", "no answer is told that is not stored", locked_stream),
    Row(11, "a full disk", f"503, /readyz tells of it within {NOTICE:g} s, nothing is lost", full_disk),
    Row(12, "overwritten pages of the database", f"/readyz tells of it within {NOTICE:g} s", damaged_pages),
    Row(19, "PostgreSQL down", "asking and routing without a session go on", postgresql_gone),
]
