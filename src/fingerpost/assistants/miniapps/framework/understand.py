"""From a message to what is to be done: a control, commands with their values, a view, or nothing that is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.assistants.miniapps.framework.answers import answer_to
from fingerpost.assistants.miniapps.framework.commands import command_of, declared, read_message
from fingerpost.assistants.miniapps.framework.controls import Control, control_of, says_only, unnamed
from fingerpost.assistants.miniapps.framework.matching import Match, best, matches, words_of
from fingerpost.assistants.miniapps.framework.opening_examples import opening_actions
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language, Question, View, said
from fingerpost.assistants.miniapps.framework.phrases import WHICH_OF
from fingerpost.assistants.miniapps.framework.replay import Point, Session
from fingerpost.language.detect import detected_language
from fingerpost.language.text import fold
from fingerpost.reading import reader as reading
from fingerpost.routing.layers.apps import asks_to_resume, only_opens

if TYPE_CHECKING:
    from fingerpost.assistants.miniapps.framework.app import MiniApp

TRANSACTIONAL, NAVIGATIONAL, META = "transactional", "navigational", "meta"
"""What the router may have found a message to be; anything else leaves it open."""

CONTROL: tuple[Control, ...] = ("help", "undo", "redo", "back", "done", "cancel")
ENDING: tuple[Control, ...] = ("done", "cancel")
TAKING_BACK: tuple[Control, ...] = ("undo", "redo", "back")

SURE_TO_END = 0.84
"""How sure it is that an app shall end, where no word of the message usually says so."""
WORTH_ASKING = 0.3
"""How sure a reading is that is not carried out, but asked back with what was understood."""
CHOICES = 5
"""Items that a question lists."""
_PIECES = re.compile(r"[,;.!\n]+")
STEERING: Mapping[str, Control] = {"undo": "undo", "redo": "redo", "done": "done", "cancel": "cancel", "help": "help"}
"""What controls.toml declares."""
VIEW = "view"
"""The action that apps declare for messages that only look at something."""


class Do(NamedTuple):
    """Commands that are carried out one after the other, and the question for what the next one lacks."""

    commands: Sequence[AppCommand]
    question: Question | None = None


class Doubt(NamedTuple):
    """Commands that were read but not surely: they are asked back."""

    commands: Sequence[AppCommand]


class Look(NamedTuple):
    """A view of the app, and the message that asks for it."""

    view: View
    text: str


class Close(NamedTuple):
    """The app may be meant to end, "done" or "cancel", but the message says more than that: it is asked first."""

    how: Control


class Understood(NamedTuple):
    """What a message wants, and in which language; None: nobody knows. `unsure`: a model may know better."""

    wants: Control | Close | Do | Doubt | Look | None
    language: Language
    unsure: bool = False


def understand(
    app: MiniApp, session: Session, text: str, intent: str, today: date, by_model: reading.Reading | None = None
) -> Understood:
    """Return what a message wants; `by_model`: what a model read, which counts where the reader is not sure."""
    language = _language(text, session)
    if session.asked is not None:
        answer = answer_to(app, session.now, session.asked, text, today)
        if answer is not None:
            command = AppCommand(session.asked.action, {**(answer.values or {}), "language": language})
            return Understood(answer.said or _answered(app, command), session.language)
    plain = unnamed(text, app.title)
    control = _control(plain, intent)
    if control is not None:
        sure = _sure(control, plain)
        if isinstance(sure, Close):
            read = read_message(app, session.now, text, today)
            sure = _steered(sure.how, read, text, reading.SURE) if _only(read) == sure.how else sure
        return Understood(sure, language)
    if intent == NAVIGATIONAL:
        return Understood(_view(app, text), language)
    if intent != META and control_of(text, ("yes", "no")) is not None:
        return Understood(None, language)
    if only_opens(app, text):
        return Understood(_view(app, text), language)
    read = read_message(app, session.now, text, today)
    wants = _wanted(app, session, read, language, text)
    unsure = not read.commands and (wants is None or isinstance(wants, Do | Doubt))
    if unsure and by_model is not None and (by_model.commands or not isinstance(wants, Do)):
        wants = _wanted(app, session, by_model, language, text) or wants
    if wants is None and (_asks_to_begin(app, text) or _named_view(app, text) is not None):
        wants = _view(app, text)
    return Understood(wants, language, unsure)


def _answered(app: MiniApp, command: AppCommand) -> Do:
    """Return a command that got the value that was asked for; the next one that it lacks is asked for."""
    action = declared(app, command.action)
    parameters = action.parameters.values() if action else ()
    missing = [one.name for one in parameters if one.required and one.name not in command.values]
    question = _question(app, reading.Command(command.action, {}, missing=missing), command)
    return Do((), question) if question else Do((command,))


def _wanted(
    app: MiniApp, session: Session, read: reading.Reading, language: Language, text: str
) -> Control | Close | Do | Doubt | Look | None:
    found: Sequence[reading.Command] = read.commands or read.doubtful
    if not found:
        return None
    if any(one.action in STEERING for one in found):
        return _steered(STEERING[found[0].action], read, text) if len(found) == 1 else None
    if all(one.action == VIEW for one in found):
        return _view(app, text) if read.confidence >= WORTH_ASKING else None
    found = tuple(one for one in found if one.action != VIEW)
    sure = read.confidence >= reading.SURE
    if not sure and read.confidence < WORTH_ASKING:
        return None
    whole: list[AppCommand] = []
    for one in found:
        command = command_of(app, session.now, one, language)
        if one.missing or one.unclear:
            question = _question(app, one, command)
            return Do(app.arrange(session.state, whole, session.now.kind), question) if sure else None
        whole.append(command)
    arranged = app.arrange(session.state, whole, session.now.kind)
    return Do(arranged) if sure else Doubt(arranged)


def _steered(control: Control, read: reading.Reading, text: str, to_end: float = SURE_TO_END) -> Control | Close | None:
    """Return a control that was read; one that ends the app and is less sure than `to_end` is asked about."""
    if read.confidence >= (to_end if control in ENDING else reading.SURE) and "?" not in text:
        return control
    return Close(control) if control in ENDING and read.confidence >= WORTH_ASKING else None


def _only(read: reading.Reading) -> str | None:
    """Return the action of a message that asks for one thing, sure or not."""
    found = read.commands or read.doubtful
    return found[0].action if len(found) == 1 else None


def route_of(app: MiniApp, now: Point, text: str, today: date) -> str | None:
    """Return the route of a message of which the app's reader is sure; None where it is not, or it is a question."""
    if "?" in text:
        return None
    return route_for(read_message(app, now, text, today))


