"""What can be looked at of a trip; nothing here changes it."""

from __future__ import annotations

from datetime import date

from fingerpost.assistants.miniapps.framework.list_views import Shown
from fingerpost.assistants.miniapps.framework.parts import Language, State, View, said
from fingerpost.assistants.miniapps.trip_planner import words
from fingerpost.assistants.miniapps.trip_planner.showing import LIST, NO_DAY, day_text, heading, stars

_LEFT = said("{n} left to see.", "Por ver: {n}.", "Falta ver: {n}.")
_NONE_LEFT = said(
    "Nothing is left: you have seen it all.", "No queda nada: lo han visto todo.", "Não falta nada: vocês viram tudo."
)
_SEEN = said("{n} visited so far.", "Visitados hasta ahora: {n}.", "Visitados até agora: {n}.")
_NONE_SEEN = said("Nothing is marked as visited yet.", "Todavía no hay nada visitado.", "Ainda não há nada visitado.")
_NO_DISTRICT = said("no district", "sin barrio", "sem bairro")
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


def _recap(state: State, text: str, language: Language, today: date) -> Shown:
    del text, today
    return recap(state, language), (LIST.card(state, language),)


_left = LIST.some(lambda one: not one["visited"], _LEFT, _NONE_LEFT)
_seen = LIST.some(lambda one: bool(one["visited"]), _SEEN, _NONE_SEEN)
_unrated = LIST.some(lambda one: one["rating"] is None, _UNRATED, _ALL_RATED)
_days = LIST.by("day", _BY_DAY, NO_DAY, day_text)
_districts = LIST.by("district", _BY_DISTRICT, _NO_DISTRICT)
_categories = LIST.by("category", _BY_CATEGORY, _NO_CATEGORY)
_ONE_DAY = said("what is on day 2?", "¿qué hay el día 2?", "o que tem no dia 2?")
_BY_KIND = said("show it by category", "por categoría", "por categoria")
_VISITED = said("what have we visited?", "¿qué hemos visitado?", "o que já visitamos?")
_RATELESS = said("what is unrated?", "¿qué está sin calificar?", "o que está sem nota?")

VIEWS = LIST.views(
    View("list", words.LIST, LIST.whole, True, said("show the list", "muestra la lista", "mostra a lista")),
    View("left", words.LEFT, _left, example=said("what is left?", "¿qué falta?", "o que falta?")),
    View("seen", words.SEEN, _seen, example=_VISITED),
    View("by day", words.DAYS, _days, example=_ONE_DAY),
    View("by district", words.DISTRICTS, _districts, example=said("show it by district", "por barrio", "por bairro")),
    View("by category", words.CATEGORIES, _categories, example=_BY_KIND),
    View("unrated", words.UNRATED, _unrated, example=_RATELESS),
    View("recap", words.RECAP, _recap, example=said("recap", "resumen", "resumo")),
)
