"""A mini-app: what it holds, what it can do and show, and how it speaks. `parts.py` has the types it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.asking import fits
from fingerpost.assistants.miniapps.framework.parts import (
    Action,
    Item,
    Language,
    Question,
    Reading,
    Said,
    State,
    Values,
    View,
)
from fingerpost.assistants.miniapps.framework.replay import Point, Session
from fingerpost.assistants.miniapps.framework.snapshots import Snapshots
from fingerpost.routebook.apps import AppEvent, Trigger
from fingerpost.types import Part

_SNAPSHOTS = Snapshots()


@dataclass(frozen=True, slots=True)
class MiniApp:
    """An app as data and pure functions; it satisfies `fingerpost.routebook.apps.App`.

    `begin` reads the values of the event "_opened" from the message that opens it; what it returns under "then" is
    carried out as a message of its own. `apply` is the reducer: it never
    changes what it is given, and returns the state as it is for kinds that it does not know. `items`: what people may
    refer to, oldest first. `say` tells what an event of the app did, from the state before and after. `card` shows the
    state; the first line of its text sums it up. `closed` is said at the end, with how it ended: "done" or "cancelled".
    `reads`: the app's own reading of a request (and whether it follows another of the same message), asked before the
    phrases of the actions: the names of actions with their values, or None.
    """

    id: str
    name: str
    title: Said
    description: str
    triggers: Sequence[Trigger]
    actions: tuple[Action, ...]
    views: tuple[View, ...]
    start: State
    begin: Callable[[str, Language], Mapping[str, Any]]
    apply: Callable[[State, AppEvent], State]
    items: Callable[[State], Sequence[Item]]
    say: Callable[[State, State, AppEvent, Language], str]
    card: Callable[[State, Language], Part]
    opened: Callable[[State, Language], str]
    closed: Callable[[State, str, Language], str]
    reads: Callable[[Reading, bool], Sequence[tuple[str, Values]] | None] | None = None

    def session(self, events: Sequence[AppEvent]) -> Session:
        """Return all that follows from these events."""
        return _SNAPSHOTS.session(self.start, self.apply, events)

    def data(self, events: Sequence[AppEvent]) -> Mapping[str, Any]:
        """Return what it holds after these events, ready for JSON: the state, with what was asked as "_asked"."""
        session = self.session(events)
        asked = session.asked._asdict() if session.asked else None
        touched = {"_recent": list(session.recent), "_last": session.now.last}
        return {**session.state, **touched, "_asked": asked, "_language": session.language}

    def waits(self, data: Mapping[str, Any]) -> bool:
        """Whether it has asked something; any event drops the question, so also that the assistant has spoken since."""
        return bool(data.get("_asked"))

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        """Whether a message answers what the app has just asked; no judgement is needed then."""
        if not self.waits(data):
            return False
        now = Point(data, tuple(data["_recent"]), data["_last"])
        reading = self.reading(now, text, date.today(), data["_language"])
        return fits(self.actions, self.views, Question(**data["_asked"]), reading)

    def reading(self, now: Point, text: str, today: date, language: Language) -> Reading:
        """Return a message ready to be read; what was touched and is gone cannot be meant."""
        items = self.items(now.state)
        there = {item.id for item in items}
        recent = [one for one in now.recent if one in there]
        last = sum(one in there for one in now.recent[: now.last])
        return Reading(text, "", text, now.state, items, recent, last, today, language, now.kind)
