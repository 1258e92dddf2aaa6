"""Which of the names that an app holds are meant by some words: named, pointed at, or all but some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.language.pointing import ALL, Pointer
from fingerpost.language.tokens import Word, folded_words, phrases
from fingerpost.reading.mentions import SMALL, mentions

EXCEPT = phrases("except|except for|but|but not|apart from|besides|menos|excepto|salvo|exceto|a no ser|tirando|sin|sem")
_ALL = phrases("""all|everything|everyone|everybody|we all|all of us|todos|todas|todo|todo el mundo|tudo|todo mundo
    toda a gente""")


class Meant(NamedTuple):
    """The places of what is meant, in their order; `unclear` holds those among which it cannot be told."""

    places: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()


def resolve(words: Sequence[Word], names: Sequence[str], recent: Sequence[int] = (), last: int | None = None) -> Meant:
    """Return which names some words mean; `recent`: the places touched last, newest first, `last` of them at once."""
    if not names or not words:
        return Meant()
    but = next((n for n in range(1, len(words)) if EXCEPT.at(words, n)), 0)
    if but and (ALL.at(words, 0) or _ALL.at(words, 0)):
        spared = resolve(words[but + EXCEPT.at(words, but) :], names, recent, last)
        if spared.unclear or not spared.places:
            return Meant((), spared.unclear or tuple(range(len(names))))
        return Meant(tuple(n for n in range(len(names)) if n not in spared.places))
    return _named(words, names, recent) or _pointed(words, names, recent, last)


def _named(words: Sequence[Word], names: Sequence[str], recent: Sequence[int]) -> Meant | None:
    found = mentions(words, names)
    if found:
        doubtful = tuple(sorted({place for one in found if len(one.names) > 1 for place in one.names}))
        if doubtful:
            touched = [place for place in recent if place in doubtful]
            return Meant((touched[0],)) if touched and len(found) == 1 else Meant((), doubtful)
        return Meant(tuple(dict.fromkeys(place for one in sorted(found) for place in one.names)))
    return None


def _pointed(words: Sequence[Word], names: Sequence[str], recent: Sequence[int], last: int | None) -> Meant:
    if _ALL.at(words, 0) == len(words):
        return Meant(tuple(range(len(names))))
    telling = [frozenset(folded_words(name)) - SMALL or frozenset(folded_words(name)) for name in names]
    known: frozenset[str] = frozenset().union(*telling)
    pointed = Pointer(telling, known, recent, len(recent) if last is None else last).find(words, True, False)
    return Meant(pointed.places, pointed.close) if pointed else Meant()
