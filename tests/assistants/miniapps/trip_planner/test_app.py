"""The trip planner as people meet it."""

from __future__ import annotations

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