def route_for(read: reading.Reading) -> str | None:
    """Return the route of a message that was read; None where that is not sure."""
    found = read.commands or (read.doubtful if read.confidence >= reading.SURE else ())
    actions = {one.action for one in found}
    if not actions:
        return None
    if actions == {VIEW}:
        return NAVIGATIONAL.upper()
    return META.upper() if actions <= {"done", "cancel", "help"} else TRANSACTIONAL.upper()


def _question(app: MiniApp, found: reading.Command, command: AppCommand) -> Question | None:
    """Return the question for what a command lacks; None where the app declares none."""
    action = declared(app, found.action)
    for name, names in found.unclear.items():
        listed = ", ".join(dict.fromkeys(names[:CHOICES]))
        sentence = said(*(WHICH_OF[one].format(names=listed) for one in LANGUAGES))
        return Question(sentence, found.action, command.values, name)
    for name in found.missing:
        ask = action.parameters[name].ask if action else {}
        if ask:
            return Question(said(*(ask[one] for one in LANGUAGES)), found.action, command.values, name)
    return None


def _control(text: str, intent: str) -> Match[Control] | None:
    """Return the control that a message says: all of it, or one piece of it that takes something back."""
    found = control_of(text, CONTROL) or (control_of(text, CONTROL, True) if intent == META else None)
    if found is not None or intent == NAVIGATIONAL:
        return found
    pieces = [piece for piece in _PIECES.split(text) if piece.strip()]
    if len(pieces) < 2 or any(map(str.isdecimal, text)):
        return None
    return control_of(pieces[0], TAKING_BACK) or control_of(pieces[-1], TAKING_BACK)


def _sure(control: Match[Control], text: str) -> Control | Close | None:
    """Return a control that ends nothing as it is; one that does, where the message says that and nothing else."""
    if control.who not in ENDING or (says_only(text, ENDING) and "?" not in text):
        return control.who
    return "help" if "?" in text else Close(control.who)


def _view(app: MiniApp, text: str) -> Look | None:
    """Return the view that a message names, or the default one."""
    view = _named_view(app, text) or next((view for view in app.views if view.default), None)
    return Look(view, text) if view else None


def _named_view(app: MiniApp, text: str) -> View | None:
    message = words_of(text)
    found = best(matches(message, [(view, view.words) for view in app.views if not view.default]), longest=True)
    found = found or best(matches(message, [(view, view.words) for view in app.views if view.default]))
    return found.who if found else None


def _asks_to_begin(app: MiniApp, text: str) -> bool:
    """Whether a message asks to open the app that runs: it goes on in it, and shows what is there."""
    padded = f" {' '.join(word.folded for word in words_of(text))} "
    opening = any(f" {fold(phrase)} " in padded for trigger in app.triggers for phrase in trigger.phrases)
    return opening or asks_to_resume(app, text)


def opening_commands(app: MiniApp, wants: object) -> Sequence[AppCommand]:
    """Return what a message that opens an app also asks for: what people do in one by its examples, sure or likely.

    The greeting tells what was understood. An app none of whose examples opens it takes what is sure.
    """
    known = opening_actions(app.declaration)
    if not known:
        return wants.commands if isinstance(wants, Do) else ()
    commands = wants.commands if isinstance(wants, Do | Doubt) else ()
    return commands if all(command.action in known for command in commands) else ()


def _language(text: str, session: Session) -> Language:
    """Return the language of a message; names and figures tell nothing of it."""
    told = detected_language(text)
    return next((language for language in LANGUAGES if language == told), session.language)
