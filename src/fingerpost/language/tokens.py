"""The words of a text with their places, and phrases made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fingerpost.language.text import fold

LONGEST = 64
"""Letters of a word that are folded: no word of ours is longer, and folding a run of accents takes its square."""

_WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+[\ufe0f\u20e3]*|\S")


class Word(NamedTuple):
    """A word, a run of digits or a sign, where it stands, and how it compares."""

    text: str
    folded: str
    start: int
    end: int

    @property
    def is_digits(self) -> bool:
        """Whether it is a run of digits."""
        return self.text[0].isdecimal()

    @property
    def is_letters(self) -> bool:
        """Whether it is a word in the narrow sense."""
        return self.text[0].isalpha()

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0].isupper()


def words_of(text: str) -> list[Word]:
    """Return the words of a text, each sign by itself."""
    found = _WORD.finditer(text)
    return [Word(match[0], fold(match[0][:LONGEST]), match.start(), match.end()) for match in found]


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text as they compare, without signs."""
    return tuple(word.folded for word in words_of(text) if word.is_letters or word.is_digits)


def at(words: Sequence[Word], place: int) -> str:
    """Return the folded word at a place, "" outside the text."""
    return words[place].folded if 0 <= place < len(words) else ""


def glued(words: Sequence[Word], place: int) -> bool:
    """Whether nothing stands between the word at a place and the one before it."""
    return 0 < place < len(words) and words[place - 1].end == words[place].start


class Phrases:
    """A set of phrases that are looked for at a place, the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        """Take phrases in any case, with or without accents."""
        self._known = frozenset(tuple(word.folded for word in words_of(phrase)) for phrase in phrases) - {()}
        self._longest = max(map(len, self._known), default=0)
        # Most words begin no phrase.
        self._firsts = frozenset(phrase[0] for phrase in self._known)

    def at(self, words: Sequence[Word], place: int) -> int:
        """Return how many words the longest phrase has that begins here; 0 for none."""
        if at(words, place) not in self._firsts:
            return 0
        folded = tuple(word.folded for word in words[place : place + self._longest])
        return next((n for n in range(len(folded), 0, -1) if folded[:n] in self._known), 0)

    def before(self, words: Sequence[Word], end: int) -> int:
        """Return how many words the longest phrase has that ends before this place; 0 for none."""
        folded = tuple(word.folded for word in words[max(0, end - self._longest) : end])
        return next((n for n in range(len(folded), 0, -1) if folded[-n:] in self._known), 0)


def phrases(text: str) -> Phrases:
    """Return the phrases that bars and ends of lines part."""
    return Phrases(phrase for line in text.splitlines() for phrase in line.split("|"))


def listed(words: str) -> frozenset[str]:
    """Return a list of words as they compare."""
    return frozenset(fold(words).split())
