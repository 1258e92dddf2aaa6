"""Phrases that ask for something, found in a message: whole words in any case, with and without accents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from fingerpost.assistants.miniapps.framework.parts import Words
from fingerpost.language.text import fold

GAP = 60
"""Words that may stand between the parts of a phrase: "mark … visited"."""

QUOTED = re.compile(r"""["“][^"“”\n]{1,300}["”]|«[^«»\n]{1,300}»|(?<!\w)['‘][^'‘’\n]{1,300}['’](?!\w)""")
"""What somebody put in quotes is a name, whatever it says."""

_WORD = re.compile(r"\w+(?:['’]\w+)*(?:-(?:l?[oa]s?|lhes?)\b)?")
_CLITIC = re.compile(r"(\w{2,}?)(?:-(?:l?[oa]s?|lhes?)|l[oae]s?)$")
"""A verb and the pronoun that hangs on it: "deshazlo"."""
_ENDED = re.compile(r"[.:;!?\n]")

Who_co = TypeVar("Who_co", covariant=True)


class Word(NamedTuple):
    """A word of a message, folded, and where it stands; `capital`: it is written with one amidst a sentence."""

    folded: str
    start: int
    end: int
    capital: bool = False


class Match(NamedTuple, Generic[Who_co]):
    """Who a phrase asks for, at which word it begins, and the places in the text it covers."""

    who: Who_co
    first: int
    size: int
    spans: tuple[tuple[int, int], ...]


def words_of(text: str) -> list[Word]:
    """Return the words of a text that stand in no quotes."""
    quoted = [found.span() for found in QUOTED.finditer(text)]
    kept: list[Word] = []
    end = 0
    for found in _WORD.finditer(text):
        while quoted and quoted[0][1] <= found.start():
            quoted.pop(0)
        if not quoted or found.start() < quoted[0][0]:
            shown = found.group()
            inside = bool(kept) and _ENDED.search(text, end, found.start()) is None
            # Nobody writes a name all in capitals to be one: "please ADD it".
            capital = inside and shown[0].isupper() and not shown.isupper()
            kept.append(Word(fold(shown).replace("’", "'"), found.start(), found.end(), capital))
        end = found.end()
    return kept


def matches(message: Sequence[Word], phrases: Iterable[tuple[Who_co, Words]]) -> Iterator[Match[Who_co]]:
    """Yield every place where somebody is asked for; a word with a capital amidst a sentence is part of a name."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(message):
        if word.capital:
            continue
        places.setdefault(word.folded, []).append(place)
        clitic = _CLITIC.match(word.folded)
        if clitic is not None:
            places.setdefault(clitic[1], []).append(place)
    for who, words in phrases:
        for phrase in chain(*words.values()):
            parts = phrase.split()
            for place in places.get(parts[0], ()):
                found = _covered(message, parts, place)
                if found:
                    spans = tuple((message[at].start, message[at].end) for at in found)
                    yield Match(who, place, len(found), spans)


def best(found: Iterable[Match[Who_co]], longest: bool = False) -> Match[Who_co] | None:
    """Return the earliest, of these the longest, or the other way round."""

    def rank(match: Match[Any]) -> tuple[int, int]:
        return (match.size, -match.first) if longest else (-match.first, match.size)

    return max(found, key=rank, default=None)


def _covered(message: Sequence[Word], parts: Sequence[str], place: int) -> list[int] | None:
    """Return the places of a phrase's words from a place on; None where it is not there."""
    found, gap = [place], 0
    for part in parts[1:]:
        if part == "*":
            gap = GAP
            continue
        begin = found[-1] + 1
        at = next((at for at in range(begin, min(begin + gap + 1, len(message))) if message[at].folded == part), None)
        if at is None:
            return None
        found.append(at)
        gap = 0
    return found
