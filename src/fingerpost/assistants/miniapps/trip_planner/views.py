"""What can be looked at of a trip; nothing here changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fingerpost.assistants.miniapps.framework.asking import read_value
from fingerpost.assistants.miniapps.framework.parts import Language, Param, Reading, State, View, said
from fingerpost.assistants.miniapps.trip_planner import words
from fingerpost.assistants.miniapps.trip_planner.showing import (
    card,
    card_of,
    card_values,
    day_text,
    heading,
    line,
    listed,
    places,
    stars,
)
from fingerpost.assistants.miniapps.trip_planner.state import Venue, same
from fingerpost.text import fold
from fingerpost.types import Part

Shown = tuple[str, tuple[Part, ...]]

_DAY = Param("day", "day")
_MARKS = dict.fromkeys(map(ord, '?!.,;:¿¡"“”'), " ")
_EMPTY = said(
    "The trip has no places yet. Name one and I will add it.",
    "El viaje todavía no tiene lugares. Dime uno y lo añado.",
    "A viagem ainda não tem lugares. Diga um e eu adiciono.",
)
_HERE = said("Here is your trip.", "Este es tu viaje.", "Aqui está a sua viagem.")
_LEFT = said("{n} left to see.", "Por ver: {n}.", "Falta ver: {n}.")
_NONE_LEFT = said(
    "Nothing is left: you have seen it all.", "No queda nada: lo han visto todo.", "Não falta nada: vocês viram tudo."
)
_SEEN = said("{n} visited so far.", "Visitados hasta ahora: {n}.", "Visitados até agora: {n}.")
_NONE_SEEN = said("Nothing is marked as visited yet.", "Todavía no hay nada visitado.", "Ainda não há nada visitado.")
_NO_DAY, _NO_DISTRICT = said("no day", "sin día", "sem dia"), said("no district", "sin barrio", "sem bairro")
_FREE_DAY = said("Nothing is planned for {day}.", "No hay nada para {day}.", "Não há nada para {day}.")
_BY_DAY = said("The trip by day.", "El viaje por día.", "A viagem por dia.")
_BY_DISTRICT = said("The trip by district.", "El viaje por barrio.", "A viagem por bairro.")
_BEST = said("Best so far: {n}.", "Lo mejor hasta ahora: {n}.", "O melhor até agora: {n}.")
_AVERAGE = said(
    "Average: {n} of 5 ({c} rated).", "Media: {n} de 5 (calificados: {c}).", "Média: {n} de 5 (avaliados: {c})."
)


def recap(state: State, language: Language) -> str:
    """Return the trip in a few sentences."""
    venues = state["venues"]
    rated = [one for one in venues if one["rating"]]
    left = sum(not one["visited"] for one in venues)
    told = [heading(state, language) + "."]
    if venues:
        told.append(_LEFT[language].format(n=left) if left else _NONE_LEFT[language])
    if rated:
        best = max(rated, key=lambda one: one["rating"])
        average = f"{sum(one['rating'] for one in rated) / len(rated):.1f}"
        told.append(_AVERAGE[language].format(n=average, c=len(rated)))
        told.append(_BEST[language].format(n=f"{best['name']} {stars(best['rating'])}"))
    return " ".join(told)


def _unless_empty(show: Callable[[Reading], Shown]) -> Callable[[Reading], Shown]:
    """Say of an empty trip that it is empty, and of a venue that is named how it stands."""

    def shown(reading: Reading) -> Shown:
        if not reading.state["venues"]:
            return _EMPTY[reading.language], (card(reading.state, reading.language),)
        one = _named(reading)
        if one is not None:
            told = line(one, reading.language)
            return told, (card_of(reading.state, [one], heading(reading.state, reading.language), reading.language),)
        return show(reading)

    return shown


def _named(reading: Reading) -> Venue | None:
    """Return the venue whose whole name stands in the message; the longest one."""
    text = _padded(reading.whole)
    found = [one for one in reading.state["venues"] if f" {same(one['name'])} " in text]
    return max(found, key=lambda one: len(one["name"]), default=None)


def _padded(text: str) -> str:
    return f" {fold(text)} ".translate(_MARKS)


def _list(reading: Reading) -> Shown:
    day = read_value(_DAY, reading)
    if day is not None:
        return _one_day(reading, day)
    there = [
        one
        for one in reading.state["venues"]
        if one["district"] and f" {same(one['district'])} " in _padded(reading.whole)
    ]
    if there:
        title = there[0]["district"]
        text = f"{title}: {places(len(there), reading.language)}."
        return text, (card_of(reading.state, there, title, reading.language),)
    return _HERE[reading.language], (card(reading.state, reading.language),)


def _left(reading: Reading) -> Shown:
    venues = [one for one in reading.state["venues"] if not one["visited"]]
    return _some(reading, venues, _LEFT[reading.language] if venues else _NONE_LEFT[reading.language])


def _seen(reading: Reading) -> Shown:
    venues = [one for one in reading.state["venues"] if one["visited"]]
    return _some(reading, venues, _SEEN[reading.language] if venues else _NONE_SEEN[reading.language])


def _some(reading: Reading, venues: Sequence[Venue], sentence: str) -> Shown:
    title = heading(reading.state, reading.language)
    return sentence.format(n=len(venues)), (card_of(reading.state, venues, title, reading.language),)


def _days(reading: Reading) -> Shown:
    day = read_value(_DAY, _as_said(reading))
    if day is not None:
        return _one_day(reading, day)
    language = reading.language

    def order(one: Venue) -> tuple[int, Any]:
        at = one["day"]
        return (2, 0) if at is None else ((0, at) if isinstance(at, int) else (1, at))

    def title(one: Venue) -> str:
        return _NO_DAY[language] if one["day"] is None else day_text(one["day"], language)

    return _BY_DAY[language], (_grouped(reading, sorted(reading.state["venues"], key=order), title),)


def _as_said(reading: Reading) -> Reading:
    """Return a reading of all that was said: "day 2" loses its day where "day" is the phrase that was found."""
    reading.text = reading.whole
    return reading


def _one_day(reading: Reading, day: int | str) -> Shown:
    language = reading.language
    venues = [one for one in reading.state["venues"] if one["day"] == day]
    title = day_text(day, language)
    if not venues:
        return _FREE_DAY[language].format(day=title), ()
    return f"{title}: {places(len(venues), language)}.", (card_of(reading.state, venues, title, language),)


def _districts(reading: Reading) -> Shown:
    language = reading.language
    venues = sorted(reading.state["venues"], key=lambda one: (not one["district"], fold(one["district"])))
    part = _grouped(reading, venues, lambda one: one["district"] or _NO_DISTRICT[language])
    return _BY_DISTRICT[language], (part,)


def _grouped(reading: Reading, venues: Sequence[Venue], title: Callable[[Venue], str]) -> Part:
    """Return a card with a line before each group."""
    state, language = reading.state, reading.language
    groups: dict[str, list[Venue]] = {}
    for one in venues:
        groups.setdefault(title(one), []).append(one)
    lines = [heading(state, language)]
    for name, group in groups.items():
        lines += [f"{name}:", *(f"  {told}" for told in listed(group, state, language))]
    return Part("card", "\n".join(lines), card_values(state, venues, lines[0]))


def _recap(reading: Reading) -> Shown:
    return recap(reading.state, reading.language), (card(reading.state, reading.language),)


VIEWS = (
    View(
        "list",
        words.LIST,
        _unless_empty(_list),
        default=True,
        example=said("show the list", "muestra la lista", "mostra a lista"),
    ),
    View("left", words.LEFT, _unless_empty(_left), example=said("what is left?", "¿qué falta?", "o que falta?")),
    View(
        "seen",
        words.SEEN,
        _unless_empty(_seen),
        example=said("what have we visited?", "¿qué hemos visitado?", "o que já visitamos?"),
    ),
    View(
        "by day",
        words.DAYS,
        _unless_empty(_days),
        example=said(
            "show it by day · what is on day 2?", "por día · ¿qué hay el día 2?", "por dia · o que tem no dia 2?"
        ),
    ),
    View(
        "by district",
        words.DISTRICTS,
        _unless_empty(_districts),
        example=said("show it by district", "por barrio", "por bairro"),
    ),
    View("recap", words.RECAP, _unless_empty(_recap), example=said("recap", "resumen", "resumo")),
)
