"""From a message to what is to be done: a control, an action with its values, a view, or nothing that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.asking import FIGURES, about, fits, read_value
from fingerpost.assistants.miniapps.framework.controls import FILLERS, Control, control_of, says_only
from fingerpost.assistants.miniapps.framework.guarding import (
    SENTENCE,
    begins_denied,
    denied,
    excepts,
    only_asks,
    supposes,
)
from fingerpost.assistants.miniapps.framework.matching import (
    Match,
    Word,
    best,
    matches,
    misspelled,
    parted,
    words_of,
)
from fingerpost.assistants.miniapps.framework.parts import (
    Action,
    Language,
    Param,
    Question,
    Reading,
    Refusal,
    Values,
    View,
    Words,
)
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.framework.taking_back import brings_back, taken_back
from fingerpost.assistants.miniapps.reading.corrections import turned, without_denied
from fingerpost.assistants.miniapps.reading.remarks import is_remark
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold, words
from fingerpost.routing.layers.apps import asks_to_resume

TRANSACTIONAL, NAVIGATIONAL, META = "transactional", "navigational", "meta"
"""What the router may have found a message to be; anything else leaves it open."""

CONTROL: tuple[Control, ...] = ("help", "undo", "redo", "back", "done", "cancel")
ENDING: tuple[Control, ...] = ("done", "cancel")

LONGEST, LONGEST_SMALL = 8, 4
"""Words of a name that came without a verb, and of one without a capital: what is longer is a sentence."""

_CERTAIN = re.compile(
    r"\b(?:i'?m (?:\w+ )?(?:sure|certain|positive)|yes,? (?:really|all of it|i'?m)|(?:s[ií],? )?(?:estoy )?segur[oa]\b"
    r"|segur[ií]sim[oa]|(?:tenho|com) certeza|certeza absoluta|(?:totalmente|absolutamente) segur[oa]"
    r"|pode apagar|no need to (?:ask|confirm)|sin preguntar|sem perguntar)\b",
    re.IGNORECASE,
)
"""Who says so needs not be asked: "wipe the list, yes I'm sure"."""
_EXCEPT = words("except but not menos salvo excepto exceto")
_POLITE = re.compile(
    r"^\W*(?:(?:will|would|can|could)\s+(?:yo)?u(?:\s+(?:be so kind (?:and|as to)|mind|please))?|any chance"
    r"|is it possible to"
    r"|would it be possible to|(?:do you )?think you could|i was wondering (?:if|whether) you (?:could|would"
    r"|can)|se puede|ser[íi]a posible"
    r"|(?:ser[áa] que\s+)?(?:d[áa]|dava|tem como|rola)(?:\s+(?:pra|para|de))?(?=\s+\w+r\b))\s+",
    re.IGNORECASE,
)
"""How one asks for something as if it were a question: "dá pra tirar o museu?"."""


class Act(NamedTuple):
    """An action with the values that were read; `missing` is what has to be asked for, `question` how if unclear."""

    action: Action
    values: Values
    missing: Param | None = None
    confirmed: bool = False
    question: Question | None = None


class Look(NamedTuple):
    """A view, and what it reads from."""

    view: View
    reading: Reading


class Close(NamedTuple):
    """The app may be meant to end, "done" or "cancel", but the message says more than that: it is asked first."""

    how: Control


class Understood(NamedTuple):
    """What a message wants, and in which language; None: nobody knows."""

    wants: Control | Close | Act | Look | Refusal | None
    language: Language


def understand(
    app: MiniApp, session: Session, text: str, intent: str, today: date, follows: bool = False
) -> Understood:
    """Return what a message, or a clause of one, wants; one that `follows` is about what the last one touched."""
    if session.asked is not None and not follows:
        answered = _answered(app, session, session.asked, text, today)
        if answered is not None:
            return answered
    text = _POLITE.sub("", text)
    control = _control(text, intent)
    if control is None and intent == TRANSACTIONAL and brings_back(app, session, text):
        return Understood("undo", session.language)
    if control is not None:
        return Understood(_sure(control, turned(text)), _language(control, session, text))
    if _is_no_request(app, text, intent):
        return Understood(None, session.language)
    return _requested(app, session, text, intent, today, follows)


def takes_back(text: str) -> bool:
    """Whether a message asks to undo, whatever else it says."""
    control = _control(text, TRANSACTIONAL)
    return control is not None and control.who == "undo"


def answers(app: MiniApp, session: Session, text: str, today: date) -> bool:
    """Whether a message answers what the app has just asked."""
    return session.asked is not None and _answered(app, session, session.asked, text, today) is not None


def read_whole(app: MiniApp, session: Session, text: str, intent: str, today: date, follows: bool) -> list[Act] | None:
    """Return the actions that the app itself reads from a request; None where its phrases have to tell."""
    text = _POLITE.sub("", text)
    if app.reads is None or intent != TRANSACTIONAL or _control(text, intent):
        return None
    if _is_no_request(app, text, intent) or brings_back(app, session, text):
        return None
    steps = app.reads(app.reading(session.now, text, today, session.language), follows)
    if steps is None:
        return None
    named = {action.name: action for action in app.actions}
    acts = []
    for name, values in steps:
        lacks = (param for param in named[name].params if param.required and param.name not in values)
        acts.append(Act(named[name], values, next(lacks, None)))
    return acts


def _but_for(app: MiniApp, match: Match[Action | View] | None, text: str) -> Match[Action | View] | None:
    """Return the action that is meant where all but something is: "drop everything except Gion" clears nothing."""
    if match is None or not isinstance(match.who, Action) or not match.who.confirm or not excepts(text):
        return match
    others = [(one, one.words) for one in app.actions if one is not match.who]
    return best(matches(words_of(text), others)) or match


def _requested(app: MiniApp, session: Session, text: str, intent: str, today: date, follows: bool) -> Understood:
    """Return the action or the view that a message names, or means without naming one."""
    whole, text = text, turned(text)
    match = _asked_for(app, text, intent, session.language)
    if match is not None and isinstance(match.who, Action) and any(one.kind in FIGURES for one in match.who.params):
        # "Make that 4 stars, not 5": what it is not tells nothing.
        text = without_denied(text)
        match = _asked_for(app, text, intent, session.language) or match
    match = _but_for(app, match, text)
    if match is not None and _is_denied(match, text):
        return Understood(None, session.language)
    if match is None or (isinstance(match.who, View) and intent == TRANSACTIONAL):
        wants = _without_verb(app, session, whole, intent, today, match)
        if match is None or isinstance(wants, Act):
            return Understood(wants, session.language)
    language = _language(match, session, text)
    reading = app.reading(session.now, whole, today, language)
    reading.before, reading.text = parted(text, match)
    if isinstance(match.who, View):
        return Understood(Look(match.who, reading), language)
    act = _act(match.who, {}, reading, follows)
    if _is_weak(match, session, text) and (isinstance(act, Refusal) or act.missing is not None):
        named = _without_verb(app, session, whole, intent, today, None)
        if isinstance(named, Act):
            return Understood(named, session.language)
    if isinstance(act, Act) and _CERTAIN.search(text):
        act = act._replace(confirmed=True)
    return Understood(act, language)


def _is_weak(match: Match[Action | View], session: Session, text: str) -> bool:
    """Whether a verb may be a word of a name: one of another language, or one that is spelled otherwise."""
    (start, end), *more = match.spans
    verb = fold(text[start:end])
    known = any(phrase.removeprefix("^") == verb for phrase in match.who.words[session.language])
    return ":" not in text and not more and not match.pronoun and not known and len(words_of(text)) <= LONGEST_SMALL


def _is_denied(match: Match[Action | View], text: str) -> bool:
    """Whether an action is named that shall not be done."""
    action = match.who
    return isinstance(action, Action) and not action.denials and denied(words_of(text), text, match.first)


def _control(text: str, intent: str) -> Match[Control] | None:
    """Return the control that a message says; one that is known to be control may say more than that."""
    told = turned(text)
    found = control_of(told, CONTROL) or (control_of(told, CONTROL, True) if intent == META else None)
    # Who only wants to look takes nothing back with half a sentence.
    return found or (taken_back(text) if intent != NAVIGATIONAL else None)


def _is_no_request(app: MiniApp, text: str, intent: str) -> bool:
    """Whether nothing can be meant to be done: a yes to no question ("dale"), a denial, or a question."""
    if intent != META and control_of(text, ("yes", "no")) is not None:
        return True
    # Where actions read denials themselves, "don't charge Ana for the taxi" asks for one.
    denials = any(action.denials for action in app.actions)
    said_not = not denials and begins_denied(words_of(text), text)
    return intent == TRANSACTIONAL and (only_asks(text) or supposes(text) or said_not)


def _sure(control: Match[Control], text: str) -> Control | Close | None:
    """Return a control that ends nothing as it is; one that does, where the message says that and nothing else."""
    if control.who not in ENDING or (says_only(text, ENDING) and "?" not in text):
        return control.who
    if denied(words_of(text), text, control.first):
        return None
    return "help" if "?" in text else Close(control.who)


def _answered(app: MiniApp, session: Session, asked: Question, text: str, today: date) -> Understood | None:
    """Return what an answer to the app's question comes to; None where the message is no answer."""
    declined = control_of(text, ("no", "cancel"))
    if not asked.missing:
        agreed = control_of(text, ("yes", "no", "cancel", "undo"))
        if agreed is None:
            return None
        return Understood("yes" if agreed.who == "yes" else "no", _language(agreed, session, text))
    if declined is not None:
        return Understood("no", _language(declined, session, text))
    action = next((action for action in app.actions if action.name == asked.action), None)
    reading = app.reading(session.now, text, today, session.language)
    if action is None or taken_back(text) is not None or not fits(app.actions, app.views, asked, reading):
        return None
    return Understood(_act(action, asked.values, about(asked, reading), False, asked.missing), session.language)


