"""How a move is shown: a line for each thing, the card, and what is said of changes."""

from __future__ import annotations

import re
from datetime import date

from fingerpost.assistants.miniapps.framework.amounts import amount
from fingerpost.assistants.miniapps.framework.item_list import Thing
from fingerpost.assistants.miniapps.framework.list_views import Condition, ListViews
from fingerpost.assistants.miniapps.framework.parts import Language, State, Values, said
from fingerpost.assistants.miniapps.framework.telling import date_text, telling
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words
from moving_house.state import THINGS, people

_MOVE, _ON = said("Move", "Mudanza", "Mudança"), said("Move on {day}", "Mudanza el {day}", "Mudança em {day}")
_BOXED = re.compile(r"\b(?:box|caja|caixa)\D{0,9}(\d{1,3})\b")
_NOTHING = said("nothing on the list yet", "todavía sin cosas", "ainda sem coisas")
_PACKED = said("{n} packed", "empacadas: {n}", "embaladas: {n}")
_BOX, _YOU = said("box {n}", "caja {n}", "caixa {n}"), said("you", "tú", "você")
NO_BOX, NO_ROOM = said("no box", "sin caja", "sem caixa"), said("no room", "sin habitación", "sem cômodo")
NOBODY = said("nobody yet", "nadie todavía", "ninguém ainda")
_CARE = {
    "fragile": said("fragile", "frágil", "frágil"),
    "heavy": said("heavy", "pesado", "pesado"),
    "plain": said("plain", "normal", "normal"),
}
_FATE = {
    "sell": said("for sale", "se vende", "à venda"),
    "donate": said("to donate", "para donar", "para doar"),
    "throw": said("to throw away", "para tirar", "para jogar fora"),
    "keep": said("to keep", "se queda", "fica"),
}


def heading(state: State, language: Language) -> str:
    """Return the move in a line: "Move on Sat 12 Dec · 3 things, 1 packed"."""
    title = _ON[language].format(day=date_text(state["day"], language)) if state["day"] else _MOVE[language]
    things = state["things"]
    if not things:
        return f"{title} · {_NOTHING[language]}"
    packed = _PACKED[language].format(n=sum(one["packed"] for one in things))
    return f"{title} · {THINGS.counted(len(things), language)}, {packed}"


def box_text(box: int, language: Language) -> str:
    """Return "box 3"."""
    return _BOX[language].format(n=box)


def who_text(who: str, language: Language) -> str:
    """Return a person as a sentence to who types names them."""
    return _YOU[language] if who == "me" else who


def price_text(price: Values, language: Language) -> str:
    """Return a price as people write it."""
    return amount(price["cents"], price["currency"], {}, language)


def _about(one: Values, language: Language) -> str:
    """Return what is known of a thing beside its name."""
    told = [
        one.get("room"),
        box_text(one["box"], language) if one.get("box") else "",
        who_text(one["who"], language) if one.get("who") else "",
        _CARE[one["care"]][language] if one.get("care", "plain") != "plain" else "",
        _FATE[one["fate"]][language] if one.get("fate", "keep") != "keep" else "",
        price_text(one["price"], language) if one.get("price") else "",
    ]
    return ", ".join(filter(None, told))


def line(one: Thing, language: Language) -> str:
    """Return a thing in a line: "✓ mirror (hall, box 3, Ana, fragile) — wrap it twice"."""
    about = _about(one, language)
    told = [
        "⌂" if one["arrived"] else "✓" if one["packed"] else "○",
        one["name"],
        f"({about})" if about else "",
        "— " + "; ".join(one["notes"]) if one["notes"] else "",
    ]
    return " ".join(filter(None, told))


def _among(state: State, text: str, today: date, language: Language) -> Condition | None:
    """Return the condition for the things of a box or a person that a message names."""
    del today
    boxed = _BOXED.search(fold(text))
    if boxed is not None:
        return lambda one: one["box"] == int(boxed[1]), box_text(int(boxed[1]), language)
    told = folded_words(text)
    who = next((name for name in people(state) if fold(name) in told), None)
    return (lambda one: one["who"] == who, who) if who else None


LIST = ListViews(
    "moving_house",
    THINGS,
    heading,
    line,
    empty=said(
        "Nothing is on the list yet. Name a thing and I will add it.",
        "Todavía no hay nada en la lista. Dime una cosa y la añado.",
        "Ainda não há nada na lista. Diga uma coisa e eu adiciono.",
    ),
    here=said("Here is your move.", "Esta es tu mudanza.", "Aqui está a sua mudança."),
    none=said("Nothing there: {told}.", "Ahí no hay nada: {told}.", "Não há nada aí: {told}."),
    fields=("room",),
    shown=("day",),
    among=_among,
)


def _set(one: Values, language: Language) -> str:
    """Return what was set, also where it is the usual: "plain", "to keep"."""
    usual = [_CARE["plain"]] * (one.get("care") == "plain") + [_FATE["keep"]] * (one.get("fate") == "keep")
    return _about(one, language) or usual[0][language]


say = telling(
    {
        "added": THINGS.told_added(_about),
        "removed": said("Removed {names}.", "Quité {names}.", "Removi {names}."),
        "cleared": THINGS.told_cleared,
        **dict.fromkeys(("placed", "given", "handled", "decided", "priced"), THINGS.told_set(_set)),
        "unboxed": said("{names}: in no box now.", "{names}: ya sin caja.", "{names}: agora sem caixa."),
        "free": said("Nobody has this now: {names}.", "Ya sin encargado: {names}.", "Agora sem ninguém: {names}."),
        "packed": said("Packed: {names}.", "Empacado: {names}.", "Embalado: {names}."),
        "unpacked": said("Not packed: {names}.", "Sin empacar: {names}.", "Não embalado: {names}."),
        "arrived": said("Arrived: {names}.", "Ya llegó: {names}.", "Já chegou: {names}."),
        "noted": said("Noted for {names}: {note}", "Anotado en {names}: {note}", "Anotado em {names}: {note}"),
        "renamed": said(
            "{old} is now called {names}.", "{old} ahora se llama {names}.", "{old} agora se chama {names}."
        ),
        "dated": lambda _, after, __, language: _ON[language].format(day=date_text(after["day"], language)) + ".",
    },
    THINGS.items,
)
