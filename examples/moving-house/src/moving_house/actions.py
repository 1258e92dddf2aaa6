"""What can be done to a move: actions.toml declares it, and each action makes an event of typed values."""

from __future__ import annotations

from typing import Any

from fingerpost.assistants.miniapps.framework.item_list import SAME_ALREADY, Done, Thing, bare, same, short
from fingerpost.assistants.miniapps.framework.parts import Action, Question, Said, State, Values, said
from fingerpost.routebook.apps import AppEvent
from moving_house.state import THINGS

LAST_BOX, MOST_CENTS = 999, 10**9

_WHICH_BOX = said(
    f"Boxes go from 1 to {LAST_BOX}. Which one is it?",
    f"Las cajas van de 1 a {LAST_BOX}. ¿Cuál es?",
    f"As caixas vão de 1 a {LAST_BOX}. Qual é?",
)
_HOW_MUCH = said(
    "A price is above zero, and below ten million. How much is it?",
    "Un precio es mayor que cero y menor que diez millones. ¿Cuánto es?",
    "Um preço é maior que zero e menor que dez milhões. Quanto é?",
)


def _moving_day(state: State, values: Values) -> Done:
    return SAME_ALREADY if state["day"] == values["date"] else AppEvent("dated", {"day": values["date"]})


def _asked(values: Values, sentence: Said, missing: str) -> Question:
    """Ask again for a value that cannot be."""
    rest = {name: value for name, value in values.items() if name not in (missing, "language")}
    return Question(sentence, values=rest, missing=missing)


def _is_box(number: float) -> bool:
    return 1 <= number <= LAST_BOX and number == int(number)


def _add(state: State, values: Values) -> Done | Question:
    if not _is_box(values.get("box", 1)):
        return _asked(values, _WHICH_BOX, "box")
    details: dict[str, Any] = {"box": int(values["box"])} if "box" in values else {}
    room = bare(short(values.get("room", "")))
    return THINGS.add(state, values["new"], {**details, "room": room} if room else details)


def _box(state: State, values: Values) -> Done | Question:
    if not _is_box(values["box"]):
        return _asked(values, _WHICH_BOX, "box")
    return THINGS.change(state, "placed", values["things"], box=int(values["box"]))


def _price(state: State, values: Values) -> Done | Question:
    """Set a price; what has one is sold."""
    if not 0 < values["price"]["cents"] < MOST_CENTS:
        return _asked(values, _HOW_MUCH, "price")
    return THINGS.change(state, "priced", values["things"], price=values["price"], fate="sell")


def _of_room(state: State, values: Values) -> list[Thing]:
    """Return all things, or those of the room that was said."""
    return [one for one in state["things"] if "room" not in values or same(one["room"]) == same(values["room"])]


def _clear(state: State, values: Values) -> Done:
    things = _of_room(state, values)
    return THINGS.removed(things) if "room" in values or not things else AppEvent("cleared")


def _sure_to_clear(state: State, values: Values) -> Said | None:
    return THINGS.sure_of(state, _of_room(state, values))


_NO_BOX = said("take the lamp out of its box", "saca la lámpara de la caja", "tira a luminária da caixa")
_WHO = said("Ana takes care of the sofa", "Ana se encarga del sofá", "a Ana cuida do sofá")
_NOBODY = said("nobody has the sofa any more", "ya nadie se encarga del sofá", "ninguém mais cuida do sofá")
_NOT_PACKED = said("the lamp is not packed", "la lámpara no está empacada", "a luminária não está embalada")
_CARE = said("the mirror is fragile", "el espejo es frágil", "o espelho é frágil")
_FATE = said("we donate the bike", "donamos la bici", "vamos doar a bicicleta")
_NOTE = said("note for the sofa: legs come off", "nota del sofá: va sin patas", "nota do sofá: vai sem os pés")
_RENAME = said("rename the lamp to desk lamp", "la lámpara se llama flexo", "renomeia a luminária para abajur")

ACTIONS = (
    Action("add", _add, said("add the sofa and two lamps", "agrega el sofá y la lámpara", "adiciona o sofá e a cama")),
    Action("room", THINGS.sets("placed", "room"), said("sofa: living room", "el sofá va al salón", "sofá vai na sala")),
    Action("box", _box, said("the books are in box 4", "los libros van en la caja 4", "os livros vão na caixa 4")),
    Action("no_box", THINGS.sets("unboxed", box=None), _NO_BOX),
    Action("who", THINGS.sets("given", "who"), _WHO),
    Action("nobody", THINGS.sets("free", who=""), _NOBODY),
    Action(
        "packed", THINGS.sets("packed", packed=True), said("the lamp is packed", "empaqué la lámpara", "embalei a tv")
    ),
    Action("not_packed", THINGS.sets("unpacked", packed=False), _NOT_PACKED),
    Action("arrived", THINGS.sets("arrived", arrived=True), said("the sofa arrived", "llegó el sofá", "o sofá chegou")),
    Action("care", THINGS.sets("handled", "care"), _CARE),
    Action("fate", THINGS.sets("decided", "fate"), _FATE),
    Action("price", _price, said("60 for the bike", "la bici a 60 euros", "a bicicleta por 200 reais")),
    Action("note", THINGS.note, _NOTE),
    Action("rename", THINGS.rename, _RENAME),
    Action("moving_day", _moving_day, said("we move on 12 May", "nos mudamos el 12 de mayo", "mudamos no dia 12")),
    Action(
        "remove", THINGS.remove, said("remove the lamp", "quita la lámpara", "tira a luminária"), THINGS.sure_to_remove
    ),
    Action("clear", _clear, said("clear everything", "borra todo", "apaga tudo"), _sure_to_clear),
)
