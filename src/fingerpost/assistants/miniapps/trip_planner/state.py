"""What a trip holds, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Item, State
from fingerpost.language.function_words import DEFINITE_ARTICLES
from fingerpost.language.text import fold
from fingerpost.routebook.apps import AppEvent

PER_MESSAGE, PER_TRIP = 200, 2_000
"""Venues that one message may add, and venues of a trip."""
LONGEST_NAME, LONGEST_NOTE, LONGEST_DESTINATION = 200, 500, 80
"""Characters of a name, of a note and of a destination."""
LAST_DAY = 365
"""The highest number of a day."""

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


def known(state: State) -> list[Venue]:
    """Return what is known of each venue by the names of the parameters of actions."""
    names = ("day", "category", "district")
    return [{name: one[name] for name in names if one[name]} for one in state["venues"]]


def chosen(state: State, ids: Sequence[int]) -> list[Venue]:
    """Return the venues of these ids, in the order of the list."""
    wanted = set(ids)
    return [one for one in state["venues"] if one["id"] in wanted]


def same(name: str) -> str:
    """Return a name as it is compared: accents, case, spaces and an article at its beginning aside."""
    told = fold(name).split()
    return " ".join(told[1:] if len(told) > 1 and told[0] in DEFINITE_ARTICLES else told)


def bare(name: str) -> str:
    """Return a name without the small article in front of it: "the bamboo grove", but not "The Shard"."""
    article, _, rest = name.partition(" ")
    return rest if rest and article in DEFINITE_ARTICLES else name


def day_in(state: State, told: int | float | str) -> int | str | None:
    """Return the day of a trip that is told: a number from 1 to 365, or a date (ISO); None if it is neither.

    Where all days of the trip are dates, a number is that day of the month of the latest one, if there is one.
    """
    if isinstance(told, str):
        return _date(told)
    if not 1 <= told <= LAST_DAY or told != int(told):
        return None
    days = [one["day"] for one in state["venues"] if one["day"] is not None]
    if not days or not all(isinstance(day, str) for day in days):
        return int(told)
    return _date(f"{max(days)[:7]}-{int(told):02}") or int(told)


def _date(told: str) -> str | None:
    try:
        return date.fromisoformat(told).isoformat()
    except ValueError:
        return None


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
