"""Labelled rows out of stored turns."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Labelled(NamedTuple):
    """A message with its label. `source`: who gave it, "person", "correction" or "teacher"."""

    text: str
    route: str
    after: str | None
    source: str
    user: str | None
    session: str
    at: float
    cut: bool


class Collected(NamedTuple):
    """What was found, and of what was left out why and how much."""

    rows: list[Labelled]
    left_out: Counter[str]
