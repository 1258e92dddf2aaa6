"""RC-04, RC-05, RC-07 and RC-08 on real answers; and deliberate breaches of each, which the contract must detect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.state import AgentState
from fingerpost.answering.writers import ChatWriter
from fingerpost.audit.traces import audit, read_traces
from fingerpost.observability import facts
from fingerpost.observability.metrics import METRICS
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Fact

pytest.importorskip("openai", reason="a model behind a server needs the extra fingerpost[llm]")

CODE = "write an endpoint that reads a parameter and returns it"
GOOD = '```avap\naddParam("a", a)\naddResult(a)\n```'
BAD = "```avap\nwhile True:\n```"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply(GOOD)]) as running:
        yield running


async def _both(assistant: Assistant, text: str) -> None:
    await assistant.ask(text)
    async with aclosing(assistant.stream(text)) as events:
        async for _ in events:
            pass


def _breaches(rule: str) -> float:
    return METRICS.value("contract_breaches", rule=rule)


async def test_the_audit_of_the_traces_finds_what_the_live_check_found(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path, avap: Router
) -> None:
    for text in (CODE, "what does addVar do?", "thanks a lot!", "You have a usage percentage of 20%, any advice?"):
        await _both(assistant, text)
    assert assistant.sessions.traces is not None
    assistant.sessions.traces.flush()
    found = audit(avap.routebook, read_traces(tmp_path / "traces.jsonl"))
    assert (found.traces, len(found.breaches)) == (8, 0)


async def test_saboteur_of_rc_07_sends_code_without_the_parser(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, avap: Router
) -> None:
    async def pass_by(*_: Any) -> dict[str, Any]:
        return {"validation_status": ""}

    before = _breaches("RC-07")
    monkeypatch.setattr(Nodes, "validate_code", pass_by)
    await _both(Assistant(assistant.sessions, assistant.components), CODE)
    assert _breaches("RC-07") == before + 2
    assert assistant.sessions.traces is not None
    assistant.sessions.traces.flush()
    assert {breach.rule for _, breach in audit(avap.routebook, read_traces(tmp_path / "traces.jsonl")).breaches} == {
        "RC-07"
    }


async def test_saboteur_of_rc_07_sends_other_code_than_was_checked(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Nodes.validate_code

    async def swap(self: Nodes, state: Any, request: Any) -> AgentState:
        return {**await honest(self, state, request), "answer": "```avap\naddResult(other)\n```"}

    before = _breaches("RC-07")
    monkeypatch.setattr(Nodes, "validate_code", swap)
    await _both(Assistant(assistant.sessions, assistant.components), CODE)
    assert _breaches("RC-07") == before + 2


async def test_saboteur_of_rc_08_tries_again_and_again(
    assistant: Assistant, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.replies[0] = ScriptedReply(BAD)
    honest = Nodes.generate_code_retry

    async def stubborn(self: Nodes, state: Any, request: Any) -> AgentState:
        await honest(self, state, request)
        return await honest(self, state, request)

    before = _breaches("RC-08")
    monkeypatch.setattr(Nodes, "generate_code_retry", stubborn)
    await _both(Assistant(assistant.sessions, assistant.components), CODE)
    assert _breaches("RC-08") == before + 2


async def test_saboteur_of_rc_04_searches_for_a_conversation(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    retriever = assistant.components.retriever
    assert retriever is not None

    async def search(*_: Any) -> dict[str, Any]:
        return {"hits": await retriever.search("anything"), "context": ""}

    before = _breaches("RC-04")
    monkeypatch.setattr(Nodes, "skip_retrieve", search)
    saboteur = Assistant(assistant.sessions, assistant.components)
    async with aclosing(saboteur.stream("thanks a lot!")) as events:
        async for _ in events:
            pass
    assert _breaches("RC-04") == before + 1


async def test_saboteur_of_rc_05_answers_with_the_big_model(assistant: Assistant) -> None:
    before = _breaches("RC-05")
    writers = {**assistant.components.writers, "conversational": assistant.components.writers["main"]}
    await _both(Assistant(assistant.sessions, replace(assistant.components, writers=writers)), "thanks a lot!")
    assert _breaches("RC-05") == before + 2


async def test_a_connection_that_is_tried_again_is_no_retry(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx2
    import openai

    writer = assistant.components.writers["main"]
    assert isinstance(writer, ChatWriter)
    completions = writer.chat.get().chat.completions
    honest, calls = completions.create, []

    async def refused_once(**request: Any) -> Any:
        calls.append(request)
        if len(calls) == 1:
            raise openai.APIConnectionError(request=httpx2.Request("POST", "http://127.0.0.1"))
        return await honest(**request)

    before = _breaches("RC-08")
    monkeypatch.setattr(completions, "create", refused_once)
    answer = await assistant.ask(CODE)
    assert (answer.status, len(calls)) == ("", 2)
    assert _breaches("RC-08") == before


def test_facts_alone_are_judged(avap: Router) -> None:
    check = avap.auditor.check_answer
    checked = Fact(facts.PARSER, {"verdict": "valid", "pieces": ["abc", "def"]})
    sent = Fact(facts.SENT, {"pieces": ["abc"]})
    answered = Fact(facts.MODEL, {"slot": "main", "purpose": "answer"})
    searched = Fact(facts.RETRIEVER, {"docs": 3})
    retry = Fact(facts.RETRY, {"why": "parser"})
    assert check("CODE_GENERATION", [checked, sent]) == []
    assert [b.rule for b in check("CODE_GENERATION", [sent, checked])] == ["RC-07"], "before, not after"
    assert check("CODE_GENERATION", [Fact(facts.SENT, {"pieces": []})]) == []
    assert check("RETRIEVAL", [sent]) == []
    assert check("CODE_GENERATION", [retry]) == []
    assert [b.rule for b in check("RETRIEVAL", [retry, retry])] == ["RC-08"]
    assert check("CODE_GENERATION", [Fact(facts.SENT, {"pieces": ["abc"], "told": True})]) == []
    assert check("RETRIEVAL", [answered, answered, searched, searched]) == []
    assert [b.rule for b in check("RETRIEVAL", [answered] * 3)] == ["RC-08"], "a retry that nobody recorded"
    assert [b.rule for b in check("RETRIEVAL", [searched] * 3)] == ["RC-08"]
