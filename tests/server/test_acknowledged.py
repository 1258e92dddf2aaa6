"""Acknowledged means stored: the last event of every stream goes out after the write, and a store that is down is told.

SQLite is locked by another connection, and PostgreSQL is stopped.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.answering.sessions import Exchange
from fingerpost.server import assistance_pb2 as pb
from fingerpost.stores import sqlite
from fingerpost.stores.probe import StoreProbe
from fingerpost.stores.store import THREADS
from tests.server.grpc_running import Client, failure, serving
from tests.server.http_running import Place, events, running, settings_in, until
from tests.stores.server import Server

TEXT = "I want my money back"
MARK = {"part": "memory", "rung": "not remembered", "why": "failed"}


@pytest.fixture
def quick_to_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked file is given up after a second, not after ten."""
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", 1.0)


@pytest.fixture
def place(new_shop: Router, own_cache: Path, tmp_path: Path) -> Iterator[Place]:
    with running(new_shop, settings_in(tmp_path, own_cache)) as served:
        yield served


@contextmanager
def locked(folder: Path) -> Iterator[Callable[[], None]]:
    """Hold the write lock on the store; yields the function that releases it."""
    with closing(sqlite3.connect(folder / "store.sqlite", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")

        def release() -> None:
            other.execute("ROLLBACK")

        yield release


def _ask_body(session: str) -> tuple[str, dict[str, Any]]:
    return "/v1/ask", {"text": TEXT, "session": session, "stream": True}


def _completion_body(session: str) -> tuple[str, dict[str, Any]]:
    message = {"role": "user", "content": TEXT}
    return "/v1/chat/completions", {
        "model": "shop",
        "messages": [message],
        "stream": True,
        "user": json.dumps({"session": session}),
    }


STREAMS = {"ask": (_ask_body, "event: answer"), "completions": (_completion_body, "[DONE]")}


class Reader(threading.Thread):
    """Reads a stream, and notes what the store held when its last event came."""

    def __init__(self, place: Place, way: str, session: str) -> None:
        super().__init__()
        (body, self._last), self._place, self._session = STREAMS[way], place, session
        self._path, self._body = body(session)
        self.text, self.began = "", threading.Event()
        self.stored_at_the_end: list[str] | None = None

    def run(self) -> None:
        with httpx.stream("POST", self._place.url + self._path, json=self._body, timeout=30) as response:
            for piece in response.iter_text():
                self.text += piece
                self.began.set()
                if self._last in self.text and self.stored_at_the_end is None:
                    self.stored_at_the_end = self._place.texts(self._session)


@pytest.mark.parametrize("way", STREAMS)
def test_the_last_event_waits_for_the_write(place: Place, tmp_path: Path, way: str) -> None:
    with locked(tmp_path) as release:
        reader = Reader(place, way, "s")
        reader.start()
        assert reader.began.wait(20)
        until(lambda: "within 30 days" in reader.text)
        reader.join(0.5)
        assert reader.stored_at_the_end is None, "the text is sent, but not the end"
        release()
        reader.join(20)
    stored = reader.stored_at_the_end
    assert stored is not None
    assert len(stored) == 2
    assert stored[0] == TEXT


@pytest.mark.parametrize("way", STREAMS)
def test_a_write_in_the_background_is_found_out(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    writes: list[asyncio.Task[None]] = []
    real = Exchange.__aexit__

    async def later(self: Exchange, *given: Any) -> None:
        writes.append(asyncio.create_task(real(self, *given)))

    monkeypatch.setattr(Exchange, "__aexit__", later)
    with locked(tmp_path) as release:
        reader = Reader(place, way, "s")
        reader.start()
        reader.join(20)
        assert reader.stored_at_the_end == []
        release()
    until(lambda: all(write.done() for write in writes))


@pytest.mark.usefixtures("quick_to_give_up")
@pytest.mark.parametrize("way", STREAMS)
def test_a_stream_that_cannot_be_stored_ends_in_an_error(place: Place, tmp_path: Path, way: str) -> None:
    with locked(tmp_path):
        reader = Reader(place, way, "s")
        reader.start()
        reader.join(30)
    assert reader.stored_at_the_end is None
    assert "the store is not available now: try again later" in reader.text
    assert place.texts("s") == []


@pytest.mark.usefixtures("quick_to_give_up")
def test_while_it_is_locked_a_message_without_a_session_is_answered(place: Place, tmp_path: Path) -> None:
    with locked(tmp_path):
        answer = place.post("/v1/ask", text=TEXT)
        assert answer.status_code == 200
        assert answer.json()["degraded"] == [MARK]
        assert place.post("/v1/ask", text=TEXT, session="s").status_code == 503
        assert place.post("/v1/route", text=TEXT).status_code == 200
        assert place.post("/v1/route", text=TEXT, session="s").status_code == 200, "reading goes on"


def test_a_file_that_cannot_be_read_refuses_sessions_and_nothing_else(place: Place, tmp_path: Path) -> None:
    for file in tmp_path.glob("store.sqlite*"):
        # The log beside the file too, from which SQLite would restore it.
        file.unlink()
    (tmp_path / "store.sqlite").write_text("this is no database, whatever its name says" * 100, encoding="utf-8")
    answer = place.post("/v1/ask", text=TEXT)
    assert (answer.status_code, answer.json()["degraded"]) == (200, [MARK])
    assert place.post("/v1/ask", text=TEXT, session="s").status_code == 503
    assert place.http.get("/readyz").json()["store"] == "fails"


def _request(**more: Any) -> pb.AgentRequest:
    return pb.AgentRequest(query=TEXT, **more)


@pytest.fixture
async def client(new_shop: Router, own_cache: Path, tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(new_shop, settings_in(tmp_path, own_cache)) as served:
        yield served


async def test_the_last_message_of_grpc_waits_for_the_write(client: Client, tmp_path: Path) -> None:
    store = client.assistant.sessions.store
    with locked(tmp_path) as release:
        replies: list[pb.AgentResponse] = []
        stored: list[int] = []

        async def read() -> None:
            async for reply in client.engine.AskAgentStream(_request(session_id="s")):
                replies.append(reply)
                if reply.is_final:
                    stored.append(len(store.turns("s")))

        reading = asyncio.create_task(read())
        async with asyncio.timeout(20):
            while not any(reply.text for reply in replies):
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert not stored
        release()
        await reading
    assert stored == [2]


async def test_over_grpc_a_write_in_the_background_is_found_out(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[asyncio.Task[None]] = []
    real = Exchange.__aexit__

    async def later(self: Exchange, *given: Any) -> None:
        writes.append(asyncio.create_task(real(self, *given)))

    monkeypatch.setattr(Exchange, "__aexit__", later)
    with locked(tmp_path) as release:
        async with asyncio.timeout(20):
            replies = [reply async for reply in client.engine.AskAgentStream(_request(session_id="s"))]
        assert replies[-1].is_final
        assert client.assistant.sessions.store.turns("s") == []
        release()
        await asyncio.gather(*writes)


@pytest.mark.usefixtures("quick_to_give_up")
async def test_a_grpc_stream_that_cannot_be_stored_ends_in_an_error(client: Client, tmp_path: Path) -> None:
    with locked(tmp_path):
        replies = list[pb.AgentResponse]()

        async def read() -> None:
            async for reply in client.engine.AskAgentStream(_request(session_id="s")):
                replies.append(reply)

        code, details = await failure(read())
        assert (code, details) == ("UNAVAILABLE", "the store is not available now: try again later")
        assert replies
        assert not any(reply.is_final for reply in replies)
        answer = await client.engine.AskAgent(_request())
        assert [(each.part, each.rung) for each in answer.degraded] == [("memory", "not remembered")]


@pytest.fixture(params=["refuse", "answer"])
def on_postgres(
    request: pytest.FixtureRequest, new_shop: Router, own_cache: Path, tmp_path: Path, postgres: Server
) -> Iterator[Place]:
    """A server whose PostgreSQL can be stopped."""
    settings = settings_in(tmp_path, own_cache, database=postgres.make_database(), store_down=request.param)
    with running(new_shop, settings) as served:
        yield served


def test_with_postgresql_down_routing_and_asking_go_on(on_postgres: Place, postgres: Server) -> None:
    place, refuses = on_postgres, on_postgres.assistant.components.settings.store_down == "refuse"
    healthy = place.post("/v1/ask", text=TEXT, session="s").json()
    assert (healthy["degraded"], place.http.get("/readyz").status_code) == ([], 200)
    postgres.stop("immediate")
    try:
        assert place.post("/v1/route", text=TEXT).json()["route"] == "refund"
        for _ in range(5):
            alone = place.post("/v1/ask", text=TEXT)
            assert (alone.status_code, alone.json()["text"], alone.json()["degraded"]) == (200, healthy["text"], [MARK])
        completion = {"model": "shop", "messages": [{"role": "user", "content": TEXT}]}
        told = place.post("/v1/chat/completions", **completion).json()
        assert told["fingerpost"]["degraded"] == [MARK]
        in_session = place.post("/v1/ask", text=TEXT, session="s", request_id="r2")
        streamed = place.post("/v1/ask", text=TEXT, session="s", stream=True)
        routed = place.post("/v1/route", text=TEXT, session="s", request_id="r3")
        if refuses:
            assert (in_session.status_code, streamed.status_code, routed.status_code) == (503, 503, 503)
            assert "the store is not available now" in in_session.json()["error"]["message"]
        else:
            assert (in_session.json()["degraded"], routed.json()["degraded"]) == ([MARK], [MARK])
            assert events(streamed.text)[-1][1]["degraded"] == [MARK]
        assert 'fingerpost_degraded_total{part="memory",rung="not remembered"}' in place.http.get("/metrics").text
        until(lambda: place.http.get("/readyz").status_code == 503)
        assert place.http.get("/readyz").json()["store"] == "fails"
    finally:
        postgres.start()
    until(lambda: place.http.get("/readyz").status_code == 200)
    until(lambda: place.post("/v1/ask", text=TEXT, session="s").json().get("degraded") == [])


def test_readyz_tells_of_a_store_that_takes_no_writes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert place.http.get("/readyz").json()["store"] == "ok"
    monkeypatch.setattr(sqlite.SqliteConnection, "commit", _full)
    until(lambda: place.http.get("/readyz").status_code == 503)
    assert place.assistant.sessions.store.turns("s") == [], "reading shows nothing of it"
    monkeypatch.undo()
    until(lambda: place.http.get("/readyz").status_code == 200)


def _full(_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_readyz_tells_of_a_locked_store_in_five_seconds_while_more_writers_wait_than_there_are_threads(
    place: Place, tmp_path: Path
) -> None:
    with locked(tmp_path) as release, ThreadPoolExecutor(THREADS + 1) as writers:
        waiting = [writers.submit(place.post, "/v1/ask", text=TEXT, session=f"s{n}") for n in range(THREADS + 1)]
        database: Any = place.assistant.sessions.store._database
        until(database._write_lock.locked)
        began = time.monotonic()
        assert place.http.get("/readyz", timeout=5).json()["store"] == "fails"
        assert time.monotonic() - began < 5
        release()
        assert [asked.result(60).status_code for asked in waiting] == [200] * (THREADS + 1)


def test_a_readyz_that_only_reads_would_not_notice(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    store = place.assistant.sessions.store
    monkeypatch.setattr(StoreProbe, "check", lambda _: store.turns("readyz", 1))
    monkeypatch.setattr(sqlite.SqliteConnection, "commit", _full)
    assert place.http.get("/readyz").json()["store"] == "ok"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["agents", "miniapps"])
def test_another_text_under_a_used_request_id_is_refused_on_every_routebook(
    own_cache: Path, tmp_path: Path, name: str
) -> None:
    """`test_request_ids.py` tries every way with `avap`."""
    with running(Router.from_routebook(name), settings_in(tmp_path, own_cache)) as place:
        first = place.post("/v1/ask", text="hello", session="s", request_id="one")
        other = place.post("/v1/ask", text="good bye", session="s", request_id="one")
        again = place.post("/v1/ask", text="hello", session="s", request_id="one")
        assert (first.status_code, other.status_code, again.status_code) == (200, 400, 200)
        assert "with another text" in other.json()["error"]["message"]
        assert [text for text in place.texts("s") if text in ("hello", "good bye")] == ["hello"]


async def test_a_write_behind_the_last_message_of_grpc_is_found_out(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[asyncio.Task[None]] = []
    real = Exchange.__aexit__

    async def later(self: Exchange, *given: Any) -> None:
        writes.append(asyncio.create_task(real(self, *given)))

    monkeypatch.setattr(Exchange, "__aexit__", later)
    store, stored = client.assistant.sessions.store, list[int]()
    with locked(tmp_path) as release:
        async with asyncio.timeout(20):
            async for reply in client.engine.AskAgentStream(_request(session_id="s")):
                if reply.is_final:
                    stored.append(len(store.turns("s")))
        assert stored == [0]
        release()
    await asyncio.gather(*writes)
