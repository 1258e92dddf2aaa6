"""A message in signs: people, amounts, expenses and numbers as one character each, other words by their sense.

"Ana didn't have the wine" and "a Ana não bebeu o vinho" both read "P NOT … I": what is looked for in it needs no
language. Where each sign stood in the message is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from fingerpost.language.money import Money

PERSON, MONEY, THING, NUMBER = "\ue100", "\ue200", "\ue300", "\ue400"
"""The first of the characters that stand for people, amounts, expenses and numbers."""

P, M, T, N = (f"[{first}-{chr(ord(first) + 255)}]" for first in (PERSON, MONEY, THING, NUMBER))
"""Patterns of one sign."""


class Sign(NamedTuple):
    """One sign of a gist, and what it stands for in the message, from where to where."""

    sign: str
    start: int
    end: int


@dataclass
class Gist:
    """A message in signs, `text` being all of them with blanks between; `signs[n]` begins at `places[n]` of it."""

    whole: str
    signs: list[Sign] = field(default_factory=list)
    people: dict[str, list[str]] = field(default_factory=dict)
    moneys: dict[str, Money] = field(default_factory=dict)
    things: dict[str, list[int]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    text: str = ""
    places: list[int] = field(default_factory=list)
    meant: list[tuple[int, int, str]] = field(default_factory=list)
    """Where a pronoun stands for somebody, and for whom."""

    def put(self, sign: str, start: int, end: int) -> None:
        """Add a sign."""
        self.signs.append(Sign(sign, start, end))

    def finish(self) -> Gist:
        """Join the signs."""
        place = 0
        for one in self.signs:
            self.places.append(place)
            place += len(one.sign) + 1
        self.text = " ".join(one.sign for one in self.signs)
        return self

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the signs between two places of the gist stand in the message."""
        inside = [one for one, place in zip(self.signs, self.places, strict=True) if start <= place < end]
        return (inside[0].start, inside[-1].end) if inside else (0, 0)

    def said(self, start: int, end: int) -> str:
        """Return a part of the message with names in the place of pronouns."""
        kept, done = [], start
        for begin, after, name in self.meant:
            if start <= begin and after <= end and begin >= done:
                kept += [self.whole[done:begin], name]
                done = after
        return "".join([*kept, self.whole[done:end]])

    def names(self, text: str) -> list[str]:
        """Return the people of a piece of the gist, each once."""
        return list(dict.fromkeys(name for sign in text for name in self.people.get(sign, ())))

    def ids(self, text: str) -> list[int]:
        """Return the expenses of a piece of the gist, each once."""
        return list(dict.fromkeys(one for sign in text for one in self.things.get(sign, ())))

    def money(self, text: str) -> list[Money]:
        """Return the amounts of a piece of the gist."""
        return [self.moneys[sign] for sign in text if sign in self.moneys]

    def number(self, text: str) -> int | None:
        """Return the whole number of a piece of the gist, be it one or an amount without a currency."""
        for sign in text:
            if sign in self.numbers:
                return self.numbers[sign]
            if sign in self.moneys and not self.moneys[sign].currency and self.moneys[sign].cents % 100 == 0:
                return self.moneys[sign].cents // 100
        return None
