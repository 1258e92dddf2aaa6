"""Carrying out what was understood, and saying what it did.

Every sentence about a change is made from its events, so that a repeated request gets the same answer again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fingerpost.assistants.miniapps.framework import phrases
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import Language, Question, Refusal
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.understand import Act
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part


class Step(NamedTuple):
    """What one clause of a message comes to: events, what else is said and shown, and how the app ends or changes."""

    events: tuple[AppEvent, ...] = ()
    text: str = ""
    parts: tuple[Part, ...] = ()
    ends: str = ""
    opens: str = ""
    resumes: int = 0


def done(session: Session, act: Act, language: Language) -> Step:
    """Carry out an action, or ask first."""
    name = act.action.name
    if act.missing is not None:
        question = act.question or Question(act.missing.ask)
        question = question._replace(action=name, values=act.values, missing=act.missing.name)
        return Step((AppEvent("_asked", question._asdict()),))
    if act.action.confirm is not None and not act.confirmed:
        sentence = act.action.confirm(session.state, act.values)
        if sentence is not None:
            return Step((AppEvent("_asked", Question(sentence, name, act.values)._asdict()),))
    came = act.action.do(session.state, act.values)
    if isinstance(came, Refusal):
        return Step(text=came.said[language])
    return Step(tuple(_event(one, name) for one in (came if isinstance(came, list) else [came])))


def _event(came: AppEvent | Question, action: str) -> AppEvent:
    """Return an event; a question is one too."""
    if isinstance(came, Question):
        return AppEvent("_asked", came._replace(action=came.action or action)._asdict())
    return came


def carried(app: MiniApp, session: Session, events: Iterable[AppEvent]) -> tuple[Session, list[str]]:
    """Return a session after events, and what is said of each."""
    texts = []
    for event in events:
        after = go_on(session, app.apply, (event,))
        texts.append(told(app, session, after, event))
        session = after
    return session, texts


def told(app: MiniApp, before: Session, after: Session, event: AppEvent) -> str:
    """Return what is said of an event."""
    language = after.language
    if event.kind == "_opened":
        return app.opened(after.state, language)
    if event.kind == "_asked":
        return str(event.values["said"][language])
    if event.kind == "_resumed":
        return phrases.RESUMED[language].format(holds=summed(app, after, language))
    if event.kind == "_kept":
        return phrases.kept_text(app, event.values["holds"], language)
    own = {"_undo": phrases.UNDONE, "_redo": phrases.REDONE, "_declined": phrases.DECLINED}
    if event.kind in own:
        return own[event.kind][language]
    return "" if event.kind.startswith("_") else app.say(before.state, after.state, event, language)


def summed(app: MiniApp, session: Session, language: Language) -> str:
    """Return in one line what an app holds."""
    return app.card(session.state, language).text.partition("\n")[0]
