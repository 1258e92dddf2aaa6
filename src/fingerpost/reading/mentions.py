"""Which words of a message may mean a name that the app holds: written out, shortened or misspelt."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from fingerpost.language.function_words import AND, ARTICLES, FUNCTION_WORDS, OF
from fingerpost.language.text import words as listed
from fingerpost.language.tokens import Word, folded_words

SMALL = ARTICLES | OF | AND | listed("en no na to in at do da dos das del al y e")
"""Words of a name that tell nothing by themselves."""
_CLOSE = 0.78
"""How alike two spellings of a word are."""
_COVERED = 0.3
"""How much of a name, in letters, must be said."""
_SHORTEST = 4
"""Letters of a word that may be misspelt or shortened."""


class Mention(NamedTuple):
    """Words that may mean one of some names; `score` is 1 or more where a name is written out."""

    start: int
    end: int
    score: float
    names: tuple[int, ...]

    @property
    def is_sure(self) -> bool:
        """Whether the whole name is there, spelled as it is."""
        return self.score >= 1


def mentions(words: Sequence[Word], names: Sequence[str]) -> list[Mention]:
    """Return what may mean a name, without overlaps, the surest kept; several names where they are equally likely."""
    folded = [word.folded for word in words]
    found = [one for number, name in enumerate(names) for one in _of_name(folded, name, number)]
    found.sort(key=lambda one: (-one.score, one.start - one.end))
    kept: list[Mention] = []
    taken: dict[int, int] = {}
    for one in found:
        places = range(one.start, one.end)
        if not any(place in taken for place in places):
            taken |= dict.fromkeys(places, len(kept))
            kept.append(one)
            continue
        other = taken.get(one.start)
        if other is not None and kept[other][:2] == one[:2] and kept[other].score - one.score < 0.15:
            kept[other] = kept[other]._replace(names=(*kept[other].names, *one.names))
    return kept


def _of_name(folded: Sequence[str], name: str, number: int) -> list[Mention]:
    parts = list(folded_words(name))
    if not parts:
        return []
    size = len(parts)
    whole = [n for n in range(len(folded) - size + 1) if list(folded[n : n + size]) == parts]
    if whole:
        return [Mention(n, n + size, 1 + size / 100, (number,)) for n in whole]
    telling = [part for part in parts if part not in SMALL] or parts
    letters = sum(map(len, telling))
    found = []
    place = 0
    while place < len(folded):
        end, said = _run(folded, place, telling, size)
        if end > place and said / letters >= _COVERED:
            found.append(Mention(place, end, min(said / letters, 0.99), (number,)))
        place = max(end, place + 1)
    return found


def _run(folded: Sequence[str], start: int, telling: Sequence[str], size: int) -> tuple[int, float]:
    """Return where a run of words of a name ends, and how many of its letters are said."""
    left, said = list(telling), 0.0
    end = place = start
    while place < len(folded) and left and place - start <= size + 1:
        word = folded[place]
        if word in SMALL and place > start:
            place += 1
            continue
        likeness, part = max((_likeness(word, one), one) for one in left)
        if not likeness or (word in FUNCTION_WORDS and likeness < 1) or len(part) < 3:
            break
        left.remove(part)
        said += likeness * len(part)
        place += 1
        end = place
    return end, said


@lru_cache(maxsize=20_000)
def _likeness(word: str, part: str) -> float:
    """Return how alike a word and a part of a name are; 0 for different ones. A beginning counts: "rijks"."""
    if word == part:
        return 1.0
    if len(word) < _SHORTEST or len(part) < _SHORTEST:
        return 0.0
    if 2 * min(len(word), len(part)) >= _CLOSE * (len(word) + len(part)):
        alike = SequenceMatcher(None, word, part, autojunk=False).ratio()
        if alike >= _CLOSE and (word[0] == part[0] or alike > 0.86):
            return alike
    return 0.8 if part.startswith(word) and len(word) >= 0.45 * len(part) else 0.0
