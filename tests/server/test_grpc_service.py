"""The assistance engine over the wire: a real server around a real assistant, and clients that behave and do not."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import socket
import sys
import threading
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.errors import (
    DeadlineError,
    ModelError,
    RoutebookError,
    RowsError,
    SearchError,
    SettingsError,
    StoreError,
)
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as wired
from fingerpost.server.grpc_service import ENGINE, SPARE, Evaluate, GrpcServer, start_grpc
from fingerpost.settings import Parser, Search, Settings, Slot
from fingerpost.testing import Reply, ScriptedServer
from fingerpost.types import Decision
from fingerpost.validation.validators import UnreachableError

QUESTION = "what does addVar do?"
CODE = "write an endpoint that reads a parameter and returns it"
PROGRAM = 'addParam("a", a)\naddResult(a)'
SAID = f"Here it is. 😀\n\n```avap\n{PROGRAM}\n```\nIt reads a and returns it."
PROTO = Path(__file__).parent.parent.parent / "src" / "fingerpost" / "server" / "assistance.proto"
PATIENCE = 30.0
"""Seconds after which a test that hangs is given up."""


class HeldServer(ScriptedServer):
    """A model server that answers only once it is let go."""

    def __init__(self, text: str) -> None:
        super().__init__([Reply(text)])
        self.asked, self.go = threading.Event(), threading.Event()

    def next_reply(self) -> Reply:
        self.asked.set()
        self.go.wait(PATIENCE)
        return super().next_reply()


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return Settings(
        cache=own_cache,
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=Search(folder=own_cache / "index"),
        traces="off",
    )


@pytest.fixture
def held() -> Iterator[HeldServer]:
    server = HeldServer(SAID)
    with server:
        yield server
        server.go.set()


@pytest.fixture
def unused_port() -> Iterator[int]:
    """A port where nobody answers: it is held, and not listened on."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


class Client:
    """A client of a server that runs, and the assistant behind it."""

    def __init__(self, server: GrpcServer, assistant: Assistant, channel: Any) -> None:
        self.server, self.assistant, self.channel = server, assistant, channel
        self.engine: Any = wired.AssistanceEngineStub(channel)
        self.health: Any = health_pb2_grpc.HealthStub(channel)

    async def status(self, service: str = "") -> str:
        reply = await self.health.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(reply.status))

    async def services(self, **given: Any) -> set[str]:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(self.channel)
        call = stub.ServerReflectionInfo(timeout=PATIENCE, **given)
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        reply = await call.read()
        await call.done_writing()
        return {service.name for service in reply.list_services_response.service}

    def outcomes(self, user: str) -> list[str]:
        return [row["outcome"] for row in self.assistant.sessions.store.export(user) if row.get("role") == "user"]


@asynccontextmanager
async def serving(
    router: Router, settings: Settings, evaluate: Evaluate | None = None, **kept: Any
) -> AsyncIterator[Client]:
    """Serve an assistant on a free port for as long as the context lasts; `kept` changes how it is served."""
    settings = replace(settings, serving=replace(settings.serving, **kept))
    assistant = Assistant.open(router, settings)
    server = await start_grpc(assistant, settings, 0, evaluate)
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Client(server, assistant, channel)
    finally:
        await server.stop(0)
        await assistant.close()


@pytest.fixture
async def client(avap: Router, settings: Settings) -> AsyncIterator[Client]:
    async with serving(avap, settings) as running:
        yield running


def _with_model(settings: Settings, server: ScriptedServer) -> Settings:
    return replace(settings, slots={"main": Slot(server.url, "m"), "conversational": Slot(server.url, "m")})


