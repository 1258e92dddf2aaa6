"""What can be looked at of a trip."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.framework.item_list import MOST as PER_TRIP
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, State
from fingerpost.assistants.miniapps.trip_planner.state import START, VENUES
from fingerpost.assistants.miniapps.trip_planner.views import VIEWS, recap
from tests.conftest import examples

TODAY = date(2026, 5, 1)
BY_NAME = {view.name: view for view in VIEWS}
TRIP: State = {
    "destination": "Madrid",
    "venues": [
        VENUES.thing(1, "Museo del Prado", category="museum", district="Retiro", day=2, rating=5, visited=True),
        VENUES.thing(2, "Casa Dani", category="bar", district="Salamanca", day=2, notes=["cash only"]),
        VENUES.thing(3, "Reina Sofía", category="museum", day=3, rating=4),
        VENUES.thing(4, "El Rastro"),
    ],
    "next": 5,
}


def shown(view: str, text: str, state: State = TRIP, language: Language = "en") -> str:
    told, parts = BY_NAME[view].show(state, text, language, TODAY)
    return "\n".join([told, *(part.text for part in parts)])


def held(view: str, text: str, state: State = TRIP) -> list[int]:
    """Return the ids of the places that a view shows."""
    _, parts = BY_NAME[view].show(state, text, "en", TODAY)
    return [one["id"] for part in parts for one in part.values["items"]]


def test_the_whole_list() -> None:
    assert shown("list", "show the list").splitlines() == [
        "Here is your trip.",
        "Madrid · 4 places, 1 visited",
        "1. Museo del Prado (museum, Retiro) ★★★★★ ✓ day 2",
        "2. Casa Dani (bar, Salamanca) day 2 — cash only",
        "3. Reina Sofía (museum) ★★★★ day 3",
        "4. El Rastro",
    ]


@pytest.mark.parametrize(
    ("view", "text", "ids"),
    [
        ("left", "what is left?", [2, 3, 4]),
        ("seen", "what have we visited?", [1]),
        ("unrated", "what is unrated?", [2, 4]),
        ("left", "what is left on day 2?", [2]),
        ("list", "which museums do we have?", [1, 3]),
        ("list", "museum on day 3", [3]),
        ("list", "anything in Salamanca?", [2]),
        ("by day", "what is on day 2?", [1, 2]),
        ("by day", "¿qué hay el día 3?", [3]),
        ("by day", "o que tem no dia 3?", [3]),
        ("by day", "day by day", [2, 1, 3, 4]),
        ("recap", "recap", [1, 2, 3, 4]),
    ],
)
def test_what_a_view_shows(view: str, text: str, ids: list[int]) -> None:
    assert sorted(held(view, text)) == sorted(ids)


def test_a_day_without_places() -> None:
    assert shown("by day", "what is on day 9?") == "Nothing is planned for day 9."
    assert shown("list", "bars on day 3") == "Nothing is planned for day 3, bar."
    assert shown("left", "¿qué falta el día 9?", language="es") == "No hay nada para día 9."


def test_a_weekday_is_the_next_one() -> None:
    dated = {**TRIP, "venues": [VENUES.thing(1, "Prado", day="2026-05-08"), VENUES.thing(2, "Dani", day="2026-05-09")]}
    assert held("by day", "what is on saturday?", {**dated, "venues": dated["venues"][:1]}) == []
    assert held("by day", "what is on 8 May?", dated) == [1]
    # A number is a day of the month where all days are dates.
    assert held("by day", "what is on day 9?", dated) == [2]


@pytest.mark.parametrize("text", ["is casa dani on the list?", "and la Casa Dani?", "when is Dani?"])
def test_a_place_that_is_named_is_shown_alone(text: str) -> None:
    assert held("list", text) == [2]
    assert shown("list", text).splitlines()[0] == "Casa Dani (bar, Salamanca) day 2 — cash only"


def test_a_word_that_asks_for_a_view_names_no_place() -> None:
    listed = {
        **TRIP,
        "venues": [VENUES.thing(1, "Schindler's List Tour"), VENUES.thing(2, "Museum Quarter"), VENUES.thing(3, "Uji")],
    }
    assert held("list", "show the list", listed) == [1, 2, 3]


@pytest.mark.parametrize("text", ["what is left for friday?", "what is left in Kyoto?", "what is left in the east?"])
def test_a_day_a_destination_or_a_district_is_no_place(text: str) -> None:
    venues = [VENUES.thing(1, "Friday Market"), VENUES.thing(2, "Kyoto Tower"), VENUES.thing(3, "East End")]
    venues = [{**one, "day": "2026-05-01", "district": "the East", "category": "bar"} for one in venues]
    assert held("left", text, {**START, "destination": "Kyoto", "venues": venues}) == [1, 2, 3]


def test_the_longest_name_counts() -> None:
    nested = {**TRIP, "venues": [VENUES.thing(1, "Gion"), VENUES.thing(2, "Gion Corner")]}
    assert held("list", "when is Gion Corner?", nested) == [2]


def test_groups_stand_in_order_with_those_without_at_the_end() -> None:
    days = [line for line in shown("by day", "by day").splitlines() if line.endswith(":")]
    assert days == ["day 2:", "day 3:", "no day:"]
    districts = [line for line in shown("by district", "por barrio", language="es").splitlines() if line.endswith(":")]
    assert districts == ["Retiro:", "Salamanca:", "sin barrio:"]
    kinds = [line for line in shown("by category", "por categoria", language="pt").splitlines() if line.endswith(":")]
    assert kinds == ["bar:", "museum:", "sem categoria:"]


def test_a_recap_tells_what_is_left_and_what_was_best() -> None:
    told = recap(TRIP, "en")
    assert told == (
        "Madrid · 4 places, 1 visited. 3 left to see. Average: 4.5 of 5 (2 rated). Best so far: Museo del Prado ★★★★★."
    )
    assert recap(START, "es") == "Viaje · todavía sin lugares."


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_trip_is_said_to_be_empty(language: Language) -> None:
    told = {shown(view.name, view.example[language], START, language) for view in VIEWS}
    assert len(told) == 1
    assert {"en": "no places yet", "es": "no tiene lugares", "pt": "não tem lugares"}[language] in told.pop()


def test_one_view_is_meant_where_none_is_named() -> None:
    assert [view.name for view in VIEWS if view.default] == ["list"]
    assert all(view.words[language] and view.example[language] for view in VIEWS for language in LANGUAGES)


def test_a_full_trip_is_looked_at_at_once() -> None:
    full = {
        **START,
        "venues": [VENUES.thing(number, f"Place {number}x", district=f"D{number}") for number in range(PER_TRIP)],
    }
    assert held("list", "show the list", full) == list(range(PER_TRIP))


@settings(max_examples=examples(500), deadline=None)
@given(st.sampled_from(VIEWS), st.text(max_size=80), st.sampled_from(LANGUAGES), st.lists(st.text(max_size=9)))
def test_whatever_is_asked_something_is_shown(view: object, text: str, language: Language, names: list[str]) -> None:
    state = {**START, "venues": [VENUES.thing(n, name, district=name, category=name) for n, name in enumerate(names)]}
    before = json.dumps(state)
    for name in (view.name, "by day"):  # type: ignore[attr-defined]
        assert shown(name, f"{text} {names[0] if names else ''}", state, language)
    assert json.dumps(state) == before
