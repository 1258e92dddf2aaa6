"""Opening an app: anew, where another ran, or with what a closed session of it held."""

from __future__ import annotations

import logging
from datetime import date

from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import ClosedAppSessions
from fingerpost.assistants.miniapps.framework import phrases
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.doing import carried, done, summed
from fingerpost.assistants.miniapps.framework.matching import words_of
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Question
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.framework.sentences import filled
from fingerpost.assistants.miniapps.framework.understand import TRANSACTIONAL, opening_commands, understand
from fingerpost.language.detect import language_of
from fingerpost.language.function_words import SMALL
from fingerpost.observability.events import log_event
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession
from fingerpost.routing.layers.apps import asks_to_resume


def opened(app: MiniApp, text: str, request: str, past: ClosedAppSessions) -> HandlerReply:
    """Open an app, and do what the message asks for beyond that: "plan a trip to Lisbon and add Belém".

    It begins anew, unless the message asks to go on with one that was closed.
    """
    language = spoken_in(text)
    goes_on, earlier = asks_to_resume(app, text), meant(app, text, past)
    if goes_on and earlier is not None:
        resumed, session = earlier[0].id, earlier[1]
        events = [AppEvent("_language", {"language": language}, request), AppEvent("_resumed", {}, request)]
    else:
        resumed, session = 0, app.session(())
        events = [AppEvent("_opened", {**app.begin(language), "language": language}, request)]
        if goes_on or earlier is not None:
            events.append(AppEvent("_kept", {"holds": summed(app, earlier[1], language) if earlier else ""}, request))
    session, texts = carried(app, session, events)
    understood = understand(app, session, text, TRANSACTIONAL, date.today())
    commands = opening_commands(app, understood.wants)
    if commands:
        step = done(app, session, commands, language)
        added = [event._replace(request=request) for event in step.events if event.kind != "_asked"]
        session, said_of = carried(app, session, added)
        events += added
        texts += [*said_of, step.text]
    if not resumed:
        # It greets with what the message told: "your trip to Lisbon".
        texts[0] = app.opened(session.state, session.language)
    card = app.card(session.state, session.language)
    change = AppChange(opens=app.id, events=tuple(events), resumes=resumed)
    return HandlerReply("\n".join(filter(None, texts)), (card,), change=change)


def replacing(app: MiniApp, text: str, request: str, past: ClosedAppSessions) -> HandlerReply:
    """Open an app in the place of what runs."""
    reply = opened(app, text, request, past)
    return reply._replace(change=reply.change._replace(ends="switched") if reply.change else None)


def meant(
    app: MiniApp, text: str, past: ClosedAppSessions, held: Session | None = None
) -> tuple[AppSession, Session] | None:
    """Return the closed session that a message would go on with, and what it held: one in which something was done.

    The one that has most words in common with the message, and the latest of several. Where one runs that holds
    something itself (`held`), only one that is named better than it.
    """
    spoken = {word.folded for word in words_of(text)} - SMALL
    best, most = None, -1
    if held is not None and has_more(app, held):
        most = len(spoken & _shown(app, held))
    for session in past(app.id):
        try:
            earlier = app.session(session.events)
            common = len(spoken & _shown(app, earlier)) if has_more(app, earlier) else -1
        except Exception as error:  # noqa: BLE001 - an app that cannot read what it once wrote begins anew
            log_event(f"[app] {app.id} cannot read its session {session.id}: {error!r}", logging.ERROR)
            continue
        if common > most:
            best, most = (session, earlier), common
    return best


def has_more(app: MiniApp, session: Session) -> bool:
    """Whether a session is worth going on with: it holds items, or more was done than one message.

    What the opening message did, such as telling where a trip goes, is not.
    """
    return len(session.done) > 1 or bool(session.done and app.items(session.state))


def _shown(app: MiniApp, session: Session) -> set[str]:
    return {word.folded for word in words_of(app.card(session.state, session.language).text)}


def switching(
    app: MiniApp, held: Session, other: MiniApp, text: str, request: str, earlier: Session | None = None
) -> HandlerReply:
    """Ask whether one app shall make room for another, or for an earlier session of its own."""
    holds = {language: summed(app, held, language) for language in LANGUAGES}
    sentence = filled(phrases.SWITCH, app=app.title, holds=holds, other=other.title)
    if earlier is not None:
        kept = {language: summed(app, earlier, language) for language in LANGUAGES}
        sentence = filled(phrases.SWITCH_BACK, app=app.title, holds=holds, earlier=kept)
    question = Question(sentence, opens=other.id, text=text)
    events = (AppEvent("_asked", question._asdict(), request),)
    return HandlerReply(question.said[spoken_in(text)], change=AppChange(events=events))


def spoken_in(text: str) -> Language:
    told = language_of(text)
    return next(language for language in LANGUAGES if language == told)
