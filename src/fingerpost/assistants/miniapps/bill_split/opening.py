"""What an opening message tells: "let's split the bill for dinner - me, Ana and Tom, Ana paid 84"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER, Joining, RefusedError
from fingerpost.assistants.miniapps.bill_split.spending import read_expense
from fingerpost.assistants.miniapps.bill_split.state import START
from fingerpost.assistants.miniapps.bill_split.who import ME, NO_NAME, at_end, at_start, listed_at_start, plain
from fingerpost.assistants.miniapps.framework.parts import Language
from fingerpost.language.money import read_money
from fingerpost.language.text import words

LONGEST = 2_000
"""Letters of an opening message that are read."""

_WITH = re.compile(r"(?:(?<!\w)w/|\b(?:with|con|com)\b)\s*")
_BEGINS = re.compile(
    r"[-–—:.,;!?(\n]\s*|\b(?:between|among|entre|it['’]?s|just|only|solo|so|we are|we['’]re|somos|vamos|fuimos|fomos"
    r"|eramos|eran|estavamos|estabamos|estuvimos|estivemos|pagamos|participamos"
    r"|there (?:are|were)|there['’]s|estamos|jantamos|comimos"
    r"|moramos|vivimos|sou|soy|for|para|pra|de|with|and|cenamos|salimos"
    r"|saimos|almorzamos|almocamos|twins|hermanos|brothers|sisters|friends|amigos|amigas|primos|mates|irmaos)\s+"
    r"|(?<!\w)(?=(?:me|yo|eu)\b)"
)
_ENDS = re.compile(
    r"\s*(?:[-–—:.,;!?()\n]|$|(?:split|share|divid|rach|repart|pag|are in|are on|is on|is in|only|please|pls"
    r"|por favor|porfa"
    r"|thanks)\w*)"
)
_PAYS = re.compile(r"\s*(?:paid|put|got|covered|pago|pagou|pague|paguei|puso|compro|comprou)\b")
_OPENER = re.compile(
    r"^.{0,120}?\b(?:bill split(?:ter)?|split(?:ting)?(?: up)?|divid(?:ir|e|amos|imos)|rachar|racha|repart(?:ir|e|amos)"
    r"|division de (?:la )?(?:cuentas?|gastos)|divisao d[ea] (?:conta|despesas)|reparto de gastos)\b"
    r"(?:\s+(?:the|a|our|la|el|los|las|o|os|as|un|una|uma)\b)?(?:\s+(?:bills?|check|tab|costs?|expenses|cuentas?|gastos"
    r"|contas?|despesas)\b)?(?:\s+(?:for|of|from|de|del|do|da|dos|das|pro|pra|para|pal)\b)?",
    re.DOTALL,
)
_PARTS = re.compile(
    r"[.!?;:\n]\s|[?!;:\n(]|(?<!\d),|,(?!\d)|\)|\s[-–—]\s|,?\s(?:and|y|e)\s(?=[A-ZÀ-Þ][\w]+ (?:paid|pag|put|pus|got))"
)
_COUNT = re.compile(
    r"\W*(?:so |somos |we are |we['’]re |eramos )?\d{1,2}(?: (?:with|of|people|personas|pessoas|in total).*)?\W*"
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


_NOT_ALL = words("""
    no not nao never without sin sem only just solo so apenas but except menos paid owes owe pago pagou debe deve split
    between among entre for para pra share divide divided remove delete who quien quem
    """)
"""Beside a list, these tell something else of the people than that they are there."""
MOST_BESIDE = 6
"""Words beside a list of people in a message that tells who is there."""


def begin(text: str, language: Language) -> Mapping[str, Any]:
    """Return the people whom an opening message names, and who speaks."""
    text = text[:LONGEST]
    joining = Joining(START, SPEAKER[language])
    try:
        _speaker(text, joining)
        names, spans = _named(text)
        for name in names:
            joining.id_of(name)
    except RefusedError:
        # More people than a bill holds: they are told of when they are added.
        return {}
    then = _spent(text, spans)
    return {**joining.values(), **({"then": then} if then else {})}


def _spent(text: str, lists: Sequence[tuple[int, int]]) -> str:
    """Return the part of an opening message that tells an expense: "split last night's dinner, 84 euros, Ana paid"."""
    if not read_money(text)[0]:
        return ""
    low = plain(text)
    # "Carmen, Luis y yo, y Carmen pagó 81": who paid stands at the end of the list.
    lists = [(start, _without_payer(text, low, start, end)) for start, end in lists]
    opener = _OPENER.match(low)
    begin = opener.end() if opener else 0
    kept = [0, *(at for one in lists if one[0] >= begin for at in one), len(text)]
    left = ", ".join(
        text[max(begin, start) : end] for start, end in zip(kept[::2], kept[1::2], strict=True) if end > begin
    )
    cuts = [0, *(found.end() for found in _PARTS.finditer(left)), len(left)]
    pieces = [left[start:end].strip() for start, end in pairwise(cuts)]
    pieces = [piece for piece in pieces if any(map(str.isalnum, piece)) and not _COUNT.fullmatch(plain(piece))]
    first = next((place for place, piece in enumerate(pieces) if read_money(piece)[0]), None)
    if first is None:
        return ""
    told = read_expense(pieces[first], START)
    # "Dinner, 84 euros": the amount may stand behind what it was for.
    return " ".join(pieces[first - 1 if first and not told.what else first :]).strip(" ,:;")


def _without_payer(text: str, low: str, start: int, end: int) -> int:
    last = at_end(text[start:end], START) if _PAYS.match(low, end) else None
    return start + last.start if last is not None else end


def _speaker(text: str, joining: Joining) -> None:
    found = _I_AM.search(plain(text))
    who = at_start(text[found.end() :], START) if found else None
    if found is not None and who is not None and who.sure and who.name != ME and who.name[:1].isupper():
        joining.speaker = joining.id_of(who.name)


def _named(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the names of the lists in a text, and where these stand; who splits "with" others is one of them."""
    low = plain(text)
    names: list[str] = []
    spans: list[tuple[int, int]] = []
    for found in _WITH.finditer(low):
        listed, end = _listed(text, low, found.end(), least=1)
        names += [*listed, ME] if listed else []
        spans += [(found.start(), end)] if listed else []
    taken = 0
    for found in _BEGINS.finditer(low):
        if found.end() < taken:
            continue
        listed, end = _listed(text, low, found.end(), least=2)
        names += listed
        if listed and not any(start < end and found.end() < stop for start, stop in spans):
            spans.append((found.end(), end))
        taken = end if listed else taken
    kept = [name for name in dict.fromkeys(names) if not (name == ME and _NOT_ME.search(low))]
    return kept, sorted(spans)


