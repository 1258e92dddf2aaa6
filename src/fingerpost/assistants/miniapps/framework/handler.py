"""The handler of mini-apps: opens them, carries out what messages want, and says what was done.

Every sentence about a change is made from its events, so that a repeated request gets the same answer again.
"""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.answering.handlers import Asked, Handler, Past, Reply
from fingerpost.apps import AppChange, AppEvent, AppSession
from fingerpost.assistants.miniapps.framework import phrases
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.clauses import clauses, each_apart, sentences
from fingerpost.assistants.miniapps.framework.controls import Control, control_of
from fingerpost.assistants.miniapps.framework.matching import words_of
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Question, Refusal, said
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.understand import (
    NAVIGATIONAL,
    TRANSACTIONAL,
    Act,
    Close,
    Look,
    Understood,
    answers,
    asks_to_begin,
    read_whole,
    takes_back,
    understand,
)
from fingerpost.conversation.address import without_name
from fingerpost.conversation.language import language_of
from fingerpost.conversation.lexicon import SMALL
from fingerpost.events import tell
from fingerpost.models.chat import Chat
from fingerpost.routebook import Routebook
from fingerpost.routing.apps import asks_to_go_on
from fingerpost.settings import Settings
from fingerpost.text import clean, fold
from fingerpost.types import Part

_SPACES = re.compile(r"[^\S\n]+")
_SIGNS = re.compile(r"([^\w\s] ?)\1{9,}")
"""Nobody means anything by many of them."""

MOST_REQUESTS = 100
"""Requests of one message that are carried out; a list of many names is one."""
LONGEST = 12_000
"""Characters of a message that are read; what people list by hand is shorter."""

_CONTROLS: Mapping[str, Control] = {"done": "done", "cancel": "cancel"}
ENDS = {"done": "done", "cancel": "cancelled"}
"""The controls that end an app, and how it is ended then."""


class Step(NamedTuple):
    """What one clause of a message comes to: events, what else is said and shown, and how the app ends or changes."""

    events: tuple[AppEvent, ...] = ()
    text: str = ""
    parts: tuple[Part, ...] = ()
    ends: str = ""
    opens: str = ""
    resumes: int = 0


