"""What the written commands do to the mini-apps, and how states are compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from benchmarks.app_commands import CommandError, expected, fits, neutral

from fingerpost.assistants.miniapps.bill_split.app import APP as BILL
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIP
from fingerpost.routebook.apps import AppEvent

VENUES: list[Any] = [{"do": "add", "places": ["Gion", "The Louvre"], "day": 2}]
SPENT: list[Any] = [
    {"do": "people", "add": ["Ana", "Tom"]},
    {"do": "expense", "what": "taxi", "amount": 24.0, "payer": "Ana"},
    {"do": "payment", "from": "Tom", "to": "me", "amount": 5},
]


def after(app: MiniApp, commands: list[Any]) -> State:
    return expected(app, app.start, commands)[0].state


def held(app: MiniApp, commands: list[Any]) -> Any:
    return neutral(app, after(app, commands))


@pytest.mark.parametrize(
    ("command", "field", "value"),
    [
        ({"do": "day", "places": ["gion"], "day": None}, "day", None),
        ({"do": "rate", "places": ["Gión"], "stars": 4}, "rating", 4),
        ({"do": "visited", "places": ["Gion"], "visited": True}, "visited", True),
        ({"do": "note", "places": ["Gion"], "text": "Bring cash!"}, "notes", ["bring cash"]),
        ({"do": "category", "places": ["Gion"], "category": "Park"}, "category", "park"),
        ({"do": "district", "places": ["Gion"], "district": "East"}, "district", "east"),
        ({"do": "rename", "place": "Gion", "name": "Gion Corner"}, "name", "gion corner"),
    ],
)
def test_a_place_is_changed(command: Any, field: str, value: Any) -> None:
    places = held(TRIP, [*VENUES, command])["places"]
    assert places[0][field] == value
    assert places[1]["name"] == "louvre"


def test_a_place_for_another_may_keep_the_day() -> None:
    ways = expected(TRIP, after(TRIP, VENUES), [{"do": "replace", "place": "Louvre", "name": "Orsay"}])
    days = [{place["name"]: place["day"] for place in neutral(TRIP, way.state)["places"]} for way in ways]
    assert days == [{"gion": 2, "orsay": None}, {"gion": 2, "orsay": 2}]


@pytest.mark.parametrize(
    ("command", "bears"),
    [
        ({"do": "change", "expense": "Taxi", "amount": 30}, {"ana": 1000, "me": 1000, "tom": 1000}),
        ({"do": "change", "expense": "taxi", "among": ["me", "Ana"]}, {"ana": 1200, "me": 1200}),
        ({"do": "change", "expense": "taxi", "weights": {"me": 1, "Tom": 0.5}}, {"me": 1600, "tom": 800}),
        ({"do": "change", "expense": "taxi", "amounts": {"me": 20, "Tom": 4}}, {"me": 2000, "tom": 400}),
        ({"do": "exclude", "expense": "taxi", "people": ["me"]}, {"ana": 1200, "tom": 1200}),
        ({"do": "person", "old": "Tom", "new": "Tomás"}, {"ana": 800, "me": 800, "tomas": 800}),
        ({"do": "change_payment", "from": "Tom", "to": "me", "amount": 6}, {"ana": 800, "me": 800, "tom": 800}),
        ({"do": "currency", "currency": "EUR"}, {"ana": 800, "me": 800, "tom": 800}),
    ],
)
def test_an_expense_is_borne(command: Any, bears: Any) -> None:
    bill = held(BILL, [*SPENT, command])
    assert [one["bears"] for one in bill["expenses"]] == [bears]
    assert bill["payments"][0]["cents"] == (600 if command["do"] == "change_payment" else 500)
    assert bill["currency"] == command.get("currency", "")


def test_a_payment_is_changed_and_everything_else_stays() -> None:
    told = [*SPENT, {"do": "currency", "currency": "EUR"}]
    changed = held(BILL, [*told, {"do": "change_payment", "from": "Tom", "to": "me", "amount": 6}])
    assert {**changed, "payments": []} == {**held(BILL, told), "payments": []}


def test_who_leaves_bears_no_part_though_named() -> None:
    shared: list[Any] = [*SPENT[:1], {**SPENT[1], "among": ["me", "Ana", "Tom"]}, {"do": "leave", "people": ["Tom"]}]
    bill = held(BILL, shared)
    assert bill["people"] == ["ana", "me"]
    assert bill["expenses"][0]["bears"] == {"ana": 1200, "me": 1200}


def test_who_comes_later_may_be_spared() -> None:
    ways = expected(BILL, after(BILL, SPENT), [{"do": "people", "add": ["Bea"]}])
    assert [sorted(neutral(BILL, way.state)["expenses"][0]["bears"]) for way in ways] == [
        ["ana", "bea", "me", "tom"],
        ["ana", "me", "tom"],
    ]


@pytest.mark.parametrize(
    ("app", "commands"),
    [
        (TRIP, [{"do": "fly", "to": "Mars"}]),
        (TRIP, [*VENUES, {"do": "remove", "places": ["Prado"]}]),
        (BILL, [*SPENT, {"do": "drop", "expense": "dinner"}]),
        (BILL, [*SPENT, {"do": "change_payment", "from": "Ana", "to": "me", "amount": 6}]),
        (BILL, [*SPENT, {"do": "change", "expense": "taxi", "amounts": {"me": 20, "Tom": 5}}]),
        (BILL, [*SPENT, {"do": "leave", "people": ["Ana"]}]),
    ],
)
def test_what_cannot_be_carried_out_is_refused(app: MiniApp, commands: list[Any]) -> None:
    with pytest.raises(CommandError):
        expected(app, app.start, commands)


def test_a_command_without_its_reducer_fails() -> None:
    def without_ratings(state: State, event: AppEvent) -> State:
        return state if event.kind == "rated" else TRIP.apply(state, event)

    rated: list[Any] = [*VENUES, {"do": "rate", "places": ["Gion"], "stars": 4}]
    assert expected(TRIP, TRIP.start, rated)
    with pytest.raises(CommandError, match="'rate' changes nothing"):
        expected(replace(TRIP, apply=without_ratings), TRIP.start, rated)


def test_a_command_of_which_one_event_has_no_reducer_fails() -> None:
    def without_arrivals(state: State, event: AppEvent) -> State:
        return state if event.kind == "added" else TRIP.apply(state, event)

    with pytest.raises(CommandError, match="'replace' changes nothing, or not all"):
        expected(
            replace(TRIP, apply=without_arrivals),
            after(TRIP, VENUES),
            [{"do": "replace", "place": "Gion", "name": "Orsay"}],
        )


def test_a_day_that_one_way_has_kept_can_be_told() -> None:
    commands: list[Any] = [
        {"do": "replace", "place": "Gion", "name": "Orsay"},
        {"do": "day", "places": ["Orsay"], "day": 2},
    ]
    assert len(expected(TRIP, after(TRIP, VENUES), commands)) == 1


NOTED: list[Any] = [*VENUES, {"do": "note", "places": ["Gion"], "text": "bring cash"}]


@pytest.mark.parametrize(
    ("app", "found", "wanted", "same"),
    [
        (TRIP, [{"do": "add", "places": ["the louvre", "gion"], "day": 2, "category": "museum"}], VENUES, True),
        (TRIP, VENUES, [{"do": "add", "places": ["Gion", "Louvre"], "day": 2, "category": "museum"}], False),
        (
            TRIP,
            [{"do": "add", "places": ["Prado"], "category": "museo"}],
            [{"do": "add", "places": ["Prado"], "category": "museum"}],
            True,
        ),
        (TRIP, [*VENUES, {"do": "note", "places": ["Gion"], "text": "Bring cash, please"}], NOTED, True),
        (TRIP, VENUES, NOTED, False),
        (TRIP, [{"do": "add", "places": ["Gion", "Louvre"], "day": 3}], VENUES, False),
        (TRIP, [*VENUES, {"do": "add", "places": ["Prado"]}], VENUES, False),
        (BILL, [*SPENT, {"do": "currency", "currency": "EUR"}], SPENT, True),
        (BILL, SPENT, [*SPENT, {"do": "currency", "currency": "EUR"}], False),
        (BILL, [*SPENT, {"do": "people", "add": ["Bea"]}], SPENT, False),
        (BILL, [*SPENT, {"do": "change", "expense": "taxi", "payer": "me"}], SPENT, False),
        (BILL, [*SPENT, {"do": "exclude", "expense": "taxi", "people": ["me"]}], SPENT, False),
        (
            BILL,
            [*SPENT, {"do": "change", "expense": "taxi", "amounts": {"me": 8.01, "Ana": 7.99, "Tom": 8}}],
            SPENT,
            True,
        ),
        (
            BILL,
            [*SPENT, {"do": "change", "expense": "taxi", "amounts": {"me": 8.02, "Ana": 7.98, "Tom": 8}}],
            SPENT,
            False,
        ),
    ],
)
def test_states_fit(app: MiniApp, found: list[Any], wanted: list[Any], same: bool) -> None:
    assert fits(held(app, found), held(app, wanted)) is same


def test_who_types_is_on_a_bill_that_does_not_name_them() -> None:
    people = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}]
    without = BILL.apply(BILL.start, AppEvent("joined", {"people": people}))
    assert fits(neutral(BILL, without), held(BILL, SPENT[:1]))
