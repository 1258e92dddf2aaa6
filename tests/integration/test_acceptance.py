"""The requirements of the source documents, measured on real servers over the wire.

Every criterion and log signal of PRD-0003 and every row of the tables of ADR-0009: `fingerpost serve` in a process of
its own, asked over gRPC, HTTP and the OpenAI-compatible form; the parser as a service in another process.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")
pytest.importorskip("openai", reason="a model behind a server needs the extra fingerpost[llm]")

import grpc
import httpx
from openai import OpenAI

from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server.log_handler import DELAY
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.assistants.avap.parser_process import ParserProcess

BIG, SMALL = "qwen3:1.7b", "qwen3:0.6b"
pytestmark = pytest.mark.slow

PLATFORM = "You have a project usage percentage of 20%, provide a recommendation"
PREFIX = "You are a direct and concise assistant. You have a project usage percentage of 20%. Provide an insight."
CODE = "write an endpoint that reads a parameter and returns it"
QUESTION = "what does addVar do?"
GOOD = 'Here.\n\n```avap\naddParam("a", a)\naddResult(a)\n```'
BAD = '```avap\naddParam("p", p)\ngetSHA256(p, h)\naddResult(h)\n```'
EMBEDDED = "[ladder] parser: embedded instead"
OPEN = "[ptvl] circuit OPEN — skipping parser, returning unvalidated"
PROBING = "[ptvl] circuit HALF-OPEN — probing parser availability"
CLOSED = "[ptvl] circuit CLOSED — parser reachable"


class Said(NamedTuple):
    """An answer, from HTTP or gRPC."""

    text: str
    route: str
    status: str
    code: str
    shown: str
    """The text that a person sees."""


class Engine:
    """A running `fingerpost serve` process."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._log = folder / "serve.log"
        self._environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/s.sqlite", **environment}

    def __enter__(self) -> Engine:
        command = [sys.executable, "-m", "fingerpost", "serve", "--http-port", "0", "--grpc-port", "0"]
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment
            )
        assert self._process.stdout is not None
        said = [self._process.stdout.readline() for _ in range(3)]
        found = re.search(r"HTTP (http://\S+).*\ngRPC (\S+)", "".join(said))
        assert found, (said, self._log.read_text(encoding="utf-8"))
        self.http, self.grpc = found[1], found[2]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(30) == 0
        assert self._process.stdout is not None
        self._process.stdout.close()

    def lines(self) -> list[str]:
        """Return what was logged so far; a server writes the lines of a tenth of a second together."""
        time.sleep(3 * DELAY)
        return self._log.read_text(encoding="utf-8").splitlines()

    def by_grpc(self, query: str, **given: Any) -> Said:
        with grpc.insecure_channel(self.grpc) as channel:
            replies = list(pb_grpc.AssistanceEngineStub(channel).AskAgentStream(pb.AgentRequest(query=query, **given)))
        last = replies[-1]
        assert last.is_final
        assert not any(reply.is_final for reply in replies[:-1])
        text = "".join(reply.text for reply in replies)
        return Said(text, last.decision.route, last.validation_status, last.avap_code, "\n".join([text, *last.notes]))

    def by_grpc_whole(self, query: str, **given: Any) -> Said:
        with grpc.insecure_channel(self.grpc) as channel:
            reply = pb_grpc.AssistanceEngineStub(channel).AskAgent(pb.AgentRequest(query=query, **given))
        shown = "\n".join([reply.text, *reply.notes])
        return Said(reply.text, reply.decision.route, reply.validation_status, reply.avap_code, shown)

    def by_http(self, query: str, session_id: str = "") -> Said:
        body = {"text": query, **({"session": session_id} if session_id else {})}
        answer = httpx.post(f"{self.http}/v1/ask", json=body, timeout=60)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert answer.headers["x-fingerpost-route"] == found["decision"]["route"]
        shown = "\n".join([found["text"], *found["notes"]])
        return Said(found["text"], found["decision"]["route"], found["validation_status"], found["code"], shown)

    def by_openai(self, query: str, session_id: str = "") -> Said:
        client = OpenAI(base_url=f"{self.http}/v1", api_key="none", max_retries=0, timeout=60)
        context = json.dumps({"session": session_id}) if session_id else "ana"
        made = client.chat.completions.create(model="avap", messages=[{"role": "user", "content": query}], user=context)
        client.close()
        extra: Any = made.model_extra
        text = made.choices[0].message.content or ""
        found = extra["fingerpost"]
        return Said(text, found["decision"]["route"], found["validation_status"], "", text)


