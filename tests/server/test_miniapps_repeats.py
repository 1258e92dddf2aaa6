"""Repeated and late messages to mini-apps: the answer is repeated, and no change is applied twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

import grpc

from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import Request
from fingerpost.answering.request_ids import RequestIds
from fingerpost.assistants.miniapps.framework.handler import MiniApps
from fingerpost.routebook.apps import AppChange, AppEvent
from fingerpost.types import Decision
from tests.server.grpc_running import Client, app_on_wire
from tests.server.http_running import Place
from tests.server.test_miniapps_sessions import (  # noqa: F401 - fixtures are used by their names
    OPEN,
    client,
    place,
    router,
    say,
    session_of,
    settings,
    venues,
)

# ruff: noqa: F811 - a fixture is asked for by its name


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ((OPEN, "add Gion, Nara and Uji", "clear everything"), "yes"),
        ((OPEN, "add Gion, Nara and Uji", "clear everything"), "no"),
        ((OPEN, "let's split the bill with Tom"), "yes"),
        ((OPEN, "add Gion"), "we're done, thanks"),
        ((OPEN, "add Gion"), "cancel"),
    ],
)
async def test_what_ended_or_answered_something_is_said_again(
    client: Client, before: tuple[str, ...], text: str
) -> None:
    for earlier in before:
        await say(client, earlier)
    first = await say(client, text, "again")
    second = await say(client, text, "again")
    assert (second.text, list(second.parts)) == (first.text, list(first.parts))


async def test_a_request_of_an_earlier_session_says_what_it_did_there(client: Client) -> None:
    await say(client, OPEN)
    first = await say(client, "add Gion", "early")
    await say(client, "let's split the bill with Tom")
    await say(client, "yes")
    events = session_of(client).events
    again = await say(client, "add Gion", "early")
    assert again.text == first.text
    assert session_of(client).events == events


def test_http_callers_can_name_a_request(place: Place) -> None:
    def ask(text: str, request: str) -> dict[str, Any]:
        said: dict[str, Any] = place.post("/v1/ask", text=text, user="ana", room="r", request_id=request).json()
        return said

    ask(OPEN, "one")
    first, second = ask("add Gion", "two"), ask("add Gion", "two")
    assert (first["request"], first["text"]) == ("two", second["text"])
    assert venues(session_of(place)) == ["Gion"]


async def test_a_name_that_was_used_for_another_message_is_refused(client: Client, place: Place) -> None:
    await say(client, OPEN, "one")
    for text in ("add Gion", "plan a trip to Rome"):
        with pytest.raises(
            grpc.aio.AioRpcError, match="another text: use a new request id for every message"
        ) as refused:
            await say(client, text, "one")
        assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        answer = place.post("/v1/ask", text=text, user="ana", room="r", request_id="one")
        assert (answer.status_code, "another text" in answer.json()["error"]["message"]) == (400, True)
    assert [event.kind for event in session_of(client).events] == ["_opened", "destination"]
    assert app_on_wire((await say(client, "add Gion", "two")).decision) == "trip_planner"


@pytest.mark.parametrize("holding", [True, False])
async def test_of_two_messages_of_one_name_at_once_one_is_carried_out(
    client: Client, holding: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ahold(self: RequestIds, request: Request) -> bool:
        del self, request
        return True

    if not holding:
        # As between two processes: the store alone decides.
        monkeypatch.setattr(RequestIds, "ahold", ahold)
    await say(client, OPEN)
    texts = ("add Gion", "add Nara")
    results = await asyncio.gather(*(say(client, text, "same") for text in texts), return_exceptions=True)
    refused = [result for result in results if isinstance(result, grpc.aio.AioRpcError)]
    assert len(refused) == 1
    [carried_out] = [text for text, result in zip(texts, results, strict=True) if result not in refused]
    assert carried_out == f"add {venues(session_of(client))[0]}"
    assert len(venues(session_of(client))) == 1
    rows = [row for row in client.assistant.sessions.store.export("ana") if row.get("request") == "same"]
    assert [row["text"] for row in rows if row.get("role") == "user"] == [carried_out], "the refused one left nothing"


async def test_a_session_without_a_user_is_forgotten_with_its_apps_in_named_rooms(client: Client) -> None:
    for session, text in (("one", OPEN), ("one", "add Gion"), ("two", "add Nara")):
        await client.assistant.ask(text, session=session, room="kitchen")
    client.assistant.sessions.forget(session="two")
    assert client.assistant.sessions.store.app_session("", "kitchen") is None


async def test_a_message_that_a_switch_overtook_does_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    await say(client, OPEN)
    store, real, overtook = client.assistant.sessions.store, MiniApps.answer, list[bool]()

    async def overtaken(self: MiniApps, request: Request, decision: Decision) -> HandlerReply:
        reply = await real(self, request, decision)
        if not overtook:
            overtook.append(True)
            opened = AppChange("switched", "bill_split", (AppEvent("_opened", {"language": "en"}),))
            assert store.change_app("ana", "r", "faster", opened, store.app_session("ana", "r"))
        return reply

    monkeypatch.setattr(MiniApps, "answer", overtaken)
    reply = await say(client, "add Gion")
    assert "I did nothing" in reply.text
    assert [event.kind for event in session_of(client).events] == ["_opened"]


async def test_an_opening_that_came_second_loses_nothing(client: Client) -> None:
    await say(client, OPEN)
    await say(client, "add Gion")
    await say(client, OPEN)
    assert venues(session_of(client)) == ["Gion"]


def test_a_chat_front_end_sees_the_card_and_keeps_the_app_from_talk_to_talk(place: Place) -> None:
    def complete(text: str, **more: Any) -> Any:
        asked = {"model": "miniapps", "user": "zoe", "messages": [{"role": "user", "content": text}], **more}
        return place.http.post("/v1/chat/completions", json=asked)

    complete(OPEN)
    whole = complete("add Gion and Nara").json()
    assert "Gion" in whole["choices"][0]["message"]["content"].partition("\n\n")[2]
    assert [part["kind"] for part in whole["fingerpost"]["parts"]] == ["card"]
    streamed = complete("show the list", stream=True).text
    assert "2. Nara" in streamed


@pytest.mark.parametrize("text", ["is Gion far from Nara by train?", "what's left?"])
async def test_what_only_dropped_a_question_does_nothing_when_it_comes_again(client: Client, text: str) -> None:
    await say(client, OPEN)
    await say(client, "add Gion, Nara and Uji")
    await say(client, "clear everything")
    first = await say(client, text, "twice")
    events = session_of(client).events
    second = await say(client, text, "twice")
    assert session_of(client).events == events
    assert venues(session_of(client)) == ["Gion", "Nara", "Uji"]
    assert not second.text.startswith("Added")
    assert (app_on_wire(first.decision) == "") == (app_on_wire(second.decision) == "")
