"""What a mini-app is made of: items, parameters, actions and views.

All values that end up in an event or in the state can be written as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(slots=True)
class Reading:
    """What a parameter or a view reads from: the words that are left, and what they may refer to.

    `text` is what follows the phrase that named the action, `before` what stands before it ("the temple, remove it");
    whoever reads a value takes its words out of them.
    `whole` is all that was said, where the phrase itself tells what is what: "the temple is in Higashiyama".
    `recent`: ids of the items that were touched last, newest first; the first `last` of them by one message, whose last
    event was of the kind `kind`.
    """

    text: str
    before: str
    whole: str
    state: State
    items: Sequence[Item]
    recent: Sequence[int]
    last: int
    today: date
    language: Language
    kind: str = ""


class Question(NamedTuple):
    """What an app has asked and waits for: the parameter of an action, or (`missing` is empty) a yes.

    `action` is the one that asks where it is left out. `among`: ids of the items that the answer may mean, all if
    empty.
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


class Refusal(NamedTuple):
    """Why something was not done, and what to do instead."""

    said: Said


Reader = Callable[[Reading], Any]
"""Returns the value, None where nothing was said of it, a Refusal, or a Question where it is unclear."""


class Param(NamedTuple):
    """One typed parameter of an action; parameters are read in their order, each from what the last one left.

    `kind`: "names" (list of str), "items" (ids of existing items), "money" (list of {"cents", "currency"}), "number"
    (int), "rating" (int or float), "day" (a number as int, or a date as ISO text), "text" (all that is left), or a
    function of the app's own. `ask`: the question where a required one is missing; it is asked once. `near`: within a
    list it is said of the name beside it alone.
    """

    name: str
    kind: str | Reader
    required: bool = True
    ask: Mapping[Language, str] = {}
    near: bool = False


class Action(NamedTuple):
    """Something that changes the state.

    `do` is pure: it makes an event of the values (or a list, where several things are asked for), whose `values["ids"]`
    name the items it touches, refuses, or asks back for one of its parameters with the values that are known.
    `confirm` returns a question that must be answered with yes first, or None. `default`: what a message without a verb
    may mean; the first one that can be read from it.
    `several`: one message may ask for it more than once, each time with other values ("rate Gion 5 and Nara 4").
    `denials`: it reads itself what is denied ("Leo didn't drink"); else a denied verb asks for nothing. `example`: what
    one may say, for help.
    """

    name: str
    words: Words
    params: tuple[Param, ...]
    do: Callable[[State, Values], AppEvent | Refusal | Question | list[AppEvent | Question]]
    default: bool = False
    several: bool = False
    denials: bool = False
    confirm: Callable[[State, Values], Said | None] | None = None
    example: Mapping[Language, str] = {}


class View(NamedTuple):
    """Something to look at; changes nothing. `show` returns a text, and the parts beside it."""

    name: str
    words: Words
    show: Callable[[Reading], tuple[str, tuple[Part, ...]]]
    default: bool = False
    example: Mapping[Language, str] = {}
