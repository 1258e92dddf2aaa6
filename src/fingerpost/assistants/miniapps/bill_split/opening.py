"""The people whom an opening message names: "let's split the bill for dinner - me, Ana and Tom"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER, Joining, RefusedError
from fingerpost.assistants.miniapps.bill_split.state import START
from fingerpost.assistants.miniapps.bill_split.who import ME, NO_NAME, at_start, listed_at_start, plain
from fingerpost.assistants.miniapps.framework.parts import Language
from fingerpost.conversation.lexicon import words

LONGEST = 2_000
"""Letters of an opening message that are read."""

_WITH = re.compile(r"(?:(?<!\w)w/|\b(?:with|con|com)\b)\s*")
_BEGINS = re.compile(
    r"[-–—:.,;!?(\n]\s*|\b(?:between|among|entre|it['’]?s|just|only|solo|so|we are|we['’]re|somos|vamos|fuimos|fomos"
    r"|eramos|estamos|jantamos|comimos|moramos|vivimos|sou|soy|for|para|pra|de|with|and)\s+|(?<!\w)(?=(?:me|yo|eu)\b)"
)
_ENDS = re.compile(
    r"\s*(?:[-–—:.,;!?)\n]|$|(?:split|share|divid|rach|repart|pag|are in|are on|is on|is in|only|please|pls"
    r"|por favor|porfa"
    r"|thanks)\w*)"
)
_I_AM = re.compile(r"\b(?:i['’]?m|i am|my name is|soy|me llamo|eu sou|sou|me chamo)\s+(?:(?:o|a)\s+)?")
_NOT_ME = re.compile(
    r"\b(?:i['’]?m not (?:on|in|part)|not me|without me|yo no|sin mi|no estoy|eu nao|sem mim|fora eu|nao estou)\b"
)
_GROUPS = words("""
    friends friend team family roommates flatmates housemates colleagues mates guys everyone others them us him her you
    people group gang crew tip tax card cash amigos amigas familia equipo companeros primos chicos chicas ellos galera
    amigas turma pessoal colegas eles elas todo todos mundo vcs voces
    """)


def begin(text: str, language: Language) -> Mapping[str, Any]:
    """Return the people whom an opening message names, and who speaks."""
    text = text[:LONGEST]
    joining = Joining(START, SPEAKER[language])
    try:
        _speaker(text, joining)
        for name in _named(text):
            joining.id_of(name)
    except RefusedError:
        # More people than a bill holds: they are told of when they are added.
        return {}
    return joining.values()


def _speaker(text: str, joining: Joining) -> None:
    found = _I_AM.search(plain(text))
    who = at_start(text[found.end() :], START) if found else None
    if found is not None and who is not None and who.sure and who.name != ME and who.name[:1].isupper():
        joining.speaker = joining.id_of(who.name)


def _named(text: str) -> list[str]:
    """Return the names of the lists in a text; who splits "with" others is one of them."""
    low = plain(text)
    names: list[str] = []
    for found in _WITH.finditer(low):
        listed, _ = _listed(text, low, found.end(), least=1)
        names += [*listed, ME] if listed else []
    taken = 0
    for found in _BEGINS.finditer(low):
        if found.end() < taken:
            continue
        listed, end = _listed(text, low, found.end(), least=2)
        names += listed
        taken = end if listed else taken
    return [name for name in dict.fromkeys(names) if not (name == ME and _NOT_ME.search(low))]


def _listed(text: str, low: str, begin: int, least: int) -> tuple[list[str], int]:
    """Return the people of a list that is all of a clause; small words are names only beside the speaker or "with"."""
    # "me jay and rico" lacks a comma.
    first = re.match(r"(?:me|yo|eu)\s+(?=[^\W\d_])(?!(?:and|y|e)\s)", low[begin:])
    start = begin + (first.end() if first else 0)
    for new in (True, False):
        # "Carmen, Hugo y yo, viaje a Granada": what follows the list is no name.
        names, length = listed_at_start(text[start:], START, new)
        names = [ME, *names] if first and names else names
        words_too = any(_is_word(name) for name in names)
        if len(names) >= least and _ENDS.match(low, start + length) and not words_too:
            small = any(name != ME and not name[:1].isupper() for name in names)
            return (names, start + length) if least == 1 or not small or ME in names else ([], begin)
    return [], begin


def _is_word(name: str) -> bool:
    first = plain(name).split()[0]
    return first in _GROUPS or (first in NO_NAME and not name[:1].isupper() and name != ME)
