"""What can be done to a trip: actions.toml declares it, and each function here makes events of typed values."""

from __future__ import annotations

from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Action, Question, Refusal, Said, State, Values, said
from fingerpost.assistants.miniapps.framework.phrases import SAME_ALREADY
from fingerpost.assistants.miniapps.framework.sentences import filled, refused
from fingerpost.assistants.miniapps.trip_planner.state import (
    LONGEST_DESTINATION,
    LONGEST_NAME,
    LONGEST_NOTE,
    PER_MESSAGE,
    PER_TRIP,
    Venue,
    bare,
    chosen,
    day_in,
    same,
    venue,
)
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
_SAME_ALREADY = Refusal(SAME_ALREADY)
_EMPTY = Refusal(
    said("There is nothing there to remove.", "Ahí no hay nada que quitar.", "Não há nada aí para remover."),
)
_NO_WORDS = Refusal(
    said(
        "I found no words for that; please write it once more.",
        "No encontré el texto; escríbelo otra vez, por favor.",
        "Não encontrei o texto; escreva mais uma vez, por favor.",
    )
)
_FULL = said(
    "A trip holds {most} places at most, and this one is full: remove some first.",
    "Un viaje admite {most} lugares como máximo y este está lleno: quita alguno primero.",
    "Uma viagem comporta no máximo {most} lugares e esta está cheia: remova algum primeiro.",
)
_THERE = said(
    "Already on the list: {shown}. I did not add it twice.",
    "Ya está en la lista: {shown}. No lo añadí dos veces.",
    "Já está na lista: {shown}. Não adicionei duas vezes.",
)
_ANOTHER = said(
    "There is another {taken} on the list already.", "Ya hay otro {taken} en la lista.", "Já há outro {taken} na lista."
)
_SURE = said(
    "This removes all {count} places. Are you sure? (yes/no)",
    "Esto quita los {count} lugares. ¿Seguro? (sí/no)",
    "Isto remove os {count} lugares. Tem certeza? (sim/não)",
)


def _go_to(state: State, values: Values) -> AppEvent | Refusal:
    place = _short(values["to"], LONGEST_DESTINATION)
    if not place:
        return _NO_WORDS
    return _SAME_ALREADY if state["destination"] == place else AppEvent("destination", {"destination": place})