async def _failure(call: Any) -> tuple[str, str]:
    """Return the code and the words that a call fails with."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    return failed.value.code().name, failed.value.details() or ""


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


# The calls.


async def test_a_question_is_answered_whole(client: Client) -> None:
    reply = await client.engine.AskAgent(pb.AgentRequest(query=QUESTION))
    assert reply.is_final
    assert "addVar" in reply.text
    assert (reply.decision.route, reply.validation_status, reply.avap_code) == ("RETRIEVAL", "", "")
    assert reply.citations[0].file.endswith("addVar.md")
    assert [citation.number for citation in reply.citations] == list(range(1, len(reply.citations) + 1))
    assert [step.who for step in reply.decision.trail]


async def test_a_stream_says_the_same_in_pieces(client: Client) -> None:
    replies = [reply async for reply in client.engine.AskAgentStream(pb.AgentRequest(query=QUESTION))]
    first, *pieces, last = replies
    assert first.HasField("decision")
    assert (first.text, first.is_final, first.decision.route) == ("", False, "RETRIEVAL")
    assert pieces
    for piece in pieces:
        assert piece.text
        assert piece == pb.AgentResponse(text=piece.text), "a piece holds text and nothing else"
    assert (last.text, last.is_final, last.decision.route) == ("", True, "RETRIEVAL")
    whole = await client.engine.AskAgent(pb.AgentRequest(query=QUESTION))
    assert "".join(reply.text for reply in replies) == whole.text
    assert last.citations == whole.citations


async def test_code_comes_with_itself_apart(client: Client) -> None:
    request = pb.AgentRequest(query="escribe código que calcule el hash sha256 de una contraseña")
    replies = [reply async for reply in client.engine.AskAgentStream(request)]
    assert replies[0].decision.route == "CODE_GENERATION"
    assert "encodeSHA256" in replies[-1].avap_code
    assert replies[-1].avap_code in "".join(reply.text for reply in replies)
    assert replies[-1].validation_status == ""


async def test_a_model_is_heard_piece_by_piece(avap: Router, settings: Settings) -> None:
    with ScriptedServer([Reply("não há 😀 melhor resposta")]) as model:
        async with serving(avap, _with_model(settings, model)) as client:
            replies = [reply async for reply in client.engine.AskAgentStream(pb.AgentRequest(query="obrigado!"))]
    assert "".join(reply.text for reply in replies) == "não há 😀 melhor resposta"
    assert len(replies) > 3


@pytest.mark.parametrize("query", [QUESTION, "qué hace addVar?", "o que faz o addVar?"])
async def test_routing_alone(client: Client, query: str) -> None:
    decision = await client.engine.Route(pb.AgentRequest(query=query, user="ana"))
    assert (decision.route, decision.accepted) == ("RETRIEVAL", True)
    assert decision.confidence > 0.5
    assert client.outcomes("ana") == ["routed"]


async def test_a_declared_route_is_taken_and_an_unknown_one_is_told(client: Client) -> None:
    decision = await client.engine.Route(pb.AgentRequest(query=QUESTION, query_type="PLATFORM"))
    assert decision.route == "PLATFORM"
    for call in (client.engine.AskAgent, client.engine.Route):
        code, said = await _failure(call(pb.AgentRequest(query=QUESTION, query_type="POETRY")))
        assert code == "INVALID_ARGUMENT"
        assert "POETRY" in said


async def test_the_editor_is_read(avap: Router, settings: Settings) -> None:
    with ScriptedServer([Reply(SAID)]) as model:
        async with serving(avap, _with_model(settings, model)) as client:
            editor = b64encode("addVar(mañana, 1)".encode()).decode()
            request = pb.AgentRequest(query="fix the code in the editor", editor_content=editor)
            reply = await client.engine.AskAgent(request)
        sent = json.dumps(model.requests[-1], ensure_ascii=False)
    assert "addVar(mañana, 1)" in sent
    assert reply.avap_code == PROGRAM


async def test_a_session_is_remembered_by_user_and_room(client: Client) -> None:
    await client.engine.AskAgent(pb.AgentRequest(query=QUESTION, user="ana", room="web"))
    again = await client.engine.Route(pb.AgentRequest(query="in fewer words", user="ana", room="web"))
    assert again.route == "CONVERSATIONAL"
    texts = [turn.text for turn in client.assistant.sessions.store.turns("ana:web", 10)]
    assert texts[0] == QUESTION
    assert texts[-1] == "in fewer words"


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (pb.AgentRequest(), "query is empty"),
        (pb.AgentRequest(query="hi", editor_content="!"), "editor_content is not base64"),
        (pb.AgentRequest(query="hi", editor_content="//79"), "does not hold UTF-8"),
        (pb.AgentRequest(query="hi", user_info="[]"), "user_info"),
        (pb.AgentRequest(query="hi", session_id="s" * 300), "256 characters"),
    ],
)
async def test_what_cannot_be_read_is_told(client: Client, request_: pb.AgentRequest, says: str) -> None:
    for call in (client.engine.AskAgent, client.engine.Route):
        code, said = await _failure(call(request_))
        assert code == "INVALID_ARGUMENT"
        assert says in said
    assert await _failure(client.engine.AskAgentStream(request_).read()) == (code, said)


async def test_code_that_cannot_be_checked_says_so(avap: Router, settings: Settings, unused_port: int) -> None:
    parser = Parser(url=f"127.0.0.1:{unused_port}")
    with ScriptedServer([Reply(SAID)]) as model:
        async with serving(avap, replace(_with_model(settings, model), parser=parser)) as client:
            reply = await client.engine.AskAgent(pb.AgentRequest(query=CODE))
    assert (reply.avap_code, reply.validation_status) == (PROGRAM, "PARSER_UNAVAILABLE")
    assert reply.notes[0].startswith("Not checked")


# Faults.


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (DeadlineError("time ran out"), "DEADLINE_EXCEEDED", "time ran out"),
        (ModelError("at http://inside:1"), "UNAVAILABLE", "language model"),
        (SearchError("at http://inside:1"), "UNAVAILABLE", "documents"),
        (StoreError("at http://inside:1"), "UNAVAILABLE", "store"),
        (RoutebookError("inside", "a", 1, "b"), "INTERNAL", "its log tells more"),
        (ZeroDivisionError("inside"), "INTERNAL", "its log tells more"),
    ],
)
async def test_faults_have_codes_and_what_is_inside_stays_there(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    code: str,
    says: str,
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(client.assistant.sessions.store, "start", fail)
    with caplog.at_level(logging.ERROR, logger="fingerpost"):
        found = await _failure(client.engine.AskAgent(pb.AgentRequest(query=QUESTION)))
    assert found[0] == code
    assert says in found[1]
    assert "inside" not in found[1]
    assert ("inside" in caplog.text) == (code != "DEADLINE_EXCEEDED")


async def test_bytes_that_are_no_request_are_told_and_harm_nobody(client: Client) -> None:
    for method in ("AskAgent", "Route", "EvaluateRAG"):
        raw = client.channel.unary_unary(f"/{ENGINE}/{method}")
        code, said = await _failure(raw(b"\xff\xff\xff\x07 no request"))
        assert code in ("UNKNOWN", "INTERNAL", "INVALID_ARGUMENT")
        assert "Traceback" not in said
    code, _ = await _failure(client.channel.unary_unary(f"/{ENGINE}/Sing")(b""))
    assert code == "UNIMPLEMENTED"
    assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).route == "RETRIEVAL"


async def test_a_port_that_is_taken_is_told(client: Client, settings: Settings) -> None:
    with pytest.raises(SettingsError, match=f"{client.server.port}.* taken"):
        await start_grpc(client.assistant, settings, client.server.port)


# The evaluation.


async def test_an_evaluation_is_told_as_it_was_measured(avap: Router, settings: Settings) -> None:
    asked: list[int] = []

    async def evaluate(assistant: Assistant, limit: int) -> Any:
        assert isinstance(assistant, Assistant)
        asked.append(limit)
        figures = {"hit_at_k": 0.5, "mrr": 0.25, "grounding": 0.75, "code_validity": 1.0}
        return SimpleNamespace(rows=4, k=8, parser_version="1.0", errors=("one \ud800",), **figures)

    async with serving(avap, settings, evaluate) as client:
        reply = await client.engine.EvaluateRAG(pb.EvaluateRequest(limit=4))
        await client.engine.EvaluateRAG(pb.EvaluateRequest())
        refused = await _failure(client.engine.EvaluateRAG(pb.EvaluateRequest(limit=-1)))
    assert asked == [4, 0]
    assert (reply.rows, reply.k, reply.parser_version, list(reply.errors)) == (4, 8, "1.0", ["one \ufffd"])
    assert (reply.hit_at_k, reply.mrr, reply.grounding, reply.code_validity) == (0.5, 0.25, 0.75, 1.0)
    assert refused[0] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("error", [UnreachableError("no parser"), RowsError("no rows")])
async def test_an_evaluation_that_cannot_be_had_is_no_fault_of_the_server(
    avap: Router, settings: Settings, error: Exception
) -> None:
    async def evaluate(_: Assistant, __: int) -> Any:
        raise error

    async with serving(avap, settings, evaluate) as client:
        assert await _failure(client.engine.EvaluateRAG(pb.EvaluateRequest())) == ("FAILED_PRECONDITION", str(error))


async def test_the_golden_set_is_asked(client: Client) -> None:
    reply = await client.engine.EvaluateRAG(pb.EvaluateRequest(limit=2))
    assert (reply.rows, list(reply.errors)) == (2, [])
    assert reply.k > 0
    assert 0 <= reply.hit_at_k <= 1


async def test_the_golden_set_needs_the_parser(avap: Router, settings: Settings, unused_port: int) -> None:
    async with serving(avap, replace(settings, parser=Parser(url=f"127.0.0.1:{unused_port}"))) as client:
        code, said = await _failure(client.engine.EvaluateRAG(pb.EvaluateRequest()))
    assert code == "FAILED_PRECONDITION"
    assert str(unused_port) in said


# Callers that leave, and time that ends.


async def test_a_caller_that_leaves_ends_its_request(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, _with_model(settings, held)) as client:
        before = len(asyncio.all_tasks())
        call = client.engine.AskAgentStream(pb.AgentRequest(query="thanks a lot!", user="ana"))
        assert (await call.read()).decision.route == "CONVERSATIONAL"
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        call.cancel()
        await _until(lambda: client.outcomes("ana") == ["cancelled"])
        # As many as before: those of the server itself, which wait for the next request.
        await _until(lambda: len(asyncio.all_tasks()) <= before)
        # Nothing is left that a drain would wait for.
        await client.server.stop(PATIENCE)


async def test_a_caller_that_leaves_ends_a_whole_answer_too(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, _with_model(settings, held)) as client:
        call = client.engine.AskAgent(pb.AgentRequest(query="thanks a lot!", user="ana"))
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        call.cancel()
        await _until(lambda: client.outcomes("ana") == ["cancelled"])


async def test_a_caller_that_stops_reading_and_leaves_ends_its_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server then stands in a write that cannot go on, not in the assistant."""
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
    # No more is written once the window is full.
    seen = -1
    while seen != sent:
        seen = sent
        await asyncio.sleep(0.2)
    assert not ended.is_set()
    call.cancel()
    async with asyncio.timeout(PATIENCE):
        await ended.wait()


