"""RC-07 on every form in which a model may return code, whole and streamed; and saboteurs that pass some of them by."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.components import Components
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.state import AgentState
from fingerpost.audit.traces import audit, read_traces
from fingerpost.observability.metrics import METRICS
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Answer, Turn
from fingerpost.validation.answer_code import FoundCode
from fingerpost.validation.code_blocks import fenced_blocks
from tests.validation.code_forms import BLOCK, FORMS, NOTED, PASSES, REFUSED, SOUND, UNSOUND

pytest.importorskip("openai", reason="a model behind a server needs the extra fingerpost[llm]")

CODE = "write an endpoint that reads a parameter and returns it"
UNCHECKED = ("Not checked: no program was found", "Only the program was checked")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply(BLOCK)]) as running:
        yield running


async def _streamed(assistant: Assistant, message: str | Message) -> tuple[list[str], Answer]:
    async with aclosing(assistant.stream(message)) as events:
        found = [event async for event in events]
    assert isinstance(found[-1], Answer)
    return [event for event in found if isinstance(event, str)], found[-1]


def _breaches() -> float:
    return METRICS.value("contract_breaches", rule="RC-07")


def _audited(assistant: Assistant, file: Path) -> list[str]:
    assert assistant.sessions.traces is not None
    assistant.sessions.traces.flush()
    found = audit(assistant.routes.router.routebook, read_traces(file))
    return [breach.rule for _, breach in found.breaches]


def _outcome(answer: Answer, calls: int) -> str:
    """Return what the caller is told of an answer."""
    if answer.status:
        assert answer.status == "INVALID_UNRESOLVED"
        assert (calls, answer.notes[0].startswith("This code failed the parser")) == (2, True)
        return REFUSED
    assert calls == 1
    if answer.notes:
        assert answer.notes[0].startswith(UNCHECKED)
        return NOTED
    return PASSES


ANSWERS = [
    *((name, form.write(SOUND), form.sound) for name, form in FORMS.items()),
    *((name, form.write(UNSOUND), form.unsound) for name, form in FORMS.items()),
    *((name, f"{BLOCK}\n\n{form.write(UNSOUND)}", form.beside) for name, form in FORMS.items()),
]


@pytest.mark.slow  # Three answers for each of 65 forms; the tests below take a few of the forms each.
async def test_no_form_of_code_reaches_the_caller_as_if_checked(
    assistant: Assistant, server: ScriptedServer, tmp_path: Path
) -> None:
    before = _breaches()
    for number, (name, text, expected) in enumerate(ANSWERS):
        server.replies = deque([ScriptedReply(text)])
        server.requests.clear()
        if number % 2:
            pieces, answer = await _streamed(assistant, CODE)
            assert pieces == [answer.text], "in one piece, after it was checked"
        else:
            answer = await assistant.ask(CODE)
        assert (name, _outcome(answer, len(server.requests))) == (name, expected)
        assert answer.text == text.strip()
    assert _breaches() == before
    assert _audited(assistant, tmp_path / "traces.jsonl") == []


async def test_what_was_refused_in_any_form_is_written_again(assistant: Assistant, server: ScriptedServer) -> None:
    for form in ("text before", "indented", "pre", "full-width fence", "JSON"):
        server.replies = deque([ScriptedReply(FORMS[form].write(UNSOUND)), ScriptedReply(FORMS[form].write(SOUND))])
        answer = await assistant.ask(CODE)
        assert (answer.status, answer.notes) == ("", ())
        assert [line.strip() for line in answer.code.splitlines()] == SOUND.splitlines()


async def test_code_of_the_caller_may_be_quoted_in_an_explanation(assistant: Assistant, server: ScriptedServer) -> None:
    broken = "startLoop(i, 0, 3)\ngetSHA256(i, h)"
    server.replies = deque([ScriptedReply(f"> startLoop(i, 0, 3)\n> getSHA256(i, h)\n\nIt lacks its end.\n\n{BLOCK}")])
    quoting = await assistant.ask(Message(CODE, editor=broken))
    assert quoting.status == ""
    assert quoting.notes[0].startswith("Only the program was checked"), "the quotation was not"
    assert (await assistant.ask(CODE)).status == "INVALID_UNRESOLVED"


async def test_an_earlier_answer_is_no_quotation_of_the_caller(assistant: Assistant, server: ScriptedServer) -> None:
    server.replies = deque([ScriptedReply(f"As before:\n\n{UNSOUND}\n\nAnd:\n\n{BLOCK}")])
    turns = (Turn("user", CODE), Turn("assistant", UNSOUND))
    assert (await assistant.ask(Message(CODE, turns=turns))).status == "INVALID_UNRESOLVED"


@pytest.mark.parametrize(
    "text",
    ["}", "if the value is 0:", "while it is not empty:", "Tasa = 5 %", "'''\nwords of the manual\n'''"],
)
async def test_text_beside_a_sound_program_is_neither_refused_nor_noted(
    assistant: Assistant, server: ScriptedServer, text: str
) -> None:
    server.replies = deque([ScriptedReply(f"{BLOCK}\n\n{text}\n\nThat is all.")])
    answer = await assistant.ask(CODE)
    assert (answer.status, answer.notes) == ("", ())


async def test_an_answer_is_read_for_code_once(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, read = Components.code_in, list[str]()

    def counted(self: Components, text: str, message: Message, report: str = "") -> FoundCode:
        read.append(text)
        return honest(self, text, message, report)

    monkeypatch.setattr(Components, "code_in", counted)
    await assistant.ask(CODE)
    assert read == [BLOCK]
    monkeypatch.setattr(Nodes, "can_stream", lambda *_: True)
    await _streamed(assistant, CODE)
    assert read == [BLOCK] * 2, "also where it is streamed in many pieces"


async def test_an_answer_of_nothing_is_replaced_by_an_example_that_is_checked(
    assistant: Assistant, server: ScriptedServer
) -> None:
    server.replies, before = deque([ScriptedReply("  \n")]), _breaches()
    answer = await assistant.ask(CODE)
    assert (answer.status, [each.rung for each in answer.degraded]) == ("", ["extractive"])
    assert answer.code
    assert _breaches() == before


# Saboteurs.


async def test_saboteur_checks_fenced_blocks_alone(
    assistant: Assistant, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def old_check(self: Nodes, state: Any, request: Any) -> AgentState:
        checker, blocks = self.components.code_checker, fenced_blocks(state["answer"])
        assert checker is not None
        if blocks:
            await checker.check(blocks, request.deadline.remaining)
        return {"validation_status": ""}

    monkeypatch.setattr(Nodes, "validate_code", old_check)
    sabotaged = Assistant(assistant.sessions, assistant.components)
    for count, name in enumerate(("text before", "indented", "pre", "fence of quotation marks", "JSON"), 1):
        before = _breaches()
        for text in (FORMS[name].write(UNSOUND), f"{BLOCK}\n\n{FORMS[name].write(UNSOUND)}"):
            server.replies = deque([ScriptedReply(text)])
            await sabotaged.ask(CODE)
            await _streamed(sabotaged, CODE)
        assert _breaches() == before + 4, name
        assert _audited(assistant, tmp_path / "traces.jsonl") == ["RC-07"] * 4 * count


@pytest.mark.parametrize("name", ["inline", "fence of a shell", "table", "bullet list"])
async def test_saboteur_keeps_the_note_to_itself(
    assistant: Assistant, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, name: str, tmp_path: Path
) -> None:
    honest = Nodes.validate_code

    async def silent(self: Nodes, state: Any, request: Any) -> AgentState:
        return {**await honest(self, state, request), "unchecked": ""}

    before = _breaches()
    monkeypatch.setattr(Nodes, "validate_code", silent)
    server.replies = deque([ScriptedReply(f"{BLOCK}\n\n{FORMS[name].write(UNSOUND)}")])
    sabotaged = Assistant(assistant.sessions, assistant.components)
    await sabotaged.ask(CODE)
    await _streamed(sabotaged, CODE)
    assert _breaches() == before + 2
    assert _audited(assistant, tmp_path / "traces.jsonl") == ["RC-07"] * 2


async def test_saboteur_streams_code_before_it_is_checked(
    assistant: Assistant, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Nodes, "can_stream", lambda *_: True)
    for name in ("fence with the tag", "text before", "inline"):
        before = _breaches()
        server.replies = deque([ScriptedReply(FORMS[name].write(SOUND))])
        pieces, _ = await _streamed(Assistant(assistant.sessions, assistant.components), CODE)
        assert len(pieces) > 1
        assert _breaches() == before + 1, "once an answer"


@pytest.mark.parametrize("stored", [True, False])
async def test_saboteur_whose_stream_is_closed_early_is_noticed(
    assistant: Assistant, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    monkeypatch.setattr(Nodes, "can_stream", lambda *_: True)
    server.replies = deque([ScriptedReply(FORMS["text before"].write(SOUND))])
    before, sent = _breaches(), ""
    events: Any = assistant.stream(CODE) if stored else assistant.stream_unstored(assistant.request(CODE))
    async with aclosing(events):
        async for event in events:
            sent += event if isinstance(event, str) else ""
            if SOUND in sent:
                break
    assert _breaches() == before + 1


async def test_saboteur_behind_another_assistant_is_noticed(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _breaches()
    await assistant.ask_unstored(assistant.request(CODE))
    assert [e async for e in assistant.stream_unstored(assistant.request(CODE)) if isinstance(e, str)] == [BLOCK]
    assert _breaches() == before

    async def pass_by(*_: Any) -> dict[str, Any]:
        return {"validation_status": ""}

    monkeypatch.setattr(Nodes, "validate_code", pass_by)
    await assistant.ask_unstored(assistant.request(CODE))
    assert [e async for e in assistant.stream_unstored(assistant.request(CODE)) if isinstance(e, str)] == [BLOCK]
    assert _breaches() == before + 2


async def test_a_parser_that_is_off_is_told_for_every_form(assistant: Assistant, server: ScriptedServer) -> None:
    checker = assistant.components.code_checker
    assert checker is not None
    checker.policy = replace(checker.policy, timeout=0)
    before = _breaches()
    for name in ("fence with the tag", "indented", "pre", "JSON"):
        server.replies = deque([ScriptedReply(FORMS[name].write(UNSOUND))])
        answer = await assistant.ask(CODE)
        assert answer.status == "PARSER_UNAVAILABLE"
        assert answer.notes[0].startswith("Not checked: the parser is turned off")
    assert _breaches() == before


async def test_commands_that_do_not_exist_are_told(assistant: Assistant, server: ScriptedServer) -> None:
    server.replies = deque([ScriptedReply(f"{BLOCK}\n\nThen `readFile` loads it, and getSHA256 hashes it.")])
    answer = await assistant.ask(CODE)
    assert (answer.status, answer.checked) == ("", "partly")
    assert "readFile, getSHA256 (encodeSHA256?)" in answer.notes[-1]