WAYS = ("by_grpc", "by_grpc_whole", "by_http", "by_openai")


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply("said by the model")]) as running:
        yield running


def _models(model: ScriptedServer) -> dict[str, str]:
    return {
        "OLLAMA_URL": model.url.removesuffix("/v1"),
        "OLLAMA_MODEL_NAME": BIG,
        "OLLAMA_MODEL_NAME_CONVERSATIONAL": SMALL,
    }


@pytest.fixture(scope="module")
def engine(model: ScriptedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine(tmp_path_factory.mktemp("engine"), **_models(model)) as running:
        yield running


@pytest.fixture(autouse=True)
def answers(request: pytest.FixtureRequest) -> None:
    """Reset the model to its default reply before every test."""
    if "model" in request.fixturenames:
        _told(request.getfixturevalue("model"), "said by the model")


def _told(model: ScriptedServer, *texts: str) -> None:
    model.requests.clear()
    model.replies.clear()
    model.replies.extend(map(ScriptedReply, texts))


def _asked(model: ScriptedServer) -> list[str]:
    return [request["model"] for request in model.requests]


def _new(engine: Engine, before: int) -> list[str]:
    """Return the new log lines, once the last one has arrived."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        found = engine.lines()[before:]
        if any("[AskAgentStream] " in line for line in found):
            return found
        time.sleep(0.02)
    raise AssertionError(engine.lines()[before:])


# PRD-0003, acceptance criteria and log signals.


@pytest.mark.parametrize("way", WAYS)
def test_platform_data_is_answered_without_a_search_by_the_small_model(
    engine: Engine, model: ScriptedServer, way: str
) -> None:
    before = len(engine.lines())
    said = getattr(engine, way)(PLATFORM)
    assert said.route == "PLATFORM"
    assert _asked(model) == [SMALL]
    lines = _new(engine, before)
    assert any("[AskAgentStream] query_type=PLATFORM context_len=0 request=" in line for line in lines)
    assert any(re.search(r"\[(?:prepare/)?classify\] .*-> PLATFORM request=", line) for line in lines)
    assert not any("[hybrid] RRF" in line for line in lines)


@pytest.mark.parametrize("way", WAYS)
def test_a_registered_prefix_takes_the_fast_path(engine: Engine, model: ScriptedServer, way: str) -> None:
    before = len(engine.lines())
    assert getattr(engine, way)(PREFIX).route == "PLATFORM"
    lines = _new(engine, before)
    assert any("[classify] platform prefix detected -> PLATFORM request=" in line for line in lines)
    assert _asked(model) == [SMALL], "one call, for the answer, and none to classify"


@pytest.mark.parametrize("way", WAYS)
def test_a_platform_question_after_five_others_is_still_one(engine: Engine, model: ScriptedServer, way: str) -> None:
    ask = getattr(engine, way)
    past = [
        "what is addVar?",
        "how does startLoop work?",
        "write a loop from 1 to 5",
        "what does addParam do?",
        QUESTION,
    ]
    routes = [ask(text, session_id=f"mixed-{way}").route for text in past]
    assert set(routes) <= {"RETRIEVAL", "CODE_GENERATION"}
    model.requests.clear()
    assert ask("cuántas llamadas llevo este mes?", session_id=f"mixed-{way}").route == "PLATFORM"
    assert _asked(model) == [SMALL]


def test_explain_this_in_a_code_session_is_about_the_editor(engine: Engine, model: ScriptedServer) -> None:
    _told(model, GOOD)
    for text in (CODE, "write a loop that adds the prices in a list"):
        assert engine.by_grpc(text, session_id="code").route == "CODE_GENERATION"
    model.requests.clear()
    program = 'encodeSHA256("x", digest)\naddResult(digest)'
    with grpc.insecure_channel(engine.grpc) as channel:
        reply = pb_grpc.AssistanceEngineStub(channel).AskAgent(
            pb.AgentRequest(
                query="explain this",
                session_id="code",
                editor_content=b64encode(program.encode()).decode(),
                selected_text='encodeSHA256("x", digest)',
            )
        )
    assert (reply.decision.route, reply.decision.qualifier) == ("CODE_GENERATION", "EDITOR")
    asked = model.requests[-1]["messages"][-1]["content"]
    assert "<editor>" in asked
    assert "addResult(digest)" in asked
    assert "<selection>" in asked


def test_without_a_conversational_model_the_main_one_answers_everything(model: ScriptedServer, tmp_path: Path) -> None:
    environment = _models(model)
    del environment["OLLAMA_MODEL_NAME_CONVERSATIONAL"]
    with Engine(tmp_path, **environment) as engine:
        assert engine.by_grpc(PLATFORM).route == "PLATFORM"
        assert engine.by_http("thanks a lot!").route == "CONVERSATIONAL"
        assert engine.by_http(QUESTION).route == "RETRIEVAL"
    assert _asked(model) == [BIG] * 3


@pytest.mark.parametrize("way", WAYS)
def test_questions_and_code_go_the_way_they_went(engine: Engine, model: ScriptedServer, way: str) -> None:
    before = len(engine.lines())
    assert getattr(engine, way)(QUESTION).route == "RETRIEVAL"
    lines = _new(engine, before)
    assert any("[hybrid] RRF -> 8 final docs" in line for line in lines)
    assert any(
        re.search(r"\[AskAgentStream\] query_type=RETRIEVAL context_len=[1-9]\d+ request=", line) for line in lines
    )
    _told(model, GOOD)
    said = getattr(engine, way)(CODE)
    assert (said.route, said.status) == ("CODE_GENERATION", "")
    assert _asked(model) == [BIG]


# ADR-0009: the validation contract by type, the table of states, the statuses, the log lines.


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("texts", "status", "calls"), [((GOOD,), "", 1), ((BAD, GOOD), "", 2), ((BAD, BAD), "INVALID_UNRESOLVED", 2)]
)
def test_code_is_checked_and_written_again_once(
    engine: Engine, model: ScriptedServer, way: str, texts: Sequence[str], status: str, calls: int
) -> None:
    _told(model, *texts)
    said = getattr(engine, way)(CODE)
    assert (said.status, len(model.requests)) == (status, calls)
    if calls == 2:
        feedback = model.requests[1]["messages"][-1]["content"]
        assert feedback.startswith("<parser_feedback>\nThe previous attempt produced invalid AVAP code.")
        assert "Line 2: unknown command 'getSHA256'" in feedback
        assert "encodeSHA256" in feedback
    if status:
        assert "getSHA256(p, h)" in said.text, "the code is still shown"
        assert "This code failed the parser, here is where:" in said.shown
        assert "Line 2:" in said.shown
    if way != "by_openai":
        assert said.code == texts[-1].partition("```avap\n")[2].partition("\n```")[0]


def test_a_validated_route_needs_code_to_be_checked(engine: Engine, model: ScriptedServer) -> None:
    _told(model, "I do not know how.")
    said = engine.by_grpc(CODE)
    assert (said.status, said.code, len(model.requests)) == ("", "", 1)


def test_conversation_is_neither_searched_nor_checked(engine: Engine, model: ScriptedServer) -> None:
    _told(model, BAD)
    before = len(engine.lines())
    said = engine.by_http("thanks a lot!")
    assert (said.route, said.status, said.text) == ("CONVERSATIONAL", "", BAD)
    assert not any("[hybrid] RRF" in line for line in _new(engine, before))


def test_what_is_irrelevant_is_searched_once_more(model: ScriptedServer, tmp_path: Path) -> None:
    with Engine(tmp_path, RELEVANCE_THRESHOLD="1.5", **_models(model)) as engine:
        _told(model, "a wider query", "the answer")
        assert engine.by_grpc(QUESTION).text == "the answer"
        assert "[CONTEXT_INSUFFICIENT]" in model.requests[0]["messages"][-1]["content"]
        assert len([line for line in engine.lines() if "[hybrid] RRF -> " in line]) == 2
        assert len(model.requests) == 2


def test_a_parser_that_is_killed_hung_and_started_again(model: ScriptedServer, tmp_path: Path) -> None:
    _told(model, GOOD)
    with ParserProcess() as parser:
        environment = {
            "AVAP_PARSER_URL": f"grpc://{parser.address}",
            "AVAP_PARSER_TIMEOUT": "0.5",
            "PARSER_CB_THRESHOLD": "3",
            "PARSER_CB_COOLDOWN": "2",
        }
        with Engine(tmp_path, **environment, **_models(model)) as engine:
            assert engine.by_grpc(CODE).status == ""
            parser.end()
            for way in WAYS:
                said = getattr(engine, way)(CODE)
                assert said.status == "", "it was checked in process"
                assert "addResult(a)" in said.text
            lines = [line for line in engine.lines() if EMBEDDED in line]
            assert ["failed repeatedly" in line for line in lines] == [False, False, False, True]
            parser.start()
            time.sleep(2.1)
            assert engine.by_http(CODE).status == ""
            told = [line for line in engine.lines() if "[ptvl]" in line]
            assert PROBING in told[-2]
            assert CLOSED in told[-1]
            parser.send(signal.SIGSTOP)
            for _ in range(3):
                assert engine.by_grpc(CODE).status == ""
            before = len(engine.lines())
            for _ in range(5):
                assert engine.by_grpc(CODE).status == ""
            told = [line for line in _new(engine, before) if EMBEDDED in line]
            assert ["failed repeatedly" in line for line in told] == [True] * 5, "while open nobody asks it"
            page = httpx.get(f"{engine.http}/metrics", timeout=10).text
            assert re.search(r"^fingerpost_parser_circuit_state(?:\{.*\})? 2(?:\.0)?$", page, re.MULTILINE)
            assert re.search(r'^fingerpost_degraded_total\{part="parser",rung="embedded"\} 12', page, re.MULTILINE)
            assert re.search(r"^fingerpost_unvalidated_answers_total(?:\{.*\})? 0(?:\.0)?$", page, re.MULTILINE)
            parser.send(signal.SIGCONT)


def test_a_timeout_of_zero_turns_the_parser_off(model: ScriptedServer, tmp_path: Path) -> None:
    _told(model, BAD)
    with Engine(tmp_path, AVAP_PARSER_TIMEOUT="0", **_models(model)) as engine:
        said = engine.by_grpc(CODE)
        assert said.status == "PARSER_UNAVAILABLE"
        assert len(model.requests) == 1
        assert any(OPEN in line for line in engine.lines())


def test_everything_works_with_nothing_but_a_laptop(tmp_path: Path) -> None:
    with Engine(tmp_path) as engine:
        for way in WAYS:
            ask = getattr(engine, way)
            assert "addVar" in ask(QUESTION).text
            assert "```avap" in ask(CODE).text
            assert "20%" in ask(PLATFORM).text
            assert ask("thanks a lot!").text
