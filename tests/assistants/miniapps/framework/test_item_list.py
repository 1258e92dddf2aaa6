"""The list that an app keeps: what events and actions do to it."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework.item_list import (
    LONGEST_NAME,
    MOST,
    NO_WORDS,
    NOTHING,
    PER_MESSAGE,
    SAME_ALREADY,
    ItemList,
)
from fingerpost.assistants.miniapps.framework.parts import Refusal, State, said
from fingerpost.assistants.miniapps.framework.telling import reducing, telling
from fingerpost.routebook.apps import AppEvent

POTS = ItemList(
    "pots",
    one="pot",
    many="pots",
    details={"shelf": "", "sold": False},
    things=(said("1 pot", "1 olla", "1 panela"), said("{n} pots", "{n} ollas", "{n} panelas")),
    full=said("full", "llena", "cheia"),
    sure=said("All {n}?", "¿Las {n}?", "As {n}?"),
)
apply = reducing(POTS.reducers("placed", "sold", "noted", "renamed"))
say = telling(
    {
        "added": POTS.told_added(lambda one, language: one["shelf"]),
        "placed": POTS.told_set(lambda one, language: one["shelf"]),
        "cleared": POTS.told_cleared,
    },
    POTS.items,
)
EMPTY: State = {"pots": [], "next": 1}
WOK, PAN, JUG = 1, 2, 3


def event(came: AppEvent | Refusal) -> AppEvent:
    assert isinstance(came, AppEvent), came
    return came


def after(state: State, came: AppEvent | Refusal) -> State:
    return apply(state, event(came))


KEPT = after(EMPTY, POTS.add(EMPTY, ["the wok", "pan", "Jug"], {"shelf": "low"}))


def names(state: State) -> list[str]:
    return [item.name for item in POTS.items(state)]


def test_things_are_added_once_without_their_article() -> None:
    assert names(KEPT) == ["wok", "pan", "Jug"]
    came = event(POTS.add(KEPT, ["THE WÓK", "lid", "lid"], {"shelf": "high"}))
    state = apply(KEPT, came)
    assert names(state) == ["wok", "pan", "Jug", "lid"]
    assert [one["shelf"] for one in state["pots"]] == ["high", "low", "low", "high"], "what is there gets the detail"
    assert say(KEPT, state, came, "en") == "Added lid (high). Already there: wok."
    assert apply(state, came) is state, "an event that comes twice"
    refused = POTS.add(KEPT, ["wok"], {})
    assert isinstance(refused, Refusal)
    assert refused.said["es"] == "Ya está en la lista: wok. No lo añadí dos veces."


def test_no_more_are_added_than_fit() -> None:
    came = event(POTS.add(EMPTY, [f"pot {n}" for n in range(PER_MESSAGE + 5)], {}))
    told = say(EMPTY, apply(EMPTY, came), came, "en")
    assert told.startswith("Added 200 pots: pot 0, pot 1, pot 2, pot 3, pot 4 and 195 more. 5 were left out")
    full = {"pots": [POTS.thing(n, f"pot {n}") for n in range(MOST)], "next": MOST}
    assert POTS.add(full, ["one more"], {}) == Refusal(POTS.full)
    cut = event(POTS.add(EMPTY, ["x" * 500], {}))
    assert len(cut.values["pots"][0]["name"]) == LONGEST_NAME
    assert "cut at 200" in say(EMPTY, apply(EMPTY, cut), cut, "en")


def test_details_are_set_from_parameters_or_as_given() -> None:
    placed = event(POTS.sets("placed", "shelf")(KEPT, {"pots": [WOK], "shelf": " the  top "}))
    assert placed == AppEvent("placed", {"ids": [WOK], "shelf": "top"})
    assert say(KEPT, apply(KEPT, placed), placed, "en") == "wok → top."
    sold = POTS.sets("sold", sold=True)
    state = after(KEPT, sold(KEPT, {"pots": [WOK, PAN]}))
    assert [one["sold"] for one in state["pots"]] == [True, True, False]
    assert sold(state, {"pots": [WOK]}) == SAME_ALREADY
    assert POTS.sets("placed", "shelf")(KEPT, {"pots": [WOK], "shelf": "  "}) == NO_WORDS


def test_notes_are_added() -> None:
    state = after(KEPT, POTS.note(KEPT, {"pots": [WOK], "text": "no  soap"}))
    state = after(state, POTS.note(state, {"pots": [WOK], "text": "dry it"}))
    assert state["pots"][0]["notes"] == ["no soap", "dry it"]
    state = apply(state, AppEvent("noted", {"ids": [WOK], "note": "oil it", "instead": True}))
    assert state["pots"][0]["notes"] == ["no soap", "oil it"]
    assert POTS.note(KEPT, {"pots": [WOK], "text": " "}) == NO_WORDS


def test_a_name_is_given_to_one_thing_only() -> None:
    assert names(after(KEPT, POTS.rename(KEPT, {"pot": WOK, "name": "big wok"}))) == ["big wok", "pan", "Jug"]
    taken = POTS.rename(KEPT, {"pot": WOK, "name": "the PAN"})
    assert isinstance(taken, Refusal)
    assert taken.said["en"] == "There is another pan on the list already."
    assert POTS.rename(KEPT, {"pot": WOK, "name": ""}) == NO_WORDS
    assert POTS.rename(KEPT, {"pot": WOK, "name": "wok"}) == SAME_ALREADY


@pytest.mark.parametrize(
    ("ids", "asked"), [([WOK], None), ([WOK, PAN], None), ([WOK, PAN, JUG], said("All 3?", "¿Las 3?", "As 3?"))]
)
def test_it_is_asked_before_all_is_removed(ids: list[int], asked: Any) -> None:
    assert POTS.sure_to_remove(KEPT, {"pots": ids}) == asked
    state = after(KEPT, POTS.remove(KEPT, {"pots": ids}))
    assert len(names(state)) == 3 - len(ids)
    assert POTS.remove(state, {"pots": ids}) == NOTHING


def test_all_is_cleared() -> None:
    cleared = AppEvent("cleared")
    assert apply(KEPT, cleared) == {"pots": [], "next": 4}, "no id is used twice"
    assert apply(EMPTY, cleared) is EMPTY
    assert say(KEPT, EMPTY, cleared, "pt") == "Removi tudo (3 panelas). “desfaz” traz de volta."
    assert POTS.sure_of(KEPT, KEPT["pots"][:1]) is None


def test_what_is_known_of_things_has_the_names_of_parameters() -> None:
    assert POTS.known("shelf", "sold")(KEPT) == [{"shelf": "low"}] * 3