def _asked_for(app: MiniApp, text: str, intent: str, language: Language) -> Match[Action | View] | None:
    """Return the action or the view whose phrase stands in a message; what is only to be looked at changes nothing."""
    message = words_of(text)
    actions = [(action, action.words) for action in app.actions]
    slips = actions if message and message[0].folded not in FILLERS else []
    if intent == META:
        # "clear everything" sounds like control; what is confirmed first may be taken for it.
        return best(matches(message, [(action, phrases) for action, phrases in actions if action.confirm]))
    # "show" alone asks for the default view, and "show what is left" for another.
    views = [(view, view.words) for view in app.views if not view.default]
    fallback = [(view, view.words) for view in app.views if view.default]
    if intent == NAVIGATIONAL:
        return best(matches(message, views), longest=True) or best(matches(message, fallback))
    if intent == TRANSACTIONAL:
        shown = best(_first(message, views)) or best(_first(message, fallback))
        return best(matches(message, actions)) or misspelled(text, slips, language) or shown
    return (
        best(matches(message, [*actions, *views]))
        or best(matches(message, fallback))
        or misspelled(text, slips, language)
    )


def _first(message: Sequence[Word], views: Sequence[tuple[View, Words]]) -> Iterator[Match[View]]:
    """Yield the views that a message begins with."""
    for match in matches(message, views):
        if all(word.folded in FILLERS for word in message[: match.first]):
            yield match