class MiniApps:
    """Answers for the apps of a routebook. Holds nothing between messages: all is in the session's events."""

    def __init__(self, apps: Sequence[MiniApp]) -> None:
        """Take the apps that may run."""
        self._apps: Mapping[str, MiniApp] = {app.id: app for app in apps}

    async def answer(self, asked: Asked) -> Reply:
        """Return what a message does to the app that runs or that it opens, and what is said."""
        # Off the event loop: what an app does with a long message is its own affair.
        return await asyncio.to_thread(self._answered, asked)

    def _answered(self, asked: Asked) -> Reply:
        session = asked.app_session
        running = session if session is not None and not session.ended else None
        app = self._apps.get(running.app if running else asked.opens or (session.app if session else ""))
        try:
            if app is not None:
                return self._answer(app, session, running, asked)
        except Exception:  # noqa: BLE001 - whatever an app does wrong, the person is told and nothing is changed
            trace = traceback.format_exc()
            tell(f"mini-app {app.id if app else ''} failed, nothing was changed\n{trace}", logging.ERROR)
        return self._without(app, running, asked)

    def _without(self, app: MiniApp | None, running: AppSession | None, asked: Asked) -> Reply:
        """Answer for an app that failed, or is not installed any more: another takes its place, and it can be left."""
        text = _read(asked.message.text)
        other = self._apps.get(asked.opens)
        if running is not None and other is not None and other is not app:
            return _replacing(other, text, asked.request, asked.past)
        language = _last_spoken(running.events) if running else _spoken(text)
        if app is None:
            titles = ", ".join(app.title[language] for app in self._apps.values())
            return Reply(phrases.NO_APP[language].format(apps=titles))
        ending = control_of(text, ("done", "cancel"))
        if running is not None and ending is not None:
            told = phrases.FAILED_ENDED[language].format(app=app.title[language])
            return Reply(told, change=AppChange(ENDS[ending.who]))
        return Reply(phrases.FAILED[language].format(app=app.title[language]))

    async def close(self) -> None:
        """Hold nothing."""

    def _answer(self, app: MiniApp, session: AppSession | None, running: AppSession | None, asked: Asked) -> Reply:
        events = session.events if session else ()
        if session is not None and asked.request and any(event.request == asked.request for event in events):
            return _repeated(self._apps[session.app], events, asked.request)
        text = _read(asked.message.text)
        if asked.book.assistant:
            text = without_name(text, asked.book.assistant)[0]
        if running is None:
            return _opened(app, text, asked.request, asked.past) if asked.opens else _over(app, session)
        held = app.session(events)
        other = self._apps.get(asked.opens)
        if other is not None and other is not app:
            return _switching(app, held, other, text, asked.request)
        back = held.asked is None and asks_to_go_on(app, text)
        if back and (earlier := _meant(app, text, asked.past, held)) is not None:
            if held.done:
                return _switching(app, held, app, text, asked.request, earlier[1])
            return _replacing(app, text, asked.request, asked.past)
        return self._carry_out(app, held, text, fold(asked.decision.route or ""), asked.request, asked.past)

    def _carry_out(self, app: MiniApp, before: Session, text: str, intent: str, request: str, past: Past) -> Reply:
        """Do what the clauses of a message want one by one, each on what the last one left."""
        session, texts, events = before, list[str](), list[AppEvent]()
        parts: tuple[Part, ...] = ()
        requests: deque[Understood | _Request] = deque((_Request(text, 0),))
        follows, done = False, 0
        while requests:
            if done == MOST_REQUESTS:
                texts.append(phrases.TOO_MUCH[session.language].format(n=done))
                break
            understood = _next(app, session, requests, intent, follows)
            follows, done = True, done + 1
            if understood.language != session.language:
                change = (AppEvent("_language", {"language": understood.language}, request),)
                session = go_on(session, app.apply, change)
                events += change
            step = self._step(app, session, understood, past)
            if step.ends:
                opened = tuple(event._replace(request=request) for event in step.events)
                return Reply(step.text, step.parts, change=AppChange(step.ends, step.opens, opened, step.resumes))
            after = session
            for event in (event._replace(request=request) for event in step.events):
                after = go_on(session, app.apply, (event,))
                texts.append(_told(app, session, after, event))
                events.append(event)
                session = after
            if understood.wants is None and (events or requests):
                # Chatter between what was understood.
                step = step._replace(text="") if app.reads is not None else step
            texts.append(step.text)
            parts = step.parts or parts
            if session.asked is not None or (understood.wants is None and app.reads is None):
                break
        if session.asked is not None and session.asked is before.asked:
            # Something else was said: the question is not waiting any more.
            events.append(AppEvent("_dropped", {}, request))
        if session.state is not before.state:
            parts = (app.card(session.state, session.language),)
        kept = AppChange(events=tuple(events)) if events else None
        return Reply("\n".join(filter(None, texts)), parts, change=kept)

    def _step(self, app: MiniApp, session: Session, understood: Understood, past: Past) -> Step:
        wants, language = understood
        if isinstance(wants, Act):
            return _done(session, wants, language)
        if isinstance(wants, Look):
            return Step((), *wants.view.show(wants.reading))
        if isinstance(wants, Refusal):
            return Step(text=wants.said[language])
        if isinstance(wants, Close):
            question = said(*(phrases.CLOSE[one].format(app=app.title[one]) for one in LANGUAGES))
            return Step((AppEvent("_asked", Question(question, ends=wants.how)._asdict()),))
        return self._controlled(app, session, wants, language, past)

    def _controlled(
        self, app: MiniApp, session: Session, wants: Control | None, language: Language, past: Past
    ) -> Step:
        if wants in ENDS:
            card = app.card(session.state, language)
            return Step(text=app.closed(session.state, ENDS[wants], language), parts=(card,), ends=ENDS[wants])
        if wants == "yes" and session.asked is not None:
            return self._agreed(app, session, session.asked, language, past)
        if wants == "back":
            wants = "undo" if session.done and not session.undone else "redo"
        steps = {
            "undo": Step((AppEvent("_undo"),)) if session.done else Step(text=phrases.NO_UNDO[language]),
            "redo": Step((AppEvent("_redo"),)) if session.undone else Step(text=phrases.NO_REDO[language]),
            "help": Step(text=phrases.help_text(app, language)),
            "no": Step((AppEvent("_declined"),)),
        }
        return steps.get(wants or "", Step(text=phrases.unknown_text(app, language)))

    def _agreed(self, app: MiniApp, session: Session, question: Question, language: Language, past: Past) -> Step:
        """Do what was asked about: open another app, or carry out the action that waited."""
        if question.opens:
            other = self._apps[question.opens]
            reply = _replacing(other, question.text, "", past)
            change = reply.change or AppChange()
            return Step(change.events, reply.text, reply.parts, change.ends, change.opens, change.resumes)
        if question.ends:
            return self._controlled(app, session, _CONTROLS[question.ends], language, past)
        action = next(action for action in app.actions if action.name == question.action)
        return _done(session, Act(action, question.values, confirmed=True), language)


