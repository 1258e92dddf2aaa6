"""How a trip is shown: one line for each venue, the card, and what is said of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, said
from fingerpost.assistants.miniapps.trip_planner.state import LONGEST_NAME, Venue, chosen
from fingerpost.language.calendar_words import SHORT_MONTHS, SHORT_WEEKDAYS, usual
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

LINES = 30
"""Venues that a card's text lists; its values hold all of them."""

NAMED = 5
"""Names that a sentence lists."""

_DAY = said("day {n}", "día {n}", "dia {n}")
_AND, _MORE = said("and", "y", "e"), said("{n} more", "{n} más", "mais {n}")
TRIP = said("Trip", "Viaje", "Viagem")
NO_DAY = said("no day", "sin día", "sem dia")
_NOTHING = said("no places yet", "todavía sin lugares", "ainda sem lugares")


def places(count: int, language: Language) -> str:
    """Return how many places, in words of the language."""
    one = said("place", "lugar", "lugar")[language]
    return f"{count} {one if count == 1 else said('places', 'lugares', 'lugares')[language]}"


def heading(state: State, language: Language) -> str:
    """Return the trip in a line: "Kyoto · 3 places, 1 visited"."""
    title, venues = state["destination"] or TRIP[language], state["venues"]
    if not venues:
        return f"{title} · {_NOTHING[language]}"
    seen = sum(one["visited"] for one in venues)
    ends = said("", "", "") if not seen else said(", {n} visited", ", {n} visitado{s}", ", {n} visitado{s}")
    return f"{title} · {places(len(venues), language)}" + ends[language].format(n=seen, s="" if seen == 1 else "s")


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
        lines.append(f"… {_MORE[language].format(n=len(venues) - LINES)}")
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


def joined(names: Sequence[str], language: Language) -> str:
    """Return names as a sentence has them: "A, B and C"; of many the first ones."""
    shown = list(names[:NAMED])
    if len(names) > NAMED:
        shown.append(_MORE[language].format(n=len(names) - NAMED))
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {_AND[language]} {shown[-1]}"


def say(before: State, after: State, event: AppEvent, language: Language) -> str:
    """Return what an event did."""
    return _SAID[event.kind](before, after, event.values, language)


def _named(venues: Iterable[Venue], language: Language) -> str:
    return joined([one["name"] for one in venues], language)


def _added(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    names = joined([one["name"] for one in values["venues"]], language)
    count, told_of = len(values["venues"]), _about(values["venues"][0], language)
    about = f" ({told_of})" if told_of else ""
    first = said("Added {n}{about}.", "Añadí {n}{about}.", "Adicionei {n}{about}.")[language]
    counted = said(
        "Added {c} places: {n}{about}.", "Añadí {c} lugares: {n}{about}.", "Adicionei {c} lugares: {n}{about}."
    )[language]
    told = [(first if count <= NAMED else counted).format(n=names, c=count, about=about)]
    if values["already"]:
        known = said("Already there: {n}.", "Ya estaba: {n}.", "Já estava: {n}.")
        told.append(known[language].format(n=joined(values["already"], language)))
    if values["left_out"]:
        rest = said(
            "{n} were left out: 200 fit in one message and 2,000 in a trip.",
            "{n} quedaron fuera: caben 200 por mensaje y 2.000 por viaje.",
            "{n} ficaram de fora: cabem 200 por mensagem e 2.000 por viagem.",
        )
        told.append(rest[language].format(n=values["left_out"]))
    if values["cut"]:
        cut = said(
            "A name was cut at {n} characters.",
            "Corté un nombre a {n} caracteres.",
            "Cortei um nome em {n} caracteres.",
        )
        told.append(cut[language].format(n=LONGEST_NAME))
    del after
    return " ".join(told)


def _about(one: Venue, language: Language) -> str:
    told = [
        day_text(one["day"], language) if one["day"] is not None else "",
        one["district"],
        one["category"],
        stars(one["rating"]) if one["rating"] else "",
    ]
    return ", ".join(filter(None, told))


def _removed(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del after
    sentence = said("Removed {n}.", "Quité {n}.", "Removi {n}.")
    return sentence[language].format(n=_named(chosen(before, values["ids"]), language))


def _rated(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    return f"{_named(chosen(after, values['ids']), language)}: {stars(values['rating'])}"


def _visited(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    seen = said("Marked as visited: {n}.", "Marcado como visitado: {n}.", "Marcado como visitado: {n}.")
    unseen = said("Marked as not visited: {n}.", "Marcado como no visitado: {n}.", "Marcado como não visitado: {n}.")
    sentence = (seen if values["visited"] else unseen)[language]
    return sentence.format(n=_named(chosen(after, values["ids"]), language))


def _noted(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    sentence = said("Noted for {n}: {note}", "Anotado en {n}: {note}", "Anotado em {n}: {note}")
    return sentence[language].format(n=_named(chosen(after, values["ids"]), language), note=values["note"])


def _placed(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    details = {name: values.get(name) or "" for name in ("district", "category")}
    told = _about({**details, "day": values.get("day"), "rating": values.get("rating")}, language)
    about = told or NO_DAY[language]
    return f"{_named(chosen(after, values['ids']), language)} → {about}."


def _renamed(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    old, new = (_named(chosen(state, values["ids"]), language) for state in (before, after))
    sentence = said("{old} is now called {new}.", "{old} ahora se llama {new}.", "{old} agora se chama {new}.")
    return sentence[language].format(old=old, new=new)


def _gone_to(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before, values
    sentence = said("The trip now goes to {n}.", "El viaje ahora es a {n}.", "A viagem agora é para {n}.")
    return sentence[language].format(n=after["destination"])


def _cleared(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del after, values
    sentence: Said = said(
        "Removed all {n}. “undo” brings them back.",
        "Quité todo ({n}). «deshaz» lo recupera.",
        "Removi tudo ({n}). “desfaz” traz de volta.",
    )
    return sentence[language].format(n=places(len(before["venues"]), language))


_SAID: Mapping[str, Callable[[State, State, Mapping[str, Any], Language], str]] = {
    "added": _added,
    "removed": _removed,
    "rated": _rated,
    "visited": _visited,
    "noted": _noted,
    "placed": _placed,
    "renamed": _renamed,
    "destination": _gone_to,
    "cleared": _cleared,
}
