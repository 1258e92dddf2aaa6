"""Which venues a word may tell: exactly, by its beginning, by its kind, or with a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.assistants.miniapps.framework.controls import FILLERS
from fingerpost.assistants.miniapps.reading.fillers import PLACES
from fingerpost.assistants.miniapps.reading.references import alike
from fingerpost.assistants.miniapps.trip_planner import patterns
from fingerpost.assistants.miniapps.trip_planner.kinds import is_kind, kinds_in, kinds_of
from fingerpost.assistants.miniapps.trip_planner.state import Venue
from fingerpost.language.pointing import QUIET
from fingerpost.language.tokens import words_of

MOST_ALIKE = 300
"""Words of names up to which slips of the pen are looked for."""


class Names:
    """The words of all names, and whose they are."""

    def __init__(self, venues: Sequence[Venue]) -> None:
        """Fold the names once."""
        self.venues = venues
        self.holders: dict[str, list[int]] = {}
        self.told: dict[tuple[str, bool, bool], Sequence[int]] = {}
        for one in venues:
            for word in dict.fromkeys(word.folded for word in words_of(one["name"]) if word.is_letters):
                self.holders.setdefault(word, []).append(one["id"])

    def told_by(self, word: str, inside: bool, capital: bool) -> Sequence[int]:
        """Return the ids of the venues that a folded word may tell; `inside`: behind another word of a name."""
        key = word, inside, capital
        if key not in self.told:
            self.told[key] = self._told_by(*key)
        return self.told[key]

    def _told_by(self, word: str, inside: bool, capital: bool) -> Sequence[int]:
        if len(word) < 3 - capital or (word in patterns.COMMON and not inside):
            return ()
        stem = word.removesuffix("s") if len(word) > 3 else word
        exact = self._of(one for one in dict.fromkeys((word, stem)) if one in self.holders)
        if (exact and word not in PLACES) or len(word) < 4 or word in QUIET or word in FILLERS:
            return exact
        begun = self._of(other for other in self.holders if _is_form(stem, other))
        if not begun and is_kind(word):
            # "The park" may be one whose name says so in another language.
            begun = [one["id"] for one in self.venues if kinds_of(one) & kinds_in([word])]
        if begun or len(self.holders) > MOST_ALIKE or word in PLACES:
            return begun
        return self._of(other for other in self.holders if _is_slip(word, other))

    def _of(self, words: Iterable[str]) -> list[int]:
        return sorted({one for word in words for one in self.holders[word]})


def _is_slip(word: str, other: str) -> bool:
    """Whether a word is another with a slip in it; in a short one a wrong letter makes another word."""
    return len(other) > 3 and alike(word, other) and (len(word) > 5 or len(word) != len(other))


def _is_form(stem: str, other: str) -> bool:
    """Whether one word is another's beginning or its end: "rijks", "mountain" of "Mount", "park" of "Vondelpark"."""
    if len(stem) < 4 or len(other) < 4:
        return False
    short, long = sorted((stem, other), key=len)
    return long.startswith(short) or (stem == short and stem in PLACES and long.endswith(short))
