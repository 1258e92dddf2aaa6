"""What is known about each word of a message before it is read: numbers, money, days, names that the app holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.language.days import Day, find_days
from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.money import Money, money_at
from fingerpost.language.number_reader import figure_at, is_number, ordinal_at, spoken_at
from fingerpost.language.pointing import POINTING
from fingerpost.language.ratings import STAR_SIGNS, STARS
from fingerpost.language.text import words as listed
from fingerpost.language.tokens import Word, words_of
from fingerpost.reading.mentions import Mention, mentions

MARKS = (
    "B:money", "I:money", "B:date", "I:date", "B:daynum", "I:daynum", "B:num", "I:num", "B:ord", "I:ord",
    "star", "pron", "self", "point", "pct", "cur",
    "B:item", "I:item", "B:item~", "I:item~", "B:person", "I:person", "B:person~", "I:person~",
    "cap", "upper", "digit", "comma", "stop", "quest", "excl", "colon", "quote", "sign", "first", "last", "small",
)  # fmt: skip
"""The marks in the order that the network's weights know; "~" is a name that is shortened or misspelt."""
_INDEX = {mark: n for n, mark in enumerate(MARKS)}

_PRONOUNS = listed("""it them this that these those both all everything one ones
    eso esa ese esto esta este esos esas estos estas ambos ambas todos todas todo ello ellos ellas
    isso essa esse isto tudo ele ela eles elas""")
_SPEAKER = listed("""i me my mine we us our myself im ive yo mi mis nos nosotros nosotras conmigo
    eu mim minha meu comigo conosco connosco""")
_WE = ("a", "gente")
"""Who types and others, in Portuguese; neither of the two words says so alone."""
OTHERS = listed("he she him her his they them ella ellos ellas le les ele ela eles elas dele dela su sus")
"""Words for people who were named before."""
_SIGNS = {
    ",": "comma", ".": "stop", ";": "stop", "?": "quest", "¿": "quest", "!": "excl", "¡": "excl", ":": "colon",
    '"': "quote", "'": "quote", "“": "quote", "”": "quote",
}  # fmt: skip


class MarkedText(NamedTuple):
    """A message with what is known of each of its words: the numbers of its marks in `MARKS`."""

    text: str
    words: Sequence[Word]
    marks: Sequence[Sequence[int]]
    items: Sequence[Mention]
    people: Sequence[Mention]
    days: Sequence[tuple[Day, int, int]] = ()
    """Days of the calendar, or by their number, and where they stand in the text."""
    money: Sequence[tuple[Money, int, int]] = ()


def mark(text: str, items: Sequence[str], people: Sequence[str], today: date) -> MarkedText:
    """Return a message with its marks."""
    words = words_of(text)
    marks: list[set[str]] = [_shape(word) for word in words]
    for place in speaker_places(words):
        marks[place].add("self")
    if words:
        marks[0].add("first")
        marks[-1].add("last")
    money, days = money_at(text), find_days(text, today)
    for _, start, end in money:
        _add(marks, _between(words, start, end), "money")
    for day, start, end in days:
        _add(marks, _between(words, start, end), "date" if day.date else "daynum")
    _add_numbers(text, words, marks)
    named, called = mentions(words, items), mentions(words, people)
    for kind, found in (("item", named), ("person", called)):
        for one in found:
            _add(marks, range(one.start, one.end), kind if one.is_sure else f"{kind}~")
    numbers = [sorted(_INDEX[one] for one in of) for of in marks]
    return MarkedText(text, words, numbers, named, called, days, money)


def _between(words: Sequence[Word], start: int, end: int) -> list[int]:
    return [n for n, word in enumerate(words) if start <= word.start and word.end <= end]


def _add(marks: list[set[str]], places: Sequence[int], mark: str) -> None:
    for n, place in enumerate(places):
        marks[place].add(f"{'I' if n else 'B'}:{mark}")


def _shape(word: Word) -> set[str]:
    found = set()
    if word.is_letters:
        if word.is_capital:
            found.add("cap")
            if len(word.text) > 1 and word.text.isupper():
                found.add("upper")
        if word.folded in FUNCTION_WORDS:
            found.add("small")
        if word.folded in _PRONOUNS:
            found.add("pron")
        if word.folded in POINTING:
            found.add("point")
    elif word.is_digits:
        found.add("digit")
    else:
        found.add(_SIGNS.get(word.text, "sign"))
        if word.text == "%":
            found.add("pct")
        if word.text in "$€£¥₹":
            found.add("cur")
    if word.folded in STARS or word.text in STAR_SIGNS:
        found.add("star")
    return found


def _add_numbers(text: str, words: Sequence[Word], marks: list[set[str]]) -> None:
    place = 0
    while place < len(words):
        figure = figure_at(words, place)
        if figure is not None:
            _add(marks, range(place, figure[1]), "num")
            place = figure[1]
            continue
        ranked = ordinal_at(words, place)
        if ranked is not None:
            _add(marks, range(place, ranked[1]), "ord")
        said = spoken_at(words, place)
        if said is not None and is_number(text, words, place, said[1]):
            _add(marks, range(place, said[1]), "num")
            place = said[1]
            continue
        place += 1


def speaker_places(words: Sequence[Word]) -> set[int]:
    """Return the places of the words for the person who types: "me", "conmigo", "a gente"."""
    found = {n for n, word in enumerate(words) if word.folded in _SPEAKER}
    for n in range(1, len(words)):
        if (words[n - 1].folded, words[n].folded) == _WE:
            found |= {n - 1, n}
    return found


def only_points(text: str) -> bool:
    """Whether a text names nothing: "it", "both of them", "the first two", "yo"."""
    words = words_of(text)
    speaker = speaker_places(words)
    return not any(
        word.is_letters
        and n not in speaker
        and word.folded not in FUNCTION_WORDS | _PRONOUNS | POINTING
        and ordinal_at([word], 0) is None
        and spoken_at([word], 0) is None
        for n, word in enumerate(words)
    )
