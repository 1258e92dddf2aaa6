"""The assistance engine over the wire: the responses of a real server over a real assistant."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import socket
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.errors import (
    DeadlineError,
    ModelError,
    RoutebookError,
    RowsError,
    SearchError,
    SettingsError,
    StoreError,
)
from fingerpost.runtime.server_settings import DEFAULTS, Limits
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.grpc_service import ENGINE, start_grpc
from fingerpost.settings import Settings
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.validation.validators import ValidatorUnreachableError
from tests.server.grpc_running import (
    CODE,
    PROGRAM,
    QUESTION,
    SAID,
    Client,
    failure,
    own_settings,
    serving,
    with_model,
)

PROTO = Path(__file__).parent.parent.parent / "src" / "fingerpost" / "server" / "assistance.proto"


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return own_settings(own_cache, tmp_path)


@pytest.fixture
async def client(avap: Router, settings: Settings) -> AsyncIterator[Client]:
    async with serving(avap, settings) as running:
        yield running


@pytest.fixture
def unused_port() -> Iterator[int]:
    """Return a port that is bound and not listening, so that connections fail."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


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
    with ScriptedServer([ScriptedReply("não há 😀 melhor resposta")]) as model:
        async with serving(avap, with_model(settings, model)) as client:
            replies = [reply async for reply in client.engine.AskAgentStream(pb.AgentRequest(query="obrigado!"))]
    assert "".join(reply.text for reply in replies) == "não há 😀 melhor resposta"
    assert len(replies) > 3


@pytest.mark.parametrize("query", [QUESTION, "qué hace addVar?", "o que faz o addVar?"])
async def test_routing_alone(client: Client, query: str) -> None:
    decision = await client.engine.Route(pb.AgentRequest(query=query, user="ana"))
    assert (decision.route, decision.accepted) == ("RETRIEVAL", True)
    assert decision.confidence > 0.5
    assert client.outcomes("ana") == [], "a message that is only routed is not stored"


async def test_a_declared_route_is_taken_and_an_unknown_one_is_told(client: Client) -> None:
    decision = await client.engine.Route(pb.AgentRequest(query=QUESTION, query_type="PLATFORM"))
    assert decision.route == "PLATFORM"
    for call in (client.engine.AskAgent, client.engine.Route):
        code, said = await failure(call(pb.AgentRequest(query=QUESTION, query_type="POETRY")))
        assert code == "INVALID_ARGUMENT"
        assert "POETRY" in said


async def test_the_editor_is_read(avap: Router, settings: Settings) -> None:
    with ScriptedServer([ScriptedReply(SAID)]) as model:
        async with serving(avap, with_model(settings, model)) as client:
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
    texts = [turn.text for turn in client.assistant.sessions.store.turns(again.thread_id, 10)]
    assert texts[0] == QUESTION
    assert "in fewer words" not in texts, "a message that is only routed is not stored"


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (pb.AgentRequest(), "query is empty"),
        (pb.AgentRequest(query="hi", editor_content="!"), "editor_content is not base64"),
        (pb.AgentRequest(query="hi", editor_content="//79"), "does not hold UTF-8"),
        (pb.AgentRequest(query="hi", user_info="[]"), "user_info"),
        (pb.AgentRequest(query="hi", session_id="s" * 300), "256 characters"),
        (pb.AgentRequest(query="hi", session_id="s\n[feedback] x"), "without line breaks and control characters"),
    ],
)
async def test_what_cannot_be_read_is_told(client: Client, request_: pb.AgentRequest, says: str) -> None:
    for call in (client.engine.AskAgent, client.engine.Route):
        code, said = await failure(call(request_))
        assert code == "INVALID_ARGUMENT"
        assert says in said
    assert await failure(client.engine.AskAgentStream(request_).read()) == (code, said)


async def test_code_that_the_service_cannot_check_is_checked_in_process(
    avap: Router, settings: Settings, unused_port: int
) -> None:
    parser = ParserSettings(address=f"127.0.0.1:{unused_port}")
    with ScriptedServer([ScriptedReply(SAID)]) as model:
        async with serving(avap, replace(with_model(settings, model), sections=(parser,))) as client:
            reply = await client.engine.AskAgent(pb.AgentRequest(query=CODE))
    assert (reply.avap_code, reply.validation_status, reply.checked) == (PROGRAM, "", "all")
    assert [(each.part, each.rung, each.why) for each in reply.degraded] == [("parser", "embedded", "failed")]


async def test_what_takes_a_while_is_told_in_a_stream(avap: Router, settings: Settings) -> None:
    with ScriptedServer([ScriptedReply(SAID, wait=1.2)]) as model:
        async with serving(avap, with_model(settings, model)) as client:
            told = [response async for response in client.engine.AskAgentStream(pb.AgentRequest(query=CODE))]
    assert [response.progress for response in told if response.progress] == ["writing"]
    assert told[-1].is_final
    assert [response.text for response in told if response.text] == [SAID]


async def test_many_at_once(client: Client) -> None:
    queries = [QUESTION, CODE, "gracias", "cuántas llamadas llevo este mes?"] * 10
    calls = [client.engine.Route(pb.AgentRequest(query=query)) for query in queries]
    routes = [(await call).route for call in calls]
    assert routes == ["RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL", "PLATFORM"] * 10


