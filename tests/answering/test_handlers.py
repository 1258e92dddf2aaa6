"""Packaged handlers: how they are found, their arguments, and the handling of their replies."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from langgraph.checkpoint.memory import InMemorySaver

from fingerpost import Message, Router
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.components import Components, open_components
from fingerpost.answering.handlers import HandlerReply, open_handlers
from fingerpost.answering.langgraph_adapter import build_graph
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.pipeline import ANSWER, PREPARE, mermaid, pipeline_for, run_pipeline
from fingerpost.answering.progress import Progress
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState, GraphState
from fingerpost.errors import DeadlineError, FingerpostError, ModelError, RoutebookError, SettingsError
from fingerpost.models.chat import ChatClient
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.load import load
from fingerpost.routebook.model import HANDLER_POINTS, Routebook
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings, Slot
from fingerpost.types import CONVERSATION, Answer, Attachment, Decision, Part, Turn

BOOK = """
fallback = "talk"
conversation = true

[[routes]]
name = "paper"
handler = "clerk"

[[routes]]
name = "talk"

[[rules]]
name = "papers"
route = "paper"
contains = ["paper"]
"""
TABLE = Part("table", "| a |\n| --- |\n| 1 |", {"columns": ["a"], "rows": [[1]]})
KEPT = Turn("document", '{"total":"5.00"}', "paper")
RICH = HandlerReply("It is about five.", (TABLE,), (KEPT,))


@dataclass
class Clerk:
    """A handler with scripted replies that records its arguments."""

    book: Routebook
    settings: Settings
    chat: ChatClient | None
    does: Callable[[Request], Awaitable[Any]]
    asked: list[tuple[Request, Decision]] = field(default_factory=list)
    closed: int = 0
    cancelled: int = 0

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        self.asked.append((request, decision))
        try:
            reply: HandlerReply = await self.does(request)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return reply

    async def close(self) -> None:
        self.closed += 1


OPENED: list[Clerk] = []


async def _rich(_: Request) -> HandlerReply:
    return RICH


def open_clerk(book: Routebook, settings: Settings, chat: ChatClient | None) -> Clerk:
    """Open a handler, as the function of an entry point."""
    OPENED.append(Clerk(book, settings, chat, _rich))
    return OPENED[-1]


def open_nothing(book: Routebook, settings: Settings, chat: ChatClient | None) -> Clerk:
    """Fail like a handler with wrong settings."""
    raise SettingsError("CLERK_URL is not set: name the clerk's desk")


def _install(folder: Path, **points: str) -> None:
    """Write the metadata of an installed package."""
    info = folder / "clerks-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clerks\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {__name__}:{function}" for name, function in points.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{HANDLER_POINTS}]", *lines, ""]), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with the handlers `clerk` and `broken`."""
    folder = tmp_path / "site"
    _install(folder, clerk="open_clerk", broken="open_nothing")
    monkeypatch.syspath_prepend(str(folder))
    return folder


@pytest.fixture
def place(tmp_path: Path, package: Path) -> Path:
    """Return a routebook that uses the handler `clerk`."""
    return _written(tmp_path / "book", BOOK)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache=None, database=f"sqlite:///{tmp_path}/store.sqlite", traces="off")


@pytest.fixture(autouse=True)
def opened() -> Iterator[list[Clerk]]:
    OPENED.clear()
    yield OPENED
    OPENED.clear()


@pytest.fixture
async def assistant(place: Path, settings: Settings) -> AsyncIterator[Assistant]:
    running = Assistant.open(place, settings)
    yield running
    await running.close()


@pytest.fixture
def clerk(assistant: Assistant) -> Clerk:
    return OPENED[0]


def _written(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "routebook.toml").write_text(text, encoding="utf-8")
    return folder


async def _stream(
    assistant: Assistant, message: str | Message, **given: Any
) -> list[Progress | Decision | str | Answer]:
    async with aclosing(assistant.stream(message, **given)) as events:
        return [event async for event in events]


