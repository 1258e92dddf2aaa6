"""What can be done to a trip: actions.toml declares it, and each function here makes events of typed values."""

from __future__ import annotations

from typing import Any

from fingerpost.assistants.miniapps.framework.item_list import NO_WORDS, SAME_ALREADY, Done, bare, same, short
from fingerpost.assistants.miniapps.framework.parts import Action, Question, Refusal, Said, State, Values, said
from fingerpost.assistants.miniapps.trip_planner.state import LONGEST_DESTINATION, VENUES, day_in
from fingerpost.routebook.apps import AppEvent

_HOW_MANY = said(
    "A rating goes from 1 to 5 stars. How many shall I give?",
    "La calificación va de 1 a 5 estrellas. ¿Cuántas pongo?",
    "A nota vai de 1 a 5 estrelas. Quantas eu dou?",
)
_WHICH_DAY = said(
    "A day is a number from 1 to 365 or a date. Which one shall it be?",
    "Un día es un número de 1 a 365 o una fecha. ¿Cuál pongo?",
    "Um dia é um número de 1 a 365 ou uma data. Qual vai ser?",
)


def _go_to(state: State, values: Values) -> Done:
    place = short(values["to"], LONGEST_DESTINATION)
    if not place:
        return NO_WORDS
    return SAME_ALREADY if state["destination"] == place else AppEvent("destination", {"destination": place})


def _add(state: State, values: Values) -> Done | Question:
    """Add what is new; what is there already gets the day, the district, the category or the stars that were said."""
    asked = _unfit(state, "add", values)
    if asked is not None:
        return asked
    told = {name: bare(short(values.get(name, ""))) for name in ("district", "category")}
    details: dict[str, Any] = {name: text for name, text in told.items() if text}
    details |= {"day": day_in(state, values["day"])} if "day" in values else {}
    details |= {"rating": values["stars"]} if "stars" in values else {}
    return VENUES.add(state, values["new"], details)


def _unfit(state: State, action: str, values: Values) -> Question | None:
    """Ask for the day or the stars of an action again where they are out of range."""
    wrong = ""
    if "day" in values and day_in(state, values["day"]) is None:
        wrong = "day"
    elif "stars" in values and not 1 <= values["stars"] <= 5:
        wrong = "stars"
    rest = {name: value for name, value in values.items() if name not in (wrong, "language")}
    return Question(_WHICH_DAY if wrong == "day" else _HOW_MANY, action, rest, wrong) if wrong else None


def _day(state: State, values: Values) -> Done | Question:
    asked = _unfit(state, "day", values)
    return asked or VENUES.change(state, "placed", values["places"], day=day_in(state, values["day"]))


def _rate(state: State, values: Values) -> Done | Question:
    asked = _unfit(state, "rate", values)
    return asked or VENUES.change(state, "rated", values["places"], rating=values["stars"])


def _replace(state: State, values: Values) -> Refusal | list[AppEvent | Question]:
    """Put a new place on the day of the one that goes."""
    name = bare(short(values["name"]))
    refused = VENUES.refused(state, name, values["place"])
    old = VENUES.chosen(state, [values["place"]])
    gone = refused or VENUES.removed(old)
    if isinstance(gone, Refusal):
        return gone
    if same(old[0]["name"]) == same(name):
        return SAME_ALREADY
    return [gone, VENUES.added(state, [values["name"]], {"day": old[0]["day"]})]


def _clear(state: State, values: Values) -> Done:
    """Remove everything, or all that was planned for one day."""
    venues = _of_day(state, values)
    return VENUES.removed(venues) if "day" in values or not venues else AppEvent("cleared")


def _of_day(state: State, values: Values) -> list[Values]:
    if "day" not in values:
        return list(state["venues"])
    day = day_in(state, values["day"])
    return [one for one in state["venues"] if day is not None and one["day"] == day]


def _sure_to_clear(state: State, values: Values) -> Said | None:
    return VENUES.sure_of(state, _of_day(state, values))


ACTIONS = (
    Action("add", _add, said("add Uji and Ise on day 2", "agrega el Retiro el viernes", "adiciona o Pelô no dia 1")),
    Action("day", _day, said("move Gion to day 3", "pasa el Prado al día 3", "passa o MAM para o dia 3")),
    Action(
        "no_day",
        VENUES.sets("placed", day=None),
        said("take Gion off its day", "deja el Prado sin fecha", "deixa o MAM sem dia"),
    ),
    Action("rate", _rate, said("give it four stars", "dale cuatro estrellas al Prado", "dá quatro estrelas pra ele")),
    Action(
        "visited",
        VENUES.sets("visited", visited=True),
        said("we went to Gion", "ya fuimos al Prado", "já fomos no MAM"),
    ),
    Action(
        "not_visited",
        VENUES.sets("visited", visited=False),
        said("we didn't go to Gion", "no fuimos al Prado", "não fomos no MAM"),
    ),
    Action(
        "note",
        VENUES.note,
        said("note for Gion: go late", "nota para el Prado: gratis a las 18", "nota para o MAM: ir cedo"),
    ),
    Action(
        "category",
        VENUES.sets("placed", "category"),
        said("Gion is a bar district", "la categoría del Prado es museo", "o MAM é um museu"),
    ),
    Action(
        "district",
        VENUES.sets("placed", "district"),
        said("Gion is in Kyoto East", "el Prado está en Retiro", "o MAM fica no Centro"),
    ),
    Action(
        "rename",
        VENUES.rename,
        said("rename Gion to Gion Corner", "el Prado se llama Pradito", "renomeia MAM para Museu"),
    ),
    Action(
        "replace", _replace, said("swap Gion for Uji", "reemplaza el Prado por el Thyssen", "troca o MAM pelo Pelô")
    ),
    Action("destination", _go_to, said("the trip goes to Osaka", "el destino es Sevilla", "o destino é Salvador")),
    Action(
        "remove",
        VENUES.remove,
        said("scrap that last one", "quita el último", "tira esse último"),
        VENUES.sure_to_remove,
    ),
    Action("clear", _clear, said("clear everything", "borra todo", "apaga tudo"), _sure_to_clear),
)
