"""Days that are told by others, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.language.same_day import moved, same_days


@pytest.mark.parametrize(
    ("text", "words", "later"),
    [
        ("put it on the same day as the fort", "the same day", 0),
        ("Same day as the zoo", "Same day", 0),
        ("that day too", "that day", 0),
        ("ponlo el mismo día que el zoo", "el mismo día", 0),
        ("ponlo ese mismo dia", "ese mismo dia", 0),
        ("no mesmo dia do forte", "mesmo dia", 0),
        ("nesse dia", "nesse dia", 0),
        ("the day after the fort", "the day after", 1),
        ("the next day", "the next day", 1),
        ("al día siguiente", "al día siguiente", 1),
        ("no dia seguinte", "no dia seguinte", 1),
        ("o dia depois do forte", "dia depois", 1),
    ],
)
def test_where_it_is_said_and_how_much_later(text: str, words: str, later: int) -> None:
    found = same_days(text)
    assert [(text[one.start : one.end], one.later) for one in found] == [(words, later)]


@pytest.mark.parametrize("text", ["", "move it to day 2", "someday", "the sameday", "buenos días", "todo dia", "?!"])
def test_other_days_are_not_it(text: str) -> None:
    assert same_days(text) == []


def test_several_in_their_order() -> None:
    assert [one.later for one in same_days("the day after, then the same day")] == [1, 0]


@pytest.mark.parametrize(
    ("day", "later", "then"),
    [
        (2, 0, 2),
        (2, 1, 3),
        ("2026-11-20", 0, "2026-11-20"),
        ("2026-12-31", 1, "2027-01-01"),
        ("9999-12-31", 1, None),
        ("no date", 1, None),
        ("", 0, None),
    ],
)
def test_a_day_so_many_days_later(day: int | str, later: int, then: int | str | None) -> None:
    assert moved(day, later) == then