def _add(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Add what is new; what is there already gets the day, the district, the category or the stars that were said."""
    asked = _unfit(state, "add", values)
    if asked is not None:
        return asked
    details: dict[str, Any] = {name: text for name in ("district", "category") if (text := _name(values.get(name, "")))}
    details |= {"day": day_in(state, values["day"])} if "day" in values else {}
    details |= {"rating": values["stars"]} if "stars" in values else {}
    known = {same(one["name"]): one for one in state["venues"]}
    fresh: dict[str, str] = {}
    already: dict[int, str] = {}
    for name in values["new"]:
        key = same(_name(name))
        if key in known:
            already[known[key]["id"]] = known[key]["name"]
        elif key:
            fresh.setdefault(key, name)
    if not fresh:
        return _again(state, already, details)
    room = min(PER_MESSAGE, PER_TRIP - len(state["venues"]))
    if room < 1:
        return refused(_FULL, most=PER_TRIP)
    again = {"ids": list(already), **details} if already and details else {}
    told = {"already": list(already.values()), "left_out": max(0, len(fresh) - room), "again": again}
    return _added(state, list(fresh.values())[:room], details, told)


def _added(state: State, names: list[str], details: Values, told: Values) -> AppEvent:
    """Return the event that adds places, all with the same details; `told`: what is said of it."""
    ids = list(range(state["next"], state["next"] + len(names)))
    venues = [venue(number, _name(name), **details) for number, name in zip(ids, names, strict=True)]
    cut = sum(len(name) > LONGEST_NAME for name in names)
    return AppEvent("added", {"ids": ids, "venues": venues, "cut": cut, **told})


def _again(state: State, already: dict[int, str], details: Values) -> AppEvent | Refusal:
    if not already:
        return _NO_WORDS
    if details:
        return _unless_same(state, AppEvent("placed", {"ids": list(already), **details}))
    return refused(_THERE, shown=", ".join(list(already.values())[:5]))


def _unfit(state: State, action: str, values: Values) -> Question | None:
    """Ask for the day or the stars of an action again where they are out of range."""
    wrong = ""
    if "day" in values and day_in(state, values["day"]) is None:
        wrong = "day"
    elif "stars" in values and not 1 <= values["stars"] <= 5:
        wrong = "stars"
    rest = {name: value for name, value in values.items() if name not in (wrong, "language")}
    return Question(_WHICH_DAY if wrong == "day" else _HOW_MANY, action, rest, wrong) if wrong else None


def _name(text: str) -> str:
    return bare(_short(text))


def _short(text: str, longest: int = LONGEST_NAME) -> str:
    return " ".join(text.split())[:longest].strip()


def _unless_same(state: State, event: AppEvent) -> AppEvent | Refusal:
    """Refuse an event that would change nothing."""
    details = {name: value for name, value in event.values.items() if name != "ids"}
    venues = chosen(state, event.values["ids"])
    if all(one[name] == value for one in venues for name, value in details.items()):
        return _SAME_ALREADY
    return event


def _set(state: State, kind: str, values: Values, **details: object) -> AppEvent | Refusal:
    """Return the event that sets details of the places."""
    return _unless_same(state, AppEvent(kind, {"ids": list(values["places"]), **details}))


def _day(state: State, values: Values) -> AppEvent | Refusal | Question:
    return _unfit(state, "day", values) or _set(state, "placed", values, day=day_in(state, values["day"]))


def _no_day(state: State, values: Values) -> AppEvent | Refusal:
    return _set(state, "placed", values, day=None)


def _rate(state: State, values: Values) -> AppEvent | Refusal | Question:
    return _unfit(state, "rate", values) or _set(state, "rated", values, rating=values["stars"])


def _visit(state: State, values: Values) -> AppEvent | Refusal:
    return _set(state, "visited", values, visited=True)


def _unvisit(state: State, values: Values) -> AppEvent | Refusal:
    return _set(state, "visited", values, visited=False)


def _note(state: State, values: Values) -> AppEvent | Refusal:
    del state
    note = _short(values["text"], LONGEST_NOTE)
    return AppEvent("noted", {"ids": list(values["places"]), "note": note}) if note else _NO_WORDS


def _category(state: State, values: Values) -> AppEvent | Refusal:
    category = _name(values["category"])
    return _set(state, "placed", values, category=category) if category else _NO_WORDS


def _district(state: State, values: Values) -> AppEvent | Refusal:
    district = _name(values["district"])
    return _set(state, "placed", values, district=district) if district else _NO_WORDS


def _rename(state: State, values: Values) -> AppEvent | Refusal:
    name = _name(values["name"])
    refused = _refused(state, name, values["place"])
    return refused or _unless_same(state, AppEvent("renamed", {"ids": [values["place"]], "name": name}))


def _refused(state: State, name: str, place: int) -> Refusal | None:
    """Return why a place cannot take a name: there is none, or another place has it."""
    if not name:
        return _NO_WORDS
    taken = [one["name"] for one in state["venues"] if same(one["name"]) == same(name) and one["id"] != place]
    return refused(_ANOTHER, taken=taken[0]) if taken else None


def _replace(state: State, values: Values) -> Refusal | list[AppEvent | Question]:
    """Put a new place on the day of the one that goes."""
    name = _name(values["name"])
    refused = _refused(state, name, values["place"])
    old = chosen(state, [values["place"]])
    if refused or not old:
        return refused or _EMPTY
    if same(old[0]["name"]) == same(name):
        return _SAME_ALREADY
    details = {"day": old[0]["day"]}
    return [_gone(old), _added(state, [values["name"]], details, {"already": [], "left_out": 0, "again": {}})]


def _gone(venues: list[Venue]) -> AppEvent:
    return AppEvent("removed", {"ids": [one["id"] for one in venues], "names": [one["name"] for one in venues]})


def _remove(state: State, values: Values) -> AppEvent | Refusal:
    venues = chosen(state, values["places"])
    return _gone(venues) if venues else _EMPTY


def _clear(state: State, values: Values) -> AppEvent | Refusal:
    """Remove everything, or all that was planned for one day."""
    venues = _of_day(state, values)
    if not venues:
        return _EMPTY
    return _gone(venues) if "day" in values else AppEvent("cleared")


def _of_day(state: State, values: Values) -> list[Venue]:
    if "day" not in values:
        return list(state["venues"])
    day = day_in(state, values["day"])
    return [one for one in state["venues"] if day is not None and one["day"] == day]


def _sure_to_remove(state: State, values: Values) -> Said | None:
    """Ask before a list of several is emptied by removing all of it."""
    count = len(chosen(state, values["places"]))
    return filled(_SURE, count=count) if count == len(state["venues"]) > 2 else None


def _sure_to_clear(state: State, values: Values) -> Said | None:
    """Ask before a list is emptied; a part of it can be had back by an undo."""
    count = len(_of_day(state, values))
    return filled(_SURE, count=count) if count and count == len(state["venues"]) else None


ACTIONS = (
    Action("add", _add, said("add Uji and Ise on day 2", "agrega el Retiro el viernes", "adiciona o Pelô no dia 1")),
    Action("day", _day, said("move Gion to day 3", "pasa el Prado al día 3", "passa o MAM para o dia 3")),
    Action("no_day", _no_day, said("take Gion off its day", "deja el Prado sin fecha", "deixa o MAM sem dia")),
    Action("rate", _rate, said("give it four stars", "dale cuatro estrellas al Prado", "dá quatro estrelas pra ele")),
    Action("visited", _visit, said("we went to Gion", "ya fuimos al Prado", "já fomos no MAM")),
    Action("not_visited", _unvisit, said("we didn't go to Gion", "no fuimos al Prado", "não fomos no MAM")),
    Action(
        "note", _note, said("note for Gion: go late", "nota para el Prado: gratis a las 18", "nota para o MAM: ir cedo")
    ),
    Action(
        "category", _category, said("Gion is a bar district", "la categoría del Prado es museo", "o MAM é um museu")
    ),
    Action("district", _district, said("Gion is in Kyoto East", "el Prado está en Retiro", "o MAM fica no Centro")),
    Action(
        "rename", _rename, said("rename Gion to Gion Corner", "el Prado se llama Pradito", "renomeia MAM para Museu")
    ),
    Action(
        "replace", _replace, said("swap Gion for Uji", "reemplaza el Prado por el Thyssen", "troca o MAM pelo Pelô")
    ),
    Action("destination", _go_to, said("the trip goes to Osaka", "el destino es Sevilla", "o destino é Salvador")),
    Action("remove", _remove, said("scrap that last one", "quita el último", "tira esse último"), _sure_to_remove),
    Action("clear", _clear, said("clear everything", "borra todo", "apaga tudo"), _sure_to_clear),
)