def open_handler(book: Routebook, settings: Settings, chat: Chat | None) -> Handler:
    """Open the handler for the apps of a routebook; it needs neither settings nor a model."""
    del settings, chat
    return MiniApps([app for app in book.apps if isinstance(app, MiniApp)])


def _done(session: Session, act: Act, language: Language) -> Step:
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
    done = act.action.do(session.state, act.values)
    if isinstance(done, Refusal):
        return Step(text=done.said[language])
    return Step(tuple(_event(one, name) for one in (done if isinstance(done, list) else [done])))


def _event(done: AppEvent | Question, action: str) -> AppEvent:
    """Return an event; a question is one too."""
    if isinstance(done, Question):
        return AppEvent("_asked", done._replace(action=done.action or action)._asdict())
    return done


class _Request(NamedTuple):
    """A part of a message: all of it (`depth` 0), a sentence (1), a clause (2), or one with values of its own (3)."""

    text: str
    depth: int


def _next(
    app: MiniApp, session: Session, requests: deque[Understood | _Request], intent: str, follows: bool
) -> Understood:
    """Return what the next request wants; one that holds several is parted first."""
    request = requests.popleft()
    while isinstance(request, _Request) and request.depth < 3:
        requests.extendleft(reversed(_parts(app, session, request, intent, follows)))
        request = requests.popleft()
    if isinstance(request, Understood):
        return request
    return understand(app, session, request.text, intent, date.today(), follows)


def _parts(
    app: MiniApp, session: Session, request: _Request, intent: str, follows: bool
) -> Sequence[Understood | _Request]:
    """Return what a request comes to as the app reads it, or else its parts; an answer to a question stays whole."""
    text, today, depth = request.text, date.today(), request.depth
    if intent == NAVIGATIONAL or (not follows and answers(app, session, text, today)):
        return [_Request(clause, 3) for clause in clauses(app, text)]
    acts = read_whole(app, session, text, intent, today, follows)
    if acts:
        return [Understood(act, session.language) for act in acts]
    if depth == 0:
        told = sentences(text) if app.reads is not None and intent == TRANSACTIONAL else [text]
        return [_Request(one, 1) for one in told]
    if depth == 1 and takes_back(text):
        return [_Request(text, 3)]
    if depth == 1:
        return [_Request(clause, 2) for clause in clauses(app, text, opening=asks_to_begin(app, text))]
    return [_Request(one, 3) for one in each_apart(app, session, text, today)]


def _opened(app: MiniApp, text: str, request: str, past: Past) -> Reply:
    """Open an app, and do what the message asks for beyond that: "plan a trip to Lisbon and add Belém".

    It begins anew, unless the message asks to go on with one that was closed.
    """
    language = _spoken(text)
    first, *further = clauses(app, text, opening=True)
    goes_on, earlier = asks_to_go_on(app, text), _meant(app, text, past)
    if goes_on and earlier is not None:
        resumed, session = earlier[0].id, earlier[1]
        events = [AppEvent("_language", {"language": language}, request), AppEvent("_resumed", {}, request)]
    else:
        resumed, session = 0, app.session(())
        begun = dict(app.begin(first, language))
        # What the message asks for beside opening the app, where no verb parts it from the rest.
        further = [*filter(None, [begun.pop("then", "")]), *further]
        events = [AppEvent("_opened", {**begun, "language": language}, request)]
        if goes_on or earlier is not None:
            events.append(AppEvent("_kept", {"holds": _sum(app, earlier[1], language) if earlier else ""}, request))
    texts = list[str]()
    for event in events:
        after = go_on(session, app.apply, (event,))
        texts.append(_told(app, session, after, event))
        session = after
    for clause in further:
        understood = understand(app, session, clause, "transactional", date.today())
        if not isinstance(understood.wants, Act) or understood.wants.missing is not None:
            break
        step = _done(session, understood.wants, understood.language)
        for event in (event._replace(request=request) for event in step.events):
            after = go_on(session, app.apply, (event,))
            texts.append(_told(app, session, after, event))
            events.append(event)
            session = after
        texts.append(step.text)
    card = app.card(session.state, session.language)
    change = AppChange(opens=app.id, events=tuple(events), resumes=resumed)
    return Reply("\n".join(filter(None, texts)), (card,), change=change)


def _replacing(app: MiniApp, text: str, request: str, past: Past) -> Reply:
    """Open an app in the place of what runs."""
    reply = _opened(app, text, request, past)
    return reply._replace(change=reply.change._replace(ends="switched") if reply.change else None)


