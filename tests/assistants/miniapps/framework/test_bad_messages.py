"""Odd messages to the real apps: nothing is changed, or what was said is done; nothing breaks, and something is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fingerpost.answering.handlers import HandlerReply
from fingerpost.assistants.miniapps.bill_split.app import APP as BILL
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIP
from fingerpost.reading import reader

ODD_NAMES = (
    "Remove", "Undo", "Done", "Monday", "42", "7 Eleven", "'; DROP TABLE venues; --", "{state.__class__}",
    "<script>alert(1)</script>", "../../etc/passwd", "$(rm -rf /)", "%s%n", "null",
)  # fmt: skip
SIGNS = ("", "   ", "\n\n", "?", "!!!", "....", "🙂🙂", "-", "\u202e\u200b\x00", "()[]{}||", "[x](places)")


async def opened(app: MiniApp, *messages: str) -> Talk:
    talk = Talk(app)
    await talk.say("go", opens=app.id)
    for message in messages:
        await talk.say(message)
    return talk


def is_told(reply: HandlerReply) -> bool:
    return bool(shown(reply).strip()) and "Something broke" not in reply.text


def names(talk: Talk) -> list[Any]:
    return [one["name"] for one in talk.state["venues"]]


@pytest.mark.parametrize("app", [TRIP, BILL], ids=lambda app: app.id)
@pytest.mark.parametrize("intent", ["T", "N", "M"])
async def test_only_signs_change_nothing(app: MiniApp, intent: str) -> None:
    setup = "add Gion and Nara" if app is TRIP else "dinner 84.50, Ana paid"
    talk = await opened(app, setup)
    before = talk.state
    for text in SIGNS:
        assert is_told(await talk.say(text, intent)), repr(text)
        assert talk.state == before, repr(text)


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_an_odd_name_is_a_name_or_nothing(name: str) -> None:
    talk = await opened(TRIP, "add Gion and Nara")
    reply = await talk.say(f"add {name}")
    assert is_told(reply)
    assert talk.session is not None
    assert not talk.session.ended
    assert names(talk)[:2] == ["Gion", "Nara"], "what is there stays"


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_what_has_an_odd_name_is_removed_alone_or_not_at_all(name: str) -> None:
    talk = await opened(TRIP, "add Gion and Nara")
    assert talk.session is not None
    added = next(event for event in talk.session.events if event.kind == "added")
    odd = added._replace(
        values={**added.values, "ids": [3], "venues": [{**added.values["venues"][0], "id": 3, "name": name}]},
        request="odd",
    )
    talk.session = talk.session._replace(events=(*talk.session.events, odd))
    assert names(talk) == ["Gion", "Nara", name]
    assert is_told(await talk.say(f"remove {name}"))
    if not talk.session.ended:
        assert names(talk)[:2] == ["Gion", "Nara"]
    assert is_told(await talk.say("show the list", "N"))


@pytest.mark.parametrize("app", [TRIP, BILL], ids=lambda app: app.id)
async def test_two_hundred_things_at_once(app: MiniApp) -> None:
    talk = await opened(app)
    many = ", ".join(f"Place {n}" for n in range(200))
    reply = await talk.say(f"add {many}")
    assert is_told(reply)
    assert len(reply.text) < 20_000
    assert is_told(await talk.say("show the list", "N"))


@pytest.mark.parametrize(
    "text",
    [
        "dinner 99999999999999999999999999, Ana paid",
        "dinner 1e308, Ana paid",
        "dinner 0, Ana paid",
        "dinner -5, Ana paid",
        "dinner 0.001, Ana paid",
        "dinner " + "9" * 5000 + ", Ana paid",
        "dinner NaN euros, Ana paid",
        "dinner 84.50, " + "A" * 3000 + " paid",
    ],
)
async def test_amounts_that_nobody_pays(text: str) -> None:
    talk = await opened(BILL, "taxi 20 euros, Tom paid")
    assert is_told(await talk.say(text))
    taxi, *more = talk.state["expenses"]
    assert (taxi["what"], taxi["cents"]) == ("taxi", 2000)
    assert all(0 < one["cents"] < 10**12 for one in more)
    assert is_told(await talk.say("who owes whom?", "N"))


@pytest.mark.parametrize(
    "texts",
    [["rate Gion 287 stars"], ["rate Gion 0 stars"], ["move Gion to day 99999999999"], ["move Gion to day -3"],
     ["remove Gion", "remove Gion"], ["undo"] * 5, ["redo"] * 3, ["clear everything", "yes", "clear everything"]],
    ids=lambda texts: "+".join(texts)[:40],
)  # fmt: skip
async def test_what_cannot_be_is_told(texts: Sequence[str]) -> None:
    talk = await opened(TRIP, "add Gion and Nara")
    for text in texts:
        assert is_told(await talk.say(text)), text
    for venue in talk.state["venues"]:
        assert venue["rating"] in (None, 1, 2, 3, 4, 5)
        assert venue["day"] is None or isinstance(venue["day"], str) or 0 < venue["day"] < 10_000


@pytest.mark.parametrize("text", ["a " * 30_000, "9" * 50_000, "add " + "x" * 20_000, "remove Gion " * 2_000])
async def test_a_message_that_never_ends(text: str) -> None:
    talk = await opened(TRIP, "add Nara")
    assert is_told(await talk.say(text))
    assert names(talk)[0] == "Nara"


async def test_what_is_not_read_to_its_end_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = await opened(TRIP, "add Gion and Nara")
    text = "remove Gion, it is too far for us"
    monkeypatch.setattr(reader, "LONGEST", len(text) - 1)
    assert is_told(await talk.say(text))
    assert names(talk) == ["Gion", "Nara"]
    assert "_asked" not in talk.kinds
    monkeypatch.setattr(reader, "LONGEST", len(text) + 1)
    await talk.say(f"{text}.")
    assert names(talk) == ["Nara"]