async def _by_stream(assistant: Assistant, message: str | Message, **given: Any) -> Answer:
    *_, answer = await _stream(assistant, message, **given)
    assert isinstance(answer, Answer)
    return answer


async def _by_ask(assistant: Assistant, message: str | Message, **given: Any) -> Answer:
    return await assistant.ask(message, **given)


both_ways = pytest.mark.parametrize("ask", [_by_ask, _by_stream])
Ask = Callable[..., Awaitable[Answer]]


def _outcomes(assistant: Assistant, user: str) -> list[tuple[str, str]]:
    return [(row["role"], row["outcome"]) for row in assistant.sessions.store.export(user) if "role" in row]


# How they are found.


def test_an_installed_package_is_asked_for_it(place: Path) -> None:
    assert {"clerk", "broken"} <= {point.name for point in metadata.entry_points(group=HANDLER_POINTS)}
    assert load(place)["paper"].handler == "clerk"


def test_an_unknown_handler_is_an_error_at_load_that_names_those_there_are(tmp_path: Path) -> None:
    folder = _written(tmp_path / "book", BOOK)
    with pytest.raises(RoutebookError) as caught:
        load(folder)
    told = str(caught.value)
    assert told.startswith(str(folder / "routebook.toml"))
    assert 'routes[0].handler (route "paper", line ' in told
    for known in ("documents", "conversation", "request", "analytics", "commerce", "triage"):
        assert known in told


def test_a_handler_of_ones_own_searches_for_itself(tmp_path: Path, package: Path) -> None:
    folder = _written(tmp_path / "book", BOOK.replace('handler = "clerk"', 'handler = "clerk"\nretrieval = true'))
    with pytest.raises(RoutebookError, match="leave retrieval out"):
        load(folder)


def test_a_package_that_went_away_since_is_told(place: Path, package: Path, settings: Settings) -> None:
    book = load(place)
    (package / "clerks-1.0.dist-info" / "entry_points.txt").write_text("", encoding="utf-8")
    with pytest.raises(RoutebookError, match="unknown: no installed package provides it"):
        open_handlers(book, settings, None)


def test_only_what_a_routebook_names_is_opened_and_once(tmp_path: Path, package: Path, settings: Settings) -> None:
    twice = BOOK.replace('[[routes]]\nname = "talk"', '[[routes]]\nname = "talk"\nhandler = "clerk"')
    found = open_handlers(load(_written(tmp_path / "book", twice)), settings, None)
    assert (list(found), len(OPENED)) == (["clerk"], 1)
    assert OPENED[0].book.names == ["paper", "talk"]
    assert OPENED[0].settings is settings
    assert OPENED[0].chat is None


async def test_the_main_model_is_handed_over_where_one_is_set(place: Path, settings: Settings) -> None:
    pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
    slots = {"main": Slot("http://127.0.0.1:9/v1", "big"), "conversational": Slot("http://127.0.0.1:9/v1", "small")}
    running = Assistant.open(place, Settings(cache=None, database=settings.database, traces="off", slots=slots))
    assert OPENED[0].chat is not None
    assert OPENED[0].chat.slot.model == "big"
    await running.close()


def test_one_that_cannot_be_opened_says_why(tmp_path: Path, package: Path, settings: Settings) -> None:
    folder = _written(tmp_path / "book", BOOK.replace('"clerk"', '"broken"'))
    with pytest.raises(SettingsError, match="CLERK_URL"):
        Assistant.open(folder, settings)


# What they are given, and what becomes of it.


@both_ways
async def test_text_parts_and_the_decision_come_back(assistant: Assistant, clerk: Clerk, ask: Ask) -> None:
    breaches = METRICS.value("contract_breaches")
    answer = await ask(assistant, Message("a paper", user_info={"plan": "pro"}), timeout=5)
    assert (answer.text, answer.parts) == (RICH.text, (Part("text", RICH.text), TABLE))
    assert (answer.status, answer.cut, answer.notes, answer.citations) == ("", "", (), ())
    [(request, decision)] = clerk.asked
    assert decision == answer.decision
    assert (decision.route, decision.layer) == ("paper", "rules")
    assert (request.message.text, request.message.user_info) == ("a paper", {"plan": "pro"})
    assert decision.resolved is not None
    assert decision.resolved.text == "a paper"
    assert request.book is assistant.routes.router.routebook
    assert 0 < request.deadline.remaining <= 5
    assert METRICS.value("contract_breaches") == breaches


