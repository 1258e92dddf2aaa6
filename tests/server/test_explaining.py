"""Explanations over HTTP and gRPC: asked for or not, one at a time, within the deadline."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.errors import BusyError, DeadlineError
from fingerpost.runtime.deadline import Deadline
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import explaining
from fingerpost.server.explaining import Explainer
from tests.server.grpc_running import Client, failure, own_settings, serving
from tests.server.http_running import Place, running, settings_in

TEXT = "my parcel never came"


@pytest.fixture(scope="module")
def shop_place(new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with running(new_shop, settings_in(tmp_path_factory.mktemp("explained"), own_cache)) as served:
        yield served


@pytest.fixture
async def shop_client(new_shop: Router, own_cache: Path, tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(new_shop, own_settings(own_cache, tmp_path)) as client:
        yield client


# HTTP


def test_explain_adds_the_explanation(shop_place: Place) -> None:
    plain = shop_place.post("/v1/route", text=TEXT).json()
    told = shop_place.post("/v1/route", text=TEXT, explain=True).json()
    assert plain.keys() == told.keys() - {"explanation"}
    explained = told["explanation"]
    assert explained["summary"].startswith("shipping, because “")
    assert {"words", "ngrams", "nearest", "bar", "strangeness", "guards", "what_ifs", "notes"} <= explained.keys()
    assert str(Path.cwd()) not in json.dumps(explained)


def test_a_message_of_a_session_and_an_answer_are_explained(shop_place: Place) -> None:
    told = shop_place.post("/v1/route", text=TEXT, explain=True, session="s1").json()
    assert (told["thread_id"], told["explanation"]["route"]) == ("s1", "shipping")
    assert shop_place.texts("s1") == [], "what is only routed is not stored, nor are its trials"
    asked = shop_place.post("/v1/ask", text="TRK-123456", explain=True).json()
    assert asked["explanation"]["cause"]["name"] == "tracking-number"
    assert "explanation" not in shop_place.post("/v1/ask", text="TRK-123456").json()


@pytest.mark.parametrize("stream", [{"stream": True}, {}])
def test_a_stream_is_not_explained(shop_place: Place, stream: dict[str, bool]) -> None:
    accept = {} if stream else {"Accept": "text/event-stream"}
    answer = shop_place.http.post("/v1/ask", json={"text": TEXT, "explain": True, **stream}, headers=accept)
    assert answer.status_code == 400
    assert "a streamed answer is not explained" in answer.json()["error"]["message"]


@pytest.mark.parametrize("value", ["yes", 1, None, {}])
def test_explain_must_be_true_or_false(shop_place: Place, value: Any) -> None:
    answer = shop_place.post("/v1/route", text=TEXT, explain=value)
    assert answer.status_code == 422
    assert "explain" in answer.json()["error"]["message"]


def test_the_text_of_a_message_is_data(shop_place: Place) -> None:
    text = "<script>alert(1)</script> {route} TRK-123456 \x1b[31m"
    told = shop_place.post("/v1/route", text=text, explain=True)
    assert told.headers["content-type"] == "application/json"
    assert told.json()["explanation"]["text"] == text


@pytest.mark.parametrize("path", ["/v1/route", "/v1/ask"])
def test_a_second_one_of_a_key_is_refused_at_once_and_nothing_is_answered(
    shop_place: Place, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setitem(shop_place.app.explainer._under_way, "", asyncio.Event())
    refused = shop_place.post(path, text=TEXT, explain=True, session="refused")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    assert "an explanation for this key is under way" in refused.json()["error"]["message"]
    assert shop_place.texts("refused") == []
    assert shop_place.post(path, text=TEXT).status_code == 200


# gRPC


async def test_grpc_has_the_explanation_as_json(shop_client: Client) -> None:
    plain = await shop_client.engine.Route(pb.AgentRequest(query=TEXT))
    assert plain.explanation == ""
    for session in ("", "s"):
        told = await shop_client.engine.Route(pb.AgentRequest(query=TEXT, explain=True, session_id=session))
        assert json.loads(told.explanation)["summary"].startswith("shipping, because “")
    asked = await shop_client.engine.AskAgent(pb.AgentRequest(query="TRK-123456", explain=True))
    assert json.loads(asked.decision.explanation)["cause"]["name"] == "tracking-number"


async def test_grpc_does_not_explain_a_stream(shop_client: Client) -> None:
    async def all_of_it() -> None:
        async for _ in shop_client.engine.AskAgentStream(pb.AgentRequest(query=TEXT, explain=True)):
            pass

    code, details = await failure(all_of_it())
    assert (code, "a streamed answer is not explained" in details) == ("INVALID_ARGUMENT", True)


async def test_grpc_refuses_a_second_one_of_a_key(shop_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    request = pb.AgentRequest(query=TEXT, explain=True)
    with monkeypatch.context() as patch:
        patch.setattr(Explainer, "check", _refuse)
        for method in (shop_client.engine.Route, shop_client.engine.AskAgent):
            assert await failure(method(request)) == ("RESOURCE_EXHAUSTED", "one is under way")
    assert (await shop_client.engine.Route(request)).explanation


def _refuse(*_: object) -> None:
    raise BusyError("one is under way")


async def test_half_a_character_is_no_fault(shop_client: Client, new_shop: Router) -> None:
    from fingerpost.server.grpc_messages import encode_decision

    decision = new_shop.route("my parcel \ud800")
    assert json.loads(encode_decision(decision, "", decision.explain().as_dict()).explanation)["route"] == "shipping"


# One at a time, in time.


class _Slow:
    """A decision whose explanation takes until it is let go."""

    def __init__(self) -> None:
        self.go, self.begun, self.seconds = threading.Event(), threading.Semaphore(0), list[float]()

    def explain(self, seconds: float) -> Any:
        self.seconds.append(seconds)
        self.begun.release()
        self.go.wait(30)
        return SimpleNamespace(as_dict=dict)


async def test_the_next_explanation_waits_even_if_the_caller_of_the_first_has_gone() -> None:
    explainer, decision = Explainer(), _Slow()
    first = asyncio.create_task(explainer.values("shop", decision, Deadline(30)))  # type: ignore[arg-type]
    await asyncio.to_thread(decision.begun.acquire)
    first.cancel()
    second = asyncio.create_task(explainer.values("desk", decision, Deadline(30)))  # type: ignore[arg-type]
    await asyncio.sleep(0.05)
    assert len(decision.seconds) == 1
    decision.go.set()
    assert await second == {}
    assert len(decision.seconds) == 2


async def test_whoever_waits_too_long_is_told() -> None:
    explainer, decision = Explainer(), _Slow()
    first = asyncio.create_task(explainer.values("shop", decision, Deadline(30)))  # type: ignore[arg-type]
    await asyncio.to_thread(decision.begun.acquire)
    for key, in_line in (("desk", False), ("shop", True)):
        with pytest.raises(DeadlineError, match="ask again later"):
            await explainer.values(key, decision, Deadline(0.05), in_line=in_line)  # type: ignore[arg-type]
    explainer.check("desk")
    decision.go.set()
    assert await first == {}


async def test_a_key_has_one_explanation_that_runs_or_waits() -> None:
    explainer, decision = Explainer(), _Slow()
    waiting = []
    for key in ("shop", "desk"):
        waiting.append(asyncio.create_task(explainer.values(key, decision, Deadline(30))))  # type: ignore[arg-type]
        await asyncio.sleep(0)
    for key in ("shop", "desk"):
        with pytest.raises(BusyError, match="under way"):
            await explainer.values(key, decision, Deadline(30))  # type: ignore[arg-type]
    decision.go.set()
    assert await asyncio.gather(*waiting) == [{}, {}]
    assert await explainer.values("shop", decision, Deadline(30)) == {}  # type: ignore[arg-type]


async def test_who_has_gone_has_one_until_it_has_ended() -> None:
    explainer, decision = Explainer(), _Slow()
    gone = asyncio.create_task(explainer.values("shop", decision, Deadline(30)))  # type: ignore[arg-type]
    waiting = asyncio.create_task(explainer.values("desk", decision, Deadline(30)))  # type: ignore[arg-type]
    await asyncio.to_thread(decision.begun.acquire)
    for task in (gone, waiting):
        task.cancel()
    await asyncio.gather(gone, waiting, return_exceptions=True)
    explainer.check("desk")
    with pytest.raises(BusyError):
        explainer.check("shop")
    decision.go.set()
    assert await explainer.values("shop", decision, Deadline(30), in_line=True) == {}  # type: ignore[arg-type]


async def test_a_page_waits_for_its_own_behind_one_of_another_at_most() -> None:
    explainer, order = Explainer(), list[str]()
    slow = {name: _Slow() for name in ("shop-1", "desk-1", "shop-2")}

    async def explained(name: str) -> None:
        await explainer.values(name[:4], slow[name], Deadline(30), in_line=True)  # type: ignore[arg-type]
        order.append(name)

    tasks = []
    for name in ("shop-1", "shop-2", "desk-1"):
        tasks.append(asyncio.create_task(explained(name)))
        await asyncio.sleep(0)
    for decision in slow.values():
        decision.go.set()
    await asyncio.gather(*tasks)
    assert order == ["shop-1", "desk-1", "shop-2"]


async def test_the_time_is_the_callers_and_at_most_the_servers() -> None:
    explainer, decision = Explainer(), _Slow()
    decision.go.set()
    for given in (2.0, 100.0):
        await explainer.values("", decision, Deadline(given))  # type: ignore[arg-type]
    assert decision.seconds[0] == pytest.approx(2.0, abs=0.5)
    assert decision.seconds[1] == explaining.MAX_SECONDS


async def test_an_error_frees_the_place(new_shop: Router) -> None:
    explainer, decision = Explainer(), replace(new_shop.route(TEXT))
    for _ in range(2):
        with pytest.raises(Exception, match="the router of this decision is gone"):
            await explainer.values("", decision, Deadline(5))


async def test_where_no_thread_can_be_started_the_place_is_free_again(
    new_shop: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    explainer, decision = Explainer(), new_shop.route(TEXT)

    def full(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    loop = asyncio.get_running_loop()
    with monkeypatch.context() as none_left:
        none_left.setattr(loop, "run_in_executor", full)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="can't start"):
                await explainer.values("", decision, Deadline(5))
    assert (await explainer.values("", decision, Deadline(5)))["route"] == decision.route
