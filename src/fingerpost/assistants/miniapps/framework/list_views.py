"""How a list is looked at: its card, and the views that lists have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fingerpost.assistants.miniapps.framework.item_list import ItemList, Thing, same
from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, View
from fingerpost.assistants.miniapps.framework.sentences import more
from fingerpost.assistants.miniapps.framework.telling import LINES
from fingerpost.language.days import find_days
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words
from fingerpost.types import Part

Shown = tuple[str, tuple[Part, ...]]
Show = Callable[[State, str, Language, date], Shown]
Condition = tuple[Callable[[Thing], bool], str]
"""Which things a message means, and the words for it."""


@dataclass(frozen=True, slots=True)
class ListViews:
    """The views of an app's list; `heading` is the list in a line, `line` one of its things.

    `empty` is said where nothing is on it, `here` beside all of it, `none` where nothing is of the {told} kind.
    `fields`: details in words of which a message names one, "the kitchen", to see only those; `among` may return
    another condition. `shown`: what of the state a card's values hold beside the things.
    """

    app: str
    of: ItemList
    heading: Callable[[State, Language], str]
    line: Callable[[Thing, Language], str]
    empty: Said
    here: Said
    none: Said
    fields: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    among: Callable[[State, str, date, Language], Condition | None] = lambda *_: None

    def card(self, state: State, language: Language) -> Part:
        """Return the list as a card."""
        return self.card_of(state, state[self.of.key], self.heading(state, language), language)

    def card_of(self, state: State, things: Sequence[Thing], title: str, language: Language) -> Part:
        """Return some of its things as a card."""
        return self._part(state, things, [title, *self._lines(state, things, language)])

    def views(self, *views: View) -> tuple[View, ...]:
        """Return views of the list: an empty one is said to be empty, and a thing that is named is shown alone."""
        asking = frozenset(
            word for view in views for phrases in view.words.values() for word in " ".join(phrases).split()
        )
        return tuple(view._replace(show=self._unless_named(view.show, asking)) for view in views)

    def whole(self, state: State, text: str, language: Language, today: date) -> Shown:
        """Show all things, or those that a message names by a detail."""
        things, told = self.narrowed(state, text, language, today)
        if not told:
            return self.here[language], (self.card(state, language),)
        if not things:
            return self.none[language].format(told=told), ()
        return f"{told}: {self.of.counted(len(things), language)}.", (self.card_of(state, things, told, language),)

    def some(self, wanted: Callable[[Thing], bool], some: Said, none: Said) -> Show:
        """Return what shows those of the things that a message names, or of all, that are wanted."""

        def show(state: State, text: str, language: Language, today: date) -> Shown:
            among, told = self.narrowed(state, text, language, today)
            if not among:
                return self.none[language].format(told=told), ()
            things = [one for one in among if wanted(one)]
            title = (f"{told} · " if told else "") + self.heading(state, language)
            sentence = (some if things else none)[language].format(n=len(things))
            return sentence, (self.card_of(state, things, title, language),)

        return show

    def by(self, field: str, title: Said, without: Said, called: Callable[[Any, Language], str] | None = None) -> Show:
        """Return what shows the things by a detail: numbers first, those without it at the end.

        `called` has the words for one that `among` finds: where a message names it, only those are shown.
        """

        def order(one: Thing) -> tuple[bool, bool, Any]:
            value = one[field]
            return not value, isinstance(value, str), fold(value) if isinstance(value, str) else value or 0

        def show(state: State, text: str, language: Language, today: date) -> Shown:
            if called and self.among(state, text, today, language) is not None:
                return self.whole(state, text, language, today)
            things = sorted(state[self.of.key], key=order)
            told = [one[field] and (called(one[field], language) if called else one[field]) for one in things]
            names = [name or without[language] for name in told]
            return title[language], (self._grouped(state, language, things, names),)

        return show

    def _grouped(self, state: State, language: Language, things: Sequence[Thing], names: Sequence[str]) -> Part:
        """Return a card with a line before each group."""
        groups: dict[str, list[Thing]] = {}
        for name, one in zip(names, things, strict=True):
            groups.setdefault(name, []).append(one)
        lines = [self.heading(state, language)]
        for name, group in groups.items():
            lines += [f"{name}:", *(f"  {told}" for told in self._lines(state, group, language))]
        return self._part(state, things, lines)

    def narrowed(self, state: State, text: str, language: Language, today: date) -> tuple[list[Thing], str]:
        """Return the things of the details that a message names, and what it named."""
        things, told, padded = list(state[self.of.key]), list[str](), _padded(text)
        among = self.among(state, text, today, language)
        if among is not None:
            things, told = [one for one in things if among[0](one)], [among[1]]
        for field in self.fields:
            there = {same(one[field]): one[field] for one in state[self.of.key] if _within(one[field], padded)}
            if there:
                things = [one for one in things if same(one[field]) in there]
                told += there.values()
        return things, ", ".join(told)

    def _unless_named(self, show: Show, asking: frozenset[str]) -> Show:
        def shown(state: State, text: str, language: Language, today: date) -> Shown:
            if not state[self.of.key]:
                return self.empty[language], (self.card(state, language),)
            one = self._named(state, text, today, asking)
            if one is None:
                return show(state, text, language, today)
            return self.line(one, language), (self.card_of(state, [one], self.heading(state, language), language),)

        return shown

    def _named(self, state: State, text: str, today: date, asking: frozenset[str]) -> Thing | None:
        """Return the thing whose whole name stands in the message, the longest one; or the only one with a word of it.

        `asking`: words that ask for a view; none of them tells a thing by itself.
        """
        things, padded = state[self.of.key], _padded(text)
        found = [one for one in things if _within(one["name"], padded)]
        if not found:
            # "When is frida?", but not what tells a day, what the whole is about, or a detail.
            details = [str(one[field]) for one in things for field in self.fields]
            about = " ".join([*(str(state[name]) for name in self.shown), *details])
            for _, start, end in reversed(find_days(text, today)):
                text = f"{text[:start]} {text[end:]}"
            said = {word for word in folded_words(text) if len(word) > 3}
            said -= asking.union(folded_words(about))
            told = [one for one in things if said.intersection(folded_words(one["name"]))]
            found = told if len(told) == 1 else []
        return max(found, key=lambda one: len(one["name"]), default=None)

    def _lines(self, state: State, things: Sequence[Thing], language: Language) -> list[str]:
        """Return things line by line, with their numbers in the whole list."""
        numbers = {one["id"]: place for place, one in enumerate(state[self.of.key], 1)}
        lines = [f"{numbers[one['id']]}. {self.line(one, language)}" for one in things[:LINES]]
        return [*lines, f"… {more(len(things) - LINES, language)}"] if len(things) > LINES else lines

    def _part(self, state: State, things: Sequence[Thing], lines: Sequence[str]) -> Part:
        values: Mapping[str, Any] = {"app": self.app, "title": lines[0], **{name: state[name] for name in self.shown}}
        return Part("card", "\n".join(lines), {**values, "items": list(things)})


def _padded(text: str) -> str:
    return f" {' '.join(folded_words(text))} "


def _within(name: str, padded: str) -> bool:
    """Whether a text has a name in it, an article and a plural aside: "museums" has "museum"."""
    told = same(" ".join(folded_words(name)))
    return bool(told) and any(f" {told}{plural} " in padded for plural in ("", "s", "es"))
