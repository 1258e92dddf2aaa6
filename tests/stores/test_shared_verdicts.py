"""Shared verdicts on both engines: by fingerprint, the last one of a message, and not for ever."""

from __future__ import annotations

import threading

from fingerpost.stores import Store
from tests.stores.words import Clock, count


def test_verdicts_come_back_under_their_fingerprint_alone(store: Store) -> None:
    assert store.verdicts.since("f", 0, 60.0) == []
    store.verdicts.add("f", [("d1", "one"), ("d2", "two")])
    store.verdicts.add("g", [("d1", "other")])
    store.verdicts.add("f", [])
    found = store.verdicts.since("f", 0, 60.0)
    assert [(one.digest, one.content) for one in found] == [("d1", "one"), ("d2", "two")]
    assert [one.content for one in store.verdicts.since("f", found[0].number, 60.0)] == ["two"]
    assert [one.content for one in store.verdicts.since("g", 0, 60.0)] == ["other"]


def test_the_last_verdict_of_a_message_counts_and_has_a_new_number(store: Store) -> None:
    store.verdicts.add("f", [("d", "one")])
    (first,) = store.verdicts.since("f", 0, 60.0)
    store.verdicts.add("f", [("d", "two")])
    (last,) = store.verdicts.since("f", first.number, 60.0)
    assert (last.content, count(store, "fingerpost_verdicts")) == ("two", 1)


def test_old_verdicts_are_not_read_and_are_deleted(store: Store, clock: Clock) -> None:
    store.verdicts.add("f", [("d", "old")])
    clock.pass_by(30)
    store.verdicts.add("f", [("e", "new")])
    assert [(one.content, one.age) for one in store.verdicts.since("f", 0, 60.0)] == [("old", 30.0), ("new", 0.0)]
    clock.pass_by(30)
    assert [one.content for one in store.verdicts.since("f", 0, 60.0)] == ["new"]
    assert (store.verdicts.expire(60.0), count(store, "fingerpost_verdicts")) == (1, 1)


def test_numbers_of_writers_at_once_are_read_in_order(store: Store) -> None:
    """A reader that goes on after the last number misses nobody's."""

    def write(name: str) -> None:
        for at in range(10):
            store.verdicts.add("f", [(f"{name}{at}", name)])

    writers = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    seen: list[str] = []
    number = 0
    for writer in writers:
        writer.start()
    while len(seen) < 30 and (any(writer.is_alive() for writer in writers) or store.verdicts.since("f", number, 60.0)):
        for one in store.verdicts.since("f", number, 60.0):
            seen, number = [*seen, one.digest], one.number
    for writer in writers:
        writer.join()
    assert sorted(seen) == sorted(f"{name}{at}" for name in "abc" for at in range(10))
