"""The characters that parts of patterns take."""

from __future__ import annotations

from re import _parser as parser  # type: ignore[attr-defined]

import pytest

from fingerpost.routebook.pattern_characters import characters_of


def _shared(one: str, other: str) -> bool:
    return bool(characters_of(parser.parse(one)) & characters_of(parser.parse(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [("a", "[a-c]"), (r"\w", "5"), (".", "x"), (r"\W", " "), ("[^a]", "b"), (r"(?:ab|c)", "c"), (r"\s+", " "), ("ñ", r"\w"),
     ("(?>a+)", "a"), ("Ж", "Я")],
)  # fmt: skip
def test_parts_that_can_take_the_same_character(one: str, other: str) -> None:
    assert _shared(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("a", "b"), (r"\w", r"\W"), (r"\d", "[a-z]"), ("[^a]", "a"), (r"\b", "a"), (r"\s", r"\S"), ("$", ".")],
)
def test_parts_that_cannot(one: str, other: str) -> None:
    assert not _shared(one, other)
