"""What a trip holds, and how events change it."""

from __future__ import annotations

from datetime import date

from fingerpost.assistants.miniapps.framework.item_list import MOST, ItemList
from fingerpost.assistants.miniapps.framework.parts import State, Values, said
from fingerpost.assistants.miniapps.framework.telling import reducing

LONGEST_DESTINATION = 80
"""Characters of a destination."""
LAST_DAY = 365
"""The highest number of a day."""

START: State = {"destination": "", "venues": [], "next": 1}
"""A trip before anything was said of it."""

VENUES = ItemList(
    "venues",
    one="place",
    many="places",
    details={"category": "", "district": "", "day": None, "visited": False, "rating": None},
    things=(said("1 place", "1 lugar", "1 lugar"), said("{n} places", "{n} lugares", "{n} lugares")),
    full=said(
        f"A trip holds {MOST} places at most, and this one is full: remove some first.",
        f"Un viaje admite {MOST} lugares como máximo y este está lleno: quita alguno primero.",
        f"Uma viagem comporta no máximo {MOST} lugares e esta está cheia: remova algum primeiro.",
    ),
    sure=said(
        "This removes all {n} places. Are you sure? (yes/no)",
        "Esto quita los {n} lugares. ¿Seguro? (sí/no)",
        "Isto remove os {n} lugares. Tem certeza? (sim/não)",
    ),
)


def day_in(state: State, told: int | float | str) -> int | str | None:
    """Return the day of a trip that is told: a number from 1 to 365, or a date (ISO); None if it is neither.

    Where all days of the trip are dates, a number is that day of the month of the latest one, if there is one.
    """
    if isinstance(told, str):
        return _date(told)
    if not 1 <= told <= LAST_DAY or told != int(told):
        return None
    days = [one["day"] for one in state["venues"] if one["day"] is not None]
    if not days or not all(isinstance(day, str) for day in days):
        return int(told)
    return _date(f"{max(days)[:7]}-{int(told):02}") or int(told)


def _date(told: str) -> str | None:
    try:
        return date.fromisoformat(told).isoformat()
    except ValueError:
        return None


def _destination(state: State, values: Values) -> State:
    return {**state, "destination": values.get("destination", "")}


apply = reducing({
    "_opened": _destination,
    "destination": _destination,
    **VENUES.reducers("rated", "visited", "noted", "placed", "renamed"),
})  # fmt: skip
