"""Shares in whole cents: they always add up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split.shares import (
    EVERYBODY,
    are_sound,
    borne,
    cleaned,
    named,
    only,
    split,
    weights_of,
)

WEIGHTS = st.lists(st.integers(0, 9999), min_size=1, max_size=50).filter(any)


@given(st.integers(1, 10**12), WEIGHTS)
def test_parts_add_up_and_are_within_a_cent_of_what_is_fair(cents: int, weights: list[int]) -> None:
    parts = split(cents, weights)
    assert sum(parts) == cents
    for part, weight in zip(parts, weights, strict=True):
        # |part - cents * weight / whole| < 1, without a fraction.
        assert abs(part * sum(weights) - cents * weight) < sum(weights)
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if not weight)


@given(st.integers(1, 10**12), st.integers(1, 50))
def test_equal_parts_differ_by_a_cent_at_most_and_the_first_get_it(cents: int, people: int) -> None:
    parts = split(cents, [1] * people)
    assert parts == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] <= 1


def test_largest_remainder_goes_first() -> None:
    assert split(100, [1, 1, 1]) == [34, 33, 33]
    assert split(101, [1, 1, 1]) == [34, 34, 33]
    assert split(100, [1, 2, 3]) == [17, 33, 50]
    assert split(1, [1, 5]) == [0, 1]
    assert split(8450, [2, 1, 1]) == [4225, 2113, 2112]
    with pytest.raises(ValueError, match="nobody bears"):
        split(100, [0, 0])


def test_what_each_person_bears() -> None:
    people = [1, 2, 3]
    assert borne(1000, EVERYBODY, people) == {1: 334, 2: 333, 3: 333}
    assert borne(1000, only([3, 1]), people) == {1: 500, 3: 500}
    assert borne(1000, {"others": 1, "weights": [[2, 0]]}, people) == {1: 500, 3: 500}
    assert borne(1000, {"others": 1, "weights": [[2, 2]]}, people) == {1: 250, 2: 500, 3: 250}
    assert borne(1000, {"amounts": [[3, 700], [1, 300]]}, people) == {1: 300, 3: 700}
    assert weights_of({"others": 1, "weights": [[2, 0]]}, [*people, 4]) == {1: 1, 2: 0, 3: 1, 4: 1}
    assert named({"others": 1, "weights": [[2, 0], [3, 2]]}) == {3}


@pytest.mark.parametrize(
    "shares",
    [
        {"amounts": [[1, 300], [2, 600]]},
        {"amounts": [[1, 300], [1, 700]]},
        {"amounts": [[1, -300], [2, 1300]]},
        {"amounts": [[9, 1000]]},
        {"others": 0, "weights": []},
        {"others": 0, "weights": [[1, 0]]},
        {"others": 0, "weights": [[9, 1]]},
        {"others": 1, "weights": [[1, -1]]},
        {"others": 1, "weights": [[1, 0], [2, 0], [3, 0]]},
    ],
)
def test_shares_that_make_no_whole_are_not_sound(shares: dict[str, object]) -> None:
    assert not are_sound(shares, 1000, [1, 2, 3])


def test_who_left_is_forgotten() -> None:
    assert cleaned({"others": 1, "weights": [[2, 0], [3, 2]]}, {2}) == {"others": 1, "weights": [[3, 2]]}
    assert cleaned(EVERYBODY, {2}) is EVERYBODY
