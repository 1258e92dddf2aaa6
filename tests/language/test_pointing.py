"""Items that are pointed at by rank or by a word such as "it", "both" or "all", in three languages."""

from __future__ import annotations

import pytest

from fingerpost.language.pointing import Found, Pointer, is_in, is_quiet
from fingerpost.language.tokens import words_of


def pointed(text: str, recent: tuple[int, ...] = (2, 1), last: int = 1) -> Found | None:
    return Pointer(4, recent, last).find(words_of(text))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("the first two", (0, 1)), ("los dos primeros", (0, 1)), ("os dois primeiros", (0, 1)),
        ("the last one", (3,)), ("el último", (3,)), ("a última", (3,)),
        ("number 3", (2,)), ("it", (2,)), ("ese", (2,)), ("isso", (2,)),
        ("all of them", (0, 1, 2, 3)), ("todos", (0, 1, 2, 3)), ("tudo", (0, 1, 2, 3)),
        ("both", (1, 2)), ("ambos", (1, 2)), ("os dois", (1, 2)),
        ("everything else", (0, 1, 3)), ("os outros", (0, 1, 3)),
    ],
)  # fmt: skip
def test_ranks_and_pointing_words(text: str, places: tuple[int, ...]) -> None:
    assert pointed(text) == Found(places, ())


def test_what_cannot_be_told_is_unclear() -> None:
    assert pointed("both", recent=()) == Found((), (0, 1, 2, 3))


def test_a_name_does_not_point() -> None:
    assert pointed("the Last Supper") is None
    assert pointed("both museums") is None
    assert pointed("all the bars") is None
    assert not is_quiet(words_of("Supper")[0])
    assert is_in("museos", {"museo"})
