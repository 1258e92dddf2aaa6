"""What a trip holds, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Item, State
from fingerpost.language.function_words import DEFINITE_ARTICLES
from fingerpost.language.text import fold
from fingerpost.routebook.apps import AppEvent

PER_MESSAGE, PER_TRIP, LONGEST_NAME, LONGEST_NOTE = 200, 2_000, 200, 500
"""Venues that one message may add, venues of a trip, and characters of a name and of a note."""

_ARTICLES = DEFINITE_ARTICLES

Venue = Mapping[str, Any]

START: State = {"destination": "", "venues": [], "next": 1}
"""A trip before anything was said of it."""

DETAILS: Venue = {"category": "", "district": "", "day": None, "visited": False, "rating": None, "notes": []}
"""What a venue has beside its id and its name."""


def venue(number: int, name: str, **details: Any) -> Venue:
    """Return a venue; a day is a number or a date (ISO)."""
    return {"id": number, "name": name, **DETAILS, **details}


def items(state: State) -> list[Item]:
    """Return the venues, oldest first."""
    return [Item(one["id"], one["name"]) for one in state["venues"]]


def chosen(state: State, ids: Sequence[int]) -> list[Venue]:
    """Return the venues of these ids, in the order of the list."""
    wanted = set(ids)
    return [one for one in state["venues"] if one["id"] in wanted]


def same(name: str) -> str:
    """Return a name as it is compared: accents, case, spaces and an article at its beginning aside."""
    told = fold(name).split()
    return " ".join(told[1:] if len(told) > 1 and told[0] in _ARTICLES else told)


def apply(state: State, event: AppEvent) -> State:
    """Return the state after an event; the one given is left as it is."""
    reduce = _REDUCERS.get(event.kind)
    return state if reduce is None else reduce(state, event.values)


def _opened(state: State, values: Mapping[str, Any]) -> State:
    return {**state, "destination": values.get("destination", "")}


def _added(state: State, values: Mapping[str, Any]) -> State:
    known = {one["id"] for one in state["venues"]}
    fresh = [one for one in values["venues"] if one["id"] not in known]
    if not fresh:
        return state
    after = max(state["next"], *(one["id"] + 1 for one in fresh))
    again = values.get("again")
    told = _changed(state, again) if again else state
    return {**told, "venues": [*told["venues"], *fresh], "next": after}


def _removed(state: State, values: Mapping[str, Any]) -> State:
    gone = set(values["ids"])
    kept = [one for one in state["venues"] if one["id"] not in gone]
    return state if len(kept) == len(state["venues"]) else {**state, "venues": kept}


def _changed(state: State, values: Mapping[str, Any]) -> State:
    """Set what an event names beside its ids, on the venues of these ids; a note is added to the others.

    A note that comes `instead` of another takes the place of the last one.
    """
    wanted = set(values["ids"])
    details = {name: value for name, value in values.items() if name not in {"ids", "note", "instead"}}
    note, kept = values.get("note"), -1 if values.get("instead") else None
    after = [_with(one, details, note, kept) if one["id"] in wanted else one for one in state["venues"]]
    return state if after == state["venues"] else {**state, "venues": after}


def _with(one: Venue, details: Mapping[str, Any], note: str | None, kept: int | None) -> Venue:
    return {**one, **details, "notes": [*one["notes"][:kept], note]} if note else {**one, **details}


def _destination(state: State, values: Mapping[str, Any]) -> State:
    return {**state, "destination": values["destination"]}


def _cleared(state: State, values: Mapping[str, Any]) -> State:
    del values
    return {**state, "venues": []} if state["venues"] else state


_REDUCERS: Mapping[str, Callable[[State, Mapping[str, Any]], State]] = {
    "_opened": _opened,
    "added": _added,
    "removed": _removed,
    "rated": _changed,
    "visited": _changed,
    "noted": _changed,
    "placed": _changed,
    "renamed": _changed,
    "destination": _destination,
    "cleared": _cleared,
}
