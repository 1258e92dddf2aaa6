"""People in people's words: names that are known, the speaker, and names that are new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fingerpost.assistants.miniapps.bill_split.state import LONGEST_NAME, same
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.language.lexicon import SMALL
from fingerpost.language.text import fold, words

ME = "@me"
"""Stands for whoever speaks, until the state tells who that is."""

WINDOW = 3 * LONGEST_NAME
"""Letters at the beginning or the end of a text among which a name is looked for."""

_ME = r"(?:i|i['’]ve|me|myself|yo|mi|conmigo|eu|mim|comigo)"
_WORD = r"[^\W\d_][\w'’-]*"
_CAPITAL = r"(?:[A-ZÀ-Þ][\w'’-]*)(?:[ ]+(?:(?:da|de|do|dos|del|la)[ ]+)?[A-ZÀ-Þ][\w'’.-]*){0,2}"
_ARTICLE = r"(?:(?:a|para|pra|de)\s+(?=(?:la|el|o|a)\s))?(?:(?:the|o|a|os|as|el|la|al|ao|do|da|del)\s+)?"

_AT_START = {
    "me": re.compile(rf"{_ARTICLE}(?:{_ME}|mine|minhas?|meus?|mias?|mios?)(?![\w'’])"),
    "capital": re.compile(rf"(?i:{_ARTICLE})({_CAPITAL})"),
    "word": re.compile(rf"(?i:{_ARTICLE})({_WORD})"),
}
_AT_END = {
    "me": re.compile(rf"(?<![\w'’])(?:{_ME}|mine|mio|mia|meu|minha)$"),
    "capital": re.compile(rf"(?<![\w'’-])({_CAPITAL})$"),
    "word": re.compile(rf"(?<![\w'’-])({_WORD})$"),
}
_OWNED = re.compile(r"['’]s?$")
_SHORT = re.compile(r"(?:i|it|we|he|she|they|you|that|who|what|there)['’]")
_JOIN = re.compile(r"\s*(?:,\s*(?:and|y|e|&)\s+|,|&|\+|/|\b(?:and|n|y|e|with|con|com|plus)\b)\s*")

NO_NAME = (SMALL - words("ola")) | words("""
    paid pay pays payed owe owes owed split splits divide divided share shared between among entre add remove everyone
    everybody somebody someone anyone nobody people person bill total each half double twice triple both dinner lunch
    breakfast taxi cab uber beer beers drinks food groceries gas rent hotel tickets pizza coffee wine snacks
    yesterday today tonight tomorrow total tip not he she they we it that this him her them their his hers
    pago pague pagamos pagaron puso puse todos todas todo nadie alguien gente cena comida almuerzo desayuno cerveza
    cervezas propina ayer hoy noche gasolina super nosotros ellos ellas doble mitad cuenta agrega anade borra quita
    cambia
    pagou paguei pagaram tudo ninguem alguem jantar almoco cafe cerveja cervejas gorjeta ontem hoje noite mercado
    aluguel agua internet conta dobro metade racha divide adiciona coloca tira muda nos eles elas gente galera
    eramos estamos estuvimos fuimos fomos estavamos
    errei erro errado equivoque mistake bad oops lol haha kkk jaja valeu thx
    euro euros dollar dollars bucks pounds quid dolares dolar pesos peso reais real eur usd gbp brl mxn cad
    """)
"""Words that are no names of people, where only the place in a sentence tells."""

_NAMELESS = words("me yo eu")
"""What a speaker without a name is called."""

_NAMES_TOO = words("will may vale")
"""Of these, the ones that are names with a capital."""


class Who(NamedTuple):
    """A person found in a text, from where to where; `sure`: known, the speaker, or written with a capital."""

    name: str
    start: int
    end: int
    sure: bool
    known: bool = False

    @property
    def there(self) -> bool:
        """Whether it is somebody of the bill, or the speaker."""
        return self.known or self.name == ME


def plain(text: str) -> str:
    """Return a text in small letters without accents, every letter in its place."""
    return text.lower() if text.isascii() else "".join(map(_letter, text))


@lru_cache(4096)
def _letter(letter: str) -> str:
    return (fold(letter) or letter)[:1]


def known_names(state: State) -> list[tuple[str, str]]:
    """Return the names at hand, longest first, as they compare and as they are written; "me" is no name."""
    names = [(same(one["name"]), str(one["name"])) for one in state.get("people", ())]
    names = [pair for pair in names if pair[0] not in _NAMELESS]
    return sorted(names, key=lambda pair: -len(pair[0]))


def at_start(text: str, state: State) -> Who | None:
    """Return the person whom a text begins with."""
    skipped = len(text) - len(text.lstrip(" \t,:;-(¡¿"))
    inner = text[skipped : skipped + WINDOW]
    low = plain(inner)
    article = re.match(_ARTICLE, low)
    begin = article.end() if article else 0
    for name, written in known_names(state):
        for start in dict.fromkeys((0, begin)):
            end = start + len(name)
            if low.startswith(name, start) and not re.match(r"\w", low[end:]) and not _goes_on(inner, end, state):
                return Who(written, skipped, skipped + start + len(name), True, True)
    found = _AT_START["me"].match(low)
    if found and not _is_name(inner, found.end()):
        return Who(ME, skipped, skipped + found.end(), True)
    return _new(_AT_START["capital"].match(inner), _AT_START["word"].match(inner), skipped)


def _is_name(text: str, end: int) -> bool:
    """Whether a word that ends here is the name Mia, and not what is mine."""
    return plain(text[max(0, end - 3) : end]) == "mia" and text[end - 3].isupper()


def _goes_on(text: str, end: int, state: State) -> bool:
    """Whether a known name is the beginning of another one: "Ana B"."""
    more = re.match(r" ([A-ZÀ-Þ][\w'’]*)", text[end:])
    return more is not None and fold(more[1]) not in NO_NAME | {name for name, _ in known_names(state)}


def at_end(text: str, state: State) -> Who | None:
    """Return the person whom a text ends with."""
    end = len(text.rstrip(" \t,:;-)!.?"))
    begin = max(0, end - WINDOW)
    inner = text[begin:end]
    low = plain(inner)
    for name, written in known_names(state):
        if low.endswith(name) and not re.search(r"[\w'’]$", low[: -len(name)]):
            return Who(written, end - len(name), end, True, True)
    found = _AT_END["me"].search(low)
    if found and not _is_name(inner, found.end()):
        return Who(ME, begin + found.start(), end, True)
    return _new(_AT_END["capital"].search(inner), _AT_END["word"].search(inner), begin)


def _new(capital: re.Match[str] | None, word: re.Match[str] | None, skipped: int) -> Who | None:
    for found, sure in ((capital, True), (word, False)):
        if found is None:
            continue
        name = _OWNED.sub("", found[1])
        first = next(iter(fold(name).split()), "")
        is_word = first in NO_NAME and not (sure and first in _NAMES_TOO)
        if first and not is_word and not _SHORT.match(first) and len(name) <= LONGEST_NAME:
            return Who(name, found.start() + skipped, found.end() + skipped, sure)
    return None


_KIN = re.compile(r"\s*(?i:my|our|mi|nuestr[oa]|(?:o\s+|a\s+)?(?:meu|minha|nosso|nossa))\s+[^\W\d_]+\s+(?=[A-ZÀ-Þ])")
"""What somebody is to the speaker, before the name: "my sister Ana"."""


def listed_at_start(text: str, state: State, new: bool = True) -> tuple[list[str], int]:
    """Return the people of a list that a text begins with, and where it ends; `new`: also small words that are new."""
    names: list[str] = []
    place = 0
    while True:
        kin = _KIN.match(text, place)
        place = kin.end() if kin else place
        who = at_start(text[place:], state)
        if who is None or not (who.sure or new):
            break
        names.append(who.name)
        end = place + who.end
        join = _JOIN.match(text, end)
        if join is None:
            return names, end
        place = join.end()
    return names, end if names else 0


def mentioned(text: str, state: State) -> list[Who]:
    """Return the people of the bill, and the speaker, whom a text names, in their order."""
    low = plain(text)
    found: list[Who] = []
    taken: list[tuple[int, int]] = []
    for name, written in known_names(state):
        for start in _places(low, name):
            if not any(begin < start + len(name) and start < end for begin, end in taken):
                taken.append((start, start + len(name)))
                found.append(Who(written, start, start + len(name), True, True))
    found.extend(
        Who(ME, match.start(), match.end(), True)
        for match in re.finditer(rf"(?<![\w'’]){_ME}(?![\w'’])", low)
        if not any(begin <= match.start() < end for begin, end in taken)
    )
    return sorted(found, key=lambda who: who.start)


def _places(low: str, name: str) -> Iterator[int]:
    start = low.find(name)
    while start >= 0:
        before, after = low[start - 1 : start] if start else "", low[start + len(name) : start + len(name) + 1]
        if not re.match(r"\w", before) and not re.match(r"\w", after):
            yield start
        start = low.find(name, start + 1)


def cut(text: str, start: int, end: int) -> str:
    """Return a text without a part of it; a comma keeps apart what was not together."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    return f"{before}, {after}" if before and after else before or after
