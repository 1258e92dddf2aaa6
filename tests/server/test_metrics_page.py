"""`/metrics` of a server with several workers says the same whichever of them is asked, also after one was killed."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost.observability.metrics import Metrics
from fingerpost.observability.shared_series import shared_memories
from fingerpost.server.metrics_page import MetricsPage
from fingerpost.validation.code_check import CIRCUIT_OPEN_UNTIL
from tests.server.http_running import PATIENCE, until
from tests.server.test_serve import BOOK, Server, _children, linux, serving

READS = 12
"""Connections that read the page: that the kernel gives all of them to one of two workers has a chance of 1 in 2,000."""
ROUTED = re.compile(
    r'^fingerpost_http_requests_seconds_(count|bucket).*path="/v1/route",status="200"\} (\S+)$', re.MULTILINE
)
DECIDED = re.compile(r"^fingerpost_decisions_seconds_count\{.*\} (\S+)$", re.MULTILINE)


@contextmanager
def _two_workers(place: Path, **environment: str) -> Iterator[Server]:
    folder = place / "desk"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    with serving(folder, "--workers", "2", **environment) as server:
        yield server.ready()


def _route(server: Server, count: int) -> None:
    """Send messages, each over a connection of its own, which the kernel gives to one of the workers."""
    for _ in range(count):
        assert server.route("refund please") == "refund"


def _counts(server: Server) -> list[tuple[float, float, float]]:
    """Return routed requests, the largest bucket, and decisions, as fresh connections read them one after another."""
    found = []
    for _ in range(READS):
        page = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
        routed = {kind: float(value) for kind, value in ROUTED.findall(page)}
        found.append((routed["count"], routed["bucket"], sum(map(float, DECIDED.findall(page)))))
    return found


def _kill(worker: int) -> None:
    os.kill(worker, signal.SIGKILL)
    # Its threads hold the port until all have ended.
    until(lambda: not Path(f"/proc/{worker}").exists())


def _listeners(server: Server) -> int:
    """Return how many workers listen."""
    ending = f":{int(server.url.rpartition(':')[2]):04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()]
    return sum(line[1].endswith(ending) and line[3] == "0A" for line in lines)


@pytest.mark.kill
@pytest.mark.slow
@linux
def test_every_worker_counts_what_all_have_done_and_a_killed_one_is_not_forgotten(tmp_path: Path) -> None:
    with _two_workers(tmp_path) as server:
        _route(server, 40)
        assert _counts(server) == [(40, 40, 40)] * READS
        first, second = sorted(_children(server.process.pid))
        _kill(first)
        assert _counts(server) == [(40, 40, 40)] * READS
        until(lambda: _listeners(server) == 2)
        _route(server, 20)
        assert _counts(server) == [(60, 60, 60)] * READS
        _kill(second)
        assert _counts(server) == [(60, 60, 60)] * READS, "known to the one that was started later, too"
        assert server.end(signal.SIGTERM) == 0


@pytest.mark.slow
@linux
def test_saboteur_workers_that_share_nothing_say_different_things(tmp_path: Path, saboteur: dict[str, str]) -> None:
    with _two_workers(tmp_path, **saboteur) as server:
        _route(server, 40)
        assert _counts(server) != [(40, 40, 40)] * READS


@pytest.fixture
def saboteur(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a server whose workers count each for itself."""
    place = tmp_path / "saboteur"
    place.mkdir()
    (place / "sitecustomize.py").write_text(
        "from fingerpost.observability.metrics import Metrics\nMetrics.share = lambda *_: None\n", encoding="utf-8"
    )
    return {"PYTHONPATH": os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])}


def test_the_circuit_of_the_parser_is_shown_for_each_worker() -> None:
    memories = shared_memories(3)
    workers = [Metrics() for _ in memories]
    for number, metrics in enumerate(workers):
        metrics.share(memories, number)
    workers[0].set(CIRCUIT_OPEN_UNTIL, 0.0)
    workers[1].set(CIRCUIT_OPEN_UNTIL, monotonic() + 60)
    workers[2].set(CIRCUIT_OPEN_UNTIL, monotonic() - 1)
    for metrics in workers:
        page = MetricsPage(metrics).text().decode()
        assert re.findall(r"^fingerpost_parser_circuit_state(\S+ \S+)$", page, re.MULTILINE) == [
            '{worker="0"} 0.0', '{worker="1"} 2.0', '{worker="2"} 1.0'
        ]  # fmt: skip
