"""What must not be carried out, whatever a message was taken for; and what ends an app."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split.app import APP as BILLS
from fingerpost.assistants.miniapps.framework import understand
from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIPS
from fingerpost.routebook.apps import AppEvent, AppSession


async def trip(*names: str) -> Talk:
    talk = Talk(TRIPS, BILLS)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    await talk.say(f"add {', '.join(names or ('Gion', 'Nara', 'Uji'))}")
    return talk


def names(talk: Talk) -> list[str]:
    return [venue["name"] for venue in talk.state["venues"]]


@pytest.mark.parametrize(
    "message",
    [
        "don't remove Gion", "do not remove Gion", "please don't take Nara off", "no quites Gion", "não remova Gion",
        "never remove Gion", "no agregues Kobe", "do not add Kobe", "should I remove Nara?", "is it worth adding Kobe?",
        "¿debería quitar Nara?", "devo tirar Nara?", "nah I changed my mind", "if we had added Kobe", "no", "yes",
    ],
)  # fmt: skip
async def test_what_is_denied_or_only_asked_changes_nothing(message: str) -> None:
    talk = await trip()
    await talk.say(message)
    assert names(talk) == ["Gion", "Nara", "Uji"]


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("no, remove Gion", ["Nara", "Uji"]),
        ("why don't you remove Gion", ["Nara", "Uji"]),
        ("how about adding Kobe?", ["Gion", "Nara", "Uji", "Kobe"]),
        ("if you can, add Kobe", ["Gion", "Nara", "Uji", "Kobe"]),
        ("esquece o último", ["Gion", "Nara"]),
        ("olvida el último", ["Gion", "Nara"]),
        ("forget the last one", ["Gion", "Nara"]),
    ],
)
async def test_what_looks_like_a_denial_or_an_end_and_is_none(message: str, left: list[str]) -> None:
    talk = await trip()
    await talk.say(message)
    assert names(talk) == left


@pytest.mark.parametrize(
    "message",
    ["drop everything except Gion", "get rid of everything but Gion", "apaga tudo menos Gion", "borra todo menos Gion"],
)
async def test_all_but_one(message: str) -> None:
    talk = await trip()
    await talk.say(message)
    if talk.kinds[-1] == "_asked":
        await talk.say("yes")
    assert names(talk) == ["Gion"]


async def test_without_the_guard_a_denied_action_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(understand, "denied", lambda *_: False)
    monkeypatch.setattr(understand, "begins_denied", lambda *_: False)
    talk = await trip()
    await talk.say("don't remove Gion")
    assert names(talk) == ["Nara", "Uji"]


# What ends an app.


@pytest.mark.parametrize(
    "message", ["cancel", "we're done, thanks!", "listo, eso es todo", "pronto, valeu", "stop it please"]
)
async def test_a_word_that_stands_alone_ends_it(message: str) -> None:
    talk = await trip()
    await talk.say(message, "M")
    assert talk.session is not None
    assert talk.session.ended


@pytest.mark.parametrize("message", ["don't cancel", "not done yet", "cancel?", "how do I close this?", "done?"])
async def test_denials_and_questions_end_nothing(message: str) -> None:
    talk = await trip()
    await talk.say(message, "M")
    assert talk.session is not None
    assert not talk.session.ended


async def test_whoever_says_more_is_asked_first() -> None:
    talk = await trip()
    asked = await talk.say("ok the route is sorted, I guess we can close it now", "M")
    assert "close Trip planner" in asked.text
    assert asked.change is not None
    assert not asked.change.ends
    closed = await talk.say("yes")
    assert closed.change is not None
    assert closed.change.ends in ("done", "cancelled")


async def test_an_undo_answers_are_you_sure_with_no() -> None:
    talk = await trip()
    await talk.say("clear everything")
    await talk.say("undo")
    assert names(talk) == ["Gion", "Nara", "Uji"]


# Apps that are gone or broken can be left.


async def test_an_app_that_is_gone_makes_room_for_another() -> None:
    talk = Talk(TRIPS, BILLS)
    talk.session = AppSession(1, "gone", (AppEvent("_opened", {"language": "en"}),))
    opened = await talk.say("plan a trip to Rome", opens="trip_planner")
    assert opened.change is not None
    assert (opened.change.ends, opened.change.opens) == ("switched", "trip_planner")


async def test_an_app_that_cannot_read_its_events_can_be_ended() -> None:
    talk = Talk(TRIPS, BILLS)
    talk.session = AppSession(1, "trip_planner", (AppEvent("added", {"nonsense": 1}),))
    failed = await talk.say("show the list", "N")
    assert failed.change is None
    ended = await talk.say("cancel", "M")
    assert ended.change is not None
    assert ended.change.ends == "cancelled"
