"""Names that a message writes out, shortens or misspells."""

from __future__ import annotations

import pytest

from fingerpost.language.tokens import words_of
from fingerpost.reading.mentions import mentions

NAMES = ["Golden Temple", "Nara Park", "Café du Monde", "Park Hyatt"]


def found(text: str) -> list[tuple[str, list[str]]]:
    words = words_of(text)
    return [
        (" ".join(word.text for word in words[one.start : one.end]), [NAMES[n] for n in one.names])
        for one in sorted(mentions(words, NAMES))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rate the golden temple 5", [("golden temple", ["Golden Temple"])]),
        ("cafe du monde and nara", [("cafe du monde", ["Café du Monde"]), ("nara", ["Nara Park"])]),
        ("drop the goldn tmple", [("goldn tmple", ["Golden Temple"])]),
        ("the park", [("park", ["Nara Park", "Park Hyatt"])]),
        ("nothing of ours", []),
        ("", []),
    ],
)
def test_names_are_found(text: str, expected: list[tuple[str, list[str]]]) -> None:
    assert found(text) == expected


def test_a_written_name_is_surer_than_a_shortened_one() -> None:
    words = words_of("nara park and the temple")
    sure = {words[one.start].folded: one.is_sure for one in mentions(words, NAMES)}
    assert sure == {"nara": True, "temple": False}


def test_two_hundred_items_in_a_long_message_end() -> None:
    names = [f"place number {n}" for n in range(200)]
    assert len(mentions(words_of(", ".join(names)), names)) == 200
