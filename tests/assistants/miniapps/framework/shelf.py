"""A small app for tests of the framework, and a reader at its edge that finds what a test says it finds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import (
    Action,
    Item,
    Language,
    Refusal,
    Said,
    State,
    Values,
    View,
    said,
    words,
)
from fingerpost.reading import Command, Declaration, Held, Reading
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

ASK = 'ask = { en = "%s?", es = "¿%s?", pt = "%s, né?" }'


def _asks(sentence: str) -> str:
    return ASK.replace("%s", sentence)


DECLARATION = f"""
[actions.more]
does = "counts up"
parameters.by = {{ type = "number", required = true, {_asks("By how many")} }}
examples = ["count [3](by)", "cuenta [3](by)", "conta [3](by)"]

[actions.name]
does = "puts new things on the shelf"
parameters.things = {{ type = "name", many = true, required = true, {_asks("Which name")} }}
examples = ["add [a vase](things)", "pon [un vaso](things)", "põe [um vaso](things)"]

[actions.drop]
does = "takes things off the shelf"
parameters.things = {{ type = "item", many = true, required = true, {_asks("Which thing")} }}
examples = ["drop [the vase](things)", "quita [el vaso](things)", "tira [o vaso](things)"]

[actions.rate]
does = "gives a thing stars"
parameters.thing = {{ type = "item", required = true, {_asks("Which thing")} }}
parameters.stars = {{ type = "rating", required = true, {_asks("How many stars")} }}
examples = ["rate [the vase](thing) [4](stars)", "dale [4](stars) a [el vaso](thing)", "dá [4](stars) pro [vaso](thing)"]

[actions.give]
does = "says whose a thing is, what it cost, and since when"
parameters.thing = {{ type = "item", required = true, {_asks("Which thing")} }}
parameters.person = {{ type = "person", required = true, {_asks("Who")} }}
parameters.price = {{ type = "amount" }}
parameters.part = {{ type = "share" }}
parameters.since = {{ type = "date", {_asks("Since when")} }}
examples = ["give [the vase](thing) to [Ana](person)", "[el vaso](thing) es de [Ana](person)", "[o vaso](thing) é da [Ana](person)"]

[actions.view]
does = "shows the shelf"
examples = ["show the shelf", "muestra todo", "mostra tudo"]
"""

_COUNT = re.compile(r"(?:count|cuenta|conta)(?: (\d+))?")


def sure(*commands: tuple[str, Mapping[str, Any]]) -> Reading:
    """Return a reading of commands that is sure."""
    return Reading(tuple(Command(action, values) for action, values in commands), (), 0.9)


def doubtful(confidence: float, *commands: tuple[str, Mapping[str, Any]]) -> Reading:
    """Return a reading of whole commands that is not sure."""
    return Reading((), tuple(Command(action, values) for action, values in commands), confidence)


def lacking(*commands: Command, confidence: float = 0.9) -> Reading:
    """Return a reading that is sure of its actions, but lacks values."""
    return Reading((), commands, confidence, tuple(name for one in commands for name in one.missing))


class ScriptedReader:
    """Finds in a message what was written down for it, and numbers after "count"."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.finds: dict[str, Reading] = {}
        self.read_texts: list[str] = []

    def read(self, text: str, held: Held, today: date) -> Reading:
        """Return what was written down."""
        self.read_texts.append(text)
        counted = _COUNT.fullmatch(text)
        if text in self.finds or counted is None:
            return self.finds.get(text, Reading())
        if counted[1] is None:
            return lacking(Command("more", {}, missing=["by"]))
        return sure(("more", {"by": int(counted[1])}))


def _more(state: State, values: Values) -> AppEvent | Refusal:
    if values["by"] > state["most"]:
        return Refusal(said("too much", "demasiado", "demais"))
    return AppEvent("counted", {"by": values["by"]})


def _name(state: State, values: Values) -> AppEvent:
    ids = list(range(state["next"], state["next"] + len(values["things"])))
    return AppEvent("named", {"ids": ids, "names": values["things"]})


def _drop(state: State, values: Values) -> AppEvent | Refusal:
    del state
    return AppEvent("dropped", {"ids": values["things"]})


def _asks_to_drop(state: State, values: Values) -> Said | None:
    if len(values["things"]) < 2:
        return None
    return said(f"Drop {len(values['things'])}?", f"¿Quito {len(values['things'])}?", f"Tiro {len(values['things'])}?")


def _rate(state: State, values: Values) -> AppEvent | Refusal:
    if not 1 <= values["stars"] <= 5:
        return Refusal(said("1 to 5", "de 1 a 5", "de 1 a 5"))
    return AppEvent("rated", {"ids": [values["thing"]], "stars": values["stars"]})


def _give(state: State, values: Values) -> AppEvent:
    return AppEvent("given", {"ids": [values["thing"]], "person": values["person"]})


def _apply(state: State, event: AppEvent) -> State:
    things = {one["id"]: one for one in state["things"]}
    if event.kind == "counted":
        return {**state, "n": state["n"] + event.values["by"]}
    if event.kind == "named":
        added = [{"id": n, "name": name} for n, name in zip(event.values["ids"], event.values["names"], strict=True)]
        return {**state, "things": [*state["things"], *added], "next": state["next"] + len(added)}
    if event.kind == "dropped":
        return {**state, "things": [one for one in state["things"] if one["id"] not in event.values["ids"]]}
    if event.kind in ("rated", "given"):
        told = {key: value for key, value in event.values.items() if key != "ids"}
        changed = [{**one, **told} if one["id"] in event.values["ids"] else one for one in things.values()]
        return {**state, "things": changed}
    return state


def _items(state: State) -> Sequence[Item]:
    return [Item(one["id"], one["name"]) for one in state["things"]]


def _say(before: State, after: State, event: AppEvent, language: Language) -> str:
    if event.kind == "counted":
        return f"{before['n']} -> {after['n']} ({event.kind}, {language})"
    return f"{event.kind} {event.values['ids']} ({language})"


def _card(state: State, language: Language) -> Part:
    return Part("card", f"{state['n']} [{language}]", {"app": "counter", "n": state["n"]})


def _look(state: State, text: str, language: Language, today: date) -> tuple[str, tuple[Part, ...]]:
    del text, today
    return f"it is {state['n']}", (_card(state, language),)


def counter_app(declaration: Path) -> MiniApp:
    """Return the app with its declaration."""
    nothing = said("", "", "")
    return MiniApp(
        id="counter",
        name="Counter",
        title=said("Counter", "Contador", "Contador"),
        description="Counts, and keeps things on a shelf.",
        triggers=(),
        declaration=declaration,
        actions=(
            Action("more", _more, said("count 3", "cuenta 3", "conta 3")),
            Action("name", _name, nothing),
            Action("drop", _drop, nothing, _asks_to_drop),
            Action("rate", _rate, nothing),
            Action("give", _give, nothing),
        ),
        views=(View("now", words("total", "total", "total"), _look, True, said("total", "total", "total")),),
        start={"n": 0, "most": 100, "things": [], "next": 1},
        apply=_apply,
        items=_items,
        people=lambda state: ["Ana", "Tom"],
        say=_say,
        card=_card,
        opened=lambda state, language: f"counting ({language})",
        closed=lambda state, how, language: f"{how} at {state['n']} ({language})",
    )