async def test_the_callers_deadline_is_the_assistants(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []
    ask = client.assistant.ask

    async def spy(*args: Any, timeout: float | None, **named: Any) -> Any:
        given.append(timeout)
        return await ask(*args, timeout=timeout, **named)

    monkeypatch.setattr(client.assistant, "ask", spy)
    await client.engine.AskAgent(pb.AgentRequest(query=QUESTION))
    await client.engine.AskAgent(pb.AgentRequest(query=QUESTION), timeout=PATIENCE)
    assert given[0] is None
    assert given[1] is not None
    assert 0 < given[1] <= PATIENCE - SPARE


async def test_a_deadline_that_passes_ends_the_request(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, _with_model(settings, held)) as client:
        request = pb.AgentRequest(query="thanks a lot!", user="ana")
        assert (await _failure(client.engine.AskAgent(request, timeout=0.5)))[0] == "DEADLINE_EXCEEDED"
        await _until(lambda: client.outcomes("ana") in (["failed"], ["cancelled"]))
        assert (await _failure(client.engine.AskAgent(request, timeout=SPARE / 2)))[0] == "DEADLINE_EXCEEDED"


async def test_the_servers_own_time_is_told(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, replace(_with_model(settings, held), answer_timeout=0.2)) as client:
        code, said = await _failure(_all(client.engine.AskAgentStream(pb.AgentRequest(query="thanks a lot!"))))
    assert code == "DEADLINE_EXCEEDED"
    assert "0.2 s" in said


# Health, and the end of a server.


async def test_health_is_told_for_the_server_and_the_engine(client: Client) -> None:
    assert await client.status() == "SERVING"
    assert await client.status(ENGINE) == "SERVING"
    code, _ = await _failure(client.health.Check(health_pb2.HealthCheckRequest(service="nobody")))
    assert code == "NOT_FOUND"


async def test_a_server_that_drains_ends_what_it_began_and_begins_nothing(
    avap: Router, settings: Settings, held: HeldServer
) -> None:
    async with serving(avap, _with_model(settings, held)) as client:
        watching = client.health.Watch(health_pb2.HealthCheckRequest(service=ENGINE))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
        running = asyncio.ensure_future(
            _all(client.engine.AskAgentStream(pb.AgentRequest(query="thanks!", user="ana")))
        )
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        stopping = asyncio.ensure_future(client.server.stop(PATIENCE))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert await client.status() == await client.status(ENGINE) == "NOT_SERVING"
        code, said = await _failure(client.engine.AskAgent(pb.AgentRequest(query=QUESTION)))
        assert (code, "about to stop" in said) == ("UNAVAILABLE", True)
        assert not stopping.done()
        held.go.set()
        replies = await running
        # Whoever only watches is not waited for.
        await stopping
        assert (replies[-1].is_final, "".join(reply.text for reply in replies)) == (True, SAID)
        assert client.outcomes("ana") == ["answered"]
        code, _ = await _failure(client.health.Check(health_pb2.HealthCheckRequest()))
        assert code == "UNAVAILABLE"


async def test_nothing_that_was_said_is_lost_in_a_drain(avap: Router, settings: Settings) -> None:
    """Where there is nothing left to do for a request, what it said may still be on its way."""
    asked, go = asyncio.Event(), asyncio.Event()

    async def evaluate(_: Assistant, __: int) -> Any:
        asked.set()
        await go.wait()
        errors = ["x" * 1000] * 3000  # more than goes out at once
        return SimpleNamespace(
            rows=1, hit_at_k=1.0, mrr=1.0, grounding=1.0, code_validity=1.0, k=8, parser_version="1", errors=errors
        )

    async with serving(avap, settings, evaluate) as client:
        call = client.engine.EvaluateRAG(pb.EvaluateRequest())
        await asked.wait()
        stopping = asyncio.ensure_future(client.server.stop(PATIENCE))
        go.set()
        assert len((await call).errors) == 3000
        await stopping


async def test_what_outlasts_the_grace_is_ended_and_written(avap: Router, settings: Settings, held: HeldServer) -> None:
    async with serving(avap, _with_model(settings, held)) as client:
        running = asyncio.ensure_future(
            _all(client.engine.AskAgentStream(pb.AgentRequest(query="thanks!", user="ana")))
        )
        await asyncio.to_thread(held.asked.wait, PATIENCE)
        await client.server.stop(0.1)
        assert client.outcomes("ana") == ["cancelled"]
        with pytest.raises(grpc.aio.AioRpcError):
            await running


async def _all(call: Any) -> list[pb.AgentResponse]:
    return [reply async for reply in call]


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
            ("EvaluateRAG", pb.EvaluateRequest),
        ):
            code, said = await _failure(getattr(client.engine, method)(form(), metadata=given))
            assert code == "UNAUTHENTICATED"
            assert "k3y" not in said
        assert (await _failure(client.engine.AskAgentStream(pb.AgentRequest(), metadata=given).read()))[0] == code
        assert (await _failure(client.services(metadata=given)))[0] == code


