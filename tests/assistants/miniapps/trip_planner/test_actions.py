"""What typed values do to a trip: events, questions, refusals."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.framework.item_list import LONGEST_NAME, LONGEST_NOTE, PER_MESSAGE, bare
from fingerpost.assistants.miniapps.framework.item_list import MOST as PER_TRIP
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Question, Refusal, State
from fingerpost.assistants.miniapps.trip_planner import actions as module
from fingerpost.assistants.miniapps.trip_planner.actions import ACTIONS
from fingerpost.assistants.miniapps.trip_planner.state import LONGEST_DESTINATION, START, VENUES, apply, day_in
from fingerpost.reading.declaration import load
from fingerpost.routebook.apps import AppEvent
from tests.conftest import examples

BY_NAME = {action.name: action for action in ACTIONS}
PLACED = Path(module.__file__).parent
DECLARED = tomllib.loads((PLACED / "actions.toml").read_text(encoding="utf-8"))
GION, NARA, UJI = 1, 2, 3
TRIP: State = {
    "destination": "Kyoto",
    "venues": [
        VENUES.thing(GION, "Gion", day=2),
        VENUES.thing(NARA, "Nara", visited=True, rating=4),
        VENUES.thing(UJI, "Uji", day=1),
    ],
    "next": 4,
}
DATED: State = {**TRIP, "venues": [VENUES.thing(GION, "Gion", day="2026-12-20"), VENUES.thing(NARA, "Nara")]}


def done(action: str, state: State = TRIP, **values: Any) -> Any:
    return BY_NAME[action].do(state, {"language": "en", **values})


def after(action: str, state: State = TRIP, **values: Any) -> State:
    """Return the state after what an action did; it has to do something."""
    made = done(action, state, **values)
    for event in made if isinstance(made, list) else [made]:
        assert isinstance(event, AppEvent), event
        state = apply(state, event)
    return state


def of(state: State, name: str) -> Any:
    return next(one for one in state["venues"] if one["name"] == name)


def names(state: State) -> list[str]:
    return [one["name"] for one in state["venues"]]


def refused(made: Any) -> str:
    assert isinstance(made, Refusal), made
    assert all(made.said[language] for language in LANGUAGES)
    return made.said["en"]


# What is declared.


def test_all_that_is_declared_can_be_done() -> None:
    assert set(BY_NAME) == set(DECLARED["actions"]) - {"view"}
    assert len(BY_NAME) == len(ACTIONS) == 14


def test_what_is_required_is_asked_for_in_three_languages() -> None:
    for name, action in DECLARED["actions"].items():
        for parameter, told in action.get("parameters", {}).items():
            assert set(told.get("ask", {})) == (set(LANGUAGES) if told.get("required") else set()), (name, parameter)
    assert all(set(action.example) == set(LANGUAGES) for action in ACTIONS)


def test_every_example_fits_the_declaration() -> None:
    lines = (PLACED / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(load(PLACED / "actions.toml").examples) == len(lines) > 2_000
    assert {json.loads(line)["lang"] for line in lines} == set(LANGUAGES)


# Adding.


def test_places_are_added_with_all_that_was_said() -> None:
    state = after("add", new=["Tōji", "the bamboo grove"], day=3, category="temple", district="el Born", stars=4.5)
    assert names(state)[3:] == ["Tōji", "bamboo grove"]
    assert of(state, "Tōji") == VENUES.thing(4, "Tōji", day=3, category="temple", district="Born", rating=4.5)
    assert state["next"] == 6


def test_nothing_is_added_twice() -> None:
    assert "Already on the list: Gion" in refused(done("add", new=["the GION"]))
    assert names(after("add", new=["Ōsaka", "osaka", "la Osaka"])) == ["Gion", "Nara", "Uji", "Ōsaka"]


def test_what_is_there_already_gets_what_was_said_of_it() -> None:
    state = after("add", new=["gion", "Ōsaka"], day=5, stars=3)
    assert [(one["day"], one["rating"]) for one in (of(state, "Gion"), of(state, "Ōsaka"))] == [(5, 3), (5, 3)]
    assert done("add", new=["gion"], day=5) == AppEvent("placed", {"ids": [GION], "day": 5})
    assert "how it is already" in refused(done("add", new=["Gion"], day=2))


def test_a_message_adds_no_more_than_it_may() -> None:
    made = done("add", new=[f"Place {number}" for number in range(PER_MESSAGE + 300)])
    assert (len(made.values["venues"]), made.values["left_out"]) == (PER_MESSAGE, 300)


def test_a_trip_has_an_end() -> None:
    full = {
        **START,
        "venues": [VENUES.thing(number, f"Place {number}") for number in range(PER_TRIP - 1)],
        "next": PER_TRIP,
    }
    made = done("add", full, new=["Gion", "Nara"])
    assert (len(made.values["venues"]), made.values["left_out"]) == (1, 1)
    assert "full" in refused(done("add", apply(full, made), new=["Uji"]))


def test_long_names_are_cut_and_that_is_told() -> None:
    made = done("add", new=["x" * (LONGEST_NAME + 1), "y" * LONGEST_NAME])
    assert [len(one["name"]) for one in made.values["venues"]] == [LONGEST_NAME] * 2
    assert made.values["cut"] == 1


@pytest.mark.parametrize("name", ["<b>Gion</b>", "'; drop table venues; --", "{x} %s \\n", "🙂", "Undo"])
def test_whatever_is_in_a_name_is_only_a_name(name: str) -> None:
    assert names(after("add", new=[name]))[-1] == name


# Days.


def test_places_go_to_a_day_and_off_it() -> None:
    assert [one["day"] for one in after("day", places=[GION, NARA], day=7)["venues"]] == [7, 7, 1]
    assert of(after("day", places=[UJI], day="2026-05-03"), "Uji")["day"] == "2026-05-03"
    state = after("no_day", places=[GION, UJI])
    assert [one["day"] for one in state["venues"]] == [None] * 3
    assert "already" in refused(done("no_day", state, places=[GION]))


@pytest.mark.parametrize("day", [0, -1, 366, 10**30, 2.5, float("inf"), float("nan"), "2026-02-30", "", "soon"])
def test_what_is_no_day_is_asked_for_again(day: Any) -> None:
    assert day_in(TRIP, day) is None
    made = done("day", places=[GION], day=day)
    assert isinstance(made, Question)
    assert (made.action, dict(made.values), made.missing) == ("day", {"places": [GION]}, "day")
    assert "1 to 365" in made.said["en"]
    asked = done("add", new=["Ōsaka"], category="city", day=day)
    assert (asked.action, dict(asked.values), asked.missing) == ("add", {"new": ["Ōsaka"], "category": "city"}, "day")
    assert "nothing there" in refused(done("clear", day=day))


@pytest.mark.parametrize("day", [1, 365, 2.0])
def test_a_day_is_a_number(day: float) -> None:
    assert (day_in(TRIP, day), type(day_in(TRIP, day))) == (day, int)


def test_in_a_trip_of_dates_a_number_is_a_day_of_the_month() -> None:
    assert day_in(DATED, 21) == "2026-12-21"
    assert of(after("day", DATED, places=[NARA], day=21), "Nara")["day"] == "2026-12-21"
    assert of(after("add", DATED, new=["Ise"], day=5), "Ise")["day"] == "2026-12-05"
    assert names(after("clear", DATED, day=20)) == ["Nara"]
    later = {**DATED, "venues": [*DATED["venues"], VENUES.thing(4, "Ise", day="2027-02-01")]}
    # February has no 30th, and a year has no 32nd of any month.
    assert [day_in(later, day) for day in (3, 30, 32)] == ["2027-02-03", 30, 32]


def test_where_days_have_numbers_a_number_is_one() -> None:
    mixed = {**DATED, "venues": [*DATED["venues"], VENUES.thing(4, "Ise", day=1)]}
    assert (day_in(mixed, 21), day_in(START, 21)) == (21, 21)


# What is said of places.


def test_places_are_rated() -> None:
    assert [one["rating"] for one in after("rate", places=[GION, UJI], stars=4.5)["venues"]] == [4.5, 4, 4.5]
    assert "already" in refused(done("rate", places=[NARA], stars=4))


@pytest.mark.parametrize("stars", [0, 0.5, 5.5, 6, 287, -1, float("inf"), float("nan")])
def test_stars_beyond_five_are_asked_for_again(stars: float) -> None:
    made = done("rate", places=[GION, UJI], stars=stars)
    assert isinstance(made, Question)
    assert (made.action, dict(made.values), made.missing) == ("rate", {"places": [GION, UJI]}, "stars")
    assert "1 to 5" in made.said["en"]
    assert done("add", new=["Ōsaka"], stars=stars)[1:4] == ("add", {"new": ["Ōsaka"]}, "stars")


def test_places_are_visited_and_not() -> None:
    assert [one["visited"] for one in after("visited", places=[GION, NARA])["venues"]] == [True, True, False]
    assert [one["visited"] for one in after("not_visited", places=[NARA])["venues"]] == [False] * 3
    assert "already" in refused(done("visited", places=[NARA]))
    assert "already" in refused(done("not_visited", places=[GION]))


def test_notes_are_added_and_cut() -> None:
    state = after("note", after("note", places=[GION], text="go  late"), places=[GION], text="n" * 9_000)
    assert of(state, "Gion")["notes"] == ["go late", "n" * LONGEST_NOTE]


def test_places_have_a_category_and_a_district() -> None:
    state = after("district", after("category", places=[GION, UJI], category="bar"), places=[GION], district="East")
    assert [(one["category"], one["district"]) for one in state["venues"]] == [("bar", "East"), ("", ""), ("bar", "")]
    assert "already" in refused(done("category", state, places=[GION], category="bar"))
    assert len(of(after("district", places=[GION], district="d" * 999), "Gion")["district"]) == LONGEST_NAME


def test_a_trip_goes_elsewhere() -> None:
    assert after("destination", to="las Vegas")["destination"] == "las Vegas"
    assert len(after("destination", to="x" * 999)["destination"]) == LONGEST_DESTINATION
    assert "already" in refused(done("destination", to="Kyoto"))


# Other names, other places.


def test_a_renamed_place_stays_the_same() -> None:
    state = after("rename", place=GION, name="the Gion Corner")
    assert state["venues"][0] == {**TRIP["venues"][0], "name": "Gion Corner"}
    assert names(after("rename", place=GION, name="GION"))[0] == "GION"
    assert "already" in refused(done("rename", place=GION, name="Gion"))
    assert "another Nara" in refused(done("rename", place=GION, name="the nara"))


def test_a_place_in_another_ones_stead_keeps_its_day() -> None:
    removed, added = done("replace", place=GION, name="Pontocho")
    assert (removed.kind, removed.values["ids"], added.kind, added.values["ids"]) == ("removed", [GION], "added", [4])
    state = after("replace", place=GION, name="Pontocho")
    assert of(state, "Pontocho") == VENUES.thing(4, "Pontocho", day=2)
    assert names(state) == ["Nara", "Uji", "Pontocho"]
    # Stars, notes and visits were those of the other one.
    assert of(after("replace", place=NARA, name="Ise"), "Ise") == VENUES.thing(4, "Ise")


def test_a_place_of_a_full_trip_can_be_replaced() -> None:
    full = {
        **START,
        "venues": [VENUES.thing(number, f"Place {number}") for number in range(PER_TRIP)],
        "next": PER_TRIP,
    }
    assert len(after("replace", full, place=7, name="Gion")["venues"]) == PER_TRIP


def test_nothing_is_replaced_by_what_is_there() -> None:
    assert "another Nara" in refused(done("replace", place=GION, name="nara"))
    assert "already" in refused(done("replace", place=GION, name="the gion"))
    assert "nothing there" in refused(done("replace", place=99, name="Ise"))


# Removing.


def test_places_are_removed() -> None:
    assert names(after("remove", places=[GION, UJI])) == ["Nara"]
    assert "nothing there" in refused(done("remove", places=[99]))


def test_removing_all_of_several_asks_first() -> None:
    sure = BY_NAME["remove"].confirm
    assert sure is not None
    asked = sure(TRIP, {"places": [UJI, GION, NARA]})
    assert asked is not None
    assert "all 3 places" in asked["en"]
    assert sure(TRIP, {"places": [GION, NARA]}) is None
    assert sure(DATED, {"places": [GION, NARA]}) is None


def test_clearing_asks_first() -> None:
    sure = BY_NAME["clear"].confirm
    assert sure is not None
    asked = sure(DATED, {})
    assert asked is not None
    assert "all 2 places" in asked["en"]
    assert (sure(START, {}), sure(TRIP, {"day": 2}), sure(TRIP, {"day": 999})) == (None, None, None)


def test_a_trip_or_one_day_is_cleared() -> None:
    assert done("clear") == AppEvent("cleared")
    assert names(after("clear", day=2)) == ["Nara", "Uji"]
    assert "nothing there" in refused(done("clear", day=3))
    assert "nothing there" in refused(done("clear", START))


def test_only_these_two_ask_first() -> None:
    assert {action.name for action in ACTIONS if action.confirm} == {"remove", "clear"}


# Values that nobody expects.


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("destination", {"to": " "}),
        ("add", {"new": []}),
        ("add", {"new": ["", "  "], "day": 2}),
        ("note", {"places": [GION], "text": " \n"}),
        ("category", {"places": [GION], "category": ""}),
        ("district", {"places": [GION], "district": "\t"}),
        ("rename", {"place": GION, "name": ""}),
        ("replace", {"place": GION, "name": " "}),
    ],
)
def test_what_has_no_words_is_refused(action: str, values: dict[str, Any]) -> None:
    assert "no words" in refused(done(action, **values))


NUMBERS = st.one_of(st.integers(), st.floats(), st.dates().map(str), st.text(max_size=12))
TEXTS = st.text(max_size=600)
VALUES = st.fixed_dictionaries(
    {
        "places": st.lists(st.sampled_from([GION, NARA, UJI, 99]), max_size=5),
        "place": st.sampled_from([GION, NARA, UJI]),
        "new": st.lists(TEXTS, max_size=4),
        "stars": st.one_of(st.integers(), st.floats()),
        **dict.fromkeys(("to", "text", "name", "category", "district"), TEXTS),
        "day": NUMBERS,
    }
)


@settings(max_examples=examples(1_000), deadline=None)
@given(st.sampled_from(ACTIONS), st.sampled_from([START, TRIP, DATED]), VALUES)
def test_whatever_the_values_are_the_trip_stays_whole(action: Any, state: State, values: dict[str, Any]) -> None:
    before = json.dumps([state, values])
    made = action.do(state, values)
    assert json.dumps([state, values]) == before
    for one in made if isinstance(made, list) else [made]:
        if isinstance(one, AppEvent):
            json.dumps(one.values, allow_nan=False)
            state = apply(state, one)
    held = names(state)
    assert len({one["id"] for one in state["venues"]}) == len(held)
    assert all(0 < len(name) <= LONGEST_NAME for name in held)
    assert all(one["rating"] is None or 1 <= one["rating"] <= 5 for one in state["venues"])


def test_an_article_is_no_name() -> None:
    assert [bare(name) for name in ("the fort", "The Shard", "la", "os Arcos", "Lake the")] == [
        "fort", "The Shard", "la", "Arcos", "Lake the",
    ]  # fmt: skip
