"""Sessions of mini-apps over the wire: ownership, repeated and concurrent messages, and failing servers and apps."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

import grpc

from fingerpost import Router
from fingerpost.assistants.miniapps.bill_split.app import APP as BILLS
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.handler import MiniApps
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIPS
from fingerpost.routebook.apps import AppEvent, AppSession
from fingerpost.routing.layers.memo import Memo
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.settings import RetentionSettings, Settings
from fingerpost.stores import Store
from fingerpost.testing import ScriptedServer
from tests.server.grpc_running import Client, app_on_wire, opens_on_wire, own_settings, replies_of, serving, with_model
from tests.server.http_running import PATIENCE, Place, running, says, until
from tests.server.test_serve import Server as Process
from tests.stores.server import Server as Postgres

SPOKEN = "said by the model"
OPEN = "Sage help me plan a trip to Kyoto"
APPS = {app.id: app for app in (TRIPS, BILLS)}
TEN = ("Gion", "Nara", "Uji", "Pontocho", "Arashiyama", "Kinkaku-ji", "Ginkaku-ji", "Nijo Castle", "Kurama", "Ohara")


@pytest.fixture(scope="module")
def router(own_cache: Path) -> Router:
    return Router.from_routebook("miniapps", memo=Memo(size=0)).warm()


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path, model: ScriptedServer) -> Settings:
    says(model, SPOKEN)
    return with_model(own_settings(own_cache, tmp_path), model)


@pytest.fixture
async def client(router: Router, settings: Settings) -> AsyncIterator[Client]:
    async with serving(router, settings) as connected:
        yield connected


@pytest.fixture
def place(router: Router, settings: Settings) -> Iterator[Place]:
    with running(router, settings) as served:
        yield served


async def say(client: Client, text: str, request: str = "", user: str = "ana", room: str = "r") -> pb.AgentResponse:
    reply: pb.AgentResponse = await client.engine.AskAgent(
        pb.AgentRequest(query=text, user=user, room=room, request_id=request)
    )
    return reply


def session_of(served: Client | Place, user: str = "ana", room: str = "r") -> AppSession:
    found = served.assistant.sessions.store.app_session(user, room)
    assert found is not None
    return found


def state_of(session: AppSession) -> State:
    return APPS[session.app].session(session.events).state


def venues(session: AppSession) -> list[str]:
    return [venue["name"] for venue in state_of(session)["venues"]]


# Whose session it is.


def test_users_and_rooms_have_sessions_of_their_own(place: Place) -> None:
    for user, room, text in (
        ("ana", "r", OPEN),
        ("tom", "r", "let's split the bill with Bea"),
        ("ana", "s", "Sage help me plan a trip to Lisbon"),
        ("ana", "r", "add Gion"),
        ("ana", "s", "add Alfama"),
        ("tom", "r", "I paid 30 euros for the taxi"),
    ):
        assert place.post("/v1/ask", text=text, user=user, room=room).json()["decision"]["extras"]["app"]
    assert (state_of(session_of(place))["destination"], venues(session_of(place))) == ("Kyoto", ["Gion"])
    elsewhere = session_of(place, room="s")
    assert (state_of(elsewhere)["destination"], venues(elsewhere)) == ("Lisbon", ["Alfama"])
    bill = session_of(place, user="tom")
    assert [one["what"] for one in state_of(bill)["expenses"]] == ["taxi"]
    done = place.post("/v1/ask", text="we're done", user="ana", room="r").json()
    assert done["decision"]["extras"]["app"] == "trip_planner"
    ended = [session_of(place, *where).ended for where in (("ana", "r"), ("ana", "s"), ("tom", "r"))]
    assert ended == ["done", "", ""]


def test_without_a_room_an_app_runs_in_the_session(place: Place) -> None:
    for session in ("kita", "mori"):
        for text in (OPEN, f"add {session.title()} Hotel"):
            place.post("/v1/ask", text=text, session=session, user="ana")
    place.post("/v1/ask", text="add Gion", session="mori", user="ana")
    assert venues(session_of(place, room="kita")) == ["Kita Hotel"]
    assert venues(session_of(place, room="mori")) == ["Mori Hotel", "Gion"]


async def test_both_wires_route_to_the_app_that_runs_for_the_user_in_the_room(
    router: Router, settings: Settings, client: Client
) -> None:
    await say(client, OPEN)
    with running(router, settings) as place:
        for user, room, app in (("ana", "r", "trip_planner"), ("ana", "s", None), ("tom", "r", None)):
            asked = pb.AgentRequest(query="add Gion and Nara", user=user, room=room)
            over_http = place.post("/v1/route", text=asked.query, user=user, room=room).json()
            over_grpc = await client.engine.Route(asked)
            assert (over_http["extras"].get("app"), app_on_wire(over_grpc) or None) == (app, app)
            assert over_http["route"] == over_grpc.route
    assert venues(session_of(client)) == [], "nothing was done"


async def test_a_yes_to_the_assistant_confirms_nothing(client: Client) -> None:
    for text in (OPEN, "add Gion, Nara and Uji", "clear everything", "is Nara worth a whole day?"):
        await say(client, text)
    before = session_of(client)
    reply = await say(client, "yes")
    assert (app_on_wire(reply.decision), reply.text) == ("", SPOKEN)
    assert session_of(client) == before
    assert venues(before) == ["Gion", "Nara", "Uji"]


# What comes twice, and at once.


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ((), OPEN),
        ((OPEN,), "add Gion and Nara on day 2"),
        ((OPEN, "add Gion and Nara"), "scrap the last one"),
        ((OPEN, "add Gion and Nara", "add Uji"), "undo"),
        ((OPEN, "add Gion, Nara and Uji"), "clear everything"),
        ((OPEN, "add Gion"), "let's split the bill with Tom"),
        (("let's split the bill with Tom and Bea",), "I paid 30 euros for the taxi"),
    ],
)
async def test_a_repeated_request_is_applied_once_and_says_the_same(
    client: Client, before: tuple[str, ...], text: str
) -> None:
    for earlier in before:
        await say(client, earlier)
    first = await say(client, text, "again")
    applied = session_of(client)
    second = await say(client, text, "again")
    *pieces, last = await replies_of(
        client.engine.AskAgentStream(pb.AgentRequest(query=text, user="ana", room="r", request_id="again"))
    )
    assert session_of(client) == applied
    assert (second.text, list(second.parts)) == (first.text, list(first.parts))
    assert ("".join(piece.text for piece in pieces), list(last.parts)) == (first.text, list(first.parts))
    said = [
        turn.text for turn in client.assistant.sessions.store.turns(first.decision.thread_id) if turn.role == "user"
    ]
    assert said == [*before, text]


async def test_the_same_words_of_another_request_are_another_message(client: Client) -> None:
    await say(client, OPEN)
    for request in ("a", "b"):
        await say(client, "undo" if request == "b" else "add Gion", request)
    await say(client, "add Gion", "c")
    session = session_of(client)
    assert (venues(session), [event.request for event in session.events[2:]]) == (["Gion"], ["a", "b", "c"])


async def test_ten_messages_at_once_are_all_applied(router: Router, settings: Settings, client: Client) -> None:
    """Half of the requests go over HTTP to another server with the same store."""
    await say(client, OPEN)
    with running(router, settings) as place:
        async with httpx.AsyncClient(base_url=place.url, timeout=PATIENCE) as http:

            async def over_http(name: str) -> str:
                answer = await http.post("/v1/ask", json={"text": f"add {name}", "user": "ana", "room": "r"})
                return str(answer.json()["text"])

            async def over_grpc(name: str) -> str:
                return (await say(client, f"add {name}")).text

            texts = await asyncio.gather(*map(over_http, TEN[:5]), *map(over_grpc, TEN[5:]))
    assert [name for name, text in zip(TEN, texts, strict=True) if name not in text] == []
    session = session_of(client)
    assert sorted(venues(session)) == sorted(TEN)
    assert [event.kind for event in session.events] == ["_opened", "destination", *["added"] * 10]
    ids = [venue["id"] for venue in state_of(session)["venues"]]
    assert ids == list(range(1, 11)), "each was answered on what the one before had left"


async def test_one_request_that_comes_ten_times_at_once_is_applied_once(client: Client) -> None:
    await say(client, "let's split the bill with Tom")
    replies = await asyncio.gather(*(say(client, "I paid 30 euros for the taxi", "same") for _ in range(10)))
    assert len({(reply.text, reply.parts[0].values) for reply in replies}) == 1
    assert [one["cents"] for one in state_of(session_of(client))["expenses"]] == [3000]


async def test_ten_that_open_at_once_open_one(client: Client) -> None:
    await asyncio.gather(*(say(client, f"{OPEN} and add {name}") for name in TEN))
    rows = [row for row in client.assistant.sessions.store.export("ana") if row["kind"] == "app"]
    assert [(row["app"], row["ended"]) for row in rows] == [("trip_planner", "")]


# Servers that end.

HANGS = """
import asyncio
from fingerpost.answering.sessions import Exchange
from fingerpost.cli.main import main

