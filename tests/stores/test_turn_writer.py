"""A request that is repeated: what of it is written, and what stays."""

from __future__ import annotations

import pytest

from fingerpost.stores import Store, turn_writer
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


def test_without_that_the_answer_would_be_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_writer, "_ANSWERED", "SELECT 1 WHERE ? <> ?")
    store.write("s", "r1", HALF["failed"], outcome="failed")
    assert not store.write("s", "r1", said("one"))
    assert store.turns("s") == HALF["failed"]
