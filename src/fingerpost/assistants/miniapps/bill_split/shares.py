"""Who bears how much of an expense: in whole cents that always add up.

Shares are `{"others": n, "weights": [[person, n], …]}`, where `others` is the weight of everybody who is not listed,
also of those who come later; or `{"amounts": [[person, cents], …]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Shares = Mapping[str, Any]

EVERYBODY: Shares = {"others": 1, "weights": []}
"""All people bear the same."""


def split(cents: int, weights: Sequence[int]) -> list[int]:
    """Return an amount in parts by weight: largest remainder first, among equal ones the earlier."""
    whole = sum(weights)
    if whole <= 0:
        raise ValueError("nobody bears the amount: at least one weight must be above zero")
    parts = [cents * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda place: (-(cents * weights[place] % whole), place))
    for place in order[: cents - sum(parts)]:
        parts[place] += 1
    return parts


def only(people: Sequence[int]) -> Shares:
    """Return the shares of some people who bear the same, and nobody else."""
    return {"others": 0, "weights": [[person, 1] for person in people]}


def weights_of(shares: Shares, people: Sequence[int]) -> dict[int, int]:
    """Return the weight of each person."""
    told: dict[int, int] = dict(shares["weights"])
    others: int = shares["others"]
    return {person: told.get(person, others) for person in people}


def borne(cents: int, shares: Shares, people: Sequence[int]) -> dict[int, int]:
    """Return what each person bears of an amount, in the order of the people; those who bear nothing are left out."""
    if "amounts" in shares:
        told = dict(shares["amounts"])
        return {person: told[person] for person in people if told.get(person)}
    weights = weights_of(shares, people)
    parts = split(cents, list(weights.values()))
    return {person: part for person, part in zip(weights, parts, strict=True) if weights[person]}


def named(shares: Shares) -> set[int]:
    """Return the people who are told to bear something."""
    return {person for person, part in shares.get("amounts", shares.get("weights", ())) if part}


def are_sound(shares: Shares, cents: int, people: Sequence[int]) -> bool:
    """Whether shares make a whole of an amount among these people."""
    listed = shares.get("amounts", shares.get("weights", ()))
    ids = [person for person, _ in listed]
    if len(set(ids)) < len(ids) or not set(ids) <= set(people) or any(part < 0 for _, part in listed):
        return False
    if "amounts" in shares:
        return bool(sum(part for _, part in listed) == cents)
    return sum(weights_of(shares, people).values()) > 0


def cleaned(shares: Shares, gone: set[int]) -> Shares:
    """Return shares without people who left and bore nothing."""
    kind = "amounts" if "amounts" in shares else "weights"
    kept = [pair for pair in shares[kind] if pair[0] not in gone]
    return shares if len(kept) == len(shares[kind]) else {**shares, kind: kept}


def sparing(shares: Shares, people: Sequence[int]) -> Shares:
    """Return shares of which some people bear nothing; shares by amount are left as they are."""
    if "amounts" in shares:
        return shares
    kept = [pair for pair in shares["weights"] if pair[0] not in people]
    out = [[who, 0] for who in sorted(people)] if shares["others"] else []
    return {**shares, "weights": [*kept, *out]}
