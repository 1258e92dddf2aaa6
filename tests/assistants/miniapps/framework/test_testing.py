"""The double of a talk: what no store would take fails the test that meets it."""

from __future__ import annotations

import pytest

from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import Request
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.routebook.apps import AppChange, AppEvent
from fingerpost.types import Decision


class Saboteur:
    """Answers with a change whatever is said."""

    def __init__(self, change: AppChange) -> None:
        self.change = change

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        return HandlerReply("", change=self.change)

    async def close(self) -> None:
        """Hold nothing."""


async def test_what_is_said_is_kept_and_seen_by_the_next_message() -> None:
    talk = Talk(APP)
    assert "Kyoto" in shown(await talk.say("plan a trip to Kyoto", opens="trip_planner"))
    assert "Gion" in shown(await talk.say("add Gion"))
    assert "Gion" in shown(await talk.say("show the list", "N"))
    assert [one["name"] for one in talk.state["venues"]] == ["Gion"]
    assert talk.kinds == ["_opened", "destination", "added"]
    await talk.say("done", "M")
    assert talk.session is not None
    assert talk.session.ended == "done"


async def test_a_request_that_comes_twice_is_carried_out_once() -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    first = await talk.say("add Gion", request="same")
    again = await talk.say("add Gion", request="same")
    assert again.change is None
    assert shown(again) == shown(first)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (AppChange(ends="done"), "no app runs that could be ended"),
        (AppChange(events=(AppEvent("added"),)), "no app runs that could take"),
    ],
)
async def test_nothing_is_done_to_an_app_that_does_not_run(change: AppChange, fault: str) -> None:
    talk = Talk(APP)
    with pytest.raises(AssertionError, match="no app was opened"):
        _ = talk.state
    talk.handler = Saboteur(change)
    with pytest.raises(AssertionError, match=fault):
        await talk.say("hello")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (AppChange(opens="bill_split"), "bill_split was opened while trip_planner runs"),
        (AppChange(ends="done", events=(AppEvent("added"),)), "trip_planner was ended, and events were added"),
    ],
)
async def test_one_app_runs_at_a_time_and_nothing_follows_its_end(change: AppChange, fault: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    talk.handler = Saboteur(change)
    with pytest.raises(AssertionError, match=fault):
        await talk.say("hello")


async def test_values_that_json_cannot_hold_are_not_kept() -> None:
    talk = Talk(APP)
    talk.handler = Saboteur(AppChange(opens="trip_planner", events=(AppEvent("_opened", {"ids": {1, 2}}),)))
    with pytest.raises(TypeError, match="not JSON serializable"):
        await talk.say("plan a trip")
    assert talk.session is None
