"""Ratings in stars."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fingerpost.language.number_reader import (
    figure,
    figure_at,
    is_apart,
    is_negative,
    is_number,
    spoken_at,
)
from fingerpost.language.tokens import Word, at, listed, phrases, without, words_of

_FULL = frozenset("⭐★🌟✭✮")
_EMPTY = frozenset("☆✩")
STAR_SIGNS = _FULL | _EMPTY | {"\ufe0f"}
STARS = listed("star stars estrella estrellas estrellita estrellitas estrela estrelas estrelinha estrelinhas ⭐ ★ 🌟")
_POINTS = listed("point points pts puntos punto pontos ponto")
_HALF = listed("half medio media meio meia")
_JOINS = listed("and y e")
_BASES = (5, 10, 20, 100)
"""What ratings are given out of; other fractions are dates."""
_OUT_OF = phrases("/|out of|of|de|sobre|em|en|over|out of a possible|de un total de|de um total de")
_NAMED = listed("""nota notas rating ratings rate rated score scored puntuación puntaje calificación valoración
    avaliação pontuação classificação""")
_BEFORE = listed("a an with con com un una um uma of de as at como the : = - to")
_LINKS = _BEFORE | {"it"}
_PLACED = listed("number num número numero nº no # day día dia")
"""What makes the number after it the place of a thing, not its rating."""


def read_rating(text: str) -> tuple[int | float | None, str]:
    """Return the rating that a text gives, in stars out of five, and the text that is left.

    What says that it is a rating (stars, out of, nota) is preferred to a bare number, and the last bare one to others.
    """
    words = words_of(text)
    bare: tuple[Fraction, int, int] | None = None
    place = 0
    while place < len(words):
        if words[place].text in _FULL:
            count, after = _signs(words, place)
            return _given(text, words, Fraction(count), place, after)
        first = place
        read = _value_at(text, words, place)
        if read is None:
            place += 1
            continue
        value, after = read
        if value is None:
            place = after
            continue
        if words[first].is_digits and is_negative(words, first):
            value, first = -value, first - 1
        marked = _marked(words, value, after)
        if marked is not None:
            return _given(text, words, marked[0], first, marked[1])
        if words[place].is_digits and not is_apart(words, place, after, frozenset()):
            place = after
            continue
        if at(words, first - 1) in _NAMED or (at(words, first - 1) in _LINKS and at(words, first - 2) in _NAMED):
            return _given(text, words, value, first, after)
        if _may_be_bare(text, words, place, after, value):
            bare = (value, first, after)
        place = after
    return _given(text, words, *bare) if bare else (None, text)


def _value_at(text: str, words: Sequence[Word], place: int) -> tuple[Fraction | None, int] | None:
    """Return the number at a place, with its half ("three and a half"), and the place after it."""
    read = figure_at(words, place)
    if read is not None:
        value = figure(read[0])
        after = read[1]
        if value is None:
            return None, after
    elif at(words, place) in _HALF and (
        at(words, place + 1) in STARS or (at(words, place + 1) == "a" and at(words, place + 2) in STARS)
    ):
        return Fraction(1, 2), place + 1 + (at(words, place + 1) == "a")
    else:
        said = spoken_at(words, place)
        if said is None:
            return None
        value, after = Fraction(said[0]), said[1]
    halved = _half_after(words, after)
    return (value + Fraction(1, 2), halved) if halved else (value, after)


def _half_after(words: Sequence[Word], place: int) -> int:
    """Return the place after "and a half", "y media", "e meia"; 0 where there is none."""
    if at(words, place) not in _JOINS:
        return 0
    place += 1 + (at(words, place + 1) == "a")
    return place + 1 if at(words, place) in _HALF else 0


def _marked(words: Sequence[Word], value: Fraction, after: int) -> tuple[Fraction, int] | None:
    """Return the rating of a number that stars or "out of five" follow, and the place after it."""
    place = after + (at(words, after) == "-")
    if at(words, place) in STARS:
        place += 1
        while place < len(words) and words[place].text in STAR_SIGNS:
            place += 1
        halved = _half_after(words, place)
        if halved:
            value, place = value + Fraction(1, 2), halved
        out = _base(words, place)
        return (value * 5 / out[0], out[1]) if out else (value, place)
    out = _base(words, after)
    if out:
        return value * 5 / out[0], out[1] + (at(words, out[1]) in STARS)
    return (value, after + 1) if at(words, after) in _POINTS else None


def _base(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """Return what a rating is out of, and the place after it."""
    taken = _OUT_OF.at(words, place)
    if not taken:
        return None
    place += taken
    read = figure_at(words, place)
    value = figure(read[0]) if read else None
    after = read[1] if read else place
    if read is None:
        said = spoken_at(words, place)
        value, after = (Fraction(said[0]), said[1]) if said else (None, place)
    if value not in _BASES or (at(words, after) == "/" and at(words, after + 1).isdecimal()):
        return None
    return int(value), after


def _may_be_bare(text: str, words: Sequence[Word], place: int, after: int, value: Fraction) -> bool:
    if at(words, place - 1) in _PLACED:
        return False
    if words[place].is_digits:
        # "Pier 39" is a name; "Prado 4" rates it.
        named = place > 0 and words[place - 1].is_capital and value > 10
        return not named
    return is_number(text, words, place, after) or at(words, place - 1) in ("a", "con")


def _signs(words: Sequence[Word], place: int) -> tuple[int, int]:
    """Return how many full stars stand in a row, and the place after them."""
    count, after = 0, place
    while after < len(words) and words[after].text in STAR_SIGNS:
        count += words[after].text in _FULL
        after += 1
    return count, after


def _given(text: str, words: Sequence[Word], value: Fraction, first: int, after: int) -> tuple[int | float, str]:
    """Return a rating as a plain number, and the text without it and what goes with it."""
    if words[first].text in _FULL and at(words, after) in ("x", "×") and at(words, after + 1).isdecimal():
        value, after = Fraction(int(at(words, after + 1)[:40])), after + 2
    for _ in range(3):
        if at(words, first - 1) in _BEFORE or at(words, first - 1) in ("nota", "rating", "score"):
            first -= 1
    rating = int(value) if value.denominator == 1 else round(float(value), 2)
    return rating, without(text, [(words[first].start, words[after - 1].end)])
