"""How a trip is shown: one line for each venue, the card, and what is said of changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, Values, said
from fingerpost.assistants.miniapps.framework.sentences import MORE, NAMED, counted, joined
from fingerpost.assistants.miniapps.trip_planner.state import LONGEST_NAME, Venue, chosen
from fingerpost.language.calendar_words import SHORT_MONTHS, SHORT_WEEKDAYS, usual
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

LINES = 30
"""Venues that a card's text lists; its values hold all of them."""

_DAY = said("day {n}", "día {n}", "dia {n}")
TRIP = said("Trip", "Viaje", "Viagem")
NO_DAY = said("no day", "sin día", "sem dia")
_NOTHING = said("no places yet", "todavía sin lugares", "ainda sem lugares")
_PLACE, _PLACES = said("place", "lugar", "lugar"), said("places", "lugares", "lugares")
_VISITED = said(", {n} visited", ", {n} visitado{s}", ", {n} visitado{s}")

_ADDED = said("Added {n}{about}.", "Añadí {n}{about}.", "Adicionei {n}{about}.")
_ALREADY = said("Already there: {n}.", "Ya estaba: {n}.", "Já estava: {n}.")
_LEFT_OUT = said(
    "{n} were left out: 200 fit in one message and 2,000 in a trip.",
    "{n} quedaron fuera: caben 200 por mensaje y 2.000 por viaje.",
    "{n} ficaram de fora: cabem 200 por mensagem e 2.000 por viagem.",
)
_CUT = said(
    "A name was cut at {n} characters.", "Corté un nombre a {n} caracteres.", "Cortei um nome em {n} caracteres."
)
_NOT_VISITED = said("Marked as not visited: {n}.", "Marcado como no visitado: {n}.", "Marcado como não visitado: {n}.")
_SAID: Mapping[str, Said] = {
    "removed": said("Removed {old}.", "Quité {old}.", "Removi {old}."),
    "rated": said("{n}: {stars}", "{n}: {stars}", "{n}: {stars}"),
    "visited": said("Marked as visited: {n}.", "Marcado como visitado: {n}.", "Marcado como visitado: {n}."),
    "noted": said("Noted for {n}: {note}", "Anotado en {n}: {note}", "Anotado em {n}: {note}"),
    "placed": said("{n} → {about}.", "{n} → {about}.", "{n} → {about}."),
    "renamed": said("{old} is now called {n}.", "{old} ahora se llama {n}.", "{old} agora se chama {n}."),
    "destination": said("The trip now goes to {to}.", "El viaje ahora es a {to}.", "A viagem agora é para {to}."),
    "cleared": said(
        "Removed all {places}. “undo” brings them back.",
        "Quité todo ({places}). «deshaz» lo recupera.",
        "Removi tudo ({places}). “desfaz” traz de volta.",
    ),
}
"""What is said of each kind of event; `old` and `n` are the names of the venues before and after it."""


def places(count: int, language: Language) -> str:
    """Return how many places, in words of the language."""
    return counted(count, _PLACE, _PLACES)[language]


def heading(state: State, language: Language) -> str:
    """Return the trip in a line: "Kyoto · 3 places, 1 visited"."""
    title, venues = state["destination"] or TRIP[language], state["venues"]
    if not venues:
        return f"{title} · {_NOTHING[language]}"
    seen = sum(one["visited"] for one in venues)
    visited = _VISITED[language].format(n=seen, s="" if seen == 1 else "s") if seen else ""
    return f"{title} · {places(len(venues), language)}{visited}"


def day_text(day: int | str, language: Language) -> str:
    """Return a day as people say it: "day 2", or "Fri 8 May"."""
    if isinstance(day, int):
        return _DAY[language].format(n=day)
    at = date.fromisoformat(day)
    weekday, month = usual(SHORT_WEEKDAYS[language])[at.weekday()], usual(SHORT_MONTHS[language])[at.month - 1]
    # English writes both with a capital.
    return f"{weekday.title()} {at.day} {month.title()}" if language == "en" else f"{weekday} {at.day} {month}"


def stars(rating: float) -> str:
    """Return a rating as stars."""
    whole, half = int(rating), rating - int(rating)
    return "★" * whole + ("½" if half else "")


def line(one: Venue, language: Language) -> str:
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


def listed(venues: Sequence[Venue], state: State, language: Language) -> list[str]:
    """Return venues line by line, with their numbers in the whole list."""
    numbers = {one["id"]: place for place, one in enumerate(state["venues"], 1)}
    lines = [f"{numbers[one['id']]}. {line(one, language)}" for one in venues[:LINES]]
    if len(venues) > LINES:
        lines.append(f"… {MORE[language].format(n=len(venues) - LINES)}")
    return lines


def card(state: State, language: Language) -> Part:
    """Return the trip as a card."""
    return card_of(state, state["venues"], heading(state, language), language)


def card_of(state: State, venues: Sequence[Venue], title: str, language: Language) -> Part:
    """Return some venues of a trip as a card."""
    text = "\n".join([title, *listed(venues, state, language)])
    return Part("card", text, card_values(state, venues, title))


def card_values(state: State, venues: Sequence[Venue], title: str) -> Mapping[str, Any]:
    """Return what a card holds for programs."""
    return {"app": "trip_planner", "title": title, "destination": state["destination"], "items": list(venues)}


def say(before: State, after: State, event: AppEvent, language: Language) -> str:
    """Return what an event did."""
    values = event.values
    if event.kind == "added":
        return _added(values, language)
    old, new = (
        joined([one["name"] for one in chosen(state, values.get("ids", ()))], language) for state in (before, after)
    )
    unvisited = event.kind == "visited" and not values["visited"]
    return (_NOT_VISITED if unvisited else _SAID[event.kind])[language].format(
        old=old,
        n=new,
        note=values.get("note"),
        stars=stars(values.get("rating") or 0),
        about=_about(values, language) or NO_DAY[language],
        to=after["destination"],
        places=places(len(before["venues"]), language),
    )


def _added(values: Values, language: Language) -> str:
    venues = values["venues"]
    names, about = joined([one["name"] for one in venues], language), _about(venues[0], language)
    count = f"{places(len(venues), language)}: " if len(venues) > NAMED else ""
    told = [_ADDED[language].format(n=count + names, about=f" ({about})" if about else "")]
    if values["already"]:
        told.append(_ALREADY[language].format(n=joined(values["already"], language)))
    if values["left_out"]:
        told.append(_LEFT_OUT[language].format(n=values["left_out"]))
    if values["cut"]:
        told.append(_CUT[language].format(n=LONGEST_NAME))
    return " ".join(told)


def _about(one: Values, language: Language) -> str:
    told = [
        day_text(one["day"], language) if one.get("day") is not None else "",
        one.get("district"),
        one.get("category"),
        stars(one["rating"]) if one.get("rating") else "",
    ]
    return ", ".join(filter(None, told))