async def test_a_stream_is_the_decision_the_text_and_the_answer(assistant: Assistant) -> None:
    decision, *pieces, answer = await _stream(assistant, "a paper")
    assert isinstance(decision, Decision)
    assert isinstance(answer, Answer)
    assert "".join(map(str, pieces)) == answer.text
    assert answer.parts == (await assistant.ask("a paper")).parts


async def test_other_routes_do_not_meet_it(assistant: Assistant, clerk: Clerk) -> None:
    answer = await assistant.ask("thanks a lot!")
    assert answer.decision.route == "talk"
    assert (clerk.asked, [part.kind for part in answer.parts]) == ([], ["text"])


@both_ways
async def test_what_is_kept_stands_before_the_answer_and_comes_with_the_next_message(
    assistant: Assistant, clerk: Clerk, ask: Ask
) -> None:
    await ask(assistant, "a paper", session="s", user="ana")
    stored = assistant.sessions.store.turns("s")
    assert [(turn.role, turn.text, turn.route) for turn in stored] == [
        ("user", "a paper", "paper"),
        ("document", KEPT.text, "paper"),
        ("assistant", RICH.text, "paper"),
    ]
    await ask(assistant, "another paper", session="s", user="ana")
    assert tuple(clerk.asked[1][0].message.turns) == tuple(stored)
    assert _outcomes(assistant, "ana") == [(role, "answered") for role in ("user", "document", "assistant")] * 2
    assert assistant.sessions.forget(user="ana") == 6


async def test_another_session_knows_nothing_of_it(assistant: Assistant, clerk: Clerk) -> None:
    await assistant.ask("a paper", session="s")
    await assistant.ask("a paper", session="t")
    assert clerk.asked[1][0].message.turns == ()


async def test_files_come_to_the_handler_as_they_were_sent(assistant: Assistant, clerk: Clerk) -> None:
    file = Attachment("nf.pdf", "application/pdf", b"%PDF-1.5 \x00\xff")
    await assistant.ask(Message("a paper", attachments=[file]))
    assert clerk.asked[0][0].message.attachments == (file,)


async def test_many_at_once_are_not_mixed_up(assistant: Assistant, clerk: Clerk) -> None:
    async def own(request: Request) -> HandlerReply:
        await asyncio.sleep(0)
        return HandlerReply(request.message.text, extra_turns=(Turn("document", request.message.text, "paper"),))

    clerk.does = own
    texts = [f"paper number {number}" for number in range(30)]
    answers = await asyncio.gather(*(assistant.ask(text, session=text) for text in texts))
    assert [answer.text for answer in answers] == texts
    for text in texts:
        assert [turn.text for turn in assistant.sessions.store.turns(text)] == [text, text, text]


# What goes wrong.


@both_ways
@pytest.mark.parametrize("error", [FingerpostError("the desk is closed: come back at nine"), KeyError("desk")])
async def test_what_it_raises_is_the_callers_and_nothing_of_it_is_kept(
    assistant: Assistant, clerk: Clerk, ask: Ask, error: Exception
) -> None:
    async def fails(_: Request) -> HandlerReply:
        raise error

    clerk.does = fails
    with pytest.raises(type(error)) as caught:
        await ask(assistant, "a paper", session="s", user="ana")
    assert caught.value is error
    assert _outcomes(assistant, "ana") == [("user", "failed")]
    clerk.does = _rich
    assert (await ask(assistant, "a paper", session="s")).text == RICH.text


