"""Settlement: every balance comes to zero, in as few transfers as possible."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split.settlement import EXACT, Transfer, settle
from tests.conftest import examples


def balanced(values: list[int]) -> dict[int, int]:
    """Return balances of people, the last one of whom makes the sum zero."""
    return dict(enumerate([*values, -sum(values)], 1))


def after(balances: Mapping[int, int], transfers: list[Transfer]) -> dict[int, int]:
    left = dict(balances)
    for one in transfers:
        left[one.giver] += one.cents
        left[one.taker] -= one.cents
    return left


SMALL = st.lists(st.integers(-6, 6), max_size=5).map(balanced)
LARGE = st.lists(st.integers(-(10**12), 10**12), max_size=49).map(balanced)


@given(st.one_of(SMALL, LARGE, st.lists(st.integers(-20, 20), max_size=30).map(balanced)))
@settings(deadline=None)
def test_transfers_settle_everything_in_fewer_than_people(balances: dict[int, int]) -> None:
    transfers = settle(balances)
    assert not any(after(balances, transfers).values())
    assert all(one.cents > 0 and one.giver != one.taker for one in transfers)
    owing = sum(1 for cents in balances.values() if cents)
    assert len(transfers) <= max(0, owing - 1)
    # Nobody who owes takes, and nobody who is owed gives.
    assert all(balances[one.giver] < 0 < balances[one.taker] for one in transfers)


def fewest(balances: tuple[int, ...]) -> int:
    """Return the fewest transfers, by trying every pair of people for the first one that owes anything."""

    @cache
    def search(left: tuple[int, ...]) -> int:
        place = next((place for place, cents in enumerate(left) if cents), None)
        if place is None:
            return 0
        best = len(left)
        for other in range(place + 1, len(left)):
            if left[place] * left[other] < 0:
                # The first one gives or takes all at once; what the other lacks then is settled further on.
                moved = list(left)
                moved[other] += moved[place]
                moved[place] = 0
                best = min(best, 1 + search(tuple(moved)))
        return best

    return search(balances)


@given(SMALL)
@settings(max_examples=examples(600), deadline=None)
def test_up_to_six_people_it_is_as_few_as_brute_force_finds(balances: dict[int, int]) -> None:
    assert len(settle(balances)) == fewest(tuple(balances.values()))


def test_groups_that_settle_among_themselves_are_found() -> None:
    # Greedy alone takes more: the largest debt meets the largest credit across the groups.
    balances = {1: 6, 2: -4, 3: -2, 4: 5, 5: -3, 6: -2, 7: 9, 8: -9}
    assert len(settle(balances)) == 5
    greedy_trap = {1: 7, 2: -5, 3: -2, 4: 6, 5: -6}
    assert len(settle(greedy_trap)) == 3
    pairs = {place: (place // 2 + 1) * (1 if place % 2 else -1) for place in range(EXACT)}
    assert len(settle(pairs)) == EXACT // 2


def test_nothing_owed_and_what_cannot_be() -> None:
    assert settle({}) == []
    assert settle({1: 0, 2: 0}) == []
    assert settle({1: -5, 2: 5}) == [Transfer(1, 2, 5)]
    with pytest.raises(ValueError, match="add up to zero"):
        settle({1: 5, 2: -4})


def test_it_does_not_change_what_it_is_given() -> None:
    balances = {1: 5, 2: -5}
    settle(balances)
    assert balances == {1: 5, 2: -5}