async def test_a_client_that_asks_too_often_is_told(avap: Router, settings: Settings) -> None:
    # One in a thousand seconds: however slow the machine, the second is too early.
    async with serving(avap, settings, rate=0.001) as client:
        assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).route == "RETRIEVAL"
        async with grpc.aio.insecure_channel(
            f"127.0.0.1:{client.server.port}", options=[("grpc.use_local_subchannel_pool", 1)]
        ) as another:
            # Another connection is no other client.
            stub: Any = wired.AssistanceEngineStub(another)
            code, said = await _failure(stub.Route(pb.AgentRequest(query=QUESTION)))
        assert (code, "try again in" in said) == ("RESOURCE_EXHAUSTED", True)
        assert await client.status() == "SERVING"


@pytest.mark.parametrize("compression", [grpc.Compression.NoCompression, grpc.Compression.Gzip])
async def test_a_request_that_is_too_large_is_told(avap: Router, settings: Settings, compression: Any) -> None:
    async with serving(avap, settings, largest=10_000) as client:
        fits, not_ = (pb.AgentRequest(query=QUESTION, extra_context="x" * size) for size in (9_000, 10_000))
        assert (await client.engine.Route(fits, compression=compression)).route == "RETRIEVAL"
        assert (await _failure(client.engine.Route(not_, compression=compression)))[0] == "RESOURCE_EXHAUSTED"


