"""Acknowledged answers over killed servers and a restarted PostgreSQL: each must be stored, and once.

    python -m benchmarks.kills --answers 20000 --kills 50 --restarts 5

Clients ask a real `fingerpost serve`, every second one as a stream, and repeat what was not acknowledged under the same
request id. Meanwhile the server is ended with kill -9 and started again, and so is the database. An answer counts as
acknowledged with its last byte: the JSON, or the event `answer`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path

from benchmarks.killed_server import PATIENCE, KilledServer, log_nothing, write_desk
from benchmarks.report import Check
from fingerpost.settings import Settings
from fingerpost.stores.store import Store

CLIENTS, SESSIONS = 6, 40


@dataclass
class Acknowledged:
    """What the clients were told: the text of every answer by its request, and how often something went wrong."""

    answers: dict[str, str] = field(default_factory=dict)
    streamed: int = 0
    repeated: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Found:
    """What a run counted."""

    acknowledged: int
    streamed: int
    kills: int
    restarts: int
    repeated: int
    missing: int
    twice: int
    seconds: float


def run(
    url: str,
    restart: Callable[[], None],
    answers: int,
    kills: int,
    restarts: int,
    prepare: Callable[[], None] = log_nothing,
) -> Found:
    """Ask until so many answers are acknowledged, with the kills and restarts spread over them.

    `prepare` is called in every process before it serves.
    """
    began, told, numbers = time.monotonic(), Acknowledged(), count()
    with tempfile.TemporaryDirectory() as folder:
        server = KilledServer(write_desk(Path(folder)), desk_settings(url), prepare)
        server.start()
        stop = threading.Event()
        clients = [threading.Thread(target=_client, args=(server.port, told, numbers, stop)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            for number, is_restart in enumerate(_plan(kills, restarts), 1):
                _wait(told, answers * number // (kills + restarts + 1))
                if is_restart:
                    restart()
                else:
                    server.kill()
                server.start()
            _wait(told, answers)
        finally:
            stop.set()
            for client in clients:
                client.join()
            server.kill()
    missing, twice = compare(url, told.answers)
    seconds = time.monotonic() - began
    return Found(len(told.answers), told.streamed, kills, restarts, told.repeated, missing, twice, seconds)


def desk_settings(url: str) -> Settings:
    """Return settings of a server that stores there, and writes nothing elsewhere."""
    return Settings(cache=None, database=url, traces="off")


def compare(url: str, acknowledged: dict[str, str]) -> tuple[int, int]:
    """Return how many acknowledged answers are not stored as they were told, and how many requests are twice."""
    select = "SELECT request, role, text FROM fingerpost_turns ORDER BY id"
    with Store.open(url) as store:
        rows = store._database.read(lambda connection: connection.query(select))
    stored: dict[str, list[tuple[str, str]]] = {}
    for request, role, text in rows:
        stored.setdefault(request, []).append((role, text))
    missing = sum(("assistant", text) not in stored.get(request, ()) for request, text in acknowledged.items())
    twice = sum([role for role, _ in turns].count("user") > 1 or len(turns) > 2 for turns in stored.values())
    return missing, twice


def _plan(kills: int, restarts: int) -> list[bool]:
    """Return the order of kills (False) and restarts (True), evenly mixed."""
    places = {round((number + 0.5) * (kills + restarts) / restarts) for number in range(restarts)}
    return [place in places for place in range(kills + restarts)] if restarts else [False] * kills


def _wait(told: Acknowledged, answers: int) -> None:
    seen, until = -1, time.monotonic() + PATIENCE
    while len(told.answers) < answers:
        if len(told.answers) > seen:
            seen, until = len(told.answers), time.monotonic() + PATIENCE
        if time.monotonic() > until:
            raise TimeoutError(f"no answer for {PATIENCE:g} s, after {seen}")
        time.sleep(0.01)


def _client(port: int, told: Acknowledged, numbers: Iterator[int], stop: threading.Event) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    while not stop.is_set():
        with told.lock:
            number = next(numbers)
        streams, text = number % 2 == 1, None
        while text is None and not stop.is_set():
            try:
                text = _ask(connection, number, streams)
            except (OSError, HTTPException):
                connection.close()
            if text is None:
                told.repeated += 1
                time.sleep(0.02)
        if text is not None:
            with told.lock:
                told.answers[f"r{number}"] = text
                told.streamed += streams
    connection.close()


def _ask(connection: HTTPConnection, number: int, streams: bool) -> str | None:
    """Return the text of the answer, None where it was refused or broke off."""
    body = {"text": f"where is order {number}?", "session": f"s{number % SESSIONS}", "request_id": f"r{number}"}
    content = json.dumps({**body, "stream": streams})
    connection.request("POST", "/v1/ask", content, {"Content-Type": "application/json"})
    response = connection.getresponse()
    received = response.read()
    if response.status != 200:
        return None
    if streams:
        _, separator, last = received.rpartition(b"event: answer\ndata: ")
        if not separator:
            return None
        received = last
    return str(json.loads(received)["text"])


@contextmanager
def postgres() -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the URL of a database on a server of its own, and a function that restarts the server."""
    from tests.stores.server import Server

    server = Server()
    server.start()

    def restart() -> None:
        server.stop("immediate")
        server.start()

    try:
        yield server.make_database(), restart
        server.stop("immediate")
    finally:
        server.remove()


def checks(answers: int, kills: int, restarts: int) -> Iterator[Check]:
    """Run on PostgreSQL with restarts, and on SQLite with the kills alone."""
    with postgres() as (url, restart):
        yield from as_checks("PostgreSQL", run(url, restart, answers, kills, restarts))
    with tempfile.TemporaryDirectory() as folder:
        yield from as_checks("SQLite", run(f"sqlite:///{folder}/s.sqlite", lambda: None, answers // 4, kills // 4, 0))


def as_checks(name: str, found: Found) -> Iterator[Check]:
    """Return the figures of a run with their bars."""
    note = f"{found.kills} kills, {found.restarts} restarts, {found.repeated} repeated, {found.seconds:.0f} s"
    yield Check(f"{name}: acknowledged answers", found.acknowledged, 1, at_least=True, note=note)
    yield Check(f"{name}: of them streamed", found.streamed, found.acknowledged // 2 - CLIENTS, at_least=True)
    yield Check(f"{name}: acknowledged and not stored", found.missing, 0)
    yield Check(f"{name}: stored twice", found.twice, 0)


def main() -> None:
    """Run with the sizes of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--answers", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--restarts", type=int, default=5)
    given = parser.parse_args()
    failed = False
    for check in checks(given.answers, given.kills, given.restarts):
        print(f"{check.what}: {check.value:g}{'' if check.met else '  MISSED'}  {check.note}", flush=True)
        failed = failed or not check.met
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