def _without_verb(
    app: MiniApp, session: Session, text: str, intent: str, today: date, match: Match[Any] | None
) -> Act | Look | None:
    """Return what a message without any known verb wants: the default view, or a default action.

    Where its words name a view (`match`), it brings no new names.
    """
    reading = app.reading(session.now, text, today, session.language)
    if intent == NAVIGATIONAL or (intent != META and match is None and asks_to_begin(app, text)):
        view = next((view for view in app.views if view.default), None)
        return Look(view, reading) if view else None
    if intent == META:
        return None
    for action in app.actions:
        act = _act(action, {}, replace(reading), False) if action.default else None
        if not isinstance(act, Act) or act.missing is not None:
            continue
        names = [name for value in act.values.values() if isinstance(value, list) for name in value]
        named = [name for name in names if isinstance(name, str)]
        if not named or (match is None and "?" not in text and all(_is_name(name, reading) for name in named)):
            return act
    return None


def asks_to_begin(app: MiniApp, text: str) -> bool:
    """Whether a message asks to open the app that runs: it goes on in it, and shows what is there."""
    padded = f" {' '.join(word.folded for word in words_of(text))} "
    opening = any(f" {fold(phrase)} " in padded for trigger in app.triggers for phrase in trigger.phrases)
    return opening or asks_to_resume(app, text)


def _is_name(name: str, reading: Reading) -> bool:
    """Whether words without a verb may be a name: short, and no sentence about something that is there already."""
    told = name.split()
    if (
        not any(map(str.isalpha, name))
        or is_remark(name)
        or control_of(name, ("undo",)) is not None
        or fold(told[0]) in _EXCEPT
        or any(fold(word).strip(".,!") in SENTENCE for word in told if word.islower() or word[:1] == "I")
        or sum(len(word) > 2 for word in told) > (LONGEST_SMALL if name == name.lower() else LONGEST)
    ):
        return False
    if all(word[0].isupper() for word in told if len(word) > 3):
        return True
    padded = f" {fold(name)} "
    return not any(f" {fold(item.name)} " in padded for item in reading.items if fold(item.name) != fold(name))


def _act(action: Action, known: Values, reading: Reading, follows: bool, answers: str = "") -> Act | Refusal:
    """Read the parameters of an action in their order; the one that was asked for is read again."""
    values: dict[str, Any] = {name: value for name, value in known.items() if name != answers}
    missing: Param | None = None
    question: Question | None = None
    for param in action.params:
        if param.name in values:
            continue
        value = read_value(param, reading)
        if value is None and param.kind == "items" and (follows or len(reading.items) == 1):
            # One message speaks of the same things; and where there is but one, it is meant.
            value = list(reversed(reading.recent[: reading.last])) if follows else [reading.items[0].id]
        if isinstance(value, Refusal):
            return value
        if isinstance(value, Question):
            missing, question = (param, value) if question is None else (missing, question)
        elif value is not None and value != []:
            values[param.name] = value
        elif param.required and missing is None:
            missing = param
    return Act(action, values, missing, question=question)


def _language(match: Match[Any], session: Session, text: str) -> Language:
    """Return the language of the phrase that was understood; names tell nothing of it."""
    if session.language in match.languages or not match.languages:
        return session.language
    told = language_of(text)
    return next((language for language in sorted(match.languages) if language == told), min(match.languages))
