"""Stored messages for training, on both engines: their order, and the corrections people made."""

from __future__ import annotations

import pytest

from fingerpost.errors import ConflictError, MessageError
from fingerpost.stores import Store, stored_messages
from fingerpost.stores.reviews import Reviewer
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Turn
from tests.stores.words import DAY, Clock


def say(store: Store, session: str, request: str, text: str, routebook: str | None = "shop") -> None:
    turns = [Turn("user", text, "BUY", "llm", 0.9), Turn("assistant", "an answer", "BUY")]
    store.write(session, request, turns, user="ana", routebook=routebook)


def heard(store: Store, routebook: str = "shop") -> list[StoredMessage]:
    return list(store.stored_messages(routebook))


def test_messages_come_session_by_session_in_order(store: Store, clock: Clock) -> None:
    for number, session in enumerate(["b", "a", "b", "a"]):
        say(store, session, f"r{number}", f"message {number}")
    say(store, "a", "r9", "for another assistant", "other")
    say(store, "a", "r10", "from before routebooks were named", None)
    found = heard(store)
    assert [(row.session, row.text) for row in found] == [
        ("a", "message 1"),
        ("a", "message 3"),
        ("a", "from before routebooks were named"),
        ("b", "message 0"),
        ("b", "message 2"),
    ]
    assert found[0]._replace(id=0) == StoredMessage(
        0, "a", 1, "r1", "ana", "message 1", False, "BUY", "llm", 0.9, None, clock.now, "answered"
    )


def test_more_than_a_page_is_read(store: Store) -> None:
    for number in range(0, 2100, 700):
        turns = [Turn("user", f"m{number + i}", "BUY", "llm", 0.9) for i in range(700)]
        store.write(f"s{number:04}", "r", turns, routebook="shop")
    assert [row.text for row in heard(store)] == [f"m{i}" for i in range(2100)]


def test_the_last_word_of_a_person_counts(store: Store) -> None:
    say(store, "a", "r1", "where is it")
    say(store, "a", "r2", "and now")
    assert store.correct("r1", "TRACK") == "BUY", "what was decided"
    assert store.correct("r1", "RETURN") == "BUY"
    assert [row.corrected for row in heard(store)] == ["RETURN", None]


def test_a_word_on_what_is_not_there_is_refused(store: Store) -> None:
    say(store, "a", "r1", "where is it")
    say(store, "b", "r1", "where is that")
    with pytest.raises(
        MessageError,
        match=r"'r7' is not in the store: take the id from X-Fingerpost-Request.* only routed, without a session",
    ):
        store.correct("r7", "TRACK")
    with pytest.raises(MessageError, match="request 'r1' is in 2 sessions: name the session too"):
        store.correct("r1", "TRACK")
    store.correct("r1", "TRACK", session="b")
    assert [row.corrected for row in heard(store)] == [None, "TRACK"]
    with pytest.raises(MessageError, match="give a string of 1 to 256 characters"):
        store.correct("", "TRACK")


def test_a_text_that_was_reduced_says_so_and_keeps_its_correction(store: Store, clock: Clock) -> None:
    say(store, "a", "r1", "x" * 100)
    store.correct("r1", "TRACK")
    clock.pass_by(2 * DAY)
    store.sweep()
    [row] = heard(store)
    assert (row.text, row.cut, row.corrected) == ("x" * 60, True, "TRACK")


def test_who_is_forgotten_teaches_nothing(store: Store) -> None:
    say(store, "a", "r1", "where is it")
    store.correct("r1", "TRACK")
    store.forget(user="ana")
    assert heard(store) == []


def test_sessions_are_counted_from_a_moment(store: Store, clock: Clock) -> None:
    say(store, "a", "r1", "one")
    mark = clock.now
    clock.pass_by(60)
    assert store.sessions_since(mark) == 0
    say(store, "b", "r2", "two")
    say(store, "b", "r3", "three")
    assert store.sessions_since(mark) == 1


def test_a_choice_labels_the_latest_message_of_that_text_in_the_session(store: Store) -> None:
    for request, session, text in (("r1", "a", "it"), ("r2", "a", "it"), ("r3", "a", "that"), ("r4", "b", "it")):
        say(store, session, request, text)
    assert store.correct_earlier("a", "it", "TRACK", "shop")
    assert [(row.request, row.corrected) for row in heard(store)] == [
        ("r1", None),
        ("r2", "TRACK"),
        ("r3", None),
        ("r4", None),
    ]


def test_a_choice_about_what_is_not_there_labels_nothing(store: Store) -> None:
    say(store, "a", "r1", "it")
    assert not store.correct_earlier("a", "an answer", "TRACK", "shop")
    assert not store.correct_earlier("a", "IT", "TRACK", "shop")
    assert not store.correct_earlier("b", "it", "TRACK", "shop")
    assert not store.correct_earlier("a", "it", "TRACK", "other")
    assert [row.corrected for row in heard(store)] == [None]


ANYBODY = SessionOwner("")
REVIEWER = Reviewer("eye")


def test_what_a_reviewer_labelled_is_replaced_by_reviewers_alone(store: Store) -> None:
    say(store, "a", "r1", "where is it")
    [number] = [row.id for row in heard(store)]
    store.correct("r1", "SELL", None, "shop", ANYBODY)
    store.reviews.label("shop", REVIEWER, number, "TRACK")
    with pytest.raises(ConflictError, match=r"'r1' was labelled TRACK by a reviewer.*a key of the role review"):
        store.correct("r1", "RETURN", None, "shop", ANYBODY)
    assert store.correct("r1", "TRACK", None, "shop", ANYBODY) == "BUY", "the same is no conflict"
    assert [row.corrected for row in heard(store)] == ["TRACK"]
    store.correct("r1", "RETURN", None, "shop")
    assert [row.corrected for row in heard(store)] == ["RETURN"], "of the role review"
    store.reviews.undo("shop", REVIEWER)
    store.correct("r1", "SELL", None, "shop", ANYBODY)
    assert [row.corrected for row in heard(store)] == ["SELL"], "the label was taken back"


def test_a_skip_is_no_label_that_feedback_would_replace(store: Store) -> None:
    say(store, "a", "r1", "where is it")
    store.reviews.label("shop", REVIEWER, heard(store)[0].id, None)
    store.correct("r1", "RETURN", None, "shop", ANYBODY)
    assert [row.corrected for row in heard(store)] == ["RETURN"]


def test_a_choice_leaves_what_a_reviewer_labelled(store: Store) -> None:
    say(store, "a", "r1", "it")
    store.reviews.label("shop", REVIEWER, heard(store)[0].id, "TRACK")
    assert store.correct_earlier("a", "it", "RETURN", "shop", ANYBODY)
    assert [row.corrected for row in heard(store)] == ["TRACK"]


def test_labels_that_are_not_looked_for_are_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: feedback that does not ask whether a reviewer has decided."""
    monkeypatch.setattr(stored_messages, "_reviewed_route", lambda *_: None)
    with pytest.raises(pytest.fail.Exception):
        test_what_a_reviewer_labelled_is_replaced_by_reviewers_alone(store)
