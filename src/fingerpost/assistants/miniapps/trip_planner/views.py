"""What can be looked at of a trip; nothing here changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from fingerpost.assistants.miniapps.framework.asking import read_value
from fingerpost.assistants.miniapps.framework.parts import Language, Param, Reading, Said, State, View, said
from fingerpost.assistants.miniapps.trip_planner import words
from fingerpost.assistants.miniapps.trip_planner.kinds import kinds_in, kinds_of
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
from fingerpost.language.text import fold
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
_BY_CATEGORY = said("The trip by category.", "El viaje por categoría.", "A viagem por categoria.")
_NO_CATEGORY = said("no category", "sin categoría", "sem categoria")
_UNRATED = said("{n} without a rating.", "Sin calificar: {n}.", "Sem nota: {n}.")
_ALL_RATED = said("All of them have a rating.", "Todos tienen calificación.", "Todos já têm nota.")
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
    if not found:
        # One word may tell it: "when is frida?"
        said = {word for word in text.split() if len(word) > 3 and not kinds_in([word])}
        said -= {word for one in reading.state["venues"] for word in same(one["district"]).split()}
        told = [one for one in reading.state["venues"] if said.intersection(same(one["name"]).split())]
        found = told if len(told) == 1 else []
    return max(found, key=lambda one: len(one["name"]), default=None)


def _narrowed(reading: Reading) -> tuple[list[Venue], str]:
    """Return the venues of the day, the district or the kind that a message names, and what it named."""
    venues, told = list(reading.state["venues"]), list[str]()
    day = read_value(_DAY, replace(reading, text=reading.whole))
    if day is not None:
        venues, told = [one for one in venues if one["day"] == day], [day_text(day, reading.language)]
    text = _padded(reading.whole)
    named = {same(one["district"]): one["district"] for one in venues if one["district"]}
    there = [name for name in named if f" {name} " in text]
    if there:
        venues = [one for one in venues if same(one["district"]) in there]
        told += [named[name] for name in there]
    kinds = kinds_in(text.split())
    some = [one for one in venues if kinds_of(one) & kinds]
    if some and not there:
        venues = some
        told += [word for word in text.split() if kinds_in([word])]
    return venues, ", ".join(told)


def _padded(text: str) -> str:
    return f" {fold(text)} ".translate(_MARKS)


def _list(reading: Reading) -> Shown:
    venues, told = _narrowed(reading)
    if not told:
        return _HERE[reading.language], (card(reading.state, reading.language),)
    if not venues:
        return _FREE_DAY[reading.language].format(day=told), ()
    return f"{told}: {places(len(venues), reading.language)}.", (
        card_of(reading.state, venues, told, reading.language),
    )


def _left(reading: Reading) -> Shown:
    return _some(reading, lambda one: not one["visited"], _LEFT, _NONE_LEFT)


def _seen(reading: Reading) -> Shown:
    return _some(reading, lambda one: one["visited"], _SEEN, _NONE_SEEN)


def _unrated(reading: Reading) -> Shown:
    return _some(reading, lambda one: one["rating"] is None, _UNRATED, _ALL_RATED)


def _some(reading: Reading, wanted: Callable[[Venue], bool], some: Said, none: Said) -> Shown:
    """Show those of the venues a message names, or of all, that are wanted."""
    among, told = _narrowed(reading)
    if not among:
        return _FREE_DAY[reading.language].format(day=told), ()
    venues = [one for one in among if wanted(one)]
    title = f"{told} · " if told else ""
    sentence = (some if venues else none)[reading.language].format(n=len(venues))
    heads = title + heading(reading.state, reading.language)
    return sentence, (card_of(reading.state, venues, heads, reading.language),)


def _days(reading: Reading) -> Shown:
    if read_value(_DAY, replace(reading, text=reading.whole)) is not None:
        return _list(reading)
    language = reading.language

    def order(one: Venue) -> tuple[int, Any]:
        at = one["day"]
        return (2, 0) if at is None else ((0, at) if isinstance(at, int) else (1, at))

    def title(one: Venue) -> str:
        return _NO_DAY[language] if one["day"] is None else day_text(one["day"], language)

    return _BY_DAY[language], (_grouped(reading, sorted(reading.state["venues"], key=order), title),)


def _districts(reading: Reading) -> Shown:
    language = reading.language
    venues = sorted(reading.state["venues"], key=lambda one: (not one["district"], fold(one["district"])))
    part = _grouped(reading, venues, lambda one: one["district"] or _NO_DISTRICT[language])
    return _BY_DISTRICT[language], (part,)


def _categories(reading: Reading) -> Shown:
    language = reading.language
    venues = sorted(reading.state["venues"], key=lambda one: (not one["category"], fold(one["category"])))
    part = _grouped(reading, venues, lambda one: one["category"] or _NO_CATEGORY[language])
    return _BY_CATEGORY[language], (part,)


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
    View(
        "by category",
        words.CATEGORIES,
        _unless_empty(_categories),
        example=said("show it by category", "por categoría", "por categoria"),
    ),
    View(
        "unrated",
        words.UNRATED,
        _unless_empty(_unrated),
        example=said("what is unrated?", "¿qué está sin calificar?", "o que está sem nota?"),
    ),
    View("recap", words.RECAP, _unless_empty(_recap), example=said("recap", "resumen", "resumo")),
)
