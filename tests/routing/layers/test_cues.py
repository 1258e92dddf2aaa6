"""Cues: whole words, in the order of the routebook."""

from __future__ import annotations

import pytest

from fingerpost import Message
from fingerpost.conversation.resolve import resolve
from fingerpost.routebook.model import Cue
from fingerpost.routing.layers.cues import read_cues

CUES = [Cue("refund", frozenset({"money", "devolucion"})), Cue("shipping", frozenset({"parcel", "courier"}))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my Parcel!", ("shipping", "parcel")), ("una devolución", ("refund", "devolucion")), ("parcels", None),
        ("the courier and the parcel", ("shipping", "courier")), ("parcel money", ("refund", "money")), ("", None),
    ],
)  # fmt: skip
def test_the_first_cue_of_the_routebook_with_a_whole_word(text: str, found: tuple[str, str] | None) -> None:
    assert read_cues(CUES, resolve(Message(text))) == found
