"""The lifecycle of the gRPC server: disconnects, deadlines, health, shutdown, keys and rate limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.request import Request
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server import grpc_service
from fingerpost.server.grpc_service import DEADLINE_RESERVE, ENGINE
from fingerpost.settings import Settings
from fingerpost.types import Decision
from tests.server.grpc_running import (
    PATIENCE,
    QUESTION,
    SAID,
    Client,
    HeldServer,
    failure,
    own_settings,
    replies_of,
    serving,
    until,
    with_model,
)


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return own_settings(own_cache, tmp_path)


@pytest.fixture
async def client(avap: Router, settings: Settings) -> AsyncIterator[Client]:
    async with serving(avap, settings) as running:
        yield running


@pytest.fixture
def held() -> Iterator[HeldServer]:
    server = HeldServer(SAID)
    with server:
        yield server
        server.go.set()


# Callers that leave, and time that ends.


async def test_a_caller_that_leaves_ends_its_request(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, with_model(settings, held)) as client:
        before = len(asyncio.all_tasks())
        call = client.engine.AskAgentStream(pb.AgentRequest(query="thanks a lot!", user="ana"))
        assert (await call.read()).decision.route == "CONVERSATIONAL"
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        call.cancel()
        await until(lambda: client.outcomes("ana") == ["cancelled"])
        # As many as before: the server's own tasks, which wait for the next request.
        await until(lambda: len(asyncio.all_tasks()) <= before)
        # No request is left that draining would wait for.
        await client.server.stop(PATIENCE)


async def test_a_caller_that_leaves_ends_a_whole_answer_too(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, with_model(settings, held)) as client:
        call = client.engine.AskAgent(pb.AgentRequest(query="thanks a lot!", user="ana"))
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        call.cancel()
        await until(lambda: client.outcomes("ana") == ["cancelled"])


async def test_a_caller_that_stops_reading_and_leaves_ends_its_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is then blocked in a write, and not in the assistant."""
    sent, ended = 0, asyncio.Event()

    async def endless(*_: Any, **__: Any) -> AsyncIterator[Decision | str]:
        nonlocal sent
        try:
            yield Decision("CONVERSATIONAL", True, 1.0, "rules", "talks")
            while True:
                sent += 1
                yield "x" * 10_000
        finally:
            ended.set()

    monkeypatch.setattr(client.assistant, "stream", endless)
    call = client.engine.AskAgentStream(pb.AgentRequest(query="go on"))
    await call.read()
    # Writes block once the flow-control window is full.
    seen = -1
    while seen != sent:
        seen = sent
        await asyncio.sleep(0.2)
    assert not ended.is_set()
    call.cancel()
    async with asyncio.timeout(PATIENCE):
        await ended.wait()


