"""Days that are told by others: "the same day", "ese mismo día", "no dia seguinte"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

_SAME = re.compile(
    r"\b(?:(?:the )?same day|that (?:same )?day|(?:el )?mismo d[ií]a|ese (?:mismo )?d[ií]a"
    r"|(?:o )?(?:mesmo|msm) dia|nesse dia|esse (?:mesmo )?dia)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\b(?:the )?(?:day after|next day|following day)\b"
    r"|\bal d[ií]a siguiente\b|\b(?:el )?d[ií]a (?:siguiente|despu[eé]s)\b"
    r"|\b(?:no )?dia (?:a seguir|seguinte|depois)\b",
    re.IGNORECASE,
)


class SameDay(NamedTuple):
    """Where it is said, and how many days later."""

    start: int
    end: int
    later: int


def same_days(text: str) -> list[SameDay]:
    """Return where a text tells a day by another."""
    found = [SameDay(*one.span(), 0) for one in _SAME.finditer(text)]
    return sorted([*found, *(SameDay(*one.span(), 1) for one in _NEXT.finditer(text))])


def moved(day: int | str, later: int) -> int | str | None:
    """Return a day so many days later."""
    if isinstance(day, int):
        return day + later
    try:
        return (date.fromisoformat(day) + timedelta(days=later)).isoformat()
    except (ValueError, OverflowError):
        return None
