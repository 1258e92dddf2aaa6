"""Snapshots change no result: whatever events come, in whatever order of reading, a replay gives the same."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.framework import snapshots
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.framework.replay import replay
from fingerpost.assistants.miniapps.framework.snapshots import Snapshots
from fingerpost.routebook.apps import AppEvent

START: State = {"seen": []}
OPENED = AppEvent("_opened", {"language": "en"}, "r0", 1.0)


def apply(state: State, event: AppEvent) -> State:
    return {"seen": [*state["seen"], event.values.get("n")]} if event.kind == "plus" else state


def other(state: State, event: AppEvent) -> State:
    return {"seen": [*state["seen"], -1]} if event.kind == "plus" else state


def plus(number: int, request: str = "") -> AppEvent:
    return AppEvent("plus", {"n": number, "ids": [number]}, request or f"r{number}", 2.0)


EVENTS = st.lists(
    st.sampled_from(
        [plus(1), plus(2), plus(3, "r2"), AppEvent("_undo"), AppEvent("_redo"), AppEvent("_dropped"), OPENED]
    ),
    max_size=8,
)


@given(readings=st.lists(EVENTS, min_size=1, max_size=6), opened=st.booleans())
def test_a_session_is_what_a_replay_says(readings: list[list[AppEvent]], opened: bool) -> None:
    kept = Snapshots()
    for events in readings:
        read = (OPENED, *events) if opened else tuple(events)
        assert kept.session(START, apply, read) == replay(START, apply, read)


def test_saboteur_without_the_comparison_another_session_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, theirs = (OPENED, plus(1), plus(2)), (OPENED, plus(3), plus(2))

    def differs() -> bool:
        kept = Snapshots()
        kept.session(START, apply, mine)
        return kept.session(START, apply, theirs) != replay(START, apply, theirs)

    assert not differs()
    monkeypatch.setattr(snapshots, "_begins_with", lambda events, kept, start: True)
    assert differs(), "the check above would notice"


def test_apps_do_not_share() -> None:
    kept, events = Snapshots(), (OPENED, plus(1))
    for reducer in (apply, other, apply):
        assert kept.session(START, reducer, events) == replay(START, reducer, events)
    assert kept.session({"seen": ["before"]}, apply, events).state == {"seen": ["before", 1]}


def test_only_what_is_new_is_applied() -> None:
    applied: list[AppEvent] = []

    def counted(state: State, event: AppEvent) -> State:
        applied.append(event)
        return apply(state, event)

    kept, events = Snapshots(), [OPENED, *map(plus, range(1, 100))]
    kept.session(START, counted, events)
    applied.clear()
    kept.session(START, counted, [*events, plus(100)])
    assert applied == [plus(100)]


def test_they_weigh_no_more_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MOST", 100)
    kept = Snapshots()
    for number in range(50):
        opened = OPENED._replace(request=f"o{number}")
        kept.session(START, apply, [opened, *map(plus, range(number % 12))])
        held = [len(one.events) for one in kept._kept.values()]
        assert sum(size**2 for size in held) == kept._weight <= 100


def test_threads_at_once_get_what_a_replay_says() -> None:
    kept, wrong = Snapshots(), list[Sequence[AppEvent]]()

    def read(step: int) -> None:
        for size in range(1, 200, step):
            events = (OPENED, *map(plus, range(size)))
            if kept.session(START, apply, events) != replay(START, apply, events):
                wrong.append(events)

    threads = [threading.Thread(target=read, args=(step,)) for step in (1, 2, 3, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
