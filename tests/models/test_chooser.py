"""The label chooser against a scripted server: request formats, errors, timeouts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import pytest

from fingerpost.errors import ModelError
from fingerpost.models.label_chooser import LabelChooser, NoLabelError, find_label
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.settings import Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

T = TypeVar("T")

LABELS = ["RETRIEVAL", "CODE_GENERATION", "CODE_GENERATION EDITOR", "PLATFORM"]
NO_TOOLS = frozenset({"tools"})
PLAIN = frozenset({"tools", "response_format"})
SCHEMA = '{"route": "PLATFORM"}'


def _chooser(server: ScriptedServer, timeout: float = 5.0, model: str = "tiny") -> LabelChooser:
    from fingerpost.models.chat import ChatClient

    return LabelChooser(ChatClient(Slot(server.url, model), "classifier"), timeout, CircuitBreaker(failures=3))


def _run(chooser: LabelChooser, work: Callable[[LabelChooser], Awaitable[T]]) -> T:
    async def whole() -> T:
        try:
            return await work(chooser)
        finally:
            await chooser.chat.close()

    return asyncio.run(whole())


async def _choose(chooser: LabelChooser) -> str:
    return await chooser.choose("Sort it.", [('Message: "hi"', "RETRIEVAL")], 'Message: "my bill"', LABELS)


def _ask(
    replies: Sequence[ScriptedReply], times: int = 1, timeout: float = 5.0
) -> tuple[list[object], LabelChooser, ScriptedServer]:
    """Send several requests and return their labels or errors."""

    async def work(chooser: LabelChooser) -> list[object]:
        found: list[object] = []
        for _ in range(times):
            try:
                found.append(await _choose(chooser))
            except ModelError as error:
                found.append(error)
        return found

    with ScriptedServer(replies) as server:
        chooser = _chooser(server, timeout)
        return _run(chooser, work), chooser, server


@pytest.mark.parametrize(
    ("replies", "form", "asked"),
    [
        ([ScriptedReply(arguments=SCHEMA)], "tool", 1),
        ([ScriptedReply(text=SCHEMA, refuses=NO_TOOLS)], "schema", 2),
        ([ScriptedReply(text="PLATFORM", refuses=PLAIN)], "plain", 3),
        ([ScriptedReply(text="no tool called"), ScriptedReply(text=SCHEMA)], "schema", 2),
        ([ScriptedReply(status=500), ScriptedReply(text="not JSON"), ScriptedReply(text="PLATFORM")], "plain", 3),
        (
            [ScriptedReply(arguments="{}"), ScriptedReply(text='{"route": 3}'), ScriptedReply(text="PLATFORM")],
            "plain",
            3,
        ),
    ],
)
def test_the_best_form_is_found_once_and_remembered(replies: list[ScriptedReply], form: str, asked: int) -> None:
    found, chooser, server = _ask(replies, times=2)
    assert found == ["PLATFORM", "PLATFORM"]
    assert chooser.format == form
    assert len(server.requests) == asked + 1
    last = server.requests[-1]
    assert ("tools" in last, "response_format" in last, bool(last.get("stream"))) == (
        form == "tool",
        form == "schema",
        form == "plain",
    )


def test_the_shots_are_a_chat_that_was_answered_right() -> None:
    _, _, server = _ask([ScriptedReply(text=SCHEMA, refuses=NO_TOOLS)])
    roles = [(m["role"], m["content"]) for m in server.requests[-1]["messages"]]
    assert roles == [
        ("system", "Sort it."),
        ("user", 'Message: "hi"'),
        ("assistant", '{"route": "RETRIEVAL"}'),
        ("user", 'Message: "my bill"'),
    ]
    assert server.requests[-1]["response_format"]["json_schema"]["schema"]["properties"]["route"]["enum"] == LABELS


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("PLATFORM", "PLATFORM"),
        ("code_generation editor", "CODE_GENERATION EDITOR"),
        ("CODE_GENERATION", "CODE_GENERATION"),
        ("**PLATFORM**.", "PLATFORM"),
        ("The type is PLATFORM because it is about a bill", "PLATFORM"),
        ("CODE_GENERATION EDITOR, since code is selected", "CODE_GENERATION EDITOR"),
    ],
)
def test_a_label_is_read_from_plain_words(said: str, label: str) -> None:
    assert find_label(said, LABELS) == label


@pytest.mark.parametrize(
    "said",
    [
        "",
        "BILLING",
        "PLATFORM or RETRIEVAL",
        "PLATFORMS",
        "plataforma",
        "我不知道",
        "I cannot help with that.",
        "0",
        "not RETRIEVAL",
    ],
)
def test_what_names_no_route_or_several_is_refused(said: str) -> None:
    with pytest.raises(NoLabelError, match="answered"):
        find_label(said, LABELS)


@pytest.mark.parametrize(
    "thoughts",
    [
        "<think>RETRIEVAL? no, a bill\n\nis RETRIEVAL</think>\n\nPLATFORM",
        "so RETRIEVAL or not RETRIEVAL</think>PLATFORM",
        "PLATFORM\nRETRIEVAL would be wrong here because",
    ],
)
def test_what_was_thought_aloud_or_added_behind_does_not_count(thoughts: str) -> None:
    found, _, _ = _ask([ScriptedReply(text=thoughts, refuses=PLAIN)])
    assert found == ["PLATFORM"]


def test_an_answer_is_read_no_further_than_its_first_line() -> None:
    found, _, _ = _ask([ScriptedReply(text="PLATFORM\n" + "and so on " * 20_000, refuses=PLAIN)])
    assert found == ["PLATFORM"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (ScriptedReply(text="BILLING", refuses=PLAIN), "names no route"),
        (ScriptedReply(text="<think>never done", refuses=PLAIN), "names no route"),
        (ScriptedReply(text="PLATFORM" * 3, refuses=PLAIN, cut=True), "stream"),
        (ScriptedReply(body=b"<html>busy</html>"), "cannot be read|no choice"),
        (ScriptedReply(body=b'{"choices": []}'), "no choice"),
        (ScriptedReply(body=b'{"choices": null}'), "no choice"),
        (ScriptedReply(body=b"[1, 2]"), "no choice|cannot be read"),
        (ScriptedReply(body=b"[" * 100_000), "cannot be read"),
        (ScriptedReply(body=b'{"choices": ' * 100_000), "cannot be read"),
        (ScriptedReply(status=401), "API key"),
        (ScriptedReply(status=404), "is the model installed"),
        (ScriptedReply(status=503), "HTTP 503"),
        (ScriptedReply(status=429), "too many"),
    ],
)
def test_a_bad_answer_is_a_failure_and_never_a_default(reply: ScriptedReply, said: str) -> None:
    import re

    (fault,), _, _ = _ask([reply])
    assert isinstance(fault, ModelError)
    assert re.search(said, str(fault)), fault


def test_a_server_that_is_down_is_told_by_its_address() -> None:
    with ScriptedServer([ScriptedReply()]) as server:
        chooser = _chooser(server)
    with pytest.raises(ModelError, match=rf"tiny at {server.url}: no connection"):
        _run(chooser, _choose)


def test_one_time_out_spans_everything_and_the_slow_form_is_left_out_next_time() -> None:
    slow, good = ScriptedReply(arguments=SCHEMA, wait=9), ScriptedReply(text=SCHEMA)
    began = time.monotonic()
    found, chooser, _ = _ask([slow, good], times=2, timeout=3)
    assert isinstance(found[0], ModelError)
    assert "within 3 s" in str(found[0])
    assert found[1] == "PLATFORM"
    assert chooser.format == "schema"
    assert time.monotonic() - began < 30


def test_a_server_that_keeps_failing_is_left_alone() -> None:
    found, chooser, server = _ask([ScriptedReply(status=503)], times=5)
    assert all(isinstance(fault, ModelError) for fault in found)
    assert chooser.breaker.state == "open"
    assert "is not called for another" in str(found[-1])
    assert len(server.requests) == 3


def test_a_queue_of_our_own_does_not_open_the_breaker() -> None:
    async def work(chooser: LabelChooser) -> int:
        found = await asyncio.gather(*(_choose(chooser) for _ in range(40)), return_exceptions=True)
        return sum(isinstance(one, ModelError) and "too many" in str(one) for one in found)

    with ScriptedServer([ScriptedReply(arguments=SCHEMA, wait=0.4)]) as server:
        chooser = _chooser(server, timeout=1.5)
        assert _run(chooser, work) > 0
    assert chooser.breaker.state == "closed"


def test_a_server_that_no_longer_knows_the_form_is_asked_in_another() -> None:
    replies = [
        ScriptedReply(arguments=SCHEMA),
        ScriptedReply(text="no more tools"),
        ScriptedReply(text="no tools"),
        ScriptedReply(text=SCHEMA),
    ]
    found, chooser, _ = _ask(replies, times=3)
    assert (found[0], isinstance(found[1], ModelError), found[2]) == ("PLATFORM", True, "PLATFORM")
    assert chooser.format == "schema"


def test_a_field_names_a_route_exactly() -> None:
    found, _, _ = _ask([ScriptedReply(arguments='{"route": "not PLATFORM"}')])
    assert isinstance(found[0], NoLabelError)


def test_wrong_answers_do_not_open_the_breaker_because_the_server_is_there() -> None:
    found, chooser, _ = _ask([ScriptedReply(text="BILLING", refuses=PLAIN)], times=6)
    assert all(isinstance(fault, NoLabelError) for fault in found)
    assert chooser.breaker.state == "closed"


def test_a_caller_that_goes_away_is_no_failure_of_the_server() -> None:
    async def work(chooser: LabelChooser) -> None:
        for _ in range(5):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(_choose(chooser), 0.1)

    with ScriptedServer([ScriptedReply(arguments=SCHEMA, wait=0.4)]) as server:
        chooser = _chooser(server)
        _run(chooser, work)
    assert chooser.breaker.state == "closed"


def test_a_thinking_model_is_told_not_to() -> None:
    with ScriptedServer([ScriptedReply(arguments=SCHEMA)]) as server:
        _run(_chooser(server, model="qwen3:1.7b"), _choose)
        _run(_chooser(server, model="llama3.2:1b"), _choose)
    ends = [request["messages"][-1]["content"].endswith("/no_think") for request in server.requests]
    assert ends == [True, False]


def test_no_more_than_eight_questions_are_out_at_once() -> None:
    async def work(chooser: LabelChooser) -> None:
        tasks = [asyncio.create_task(_choose(chooser)) for _ in range(20)]
        await asyncio.sleep(0.3)
        waiting.append(len(server.requests))
        await asyncio.gather(*tasks)

    waiting: list[int] = []
    with ScriptedServer([ScriptedReply(arguments=SCHEMA, wait=0.6)]) as server:
        _run(_chooser(server, timeout=20), work)
        assert len(server.requests) == 20
    assert 1 <= waiting[0] <= 8


def test_a_first_question_that_is_slow_does_not_cost_those_that_wait_for_it() -> None:
    ended: list[str] = []

    async def one(chooser: LabelChooser, name: str) -> None:
        try:
            ended.append(f"{name} {await _choose(chooser)}")
        except ModelError:
            ended.append(f"{name} failed")

    async def work(chooser: LabelChooser) -> None:
        await asyncio.gather(*(one(chooser, name) for name in ("first", "second", "third")))

    with ScriptedServer([ScriptedReply(arguments=SCHEMA, wait=6), ScriptedReply(text=SCHEMA)]) as server:
        chooser = _chooser(server, timeout=3)
        _run(chooser, work)
    # They end before it does, and do not live on what it leaves of their time.
    assert sorted(ended[:2]) == ["second PLATFORM", "third PLATFORM"]
    assert ended[2:] == ["first failed"]
    assert (chooser.format, chooser.breaker.state) == ("schema", "closed")


# Filling a schema.


FILLED = '{"commands": []}'


async def _fill(chooser: LabelChooser) -> str:
    return await chooser.fill([{"role": "user", "content": "add milk"}], {"type": "object"}, 50)


@pytest.mark.parametrize(
    ("reply", "forms"),
    [
        (ScriptedReply(text=FILLED), ["response_format", "response_format"]),
        (
            ScriptedReply(text="", arguments=FILLED, refuses=frozenset({"response_format"})),
            ["response_format", "tools", "tools"],
        ),
    ],
)
def test_a_schema_is_filled_in_the_form_that_the_server_knows(reply: ScriptedReply, forms: list[str]) -> None:
    async def twice(chooser: LabelChooser) -> list[str]:
        return [await _fill(chooser), await _fill(chooser)]

    with ScriptedServer([reply]) as server:
        assert _run(_chooser(server, model="qwen3:1.7b"), twice) == [FILLED, FILLED]
    assert [next(form for form in ("tools", "response_format") if form in one) for one in server.requests] == forms
    assert all(one["messages"][-1]["content"] == "add milk /no_think" for one in server.requests)
    assert server.requests[0]["response_format"]["json_schema"]["schema"] == {"type": "object"}


@pytest.mark.parametrize(
    "reply", [ScriptedReply(refuses=PLAIN), ScriptedReply(status=503), ScriptedReply(text=FILLED, wait=0.5)]
)
def test_a_server_that_fills_nothing_is_let_alone_after_a_while(reply: ScriptedReply) -> None:
    async def four(chooser: LabelChooser) -> None:
        for _ in range(4):
            with pytest.raises(ModelError):
                await _fill(chooser)

    with ScriptedServer([reply]) as server:
        chooser = _chooser(server, timeout=0.2)
        _run(chooser, four)
    assert chooser.breaker.state == "open"
    assert len(server.requests) <= 6
