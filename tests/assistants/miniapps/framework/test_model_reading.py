"""A language model that reads what an app's reader cannot: what is carried out, and that nothing else is."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework import model_reading
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.handler import open_handler
from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.models.chat import ChatClient
from fingerpost.models.label_chooser import LabelChooser
from fingerpost.observability.facts import MODEL, record_facts
from fingerpost.reading import Command
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.assistants.miniapps.framework.shelf import ScriptedReader, doubtful, lacking, sure

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")


def commands(*commands: tuple[str, dict[str, Any]]) -> ScriptedReply:
    return ScriptedReply(
        text=json.dumps({"commands": [{"action": action, "values": values} for action, values in commands]})
    )


DROP = commands(("drop", {"things": ["vase"]}))


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([DROP]) as started:
        yield started


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[ChatClient]:
    client = ChatClient(Slot(server.url, "tiny"), "main")
    yield client
    await client.close()


@pytest.fixture
async def talk(counter: MiniApp, reader: ScriptedReader, chat: ChatClient) -> Talk:
    """Return a talk whose shelf has a vase and a lamp, with a model that wants the vase dropped."""
    talk = Talk(counter)
    talk.handler = open_handler(talk.book, Settings(cache=None), chat)
    reader.finds["add a vase and a lamp"] = sure(("name", {"things": ["vase", "lamp"]}))
    await talk.say("let's begin", opens="counter")
    await talk.say("add a vase and a lamp")
    return talk


def names(talk: Talk) -> list[str]:
    return [one["name"] for one in talk.state["things"]]


async def test_what_the_reader_cannot_read_the_model_does(talk: Talk, server: ScriptedServer) -> None:
    assert server.requests == []
    with record_facts() as facts:
        reply = await talk.say("I cannot stand that vase any more")
    assert (reply.text, names(talk)) == ("dropped [1] (en)", ["lamp"])
    assert [fact.detail["purpose"] for fact in facts if fact.what == MODEL] == ["read"]
    (request,) = server.requests
    assert "The app holds: vase, lamp." in request["messages"][-1]["content"]
    assert request["response_format"]["json_schema"]["schema"]["properties"]["commands"]
    await talk.say("undo")
    assert names(talk) == ["vase", "lamp"]


async def test_it_is_asked_where_the_reader_doubts_or_lacks_a_value(
    talk: Talk, reader: ScriptedReader, server: ScriptedServer
) -> None:
    reader.finds["the vase must go"] = doubtful(0.4, ("drop", {"things": ["lamp"]}))
    await talk.say("the vase must go")
    assert names(talk) == ["lamp"]
    reader.finds["away with the lamp"] = lacking(Command("drop", {}, missing=["things"]))
    server.replies[0] = commands(("drop", {"things": ["lamp"]}))
    await talk.say("away with the lamp")
    assert names(talk) == []
    assert len(server.requests) == 2


async def test_it_is_not_asked_where_it_is_not_needed(
    talk: Talk, reader: ScriptedReader, server: ScriptedServer
) -> None:
    reader.finds["drop it"] = lacking(Command("drop", {}, missing=["things"]))
    await talk.say("count 3")
    await talk.say("what is it with the vase", "T")
    await talk.say("total", "N")
    await talk.say("yes")
    await talk.say("help", "M")
    await talk.say("vase " * 300)
    assert server.requests == []
    server.replies[0] = commands()
    await talk.say("drop it")
    assert len(server.requests) == 1
    await talk.say("the vase")
    assert (len(server.requests), names(talk)) == (1, ["lamp"])


@pytest.mark.parametrize(
    "reply",
    [
        commands(),
        commands(("drop", {"things": ["piano"]})),
        commands(("burn", {"things": ["vase"]})),
        commands(("drop", {"things": ["vase"], "for": "good"})),
        commands(("rate", {"thing": "vase", "stars": "5"})),
        commands(("drop", {"things": ["vase"]}), ("more", {"by": "40"})),
        ScriptedReply(text="Sure! I dropped the vase."),
        ScriptedReply(text='{"commands": [{"action": "drop", "values": {"things": ["va'),
        ScriptedReply(status=500),
        ScriptedReply(body=b"\x00"),
        ScriptedReply(text=DROP.text, wait=1.0),
        ScriptedReply(text=DROP.text, cut=True),
    ],
)  # fmt: skip
async def test_a_model_that_fails_or_invents_changes_nothing(
    talk: Talk, reader: ScriptedReader, server: ScriptedServer, chat: ChatClient, reply: ScriptedReply
) -> None:
    server.replies[0] = reply
    if reply.wait:
        talk.handler = open_handler(talk.book, Settings(cache=None, llm_timeout=0.5), chat)
    before = talk.state
    unread = await talk.say("I cannot stand that vase any more")
    assert talk.state == before
    assert "Counter" in unread.text or "total" in unread.text
    reader.finds["off with it"] = doubtful(0.4, ("drop", {"things": ["lamp"]}))
    asked = await talk.say("off with it")
    # As without a model: what the reader would do is asked back.
    assert talk.state == before
    assert "dropped [2]" in asked.text


async def test_a_question_changes_nothing_whatever_the_model_says(talk: Talk, server: ScriptedServer) -> None:
    before = talk.state
    for question in ("shall I keep the vase?", "is the vase nice", "¿quito el vase?", "quanto custa o vase"):
        await talk.say(question)
    assert (talk.state, server.requests) == (before, [])


async def test_what_is_only_likely_is_asked_back(talk: Talk, server: ScriptedServer) -> None:
    before = talk.state
    reply = await talk.say("that vase cost me 12, I cannot stand it")
    assert "dropped [1]" in reply.text
    assert talk.state == before
    await talk.say("yes")
    assert names(talk) == ["lamp"]


async def test_all_of_its_commands_are_carried_out_or_none(talk: Talk, server: ScriptedServer) -> None:
    server.replies[0] = commands(("drop", {"things": ["vase"]}), ("rate", {"thing": "lamp", "stars": "9"}))
    before = talk.state
    await talk.say("I cannot stand that vase any more, the lamp is a 9")
    assert talk.state == before
    server.replies[0] = commands(("drop", {"things": ["vase"]}), ("rate", {"thing": "lamp", "stars": "4"}))
    await talk.say("I cannot stand that vase any more, the lamp is a 4")
    assert talk.state["things"] == [{"id": 2, "name": "lamp", "stars": 4}]


async def test_an_end_is_asked_about(talk: Talk, server: ScriptedServer) -> None:
    server.replies[0] = commands(("done", {}))
    reply = await talk.say("so long and thanks for the fish")
    assert reply.change is not None
    assert not reply.change.ends
    assert "Counter?" in reply.text


async def test_a_server_without_schemas_is_asked_by_tool(talk: Talk, server: ScriptedServer) -> None:
    server.replies[0] = ScriptedReply(arguments=DROP.text, refuses=frozenset({"response_format"}))
    await talk.say("I cannot stand that vase any more")
    assert names(talk) == ["lamp"]
    assert [next(key for key in ("tools", "response_format") if key in one) for one in server.requests] == [
        "response_format",
        "tools",
    ]
    server.replies[0] = ScriptedReply(arguments=commands(("drop", {"things": ["lamp"]})).text)
    await talk.say("the lamp is ugly too")
    assert (names(talk), len(server.requests)) == ([], 3)


async def test_what_the_router_had_read_is_not_asked_again(
    talk: Talk, counter: MiniApp, server: ScriptedServer
) -> None:
    assert talk.session is not None
    chat = ChatClient(Slot(server.url, "tiny"), "classifier")
    text, data = "I cannot stand that vase any more", counter.data(talk.session.events)
    assert await counter.route_by_model(LabelChooser(chat, 5.0), data, text, []) == "TRANSACTIONAL"
    await talk.say(text)
    assert (names(talk), len(server.requests)) == (["lamp"], 1)
    server.replies[0] = commands(("drop", {"things": ["piano"]}))
    data = counter.data(talk.session.events)
    assert await counter.route_by_model(LabelChooser(chat, 5.0), data, "off with the lamp", []) is None
    assert await counter.route_by_model(LabelChooser(chat, 5.0), {}, "off with the lamp", []) is None
    await chat.close()


async def test_few_readings_are_kept(talk: Talk, counter: MiniApp, server: ScriptedServer) -> None:
    assert talk.session is not None
    chat = ChatClient(Slot(server.url, "tiny"), "classifier")
    chooser, data = LabelChooser(chat, 5.0), counter.data(talk.session.events)
    for n in range(model_reading.KEPT + 5):
        await counter.route_by_model(chooser, data, f"away with the vase {'!' * n}", [])
    assert len(model_reading._kept) == model_reading.KEPT
    await chat.close()


async def test_the_checks_are_what_stops_an_invention(
    talk: Talk, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.replies[0] = commands(("more", {"by": "40"}))
    await talk.say("I cannot stand that vase any more")
    assert talk.state["n"] == 0
    monkeypatch.setattr(model_reading, "checked", lambda *_: sure(("more", {"by": 40})))
    await talk.say("I cannot stand that vase any more")
    assert talk.state["n"] == 40
