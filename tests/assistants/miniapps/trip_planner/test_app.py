"""The trip planner as people meet it."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.trip_planner.app import APP


async def test_it_greets_with_where_the_trip_goes_also_when_it_is_asked_again() -> None:
    talk = Talk(APP)
    first = await talk.say("plan a trip to Lisbon", opens="trip_planner", request="one")
    assert first.text.startswith("Let's plan your trip to Lisbon!")
    assert talk.state["destination"] == "Lisbon"
    await talk.say("add Alfama")
    again = await talk.say("plan a trip to Lisbon", request="one")
    assert again.text == first.text


@pytest.mark.parametrize(
    "text", ["add Nara and Uji on day 2", "agrega Nara y Uji el día 2", "adiciona Nara e Uji no dia 2"]
)
async def test_two_names_are_two_places(text: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say(text)
    assert [(one["name"], one["day"]) for one in talk.state["venues"]] == [("Nara", 2), ("Uji", 2)]


async def test_a_name_may_have_and_in_it() -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say("put Elephant and Castle down for day 1")
    assert [one["name"] for one in talk.state["venues"]] == ["Elephant and Castle"]
