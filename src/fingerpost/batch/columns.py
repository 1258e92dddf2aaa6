"""The columns that routing adds to a row, and how columns of the input with the same names are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Decided(NamedTuple):
    """What a row gets beside its own columns. `error` tells why it was not decided, or by which layers it was not."""

    route: str | None = None
    accepted: bool | None = None
    confidence: float | None = None
    layer: str | None = None
    runner_up: str | None = None
    reason: str | None = None
    error: str | None = None


class Unreadable(NamedTuple):
    """What stands in the place of a text that could not be read, and why."""

    why: str


def own_names(names: Sequence[str]) -> list[str]:
    """Return the names of the input's columns, where `route` and the like are kept as `input_route`."""
    taken = {*names, *Decided._fields}
    found = []
    for name in names:
        own = name
        if name in Decided._fields:
            while own in taken:
                own = f"input_{own}"
            taken.add(own)
        found.append(own)
    return found
