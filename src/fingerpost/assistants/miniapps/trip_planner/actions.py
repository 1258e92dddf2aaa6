"""What can be done to a trip; every function here is pure."""

from __future__ import annotations

from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Action, Param, Question, Refusal, Said, State, Values, said
from fingerpost.assistants.miniapps.trip_planner import words
from fingerpost.assistants.miniapps.trip_planner.changes import read_change, read_figure
from fingerpost.assistants.miniapps.trip_planner.going import read_destination, read_going
from fingerpost.assistants.miniapps.trip_planner.reading import (
    keep_dated,
    read_category,
    read_district,
    read_new,
    read_new_category,
    read_new_district,
    read_noted,
    read_stars,
    read_venues,
    skip_day,
)
from fingerpost.assistants.miniapps.trip_planner.state import (
    LONGEST_NAME,
    LONGEST_NOTE,
    PER_MESSAGE,
    PER_TRIP,
    Venue,
    chosen,
    same,
    venue,
)
from fingerpost.routebook.apps import AppEvent

_WHICH = said("Which place?", "¿Qué lugar?", "Qual lugar?")
_BEYOND_STARS = Refusal(
    said(
        "A rating goes from 1 to 5 stars; I left it as it was.",
        "La calificación va de 1 a 5 estrellas; la dejé como estaba.",
        "A nota vai de 1 a 5 estrelas; deixei como estava.",
    )
)
_NO_DAY = Refusal(
    said(
        "A day is a number from 1 to 365 or a date; I left it as it was.",
        "Un día es un número de 1 a 365 o una fecha; lo dejé como estaba.",
        "Um dia é um número de 1 a 365 ou uma data; deixei como estava.",
    )
)
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
_SAME_ALREADY = Refusal(said("That is how it is already.", "Ya está así.", "Já está assim."))
_EMPTY = Refusal(
    said("There is nothing there to remove.", "Ahí no hay nada que quitar.", "Não há nada aí para remover."),
)


def _add(state: State, values: Values) -> AppEvent | Refusal:
    """Add what is new; what is there already gets the day, the district or the category that was said of it."""
    details = {name: values[name] for name in ("day", "district", "category", "rating") if name in values}
    wrong = _wrong(details)
    if wrong is not None:
        return wrong
    known = {same(one["name"]): one for one in state["venues"]}
    fresh: dict[str, str] = {}
    already: dict[int, str] = {}
    for name in values["names"]:
        key = same(name)
        if key in known:
            already[known[key]["id"]] = known[key]["name"]
        elif key:
            fresh.setdefault(key, name)
    if not fresh:
        return _again(state, already, details)
    room = max(0, min(PER_MESSAGE, PER_TRIP - len(state["venues"])))
    if not room:
        return Refusal(_full())
    names = list(fresh.values())[:room]
    numbers = range(state["next"], state["next"] + len(names))
    return AppEvent(
        "added",
        {
            "ids": list(numbers),
            "venues": [venue(number, name, **details) for number, name in zip(numbers, names, strict=True)],
            "already": list(already.values()),
            "left_out": len(fresh) - len(names),
            "cut": sum(len(name) >= LONGEST_NAME for name in names),
            "again": {"ids": list(already), **details} if already and details else {},
        },
    )


def _again(state: State, already: dict[int, str], details: Values) -> AppEvent | Refusal:
    if details:
        return _unless_same(state, AppEvent("placed", {"ids": list(already), **details}))
    shown = ", ".join(list(already.values())[:5])
    return Refusal(
        said(
            f"Already on the list: {shown}. I did not add it twice.",
            f"Ya está en la lista: {shown}. No lo añadí dos veces.",
            f"Já está na lista: {shown}. Não adicionei duas vezes.",
        )
    )


def _full() -> Said:
    return said(
        f"A trip holds {PER_TRIP} places at most, and this one is full: remove some first.",
        f"Un viaje admite {PER_TRIP} lugares como máximo y este está lleno: quita alguno primero.",
        f"Uma viagem comporta no máximo {PER_TRIP} lugares e esta está cheia: remova algum primeiro.",
    )


def _wrong(details: Values) -> Refusal | None:
    if "rating" in details and not 1 <= details["rating"] <= 5:
        return _BEYOND_STARS
    if isinstance(details.get("day"), int) and not 1 <= details["day"] <= 365:
        return _NO_DAY
    return None


def _unless_same(state: State, event: AppEvent) -> AppEvent | Refusal:
    """Refuse an event that would change nothing."""
    details = {name: value for name, value in event.values.items() if name != "ids"}
    venues = chosen(state, event.values["ids"])
    if all(one[name] == value for one in venues for name, value in details.items()):
        return _SAME_ALREADY
    return event