@both_ways
async def test_one_that_is_slow_is_ended_with_the_deadline(assistant: Assistant, clerk: Clerk, ask: Ask) -> None:
    async def waits(_: Request) -> HandlerReply:
        await asyncio.Event().wait()
        raise AssertionError

    clerk.does = waits
    with pytest.raises(DeadlineError, match="before an answer was written"):
        await ask(assistant, "a paper", session="s", user="ana", timeout=0.05)
    assert (clerk.cancelled, _outcomes(assistant, "ana")) == (1, [("user", "failed")])


@both_ways
async def test_a_time_out_of_its_own_is_not_taken_for_the_deadline(
    assistant: Assistant, clerk: Clerk, ask: Ask
) -> None:
    async def gives_up(_: Request) -> HandlerReply:
        raise TimeoutError("the desk did not answer")

    clerk.does = gives_up
    with pytest.raises(TimeoutError, match="the desk did not answer"):
        await ask(assistant, "a paper")


@both_ways
@pytest.mark.parametrize("nothing", ["", "  \n"])
async def test_an_answer_of_nothing_is_an_error(assistant: Assistant, clerk: Clerk, ask: Ask, nothing: str) -> None:
    async def silent(_: Request) -> HandlerReply:
        return HandlerReply(nothing)

    clerk.does = silent
    with pytest.raises(FingerpostError, match="clerk returned an empty answer"):
        await ask(assistant, "a paper", session="s", user="ana")
    assert _outcomes(assistant, "ana") == [("user", "failed")]


@both_ways
async def test_a_table_alone_is_an_answer(assistant: Assistant, clerk: Clerk, ask: Ask) -> None:
    async def shows(_: Request) -> HandlerReply:
        return HandlerReply("", (TABLE,))

    clerk.does = shows
    answer = await ask(assistant, "a paper")
    assert (answer.text, answer.parts[1:]) == ("", (TABLE,))


async def test_a_caller_that_goes_away_ends_it(assistant: Assistant, clerk: Clerk) -> None:
    begun = asyncio.Event()

    async def waits(_: Request) -> HandlerReply:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    clerk.does = waits
    asking = asyncio.create_task(assistant.ask("a paper", session="s", user="ana"))
    await begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (clerk.cancelled, _outcomes(assistant, "ana")) == (1, [("user", "cancelled")])


# Closing, and edits while running.


async def test_it_is_closed_once_with_the_assistant(place: Path, settings: Settings) -> None:
    running = Assistant.open(place, settings)
    await running.ask("a paper")
    await running.close()
    assert OPENED[0].closed == 1


