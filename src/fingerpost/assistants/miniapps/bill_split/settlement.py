"""Who gives how much to whom, so that nobody owes anything: in as few transfers as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

EXACT = 10
"""People who owe or are owed up to whom the fewest transfers are searched for."""


class Transfer(NamedTuple):
    """What one person gives to another."""

    giver: int
    taker: int
    cents: int


def settle(balances: Mapping[int, int]) -> list[Transfer]:
    """Return transfers that bring balances (above zero: is owed) to zero; one fewer than people for each group.

    People whose balances come to zero among themselves are a group of their own: the more groups, the fewer transfers.
    """
    open_ones = {person: cents for person, cents in balances.items() if cents}
    if sum(open_ones.values()):
        raise ValueError("balances must add up to zero before they can be settled")
    groups = _groups(open_ones) if len(open_ones) <= EXACT else _pairs(open_ones)
    return [transfer for group in groups for transfer in _settled(group)]


def _settled(group: Mapping[int, int]) -> list[Transfer]:
    """Let who owes most give to who is owed most, until nothing is left: each transfer settles one of the two."""
    left = dict(group)
    found: list[Transfer] = []
    order = {person: place for place, person in enumerate(left)}
    while left:
        giver = min(left, key=lambda person: (left[person], order[person]))
        taker = max(left, key=lambda person: (left[person], -order[person]))
        cents = min(-left[giver], left[taker])
        found.append(Transfer(giver, taker, cents))
        left[giver] += cents
        left[taker] -= cents
        left = {person: rest for person, rest in left.items() if rest}
    return found


def _groups(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Return the most groups that come to zero, by an exact search over all sets of people."""
    people = list(balances)
    size = 1 << len(people)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for chosen in range(1, size):
        # The best chain that ends in this set; each sum of zero on the way closes a group.
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + balances[people[low]]
        places = [place for place in range(len(people)) if chosen >> place & 1]
        last[chosen] = max(places, key=lambda place: most[chosen ^ (1 << place)])
        most[chosen] = most[chosen ^ (1 << last[chosen])] + (sums[chosen] == 0)
    groups: list[dict[int, int]] = []
    chosen, group = size - 1, set[int]()
    while chosen:
        if sums[chosen] == 0 and group:
            groups.append({people[place]: balances[people[place]] for place in sorted(group)})
            group = set()
        group.add(last[chosen])
        chosen ^= 1 << last[chosen]
    if group:
        groups.append({people[place]: balances[people[place]] for place in sorted(group)})
    return sorted(groups, key=lambda group: people.index(next(iter(group))))


def _pairs(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Return pairs that settle each other, and all others as one group: too many people to search."""
    waiting: dict[int, list[int]] = {}
    groups: list[dict[int, int]] = []
    for person, cents in balances.items():
        if waiting.get(-cents):
            other = waiting[-cents].pop(0)
            groups.append({other: -cents, person: cents})
        else:
            waiting.setdefault(cents, []).append(person)
    rest = {person for people in waiting.values() for person in people}
    left = {person: cents for person, cents in balances.items() if person in rest}
    return [*groups, left] if left else groups
