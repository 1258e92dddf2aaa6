"""What a move holds: its day, and things with their room, box, person, handling, fate and price."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.item_list import MOST, ItemList
from fingerpost.assistants.miniapps.framework.parts import State, Values, said
from fingerpost.assistants.miniapps.framework.telling import reducing

START: State = {"day": "", "things": [], "next": 1}

THINGS = ItemList(
    "things",
    one="thing",
    many="things",
    details={"room": "", "box": None, "who": "", "packed": False, "arrived": False}
    | {"care": "plain", "fate": "keep", "price": None},
    things=(said("1 thing", "1 cosa", "1 coisa"), said("{n} things", "{n} cosas", "{n} coisas")),
    full=said(
        f"The list holds {MOST} things at most, and it is full: remove some first.",
        f"La lista admite {MOST} cosas como máximo y está llena: quita alguna primero.",
        f"A lista comporta no máximo {MOST} coisas e está cheia: remova alguma primeiro.",
    ),
    sure=said(
        "This removes all {n} things. Are you sure? (yes/no)",
        "Esto quita las {n} cosas. ¿Seguro? (sí/no)",
        "Isto remove as {n} coisas. Tem certeza? (sim/não)",
    ),
)


def people(state: State) -> list[str]:
    """Return who takes care of something, each once; who types is no name."""
    return list(dict.fromkeys(one["who"] for one in state["things"] if one["who"] not in ("", "me")))


def _day(state: State, values: Values) -> State:
    return {**state, "day": values.get("day", "")}


apply = reducing({
    "_opened": _day,
    "dated": _day,
    **THINGS.reducers("placed", "unboxed", "given", "free", "packed", "unpacked", "arrived"),
    **THINGS.reducers("handled", "decided", "priced", "noted", "renamed"),
})  # fmt: skip
