"""Stores that fail under a running server: full, read-only, locked, damaged, restarted, and with a wrong clock."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf, isinf
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks import kills
from benchmarks.faults.campaign import Line, Measured
from benchmarks.faults.killed import postgresql
from benchmarks.faults.process import ask, get, wait_for
from benchmarks.killed_server import KilledServer, write_desk
from fingerpost.stores.backups import backup, restore
from fingerpost.stores.store import Store

ANSWERS, TRIES = 40, 100
"""Answers before and after a fault, and questions until one must be refused."""
NOTICE = 5.0
"""Seconds after which `/readyz` must tell of a fault: it tries to write every two."""
RECOVERY = 30.0
"""Seconds after a fault in which the server must be ready again."""
PATIENCE = 90.0
"""Seconds after which a status counts as one that never comes."""
FULL_BYTES = 65_536
"""How large a file may grow on a disk that is full."""
NOBODY = 65_534
YEAR = 366 * 86_400.0

BAR = "nothing acknowledged is lost or stored twice; 503, /readyz and the log say so; ready again afterwards"
CLOCK_BAR = "nothing acknowledged is lost or stored twice, also by retention; the log says so"

Fault = Callable[["Desk"], AbstractContextManager[None]]


@dataclass
class Desk:
    """A server with a store, and what it acknowledged."""

    server: KilledServer
    url: str
    folder: Path
    answers: dict[str, str] = field(default_factory=dict)
    asked: int = 0

    @property
    def file(self) -> Path:
        """Return the SQLite file."""
        return self.folder / "data" / "store.sqlite"

    def ask(self) -> tuple[int, str]:
        """Ask the next question; return the status, and the text of the answer or of the error."""
        number, self.asked = self.asked, self.asked + 1
        text, session = f"where is order {number}?", f"s{number % 7}"
        status, body = ask(self.server.port, text=text, session=session, request_id=f"r{number}")
        if status != 200:
            return status, str(body["error"]["message"])
        self.answers[f"r{number}"] = body["text"]
        return status, str(body["text"])

    def log(self) -> str:
        """Return what the server logged."""
        return (self.folder / "log").read_text(encoding="utf-8")


@dataclass
class Seen:
    """What was seen of a fault; `refusal` is the first error of an answer, `says` what the log must have.

    `notice` and `recovery` are the seconds until `/readyz` told of the fault, and until it was ready again.
    """

    says: str
    must_refuse: bool = True
    answers: int = 0
    refusal: tuple[int, str] | None = None
    notice: float = 0.0
    recovery: float = 0.0
    log: str = ""
    missing: int = 0
    twice: int = 0

    def faults(self) -> list[str]:
        """Return what is wrong with it."""
        found = []
        if self.missing or self.twice:
            found.append(f"{self.missing} acknowledged answers missing, {self.twice} stored twice")
        if self.must_refuse and self.refusal is None:
            found.append("no question was refused, so the fault was never met")
        if self.refusal and (self.refusal[0] != 503 or "store" not in self.refusal[1]):
            found.append(f"refused with {self.refusal[0]} {self.refusal[1]!r}, not a 503 that names the store")
        if isinf(self.notice):
            found.append("/readyz never told of it")
        if isinf(self.recovery):
            found.append("never ready again")
        if self.says not in self.log:
            found.append(f"the log never says {self.says!r}")
        return found

    def late(self) -> list[str]:
        """Return what came, but later than the bar."""
        found = []
        if NOTICE < self.notice < inf:
            found.append(f"/readyz told of it after {self.notice:.1f} s")
        if RECOVERY < self.recovery < inf:
            found.append(f"ready again after {self.recovery:.0f} s")
        return found


def log_to(file: Path) -> None:
    """Write the log of this process to a file."""
    logging.basicConfig(filename=file, level=logging.INFO, encoding="utf-8")


def log_until_signal(file: Path) -> None:
    """Log to a file, and at a signal become a user who may not write everywhere.

    Not at once: what a server imports later may lie where only this user may read.
    """
    log_to(file)
    signal.signal(signal.SIGUSR1, lambda *_: os.setuid(NOBODY))


def log_at(file: Path, shift: float) -> None:
    """Log to a file, with a clock that is wrong by some seconds."""
    log_to(file)
    patch.object(Store, "open", partial(Store.open, clock=_clock(shift))).start()


def _clock(shift: float) -> Callable[[], float]:
    return lambda: time.time() + shift


@contextmanager
def running(url: str = "", prepare: Callable[[Path], None] = log_to) -> Iterator[Desk]:
    """Run a server on a store: a new SQLite file, unless a URL is given."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "data"
        data.mkdir()
        folder.chmod(0o755)
        url = url or f"sqlite:///{data}/store.sqlite"
        server = KilledServer(write_desk(folder), kills.desk_settings(url), partial(prepare, folder / "log"))
        server.start()
        try:
            yield Desk(server, url, folder)
        finally:
            server.kill()


