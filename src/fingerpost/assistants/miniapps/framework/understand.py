"""From a message to what is to be done: a control, an action with its values, a view, or nothing that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.asking import fits, read_value
from fingerpost.assistants.miniapps.framework.controls import FILLERS, Control, control_of
from fingerpost.assistants.miniapps.framework.matching import Match, Word, best, matches, misspelled, parted, words_of
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
from fingerpost.conversation.language import language_of
from fingerpost.conversation.lexicon import words
from fingerpost.text import fold

TRANSACTIONAL, NAVIGATIONAL, META = "transactional", "navigational", "meta"
"""What the router may have found a message to be; anything else leaves it open."""

LONGEST, LONGEST_SMALL = 8, 4
"""Words of a name that came without a verb, and of one without a capital: what is longer is a sentence."""

_AND = words("and then also y e luego despues entonces tambien depois entao tambem ademas & plus")
_ENDED = re.compile(r"[.;!\n]")
_POLITE = re.compile(
    r"^\W*(?:(?:will|would|can|could)\s+you|any chance|is it possible to|se puede|ser[íi]a posible"
    r"|(?:ser[áa] que\s+)?(?:d[áa]|dava|tem como|rola)(?:\s+(?:pra|para|de))?(?=\s+\w+r\b))\s+",
    re.IGNORECASE,
)
"""How one asks for something as if it were a question: "dá pra tirar o museu?"."""


class Act(NamedTuple):
    """An action with the values that were read; `missing` is what has to be asked for."""

    action: Action
    values: Values
    missing: Param | None = None
    confirmed: bool = False


class Look(NamedTuple):
    """A view, and what it reads from."""

    view: View
    reading: Reading


class Understood(NamedTuple):
    """What a message wants, and in which language; None: nobody knows."""

    wants: Control | Act | Look | Refusal | None
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
    control = control_of(text, ("help", "undo", "redo", "done", "cancel"), intent == META)
    if control is not None:
        return Understood(control.who, _language(control, session, text))
    match = _asked_for(app, text, intent)
    if match is None:
        return Understood(_without_verb(app, session, text, intent, today), session.language)
    language = _language(match, session, text)
    reading = app.reading(session.now, text, today, language)
    reading.before, reading.text = parted(text, match)
    if isinstance(match.who, View):
        return Understood(Look(match.who, reading), language)
    return Understood(_act(match.who, {}, reading, follows), language)


def clauses(app: MiniApp, text: str, opening: bool = False) -> list[str]:
    """Return the requests of a message one by one: "add the temple and mark it as visited" has two.

    What an action takes as free text is never parted, and neither is what stands before the first action, unless the
    message opens the app.
    """
    message = words_of(text)
    found: dict[int, Match[Action]] = {}
    for match in matches(message, [(action, action.words) for action in app.actions]):
        if match.first not in found or match.size > found[match.first].size:
            found[match.first] = match
    cuts: list[int] = []
    inside, end = opening, 0
    for place in sorted(found):
        match = found[place]
        if message[place].start < end:
            continue
        # A request has something to be about: in "add; drop table" nothing is asked to be dropped.
        about = any(word.start >= end for word in message[:place] if word.folded not in _AND)
        if inside and about and _begins(message, text, place):
            cuts.append(place)
        elif inside:
            continue
        inside, end = True, match.spans[-1][1]
        if any(param.kind == "text" for param in match.who.params):
            break
    ends = [*(_cut_before(message, place) for place in cuts), len(text)]
    starts = [0, *(message[place].start for place in cuts)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _begins(message: Sequence[Word], text: str, place: int) -> bool:
    """Whether a new request may begin at a word: behind a full stop, or in small letters behind a comma or an "and"."""
    before, word = message[place - 1], message[place]
    between = text[before.end : word.start]
    if _ENDED.search(between):
        return True
    return not word.capital and (before.folded in _AND or "," in between)


def _cut_before(message: Sequence[Word], place: int) -> int:
    while place > 1 and message[place - 1].folded in _AND:
        place -= 1
    return message[place - 1].end


def _answered(app: MiniApp, session: Session, asked: Question, text: str, today: date) -> Understood | None:
    """Return what an answer to the app's question comes to; None where the message is no answer."""
    declined = control_of(text, ("no", "cancel"))
    if not asked.missing:
        agreed = control_of(text, ("yes", "no", "cancel"))
        if agreed is None:
            return None
        return Understood("yes" if agreed.who == "yes" else "no", _language(agreed, session, text))
    if declined is not None:
        return Understood("no", _language(declined, session, text))
    action = next((action for action in app.actions if action.name == asked.action), None)
    reading = app.reading(session.now, text, today, session.language)
    if action is None or not fits(app.actions, app.views, asked, reading):
        return None
    return Understood(_act(action, asked.values, reading, False, asked.missing), session.language)