# Faults.


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (DeadlineError("time ran out"), "DEADLINE_EXCEEDED", "time ran out"),
        (ModelError("at http://inside:1"), "UNAVAILABLE", "language model"),
        (SearchError("at http://inside:1"), "UNAVAILABLE", "documents"),
        (StoreError("at http://inside:1"), "UNAVAILABLE", "store"),
        (RoutebookError("inside", "a", 1, "b"), "INTERNAL", "internal error: see the server's log"),
        (ZeroDivisionError("inside"), "INTERNAL", "internal error: see the server's log"),
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

    monkeypatch.setattr(client.assistant.sessions.store, "run_in_thread", fail)
    with caplog.at_level(logging.ERROR, logger="fingerpost"):
        found = await failure(client.engine.AskAgent(pb.AgentRequest(query=QUESTION)))
    assert found[0] == code
    assert says in found[1]
    assert "inside" not in found[1]
    assert ("inside" in caplog.text) == (code != "DEADLINE_EXCEEDED")


async def test_bytes_that_are_no_request_are_told_and_harm_nobody(client: Client) -> None:
    for method in ("AskAgent", "Route", "EvaluateRAG"):
        raw = client.channel.unary_unary(f"/{ENGINE}/{method}")
        code, said = await failure(raw(b"\xff\xff\xff\x07 no request"))
        assert code in ("UNKNOWN", "INTERNAL", "INVALID_ARGUMENT")
        assert "Traceback" not in said
    code, _ = await failure(client.channel.unary_unary(f"/{ENGINE}/Sing")(b""))
    assert code == "UNIMPLEMENTED"
    assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).route == "RETRIEVAL"


async def test_metadata_is_bounded(avap: Router, settings: Settings) -> None:
    def route(client: Client, size: int) -> Any:
        return client.engine.Route(pb.AgentRequest(query=QUESTION), metadata=(("cookie", "c" * size),))

    large, too_large = DEFAULTS.head_bytes - 2_000, DEFAULTS.head_bytes + 1
    async with serving(avap, settings) as client:
        for _ in range(20):
            # Many times: between its own two bounds gRPC refuses at random.
            await route(client, large)
            assert (await failure(route(client, too_large)))[0] == "RESOURCE_EXHAUSTED"
    limits = Limits(head_bytes=10 * DEFAULTS.head_bytes)
    wider = replace(settings, serving=replace(settings.serving, limits=limits))
    async with serving(avap, wider) as client:
        await route(client, too_large)


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
        figures |= {"answerability": 0.125, "faithfulness": 0.625}
        return SimpleNamespace(rows=4, k=8, parser_version="1.0", errors=("one \ud800",), **figures)

    async with serving(avap, settings, evaluate) as client:
        reply = await client.engine.EvaluateRAG(pb.EvaluateRequest(limit=4))
        await client.engine.EvaluateRAG(pb.EvaluateRequest())
        refused = await failure(client.engine.EvaluateRAG(pb.EvaluateRequest(limit=-1)))
    assert asked == [4, 0]
    assert (reply.rows, reply.k, reply.parser_version, list(reply.errors)) == (4, 8, "1.0", ["one \ufffd"])
    assert (reply.hit_at_k, reply.mrr, reply.grounding, reply.code_validity) == (0.5, 0.25, 0.75, 1.0)
    assert (reply.answerability, reply.faithfulness) == (0.125, 0.625)
    assert refused[0] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("error", [ValidatorUnreachableError("no parser"), RowsError("no rows")])
async def test_an_evaluation_that_cannot_be_had_is_no_fault_of_the_server(
    avap: Router, settings: Settings, error: Exception
) -> None:
    async def evaluate(_: Assistant, __: int) -> Any:
        raise error

    async with serving(avap, settings, evaluate) as client:
        assert await failure(client.engine.EvaluateRAG(pb.EvaluateRequest())) == ("FAILED_PRECONDITION", str(error))


async def test_the_golden_set_is_asked(client: Client) -> None:
    reply = await client.engine.EvaluateRAG(pb.EvaluateRequest(limit=2))
    assert (reply.rows, list(reply.errors)) == (2, [])
    assert reply.k > 0
    assert 0 <= reply.hit_at_k <= 1


async def test_the_golden_set_needs_the_parser(avap: Router, settings: Settings, unused_port: int) -> None:
    async with serving(
        avap, replace(settings, sections=(ParserSettings(address=f"127.0.0.1:{unused_port}"),))
    ) as client:
        code, said = await failure(client.engine.EvaluateRAG(pb.EvaluateRequest()))
    assert code == "FAILED_PRECONDITION"
    assert str(unused_port) in said


# Somebody else's client.

FOREIGN = """
import json, sys
import grpc
import assistance_pb2 as pb, assistance_pb2_grpc as pb_grpc
assert not any(name.startswith("fingerpost") for name in sys.modules)
with grpc.insecure_channel(sys.argv[1]) as channel:
    engine = pb_grpc.AssistanceEngineStub(channel)
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