def meet(desk: Desk, fault: Fault, seen: Seen, tries: int = TRIES) -> Measured:
    """Ask before, during and after a fault, and compare what was acknowledged with what is stored."""
    for _ in range(ANSWERS):
        desk.ask()
    with fault(desk):
        for _ in range(tries):
            status, text = desk.ask()
            if status != 200:
                seen.refusal = (status, text)
                break
        seen.notice = wait_for(desk.server.port, "/readyz", 503, PATIENCE)
    seen.recovery = wait_for(desk.server.port, "/readyz", 200, PATIENCE)
    for _ in range(0 if isinf(seen.recovery) else ANSWERS):
        desk.ask()
    return _judged(desk, seen)


def _judged(desk: Desk, seen: Seen) -> Measured:
    desk.server.kill()
    seen.answers, seen.log = len(desk.answers), desk.log()
    seen.missing, seen.twice = kills.compare(desk.url, desk.answers)
    refusal = "none refused" if seen.refusal is None else f"then refused with {seen.refusal[0]}"
    figures = f"{seen.answers} acknowledged ({refusal}), {seen.missing} missing, {seen.twice} twice"
    return Measured(figures, seen.faults(), seen.late())


@contextmanager
def full_disk(desk: Desk) -> Iterator[None]:
    """Let no file of the server grow."""
    prlimit(desk.server.pid, RLIMIT_FSIZE, (FULL_BYTES, RLIM_INFINITY))
    try:
        yield
    finally:
        prlimit(desk.server.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))


@contextmanager
def read_only(desk: Desk) -> Iterator[None]:
    """Take away the right to write to the folder of the store and its files."""
    get(desk.server.port, "/readyz")
    files = list(desk.file.parent.iterdir())
    if os.geteuid() == 0:
        _become_nobody(desk.server.pid, [desk.file.parent, *files])
    for file in files:
        file.chmod(0o444)
    desk.file.parent.chmod(0o555)
    try:
        yield
    finally:
        desk.file.parent.chmod(0o755)
        for file in files:
            file.chmod(0o600)


def _become_nobody(pid: int, files: Sequence[Path]) -> None:
    """Take root's rights from the server: root may write anywhere."""
    for file in files:
        os.chown(file, NOBODY, -1)
    os.kill(pid, signal.SIGUSR1)
    until = time.monotonic() + NOTICE
    while f"Uid:\t{NOBODY}" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii"):
        if time.monotonic() > until:
            raise RuntimeError("the server goes on as root, who may write anywhere")
        time.sleep(0.02)


@contextmanager
def locked(desk: Desk) -> Iterator[None]:
    """Write from another process, and never end."""
    with closing(sqlite3.connect(desk.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def damaged(desk: Desk) -> Iterator[None]:
    """Overwrite pages of the file; afterwards an operator restores the backup that was made before."""
    backup(desk.url, desk.folder / "backup")
    with closing(sqlite3.connect(desk.file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with desk.file.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xa5" * 4096 * 8)
    yield
    desk.server.kill()
    for part in desk.file.parent.iterdir():
        part.unlink()
    restore(desk.url, desk.folder / "backup")
    desk.server.start()


def measure_sqlite(fault: Fault, says: str, must_refuse: bool, tries: int, _share: float) -> Measured:
    """Meet a fault of a SQLite store."""
    with running(prepare=log_until_signal if fault is read_only else log_to) as desk:
        return meet(desk, fault, Seen(says, must_refuse), tries)


def measure_clock(shift: float, _share: float) -> Measured:
    """Ask with the right clock, then with a wrong one that retention goes by, then with the right one again."""
    with running() as desk:
        right = desk.server.prepare
        for prepare in (right, partial(log_at, desk.folder / "log", shift), right):
            desk.server.kill()
            desk.server.prepare = prepare
            desk.server.start()
            for _ in range(ANSWERS):
                desk.ask()
        with Store.open(desk.url, clock=_clock(shift)) as store:
            store.sweep()
        return _judged(desk, Seen("the clock is", must_refuse=False))


def measure_postgresql(_share: float) -> Measured:
    """Stop PostgreSQL under a running server, and start it again."""
    with postgresql() as database, running(database.make_database()) as desk:

        @contextmanager
        def stopped(_: Desk) -> Iterator[None]:
            database.stop("immediate")
            yield
            database.start()

        return meet(desk, stopped, Seen("cannot be reached"))


LINES = [
    Line("full-disk", BAR, partial(measure_sqlite, full_disk, "check the free disk space", True, TRIES)),
    # What is open for writing stays so: the next process, and /readyz, find the folder closed.
    Line("read-only", BAR, partial(measure_sqlite, read_only, "give this user write access", False, ANSWERS)),
    Line("locked", BAR, partial(measure_sqlite, locked, "is locked by another process", True, 1)),
    # What is written to a damaged file is not in the backup: nothing is asked until it is restored.
    Line("damaged", BAR, partial(measure_sqlite, damaged, "is damaged", False, 0)),
    Line("postgresql-stopped", BAR, measure_postgresql),
    Line("clock-ahead", CLOCK_BAR, partial(measure_clock, YEAR)),
    Line("clock-behind", CLOCK_BAR, partial(measure_clock, -YEAR)),
]
