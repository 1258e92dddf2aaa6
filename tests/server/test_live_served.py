"""Live decisions of `fingerpost serve`: of all its workers, of replicas on one PostgreSQL, and at its end."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import monotonic
from uuid import uuid4

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from tests.server.http_running import PATIENCE, until
from tests.server.live_reading import LiveClient, watching
from tests.server.test_serve import Server, _write_book, serving
from tests.stores.server import Server as Postgres


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return _write_book(tmp_path)


def say(server: Server, count: int, session: str) -> None:
    """Send messages, each on a connection of its own, which any worker may take."""
    for _ in range(count):
        body = {"text": "I want a refund", "session": session, "request_id": uuid4().hex}
        assert httpx.post(f"{server.url}/v1/route", json=body, timeout=PATIENCE).status_code == 200


def usual_delay(client: LiveClient) -> float:
    """Return the median of the seconds from a decision until it was seen: one may wait for a busy machine."""
    return median(seen - float(value["at"]) for seen, (_, value) in zip(client.wall_times, client.events, strict=True))


def test_decisions_of_all_workers_are_seen_within_a_second(book: Path) -> None:
    with serving(book, FINGERPOST_WORKERS="2") as server, ExitStack() as stack:
        server.ready()
        # Several, so that each worker has one.
        clients = [stack.enter_context(watching(server.url)) for _ in range(4)]
        say(server, 20, "talk")
        for client in clients:
            until(lambda client=client: len(client.events) == 20)  # type: ignore[misc]
            assert len({value["request"] for value in client.named("decision")}) == 20
            assert usual_delay(client) < 1.0


def test_decisions_of_replicas_are_seen_within_a_second(postgres: Postgres, tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="PostgreSQL needs the extra fingerpost[postgres]")
    url = postgres.make_database()
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            book = _write_book(tmp_path / name)
            servers.append(stack.enter_context(serving(book, DATABASE_URL=url)).ready())
        with watching(servers[0].url, session="there") as client:
            say(servers[1], 5, "there")
            until(lambda: len(client.events) == 5)
            assert usual_delay(client) < 1.0


def test_an_open_view_does_not_keep_a_server_from_its_end(book: Path) -> None:
    with serving(book) as server:
        server.ready()
        with watching(server.url) as client:
            began = monotonic()
            assert server.end(signal.SIGTERM) == 0
            assert monotonic() - began < 8
            until(lambda: client.ended)
