"""The reducer of the trip planner, over random events."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.framework.item_list import same
from fingerpost.assistants.miniapps.framework.replay import Point, Session, go_on, replay
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.assistants.miniapps.trip_planner.state import START, VENUES, apply
from fingerpost.routebook.apps import AppEvent
from tests.conftest import examples

NAMES = ("Gion", "Nara", "Ōsaka", "", "<b>x</b>")


def event(kind: int, first: int, second: int) -> AppEvent:
    """Return an event that three numbers stand for: thousands of them are made in no time."""
    ids = [first % 7, second % 7][: second % 3]
    name = NAMES[first % len(NAMES)]
    events: tuple[tuple[str, dict[str, Any]], ...] = (
        ("added", {"ids": ids, "venues": [VENUES.thing(one, name) for one in dict.fromkeys(ids)]}),
        ("removed", {"ids": ids}),
        ("rated", {"ids": ids, "rating": 1 + first % 5}),
        ("visited", {"ids": ids, "visited": bool(first % 2)}),
        ("noted", {"ids": ids, "note": name}),
        ("placed", {"ids": ids, "day": (1, 2, "2026-05-03")[first % 3]}),
        ("renamed", {"ids": ids, "name": name}),
        ("destination", {"destination": name}),
        ("cleared", {}),
        ("unknown", {}),
        ("_undo", {}),
        ("_redo", {}),
        ("_dropped", {}),
        ("added", {"ids": [first], "venues": [VENUES.thing(first, name)]}),
    )
    return AppEvent(*events[kind % len(events)], ("", "a", "b", "c")[second % 4])


def decoded(numbers: bytes) -> list[AppEvent]:
    return [event(*numbers[at : at + 3]) for at in range(0, len(numbers) - 2, 3)]


SEQUENCES = st.binary(max_size=36).map(decoded)
DEEP = settings(max_examples=examples(10_000), deadline=None)


@DEEP
@given(SEQUENCES)
def test_replay_equals_going_on_event_by_event(events: list[AppEvent]) -> None:
    session = Session(Point(START))
    for one in events:
        session = go_on(session, apply, [one])
    assert session == replay(START, apply, events)


@DEEP
@given(SEQUENCES)
def test_undo_then_redo_is_identity(events: list[AppEvent]) -> None:
    session = replay(START, apply, events)
    back = go_on(session, apply, [AppEvent("_undo"), AppEvent("_redo")])
    if session.done:
        assert (back.now, back.done, back.undone) == (session.now, session.done, session.undone)
    undone = replay(START, apply, [*events, *[AppEvent("_undo")] * (len(session.done))])
    assert undone.state == START


@DEEP
@given(SEQUENCES)
def test_apply_never_changes_what_it_is_given(events: list[AppEvent]) -> None:
    state = START
    for one in events:
        before, values = json.dumps(state), json.dumps(one.values)
        after = apply(state, one)
        assert (json.dumps(state), json.dumps(one.values)) == (before, values)
        assert len({item.id for item in VENUES.items(after)}) == len(VENUES.items(after))
        state = after
    assert json.loads(json.dumps(state)) == state


@settings(max_examples=examples(500), deadline=None)
@given(SEQUENCES)
def test_whatever_happened_can_be_shown(events: list[AppEvent]) -> None:
    session = APP.session(events)
    for language in ("en", "es", "pt"):
        card = APP.card(session.state, language)
        assert card.values["items"] == session.state["venues"]
        assert APP.closed(session.state, "done", language)
    assert json.dumps(APP.data(events))


def test_ids_are_never_given_twice() -> None:
    state = apply(START, AppEvent("added", {"ids": [1], "venues": [VENUES.thing(1, "Gion")]}))
    state = apply(state, AppEvent("removed", {"ids": [1]}))
    assert state["next"] == 2


def test_names_are_compared_without_accents_case_and_articles() -> None:
    assert same("  La  Giralda ") == same("giralda")
    assert same("Ōsaka") == same("osaka")
    assert same("The") == "the"
    assert same("Gion") != same("Gion Corner")
