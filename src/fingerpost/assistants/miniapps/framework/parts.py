"""What a mini-app is made of: items, parameters, actions and views.

All values that end up in an event or in the state can be written as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from fingerpost.language.text import fold
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

Language = Literal["en", "es", "pt"]
LANGUAGES: tuple[Language, ...] = ("en", "es", "pt")

State = Mapping[str, Any]
Values = Mapping[str, Any]
Said = Mapping[Language, str]
Words = Mapping[Language, tuple[str, ...]]


def said(en: str, es: str, pt: str) -> Said:
    """Return a sentence in the three languages."""
    return {"en": en, "es": es, "pt": pt}


def words(en: str, es: str, pt: str) -> Words:
    """Return phrases that are parted by commas, folded, by language; "mark * visited" leaves a gap for other words."""
    return {
        language: tuple(" ".join(fold(phrase).split()) for phrase in phrases.split(",") if phrase.strip())
        for language, phrases in said(en, es, pt).items()
    }


class Item(NamedTuple):
    """Something in the state that people may mean by name or by "that one"; its id never changes."""

    id: int
    name: str


class Question(NamedTuple):
    """What an app has asked and waits for: the parameter of an action, or (`missing` is empty) a yes.

    `action` is the one that asks where it is left out. `among`: ids of the items that the answer may mean, all if
    empty.
    `commands`: what is done on a yes, where it was not sure: pairs of an action and its values. `confirms`: how many of
    them the question tells of, all if 0; the others may need a yes of their own.
    `opens`: another app that would be opened by the yes, with the message that asked for it as `text`. `ends`: how the
    app would end.
    """

    said: Said
    action: str = ""
    values: Mapping[str, Any] = {}
    missing: str = ""
    opens: str = ""
    text: str = ""
    among: Sequence[int] = ()
    ends: str = ""
    commands: Sequence[tuple[str, Mapping[str, Any]]] = ()
    confirms: int = 0


class Refusal(NamedTuple):
    """Why something was not done, and what to do instead."""

    said: Said


class AppCommand(NamedTuple):
    """An action as declared, with its values: ids of items, names of people, all as JSON."""

    action: str
    values: Values


class Action(NamedTuple):
    """Something that changes the state; its parameters and examples are declared in the app's `actions.toml`.

    `do` is pure: it makes an event of the values (or a list, where several things are asked for), whose `values["ids"]`
    name the items it touches, refuses, or asks back for one of its parameters with the values that are known.
    `confirm` returns a question that must be answered with yes first, or None. `example`: what one may say, for help.
    """

    name: str
    do: Callable[[State, Values], AppEvent | Refusal | Question | list[AppEvent | Question]]
    example: Said
    confirm: Callable[[State, Values], Said | None] | None = None


class View(NamedTuple):
    """Something to look at; changes nothing. `show` returns a text, and the parts beside it."""

    name: str
    words: Words
    show: Callable[[State, str, Language, date], tuple[str, tuple[Part, ...]]]
    default: bool = False
    example: Mapping[Language, str] = {}
