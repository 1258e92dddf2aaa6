"""What every app repeats when it speaks: names in a row, dates, long lists cut short, a sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from fingerpost.assistants.miniapps.framework.parts import Item, Language, Said, State, Values
from fingerpost.assistants.miniapps.framework.sentences import joined
from fingerpost.language.calendar_words import SHORT_MONTHS, SHORT_WEEKDAYS, usual
from fingerpost.routebook.apps import AppEvent

LINES = 30
"""Things that a card's text lists; its values hold all of them."""

Telling = Callable[[State, State, Values, Language], str]
"""What is said of an event, from the state before and after it and its values."""


def how_many(count: int, things: tuple[Said, Said], language: Language) -> str:
    """Return how many things; `things`: one, and {n} of them."""
    return things[count != 1][language].format(n=count)


def date_text(day: str, language: Language) -> str:
    """Return an ISO date as people say it: "Fri 8 May"."""
    at = date.fromisoformat(day)
    weekday, month = usual(SHORT_WEEKDAYS[language])[at.weekday()], usual(SHORT_MONTHS[language])[at.month - 1]
    # English writes both with a capital.
    return f"{weekday.title()} {at.day} {month.title()}" if language == "en" else f"{weekday} {at.day} {month}"


def reducing(reducers: Mapping[str, Callable[[State, Values], State]]) -> Callable[[State, AppEvent], State]:
    """Return the reducer of an app, from one for each kind of event; other kinds change nothing."""

    def apply(state: State, event: AppEvent) -> State:
        reduce = reducers.get(event.kind)
        return state if reduce is None else reduce(state, event.values)

    return apply


def telling(
    told: Mapping[str, Said | Telling], items: Callable[[State], Sequence[Item]]
) -> Callable[[State, State, AppEvent, Language], str]:
    """Return what an app says of its events: a function or a sentence for each kind.

    A sentence has the values of the event by name, {names} of the items it touched, and {old} as they were called.
    """

    def say(before: State, after: State, event: AppEvent, language: Language) -> str:
        told_of = told[event.kind]
        if callable(told_of):
            return told_of(before, after, event.values, language)
        ids = set(event.values.get("ids", ()))
        old, new = ([item.name for item in items(state) if item.id in ids] for state in (before, after))
        names = {"names": joined(new or old, language), "old": joined(old, language)}
        return told_of[language].format(**{**event.values, **names})

    return say
