"""Carrying out what was understood, and saying what it did.

Every sentence about a change is made from its events, so that a repeated request gets the same answer again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fingerpost.assistants.miniapps.framework import phrases
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language, Question, Refusal
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.sentences import filled
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

MOST_COMMANDS = 100
"""Commands of one message that are carried out; a list of many names is one."""


class Step(NamedTuple):
    """What a message comes to: events, what else is said and shown, and how the app ends or changes."""

    events: tuple[AppEvent, ...] = ()
    text: str = ""
    parts: tuple[Part, ...] = ()
    ends: str = ""
    opens: str = ""
    resumes: int = 0


def done(
    app: MiniApp, session: Session, commands: Sequence[AppCommand], language: Language, confirmed: int = 0
) -> Step:
    """Carry out commands, each on what the last one left, up to the first that has to be asked about.

    What cannot be done is said, and the others are done. `confirmed`: so many of the first need no yes any more.
    """
    events: list[AppEvent] = []
    texts: list[str] = []
    actions = {action.name: action for action in app.actions}
    for n, command in enumerate(commands[:MOST_COMMANDS]):
        action = actions[command.action]
        question = action.confirm(session.state, command.values) if action.confirm and n >= confirmed else None
        if question is not None:
            waiting = Question(question, commands=[(one.action, one.values) for one in commands[n:]], confirms=1)
            asked = AppEvent("_asked", waiting._asdict())
            return Step((*events, asked), "\n".join(texts))
        came = action.do(session.state, command.values)
        if isinstance(came, Refusal):
            texts.append(came.said[language])
            continue
        added = [_event(one, action.name) for one in (came if isinstance(came, list) else [came])]
        events += added
        session = go_on(session, app.apply, added)
        if session.asked is not None and added and added[-1].kind == "_asked":
            return Step(tuple(events), "\n".join(texts))
    if len(commands) > MOST_COMMANDS:
        texts.append(phrases.TOO_MUCH[language].format(n=MOST_COMMANDS))
    return Step(tuple(events), "\n".join(texts))


def asked_back(app: MiniApp, session: Session, commands: Sequence[AppCommand], language: Language) -> Step:
    """Ask whether commands were understood rightly, by what they would do."""
    step = done(app, session, commands, language, confirmed=len(commands))
    events = [event for event in step.events if event.kind != "_asked"]
    if not events:
        return Step(text=step.text or phrases.unknown_text(app, language))
    would = {one: " ".join(carried(app, session._replace(language=one), events)[1]) for one in LANGUAGES}
    question = Question(filled(phrases.UNDERSTOOD, told=would), commands=[(one.action, one.values) for one in commands])
    return Step((AppEvent("_asked", question._asdict()),))


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
