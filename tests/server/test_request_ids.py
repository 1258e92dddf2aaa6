"""A request id stands for one text, over every way to a server: another text is refused, and none is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.answering.request import Request
from fingerpost.answering.request_ids import RequestIds
from fingerpost.routing.layers.memo import Memo
from fingerpost.server import assistance_pb2 as pb
from fingerpost.testing import ScriptedServer
from tests.server.grpc_running import QUESTION, Client, HeldServer, failure, replies_of, serving
from tests.server.http_running import Place, events, running, says, settings_in, slots_at, until
from tests.stores.server import Server

OTHER = "what does addResult do?"
REFUSED = "with another text: use a new request id for every message, and the same id only to repeat a message"


class Reply(NamedTuple):
    """What became of a message."""

    status: int
    error: str


def _whole(place: Place, text: str, session: str) -> Reply:
    return _told(place.post("/v1/ask", text=text, session=session, request_id="one"))


def _routed(place: Place, text: str, session: str) -> Reply:
    return _told(place.post("/v1/route", text=text, session=session, request_id="one"))


def _streamed(place: Place, text: str, session: str) -> Reply:
    answer = place.post("/v1/ask", text=text, session=session, request_id="one", stream=True)
    if answer.status_code != 200:
        return _told(answer)
    name, last = events(answer.text)[-1]
    assert name in ("answer", "error")
    return Reply(200, last["error"]["message"] if name == "error" else "")


def _completed(place: Place, text: str, session: str) -> Reply:
    return _told(place.post("/v1/chat/completions", **_completion(text, session)))


def _completed_in_chunks(place: Place, text: str, session: str) -> Reply:
    answer = place.post("/v1/chat/completions", **_completion(text, session), stream=True)
    if answer.status_code != 200:
        return _told(answer)
    done = "[DONE]" in answer.text
    return Reply(200, "" if done else events(answer.text)[-1][1]["error"]["message"])


def _completion(text: str, session: str) -> dict[str, Any]:
    user = json.dumps({"session": session, "request_id": "one"})
    return {"model": "avap", "user": user, "messages": [{"role": "user", "content": text}]}


def _told(answer: Any) -> Reply:
    return Reply(answer.status_code, answer.json()["error"]["message"] if answer.status_code != 200 else "")


Way = Callable[[Place, str, str], Reply]
WAYS: list[Way] = [_whole, _streamed, _routed, _completed, _completed_in_chunks]
ANSWERS: list[Way] = [_whole, _streamed, _completed, _completed_in_chunks]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a new database of each engine."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('ids')}/store.sqlite"
    server: Server = request.getfixturevalue("postgres")
    return server.make_database()


@pytest.fixture
def place(avap: Router, own_cache: Path, tmp_path: Path, database: str, model: ScriptedServer) -> Iterator[Place]:
    says(model, "said by the model")
    settings = settings_in(tmp_path, own_cache, slots=slots_at(model.url), database=database)
    with running(avap, settings) as served:
        yield served


def stored(place: Place, session: str) -> list[str]:
    """Return the messages of people that a session holds."""
    return [turn.text for turn in place.assistant.sessions.store.turns(session) if turn.role == "user"]


@pytest.mark.parametrize("way", WAYS)
def test_another_text_is_refused_and_no_model_is_asked(place: Place, model: ScriptedServer, way: Way) -> None:
    session = f"after-{way.__name__}"
    assert way(place, QUESTION, session) == (200, "")
    asked = len(model.requests)
    for again in WAYS:
        status, error = again(place, OTHER, session)
        assert (status, error) == (400, f"request 'one' was already processed in session '{session}' {REFUSED}")
    assert len(model.requests) == asked
    assert stored(place, session) == [QUESTION]
    for again in WAYS:
        assert again(place, QUESTION, session) == (200, ""), "the same text is the same message"
    assert stored(place, session) == [QUESTION]
    assert way(place, OTHER, f"{session}-2") == (200, ""), "an id counts within its session"


def test_a_server_gives_ids_that_are_taken_like_any_other(place: Place) -> None:
    first = place.post("/v1/ask", text=QUESTION, session="given")
    again = place.post("/v1/ask", text=OTHER, session="given", request_id=first.headers["x-fingerpost-request"])
    assert again.status_code == 400


def test_the_agents_refuse_it_too(own_cache: Path, tmp_path: Path) -> None:
    router = Router.from_routebook("agents", memo=Memo(size=0)).warm()
    with running(router, settings_in(tmp_path, own_cache)) as place:
        assert _whole(place, "hello, who are you?", "s") == (200, "")
        for way in (_whole, _streamed, _routed):
            status, error = way(place, "good morning to you", "s")
            assert (status, REFUSED in error) == (400, True)
        assert stored(place, "s") == ["hello, who are you?"]


@pytest.fixture
def held() -> Iterator[HeldServer]:
    server = HeldServer("said by the model")
    with server:
        yield server
        server.go.set()


@pytest.fixture
def servers(
    avap: Router, own_cache: Path, tmp_path: Path, database: str, held: HeldServer
) -> Iterator[tuple[Place, Place]]:
    """Two servers on one store, as two worker processes have it, with a model that waits."""
    settings = settings_in(tmp_path, own_cache, slots=slots_at(held.url), database=database)
    with running(avap, settings) as one, running(avap, settings) as two:
        yield one, two


@pytest.mark.parametrize("way", ANSWERS)
def test_while_the_first_is_answered_the_second_is_refused_at_once(
    servers: tuple[Place, Place], held: HeldServer, way: Way
) -> None:
    place, session = servers[0], f"one-{way.__name__}"
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(way, place, QUESTION, session)
        until(held.asked.is_set)
        for again in WAYS:
            status, error = again(place, OTHER, session)
            assert (status, REFUSED in error) == (400, True)
        assert len(held.requests) <= 1
        held.go.set()
        assert first.result() == (200, "")
    assert stored(place, session) == [QUESTION]
    assert way(place, OTHER, session).status == 400


@pytest.mark.parametrize("way", ANSWERS)
def test_of_two_at_once_on_two_servers_one_is_stored_and_the_other_refused(
    servers: tuple[Place, Place], held: HeldServer, way: Way
) -> None:
    session, texts = f"two-{way.__name__}", (QUESTION, OTHER)
    replies = _at_once(servers, held, way, session)
    [refused] = [text for text, reply in replies.items() if REFUSED in reply.error]
    assert replies[refused].status == (200 if "stream" in way.__name__ or "chunks" in way.__name__ else 400)
    [kept] = [text for text in texts if text != refused]
    assert replies[kept] == (200, "")
    assert stored(servers[0], session) == [kept]


def _at_once(servers: tuple[Place, Place], held: HeldServer, way: Way, session: str) -> dict[str, Reply]:
    """Send two texts with one id to two servers, so that both have asked the model before either is stored."""
    waiting: list[None] = []
    real = held.next_reply

    def next_reply() -> Any:
        waiting.append(None)
        return real()

    held.next_reply = next_reply  # type: ignore[method-assign]
    with ThreadPoolExecutor(2) as pool:
        texts = (QUESTION, OTHER)
        sent = {text: pool.submit(way, place, text, session) for place, text in zip(servers, texts, strict=True)}
        until(lambda: len(waiting) == 2)
        held.go.set()
        return {text: reply.result() for text, reply in sent.items()}


def _hold_nothing(patch: pytest.MonkeyPatch) -> None:
    async def ahold(self: RequestIds, request: Request) -> bool:
        del self, request
        return True

    patch.setattr(RequestIds, "ahold", ahold)


def test_saboteur_without_holding_ids_the_model_is_asked_in_vain(
    place: Place, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hold_nothing(monkeypatch)
    assert _whole(place, QUESTION, "vain") == (200, "")
    asked = len(model.requests)
    assert _whole(place, OTHER, "vain").status == 400, "the store refuses it all the same"
    assert len(model.requests) > asked


@pytest.mark.parametrize("way", ANSWERS)
def test_saboteur_without_the_check_of_the_store_one_of_two_is_lost(
    servers: tuple[Place, Place], held: HeldServer, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hold_nothing(monkeypatch)
    monkeypatch.setattr("fingerpost.stores.turn_writer.check_request", lambda *_: None)
    session = f"lost-{way.__name__}"
    replies = _at_once(servers, held, way, session)
    assert set(replies.values()) == {Reply(200, "")}, "both are answered"
    assert len(stored(servers[0], session)) == 1, "and one of them is not stored"


# gRPC


@pytest.fixture
async def client(avap: Router, own_cache: Path, tmp_path: Path, database: str) -> AsyncIterator[Client]:
    async with serving(avap, replace(settings_in(tmp_path, own_cache), database=database)) as connected:
        yield connected


async def _asked(client: Client, method: str, text: str, session: str) -> object:
    call = getattr(client.engine, method)(pb.AgentRequest(query=text, session_id=session, request_id="one"))
    return await replies_of(call) if method == "AskAgentStream" else await call


METHODS = ("AskAgent", "AskAgentStream", "Route")


@pytest.mark.parametrize("first", METHODS)
async def test_grpc_refuses_another_text(client: Client, first: str) -> None:
    session = f"grpc-{first}"
    await _asked(client, first, QUESTION, session)
    for method in METHODS:
        code, details = await failure(_asked(client, method, OTHER, session))
        assert (code, REFUSED in details) == ("INVALID_ARGUMENT", True)
        await _asked(client, method, QUESTION, session)
    turns = client.assistant.sessions.store.turns(session)
    assert [turn.text for turn in turns if turn.role == "user"] == [QUESTION]


@pytest.mark.parametrize("method", METHODS)
async def test_of_two_at_once_over_grpc_one_is_stored_and_the_other_refused(client: Client, method: str) -> None:
    session, texts = f"grpc-race-{method}", (QUESTION, OTHER)
    replies = await asyncio.gather(*(_asked(client, method, text, session) for text in texts), return_exceptions=True)
    [kept] = [text for text, reply in zip(texts, replies, strict=True) if not isinstance(reply, BaseException)]
    turns = client.assistant.sessions.store.turns(session)
    assert [turn.text for turn in turns if turn.role == "user"] == [kept]
