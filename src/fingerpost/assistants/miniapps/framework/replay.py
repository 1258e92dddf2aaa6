"""From events to what they come to: the state, what can be undone, what was asked, what was touched last.

The framework's own events begin with "_": "_opened", "_language", "_asked", "_dropped", "_undo", "_redo", "_ended",
"_resumed" (a session goes on that was closed) and "_kept" (one is there that could be).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fingerpost.assistants.miniapps.framework.parts import Language, Question, State
from fingerpost.routebook.apps import AppEvent

KEPT = 200
"""Ids that are remembered as touched."""


class Point(NamedTuple):
    """Where an app stood: its state, the ids touched last (newest first; the first `last` by one message), and why.

    `request` and `kind` are those of the event that led there.
    """

    state: State
    recent: tuple[int, ...] = ()
    last: int = 0
    request: str = ""
    kind: str = ""


class Session(NamedTuple):
    """All that follows from the events of a session; `done` and `undone` are where undo and redo lead."""

    now: Point
    language: Language = "en"
    asked: Question | None = None
    done: tuple[Point, ...] = ()
    undone: tuple[Point, ...] = ()

    @property
    def state(self) -> State:
        """Return what the app holds."""
        return self.now.state

    @property
    def recent(self) -> tuple[int, ...]:
        """Return the ids of the items touched last, newest first."""
        return self.now.recent


def replay(start: State, apply: Callable[[State, AppEvent], State], events: Iterable[AppEvent]) -> Session:
    """Return what events come to, from a state before all of them."""
    return go_on(Session(Point(start)), apply, events)


def go_on(session: Session, apply: Callable[[State, AppEvent], State], events: Iterable[AppEvent]) -> Session:
    """Return what further events come to.

    What one message did is undone at once. A new event after an undo empties what could be redone.
    """
    now, language, asked = session.now, session.language, session.asked
    done, undone = list(session.done), list(session.undone)
    for event in events:
        if event.kind == "_language":
            language = event.values["language"]
            continue
        asked = None
        if event.kind == "_asked":
            asked = Question(**event.values)
        elif event.kind == "_opened":
            now, language = Point(apply(now.state, event)), event.values["language"]
            done, undone = [], []
        elif event.kind == "_undo" and done:
            undone.append(now)
            now = done.pop()
        elif event.kind == "_redo" and undone:
            done.append(now)
            now = undone.pop()
        elif not event.kind.startswith("_"):
            after = _after(now, apply, event)
            if after is not None:
                if not event.request or event.request != now.request:
                    done.append(now)
                now, undone = after, []
    return Session(now, language, asked, tuple(done), tuple(undone))


def _after(now: Point, apply: Callable[[State, AppEvent], State], event: AppEvent) -> Point | None:
    """Return where an event leads; None where it changes nothing."""
    state = apply(now.state, event)
    if state is now.state:
        return None
    # The last of several that came at once is the newest: "that last one".
    touched = dict.fromkeys(reversed(event.values.get("ids", ())))
    recent = (*touched, *(one for one in now.recent if one not in touched))
    last = len(touched)
    if event.request and event.request == now.request:
        last += sum(one not in touched for one in now.recent[: now.last])
    return Point(state, recent[:KEPT], min(last, KEPT), event.request, event.kind)
