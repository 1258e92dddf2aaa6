"""How a list is looked at."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.framework.item_list import ItemList
from fingerpost.assistants.miniapps.framework.list_views import ListViews
from fingerpost.assistants.miniapps.framework.parts import State, View, said, words
from fingerpost.assistants.miniapps.framework.telling import LINES

POTS = ItemList(
    "pots",
    one="pot",
    many="pots",
    details={"shelf": "", "size": None},
    things=(said("1 pot", "1 olla", "1 panela"), said("{n} pots", "{n} ollas", "{n} panelas")),
    full=said("full", "llena", "cheia"),
    sure=said("All?", "¿Todo?", "Tudo?"),
)
VIEWS = ListViews(
    "pots",
    POTS,
    heading=lambda state, language: f"{state['cook']}'s pots",
    line=lambda one, language: f"{one['name']} on {one['shelf']}" if one["shelf"] else one["name"],
    empty=said("Empty.", "Vacía.", "Vazia."),
    here=said("Here.", "Aquí.", "Aqui."),
    none=said("None: {told}.", "Nada: {told}.", "Nada: {told}."),
    fields=("shelf",),
    shown=("cook",),
    among=lambda state, text, today, language: (lambda one: one["size"] == 9, "huge") if "huge" in text else None,
)
STATE: State = {
    "cook": "Ana",
    "pots": [
        POTS.thing(1, "copper wok", shelf="top shelf", size=10),
        POTS.thing(2, "wok", shelf="Floor"),
        POTS.thing(3, "stock pan", size=9, shelf="floor"),
    ],
}
BIG = VIEWS.some(lambda one: bool(one["size"]), said("{n} big", "{n}", "{n}"), said("no big", "no", "não"))
BY_SIZE = VIEWS.by("size", said("By size", "", ""), said("?", "", ""), lambda size, language: f"size {size}")
SHOWN = {
    view.name: view
    for view in VIEWS.views(
        View("all", words("show, stock", "ver", "ver"), VIEWS.whole, default=True),
        View("big", words("big", "grandes", "grandes"), BIG),
        View("sizes", words("sizes", "tallas", "tamanhos"), BY_SIZE),
        View("shelves", words("by shelf", "", ""), VIEWS.by("shelf", said("By shelf", "", ""), said("none", "", ""))),
    )
}


def seen(view: str, text: str, state: State = STATE) -> list[str]:
    told, parts = SHOWN[view].show(state, text, "en", date(2026, 11, 17))
    return [told, *(line for part in parts for line in part.text.splitlines())]


def test_the_whole_list_is_numbered() -> None:
    lines = ["1. copper wok on top shelf", "2. wok on Floor", "3. stock pan on floor"]
    assert seen("all", "show it") == ["Here.", "Ana's pots", *lines]
    card = VIEWS.card(STATE, "en")
    assert card.values == {"app": "pots", "title": "Ana's pots", "cook": "Ana", "items": STATE["pots"]}


def test_a_long_list_is_cut_and_its_values_are_not() -> None:
    card = VIEWS.card({**STATE, "pots": [POTS.thing(n, f"pot {n}") for n in range(100)]}, "es")
    assert (card.text.splitlines()[-1], len(card.text.splitlines())) == ("… 70 más", LINES + 2)
    assert len(card.values["items"]) == 100


def test_an_empty_list_is_said_to_be_empty() -> None:
    assert seen("big", "big ones", {**STATE, "pots": []}) == ["Empty.", "Ana's pots"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the copper wok", "copper wok on top shelf"),
        ("where is the wok", "wok on Floor"),
        ("and the copper one?", "copper wok on top shelf"),
        ("show the stock", "Here."),
        ("what Ana has", "Here."),
        ("what is on the floor", "floor: 2 pots."),
        ("what is on the floors", "floor: 2 pots."),
        ("huge ones on the floor", "huge, floor: 1 pot."),
        ("huge ones on the top shelf", "None: huge, top shelf."),
    ],
)
def test_what_a_message_names_is_shown_alone(text: str, told: str) -> None:
    assert seen("all", text)[0] == told


def test_some_of_the_list_keep_their_numbers() -> None:
    assert seen("big", "big on the floor") == ["1 big", "floor · Ana's pots", "3. stock pan on floor"]
    assert seen("big", "big", {**STATE, "pots": [POTS.thing(1, "lid")]}) == ["no big", "Ana's pots"]


def test_groups_come_in_order_with_those_that_have_none_last() -> None:
    assert [line for line in seen("sizes", "sizes") if line.endswith(":")] == ["size 9:", "size 10:", "?:"]
    assert seen("sizes", "sizes of huge ones") == ["huge: 1 pot.", "huge", "3. stock pan on floor"]
    assert seen("shelves", "huge ones by shelf")[0] == "By shelf"
    assert [line for line in seen("shelves", "x") if line.endswith(":")] == ["Floor:", "floor:", "top shelf:"]