stores = Exchange.change_app

async def change_app(self, change):
    stored = await stores(self, change)
    if self.request.id == "last":
        print("stored, not answered", flush=True)
        await asyncio.sleep(3600)
    return stored

Exchange.change_app = change_app
main()
"""


@contextmanager
def _started(database: str, *program: str) -> Iterator[Process]:
    """Serve in a new process, and always end it."""
    words = ("serve", "--routebook", "miniapps", "--http-port", "0", "--grpc-port", "0")
    server = Process([sys.executable, *program, *words], {**os.environ, "DATABASE_URL": database})
    try:
        yield server.ready()
    finally:
        server.process.kill()
        server.end()


def _asked(server: Process, text: str, request: str) -> pb.AgentResponse:
    with grpc.insecure_channel(server.grpc) as channel:
        engine: Any = pb_grpc.AssistanceEngineStub(channel)
        asked = pb.AgentRequest(query=text, user="ana", room="r", request_id=request)
        reply: pb.AgentResponse = engine.AskAgent(asked, timeout=PATIENCE)
        return reply


@pytest.mark.kill
def test_a_server_that_is_killed_between_event_and_reply(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/store.sqlite"
    failed = list[Any]()
    with _started(database, "-c", HANGS) as killed:
        _asked(killed, OPEN, "first")
        _asked(killed, "add Gion", "second")

        def ask() -> None:
            try:
                _asked(killed, "add Nara and Uji on day 2", "last")
            except grpc.RpcError as error:
                failed.append(error.code())

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        until(lambda: "stored, not answered" in killed.out)
        assert killed.end(signal.SIGKILL) == -signal.SIGKILL
        asking.join(PATIENCE)
    assert failed == [grpc.StatusCode.UNAVAILABLE], "nobody was told"
    with Store.open(database) as store:
        left = store.app_session("ana", "r")
    assert left is not None
    assert venues(left) == ["Gion", "Nara", "Uji"]
    with _started(database, "-m", "fingerpost") as fresh:
        reply = _asked(fresh, "add Nara and Uji on day 2", "last")
        again = _asked(fresh, "what's left?", "view")
    assert app_on_wire(reply.decision) == "trip_planner"
    assert all(word in reply.text for word in ("Nara", "Uji", "day 2")), reply.text
    assert "Gion" in again.parts[0].text
    with Store.open(database) as store:
        assert store.app_session("ana", "r") == left


async def test_a_short_conversation_in_postgresql(router: Router, settings: Settings, postgres: Postgres) -> None:
    own = replace(settings, database=postgres.make_database())
    async with serving(router, own) as client:
        await say(client, OPEN, "1")
        await asyncio.gather(*(say(client, f"add {name}") for name in TEN[:4]))
        asked = await say(client, "is it rude to add a tip in Kyoto?")
        await say(client, "clear everything")
        await say(client, "no")
        for _ in range(2):
            await say(client, "add Fushimi Inari", "twice")
        await say(client, "we're done, thanks")
        session = session_of(client)
    # Another server finds the state that this one stored.
    async with serving(router, own) as later:
        assert session_of(later) == session
    assert (app_on_wire(asked.decision), asked.text) == ("", SPOKEN)
    assert (sorted(venues(session)[:4]), venues(session)[4:]) == (sorted(TEN[:4]), ["Fushimi Inari"])
    assert session.ended == "done"


async def test_a_session_that_expired_keeps_its_events(router: Router, settings: Settings) -> None:
    async with serving(router, settings) as client:
        await say(client, OPEN)
        await say(client, "add Gion and Nara")
        left = session_of(client)
    impatient = replace(settings, retention=RetentionSettings(session_hours=1e-9))
    async with serving(router, impatient) as client:
        reply = await say(client, "add Uji")
        assert (app_on_wire(reply.decision), reply.text) == ("", SPOKEN)
        assert session_of(client) == left._replace(ended="expired")
        opened = await say(client, "Sage help me plan a trip to Lisbon")
        assert (opens_on_wire(opened.decision), state_of(session_of(client))["destination"]) == (True, "Lisbon")
    async with serving(router, settings) as client:
        old, new = (row for row in client.assistant.sessions.store.export("ana") if row["kind"] == "app")
    assert [event["kind"] for event in old["events"]] == [event.kind for event in left.events]
    assert (old["ended"], new["ended"]) == ("expired", "")


# Who answers behind the apps, and apps that fail.


async def test_another_routebook_answers_behind_the_apps(own_cache: Path, tmp_path: Path) -> None:
    settings = replace(own_settings(own_cache, tmp_path), behind="avap")
    router = Router.from_routebook("miniapps", settings=settings, memo=Memo(size=0)).warm()
    async with serving(router, settings) as client:
        await say(client, OPEN)
        await say(client, "add Gion and Nara")
        before = session_of(client)
        reply = await say(client, "what does addParam do in AVAP?")
        assert (reply.decision.route, app_on_wire(reply.decision)) == ("CONVERSATIONAL", "")
        assert "commands/addParam.md" in [citation.file for citation in reply.citations]
        *pieces, last = await replies_of(
            client.engine.AskAgentStream(pb.AgentRequest(query="what does addParam do in AVAP?", user="ana", room="r"))
        )
        assert "addParam" in "".join(piece.text for piece in pieces)
        assert "commands/addParam.md" in [citation.file for citation in last.citations]
        assert session_of(client) == before
        left = await say(client, "what's left?")
    assert (app_on_wire(left.decision), "Gion" in left.parts[0].text) == ("trip_planner", True)


def _broken(*_: Any) -> Any:
    raise KeyError("secret-inside")


def _breaks_on_added(state: State, event: AppEvent) -> State:
    return _broken() if event.kind == "added" else TRIPS.apply(state, event)


@pytest.mark.parametrize(
    "broken",
    [
        replace(TRIPS, actions=tuple(action._replace(do=_broken) for action in TRIPS.actions)),
        replace(TRIPS, apply=_breaks_on_added),
        replace(TRIPS, say=_broken),
        replace(TRIPS, card=_broken),
    ],
    ids=["do", "apply", "say", "card"],
)
async def test_an_app_that_fails_changes_nothing_and_says_so(
    client: Client, broken: MiniApp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await say(client, OPEN)
    before = session_of(client)
    with monkeypatch.context() as patch:
        patch.setattr(client.assistant.components.handlers["miniapp"], "answer", MiniApps([broken, BILLS]).answer)
        reply = await say(client, "add Gion", "bad")
    assert (app_on_wire(reply.decision), list(reply.parts)) == ("trip_planner", [])
    assert ("Trip planner" in reply.text, "secret-inside" in reply.text) == (True, False)
    assert "secret-inside" in caplog.text
    assert session_of(client) == before
    mended = await say(client, "add Gion", "good")
    assert (venues(session_of(client)), "Gion" in mended.text) == (["Gion"], True)


async def test_an_app_that_cannot_be_opened_is_not_open(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    fails: Callable[..., Any] = MiniApps([replace(TRIPS, begin=_broken), BILLS]).answer
    with monkeypatch.context() as patch:
        patch.setattr(client.assistant.components.handlers["miniapp"], "answer", fails)
        reply = await say(client, OPEN)
    assert ("Trip planner" in reply.text, "secret-inside" in reply.text) == (True, False)
    assert client.assistant.sessions.store.app_session("ana", "r") is None
    assert opens_on_wire((await say(client, OPEN)).decision)
    assert state_of(session_of(client))["destination"] == "Kyoto"
