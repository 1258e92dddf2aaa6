"""Which of the names that an app holds are meant by some words: named, pointed at, or all but some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.pointing import ALL, POINTING, Pointer, is_in
from fingerpost.language.tokens import Word, folded_words, phrases
from fingerpost.reading.mentions import SMALL, mentions

EXCEPT = phrases("except|except for|but|but not|apart from|besides|menos|excepto|salvo|exceto|a no ser|tirando|sin|sem")
_ALL = phrases("""all|everything|everyone|everybody|we all|all of us|todos|todas|todo|todo el mundo|tudo|todo mundo
    toda a gente""")


class Meant(NamedTuple):
    """The places of what is meant, in their order; `unclear` holds those among which it cannot be told."""

    places: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()


def resolve(
    words: Sequence[Word],
    names: Sequence[str],
    recent: Sequence[int] = (),
    last: int | None = None,
    described: Sequence[str] = (),
) -> Meant:
    """Return which names some words mean; `recent`: the places touched last, newest first, `last` of them at once.

    `described`: further words for each name, such as the kind of thing that it is.
    """
    if not names or not words:
        return Meant()
    but = next((n for n in range(1, len(words)) if EXCEPT.at(words, n)), 0)
    if but and (ALL.at(words, 0) or _ALL.at(words, 0)):
        spared = resolve(words[but + EXCEPT.at(words, but) :], names, recent, last, described)
        if spared.unclear or not spared.places:
            return Meant((), spared.unclear or tuple(range(len(names))))
        return Meant(tuple(n for n in range(len(names)) if n not in spared.places))
    return (
        _named(words, names, recent)
        or _by_a_word(words, names, recent)
        or _by_a_word(words, described, recent)
        or _pointed(words, names, recent, last)
    )


def _by_a_word(words: Sequence[Word], names: Sequence[str], recent: Sequence[int]) -> Meant | None:
    """Return what a single word of it tells, also a short one: "the hall" of one Preservation Hall."""
    parts = [frozenset(folded_words(name)) - SMALL for name in names]
    said = [word.folded for word in words if word.is_letters and word.folded not in FUNCTION_WORDS | POINTING]
    meant: list[int] = []
    for word in said:
        found = [place for place, part in enumerate(parts) if is_in(word, part)]
        if len(found) > 1:
            touched = [place for place in recent if place in found]
            if word.endswith("s") and not any(word in parts[place] for place in found):
                touched = found
            if not touched:
                return Meant((), tuple(found))
            found = touched if touched is found else touched[:1]
        meant += found
    return Meant(tuple(dict.fromkeys(meant))) if meant else None


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
    pointed = Pointer(len(names), recent, len(recent) if last is None else last).find(words)
    return Meant(pointed.places, pointed.close) if pointed else Meant()
