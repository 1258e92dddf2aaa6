"""Delegation from mini-apps to another routebook: its answer is streamed, with citations and notes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Answer, Decision


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path, own_cache: Path, model: ScriptedServer) -> Settings:
    return Settings(
        cache=own_cache,
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
        traces="off",
        slots={"main": Slot(model.url, "big"), "conversational": Slot(model.url, "small")},
        behind="avap",
    )


def numbers_in(answer: Answer) -> tuple[set[int], list[int]]:
    """Return the passage numbers that a text cites, and those of the citations sent with it."""
    named = {int(number) for number in re.findall(r"\[(\d+)\]", answer.text)}
    return named, [part.values["citation"] for part in answer.citations]


async def test_a_delegated_answer_is_streamed(settings: Settings, model: ScriptedServer) -> None:
    said = "addVar makes a variable [2]. It takes a name and a value [4]."
    model.replies = deque([ScriptedReply(said)])
    front = Assistant.open("miniapps", settings)
    alone = Assistant.open("avap", replace(settings, behind=None))
    try:
        await front.ask("plan a trip to Oslo", session="s")
        question = "what does addVar do?"
        events = [event async for event in front.stream(question, session="s")]
        decision, *pieces, last = [event for event in events if not isinstance(event, Progress)]
        assert isinstance(decision, Decision)
        assert isinstance(last, Answer)
        assert len(pieces) > 1, "not whole at the end"
        assert "".join(map(str, pieces)) == last.text == said
        assert (decision.route, last.decision) == ("CONVERSATIONAL", decision)
        own = await alone.ask(question)
        for answer in (last, await front.ask(question, session="t")):
            assert answer.parts == own.parts
            named, numbers = numbers_in(answer)
            assert (named, numbers) == ({2, 4}, list(range(1, len(numbers) + 1)))
        assert [turn.text for turn in front.sessions.store.turns("s")][-2:] == [question, said]
    finally:
        await front.close()
        await alone.close()


async def test_what_the_parser_said_behind_the_apps_is_told(settings: Settings, model: ScriptedServer) -> None:
    model.replies = deque([ScriptedReply('```avap\naddParam("p", p)\ngetSHA256(p, h)\n```')])
    front = Assistant.open("miniapps", settings)
    try:
        text = "write an endpoint that hashes a parameter"
        *_, streamed = [event async for event in front.stream(text, session="s")]
        for answer in (streamed, await front.ask(text, session="t")):
            assert isinstance(answer, Answer)
            assert (answer.status, answer.code != "") == ("INVALID_UNRESOLVED", True)
            assert any("unknown command 'getSHA256'" in note for note in answer.notes)
    finally:
        await front.close()


async def test_whoever_leaves_ends_what_stands_behind(settings: Settings, model: ScriptedServer) -> None:
    model.replies = deque([ScriptedReply(" ".join(["word"] * 200))])
    front = Assistant.open("miniapps", settings)
    try:
        async with aclosing(front.stream("what does addVar do?", session="s")) as events:
            heard = await anext(events)
            while not isinstance(heard, str):
                heard = await anext(events)
        said = [turn.text for turn in front.sessions.store.turns("s")]
        assert said == ["what does addVar do?", heard], "what was sent until then is kept"
    finally:
        await front.close()
