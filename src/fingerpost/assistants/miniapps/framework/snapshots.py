"""What sessions came to, kept in memory: a message adds a few events, and only those have to be applied.

A pure cache: events are compared with those that a snapshot was made of, and whatever differs is replayed from the
start. It holds an app to what a reducer is: one that changed a state in place would change a snapshot too.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.framework.replay import Session, go_on, replay
from fingerpost.routebook.apps import AppEvent
from fingerpost.runtime.fork import reset_after_fork

MOST = 16_000_000
"""What all snapshots may weigh: each the square of its events, for it knows the state after every one."""


class Snapshot(NamedTuple):
    """What these events come to from a start."""

    start: State
    events: tuple[AppEvent, ...]
    session: Session

    @property
    def weight(self) -> int:
        """Return about how much it holds."""
        return len(self.events) ** 2


class Snapshots:
    """The snapshots used last. Safe for any number of threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[Hashable, Snapshot] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()
        reset_after_fork(self)

    def session(self, start: State, apply: Callable[[State, AppEvent], State], events: Sequence[AppEvent]) -> Session:
        """Return what events come to; the same as `replay`, and sooner where most of them were seen before."""
        if not events:
            return replay(start, apply, events)
        events = tuple(events)
        # What opened a session is its own; where two sessions are alike in that, the comparison tells them apart.
        key = (apply, events[0].kind, events[0].request, events[0].at)
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and _begins_with(events, kept, start):
            session = go_on(kept.session, apply, events[len(kept.events) :])
        else:
            session = replay(start, apply, events)
        self._keep(key, Snapshot(start, events, session))
        return session

    def _keep(self, key: Hashable, snapshot: Snapshot) -> None:
        with self._lock:
            before = self._kept.pop(key, None)
            self._weight += snapshot.weight - (before.weight if before else 0)
            self._kept[key] = snapshot
            while self._weight > MOST:
                self._weight -= self._kept.popitem(last=False)[1].weight

    def after_fork(self) -> None:
        """Begin with a free lock: whichever thread held it lives on in the parent only."""
        self._lock = threading.Lock()


def _begins_with(events: tuple[AppEvent, ...], kept: Snapshot, start: State) -> bool:
    return kept.start is start and events[: len(kept.events)] == kept.events
