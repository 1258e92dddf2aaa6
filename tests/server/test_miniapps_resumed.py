"""Closed sessions of mini-apps that a message resumes: over HTTP, gRPC and the chat API, in three languages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIPS
from fingerpost.routebook.apps import AppEvent
from fingerpost.settings import RetentionSettings, Settings
from tests.server.grpc_running import Client, app_on_wire, opens_on_wire, serving
from tests.server.http_running import Place
from tests.server.test_miniapps_sessions import (  # noqa: F401 - fixtures are used by their names
    OPEN,
    SPOKEN,
    client,
    place,
    router,
    say,
    session_of,
    settings,
    state_of,
    venues,
)
from tests.stores.server import Server as Postgres

# ruff: noqa: F811 - a fixture is asked for by its name

ROME = "Sage help me plan a trip to Rome"


@pytest.mark.parametrize("end", ["we're done, thanks", "cancel"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("continue my trip", "We go on"),
        ("Sage, can we go back to the trip planner?", "We go on"),
        ("sigamos con el viaje", "Seguimos"),
        ("quiero volver al viaje", "Seguimos"),
        ("continuar a viagem", "Continuamos"),
        ("vamos voltar pra viagem", "Continuamos"),
    ],
)
async def test_a_closed_trip_goes_on_as_it_was(client: Client, end: str, words: str, said: str) -> None:
    for text in (OPEN, "add Gion and Nara", "add Uji", "undo", end):
        await say(client, text)
    closed = session_of(client)
    reply = await say(client, words)
    assert (app_on_wire(reply.decision), opens_on_wire(reply.decision), said in reply.text) == (
        "trip_planner",
        True,
        True,
    )
    assert "2. Nara" in reply.parts[0].text
    session = session_of(client)
    assert (session.ended, venues(session)) == ("", ["Gion", "Nara"])
    assert session.id > closed.id, "what is closed stays so"
    assert session.events[: len(closed.events)] == closed.events
    # The whole history is there: redo works, and the changes of one message are undone together.
    await say(client, "redo")
    assert venues(session_of(client)) == ["Gion", "Nara", "Uji"]
    for _ in range(2):
        await say(client, "undo")
    assert venues(session_of(client)) == []


def test_a_bill_is_reopened_over_http_and_goes_on(place: Place) -> None:
    def ask(text: str) -> Any:
        return place.post("/v1/ask", text=text, user="ana", room="r").json()

    for text in ("let's split the bill with Tom", "Tom paid 30 euros for the taxi", "we're done"):
        ask(text)
    answer = ask("reopen the bill")
    assert answer["decision"]["extras"] == {"app": "bill_split", "opens": True}
    ask("dinner 20 euros, Tom paid")
    assert [one["what"] for one in state_of(session_of(place))["expenses"]] == ["taxi", "dinner"]


async def test_a_plain_opening_begins_anew_and_says_how_to_go_back(client: Client) -> None:
    assert "kept" not in (await say(client, OPEN)).text, "there is nothing yet"
    for text in ("add Gion", "cancel"):
        await say(client, text)
    reply = await say(client, ROME, "new")
    assert (state_of(session_of(client))["destination"], venues(session_of(client))) == ("Rome", [])
    assert "An earlier one is kept (Kyoto · 1 place): say “reopen trip planner”" in reply.text
    assert (await say(client, ROME, "new")).text == reply.text, "a repeated one says the same"
    back = await say(client, "reopen trip planner")
    assert venues(session_of(client)) == ["Gion"], back.text


@pytest.mark.parametrize(
    ("opening", "words"),
    [
        ("planear un viaje a Roma", "retomar planificador de viaje"),
        ("planejar uma viagem para Roma", "retomar planejador de viagem"),
    ],
)
async def test_the_words_that_are_told_are_the_words_that_do_it(client: Client, opening: str, words: str) -> None:
    for text in (OPEN, "add Gion", "done"):
        await say(client, text)
    assert words in (await say(client, opening)).text
    await say(client, words)
    assert venues(session_of(client)) == ["Gion"]


async def test_what_was_opened_and_left_is_no_earlier_one(client: Client) -> None:
    for text in (OPEN, "add Gion", "done", ROME, "cancel"):
        await say(client, text)
    await say(client, "continue my trip")
    assert venues(session_of(client)) == ["Gion"]


async def test_the_trip_that_is_named_is_meant(client: Client) -> None:
    for text in (OPEN, "add Gion", "done", ROME, "add Colosseum and Trevi Fountain", "done"):
        await say(client, text)
    await say(client, "continue the trip to Kyoto")
    assert venues(session_of(client)) == ["Gion"]
    # The running one is left only after a confirmation.
    asked = await say(client, "continue the trip to Rome")
    assert ("Kyoto" in asked.text, "Rome" in asked.text, venues(session_of(client))) == (True, True, ["Gion"])
    await say(client, "yes")
    assert venues(session_of(client)) == ["Colosseum", "Trevi Fountain"]
    shown = await say(client, "back to the trip")
    assert ("Colosseum" in shown.parts[0].text, len(venues(session_of(client)))) == (True, 2)


async def test_with_nothing_to_go_back_to_it_begins_and_says_so(client: Client) -> None:
    reply = await say(client, "continue my trip to Oslo")
    assert "no earlier one" in reply.text
    assert state_of(session_of(client))["destination"] == "Oslo"


async def test_another_app_makes_room_after_a_yes(client: Client) -> None:
    for text in (OPEN, "add Gion", "done", "let's split the bill with Tom"):
        await say(client, text)
    assert "?" in (await say(client, "back to the trip")).text
    await say(client, "yes", "agreed")
    assert (session_of(client).app, venues(session_of(client))) == ("trip_planner", ["Gion"])
    again = await say(client, "yes", "agreed")
    assert "Gion" in again.parts[0].text


@pytest.mark.parametrize(
    "text", ["back to the trip: what should I wear in Kyoto in May?", "resume el viaje", "I continue to love trips"]
)
async def test_what_only_sounds_like_it_goes_to_the_assistant(client: Client, text: str) -> None:
    for before in (OPEN, "add Gion", "done"):
        await say(client, before)
    assert (await say(client, text)).text == SPOKEN


async def test_one_request_twice_and_two_at_once_take_up_one(client: Client) -> None:
    for text in (OPEN, "add Gion", "done"):
        await say(client, text)
    replies = await asyncio.gather(*(say(client, "continue my trip", "same") for _ in range(5)))
    assert {reply.text for reply in replies} == {"We go on where it was: Kyoto · 1 place."}
    await say(client, "done")
    await asyncio.gather(*(say(client, "continue my trip") for _ in range(5)))
    rows = [row for row in client.assistant.sessions.store.export("ana") if row["kind"] == "app"]
    assert [row["ended"] for row in rows] == ["done", "done", ""]
    assert venues(session_of(client)) == ["Gion"]


async def test_what_ended_it_is_said_again_and_does_not_end_it_again(client: Client) -> None:
    await say(client, OPEN)
    first = await say(client, "add Gion", "add")
    ended = await say(client, "we're done", "end")
    await say(client, "continue my trip")
    assert (await say(client, "we're done", "end")).text == ended.text
    assert (await say(client, "add Gion", "add")).text == first.text
    assert (session_of(client).ended, venues(session_of(client))) == ("", ["Gion"])


async def test_users_and_rooms_take_up_their_own(client: Client) -> None:
    for text in (OPEN, "add Gion", "done"):
        await say(client, text)
    for user, room in (("tom", "r"), ("ana", "s")):
        assert "no earlier one" in (await say(client, "continue my trip", user=user, room=room)).text
        assert venues(session_of(client, user, room)) == []


async def test_a_session_that_expired_is_taken_up_in_postgresql(
    router: Router, settings: Settings, postgres: Postgres
) -> None:
    own = replace(settings, database=postgres.make_database())
    async with serving(router, own) as client:
        await say(client, OPEN)
        await say(client, "add Gion and Nara")
    async with serving(router, replace(own, retention=RetentionSettings(session_hours=1e-9))) as client:
        reply = await say(client, "continuar a viagem")
        assert "2. Nara" in reply.parts[0].text
        old, new = (row for row in client.assistant.sessions.store.export("ana") if row["kind"] == "app")
        assert (old["ended"], [event["values"] for event in new["events"]][: len(old["events"])]) == (
            "expired",
            [event["values"] for event in old["events"]],
        )


async def test_an_app_that_cannot_read_what_it_once_wrote_begins_anew(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (OPEN, "add Gion", "done"):
        await say(client, text)
    apply: Callable[[State, AppEvent], State] = TRIPS.apply

    def forgot(state: State, event: AppEvent) -> State:
        if event.kind == "added":
            raise KeyError("another shape by now")
        return apply(state, event)

    handler: Any = client.assistant.components.handlers["miniapp"]
    monkeypatch.setitem(handler._apps, "trip_planner", replace(TRIPS, apply=forgot))
    await say(client, "continue my trip to Oslo")
    assert state_of(session_of(client))["destination"] == "Oslo"
