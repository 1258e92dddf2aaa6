"""Durability under stress: many processes on one store, some killed; every acknowledged turn must be stored once."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Check
from fingerpost import Router
from fingerpost.answering.sessions import Sessions
from fingerpost.audit.traces import audit
from fingerpost.observability.metrics import METRICS
from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import open_trace_writer

MESSAGES, PROCESSES, THREADS, KILLS, SESSIONS = 50_000, 10, 2, 30, 200


@dataclass(frozen=True)
class Plan:
    """What a run does."""

    url: str
    folder: Path
    messages: int = MESSAGES
    kills: int = KILLS

    @property
    def acknowledged(self) -> Path:
        """Return the file to which a worker adds a line once a message is done: its number, and breaches so far."""
        return self.folder / "acknowledged"


def checks(router: Router, texts: Sequence[str], messages: int, kills: int) -> Iterator[Check]:
    """Run on both stores."""
    for name, opened in (("SQLite", _sqlite), ("PostgreSQL", _postgres)):
        with opened() as url, tempfile.TemporaryDirectory() as folder:
            yield from run(name, router, texts, Plan(url, Path(folder), messages, kills))


def run(name: str, router: Router, texts: Sequence[str], plan: Plan) -> Iterator[Check]:
    """Send every message once through some worker, kill some of them on the way, and count what is stored."""
    began = time.monotonic()
    router.warm()
    with Store.open(plan.url):
        pass
    parts = [range(start, plan.messages, PROCESSES) for start in range(PROCESSES)]
    workers = {_fork(router, texts, plan, part): part for part in parts}
    rng, killed = random.Random(1), 0  # noqa: S311 - for repeatable runs, not for secrets
    while workers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid in workers:
            part = workers.pop(pid)
            if os.WIFSIGNALED(status):
                # Whoever was killed may have written a message without saying so: it is sent again.
                workers[_fork(router, texts, plan, part)] = part
            elif os.WEXITSTATUS(status):
                raise SystemExit(f"a worker failed with exit code {os.WEXITSTATUS(status)}")
            continue
        time.sleep(0.02)
        done = len(_acknowledged(plan))
        if killed < plan.kills and done > (killed + 1) * plan.messages / (plan.kills + 2) and workers:
            os.kill(rng.choice(list(workers)), signal.SIGKILL)
            killed += 1
    yield from _count(name, router, plan, killed, time.monotonic() - began)


def _count(name: str, router: Router, plan: Plan, killed: int, seconds: float) -> Iterator[Check]:
    acknowledged = _acknowledged(plan)
    with Store.open(plan.url) as store:
        select = "SELECT request, COUNT(*), COUNT(DISTINCT role) FROM fingerpost_turns GROUP BY request"
        stored = {row[0]: tuple(row[1:]) for row in store._database.read(lambda c: c.query(select))}
        found = audit(router.routebook, ((str(t["id"]), t) for t in _all_traces(store)))
    missing = [number for number in acknowledged if f"m{number}" not in stored]
    doubled = [request for request, counts in stored.items() if counts != (2, 2)]
    breaches = max(acknowledged.values(), default=0) + len(found.breaches) + len(found.unreadable)
    note = f"{len(acknowledged):,} messages, {killed} workers killed, {seconds:.0f} s"
    yield Check(f"{name}: messages that were not acknowledged", plan.messages - len(acknowledged), 0, note=note)
    yield Check(f"{name}: acknowledged turns that are missing", len(missing), 0, note=note)
    yield Check(f"{name}: requests that are stored twice or in part", len(doubled), 0, note=f"{len(stored):,} requests")
    yield Check(f"{name}: contract breaches", breaches, 0, note=f"{found.traces:,} traces audited")


def _fork(router: Router, texts: Sequence[str], plan: Plan, part: range) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        _work(router, texts, plan, part)
        code = 0
    finally:
        os._exit(code)


def _work(router: Router, texts: Sequence[str], plan: Plan, part: range) -> None:
    done = _acknowledged(plan)
    left = iter([number for number in part if number not in done])
    taking = threading.Lock()
    faults: list[BaseException] = []
    before = METRICS.value("contract_breaches")
    log = os.open(plan.acknowledged, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with Store.open(plan.url) as store:
        sessions = Sessions(router, store, open_trace_writer("store", store))

        def send() -> None:
            while not faults:
                with taking:
                    number = next(left, None)
                if number is None:
                    return
                try:
                    _one(sessions, texts, number)
                except BaseException as fault:
                    faults.append(fault)
                    raise
                breaches = int(METRICS.value("contract_breaches") - before)
                os.write(log, f"{number} {breaches}\n".encode())

        threads = [threading.Thread(target=send) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sessions.close()
    if faults:
        raise faults[0]


def _one(sessions: Sessions, texts: Sequence[str], number: int) -> None:
    # Every other message is one that nobody has sent before.
    text = texts[number % len(texts)] + (f" {number}" if number % 2 else "")
    with sessions.exchange(f"s{number % SESSIONS}", text, user=f"u{number % 7}", request_id=f"m{number}") as exchange:
        exchange.route()
        exchange.answer(f"answer {number}")


def _acknowledged(plan: Plan) -> dict[int, int]:
    if not plan.acknowledged.exists():
        return {}
    # A last line without its end was cut off by a kill, and acknowledges nothing.
    lines = plan.acknowledged.read_text(encoding="utf-8").split("\n")[:-1]
    return {int(number): int(breaches) for number, breaches in (line.split() for line in lines)}


def _all_traces(store: Store) -> Iterator[dict[str, object]]:
    last = 0
    while traces := store.traces(after=last):
        yield from traces
        last = traces[-1]["id"]


@contextmanager
def _sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/stress.sqlite"


@contextmanager
def _postgres() -> Iterator[str]:
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        yield url
        return
    from tests.stores.server import Server

    server = Server()
    try:
        server.start()
        yield server.make_database()
        server.stop()
    finally:
        server.remove()
