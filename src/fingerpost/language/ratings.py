"""Ratings in stars."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

from fingerpost.language.number_reader import (
    figure,
    figure_at,
    is_apart,
    is_negative,
    is_number,
    spoken_at,
)
from fingerpost.language.tokens import Word, at, listed, phrases, words_of

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


def read_rating(text: str) -> int | float | None:
    """Return the rating that a text gives, in stars out of five.

    What says that it is a rating (stars, out of, nota) is preferred to a bare number, and the last bare one to others.
    """
    words = words_of(text)
    bare: Fraction | None = None
    place = 0
    while place < len(words):
        if words[place].text in _FULL:
            signs = takewhile(lambda word: word.text in STAR_SIGNS, words[place:])
            return sum(word.text in _FULL for word in signs)
        read = _value_at(words, place)
        if read is None:
            place += 1
            continue
        value, after = read
        if value is not None:
            negative = words[place].is_digits and is_negative(words, place)
            value = -value if negative else value
            marked = _marked(words, value, after)
            if marked is not None:
                return _plain(marked)
            if not words[place].is_digits or is_apart(words, place, after, frozenset()):
                before, beyond = at(words, place - negative - 1), at(words, place - negative - 2)
                if before in _NAMED or (before in _LINKS and beyond in _NAMED):
                    return _plain(value)
                if _may_be_bare(text, words, place, after, value):
                    bare = value
        place = after
    return None if bare is None else _plain(bare)


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 2)


def _value_at(words: Sequence[Word], place: int) -> tuple[Fraction | None, int] | None:
    """Return the number at a place, with its half ("three and a half"), and the place after it."""
    article = at(words, place + 1) == "a"
    if at(words, place) in _HALF and at(words, place + 1 + article) in STARS:
        return Fraction(1, 2), place + 1 + article
    read = _number_at(words, place)
    halved = _half_after(words, read[1]) if read and read[0] is not None else 0
    return (read[0] + Fraction(1, 2), halved) if read and read[0] is not None and halved else read


def _number_at(words: Sequence[Word], place: int) -> tuple[Fraction | None, int] | None:
    read, said = figure_at(words, place), spoken_at(words, place)
    if read is not None:
        return figure(read[0]), read[1]
    return (Fraction(said[0]), said[1]) if said else None


def _half_after(words: Sequence[Word], place: int) -> int:
    """Return the place after "and a half", "y media", "e meia"; 0 where there is none."""
    if at(words, place) not in _JOINS:
        return 0
    place += 1 + (at(words, place + 1) == "a")
    return place + 1 if at(words, place) in _HALF else 0


def _marked(words: Sequence[Word], value: Fraction, after: int) -> Fraction | None:
    """Return the rating of a number that stars or "out of five" follow."""
    place = after + (at(words, after) == "-")
    if at(words, place) in STARS:
        place += 1
        while place < len(words) and words[place].text in STAR_SIGNS:
            place += 1
        halved = _half_after(words, place)
        return (value + Fraction(1, 2) * bool(halved)) * 5 / (_base(words, halved or place) or 5)
    base = _base(words, after)
    if base is None:
        return value if at(words, after) in _POINTS else None
    return value * 5 / base


def _base(words: Sequence[Word], place: int) -> int | None:
    """Return what a rating is out of."""
    taken = _OUT_OF.at(words, place)
    read = _number_at(words, place + taken) if taken else None
    if read is None or read[0] not in _BASES:
        return None
    dated = at(words, read[1]) == "/" and at(words, read[1] + 1).isdecimal()
    return None if dated else int(read[0])


def _may_be_bare(text: str, words: Sequence[Word], place: int, after: int, value: Fraction) -> bool:
    if at(words, place - 1) in _PLACED:
        return False
    if words[place].is_digits:
        # "Pier 39" is a name; "Prado 4" rates it.
        named = place > 0 and words[place - 1].is_capital and value > 10
        return not named
    return is_number(text, words, place, after) or at(words, place - 1) in ("a", "con")
