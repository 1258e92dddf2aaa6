"""What is said of what was done."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, State
from fingerpost.assistants.miniapps.framework.telling import LINES
from fingerpost.assistants.miniapps.trip_planner.actions import ACTIONS
from fingerpost.assistants.miniapps.trip_planner.showing import LIST, say
from fingerpost.assistants.miniapps.trip_planner.state import START, VENUES, apply
from fingerpost.routebook.apps import AppEvent

TRIP: State = {**START, "venues": [VENUES.thing(1, "Gion", day=2), VENUES.thing(2, "{Nara}", visited=True)], "next": 3}
DO = {action.name: action.do for action in ACTIONS}


@pytest.mark.parametrize(
    ("action", "values", "told"),
    [
        ("add", {"new": ["Uji", "Gion"], "day": 3, "stars": 4}, "Added Uji (day 3, ★★★★). Already there: Gion."),
        ("add", {"new": ["Gion"], "stars": 4.5}, "Gion → ★★★★½."),
        ("add", {"new": ["x" * 300]}, f"Added {'x' * 200}. A name was cut at 200 characters."),
        ("add", {"new": ["Uji"], "day": "2026-05-08"}, "Added Uji (Fri 8 May)."),
        ("remove", {"places": [2, 1]}, "Removed Gion and {Nara}."),
        ("day", {"places": [1], "day": 5}, "Gion → day 5."),
        ("no_day", {"places": [1]}, "Gion → no day."),
        ("rate", {"places": [1, 2], "stars": 3}, "Gion and {Nara}: ★★★"),
        ("visited", {"places": [1]}, "Marked as visited: Gion."),
        ("not_visited", {"places": [2]}, "Marked as not visited: {Nara}."),
        ("note", {"places": [1], "text": "{n} {0}"}, "Noted for Gion: {n} {0}"),
        ("category", {"places": [1], "category": "bar"}, "Gion → bar."),
        ("district", {"places": [1], "district": "East"}, "Gion → East."),
        ("rename", {"place": 1, "name": "Uji"}, "Gion is now called Uji."),
        ("replace", {"place": 1, "name": "Uji"}, "Removed Gion. Added Uji (day 2)."),
        ("destination", {"to": "Kyoto"}, "The trip now goes to Kyoto."),
        ("clear", {}, "Removed all 2 places. “undo” brings them back."),
    ],
)
def test_what_is_said_of_an_action(action: str, values: dict[str, Any], told: str) -> None:
    made = DO[action](TRIP, values)
    state, sentences, others = TRIP, [], set()
    for event in made if isinstance(made, list) else [made]:
        assert isinstance(event, AppEvent)
        before, state = state, apply(state, event)
        sentences.append(say(before, state, event, "en"))
        others |= {say(before, state, event, language) for language in LANGUAGES}
    assert " ".join(sentences) == told
    assert all(others)


def test_all_that_did_not_fit_is_counted() -> None:
    made = DO["add"](START, {"new": [f"Place {number}" for number in range(250)]})
    assert isinstance(made, AppEvent)
    told = say(START, apply(START, made), made, "en")
    assert told.startswith("Added 200 places: Place 0, Place 1, Place 2, Place 3, Place 4 and 195 more.")
    assert "50 were left out" in told


def test_a_card_lists_the_first_and_holds_all() -> None:
    state = {**START, "venues": [VENUES.thing(number, f"Place {number}") for number in range(100)]}
    shown = LIST.card(state, "es")
    assert shown.text.splitlines()[0] == "Viaje · 100 lugares"
    assert shown.text.splitlines()[-1] == "… 70 más"
    assert (len(shown.text.splitlines()), len(shown.values["items"])) == (LINES + 2, 100)
