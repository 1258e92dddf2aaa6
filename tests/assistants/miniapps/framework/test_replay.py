"""Events and what they come to: undo, redo, questions, and what was touched last."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.framework.replay import KEPT, Point, Session, go_on, replay
from fingerpost.routebook.apps import AppEvent


def count(state: State, event: AppEvent) -> State:
    """Add what an event says; anything else is unknown."""
    return {**state, "n": state["n"] + event.values["by"]} if event.kind == "counted" else state


def counted(by: int, request: str = "", *ids: int) -> AppEvent:
    return AppEvent("counted", {"by": by, "ids": list(ids)}, request)


def test_undo_takes_back_and_redo_brings_back() -> None:
    events = [counted(1), counted(10), AppEvent("_undo")]
    assert replay({"n": 0}, count, events).state == {"n": 1}
    assert replay({"n": 0}, count, [*events, AppEvent("_redo")]).state == {"n": 11}
    assert replay({"n": 0}, count, [*events, AppEvent("_undo"), AppEvent("_undo")]).state == {"n": 0}


def test_a_new_event_empties_what_could_be_redone() -> None:
    session = replay({"n": 0}, count, [counted(1), AppEvent("_undo"), counted(5), AppEvent("_redo")])
    assert session.state == {"n": 5}
    assert session.undone == ()


def test_what_one_message_did_is_undone_at_once() -> None:
    session = replay({"n": 0}, count, [counted(1, "a"), counted(2, "b"), counted(3, "b"), AppEvent("_undo", {}, "c")])
    assert session.state == {"n": 1}


def test_events_without_a_request_are_undone_one_by_one() -> None:
    assert replay({"n": 0}, count, [counted(1), counted(2), AppEvent("_undo")]).state == {"n": 1}


def test_an_unknown_kind_changes_nothing_and_cannot_be_undone() -> None:
    session = replay({"n": 0}, count, [counted(1), AppEvent("from the future"), AppEvent("_later")])
    assert (session.state, len(session.done)) == ({"n": 1}, 1)


def test_what_was_opened_is_not_undone() -> None:
    opened = AppEvent("_opened", {"language": "es"})
    session = replay({"n": 0}, count, [opened, AppEvent("_undo")])
    assert (session.state, session.language, session.done) == ({"n": 0}, "es", ())


def test_a_question_waits_until_something_else_happens() -> None:
    asked = AppEvent("_asked", {"said": {"en": "Which?"}, "action": "count", "missing": "by"})
    for event in (counted(1), AppEvent("_dropped"), AppEvent("_declined"), AppEvent("_undo")):
        assert replay({"n": 0}, count, [asked, event]).asked is None
    waiting = replay({"n": 0}, count, [asked, AppEvent("_language", {"language": "pt"})])
    assert waiting.asked is not None
    assert (waiting.asked.missing, waiting.language) == ("by", "pt")


def test_the_last_of_several_is_the_newest() -> None:
    session = replay({"n": 0}, count, [counted(1, "a", 1, 2), counted(1, "b", 7), counted(1, "c", 2, 3)])
    assert session.recent == (3, 2, 7, 1)
    assert session.now.last == 2
    assert len(replay({"n": 0}, count, [counted(1, "a", *range(999))]).recent) == KEPT


def test_going_on_is_the_same_as_all_at_once() -> None:
    events = [counted(1, "a"), counted(2, "b"), AppEvent("_undo", {}, "c"), AppEvent("_redo", {}, "d")]
    session = Session(Point({"n": 0}))
    for event in events:
        session = go_on(session, count, [event])
    assert session == replay({"n": 0}, count, events)