def _remove(state: State, values: Values) -> AppEvent | Refusal:
    venues = chosen(state, values["venues"])
    if not venues:
        return _EMPTY
    return AppEvent("removed", {"ids": [one["id"] for one in venues], "names": [one["name"] for one in venues]})


def _sure_to_remove(state: State, values: Values) -> Said | None:
    """Ask before a list of several is emptied by removing all of it."""
    everything = len(state["venues"]) > 2 and len(chosen(state, values["venues"])) == len(state["venues"])
    return _sure_to_clear(state, values) if everything else None


def _set(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Do what was said of venues without a verb."""
    change = dict(values["change"])
    ids = change.pop("ids")
    if "note" in change:
        return _note(state, {"venues": ids, **change})
    if "visited" in change:
        return _visit(state, {"venues": ids})
    return (
        _rate(state, {"venues": ids, **change})
        if set(change) == {"rating"}
        else _place(state, {"venues": ids, **change})
    )


def _rate(state: State, values: Values) -> AppEvent | Refusal | Question:
    if not 1 <= values["rating"] <= 5:
        return Question(_HOW_MANY, "rate", {"venues": values["venues"]}, "rating")
    if "day" in values:
        return _place(state, values)
    return _unless_same(state, AppEvent("rated", {"ids": values["venues"], "rating": values["rating"]}))


def _visit(state: State, values: Values) -> AppEvent | Refusal:
    details = {"visited": True} | ({"rating": values["rating"]} if "rating" in values else {})
    return _wrong(details) or _unless_same(state, AppEvent("visited", {"ids": values["venues"], **details}))


def _unvisit(state: State, values: Values) -> AppEvent | Refusal:
    return _unless_same(state, AppEvent("visited", {"ids": values["venues"], "visited": False}))


def _note(state: State, values: Values) -> AppEvent | Refusal:
    del state
    instead = {"instead": True} if values.get("instead") else {}
    return AppEvent("noted", {"ids": values["venues"], "note": values["note"][:LONGEST_NOTE], **instead})


def _place(state: State, values: Values) -> AppEvent | Refusal | Question:
    details = {name: value for name, value in values.items() if name != "venues"}
    if set(details) == {"day"} and _wrong(details):
        return Question(_WHICH_DAY, "move", {"venues": values["venues"]}, "day")
    return _wrong(details) or _unless_same(state, AppEvent("placed", {"ids": values["venues"], **details}))


def _rename(state: State, values: Values) -> AppEvent | Refusal:
    ids, name = values["venues"][:1], " ".join(values["name"].split())
    taken = [one["name"] for one in state["venues"] if same(one["name"]) == same(name) and one["id"] not in ids]
    if taken:
        return Refusal(
            said(
                f"There is another {taken[0]} on the list already.",
                f"Ya hay otro {taken[0]} en la lista.",
                f"Já há outro {taken[0]} na lista.",
            )
        )
    return _unless_same(state, AppEvent("renamed", {"ids": ids, "name": name}))


def _go_to(state: State, values: Values) -> AppEvent | Refusal:
    if state["destination"] == values["destination"]:
        return _SAME_ALREADY
    return AppEvent("destination", {"destination": values["destination"]})


def _clear(state: State, values: Values) -> AppEvent | Refusal:
    """Remove everything, or all that was planned for one day."""
    venues = _of_day(state, values)
    if not venues:
        return _EMPTY
    if "day" not in values:
        return AppEvent("cleared")
    return AppEvent("removed", {"ids": [one["id"] for one in venues], "names": [one["name"] for one in venues]})


def _of_day(state: State, values: Values) -> list[Venue]:
    return [one for one in state["venues"] if "day" not in values or one["day"] == values["day"]]


def _sure_to_clear(state: State, values: Values) -> Said | None:
    """Ask before a list is emptied; a part of it can be had back by an undo."""
    count = len(_of_day(state, values))
    if count < len(state["venues"]) or not count:
        return None
    return said(
        f"This removes all {count} places. Are you sure? (yes/no)",
        f"Esto quita los {count} lugares. ¿Seguro? (sí/no)",
        f"Isto remove os {count} lugares. Tem certeza? (sim/não)",
    )


_VENUES = Param("venues", "items", ask=_WHICH)
_STARS = said("How many stars, from 1 to 5?", "¿Cuántas estrellas, de 1 a 5?", "Quantas estrelas, de 1 a 5?")


def _optional(name: str, kind: Any) -> Param:
    return Param(name, kind, required=False)


ACTIONS = (
    Action("go", words.NONE, (Param("destination", read_going),), _go_to, default=True),
    Action(
        "set",
        words.NONE,
        (
            Param("change", read_change),
            _optional("day", "day"),
            _optional("figure", read_figure),
            _optional("district", read_district),
        ),
        _set,
        default=True,
        several=True,
    ),
    Action(
        "add",
        words.ADD,
        (
            _optional("name", keep_dated),
            # "4/5" is a rating, "on 4/5" a day.
            _optional("rating", read_stars),
            _optional("day", "day"),
            _optional("category", read_category),
            Param("district", read_district, required=False, near=True),
            Param("names", read_venues, ask=_WHICH),
        ),
        _add,
        default=True,
        several=True,
        example=said(
            "add Fushimi Inari, Gion and Nishiki Market on day 2",
            "añade el Prado y el Retiro para el viernes",
            "adiciona o Pelourinho e o Elevador Lacerda no dia 1",
        ),
    ),
    Action(
        "note",
        words.NOTE,
        (
            Param("venues", read_noted, ask=_WHICH),
            Param("note", "text", ask=said("What shall I note?", "¿Qué anoto?", "O que eu anoto?")),
        ),
        _note,
        example=said(
            "note for Gion: go at dusk", "nota para el Prado: gratis a las 18", "nota para o Pelourinho: ir cedo"
        ),
    ),
    Action(
        "not visited",
        words.NOT_VISITED,
        (_VENUES,),
        _unvisit,
        example=said(
            "mark Gion as not visited", "marca el Prado como no visitado", "marca o Pelourinho como não visitado"
        ),
    ),
    Action(
        "visited",
        words.VISITED,
        (_optional("rating", read_stars), _optional("when", skip_day), _VENUES),
        _visit,
        example=said(
            "mark the first two as visited",
            "marca los dos primeros como visitados",
            "marca os dois primeiros como visitados",
        ),
    ),
    Action(
        "rate",
        words.RATE,
        (Param("rating", "rating", ask=_STARS), _optional("day", "day"), _VENUES),
        _rate,
        several=True,
        example=said("give it four stars", "dale cuatro estrellas", "dá quatro estrelas pra ele"),
    ),
    Action(
        "rename",
        words.RENAME,
        (
            Param(
                "name", read_new, ask=said("What is the new name?", "¿Cuál es el nombre nuevo?", "Qual é o novo nome?")
            ),
            _VENUES,
        ),
        _rename,
        example=said(
            "rename Gion to Gion Corner", "renombra el Prado a Museo del Prado", "renomeia Pelourinho para Pelô"
        ),
    ),
    Action(
        "district",
        words.DISTRICT,
        (
            Param("district", read_new_district, ask=said("Which district?", "¿Qué barrio?", "Qual bairro?")),
            _VENUES,
        ),
        _place,
        example=said("Gion is in Higashiyama", "el Prado está en Retiro", "o Pelourinho fica no Centro Histórico"),
    ),
    Action(
        "category",
        words.CATEGORY,
        (
            Param("category", read_new_category, ask=said("Which category?", "¿Qué categoría?", "Qual categoria?")),
            _VENUES,
        ),
        _place,
        example=said(
            "set the category of Gion to nightlife",
            "clasifica el Prado como museo",
            "classifica o Pelourinho como bairro",
        ),
    ),
    Action(
        "destination",
        words.DESTINATION,
        (Param("destination", read_destination, ask=said("Where to?", "¿A dónde?", "Para onde?")),),
        _go_to,
        example=said("change the destination to Osaka", "cambia el destino a Sevilla", "muda o destino para Salvador"),
    ),
    Action(
        "move",
        words.MOVE,
        (
            _optional("rating", read_stars),
            Param("day", "day", ask=said("To which day?", "¿A qué día?", "Para qual dia?")),
            _VENUES,
        ),
        _place,
        several=True,
        example=said("move Gion to day 3", "pasa el Prado al día 3", "passa o Pelourinho para o dia 3"),
    ),
    Action(
        "clear",
        words.CLEAR,
        (_optional("day", "day"),),
        _clear,
        confirm=_sure_to_clear,
        example=said("clear everything", "borra todo", "apaga tudo"),
    ),
    Action(
        "remove",
        words.REMOVE,
        (_VENUES,),
        _remove,
        confirm=_sure_to_remove,
        example=said("scrap that last one", "quita el último", "tira esse último"),
    ),
)
