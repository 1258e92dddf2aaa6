"""A small shop whose traffic teaches: rows that help, rows that harm, and rows to compare on."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from fingerpost import Route
from fingerpost.evaluation.rows import Row
from fingerpost.learning.collect import LabelledRow
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook
from fingerpost.types import Message
from tests.conftest import SHOP

WORDS = {
    "refund": (["my money back", "a refund", "to return it", "my deposit back"], ["for the scarf", "for this order", "because it broke", "since it never fit"]),
    "shipping": (["the parcel", "my package", "the courier", "the delivery"], ["is late", "has not come", "went to a neighbour", "should be here today"]),
    "product": (["the jacket", "this lamp", "the blue kettle", "that sofa"], ["is waterproof", "comes in red", "weighs how much", "has a warranty"]),
}  # fmt: skip
OPENERS = (
    "hello, ",
    "please, ",
    "listen: ",
    "well, ",
    "sorry, ",
    "one thing: ",
    "so ",
    "hey, ",
    "again: ",
    "quick one: ",
)


def book() -> Routebook:
    """Three routes of ten examples."""
    return build("shop", [Route(name, examples=tuple(texts)) for name, texts in SHOP.items()])


def texts() -> list[tuple[str, str]]:
    """Return 480 messages with their routes, mixed."""
    found = [
        (f"{opener}{what} {why}", route)
        for route, (things, reasons) in WORDS.items()
        for opener, what, why in itertools.product(OPENERS, things, reasons)
    ]
    return [found[i] for i in np.random.default_rng(0).permutation(len(found))]


def labelled(pairs: Sequence[tuple[str, str]], source: str = "teacher", user: str | None = None) -> list[LabelledRow]:
    """Return rows as traffic gives them."""
    return [
        LabelledRow(text, route, None, source, user or f"user-{i}", f"session-{i}", float(i), False)
        for i, (text, route) in enumerate(pairs)
    ]


def rows(pairs: Sequence[tuple[str, str]]) -> list[Row]:
    """Return rows to compare on."""
    return [Row(id=str(i), message=Message(text), expected=route, lang="en") for i, (text, route) in enumerate(pairs)]
