"""People who are named while an event is made: who is on the bill, and who joins it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.refusals import LISTED, SHOWN, RefusedError
from fingerpost.assistants.miniapps.bill_split.state import LONGEST_NAME, MOST_PEOPLE, person
from fingerpost.assistants.miniapps.framework.parts import State, said
from fingerpost.language.function_words import DEFINITE_ARTICLES
from fingerpost.language.text import fold
from fingerpost.reading.values import ME

SPEAKER = said("me", "yo", "eu")
"""What the person who types is called until a name is told."""


def found(state: Mapping[str, Any], name: str) -> int | None:
    """Return the id of the person of this name, an article before it aside; None where nobody is called so."""
    wanted = clean(name)
    known = person(state, wanted)
    article, _, rest = wanted.partition(" ")
    return person(state, rest) if known is None and rest and fold(article) in DEFINITE_ARTICLES else known


def clean(name: str) -> str:
    """Return a name of a person as it is kept."""
    return " ".join(name.split())[:LONGEST_NAME].rstrip()


def present(state: State, names: Sequence[str]) -> list[int]:
    """Return the ids of people who must be on the bill."""
    ids = []
    for name in names:
        number = state["speaker"] if name == ME else found(state, name)
        if number is None and name == ME:
            raise RefusedError(refusals.NOT_YOU)
        if number is None:
            here = [one["name"] for one in state["people"]]
            listed = ", ".join(here[:LISTED]) + (", …" if len(here) > LISTED else "")
            raise RefusedError(refusals.NOBODY_CALLED, name=name[:SHOWN], listed=listed)
        ids.append(int(number))
    return list(dict.fromkeys(ids))


class Joining:
    """The people of a bill while an event is made: who is new gets the next id."""

    def __init__(self, state: State, called: str) -> None:
        """Begin with those who are there; `called`: the name of the person who types if one is needed."""
        self.state, self.called = state, called
        self.fresh: list[Mapping[str, Any]] = []
        self.next: int = state["next"]
        self.speaker: int | None = state["speaker"]

    def id_of(self, name: str) -> int:
        """Return the id of a person, who joins if need be."""
        if name == ME and self.speaker is not None:
            return self.speaker
        wanted = self.called if name == ME else clean(name)
        known = found({"people": [*self.state["people"], *self.fresh]}, wanted)
        number = self._joins(wanted) if known is None else known
        if name == ME:
            self.speaker = number
        return number

    def ids(self, names: Sequence[str]) -> list[int]:
        """Return the ids of several people, each once."""
        return list(dict.fromkeys(self.id_of(name) for name in names))

    def _joins(self, name: str) -> int:
        if not name:
            raise RefusedError(refusals.NO_NAME)
        if len(self.state["people"]) + len(self.fresh) >= MOST_PEOPLE:
            raise RefusedError(refusals.TOO_MANY_PEOPLE, most=MOST_PEOPLE)
        self.fresh.append({"id": self.number(), "name": name})
        return int(self.fresh[-1]["id"])

    def number(self) -> int:
        """Return the next id."""
        self.next += 1
        return self.next - 1

    def values(self) -> dict[str, Any]:
        """Return what an event has to tell of people."""
        told: dict[str, Any] = {"people": self.fresh} if self.fresh else {}
        return told | ({"speaker": self.speaker} if self.speaker != self.state["speaker"] else {})
