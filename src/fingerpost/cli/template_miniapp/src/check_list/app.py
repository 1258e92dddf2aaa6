"""Check list: items that are done or not. `actions.toml` declares what can be asked; here is what then happens.

Every function is pure, and state and events can be written as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from fingerpost.assistants.miniapps.framework import parts
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.opening_examples import opening_examples
from fingerpost.assistants.miniapps.framework.parts import Action, Language, Refusal, State, Values, said, words
from fingerpost.language.text import fold
from fingerpost.routebook.apps import AppEvent, Trigger
from fingerpost.types import Part

TITLE = said("Check list", "Check list", "Check list")
NAMES = ("check list",)
MOST = 200  # items

# What it holds.


def apply(state: State, event: AppEvent) -> State:
    """Return the state after an event; the one that is given stays as it is."""
    items, ids = state["items"], event.values.get("ids", ())
    if event.kind == "added":
        new = [{"id": one, "name": name, "done": False} for one, name in zip(ids, event.values["names"], strict=True)]
        return {"items": [*items, *new], "next": state["next"] + len(new)}
    if event.kind == "ticked":
        items = [{**one, "done": one["done"] or one["id"] in ids} for one in items]
    elif event.kind in {"removed", "cleared"}:
        items = [one for one in items if one["id"] not in ids]
    return state if items == state["items"] else {**state, "items": items}


# What it can do: make an event of the values that were read, or refuse. `values` has the parameters that actions.toml
# declares: new names as text, items by their ids. The "ids" of an event are what "it" means next.


def add(state: State, values: Values) -> AppEvent | Refusal:
    there = {fold(one["name"]) for one in state["items"]}
    names = list({fold(name): name for name in values["names"] if fold(name) not in there}.values())
    if not names:
        return Refusal(said("That is there already.", "Eso ya está.", "Isso já está aí."))
    if len(there) + len(names) > MOST:
        return Refusal(said(f"It holds {MOST} items.", f"Admite {MOST} cosas.", f"Comporta {MOST} itens."))
    return AppEvent("added", {"ids": [state["next"] + place for place in range(len(names))], "names": names})


def touch(kind: str, state: State, ids: Sequence[int]) -> AppEvent | Refusal:
    names = [one["name"] for one in state["items"] if one["id"] in ids]
    if not names:
        return Refusal(said("There is nothing on the list.", "No hay nada en la lista.", "Não há nada na lista."))
    return AppEvent(kind, {"ids": list(ids), "names": names})


def tick(state: State, values: Values) -> AppEvent | Refusal:
    return touch("ticked", state, values["items"])


def remove(state: State, values: Values) -> AppEvent | Refusal:
    return touch("removed", state, values["items"])


def clear(state: State, values: Values) -> AppEvent | Refusal:
    return touch("cleared", state, [one["id"] for one in state["items"]])


def ask_to_clear(state: State, values: Values) -> parts.Said | None:
    """Return what has to be answered with yes first."""
    sure = said("Remove all of it? (yes/no)", "¿Lo quito todo? (sí/no)", "Tiro tudo? (sim/não)")
    return sure if state["items"] else None


# By their names in actions.toml, each with an example for the help.
ACTIONS = (
    Action("add", add, said("add milk and bread", "añade leche y pan", "adiciona leite e pão")),
    Action("tick", tick, said("tick off the milk", "marca la leche", "marca o leite")),
    Action("remove", remove, said("remove the bread", "quita el pan", "tira o pão")),
    Action("clear", clear, said("clear the list", "vacía la lista", "limpa a lista"), confirm=ask_to_clear),
)

# How it speaks.

TOLD = {
    "added": said("Added: {names}.", "Añadí: {names}.", "Adicionei: {names}."),
    "ticked": said("Ticked off: {names}.", "Hecho: {names}.", "Feito: {names}."),
    "removed": said("Removed: {names}.", "Quité: {names}.", "Tirei: {names}."),
    "cleared": said("The list is empty now.", "La lista quedó vacía.", "A lista ficou vazia."),
}


def say(before: State, after: State, event: AppEvent, language: Language) -> str:
    return TOLD[event.kind][language].format(names=", ".join(event.values["names"]))


def card(state: State, language: Language) -> Part:
    """Return the list; its first line sums it up."""
    items, done = state["items"], said("done: {n} of {all}", "hecho: {n} de {all}", "feito: {n} de {all}")[language]
    lines = [f"{TITLE[language]} · " + done.format(n=sum(one["done"] for one in items), all=len(items))]
    lines += [f"{place}. {'✓' if one['done'] else '○'} {one['name']}" for place, one in enumerate(items, 1)]
    return Part("card", "\n".join(lines), {"app": "check_list", "items": items})


def show(state: State, text: str, language: Language, today: date) -> tuple[str, tuple[Part, ...]]:
    return said("Here it is.", "Aquí está.", "Aqui está.")[language], (card(state, language),)


# The view of the action "view"; with more than one, these words choose among them.
LIST = parts.View(
    "list",
    words("list", "lista", "lista"),
    show,
    default=True,
    example=said("show the list", "muestra la lista", "mostra a lista"),
)

# What opens it: a phrase for certain; a message like the examples with `opens = true` where the router thinks so. Its
# name is for going on with an earlier one: "reopen the check list".

BEGINNINGS = """start a, start an, start the, start my, open the, open my, make a, new,
    empieza una, empieza un, abre la, abre el, abre mi, nueva, nuevo,
    começa uma, começa um, abre a, abre o, abre minha, abre meu, nova, novo"""
PHRASES = tuple(f"{beginning.strip()} {name}" for beginning in BEGINNINGS.split(",") for name in NAMES)

DECLARATION = Path(__file__).with_name("actions.toml")

APP = MiniApp(
    id="check_list",
    name=TITLE["en"],
    title=TITLE,
    description="Keeps items that are done or not.",
    triggers=(Trigger(phrases=PHRASES), Trigger(keywords=NAMES), Trigger(examples=opening_examples(DECLARATION))),
    declaration=DECLARATION,
    actions=ACTIONS,
    views=(LIST,),
    start={"items": [], "next": 1},
    apply=apply,
    items=lambda state: [parts.Item(one["id"], one["name"]) for one in state["items"]],
    say=say,
    card=card,
    opened=lambda state, language: said("What goes on it?", "¿Qué apunto?", "O que anoto?")[language],
    closed=lambda state, how, language: said("I closed it.", "La cerré.", "Fechei a lista.")[language],
)
