"""Live decisions: within a second, over reconnects, slow readers and many of them, and nothing while nobody looks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from starlette.exceptions import HTTPException

from fingerpost import Router
from fingerpost.errors import BusyError, StoreError
from fingerpost.server import decision_feed
from fingerpost.server.decision_feed import DecisionFeed, EncodedOnce, LiveDecisions, LiveView
from fingerpost.server.middleware import TURN_KEY
from fingerpost.server.overload import AdmittedRequest, LoadGate
from fingerpost.stores import Store
from fingerpost.stores.decisions import DecisionFilter, StoredDecision, StoredDecisions
from fingerpost.stores.session_owners import SessionOwner
from tests.server.http_running import PATIENCE, Place, running, settings_in, until
from tests.server.live_reading import watching

ALL = DecisionFilter()


@pytest.fixture(scope="module")
def served(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = settings_in(tmp_path_factory.mktemp("live"), own_cache, traces="store")
    with pytest.MonkeyPatch.context() as patch, running(avap, settings) as place:
        # Those who have gone are noticed at once.
        patch.setattr(decision_feed, "HEARTBEAT_SECONDS", 0.05)
        yield place


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/store.sqlite") as store:
        yield store


def rows(*numbers: int, client: str | None = None, **trace: Any) -> list[StoredDecision]:
    return [StoredDecision(number, client, None, trace) for number in numbers]


def traces(count: int) -> list[dict[str, Any]]:
    return [{"request": str(number), "text": str(number), "route": "a"} for number in range(count)]


# Over the wire.


def test_a_decision_is_seen_within_a_second(served: Place) -> None:
    with watching(served.url) as client:
        sent = monotonic()
        served.post("/v1/route", text="what does addVar do?", session="s")
        until(lambda: bool(client.events))
        assert client.times[0] - sent < 1.0
        [(name, value)] = client.events
        assert (name, value["text"], value["session"]) == ("decision", "what does addVar do?", "s")


def test_only_what_is_wanted_comes(served: Place) -> None:
    with watching(served.url, session="wanted", language="es") as client:
        for session, text in (("other", "¿qué hace addVar?"), ("wanted", "what is it?"), ("wanted", "¿y qué es esto?")):
            served.post("/v1/route", text=text, session=session)
        until(lambda: bool(client.events))
        assert client.texts == ["¿y qué es esto?"]


def test_who_connects_again_gets_what_was_missed_and_nothing_twice(served: Place) -> None:
    with watching(served.url) as client:
        served.post("/v1/route", text="seen", session="again")
        until(lambda: bool(client.events))
        seen = client.named("decision")[0]["id"]
        until(lambda: client.last_id == str(seen))
    served.post("/v1/route", text="missed", session="again")
    until(lambda: served.http.get("/v1/decisions").json()["decisions"][0]["text"] == "missed")
    with watching(served.url, {"last-event-id": str(seen)}) as client:
        served.post("/v1/route", text="new", session="again")
        until(lambda: "new" in client.texts)
        assert client.texts == ["missed", "new"]
    with watching(served.url, after=str(seen)) as client:
        until(lambda: bool(client.events))
        assert client.texts == ["missed", "new"]


@pytest.mark.parametrize("odd", ["", "x", "-1", "9" * 40, "1; DROP TABLE fingerpost_traces"])
def test_an_odd_last_event_is_none(served: Place, odd: str) -> None:
    with watching(served.url, {"last-event-id": odd}) as client:
        assert client.status == 200
        assert client.events == []


def test_a_view_is_refused_beyond_the_limit_and_let_in_again(served: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = _feed(served)
    until(lambda: not feed._views)
    monkeypatch.setattr(decision_feed, "MAX_VIEWS", 1)
    with watching(served.url):
        refused = served.http.get("/v1/decisions/live")
        assert refused.status_code == 503
        assert "1 live views are open" in refused.json()["error"]["message"]
    until(lambda: not feed._views)
    with watching(served.url) as client:
        assert client.status == 200


def test_a_view_ends_after_its_time_and_is_taken_up_again(served: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_feed, "MAX_SECONDS", 0.1)
    with watching(served.url) as client:
        until(lambda: client.ended)
        assert client.last_id


def test_a_client_that_does_not_read_is_left_alone(
    served: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(decision_feed, "SEND_TIMEOUT", 0.2)
    monkeypatch.setattr(decision_feed, "POLL_INTERVAL", 0.01)
    feed, store = _feed(served), served.assistant.sessions.store
    until(lambda: not feed._views)
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.sendall(b"GET /v1/decisions/live HTTP/1.1\r\nhost: localhost\r\n\r\n")
        until(lambda: bool(feed._views))
        long = [{"request": "long", "session": "x" * 250, "text": "y" * 9_000} for _ in range(100)]
        given_up = monotonic() + PATIENCE
        while feed._views:
            assert monotonic() < given_up
            store.put_traces(long)
        with watching(served.url) as client:
            served.post("/v1/route", text="others go on", session="s")
            until(lambda: "others go on" in client.texts)


def test_the_headers_of_a_view_are_its_own(served: Place) -> None:
    for _ in range(2):
        with watching(served.url):
            pass
    message = {"role": "user", "content": "what does addVar do?"}
    for path, body in (
        ("/v1/ask", {"text": "what does addVar do?", "stream": True}),
        ("/v1/chat/completions", {"model": "avap", "messages": [message], "stream": True}),
    ):
        answer = served.post(path, **body)
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert len(answer.headers.get_list("x-fingerpost-request")) == 1
    with httpx.stream("GET", f"{served.url}/v1/decisions/live", timeout=PATIENCE) as live:
        assert len(live.headers.get_list("x-fingerpost-request")) == 1


def _feed(place: Place) -> DecisionFeed:
    found = place.app.decisions.feed
    assert isinstance(found, DecisionFeed)
    return found


# A view by itself.


async def test_a_slow_reader_loses_the_oldest_and_is_told() -> None:
    view = LiveView(ALL, None)
    for number in range(0, 3 * decision_feed.MAX_PENDING, 100):
        view.add(rows(*range(number, number + 100)), 0)
    found, left_out, last = await view.take()
    assert (len(found), left_out, last) == (500, 1_000, 1_499)
    assert found[-1].id == 1_499
    view.add(rows(1_500), 7)
    assert [row.id for row in (await view.take())[0]] == [1_500]


async def test_a_queue_without_a_bound_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_feed, "MAX_PENDING", None)
    view = LiveView(ALL, None)
    view.add(rows(*range(1_500)), 0)
    assert len((await view.take())[0]) == 1_500


async def test_an_owner_is_not_told_how_much_others_do() -> None:
    view = LiveView(ALL, SessionOwner("shop"))
    view.add([*rows(1, client="desk"), *rows(2, client="shop"), *rows(3, client="desk")], 99)
    found, left_out, last = await view.take()
    assert ([row.id for row in found], left_out, last) == ([2], 0, 2)
    view.add(rows(4, client="desk"), 0)
    view.end()
    assert (await view.take())[2] == 2


async def test_without_news_there_is_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_feed, "HEARTBEAT_SECONDS", 0.01)
    view = LiveView(DecisionFilter(route="a"), None)
    view.add(rows(5, route="b"), 0)
    assert await view.take() == ([], 0, 5)


# The feed by itself.


async def _taken(view: LiveView, count: int) -> tuple[list[str], int]:
    found, left_out = list[str](), 0
    async with asyncio.timeout(PATIENCE):
        while len(found) < count:
            more, lost, _ = await view.take()
            found += [row.trace["request"] for row in more]
            left_out += lost
    return found, left_out


async def test_all_views_share_one_reader_which_ends_with_the_last(store: Store) -> None:
    feed, views = DecisionFeed(store), [LiveView(ALL, None) for _ in range(20)]
    assert feed._reading is None
    for view in views:
        await feed.join(view)
        assert feed._reading is not None
    reading = feed._reading
    assert reading is not None
    store.put_traces(traces(3))
    for view in views:
        assert await _taken(view, 3) == (["0", "1", "2"], 0)
    assert feed._reading is reading
    for view in views:
        feed.leave(view)
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert feed._reading is None


async def test_a_burst_is_cut_to_the_newest_and_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_feed, "POLL_INTERVAL", 0.05)
    feed, view = DecisionFeed(store), LiveView(ALL, None)
    await feed.join(view)
    store.put_traces(traces(1_000))
    found, left_out = await _taken(view, decision_feed.MAX_READ)
    assert (found[0], found[-1], left_out) == ("750", "999", 750)
    feed.leave(view)


async def test_what_another_process_stores_is_seen(store: Store, tmp_path: Path) -> None:
    feed, view = DecisionFeed(store), LiveView(ALL, None)
    await feed.join(view)
    with Store.open(f"sqlite:///{tmp_path}/store.sqlite") as other:
        other.put_traces(traces(1))
    assert await _taken(view, 1) == (["0"], 0)
    feed.leave(view)


async def test_a_store_that_fails_ends_the_views_and_new_ones_work_after_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(decision_feed, "POLL_INTERVAL", 0.01)
    feed, view = DecisionFeed(store), LiveView(ALL, None)
    await feed.join(view)

    def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    with monkeypatch.context() as then:
        then.setattr(StoredDecisions, "newer", fail)
        async with asyncio.timeout(PATIENCE):
            while not view.ended:
                await view.take()
    feed.leave(view)
    assert "the live views are ended: the disk is gone" in caplog.text
    again = LiveView(ALL, None)
    await feed.join(again)
    store.put_traces(traces(1))
    assert await _taken(again, 1) == (["0"], 0)
    feed.leave(again)


async def test_a_server_that_stops_ends_its_views_and_takes_no_new_ones(store: Store) -> None:
    feed, view = DecisionFeed(store), LiveView(ALL, None)
    await feed.join(view)
    feed.close()
    async with asyncio.timeout(1):
        await view.take()
    assert view.ended
    with pytest.raises(HTTPException):
        await feed.join(LiveView(ALL, None))
    feed.leave(view)


async def test_a_key_leaves_views_to_others(store: Store) -> None:
    feed = DecisionFeed(store)
    views = [LiveView(ALL, None, "shop") for _ in range(decision_feed.MAX_VIEWS_OF_KEY)]
    for view in views:
        await feed.join(view)
    refused = LiveView(ALL, None, "shop")
    with pytest.raises(BusyError, match="10 live views of this key are open: close one"):
        await feed.join(refused)
    others = [LiveView(ALL, None, "desk"), *(LiveView(ALL, None) for _ in range(20))]
    for view in others:
        await feed.join(view)
    feed.leave(views[0])
    await feed.join(refused)
    for view in (refused, *views, *others):
        feed.leave(view)
    assert feed._reading is None


async def test_the_id_of_an_owner_is_that_of_its_own_newest(store: Store) -> None:
    ids = [("shop", 1), ("desk", 2), ("shop", 3), ("desk", 4)]
    store.put_traces([{"request": str(number), "client": client} for client, number in ids])
    for owner, told in ((None, 4), (SessionOwner("shop"), 3), (SessionOwner("shop", "ana"), 0)):
        assert b"id: %d\n\n" % told in await _first_batch(store, LiveView(ALL, owner))


async def test_head_opens_no_view(store: Store) -> None:
    class NoFeed(DecisionFeed):
        async def join(self, view: LiveView) -> int:
            raise AssertionError("a view was opened")

    sent = list[Any]()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    response = LiveDecisions(NoFeed(store), store, LiveView(ALL, None), None, lambda *_: b"")
    await response({"type": "http", "method": "HEAD"}, receive, send)
    assert [message.get("status", message.get("body")) for message in sent] == [200, b""]
    with pytest.raises(AssertionError):
        await response({"type": "http", "method": "GET"}, receive, send)


async def _first_batch(store: Store, view: LiveView) -> bytes:
    sent = list[bytes]()

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))
        view.end()

    async def receive() -> Any:
        await asyncio.Event().wait()

    await LiveDecisions(DecisionFeed(store), store, view, None, lambda *_: b"")({"type": "http"}, receive, send)
    return b"".join(sent)


async def test_a_view_waits_outside_the_gate(store: Store) -> None:
    gate, view = LoadGate(10), LiveView(ALL, None)
    response = LiveDecisions(DecisionFeed(store), store, view, None, lambda *_: b"")
    turn, inside, sent = AdmittedRequest(gate), list[int](), list[Any]()

    async def send(message: Any) -> None:
        inside.append(gate.inside)
        sent.append(message)
        view.end()

    async def receive() -> Any:
        await asyncio.Event().wait()

    await response({"type": "http", TURN_KEY: turn}, receive, send)
    assert set(inside) == {0}
    turn.end()
    assert gate.inside == 0
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


async def test_who_missed_more_than_is_read_is_told_how_many(store: Store) -> None:
    store.put_traces(traces(1_000))
    view = LiveView(ALL, None)
    batches: list[tuple[int, int]] = []

    def encode(rows: Sequence[StoredDecision], left_out: int) -> bytes:
        batches.append((len(rows), left_out))
        view.end()
        return b""

    async def send(_: Any) -> None:
        pass

    async def receive() -> Any:
        await asyncio.Event().wait()

    await LiveDecisions(DecisionFeed(store), store, view, 10, encode)({"type": "http"}, receive, send)
    assert batches == [(250, 740)]


def test_a_decision_is_encoded_once() -> None:
    encoded = list[int]()

    def encode(row: StoredDecision) -> bytes:
        encoded.append(row.id)
        return b"%d" % row.id

    once = EncodedOnce(encode)
    for _ in range(3):
        assert [once(row) for row in rows(1, 2)] == [b"1", b"2"]
    assert encoded == [1, 2]
    for row in rows(*range(3, 2_000)):
        once(row)
    assert len(once._known) == decision_feed.MAX_PENDING