def people_of(text: str) -> list[str]:
    """Return the people of a message that lists them and says hardly more: "there's four of us: Ana, Tom and me"."""
    names, spans = _named(text)
    kept = [0, *(at for span in spans for at in span), len(text)]
    beside = [text[start:end] for start, end in zip(kept[::2], kept[1::2], strict=True)] if spans else []
    told = re.findall(r"\w+", plain(" ".join(beside)))
    return names if len(names) > 1 and len(told) <= MOST_BESIDE and _NOT_ALL.isdisjoint(told) else []


def _listed(text: str, low: str, begin: int, least: int) -> tuple[list[str], int]:
    """Return the people of a list that is all of a clause; small words are names only beside the speaker or "with"."""
    # "me jay and rico" lacks a comma.
    first = re.match(
        r"(?:me|yo|eu)\s+(?:(?:and|y|e|&)\s+(?=the |los |las |os |as |my |mi |meus? ))?(?=[^\W\d_])(?!(?:and|n|y"
        r"|e)\s)(?:(?:the|my|los|las|mis|os|as|meus|minhas)\s+\w+\s+(?=\w))?",
        low[begin:],
    )
    start = begin + (first.end() if first else 0)
    for new in (True, False):
        # "Carmen, Hugo y yo, viaje a Granada": what follows the list is no name.
        names, length = listed_at_start(text[start:], START, new)
        if len(names) > 2 and names[-1] == ME and not _ENDS.match(low, start + length):
            # "Elena, Raúl e Iván, yo no entro"
            names, length = names[:-1], text.rfind(",", start, start + length) - start
        names = [ME, *names] if first and names else names
        words_too = any(_is_word(name) for name in names)
        if len(names) >= least and _ENDS.match(low, start + length) and not words_too:
            capitals = [name[:1].isupper() for name in names if name != ME]
            if least > 1 and names[0] != ME and not capitals[0] and any(capitals):
                # "the beach, Ana, Tom and me": the first is where they were.
                continue
            small = any(name != ME and not name[:1].isupper() for name in names)
            return (names, start + length) if least == 1 or not small or ME in names else ([], begin)
    return [], begin


def _is_word(name: str) -> bool:
    first = plain(name).split()[0]
    return first in _GROUPS or (first in NO_NAME and not name[:1].isupper() and name != ME)
