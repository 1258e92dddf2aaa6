"""Mini-apps in an exchange: sessions are read before routing, and changes are stored before the answer is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from fingerpost import Message, Route, Router
from fingerpost.answering.assistant import MAX_APP_RETRIES, Assistant
from fingerpost.answering.components import Components, open_components
from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import Request
from fingerpost.answering.sessions import Sessions
from fingerpost.errors import SettingsError, StoreError
from fingerpost.routebook.apps import INTERRUPTED, AppChange, AppEvent, AppTarget, Trigger
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Answer, Decision, Example, Part, Turn
from tests.decisions import app_of, opens


@dataclass(frozen=True)
class Counter:
    """A mini-app that counts, and asks for confirmation after "reset"."""

    id: str = "counter"
    name: str = "Counter"
    description: str = "Counts."
    triggers: Sequence[Trigger] = (Trigger(phrases=("count with me",)),)

    def data(self, events: Sequence[AppEvent]) -> Mapping[str, Any]:
        if any(event.kind == "broken" for event in events):
            raise ValueError("broken")
        asked = bool(events) and events[-1].kind == "asked"
        return {"count": sum(event.kind == "plus" for event in events), "asked": asked}

    def waits(self, data: Mapping[str, Any]) -> bool:
        return bool(data["asked"])

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        return bool(data["asked"]) and text in ("yes", "no")


@dataclass
class Clerk:
    """The handler of the counter."""

    before: Callable[[Request], Any] = lambda request: None
    requests: list[Request] = field(default_factory=list)

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        self.requests.append(request)
        self.before(request)
        session = request.app_session
        target = decision.get(AppTarget)
        if target is not None and target.opens:
            return HandlerReply("counting", change=AppChange(opens=target.app))
        if session is None or session.ended:
            return HandlerReply("nothing runs")
        if any(event.request == request.id for event in session.events):
            return HandlerReply("that was counted before")
        kind = {"reset": "asked", "break": "broken"}.get(request.message.text, "plus")
        if request.message.text == "done":
            return HandlerReply("bye", change=AppChange(ends="done"))
        card = Part("card", "so far", {"count": len(session.events) + 1})
        return HandlerReply(f"event {len(session.events) + 1}", (card,), change=AppChange(events=(AppEvent(kind),)))

    async def close(self) -> None:
        """Hold nothing."""


BOOK = Routebook(
    "counting",
    (Route("TALK"), Route("DO", app=True, handler="clerk"), Route("SHOW", app=True, handler="clerk")),
    fallback="TALK",
    apps=(Counter(),),
    examples=tuple(
        Example(text, route)
        for route, texts in {
            "TALK": ("what is a number", "why count sheep", "nice day today", "who invented zero"),
            "DO": ("plus one", "one more", "add one", "reset", "break", "done", "yes"),
            "SHOW": ("show count", "how many now", "count so far", "show me"),
        }.items()
        for text in texts
    ),
)


@pytest.fixture
def clerk() -> Clerk:
    return Clerk()


@pytest.fixture
async def assistant(tmp_path: Path, clerk: Clerk) -> AsyncIterator[Assistant]:
    settings = Settings(cache=None, database=f"sqlite:///{tmp_path}/talk.sqlite")
    router = Router.from_routebook(BOOK, encoder=WordEncoder(), settings=settings, memo=Memo(size=0))
    components = Components(
        router,
        open_components(Router.from_routebook(plain(), encoder=WordEncoder(), settings=settings), settings).writers,
        settings,
    )
    opened = Assistant(Sessions.open(router, settings), replace(components, handlers={"clerk": clerk}))
    yield opened
    await opened.close()


def plain() -> Routebook:
    return Routebook("plain", (Route("TALK"),), fallback="TALK")


async def say(assistant: Assistant, text: str, **where: Any) -> Answer:
    return await assistant.ask(text, **{"session": "s", **where})


async def test_what_a_message_does_is_stored_before_its_answer_is_sent(assistant: Assistant) -> None:
    opened = await say(assistant, "count with me")
    assert (app_of(opened.decision), opens(opened.decision), opened.text) == ("counter", True, "counting")
    answer = await say(assistant, "plus one")
    assert (answer.decision.route, app_of(answer.decision), answer.text) == ("DO", "counter", "event 1")
    assert [part.values for part in answer.parts if part.kind == "card"] == [{"count": 1}]
    stored = assistant.sessions.store.app_session("", "s")
    assert stored is not None
    assert [event.kind for event in stored.events] == ["plus"]


async def test_a_question_leaves_the_app_as_it_is(assistant: Assistant, clerk: Clerk) -> None:
    await say(assistant, "count with me")
    await say(assistant, "plus one")
    seen = len(clerk.requests)
    answer = await say(assistant, "who invented zero")
    assert (answer.decision.route, app_of(answer.decision), len(clerk.requests)) == ("TALK", None, seen)
    assert (await say(assistant, "one more")).text == "event 2"


async def test_the_router_and_the_handler_see_what_the_app_holds(assistant: Assistant, clerk: Clerk) -> None:
    await say(assistant, "count with me")
    await say(assistant, "plus one")
    await say(assistant, "one more")
    assert clerk.requests[-1].message.app_data == {"count": 1, "asked": False}
    assert clerk.requests[-1].message.active_app == "counter"
    assert clerk.requests[-1].id


async def test_a_session_belongs_to_a_user_in_a_room(assistant: Assistant) -> None:
    await say(assistant, "count with me", user="ana", room="kitchen")
    assert app_of((await say(assistant, "plus one", user="ana", room="kitchen")).decision) == "counter"
    assert app_of((await say(assistant, "plus one", user="tom", room="kitchen")).decision) is None
    assert app_of((await say(assistant, "plus one", user="ana", room="garden")).decision) is None
    # Whichever session is named: the room decides.
    assert (await say(assistant, "plus one", user="ana", room="kitchen", session="other")).text == "event 2"


async def test_a_request_that_comes_twice_is_applied_once(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    assert (await say(assistant, "plus one", request_id="r1")).text == "event 1"
    assert (await say(assistant, "plus one", request_id="r1")).text == "that was counted before"
    stored = assistant.sessions.store.app_session("", "s")
    assert stored is not None
    assert len(stored.events) == 1


async def test_messages_at_the_same_moment_are_all_applied(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    await asyncio.gather(*(say(assistant, "plus one", request_id=f"r{i}") for i in range(60)))
    stored = assistant.sessions.store.app_session("", "s")
    assert stored is not None
    assert sorted(event.request for event in stored.events) == sorted(f"r{i}" for i in range(60))


async def test_where_another_message_was_faster_it_is_answered_anew(assistant: Assistant, clerk: Clerk) -> None:
    await say(assistant, "count with me")
    store = assistant.sessions.store
    meddled: list[bool] = []

    def meddle(request: Request) -> None:
        if not meddled and request.message.text == "plus one":
            meddled.append(True)
            store.change_app("", "s", "other", AppChange(events=(AppEvent("plus"),)), store.app_session("", "s"))

    clerk.before = meddle
    answer = await say(assistant, "plus one")
    assert answer.text == "event 2"
    assert [request.app_session and len(request.app_session.events) for request in clerk.requests[-2:]] == [0, 1]


async def test_a_message_that_is_always_overtaken_fails_with_a_store_error(assistant: Assistant, clerk: Clerk) -> None:
    await say(assistant, "count with me")
    store = assistant.sessions.store

    def meddle(request: Request) -> None:
        other = f"other{len(clerk.requests)}"
        store.change_app("", "s", other, AppChange(events=(AppEvent("plus"),)), store.app_session("", "s"))

    clerk.before = meddle
    with pytest.raises(StoreError, match="nothing was stored"):
        await say(assistant, "plus one")
    assert len(clerk.requests) == 1 + 1 + MAX_APP_RETRIES


async def test_a_stream_stores_it_too(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    events = [event async for event in assistant.stream("plus one", session="s")]
    assert isinstance(events[0], Decision)
    assert events[1] == "event 1"
    stored = assistant.sessions.store.app_session("", "s")
    assert stored is not None
    assert len(stored.events) == 1


async def test_after_the_end_nothing_runs(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    await say(assistant, "done")
    answer = await say(assistant, "plus one")
    assert (app_of(answer.decision), answer.decision.layer) == (None, "session")
    assert opens((await say(assistant, "count with me")).decision)


async def test_a_yes_is_the_apps_only_until_the_assistant_has_spoken(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    await say(assistant, "reset")
    assert (await say(assistant, "yes")).decision.reason == "answers the question of counter"
    await say(assistant, "reset")
    await say(assistant, "who invented zero")
    stored = assistant.sessions.store.app_session("", "s")
    assert stored is not None
    assert stored.events[-1].kind == INTERRUPTED
    # Whichever turns the caller sends: the store has the last speaker.
    turns = [Turn("assistant", "sure?"), Turn("user", "hm")]
    assert (await assistant.ask(Message("yes", turns=turns), session="s")).decision.layer != "session"


async def test_an_app_that_cannot_read_its_own_events_stops_nobody(assistant: Assistant) -> None:
    await say(assistant, "count with me")
    await say(assistant, "break")
    answer = await say(assistant, "who invented zero")
    assert answer.decision.route == "TALK"
    assert app_of((await say(assistant, "plus one")).decision) == "counter"


async def test_an_app_that_is_gone_runs_no_more(assistant: Assistant, tmp_path: Path) -> None:
    await say(assistant, "count with me")
    sessions = assistant.sessions
    book = replace(BOOK, apps=(replace(Counter(), id="another", triggers=()),))
    router = Router.from_routebook(
        book, encoder=WordEncoder(), settings=assistant.components.settings, memo=Memo(size=0)
    )
    with Sessions(router, sessions.store).exchange("s", "plus one") as exchange:
        assert app_of(exchange.route()) is None


async def test_a_caller_that_brings_its_own_app_is_taken_at_its_word(assistant: Assistant) -> None:
    decision = await assistant.route(Message("plus one", active_app="counter", app_data={"asked": False}), session="s")
    assert (app_of(decision), decision.route) == ("counter", "DO")


# Another routebook behind the apps.


async def test_another_routebook_answers_what_is_for_the_assistant(tmp_path: Path, own_cache: Path) -> None:
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/t.sqlite", behind="avap")
    assistant = Assistant.open("miniapps", settings)
    try:
        await assistant.ask("help me plan a trip to Oslo", session="s")
        answer = await assistant.ask("what does addVar do?", session="s")
        assert (answer.decision.route, app_of(answer.decision)) == ("CONVERSATIONAL", None)
        assert answer.citations
        assert "addVar" in answer.text
        assert app_of((await assistant.ask("add the opera house", session="s")).decision) == "trip_planner"
        turns = assistant.sessions.store.turns("s")
        assert [turn.route for turn in turns if turn.role == "user"] == [
            "TRANSACTIONAL",
            "CONVERSATIONAL",
            "TRANSACTIONAL",
        ]
    finally:
        await assistant.close()


def test_mini_apps_cannot_delegate_to_mini_apps(tmp_path: Path, own_cache: Path) -> None:
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/t.sqlite", behind="miniapps")
    with pytest.raises(SettingsError, match="has apps itself"):
        Assistant.open("miniapps", settings)
