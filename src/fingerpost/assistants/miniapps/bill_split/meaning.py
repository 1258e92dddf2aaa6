"""Which expenses of a bill somebody means: by name, by place, by amount, or by who paid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import patterns
from fingerpost.assistants.miniapps.bill_split.state import person
from fingerpost.assistants.miniapps.bill_split.who import ME, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.reading.references import find
from fingerpost.language.money import read_money
from fingerpost.language.text import words

Told = Mapping[str, Any]
"""What is to be done, under "do", with its values; people are names as they were said."""

EDGES = ' \t\n\r.,;:!?¡¿-–—()"“”«»'

_OTHERS = re.compile(
    r"(?:the |all the |los |las |os |as )?(?:others|other ones|rest|earlier ones|earlier amounts|previous ones"
    r"|ones before|demas|otros|otras|anteriores|de antes|outros|outras|resto)(?: gastos| despesas| expenses)?"
)
_REASON = re.compile(r"[,;.]\s+|\s+(?:because|cause|cuz|since|porque|pq|ya que|pues|que ya|pois)\s+")
_AND = re.compile(r"\s+(?:and|y|e|&)\s+", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:it|they|he|she|we|i|lo|la|los|se|eu|ele|ela|yo|nos)\b")
_MINE = re.compile(r"\b(?:mine|my|mio|mia|mi|meu|minha)\b")
_OF_WHOM = words(
    "the one of s that this el la lo los las de del o a do da mine my mio mia mi meu minha by paid pago pagou que"
)
_UNNAMED = "\ue002"


def meant(text: str, reading: Reading) -> list[int] | Told:
    """Return the ids of the expenses that a text means: none where it names nothing; or why that is unclear."""
    wanted = plain(text).strip(EDGES)
    items = reading.items
    told = set(re.findall(r"\w+", wanted))
    if not told or told <= patterns.PRONOUNS:
        return newest(reading)
    if _OTHERS.fullmatch(wanted):
        last = set(reading.recent[: max(1, reading.last)])
        return [item.id for item in items if item.id not in last]
    number = re.fullmatch(r"(?:the |el |la |o |a )?#?(\d{1,4})", wanted)
    if number and 1 <= int(number[1]) <= len(items):
        return [items[int(number[1]) - 1].id]
    places = {item.id: place for place, item in enumerate(items)}
    recent = [places[one] for one in reading.recent if one in places]
    found = find([item.name for item in items], text, recent)
    among = list(found.close) or list(range(len(items)))
    narrowed = [] if found.places else _narrowed(text, among, bool(found.close), reading)
    if found.close and len(narrowed) != 1:
        return {"do": "unclear", "name": text[:80], "ids": [items[place].id for place in found.close[:5]]}
    meant_ones = found.places or (narrowed if len(narrowed) == 1 else ())
    return [items[place].id for place in meant_ones]


def _narrowed(text: str, among: Sequence[int], alike: bool, reading: Reading) -> list[int]:
    """Return those of some expenses that a text tells apart: "the 15 one", "Ana's", "the first ticket"."""
    expenses = reading.state["expenses"]
    moneys = read_money(text)[0]
    if len(moneys) == 1:
        return [place for place in among if expenses[place]["cents"] == moneys[0].cents]
    who = payer_named(text, reading)
    if who is not None and (alike or _names_payer(text, who)):
        number = reading.state["speaker"] if who == ME else person(reading.state, who)
        return [place for place in among if expenses[place]["payer"] == number]
    # All are called the same: what is left of the words can only tell a place among them.
    names = {word for place in among for word in re.findall(r"\w+", plain(expenses[place]["what"]))}
    left = " ".join(word for word in plain(text).split() if word not in names) if alike else ""
    ranked = find([f"{_UNNAMED}{place}" for place in among], left).places if left else ()
    return [among[place] for place in ranked]


def _names_payer(text: str, who: str) -> bool:
    """Whether a text is nothing but whose expense it was: "Ana's", "the one of Ana", "mine"."""
    told = set(re.findall(r"[^\W\d_]+", plain(text))) - set(re.findall(r"[^\W\d_]+", plain(who)))
    return told <= _OF_WHOM


def payer_named(text: str, reading: Reading) -> str | None:
    """Return the only person of the bill whom a text names."""
    names = {who.name for who in mentioned(text, reading.state)}
    if not names and _MINE.search(plain(text)):
        return ME
    return names.pop() if len(names) == 1 else None


def meant_first(text: str, reading: Reading) -> list[int] | Told:
    """Return the expenses that a text means, without the reason behind a comma: "the coal, Ben gives it to us"."""
    pieces = [piece for piece in _REASON.split(text) if piece.strip(EDGES)]
    if len(pieces) == 1 and not any(plain(item.name) == plain(text).strip(EDGES) for item in reading.items):
        pieces = [piece for piece in _AND.split(text) if piece.strip(EDGES)]
    if len(pieces) < 2 or not (named_in(text, reading) or len(pieces[0].split()) > 1):
        return meant(text, reading)
    first = meant(pieces[0], reading)
    if not isinstance(first, list) or not first:
        return meant(text, reading)
    for piece in pieces[1:]:
        named = named_in(piece, reading)
        if not named and (len(piece.split()) > 3 or _SAYS.search(plain(piece))):
            continue
        more = named if len(named) == 1 else meant(piece, reading)
        if isinstance(more, Mapping):
            return more
        if not more:
            return []
        first += [one for one in more if one not in first]
    return first


def on(where: str, change: Told, reading: Reading) -> Told:
    """Return a change of the expenses that a text means."""
    ids = meant_first(where, reading)
    if isinstance(ids, Mapping):
        return {**ids, "then": change}
    return {**change, "ids": ids} if ids else {"do": "unknown", "name": where}


def newest(reading: Reading) -> list[int]:
    """Return the expense that was touched last."""
    return list(reading.recent[:1]) or [item.id for item in reading.items[-1:]]


def named_in(text: str, reading: Reading) -> list[int]:
    """Return the expenses whose whole name stands in a text, the names of people aside."""
    told = " ".join(re.findall(r"[^\W_]+", plain(text)))
    low = f" {told} "
    found = [item for item in reading.items if item.name and f" {plain(item.name)} " in low]
    return [item.id for item in found]


def is_known(reading: Reading, name: str) -> bool:
    """Whether somebody of this name is on the bill."""
    return any(one["name"] == name for one in reading.state.get("people", ()))
