"""A request that is repeated: what of it is written, and what stays."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.stores import Store, turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.reviews import ReviewCandidate, Reviewer
from fingerpost.types import Turn
from tests.stores.words import count, said

HALF = {
    "failed": said("one")[:1],
    "routed": said("one")[:1],
    "cancelled": [said("one")[0], Turn("assistant", "half of an ans")],
}


@pytest.mark.parametrize("first", HALF)
def test_an_answer_takes_the_place_of_a_request_that_was_written_without_one(store: Store, first: str) -> None:
    """A request that failed and is repeated is acknowledged with its answer: then the answer must be there."""
    assert store.write("s", "r1", HALF[first], user="ana", outcome=first)
    store.correct("r1", "refund", "s")
    assert not store.write("s", "r1", HALF[first], user="ana", outcome="failed"), (
        "one without an answer changes nothing"
    )
    assert store.turns("s") == HALF[first]
    assert store.write("s", "r1", said("one"), user="ana")
    assert store.turns("s") == said("one")
    assert not store.write("s", "r1", [said("one")[0], Turn("assistant", "another")]), "the first answer stays"
    assert not store.write("s", "r1", said("one"), outcome="failed")
    assert store.turns("s") == said("one")
    assert [row["outcome"] for row in store.export("ana")] == ["answered", "answered"]
    rows = store._database.read(
        lambda connection: connection.query(
            "SELECT corrected, s.whole FROM fingerpost_turns t JOIN fingerpost_sessions s ON s.session = t.session"
            " ORDER BY place"
        )
    )
    assert rows == [("refund", 2), (None, 2)], "a person's word is kept, and the texts are counted once"
    assert count(store, "fingerpost_turns") == 2


def test_what_reviewers_did_goes_with_a_message_that_is_written_anew(store: Store) -> None:
    ana, ben = Reviewer("ana"), Reviewer("ben")
    for number in range(3):
        store.write("s", f"r{number}", said(f"text {number}")[:1], outcome="failed", routebook="shop")
    first, second, third = (message.id for message in store.stored_messages("shop"))
    store.correct("r0", "invoice", "s")
    store.reviews.label("shop", ana, first, "refund")
    store.reviews.label("shop", ana, second, None)
    candidates = [ReviewCandidate(number, f"digest {number}") for number in (first, second, third)]
    assert store.reviews.claim("shop", ben, candidates[2:], 1) == [third]
    for number in range(3):
        assert store.write("s", f"r{number}", said(f"text {number}"), routebook="shop")
    anew = [message.id for message in store.stored_messages("shop")]
    assert not {first, second, third} & set(anew)
    assert store.reviews.held("shop", ben) == {anew[2]}
    assert store.reviews.free("shop", ana, [ReviewCandidate(anew[1], "other")]) == [], "what is skipped stays skipped"
    undone = store.reviews.undo("shop", ana, store.reviews.labels("shop")[0].id)
    assert (undone.turn, undone.route, undone.was) == (anew[0], "refund", "invoice")
    assert [message.corrected for message in store.stored_messages("shop")] == ["invoice", None, None]


def test_without_that_the_label_would_outlive_its_undo(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def keep_the_route_alone(connection: Connection, number: int, removed: Any) -> None:
        connection.execute("UPDATE fingerpost_turns SET corrected = ? WHERE id = ?", removed.corrected, number)

    monkeypatch.setattr(turn_writer, "_take_over", keep_the_route_alone)
    store.write("s", "r1", HALF["failed"], outcome="failed", routebook="shop")
    [message] = store.stored_messages("shop")
    store.reviews.label("shop", Reviewer("ana"), message.id, "refund")
    store.write("s", "r1", said("one"), routebook="shop")
    store.reviews.undo("shop", Reviewer("ana"))
    assert [message.corrected for message in store.stored_messages("shop")] == ["refund"]


def test_without_that_the_answer_would_be_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_writer, "_ANSWERED", "SELECT 1 WHERE ? <> ?")
    store.write("s", "r1", HALF["failed"], outcome="failed")
    assert not store.write("s", "r1", said("one"))
    assert store.turns("s") == HALF["failed"]
