"""The seconds of one call to each part that is on a server, read from one setting."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import text_of

PARTS = ("classifier", "encoder", "search", "relevance", "answer", "parser")
"""The parts that may be on a server."""


class CallLimit(NamedTuple):
    """The seconds for a whole call, and those until its response begins."""

    total: float
    first: float = math.inf


def call_limits_of(env: Mapping[str, str], name: str) -> tuple[tuple[str, CallLimit], ...]:
    """Return the limits of a variable such as `classifier=8 answer=20/60`: seconds of a call, FIRST/TOTAL or TOTAL."""
    found: dict[str, CallLimit] = {}
    for entry in text_of(env, name).replace(",", " ").split():
        part, _, seconds = entry.partition("=")
        first, slash, total = seconds.rpartition("/")
        try:
            limit = CallLimit(float(total), float(first) if slash else math.inf)
        except ValueError:
            limit = CallLimit(math.nan)
        if part not in PARTS or part in found or not 0 < limit.total < 1e9 or not limit.first > 0:
            raise SettingsError(
                f"{name} = {entry[:80]!r}: give seconds above zero for a part, once, such as search=3 or answer=20/60"
                f" (until the response begins / for all of it); parts: {', '.join(PARTS)}"
            )
        found[part] = limit
    return tuple(found.items())
