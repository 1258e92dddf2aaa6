"""Hostile statements and those of analysts on real databases: refused, ended or cut, answered, and in how much memory.

`python -m benchmarks hostile-sql` runs `tests/data/answers/sql-run.jsonl` on SQLite, PostgreSQL and DuckDB. The memory
of the client is that of this process, in which SQLite and DuckDB run too; that of PostgreSQL is its server process.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from benchmarks.report import Check, Table
from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.read_only_database import (
    RESULT,
    QueryError,
    ReadOnlyDatabase,
    TimeoutQueryError,
    value_size,
)
from fingerpost.assistants.agents.demo_data.generator import write_demo_store

FILE = Path(__file__).parent.parent / "tests" / "data" / "answers" / "sql-run.jsonl"
REFUSED, ENDED, CUT, ANSWERED, FAILED = "refused", "ended", "cut", "answered", "failed"
BOUNDED = {REFUSED, ENDED, CUT, ANSWERED, FAILED}
"""What may come of a statement that costs much, where its cost stays within the limits."""
TIMEOUT, GRACE = 3.0, 1.5
"""Seconds that a statement has, and after which it has to be over."""
MEMORY = {"sqlite": 100, "postgres": 100, "duckdb": 600}
"""Maximum growth of the client in MB; DuckDB's own limit is 400."""
SERVER_MEMORY = 300
"""Maximum growth of a server process of PostgreSQL in MB."""
ORDERS, SEED = 10_000, 42


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a statement: what was said, in how many seconds, bytes of result and MB of client and server."""

    row: dict[str, Any]
    what: str
    said: str
    seconds: float
    size: int
    client: int
    server: int

    @property
    def bounded(self) -> bool:
        """Whether time, result and memory stayed within the limits."""
        return (
            self.seconds <= TIMEOUT + GRACE
            and self.size <= RESULT
            and self.client <= MEMORY[self.row["dialect"]]
            and self.server <= SERVER_MEMORY
        )

    @property
    def met(self) -> bool:
        """Whether it is what the row asks for."""
        wanted = BOUNDED if self.row["must"] == "bounded" else {self.row["must"]}
        return self.bounded and (self.what in wanted or (self.row["must"] == ANSWERED and self.what == CUT))


class Ran(NamedTuple):
    """What a statement came to."""

    what: str
    said: str
    size: int


def checks() -> Iterator[Check | Table]:
    """Run all statements on all databases, and yield what came of them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_demo_store(folder / "store.sqlite", ORDERS, SEED)
        found = [
            outcome
            for dialect, opened in OPENED.items()
            for outcome in _on_database(dialect, opened, folder / "store.sqlite")
        ]
    yield summary(found)
    yield Table(
        "Not as wanted",
        ("id", "why", "what", "seconds", "client MB", "server MB", "said"),
        [(o.row["id"], o.row["why"], o.what, o.seconds, o.client, o.server, o.said[:80]) for o in found if not o.met],
    )
    hostile = [outcome for outcome in found if outcome.row["must"] != ANSWERED]
    benign = [outcome for outcome in found if outcome.row["must"] == ANSWERED]
    note = f"{len(hostile)} statements"
    yield Check("hostile: refused or bounded", _share(hostile), 1.0, at_least=True, note=note)
    yield Check("benign: answered", _share(benign), 0.98, at_least=True, note=f"{len(benign)} statements")


def _share(found: Sequence[Outcome]) -> float:
    return sum(outcome.met for outcome in found) / len(found)


def summary(found: Sequence[Outcome]) -> Table:
    """Return how the statements ended by database, and the most that any of them took."""
    rows = []
    for dialect in OPENED:
        for kind in ("hostile", "benign"):
            own = [
                o for o in found if o.row["dialect"] == dialect and (o.row["must"] == ANSWERED) == (kind == "benign")
            ]
            count = Counter(outcome.what for outcome in own)
            most = [max((getattr(o, part) for o in own), default=0) for part in ("seconds", "size", "client", "server")]
            rows.append((dialect, kind, *(count[what] for what in (REFUSED, ENDED, FAILED, CUT, ANSWERED)), *most))
    heads = ("database", "statements", REFUSED, ENDED, FAILED, CUT, ANSWERED)
    return Table("SQL on real databases", (*heads, "most s", "most bytes", "client MB", "server MB"), rows)


def _on_database(dialect: str, opened: Callable[[Path], Any], store: Path) -> list[Outcome]:
    with opened(store) as url:
        database = ReadOnlyDatabase(url, timeout=TIMEOUT)
        try:
            return [measured(database, row) for row in rows(dialect)]
        finally:
            database.close()


def rows(dialect: str) -> list[dict[str, Any]]:
    """Return the statements for a database."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["dialect"] == dialect]


def measured(database: ReadOnlyDatabase, row: dict[str, Any]) -> Outcome:
    """Check and run a statement, and return what came of it and what it took."""
    server = _server_process(database)
    before = {process: _reset_peak(process) for process in ("self", server) if process}
    started = monotonic()
    ran = run(database, row)
    seconds = monotonic() - started
    grown = {process: max(0, _status(process, "VmHWM") - rss) // 1024 for process, rss in before.items()}
    return Outcome(row, ran.what, ran.said, seconds, ran.size, grown["self"], grown.get(server, 0))


def run(database: ReadOnlyDatabase, row: dict[str, Any]) -> Ran:
    """Check and run a statement, and return how it ended."""
    try:
        result = database.run(check_sql(row["sql"], row["dialect"]))
    except SqlError as error:
        return Ran(REFUSED, str(error), 0)
    except TimeoutQueryError as error:
        return Ran(ENDED, str(error), 0)
    except QueryError as error:
        # A statement that the database itself does not accept runs no more than one that is ended.
        return Ran(FAILED if "refused the statement" in str(error) else ENDED, str(error), 0)
    size = sum(value_size(value) for found in result.rows for value in found)
    return Ran(CUT if result.cut else ANSWERED, f"{len(result.rows)} rows", size)


def _server_process(database: ReadOnlyDatabase) -> str:
    """Return the process of the server that answers this connection; empty where there is none."""
    if database.dialect != "postgres":
        return ""
    [[process]] = database.run("SELECT PG_BACKEND_PID()").rows
    return str(process)


def _reset_peak(process: str) -> int:
    """Set the peak memory of a process to its present memory, and return that in kB."""
    Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")
    return _status(process, "VmRSS")


def _status(process: str, name: str) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        # A server process that was ended with its connection.
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith(name + ":"))


@contextmanager
def _sqlite(store: Path) -> Iterator[str]:
    yield f"sqlite:///{store}"


@contextmanager
def _postgres(store: Path) -> Iterator[str]:
    from tests.assistants.agents.databases import copied
    from tests.stores.server import Server

    server = Server()
    try:
        server.start()
        yield copied(server, store)
        server.stop("immediate")
    finally:
        server.remove()


@contextmanager
def _duckdb(store: Path) -> Iterator[str]:
    from tests.assistants.agents.databases import copied_to_duckdb

    yield f"duckdb:///{copied_to_duckdb(store, store.parent)}"


OPENED: dict[str, Callable[[Path], Any]] = {"sqlite": _sqlite, "postgres": _postgres, "duckdb": _duckdb}
"""How each database is opened with the store in it."""
