"""The value that some words stand for, by the type of their parameter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from fingerpost.language.days import find_days
from fingerpost.language.edit_distance import within_one_edit
from fingerpost.language.function_words import DEFINITE_ARTICLES
from fingerpost.language.money import Money, read_money
from fingerpost.language.number_reader import figure, figure_at, is_negative, ordinal_at, read_number
from fingerpost.language.numbers import number_words
from fingerpost.language.ratings import read_rating
from fingerpost.language.text import fold
from fingerpost.language.text import words as listed
from fingerpost.language.tokens import Word, at, folded_words, words_of
from fingerpost.reading.declaration import Parameter
from fingerpost.reading.marks import OTHERS, speaker_places
from fingerpost.reading.references import resolve

_SHORTEST = 4
"""Letters of a name that may be misspelt."""
ME = "me"
"""The person who types, as a value."""
_QUOTES = "\"'“”«»‘’`()[] ,;:"
_SHARES: Mapping[str, Fraction] = {
    "half": Fraction(1, 2), "mitad": Fraction(1, 2), "medio": Fraction(1, 2), "media": Fraction(1, 2),
    "metade": Fraction(1, 2), "meia": Fraction(1, 2), "meio": Fraction(1, 2),
    "third": Fraction(1, 3), "thirds": Fraction(1, 3), "tercio": Fraction(1, 3), "tercios": Fraction(1, 3),
    "terco": Fraction(1, 3), "tercos": Fraction(1, 3), "tercera": Fraction(1, 3), "terceira": Fraction(1, 3),
    "quarter": Fraction(1, 4), "quarters": Fraction(1, 4), "cuarto": Fraction(1, 4), "cuartos": Fraction(1, 4),
    "quarto": Fraction(1, 4), "quartos": Fraction(1, 4), "fifth": Fraction(1, 5), "quinto": Fraction(1, 5),
    "tenth": Fraction(1, 10), "decimo": Fraction(1, 10),
    "nothing": Fraction(0), "nada": Fraction(0), "none": Fraction(0),
}  # fmt: skip
_MULTIPLES = {"double": 2, "twice": 2, "doble": 2, "dobro": 2, "dobrar": 2, "duplo": 2, "triple": 3, "triplo": 3}
_MULTIPLES |= {"single": 1, "normal": 1}
_PARTS = listed("part parts share shares portion portions parte partes quota quotas cuota cuotas porcion porciones x")
_TRAILING = listed("""too also please pls plz btw in on at for to and as well tambien porfa en con y tb tbm tambem em no
    na e com pra pro para de do da""")
"""Words that end no name."""
_THAN = listed("que than as")
"""After a fraction these compare: "half as much as the others"."""
_MOST_PARTS = 10
"""Parts that a bare number may count."""
_LOOSE = frozenset(("number", "text", "name"))
"""Types that take words which others read more exactly: "20 December" is a date before it is a number."""
_FRACTION = re.compile(r"\d\s*[/⁄]\s*\d")
_OUT_OF = re.compile(r"\d\s*(?:/|out of|of|de|sobre|over|em|en)\s*(\d{1,9})(?![\d.,]\d)", re.IGNORECASE)
_HALF = listed("half medio media meio meia")
_TOWARDS = listed("to for with by from a para por de con com pra pro")
"""Words before a person that are no part of the name."""


class Share(NamedTuple):
    """A part of a whole: a fraction of it, or so many equal parts beside those of others."""

    value: Fraction
    is_parts: bool = False


class Held(NamedTuple):
    """What the app holds that words may mean; `recent`: places of items touched last, newest first, `last` at once.

    `known`: what each item has by the names of parameters, such as its day or kind: "the bar" may mean the item whose
    kind is bar, "the same day as the bar" the day that it has.
    """

    items: Sequence[str] = ()
    people: Sequence[str] = ()
    recent: Sequence[int] = ()
    last: int | None = None
    known: Sequence[Mapping[str, Any]] = ()


class Unclear(NamedTuple):
    """Words that may mean several of these names."""

    names: tuple[str, ...]


def value_of(text: str, parameter: Parameter, held: Held, today: date) -> Any:
    """Return the value of some words, or None where they are none of the parameter's types.

    An item or person that is meant several ways is `Unclear`; items and people come as lists.
    """
    for kind in sorted(parameter.types, key=_LOOSE.__contains__):
        found = _READERS[kind](text, parameter, held, today)
        if found is not None:
            return found
    return None


def _name(text: str, *_: Any) -> str | None:
    words = text.strip(_QUOTES).split()
    while len(words) > 1 and fold(words[-1]).strip(_QUOTES) in _TRAILING:
        words.pop()
    return " ".join(words).strip(_QUOTES) or None


def _free_text(text: str, *_: Any) -> str | None:
    return " ".join(text.strip(" ,;:").split()) or None


def _items(text: str, _: Parameter, held: Held, __: date) -> list[str] | Unclear | None:
    words = words_of(text)
    if any(_is_beyond(words, n, len(held.items)) for n in range(1, len(words))):
        return None
    described = [" ".join(one for one in known.values() if isinstance(one, str)) for known in held.known]
    meant = resolve(words, held.items, held.recent, held.last, described)
    if meant.unclear:
        return Unclear(tuple(held.items[place] for place in meant.unclear))
    return [held.items[place] for place in meant.places] or None


def _is_beyond(words: Sequence[Word], place: int, count: int) -> bool:
    """Whether more are counted off than there are: "the first 20" of three."""
    read = figure_at(words, place) if ordinal_at(words, place - 1) else None
    number = figure(read[0]) if read else 0
    return number is None or number > count


def _people(text: str, _: Parameter, held: Held, __: date) -> list[str] | Unclear | None:
    words = [word for word in words_of(text) if word.is_letters]
    speaker = speaker_places(words)
    if speaker and all(n in speaker or (n == 0 and word.folded in _TOWARDS) for n, word in enumerate(words)):
        return [ME]
    if words and all(word.folded in OTHERS for word in words):
        return None
    meant = resolve(words_of(text), held.people)
    if meant.unclear:
        return Unclear(tuple(held.people[place] for place in meant.unclear))
    if meant.places:
        return [held.people[place] for place in meant.places]
    name = _name(text)
    bare = name.split() if name else []
    while len(bare) > 1 and fold(bare[0]) in DEFINITE_ARTICLES:
        bare = bare[1:]
    if len(bare) == 1 and len(bare[0]) >= _SHORTEST:
        close = [
            one
            for one in held.people
            if fold(one)[:1] == fold(bare[0])[0] and within_one_edit(fold(one), fold(bare[0]))
        ]
        if len(close) == 1:
            return close
    return [" ".join(bare)] if bare else None


def _amount(text: str, *_: Any) -> Money | None:
    if _FRACTION.search(text):
        return None
    found = read_money(text)
    if found:
        return found[0]
    number = _number(text)
    return Money(round(number * 100), "") if number is not None else None


def _number(text: str, parameter: Any = None, __: Any = None, today: date | None = None) -> int | float | None:
    words = words_of(text)
    if today is not None and parameter is not None and "date" in parameter.types:
        ranked = next((day.number for day, _, _ in find_days(text, today) if day.number is not None), None)
        ranked = ranked or next((one[0] for n in range(len(words)) if (one := ordinal_at(words, n))), None)
        if ranked is not None and ranked > 0:
            return ranked
    for n in range(len(words)):
        read = figure_at(words, n)
        if read is not None:
            value = figure(read[0])
            if value is not None:
                value = -value if is_negative(words, n) else value
                return int(value) if value.denominator == 1 else float(value)
    if any(word.folded in _HALF for word in words):
        whole = read_number(" ".join(word.text for word in words if word.folded not in _HALF))
        return (whole or 0) + 0.5
    found = read_number(text)
    if found is None:
        spoken = number_words([1])
        found = next((spoken[word.folded] for word in words if word.folded in spoken), None)
    return found


def _rating(text: str, *_: Any) -> int | float | None:
    rating = read_rating(text)
    out_of = _OUT_OF.search(text)
    # "3 out of 0": what a rating is out of is none.
    if rating is None or rating < 0 or (out_of and float(out_of[1]) == rating):
        return None
    return rating


def _date(text: str, parameter: Parameter, held: Held, today: date) -> str | None:
    dates = [known.get(parameter.name) for known in held.known]
    latest = max((one for one in dates if isinstance(one, str) and _is_iso(one)), default="")
    for day, start, end in find_days(text, today):
        if day.date:
            if latest and _is_of_any_month(text[start:end]):
                # "The 21st", where the others are in December.
                anchor = date.fromisoformat(latest).replace(day=1)
                return next((one.date for one, _, _ in find_days(text, anchor) if one.date), day.date)
            found = date.fromisoformat(day.date)
            weekday = not any(char.isdecimal() for char in text[start:end])
            if parameter.past and found > today and weekday:
                found -= timedelta(days=7)
            return found.isoformat()
    return None


def _is_iso(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_of_any_month(text: str) -> bool:
    """Whether a date is said by its day alone: it then moves with the month in which it is said."""
    said = [next((day.date or "" for day, _, _ in find_days(text, date(2001, month, 1))), "") for month in (1, 3)]
    return [one[:7] for one in said] == ["2001-01", "2001-03"] and any(map(str.isdecimal, text))


def _share(text: str, *_: Any) -> Share | None:
    words = words_of(text)
    number = _number(text)
    if number is not None and any(sign in fold(text) for sign in ("%", "percent", "por ciento", "por cento")):
        return Share(Fraction(number).limit_denominator(10_000) / 100) if number >= 0 else None
    for n, word in enumerate(words):
        if word.folded in _MULTIPLES:
            return Share(Fraction(_MULTIPLES[word.folded]), True)
        if word.folded in _PARTS and number is not None and number >= 0:
            return Share(Fraction(number).limit_denominator(100), True)
        if word.folded in _SHARES:
            count = read_number(" ".join(one.text for one in words[:n]))
            beside = any(one.folded in _PARTS or one.folded in _THAN for one in words[n + 1 :])
            return Share(_SHARES[word.folded] * (count or 1), beside)
        if word.text == "/" and at(words, n - 1).isdecimal() and at(words, n + 1).isdecimal():
            below = int(at(words, n + 1)[:6])
            return Share(Fraction(int(at(words, n - 1)[:6]), below)) if below else None
    is_few = number is not None and 0 < number <= _MOST_PARTS
    return Share(Fraction(number).limit_denominator(100), True) if number is not None and is_few else None


def _choice(text: str, parameter: Parameter, *_: Any) -> str | None:
    said = folded_words(text)
    for choice, names in parameter.choices.items():
        if any(folded_words(name) == said for name in names):
            return choice
    for choice, names in parameter.choices.items():
        if any(set(folded_words(name)) <= set(said) for name in names):
            return choice
    return None


_READERS: Mapping[str, Callable[[str, Parameter, Held, date], Any]] = {
    "name": _name, "text": _free_text, "item": _items, "person": _people, "amount": _amount, "number": _number,
    "rating": _rating, "date": _date, "share": _share, "choice": _choice,
}  # fmt: skip
