"""Words that differ by slips of the keyboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.edit_distance import edit_distance, first_difference, within_one_edit

WORDS = st.text("abcçã", max_size=7)


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        *(("ab", "ba", 1), ("ab", "ab", 0), ("", "abc", 3), ("abc", "abd", 1), ("abc", "c", 2)),
        *(("remvoe", "remove", 1), ("agrga", "agrega", 1), ("adiconar", "adicionar", 1), ("acao", "ação", 2)),
        # No letter is edited twice: without that rule it would be two.
        ("ca", "abc", 3),
    ],
)
def test_edits_are_counted(one: str, other: str, edits: int) -> None:
    assert edit_distance(one, other) == edits


@given(WORDS, WORDS)
def test_the_distance_is_the_same_both_ways(one: str, other: str) -> None:
    assert edit_distance(one, other) == edit_distance(other, one)
    assert (edit_distance(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= edit_distance(one, other) <= max(len(one), len(other))


@pytest.mark.parametrize(
    ("one", "other", "within"),
    [
        *(("agrega", "agrega", True), ("agrga", "agrega", True), ("agregaa", "agrega", True)),
        *(("agroga", "agrega", True), ("remvoe", "remove", False), ("", "a", True), ("", "ab", False)),
    ],
)
def test_one_edit_at_most(one: str, other: str, within: bool) -> None:
    assert within_one_edit(one, other) is within


@given(WORDS, WORDS)
def test_one_edit_agrees_with_the_distance(one: str, other: str) -> None:
    if within_one_edit(one, other):
        assert edit_distance(one, other) <= 1
    elif edit_distance(one, other) <= 1:
        # A swap of neighbours is one edit for the distance and two here.
        assert sorted(one) == sorted(other)


def test_the_first_difference() -> None:
    assert [first_difference(*pair) for pair in [("abc", "abd"), ("ab", "abc"), ("", "a"), ("x", "y")]] == [2, 2, 0, 0]