def _meant(app: MiniApp, text: str, past: Past, held: Session | None = None) -> tuple[AppSession, Session] | None:
    """Return the closed session that a message would go on with, and what it held: one in which something was done.

    The one that has most words in common with the message, and the latest of several. Where one runs that holds
    something itself (`held`), only one that is named better than it.
    """
    spoken = {word.folded for word in words_of(text)} - SMALL
    best, most = None, -1
    if held is not None and held.done:
        most = len(spoken & _shown(app, held))
    for session in past(app.id):
        try:
            earlier = app.session(session.events)
            common = len(spoken & _shown(app, earlier)) if earlier.done else -1
        except Exception as error:  # noqa: BLE001 - an app that cannot read what it once wrote begins anew
            tell(f"[app] {app.id} cannot read its session {session.id}: {error!r}", logging.ERROR)
            continue
        if common > most:
            best, most = (session, earlier), common
    return best


def _shown(app: MiniApp, session: Session) -> set[str]:
    return {word.folded for word in words_of(app.card(session.state, session.language).text)}


def _sum(app: MiniApp, session: Session, language: Language) -> str:
    """Return in one line what an app holds."""
    return app.card(session.state, language).text.partition("\n")[0]


def _switching(
    app: MiniApp, held: Session, other: MiniApp, text: str, request: str, earlier: Session | None = None
) -> Reply:
    """Ask whether one app shall make room for another, or for an earlier session of its own."""
    holds = {language: _sum(app, held, language) for language in LANGUAGES}
    sentence = phrases.switch_question(app, holds, other)
    if earlier is not None:
        sentence = {
            language: phrases.SWITCH_BACK[language].format(
                app=app.title[language], holds=holds[language], earlier=_sum(app, earlier, language)
            )
            for language in LANGUAGES
        }
    question = Question(sentence, opens=other.id, text=text)
    events = (AppEvent("_asked", question._asdict(), request),)
    return Reply(question.said[_spoken(text)], change=AppChange(events=events))


def _over(app: MiniApp, session: AppSession | None) -> Reply:
    """Say how it ended: the message that ended it came twice, or something came when it was over."""
    held = app.session(session.events if session else ())
    ended = session.ended if session and session.ended in ENDS.values() else "done"
    return Reply(app.closed(held.state, ended, held.language), (app.card(held.state, held.language),))


def _repeated(app: MiniApp, events: Sequence[AppEvent], request: str) -> Reply:
    """Say again what a message did that has been answered already."""
    session, texts, changed = app.session(()), list[str](), False
    for event in events:
        after = go_on(session, app.apply, (event,))
        if event.request == request:
            texts.append(_told(app, session, after, event))
            changed = changed or after.state is not session.state or event.kind == "_resumed"
        session = after
    parts = (app.card(session.state, session.language),) if changed else ()
    if not any(texts):
        # It looked at something, and by that dropped a question: carried out anew, it might be taken for an action.
        reading = app.reading(session.now, "", date.today(), session.language)
        return Reply(*next(view for view in app.views if view.default).show(reading))
    return Reply("\n".join(filter(None, texts)), parts)


def _told(app: MiniApp, before: Session, after: Session, event: AppEvent) -> str:
    """Return what is said of an event."""
    language = after.language
    if event.kind == "_opened":
        return app.opened(after.state, language)
    if event.kind == "_asked":
        return str(event.values["said"][language])
    if event.kind == "_resumed":
        return phrases.RESUMED[language].format(holds=_sum(app, after, language))
    if event.kind == "_kept":
        return phrases.kept_text(app, event.values["holds"], language)
    own = {"_undo": phrases.UNDONE, "_redo": phrases.REDONE, "_declined": phrases.DECLINED}
    if event.kind in own:
        return own[event.kind][language]
    return "" if event.kind.startswith("_") else app.say(before.state, after.state, event, language)


def _read(text: str) -> str:
    """Return what is read of a message, cut at the end of a line or a word: half an amount would be a wrong one."""
    text = _SIGNS.sub(r"\1\1\1", _SPACES.sub(" ", clean(text))).strip()
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST]
    return kept[: max(kept.rfind("\n"), kept.rfind(" "), 0)] or kept


def _last_spoken(events: Sequence[AppEvent]) -> Language:
    """Return the language of a session, without asking the app."""
    told = [event.values["language"] for event in events if event.kind in {"_opened", "_language"}]
    return next((language for language in LANGUAGES if told and language == told[-1]), "en")


def _spoken(text: str) -> Language:
    told = language_of(text)
    return next(language for language in LANGUAGES if language == told)
