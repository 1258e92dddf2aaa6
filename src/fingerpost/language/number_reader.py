"""Whole numbers in digits and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from fingerpost.language.detect import language_of
from fingerpost.language.function_words import INDEFINITE_ARTICLES
from fingerpost.language.numbers import MULTIPLIERS, ORDINALS, number_words
from fingerpost.language.tokens import Word, at, glued, listed, words_of

MOST_DIGITS = 40
"""Digits of a number; what has more is none."""

_VALUES = number_words([*range(30), *range(30, 100, 10), *range(100, 1000, 100)]) | {"nil": 0, "fourty": 40}
_TIMES = number_words([12, 100, 10**3, 10**6], table=MULTIPLIERS)
_PAIRS = listed("couple pair par")
_ARTICLES = INDEFINITE_ARTICLES
_HALVES = listed("half media meia")
_JOINS = listed("and y e -")
_NUMBERED = listed("number num número numero nº no # x")

_ORDINALS = number_words([*range(1, 11), -1, -2], table=ORDINALS) | {"final": -1}
_ORDINAL_ENDS = listed("st nd rd th o a º ª er ro do ra da to ta")

# After these, "one" is the thing itself: "the last one".
_NO_ONE = listed("""the this that these those last first second third next which another any every each no other new
    good same old wrong right only previous best worst nice cheap favorite favourite big small lovely great""")
_DOS = re.compile(r"\bdos\b", re.IGNORECASE)
_DOUBTFUL = listed("one una un um uma once doce dos par")
_BEFORE_ELEVEN = listed("somos son éramos eran fuimos seremos los las unos unas entre")
"""Before "once" and "doce" these make them Spanish numbers."""
COUNTED = listed("""people persons person guests friends adults kids children ways way nights night days day hours
    hour minutes weeks times tickets ticket beers beer coffees coffee pizzas pizza drinks meals rooms seats pieces
    personas persona amigos amigas adultos niños noches noche días día horas hora minutos semanas veces entradas
    boletos cervezas cerveza cafés café bebidas comidas cuartos habitaciones partes platos
    pessoas pessoa crianças noites noite dias dia vezes ingressos cervejas cerveja refeições quartos pratos
    stars star estrellas estrella estrelas estrela items itens of us""")
"""What is counted, so that a number before it is no money."""


def ordinal_at(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """Return the rank that is said at a place (-1 for the last), and the place after it."""
    folded = at(words, place)
    if folded in _ORDINALS:
        return _ORDINALS[folded], place + 1
    if not folded.isdecimal() or len(folded) > 3:
        return None
    after = place + 1
    if at(words, after) == "." and glued(words, after) and at(words, after + 1) in ("o", "a"):
        after += 1
    if at(words, after) in _ORDINAL_ENDS and glued(words, after):
        return int(folded), after + 1
    return None


def figure_at(words: Sequence[Word], place: int) -> tuple[str, int] | None:
    """Return the digits at a place with the signs between them, and the place after them."""
    if not (place < len(words) and words[place].is_digits):
        return None
    parts, after = [_digits(words[place])], place + 1
    # No number has more groups; without an end, "1,1,1…" would be gone through again and again.
    while (
        len(parts) < 40
        and at(words, after) in (".", ",", "'", "’")
        and after + 1 < len(words)
        and words[after + 1].is_digits
        and glued(words, after)
        and glued(words, after + 1)
    ):
        parts += [words[after].text.replace("’", "'"), _digits(words[after + 1])]
        after += 2
    return "".join(parts), after


def _digits(word: Word) -> str:
    return word.folded.rstrip("\ufe0f\u20e3") if len(word.text) <= MOST_DIGITS else "9" * (MOST_DIGITS + 1)


def figure(raw: str) -> Fraction | None:
    """Return the value of digits with signs between them: 1.234,56 and 1,234.56 alike, 1.234 as a thousand."""
    raw = raw.replace("'", "")
    if len(raw) > 2 * MOST_DIGITS or sum(char.isdecimal() for char in raw) > MOST_DIGITS:
        return None
    signs = [char for char in raw if char in ".,"]
    if not signs:
        return Fraction(int(raw))
    last = signs[-1]
    head, _, tail = raw.rpartition(last)
    groups = head.replace(",", ".").split(".")
    thousands = all(len(group) == 3 for group in groups[1:]) and len(groups[0]) <= 3
    if len(set(signs)) == 2:
        decimal = thousands and signs.count(last) == 1
    else:
        decimal = len(signs) == 1 and not (len(tail) == 3 and thousands and not head.startswith("0"))
    if not decimal and not (thousands and len(tail) == 3 and len(set(signs)) == 1):
        return None
    digits = "".join(groups) + tail
    return Fraction(int(digits), 10 ** len(tail) if decimal else 1)


def spoken_at(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """Return the number said in words at a place, and the place after it."""
    return _collective_at(words, place) or _compound_at(words, place)


def _collective_at(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """Read "a couple of", "un par de", "half a dozen", "a hundred"."""
    share, after = 1, place
    if at(words, after) in _HALVES:
        share, after = 2, after + 1
    article = at(words, after) in _ARTICLES
    after += article
    if share == 1 and not article:
        return None
    if share == 1 and at(words, after) in _PAIRS:
        value = 2
    elif at(words, after) in _TIMES and (share == 1 or _TIMES[at(words, after)] == 12):
        value = _TIMES[at(words, after)] // share
    else:
        return None
    return value, after + 1 + (at(words, after + 1) in ("of", "de"))


def _compound_at(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """Read "one hundred and twenty", "ciento veinte", "cento e vinte", "dos mil quinientos", "two dozen"."""
    total = current = 0
    after = place
    while after < len(words):
        joined = after > place and at(words, after) in _JOINS
        folded = at(words, after + joined)
        if folded in _VALUES and _fits(current, _VALUES[folded], after > place):
            current += _VALUES[folded]
        elif folded in _TIMES and not joined and _grows(total, current, _TIMES[folded], after > place):
            times = _TIMES[folded]
            if times == 100:
                current = max(current, 1) * 100
            else:
                total, current = total + max(current, 1) * times, 0
        else:
            break
        after += 1 + joined
    return (total + current, after) if after > place else None


def _fits(current: int, value: int, begun: bool) -> bool:
    if not begun:
        return True
    if value == 0:
        return False
    if value >= 100:
        return current == 0
    return current % 100 == 0 or (value < 10 and current % 10 == 0 and current % 100 >= 20)


def _grows(total: int, current: int, times: int, begun: bool) -> bool:
    if not begun:
        # Not in words alone: "dozen" and "hundred" may stand without a number, as "mil" does.
        return True
    if times == 100:
        return 1 <= current < 10
    return current > 0 and (total == 0 or total >= times * 1000)


def read_number(text: str) -> int | None:
    """Return the first whole number of a text."""
    words = words_of(text)
    place = 0
    while place < len(words):
        read, said = figure_at(words, place), spoken_at(words, place)
        if read is not None:
            value = figure(read[0])
            if value is not None and value.denominator == 1 and is_apart(words, place, read[1], {"x"}):
                return -int(value) if is_negative(words, place) else int(value)
        elif said is not None:
            hyphened = glued(words, place) and glued(words, place - 1) and words[place - 1].text in "-'’"
            if not hyphened and is_number(text, words, place, said[1]):
                return said[0]
        place = read[1] if read else said[1] if said else place + 1
    return None


def is_apart(words: Sequence[Word], start: int, end: int, ends: set[str] | frozenset[str]) -> bool:
    """Whether digits stand for themselves: no part of a word, a clock time, a date or a fraction."""
    if glued(words, start):
        before = words[start - 1]
        # "x3" is three times; "B2" and "7-9" are names and ranges.
        if (before.is_letters and before.folded not in ends) or before.text in ":/_.":
            return False
        if before.text in "-–−" and glued(words, start - 1):
            return False
    if glued(words, end):
        after = words[end]
        if after.is_letters and after.folded not in ends:
            return False
        inside = glued(words, end + 1) and (words[end + 1].is_digits or words[end + 1].is_letters)
        if after.text in ":/_-–−" and inside:
            return False
    return True


def is_negative(words: Sequence[Word], place: int) -> bool:
    """Whether a minus stands before a number, not between two."""
    return glued(words, place) and words[place - 1].text in ("-", "−") and not glued(words, place - 1)


@lru_cache(maxsize=16)
def _is_portuguese(text: str) -> bool:
    """Whether the words beside "dos" are Portuguese; asked for each of them."""
    return language_of(_DOS.sub(" ", text[:600])) == "pt"


def is_number(text: str, words: Sequence[Word], start: int, end: int) -> bool:
    """Whether a number word at a place means its number: "un" is an article, "once" an adverb, "dos" of the."""
    said, before, following = at(words, start), at(words, start - 1), at(words, end)
    if end - start > 1 or said not in _DOUBTFUL or following in COUNTED or before in _NUMBERED:
        return True
    if sum(word.is_letters for word in words[:50]) == 1:
        return True
    if said == "one":
        return before not in _NO_ONE
    if said == "dos":
        # "Mosteiro dos Jerónimos"
        inside_name = end < len(words) and words[end].is_capital and start > 0
        return not inside_name and not _is_portuguese(text)
    return said in ("once", "doce") and before in _BEFORE_ELEVEN
