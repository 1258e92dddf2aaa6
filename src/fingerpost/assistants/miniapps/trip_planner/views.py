"""What can be looked at of a trip; nothing here changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, View, Words, said
from fingerpost.assistants.miniapps.trip_planner import words
from fingerpost.assistants.miniapps.trip_planner.showing import (
    NO_DAY,
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
from fingerpost.assistants.miniapps.trip_planner.state import Venue, day_in, same
from fingerpost.language.days import Day, find_days
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words, words_of
from fingerpost.types import Part

Shown = tuple[str, tuple[Part, ...]]
Show = Callable[[State, str, Language, date], Shown]

_ASKED_WITH = (words.LIST, words.LEFT, words.SEEN, words.UNRATED, words.CATEGORIES, words.DAYS, words.DISTRICTS)
_ASKING = frozenset(
    word for one in (*_ASKED_WITH, words.RECAP) for phrases in one.values() for word in " ".join(phrases).split()
)
"""Words that ask for a view: none of them tells a venue by itself."""
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
_NO_DISTRICT = said("no district", "sin barrio", "sem bairro")
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


def _view(name: str, asked: Words, show: Show, example: Said, default: bool = False) -> View:
    """Return a view; an empty trip is said to be empty, and a venue that is named is shown alone."""

    def shown(state: State, text: str, language: Language, today: date) -> Shown:
        if not state["venues"]:
            return _EMPTY[language], (card(state, language),)
        one = _named(state, text, today)
        if one is not None:
            return line(one, language), (card_of(state, [one], heading(state, language), language),)
        return show(state, text, language, today)

    return View(name, asked, shown, default, example)


def _padded(text: str) -> str:
    return f" {' '.join(folded_words(text))} "


def _within(name: str, padded: str) -> bool:
    """Whether a text has a name in it, an article and a plural aside: "museums" has "museum"."""
    told = same(" ".join(folded_words(name)))
    return bool(told) and any(f" {told}{plural} " in padded for plural in ("", "s", "es"))


def _named(state: State, text: str, today: date) -> Venue | None:
    """Return the venue whose whole name stands in the message, the longest one; or the only one with a word of it."""
    venues, padded = state["venues"], _padded(text)
    found = [one for one in venues if _within(one["name"], padded)]
    if not found:
        # "When is frida?", but not what tells a day, the destination, a district or a category.
        about = " ".join([state["destination"], *(f"{one['district']} {one['category']}" for one in venues)])
        days = _days_in(text, today)
        free = [word for word in words_of(text) if not any(start <= word.start < end for _, start, end in days)]
        said = {word.folded for word in free if word.is_letters and len(word.folded) > 3}
        said -= _ASKING.union(folded_words(about))
        told = [one for one in venues if said.intersection(folded_words(one["name"]))]
        found = told if len(told) == 1 else []
    return max(found, key=lambda one: len(one["name"]), default=None)


def _days_in(text: str, today: date) -> list[tuple[Day, int, int]]:
    return find_days(text, today) or find_days(text, today, left_too=True)


def _day(state: State, text: str, today: date) -> int | str | None:
    """Return the day that a message names."""
    told = next((day.date or day.number for day, _, _ in _days_in(text, today)), None)
    return day_in(state, told) or told if told else None


def _narrowed(state: State, text: str, language: Language, today: date) -> tuple[list[Venue], str]:
    """Return the venues of the day, the districts and the categories that a message names, and what it named."""
    venues, told, padded = list(state["venues"]), list[str](), _padded(text)
    day = _day(state, text, today)
    if day is not None:
        venues, told = [one for one in venues if one["day"] == day], [day_text(day, language)]
    for field in ("district", "category"):
        there = {same(one[field]): one[field] for one in state["venues"] if _within(one[field], padded)}
        if there:
            venues = [one for one in venues if same(one[field]) in there]
            told += there.values()
    return venues, ", ".join(told)


def _list(state: State, text: str, language: Language, today: date) -> Shown:
    venues, told = _narrowed(state, text, language, today)
    if not told:
        return _HERE[language], (card(state, language),)
    if not venues:
        return _FREE_DAY[language].format(day=told), ()
    return f"{told}: {places(len(venues), language)}.", (card_of(state, venues, told, language),)


def _some(wanted: Callable[[Venue], bool], some: Said, none: Said) -> Show:
    """Return what shows those of the venues that a message names, or of all, that are wanted."""

    def shown(state: State, text: str, language: Language, today: date) -> Shown:
        among, told = _narrowed(state, text, language, today)
        if not among:
            return _FREE_DAY[language].format(day=told), ()
        venues = [one for one in among if wanted(one)]
        title = (f"{told} · " if told else "") + heading(state, language)
        sentence = (some if venues else none)[language].format(n=len(venues))
        return sentence, (card_of(state, venues, title, language),)

    return shown


_left = _some(lambda one: not one["visited"], _LEFT, _NONE_LEFT)
_seen = _some(lambda one: one["visited"], _SEEN, _NONE_SEEN)
_unrated = _some(lambda one: one["rating"] is None, _UNRATED, _ALL_RATED)


def _days(state: State, text: str, language: Language, today: date) -> Shown:
    if _day(state, text, today) is not None:
        return _list(state, text, language, today)

    def order(one: Venue) -> tuple[int, Any]:
        at = one["day"]
        return (2, 0) if at is None else ((0, at) if isinstance(at, int) else (1, at))

    def title(one: Venue) -> str:
        return NO_DAY[language] if one["day"] is None else day_text(one["day"], language)

    return _BY_DAY[language], (_grouped(state, language, sorted(state["venues"], key=order), title),)


def _by(field: str, title: Said, without: Said) -> Show:
    """Return what shows the venues by their district or their category, those without one at the end."""

    def shown(state: State, text: str, language: Language, today: date) -> Shown:
        del text, today
        venues = sorted(state["venues"], key=lambda one: (not one[field], fold(one[field])))
        return title[language], (_grouped(state, language, venues, lambda one: one[field] or without[language]),)

    return shown


def _grouped(state: State, language: Language, venues: Sequence[Venue], title: Callable[[Venue], str]) -> Part:
    """Return a card with a line before each group."""
    groups: dict[str, list[Venue]] = {}
    for one in venues:
        groups.setdefault(title(one), []).append(one)
    lines = [heading(state, language)]
    for name, group in groups.items():
        lines += [f"{name}:", *(f"  {told}" for told in listed(group, state, language))]
    return Part("card", "\n".join(lines), card_values(state, venues, lines[0]))


def _recap(state: State, text: str, language: Language, today: date) -> Shown:
    del text, today
    return recap(state, language), (card(state, language),)


_districts = _by("district", _BY_DISTRICT, _NO_DISTRICT)
_categories = _by("category", _BY_CATEGORY, _NO_CATEGORY)
_ONE_DAY = said("what is on day 2?", "¿qué hay el día 2?", "o que tem no dia 2?")
_VISITED = said("what have we visited?", "¿qué hemos visitado?", "o que já visitamos?")
_RATELESS = said("what is unrated?", "¿qué está sin calificar?", "o que está sem nota?")

VIEWS = (
    _view("list", words.LIST, _list, said("show the list", "muestra la lista", "mostra a lista"), default=True),
    _view("left", words.LEFT, _left, said("what is left?", "¿qué falta?", "o que falta?")),
    _view("seen", words.SEEN, _seen, _VISITED),
    _view("by day", words.DAYS, _days, _ONE_DAY),
    _view("by district", words.DISTRICTS, _districts, said("show it by district", "por barrio", "por bairro")),
    _view("by category", words.CATEGORIES, _categories, said("show it by category", "por categoría", "por categoria")),
    _view("unrated", words.UNRATED, _unrated, _RATELESS),
    _view("recap", words.RECAP, _recap, said("recap", "resumen", "resumo")),
)