async def test_one_that_cannot_be_closed_keeps_nothing_else_open(
    place: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Assistant.open(place, settings)
    await running.ask("a paper", session="s")
    closed: list[str] = []
    monkeypatch.setattr(running.sessions, "close", _then(running.sessions.close, closed, "sessions"))

    async def stuck() -> None:
        raise OSError("the desk is stuck")

    monkeypatch.setattr(OPENED[0], "close", stuck)
    with pytest.raises(OSError, match="stuck"):
        await running.close()
    assert closed == ["sessions"]


def _then(function: Callable[[], None], done: list[str], name: str) -> Callable[[], None]:
    def call() -> None:
        function()
        done.append(name)

    return call


async def test_an_edit_that_names_a_handler_opens_it(place: Path, settings: Settings) -> None:
    _written(place, BOOK.replace('handler = "clerk"\n', ""))
    live = LiveRouter(place, settings=settings)
    running = Assistant.open(live, settings)
    try:
        assert (await running.ask("a paper")).text != RICH.text
        _written(place, BOOK)
        assert live.reload()
        assert (await running.ask("a paper")).text == (await _by_stream(running, "a paper")).text == RICH.text
        assert len(OPENED) == 1
    finally:
        await running.close()
    assert OPENED[0].closed == 1


@both_ways
async def test_an_edit_to_a_handler_that_cannot_be_opened_is_told_to_whoever_asks_for_it(
    place: Path, settings: Settings, caplog: pytest.LogCaptureFixture, ask: Ask
) -> None:
    live = LiveRouter(place, settings=settings)
    running = Assistant.open(live, settings)
    try:
        _written(place, BOOK.replace('"clerk"', '"broken"'))
        assert live.reload()
        with pytest.raises(RoutebookError, match=r"handler = 'broken'"):
            await ask(running, "a paper", user="ana", session="s")
        assert any("CLERK_URL" in record.getMessage() for record in caplog.records)
        assert _outcomes(running, "ana") == [("user", "failed")]
        assert (await ask(running, "thanks a lot!")).decision.route == "talk"
    finally:
        await running.close()


# The graphs.

_EDGE = re.compile(r"\s+(\w+)(?:\(\[\w+\]\))? -->(?:\|(\w+)\|)? (\w+)(?:\(\[\w+\]\))?")


def _edges(drawn: str) -> set[tuple[str, ...]]:
    found = [_EDGE.fullmatch(line) for line in drawn.splitlines()[1:]]
    assert all(found), drawn
    return {edge.groups(default="") for edge in found if edge}


def _components(place: str | Path, settings: Settings) -> Components:
    return open_components(Router.from_routebook(place, settings=settings), settings)


def test_the_graph_of_the_agents_has_its_agents_and_its_history() -> None:
    book = load("agents")
    edges = _edges(mermaid(pipeline_for(ANSWER, book), book))
    agents = {("classify", name, "respond_agent") for name in ("analytics", "commerce", "triage")}
    assert agents | {("classify", "knowledge", "reformulate")} == {edge for edge in edges if edge[0] == "classify"}
    into = {source for source, _, target in edges if target == "node_update_history"}
    assert into == {"generate", "respond_agent", "respond_conversational", "respond_platform", "validate_code"}
    assert [edge for edge in edges if edge[2] == "END"] == [("node_update_history", "", "END")]
    prepare = _edges(mermaid(pipeline_for(PREPARE, book), book))
    assert {("classify", name, "skip_retrieve") for name in ("analytics", "commerce", "triage")} <= prepare
    assert not any("respond_agent" in edge or "node_update_history" in edge for edge in prepare)


def test_the_graph_of_avap_has_neither(avap: Router) -> None:
    drawn = mermaid(pipeline_for(ANSWER, avap.routebook), avap.routebook)
    assert "respond_conversational" in drawn
    assert "respond_agent" not in drawn
    assert "node_update_history" not in drawn


async def test_our_own_walk_is_the_way_that_langgraph_goes(place: Path, settings: Settings) -> None:
    components = _components(place, settings)
    begun: AgentState = {"message": Message("a paper")}
    theirs = await build_graph(components).ainvoke(begun)
    router = components.routes.router
    request = Request.create(begun["message"], router)
    ours = await run_pipeline(pipeline_for(ANSWER, router.routebook), Nodes(components), begun, request)
    for name in ("answer", "parts", "extra_turns", "handler", "query_type", "conversation_history"):
        assert ours[name] == theirs[name], name
    assert ours["answer"] == RICH.text


# The conversation that a state holds.


def test_the_state_has_the_name_that_graphs_of_several_agents_have_for_it() -> None:
    assert GraphState is AgentState
    assert "conversation_history" in GraphState.__annotations__


def _seeing(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Turn], list[Turn]]]:
    """Return a list of the conversation of each request, before and after its answer."""
    seen: list[tuple[list[Turn], list[Turn]]] = []
    update = assistant.nodes.node_update_history

    async def watched(state: AgentState, request: Request) -> AgentState:
        changed = await update(state, request)
        seen.append((state["conversation_history"], changed["conversation_history"]))
        return changed

    monkeypatch.setattr(assistant.nodes, "node_update_history", watched)
    return seen


@both_ways
async def test_it_is_filled_from_the_store_and_written_back(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch, ask: Ask
) -> None:
    seen = _seeing(assistant, monkeypatch)
    await ask(assistant, "first paper", session="s")
    await ask(assistant, "second paper", session="s")
    (nothing, first), (before, after) = seen
    plain = [("user", "first paper"), ("document", KEPT.text), ("assistant", RICH.text)]
    assert nothing == []
    assert [(turn.role, turn.text) for turn in first] == [(turn.role, turn.text) for turn in before] == plain
    assert [turn.text for turn in after[3:]] == ["second paper", KEPT.text, RICH.text]
    # The state has the same turns as the store.
    assert [turn[:3] for turn in after] == [turn[:3] for turn in assistant.sessions.store.turns("s")]


