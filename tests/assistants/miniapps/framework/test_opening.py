"""Opening an app: anew with what else is asked, or with what an earlier session held."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fingerpost.assistants.miniapps.framework import understand
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.opening import has_more, meant, opened
from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.reading import Command
from fingerpost.routebook.apps import AppEvent, AppSession, Trigger
from tests.assistants.miniapps.framework.shelf import ScriptedReader, doubtful, lacking, sure

OPENED = AppEvent("_opened", {"language": "en"}, "a")
COUNTED = AppEvent("counted", {"by": 2}, "a")
NAMED = AppEvent("named", {"ids": [1], "names": ["vase"]}, "b")


def nothing_past(app: str) -> list[AppSession]:
    del app
    return []


@pytest.fixture
def named(counter: MiniApp) -> MiniApp:
    """Return the counter with words that it can be asked for by."""
    return replace(counter, triggers=(Trigger(keywords=("counter",)),))


def test_what_else_is_asked_is_done_under_the_same_request(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["open it and count 2"] = sure(("more", {"by": 2}))
    reply = opened(counter, "open it and count 2", "r1", nothing_past)
    assert reply.change is not None
    assert [(event.kind, event.request) for event in reply.change.events] == [("_opened", "r1"), ("counted", "r1")]
    assert reply.text == "counting (en)\n0 -> 2 (counted, en)"
    assert reply.parts[0].text == "2 [en]"


def test_what_is_doubtful_or_refused_opens_it_and_does_no_more(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["perhaps"] = doubtful(0.45, ("more", {"by": 2}))
    reader.finds["too many"] = sure(("more", {"by": 1000}))
    reader.finds["how many"] = lacking(Command("more", {}, missing=["by"]))
    for text in ("perhaps", "too many", "how many", "nothing else", ""):
        reply = opened(counter, text, "r1", nothing_past)
        assert reply.change is not None
        assert [event.kind for event in reply.change.events] == ["_opened"], text
        assert reply.text.startswith("counting")


@pytest.mark.parametrize(("people_do", "kinds"), [("more", ["_opened", "counted"]), ("other", ["_opened"])])
def test_what_people_do_in_an_opening_needs_not_be_sure(
    counter: MiniApp, reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch, people_do: str, kinds: list[str]
) -> None:
    monkeypatch.setattr(understand, "opening_actions", lambda declaration: frozenset([people_do]))
    reader.finds["count 2 perhaps"] = doubtful(0.45, ("more", {"by": 2}))
    reply = opened(counter, "count 2 perhaps", "r1", nothing_past)
    assert reply.change is not None
    assert [event.kind for event in reply.change.events] == kinds


def test_what_the_opening_message_did_is_none_to_go_back_to(counter: MiniApp) -> None:
    assert not has_more(counter, counter.session([]))
    assert not has_more(counter, counter.session([OPENED]))
    assert not has_more(counter, counter.session([OPENED, COUNTED]))
    assert has_more(counter, counter.session([OPENED, COUNTED, COUNTED._replace(request="b")]))
    assert has_more(counter, counter.session([OPENED, NAMED])), "it holds something"


def test_the_latest_that_holds_something_is_meant(named: MiniApp) -> None:
    old = AppSession(1, "counter", (OPENED, NAMED), "done")
    left = AppSession(2, "counter", (OPENED, COUNTED), "cancelled")

    def past(app: str) -> list[AppSession]:
        return [left, old] if app == "counter" else []

    found = meant(named, "continue the counter", past)
    assert found is not None
    assert found[0].id == 1


async def test_an_earlier_one_goes_on_or_is_told_of(named: MiniApp, reader: ScriptedReader) -> None:
    talk = Talk(named)
    reader.finds["add"] = sure(("name", {"things": ["vase"]}))
    for text, opens in (("go", "counter"), ("add", ""), ("count 4", ""), ("done", "")):
        await talk.say(text, opens=opens)
    anew = await talk.say("go", opens="counter")
    assert "An earlier one is kept (4 [en]): say “reopen counter”" in anew.text
    assert talk.state["n"] == 0
    await talk.say("reopen counter", opens="counter")
    assert (talk.state["n"], [one["name"] for one in talk.state["things"]]) == (4, ["vase"])
    await talk.say("undo")
    assert talk.state["n"] == 0, "its history is there"


async def test_a_running_one_that_holds_something_makes_room_after_a_yes(
    named: MiniApp, reader: ScriptedReader
) -> None:
    talk = Talk(named)
    reader.finds["add"] = sure(("name", {"things": ["vase"]}))
    for text, opens in (("go", "counter"), ("add", ""), ("count 40", ""), ("done", ""), ("go", "counter"), ("add", "")):
        await talk.say(text, opens=opens)
    reply = await talk.say("continue the counter 40")
    assert "Close it and go back to the earlier one" in reply.text
    assert talk.state["n"] == 0
    await talk.say("yes")
    assert talk.state["n"] == 40
