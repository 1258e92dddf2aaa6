"""A mini-app: what it holds, what it can do and show, and how it speaks. `parts.py` has the types it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.miniapps.framework.parts import (
    Action,
    AppCommand,
    Item,
    Language,
    Question,
    Said,
    State,
    Values,
    View,
)
from fingerpost.assistants.miniapps.framework.replay import Point, Session
from fingerpost.assistants.miniapps.framework.snapshots import Snapshots
from fingerpost.routebook.apps import AppEvent, Trigger
from fingerpost.types import Part

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser

_SNAPSHOTS = Snapshots()


def _nothing(_: Language) -> Values:
    return {}


def _nobody(_: State) -> Sequence[str]:
    return ()


def _nothing_known(_: State) -> Sequence[Values]:
    return ()


def _as_they_are(_: State, commands: Sequence[AppCommand], __: str) -> Sequence[AppCommand]:
    return commands


@dataclass(frozen=True, slots=True)
class MiniApp:
    """An app as data and pure functions; it satisfies `fingerpost.routebook.apps.App`.

    `declaration`: the file that declares its actions, with `examples.jsonl` beside it. `begin` returns the values of
    the event "_opened". `apply` is the reducer: it never changes what it is given, and returns the state as it is for
    kinds that it does not know. `items` and `people`: what and whom people may refer to, oldest first; `known`: what
    each item has by the names of parameters, such as its day. `arrange` may
    change the commands of one message before they are carried out, told the kind of the event before. `say` tells what
    an event of the app did, from the state before and after. `card` shows the state; the first line of its text sums it
    up. `closed` is said at the end, with how it ended: "done" or "cancelled".
    """

    id: str
    name: str
    title: Said
    description: str
    triggers: Sequence[Trigger]
    declaration: Path
    actions: tuple[Action, ...]
    views: tuple[View, ...]
    start: State
    apply: Callable[[State, AppEvent], State]
    items: Callable[[State], Sequence[Item]]
    say: Callable[[State, State, AppEvent, Language], str]
    card: Callable[[State, Language], Part]
    opened: Callable[[State, Language], str]
    closed: Callable[[State, str, Language], str]
    begin: Callable[[Language], Values] = _nothing
    people: Callable[[State], Sequence[str]] = _nobody
    known: Callable[[State], Sequence[Values]] = _nothing_known
    arrange: Callable[[State, Sequence[AppCommand], str], Sequence[AppCommand]] = _as_they_are

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
        # Reading takes the encoder, which an app that asks nothing does not need.
        from fingerpost.assistants.miniapps.framework.answers import answer_to

        if not self.waits(data):
            return False
        now = Point(data, tuple(data["_recent"]), data["_last"])
        return answer_to(self, now, Question(**data["_asked"]), text, date.today()) is not None

    def route_for(self, data: Mapping[str, Any], text: str) -> str | None:
        """Return the route of a message of which its reader is sure: something to do, to look at, or to control."""
        from fingerpost.assistants.miniapps.framework.understand import route_of

        if "_recent" not in data:
            # Not from its events: what it holds, and so what a message may mean, is not known.
            return None
        return route_of(self, Point(data, tuple(data["_recent"]), data["_last"]), text, date.today())

    async def route_by_model(
        self, chooser: LabelChooser, data: Mapping[str, Any], text: str, said_last: Sequence[str]
    ) -> str | None:
        """Return the route of a message in which a language model reads what the app can do; None where it does not."""
        from fingerpost.assistants.miniapps.framework.model_reading import Unsure, route_by_model

        if "_recent" not in data:
            return None
        now = Point(data, tuple(data["_recent"]), data["_last"])
        return await route_by_model(chooser, Unsure(self, now, text), said_last)
