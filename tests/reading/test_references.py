"""Which names some words mean."""

from __future__ import annotations

import pytest

from fingerpost.language.tokens import words_of
from fingerpost.reading.references import Meant, resolve

NAMES = ["Gion", "Nara Park", "Golden Temple", "Silver Temple"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gion", Meant((0,))), ("the golden temple", Meant((2,))), ("the temple", Meant((), (2, 3))),
        ("nara and gion", Meant((1, 0))), ("all but gion", Meant((1, 2, 3))), ("todos menos nara", Meant((0, 2, 3))),
        ("todos exceto gion e nara", Meant((2, 3))), ("everything", Meant((0, 1, 2, 3))), ("it", Meant((1,))),
        ("the first two", Meant((0, 1))), ("a última", Meant((3,))), ("the harbour", Meant()), ("", Meant()),
        ("all but the harbour", Meant((), (0, 1, 2, 3))),
    ],
)  # fmt: skip
def test_names_and_pointing(text: str, meant: Meant) -> None:
    assert resolve(words_of(text), NAMES, [1], 1) == meant


def test_of_several_alike_the_one_touched_last_is_meant() -> None:
    assert resolve(words_of("the temple"), NAMES, [3], 1) == Meant((3,))


def test_nothing_is_meant_where_nothing_is_held() -> None:
    assert resolve(words_of("it"), []) == Meant()
