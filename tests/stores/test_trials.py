"""Trials of edited routebooks on both engines: one at a time, cancelled, lost, and with no text of any message."""

from __future__ import annotations

import pytest

from fingerpost.errors import ConflictError, NotFoundError
from fingerpost.stores import Store
from fingerpost.stores.trials import CANCELLED, DONE, LEASE, LOST, MAX_TRIALS, RUNNING, NewTrial
from fingerpost.types import Turn
from tests.stores.words import Clock

GIVEN = NewTrial(None, "b", "d", "content \\u0000 ação", {"added": 1})


def test_a_trial_is_begun_told_of_and_ended(store: Store) -> None:
    number = store.trials.begin("shop", "ana", GIVEN)
    assert store.trials.renew(number, {"step": "training"})
    found = store.trials.find("shop", number)
    assert (found.state, found.who, found.base, found.progress) == (RUNNING, "ana", None, {"step": "training"})
    store.trials.finish(number, DONE, {"seconds": 2.0})
    assert [(one.id, one.state, one.result) for one in store.trials.all("shop")] == [(number, DONE, {"seconds": 2.0})]
    assert store.trials.content("shop", number) == GIVEN.content
    for look in (store.trials.find, store.trials.content):
        with pytest.raises(NotFoundError, match="other has no trial"):
            look("other", number)


def test_one_runs_at_a_time_for_a_routebook(store: Store) -> None:
    first = store.trials.begin("shop", "ana", GIVEN)
    with pytest.raises(ConflictError, match="a change of ana is being tried"):
        store.trials.begin("shop", "ben", GIVEN)
    store.trials.begin("other", "ben", GIVEN)
    store.trials.finish(first, DONE, {})
    assert store.trials.begin("shop", "ben", GIVEN) > first


def test_one_that_is_cancelled_must_end_and_its_result_does_not_count(store: Store) -> None:
    number = store.trials.begin("shop", "ana", GIVEN)
    assert not store.trials.cancel("other", number), "not that of another routebook"
    assert store.trials.cancel("shop", number)
    assert not store.trials.cancel("shop", number)
    assert not store.trials.renew(number, {"step": "replaying"})
    store.trials.finish(number, DONE, {"seconds": 1})
    assert store.trials.find("shop", number)[2] == CANCELLED
    assert store.trials.find("shop", number).result == {}
    store.trials.begin("shop", "ana", GIVEN)


def test_one_whose_server_is_gone_is_lost_and_keeps_nobody_from_the_next(store: Store, clock: Clock) -> None:
    number = store.trials.begin("shop", "ana", GIVEN)
    clock.pass_by(LEASE - 1)
    assert store.trials.renew(number, {})
    clock.pass_by(LEASE - 1)
    assert store.trials.find("shop", number).state == RUNNING
    clock.pass_by(2)
    assert store.trials.find("shop", number).state == LOST
    other = store.trials.begin("other", "ben", GIVEN)
    assert store.trials.begin("shop", "ben", GIVEN) > number
    assert not store.trials.renew(number, {}), "a server that comes back does not go on beside the next"
    assert store.trials.find("shop", number).state == LOST
    assert store.trials.find("other", other).state == RUNNING


def test_the_newest_are_kept(store: Store) -> None:
    for _ in range(MAX_TRIALS + 2):
        store.trials.finish(store.trials.begin("shop", "", GIVEN), DONE, {})
    assert len(store.trials.all("shop")) == MAX_TRIALS


def test_messages_come_with_corrections_and_texts_as_far_as_they_are_stored(store: Store) -> None:
    for number in range(4):
        turns = [Turn("user", f"hello {number}", "chat", "student", 0.5), Turn("assistant", "hi")]
        store.write(f"s{number}", f"r{number}", turns, routebook="shop")
    store.correct("r3", "refund")
    newest = list(store.trials.messages("shop", 2))
    assert [(one.text, one.corrected) for one in newest] == [("hello 2", None), ("hello 3", "refund")]
    ids = [one.id for one in newest]
    assert store.trials.texts(ids) == {ids[0]: "hello 2", ids[1]: "hello 3"}
    store.forget(session="s3")
    assert store.trials.texts(ids) == {ids[0]: "hello 2"}
    assert store.trials.texts([]) == {}
