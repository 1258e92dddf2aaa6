"""How a trip is shown: one line for each venue, the card, and what is said of changes."""

from __future__ import annotations

from datetime import date

from fingerpost.assistants.miniapps.framework.item_list import Thing
from fingerpost.assistants.miniapps.framework.list_views import Condition, ListViews
from fingerpost.assistants.miniapps.framework.parts import Language, State, Values, said
from fingerpost.assistants.miniapps.framework.sentences import joined
from fingerpost.assistants.miniapps.framework.telling import date_text, how_many, telling
from fingerpost.assistants.miniapps.trip_planner.state import VENUES, day_in
from fingerpost.language.days import find_days

_DAY = said("day {n}", "día {n}", "dia {n}")
TRIP = said("Trip", "Viaje", "Viagem")
NO_DAY = said("no day", "sin día", "sem dia")
_SEEN = said("1 visited", "1 visitado", "1 visitado"), said("{n} visited", "{n} visitados", "{n} visitados")
_NOTHING = said("no places yet", "todavía sin lugares", "ainda sem lugares")


def heading(state: State, language: Language) -> str:
    """Return the trip in a line: "Kyoto · 3 places, 1 visited"."""
    title, venues = state["destination"] or TRIP[language], state["venues"]
    if not venues:
        return f"{title} · {_NOTHING[language]}"
    seen = sum(one["visited"] for one in venues)
    ends = f", {how_many(seen, _SEEN, language)}" if seen else ""
    return f"{title} · {VENUES.counted(len(venues), language)}{ends}"


def day_text(day: int | str, language: Language) -> str:
    """Return a day as people say it: "day 2", or "Fri 8 May"."""
    return _DAY[language].format(n=day) if isinstance(day, int) else date_text(day, language)


def stars(rating: float) -> str:
    """Return a rating as stars."""
    whole, half = int(rating), rating - int(rating)
    return "★" * whole + ("½" if half else "")


def line(one: Thing, language: Language) -> str:
    """Return a venue in a line: "Fushimi Inari (temple, Fushimi) ★★★★★ ✓ day 1 — go early"."""
    about = ", ".join(filter(None, (one["category"], one["district"])))
    told = [
        one["name"],
        f"({about})" if about else "",
        stars(one["rating"]) if one["rating"] else "",
        "✓" if one["visited"] else "",
        day_text(one["day"], language) if one["day"] is not None else "",
        "— " + "; ".join(one["notes"]) if one["notes"] else "",
    ]
    return " ".join(filter(None, told))


def _of_day(state: State, text: str, today: date, language: Language) -> Condition | None:
    """Return the condition for the venues of the day that a message names."""
    named = find_days(text, today) or find_days(text, today, left_too=True)
    told = next((one.date or one.number for one, _, _ in named), None)
    day = day_in(state, told) or told if told else None
    return None if day is None else (lambda one: bool(one["day"] == day), day_text(day, language))


LIST = ListViews(
    "trip_planner",
    VENUES,
    heading,
    line,
    empty=said(
        "The trip has no places yet. Name one and I will add it.",
        "El viaje todavía no tiene lugares. Dime uno y lo añado.",
        "A viagem ainda não tem lugares. Diga um e eu adiciono.",
    ),
    here=said("Here is your trip.", "Este es tu viaje.", "Aqui está a sua viagem."),
    none=said("Nothing is planned for {told}.", "No hay nada para {told}.", "Não há nada para {told}."),
    fields=("district", "category"),
    shown=("destination",),
    among=_of_day,
)


def _about(one: Values, language: Language) -> str:
    told = [
        day_text(one["day"], language) if one.get("day") is not None else "",
        one.get("district"),
        one.get("category"),
        stars(one["rating"]) if one.get("rating") else "",
    ]
    return ", ".join(filter(None, told))


def _names(state: State, values: Values, language: Language) -> str:
    return joined([one["name"] for one in VENUES.chosen(state, values["ids"])], language)


_VISITED = said("Marked as visited: {n}.", "Marcado como visitado: {n}.", "Marcado como visitado: {n}.")
_UNVISITED = said("Marked as not visited: {n}.", "Marcado como no visitado: {n}.", "Marcado como não visitado: {n}.")

say = telling(
    {
        "added": VENUES.told_added(_about),
        "removed": said("Removed {names}.", "Quité {names}.", "Removi {names}."),
        "rated": lambda _, after, values, language: f"{_names(after, values, language)}: {stars(values['rating'])}",
        "visited": lambda _, after, values, language: (_VISITED if values["visited"] else _UNVISITED)[language].format(
            n=_names(after, values, language)
        ),
        "noted": said("Noted for {names}: {note}", "Anotado en {names}: {note}", "Anotado em {names}: {note}"),
        "placed": VENUES.told_set(lambda one, language: _about(one, language) or NO_DAY[language]),
        "renamed": said(
            "{old} is now called {names}.", "{old} ahora se llama {names}.", "{old} agora se chama {names}."
        ),
        "destination": said(
            "The trip now goes to {destination}.",
            "El viaje ahora es a {destination}.",
            "A viagem agora é para {destination}.",
        ),
        "cleared": VENUES.told_cleared,
    },
    VENUES.items,
)