async def test_the_callers_deadline_is_the_assistants(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    ask = client.assistant.ask

    async def spy(request: Request) -> Any:
        given.append(request.deadline.seconds)
        return await ask(request)

    monkeypatch.setattr(client.assistant, "ask", spy)
    await client.engine.AskAgent(pb.AgentRequest(query=QUESTION))
    await client.engine.AskAgent(pb.AgentRequest(query=QUESTION), timeout=PATIENCE)
    assert given[0] == client.assistant.components.settings.answer_timeout
    assert 0 < given[1] <= PATIENCE - DEADLINE_RESERVE


async def test_a_deadline_that_passes_ends_the_request(
    avap: Router, settings: Settings, held: HeldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A slow machine takes longer than the reserve to send an answer.
    monkeypatch.setattr(grpc_service, "DEADLINE_RESERVE", 3.0)
    async with serving(avap, with_model(settings, held)) as client:
        request = pb.AgentRequest(query="thanks a lot!", user="ana")
        assert [each.rung for each in (await client.engine.AskAgent(request, timeout=5)).degraded] == ["extractive"]
        assert (await failure(client.engine.AskAgent(request, timeout=DEADLINE_RESERVE / 2)))[0] == "DEADLINE_EXCEEDED"


async def test_the_servers_own_time_is_told(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, replace(with_model(settings, held), answer_timeout=0.0001)) as client:
        code, said = await failure(replies_of(client.engine.AskAgentStream(pb.AgentRequest(query="thanks a lot!"))))
    assert code == "DEADLINE_EXCEEDED"
    assert "0.0001 s" in said


# Health, and the end of a server.


async def test_health_is_told_for_the_server_and_the_engine(client: Client) -> None:
    assert await client.status() == "SERVING"
    assert await client.status(ENGINE) == "SERVING"
    code, _ = await failure(client.health.Check(health_pb2.HealthCheckRequest(service="nobody")))
    assert code == "NOT_FOUND"


async def test_a_server_that_drains_ends_what_it_began_and_begins_nothing(
    avap: Router, settings: Settings, held: HeldServer
) -> None:
    async with serving(avap, with_model(settings, held)) as client:
        watching = client.health.Watch(health_pb2.HealthCheckRequest(service=ENGINE))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
        running = asyncio.ensure_future(
            replies_of(client.engine.AskAgentStream(pb.AgentRequest(query="thanks!", user="ana")))
        )
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        stopping = asyncio.ensure_future(client.server.stop(PATIENCE))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert await client.status() == await client.status(ENGINE) == "NOT_SERVING"
        code, said = await failure(client.engine.AskAgent(pb.AgentRequest(query=QUESTION)))
        assert (code, "shutting down" in said) == ("UNAVAILABLE", True)
        assert not stopping.done()
        held.go.set()
        replies = await running
        # Clients that only watch health are not waited for.
        await stopping
        assert (replies[-1].is_final, "".join(reply.text for reply in replies)) == (True, SAID)
        assert client.outcomes("ana") == ["answered"]
        code, _ = await failure(client.health.Check(health_pb2.HealthCheckRequest()))
        assert code == "UNAVAILABLE"


async def test_nothing_that_was_said_is_lost_in_a_drain(avap: Router, settings: Settings) -> None:
    """The last response of a finished request may still be on its way."""
    asked, go = asyncio.Event(), asyncio.Event()

    async def evaluate(_: Assistant, __: int) -> Any:
        asked.set()
        await go.wait()
        errors = ["x" * 1000] * 3000  # more than goes out at once
        return SimpleNamespace(
            rows=1, hit_at_k=1.0, mrr=1.0, grounding=1.0, code_validity=1.0, k=8, parser_version="1", errors=errors,
            answerability=1.0, faithfulness=1.0,
        )  # fmt: skip

    async with serving(avap, settings, evaluate) as client:
        call = client.engine.EvaluateRAG(pb.EvaluateRequest())
        await asked.wait()
        stopping = asyncio.ensure_future(client.server.stop(PATIENCE))
        go.set()
        assert len((await call).errors) == 3000
        await stopping


async def test_what_outlasts_the_grace_is_ended_and_written(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, with_model(settings, held)) as client:
        running = asyncio.ensure_future(
            replies_of(client.engine.AskAgentStream(pb.AgentRequest(query="thanks!", user="ana")))
        )
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        await client.server.stop(0.1)
        assert client.outcomes("ana") == ["cancelled"]
        with pytest.raises(grpc.aio.AioRpcError):
            await running


async def test_a_server_that_is_told_twice_does_not_wait(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, with_model(settings, held)) as client:
        running = asyncio.ensure_future(
            replies_of(client.engine.AskAgentStream(pb.AgentRequest(query="thanks!", user="ana")))
        )
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        first = asyncio.ensure_future(client.server.stop(3600))
        await asyncio.sleep(0)
        await client.server.stop(0)
        await first
        assert client.outcomes("ana") == ["cancelled"]
        with pytest.raises(grpc.aio.AioRpcError):
            await running


# Who may come in.


@pytest.mark.parametrize(
    ("given", "enters"),
    [
        ((), False),
        ((("authorization", "Bearer k3y"),), True),
        ((("authorization", "bearer k3y"),), True),
        ((("x-api-key", "k3y"),), True),
        ((("authorization", "Bearer k3y2"),), False),
        ((("authorization", "Bearer"),), False),
        ((("authorization", "Basic k3y"),), False),
        ((("x-api-key", ""),), False),
        ((("x-api-key", "K3Y"),), False),
    ],
)
async def test_a_key_is_asked_for(avap: Router, settings: Settings, given: tuple[Any, ...], enters: bool) -> None:
    async with serving(avap, settings, key="k3y") as client:
        assert await client.status() == "SERVING", "health stays open"
        if enters:
            assert (await client.engine.Route(pb.AgentRequest(query=QUESTION), metadata=given)).route == "RETRIEVAL"
            assert ENGINE in await client.services(metadata=given)
            return
        for method, form in (
            ("AskAgent", pb.AgentRequest),
            ("Route", pb.AgentRequest),
            ("Feedback", pb.FeedbackRequest),
            ("EvaluateRAG", pb.EvaluateRequest),
        ):
            code, said = await failure(getattr(client.engine, method)(form(), metadata=given))
            assert code == "UNAUTHENTICATED"
            assert "k3y" not in said
        assert (await failure(client.engine.AskAgentStream(pb.AgentRequest(), metadata=given).read()))[0] == code
        assert (await failure(client.services(metadata=given)))[0] == code


async def test_a_client_that_asks_too_often_is_told(avap: Router, settings: Settings) -> None:
    # One in a thousand seconds: however slow the machine, the second is too early.
    async with serving(avap, settings, rate=0.001) as client:
        assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).route == "RETRIEVAL"
        async with grpc.aio.insecure_channel(
            f"127.0.0.1:{client.server.port}", options=[("grpc.use_local_subchannel_pool", 1)]
        ) as another:
            # Another connection is the same client.
            stub: Any = pb_grpc.AssistanceEngineStub(another)
            code, said = await failure(stub.Route(pb.AgentRequest(query=QUESTION)))
        assert (code, "retry in" in said) == ("RESOURCE_EXHAUSTED", True)
        assert await client.status() == "SERVING"


@pytest.mark.parametrize("compression", [grpc.Compression.NoCompression, grpc.Compression.Gzip])
async def test_a_request_that_is_too_large_is_told(avap: Router, settings: Settings, compression: Any) -> None:
    async with serving(avap, settings, largest=10_000) as client:
        fits, not_ = (pb.AgentRequest(query=QUESTION, extra_context="x" * size) for size in (9_000, 10_000))
        assert (await client.engine.Route(fits, compression=compression)).route == "RETRIEVAL"
        assert (await failure(client.engine.Route(not_, compression=compression)))[0] == "RESOURCE_EXHAUSTED"


async def test_reflection_tells_what_can_be_called(client: Client) -> None:
    names = await client.services()
    assert {ENGINE, "grpc.health.v1.Health"} <= names