@both_ways
async def test_it_holds_twenty_messages_at_most(
    assistant: Assistant, clerk: Clerk, monkeypatch: pytest.MonkeyPatch, ask: Ask
) -> None:
    assistant.sessions.store.write("s", "r", [Turn("user", f"message {number}", "talk") for number in range(30)])
    seen = _seeing(assistant, monkeypatch)
    await ask(assistant, "a paper", session="s")
    [(before, after)] = seen
    assert [turn.text for turn in before] == [f"message {number}" for number in range(10, 30)]
    assert (len(after), after[0].text, after[-1].text) == (CONVERSATION, "message 13", RICH.text)
    assert len(clerk.asked[0][0].message.turns) == CONVERSATION


async def test_a_conversation_that_the_caller_brings_goes_before_the_store(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    await assistant.ask("a paper", session="s")
    seen = _seeing(assistant, monkeypatch)
    turns = [("user", f"said {number}") for number in range(25)]
    await assistant.ask(Message("a paper", turns=turns), session="s")
    assert [turn.text for turn in seen[0][0]] == [f"said {number}" for number in range(5, 25)]


async def test_a_graph_with_a_checkpointer_of_ones_own_keeps_the_conversation(place: Path, settings: Settings) -> None:
    components = _components(place, settings)
    graph = build_graph(components, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"message": Message("first paper")}, config)
    said = [("user", "first paper"), ("document", KEPT.text), ("assistant", RICH.text)]
    assert [(turn.role, turn.text) for turn in state["conversation_history"]] == said
    again = await graph.ainvoke({"message": Message("second paper")}, config)
    assert [turn.text for turn in again["conversation_history"]] == [
        "first paper", KEPT.text, RICH.text, "second paper", KEPT.text, RICH.text,
    ]  # fmt: skip
    # The handler gets the checkpointed turns, like those of a store.
    assert [(turn.role, turn.text) for turn in OPENED[0].asked[1][0].message.turns] == said
    for number in range(8):
        again = await graph.ainvoke({"message": Message(f"paper {number}")}, config)
    assert len(again["conversation_history"]) == CONVERSATION
    assert (await graph.aget_state(config)).values["conversation_history"] == again["conversation_history"]
    other = await graph.ainvoke({"message": Message("a paper")}, {"configurable": {"thread_id": "u"}})
    assert len(other["conversation_history"]) == 3


async def test_a_kept_state_brings_no_parts_of_the_last_answer(place: Path, settings: Settings) -> None:
    graph = build_graph(_components(place, settings), checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    assert (await graph.ainvoke({"message": Message("a paper")}, config))["parts"] == (TABLE,)
    state = await graph.ainvoke({"message": Message("thanks a lot!")}, config)
    assert (state["parts"], state["extra_turns"], state["query_type"]) == ((), (), "talk")


async def test_a_failed_answer_is_not_taken_into_the_conversation(place: Path, settings: Settings) -> None:
    graph = build_graph(_components(place, settings), checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}

    async def fails(_: Request) -> HandlerReply:
        raise ModelError("down")

    OPENED[0].does = fails
    with pytest.raises(ModelError):
        await graph.ainvoke({"message": Message("a paper")}, config)
    OPENED[0].does = _rich
    state = await graph.ainvoke({"message": Message("thanks a lot!")}, config)
    assert RICH.text not in [turn.text for turn in state["conversation_history"]]


async def test_a_line_in_the_log_tells_who_answered(assistant: Assistant, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "fingerpost")
    await assistant.ask("a paper")
    lines = [record.getMessage().partition(" request=")[0] for record in caplog.records]
    assert "[AskAgentStream] query_type=paper context_len=0" in lines
