"""How far two words are apart in single edits, for slips of the keyboard."""

from __future__ import annotations


def edit_distance(one: str, other: str) -> int:
    """Return how many letters have to be inserted, deleted, replaced or swapped with their neighbour.

    The optimal string alignment distance: no letter is edited twice.
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            steps = min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                steps = min(steps, before[j - 2] + 1)
            row.append(steps)
        before, last = last, row
    return last[-1]


def first_difference(one: str, other: str) -> int:
    """Return the place of the first letter in which two words differ; the length of the shorter one if in none."""
    place = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        place += 1
    return place


def within_one_edit(one: str, other: str) -> bool:
    """Return whether at most one letter has to be inserted, deleted or replaced; a swap of two is two edits."""
    if len(one) > len(other):
        one, other = other, one
    place = first_difference(one, other)
    return len(other) - len(one) <= 1 and one[place + (len(one) == len(other)) :] == other[place + 1 :]