async def test_reflection_tells_what_can_be_called(client: Client) -> None:
    names = await client.services()
    assert {ENGINE, "grpc.health.v1.Health"} <= names


async def test_many_at_once(client: Client) -> None:
    queries = [QUESTION, CODE, "gracias", "cuántas llamadas llevo este mes?"] * 10
    calls = [client.engine.Route(pb.AgentRequest(query=query)) for query in queries]
    routes = [(await call).route for call in calls]
    assert routes == ["RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL", "PLATFORM"] * 10


# Somebody else's client.

FOREIGN = """
import json, sys
import grpc
import assistance_pb2 as pb, assistance_pb2_grpc as wired
assert not any(name.startswith("fingerpost") for name in sys.modules)
with grpc.insecure_channel(sys.argv[1]) as channel:
    engine = wired.AssistanceEngineStub(channel)
    pieces = list(engine.AskAgentStream(pb.AgentRequest(query="what does addVar do?", session_id="s"), timeout=60))
    whole = engine.AskAgent(pb.AgentRequest(query="what does addVar do?"), timeout=60)
    routed = engine.Route(pb.AgentRequest(query="what does addVar do?"), timeout=60)
print(json.dumps({
    "same": "".join(piece.text for piece in pieces) == whole.text,
    "final": [piece.is_final for piece in pieces].index(True) == len(pieces) - 1,
    "routes": [pieces[0].decision.route, whole.decision.route, routed.route],
    "citations": len(whole.citations),
}))
"""


async def test_a_client_made_from_the_protocol_alone(client: Client, tmp_path: Path) -> None:
    shutil.copy(PROTO, tmp_path)
    (tmp_path / "client.py").write_text(FOREIGN)
    await _run(tmp_path, "-m", "grpc_tools.protoc", "-I.", "--python_out=.", "--grpc_python_out=.", PROTO.name)
    found = json.loads(await _run(tmp_path, "client.py", f"127.0.0.1:{client.server.port}"))
    assert (found["same"], found["final"], found["routes"]) == (True, True, ["RETRIEVAL"] * 3)
    assert found["citations"] > 0


async def _run(folder: Path, *arguments: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=folder, stdout=pipe, stderr=pipe)
    said, complained = await process.communicate()
    assert process.returncode == 0, complained.decode()
    return said