def _asked_for(app: MiniApp, text: str, intent: str) -> Match[Action | View] | None:
    """Return the action or the view whose phrase stands in a message; what is only to be looked at changes nothing."""
    message = words_of(text)
    actions = [(action, action.words) for action in app.actions]
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
        return best(matches(message, actions)) or misspelled(text, actions) or shown
    return best(matches(message, [*actions, *views])) or best(matches(message, fallback)) or misspelled(text, actions)


def _first(message: Sequence[Word], views: Sequence[tuple[View, Words]]) -> Iterator[Match[View]]:
    """Yield the views that a message begins with."""
    for match in matches(message, views):
        if all(word.folded in FILLERS for word in message[: match.first]):
            yield match


def _without_verb(app: MiniApp, session: Session, text: str, intent: str, today: date) -> Act | Look | None:
    """Return what a message without any known verb wants: the default view, or the default action."""
    reading = app.reading(session.now, text, today, session.language)
    if intent == NAVIGATIONAL or (intent != META and _asks_to_begin(app, text)):
        view = next((view for view in app.views if view.default), None)
        return Look(view, reading) if view else None
    action = next((action for action in app.actions if action.default), None)
    if action is None or intent == META or "?" in text or control_of(text, ("yes", "no")) is not None:
        return None
    act = _act(action, {}, reading, False)
    if not isinstance(act, Act) or act.missing is not None:
        return None
    names = [name for value in act.values.values() if isinstance(value, list) for name in value]
    return act if all(_is_name(str(name), reading) for name in names) else None


def _asks_to_begin(app: MiniApp, text: str) -> bool:
    """Whether a message asks to open the app that runs: it goes on in it, and shows what is there."""
    padded = f" {' '.join(word.folded for word in words_of(text))} "
    return any(f" {fold(phrase)} " in padded for trigger in app.triggers for phrase in trigger.phrases)


def _is_name(name: str, reading: Reading) -> bool:
    """Whether words without a verb may be a name: short, and no sentence about something that is there already."""
    told = name.split()
    if len(told) > (LONGEST_SMALL if name == name.lower() else LONGEST):
        return False
    padded = f" {fold(name)} "
    return not any(f" {fold(item.name)} " in padded for item in reading.items if fold(item.name) != fold(name))


def _act(action: Action, known: Values, reading: Reading, follows: bool, answers: str = "") -> Act | Refusal:
    """Read the parameters of an action in their order; the one that was asked for is read again."""
    values: dict[str, Any] = {name: value for name, value in known.items() if name != answers}
    missing: Param | None = None
    for param in action.params:
        if param.name in values:
            continue
        value = read_value(param, reading)
        if value is None and param.kind == "items" and (follows or len(reading.items) == 1):
            # One message speaks of the same things; and where there is but one, it is meant.
            value = list(reversed(reading.recent[: reading.last])) if follows else [reading.items[0].id]
        if isinstance(value, Refusal):
            return value
        if value is not None and value != []:
            values[param.name] = value
        elif param.required and missing is None:
            missing = param
    return Act(action, values, missing)


def _language(match: Match[Any], session: Session, text: str) -> Language:
    """Return the language of the phrase that was understood; names tell nothing of it."""
    if session.language in match.languages or not match.languages:
        return session.language
    told = language_of(text)
    return next((language for language in sorted(match.languages) if language == told), min(match.languages))
