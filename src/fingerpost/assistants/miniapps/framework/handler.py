"""The handler of mini-apps: opens them, carries out what messages want, and says what was done.

Every sentence about a change is made from its events, so that a repeated request gets the same answer again.
"""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import ClosedAppSessions, Request
from fingerpost.assistants.miniapps.framework import phrases
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.controls import Control, control_of, unnamed
from fingerpost.assistants.miniapps.framework.doing import Step, asked_back, carried, done, told
from fingerpost.assistants.miniapps.framework.model_reading import ByModel, Unsure, read_by_model
from fingerpost.assistants.miniapps.framework.opening import has_more, meant, opened, replacing, spoken_in, switching
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language, Question, Said, said
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.understand import Close, Do, Doubt, Look, Understood, understand
from fingerpost.conversation.assistant_name import strip_assistant_name
from fingerpost.errors import EncoderError
from fingerpost.language.text import clean, fold
from fingerpost.models.chat import ChatClient
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import CLASSIFIER
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession, AppTarget
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.apps import asks_to_resume
from fingerpost.settings import Settings
from fingerpost.types import Decision

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser

_SPACES = re.compile(r"[^\S\n]+")
_SIGNS = re.compile(r"([^\w\s] ?)\1{9,}")
"""Nobody means anything by many of them."""

LONGEST = 12_000
"""Characters of a message that are read; what people list by hand is shorter."""

_CONTROLS: Mapping[str, Control] = {"done": "done", "cancel": "cancel"}
ENDS = {"done": "done", "cancel": "cancelled"}
"""The controls that end an app, and how it is ended then."""


class MiniApps:
    """Answers for the apps of a routebook. Holds nothing between messages: all is in the session's events."""

    def __init__(self, apps: Sequence[MiniApp], chooser: LabelChooser | None = None) -> None:
        """Take the apps that may run, and what asks a model, if there is one."""
        self._apps: Mapping[str, MiniApp] = {app.id: app for app in apps}
        self._chooser = chooser

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Return what a message does to the app that runs or that it opens, and what is said."""
        # Off the event loop: what an app does with a long message is its own affair.
        by_model = ByModel()
        reply = await asyncio.to_thread(self._answered, request, decision, by_model)
        if self._chooser is None or by_model.unsure is None:
            return reply
        said_last = [turn.text for turn in request.message.turns]
        by_model.read = await read_by_model(self._chooser, by_model.unsure, said_last)
        if by_model.read is None:
            return reply
        return await asyncio.to_thread(self._answered, request, decision, by_model)

    def _answered(self, request: Request, decision: Decision, by_model: ByModel) -> HandlerReply:
        session, opens = request.app_session, _opens(decision)
        running = session if session is not None and not session.ended else None
        app = self._apps.get(running.app if running else opens or (session.app if session else ""))
        failed = phrases.FAILED
        try:
            if app is not None:
                return self._answer(app, session, running, request, decision, by_model)
        except EncoderError as error:
            log_event(f"mini-app {app.id if app else ''} cannot read messages: {error}", logging.ERROR)
            failed = phrases.DAMAGED
        except Exception:  # noqa: BLE001 - whatever an app does wrong, the person is told and nothing is changed
            trace = traceback.format_exc()
            log_event(f"mini-app {app.id if app else ''} failed, nothing was changed\n{trace}", logging.ERROR)
        return self._without(app, running, request, opens, failed)

    def _without(
        self, app: MiniApp | None, running: AppSession | None, request: Request, opens: str, failed: Said
    ) -> HandlerReply:
        """Answer for an app that failed, or is not installed any more: another takes its place, and it can be left."""
        text = _read(request.message.text)
        other = self._apps.get(opens)
        if running is not None and other is not None and other is not app:
            return replacing(other, text, request.id, request.closed_app_sessions)
        language = _last_spoken(running.events) if running else spoken_in(text)
        if app is None:
            titles = ", ".join(app.title[language] for app in self._apps.values())
            return HandlerReply(phrases.NO_APP[language].format(apps=titles))
        ending = control_of(unnamed(text, app.title), ("done", "cancel"))
        if running is not None and ending is not None:
            told = phrases.FAILED_ENDED[language].format(app=app.title[language])
            return HandlerReply(told, change=AppChange(ENDS[ending.who]))
        return HandlerReply(failed[language].format(app=app.title[language]))

    async def close(self) -> None:
        """Hold nothing."""

    def _answer(
        self,
        app: MiniApp,
        session: AppSession | None,
        running: AppSession | None,
        request: Request,
        decision: Decision,
        by_model: ByModel,
    ) -> HandlerReply:
        events, opens, past = session.events if session else (), _opens(decision), request.closed_app_sessions
        if session is not None and request.id and any(event.request == request.id for event in events):
            return _repeated(self._apps[session.app], events, request.id)
        text = _read(request.message.text)
        if request.book.assistant:
            text = strip_assistant_name(text, request.book.assistant)[0]
        if running is None:
            return opened(app, text, request.id, past) if opens else _over(app, session)
        held = app.session(events)
        other = self._apps.get(opens)
        if other is not None and other is not app:
            return switching(app, held, other, text, request.id)
        back = held.asked is None and asks_to_resume(app, text)
        if back and (earlier := meant(app, text, past, held)) is not None:
            if has_more(app, held):
                return switching(app, held, app, text, request.id, earlier[1])
            return replacing(app, text, request.id, past)
        intent = fold(decision.route or "")
        understood = understand(app, held, text, intent, date.today(), by_model.read)
        if by_model.read is not None and _is_refused(app, held, understood):
            understood = understand(app, held, text, intent, date.today())
        by_model.unsure = Unsure(app, held.now, text) if understood.unsure else None
        return self._carry_out(app, held, understood, request.id, past)

    def _carry_out(
        self, app: MiniApp, before: Session, understood: Understood, request: str, past: ClosedAppSessions
    ) -> HandlerReply:
        """Do what a message wants."""
        session = before
        events: list[AppEvent] = []
        if understood.language != session.language:
            events.append(AppEvent("_language", {"language": understood.language}, request))
            session = go_on(session, app.apply, events)
        step = self._step(app, session, understood, past)
        if step.ends:
            opened = tuple(event._replace(request=request) for event in step.events)
            return HandlerReply(step.text, step.parts, change=AppChange(step.ends, step.opens, opened, step.resumes))
        added = [event._replace(request=request) for event in step.events]
        session, texts = carried(app, session, added)
        events += added
        if session.asked is not None and session.asked is before.asked:
            # Something else was said: the question is not waiting any more.
            events.append(AppEvent("_dropped", {}, request))
        parts = step.parts
        if session.state is not before.state:
            parts = (app.card(session.state, session.language),)
        kept = AppChange(events=tuple(events)) if events else None
        return HandlerReply("\n".join(filter(None, [*texts, step.text])), parts, change=kept)

    def _step(self, app: MiniApp, session: Session, understood: Understood, past: ClosedAppSessions) -> Step:
        wants, language = understood.wants, understood.language
        if isinstance(wants, Do):
            step = done(app, session, wants.commands, language)
            asks = wants.question is not None and not any(event.kind == "_asked" for event in step.events)
            if wants.question is None or not asks:
                return step
            return step._replace(events=(*step.events, AppEvent("_asked", wants.question._asdict())))
        if isinstance(wants, Doubt):
            return asked_back(app, session, wants.commands, language)
        if isinstance(wants, Look):
            return Step((), *wants.view.show(session.state, wants.text, language, date.today()))
        if isinstance(wants, Close):
            question = said(*(phrases.CLOSE[one].format(app=app.title[one]) for one in LANGUAGES))
            return Step((AppEvent("_asked", Question(question, ends=wants.how)._asdict()),))
        return self._controlled(app, session, wants, language, past)

    def _controlled(
        self, app: MiniApp, session: Session, wants: Control | None, language: Language, past: ClosedAppSessions
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

    def _agreed(
        self, app: MiniApp, session: Session, question: Question, language: Language, past: ClosedAppSessions
    ) -> Step:
        """Do what was asked about: open another app, or carry out the action that waited."""
        if question.opens:
            other = self._apps[question.opens]
            reply = replacing(other, question.text, "", past)
            change = reply.change or AppChange()
            return Step(change.events, reply.text, reply.parts, change.ends, change.opens, change.resumes)
        if question.ends:
            return self._controlled(app, session, _CONTROLS[question.ends], language, past)
        commands = [AppCommand(action, values) for action, values in question.commands]
        return done(app, session, commands, language, confirmed=question.confirms or len(commands))


def _is_refused(app: MiniApp, session: Session, understood: Understood) -> bool:
    """Whether the app would refuse one of the commands: of those of a model, all are carried out or none."""
    wants = understood.wants
    return isinstance(wants, Do) and bool(done(app, session, wants.commands, understood.language).text)


def _opens(decision: Decision) -> str:
    """Return the app that the message opens; empty for none."""
    target = decision.get(AppTarget)
    return target.app if target is not None and target.opens else ""


def open_handler(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Open the handler for the apps of a routebook; a model, if there is one, reads what their readers cannot."""
    chooser = None
    if chat is not None:
        from fingerpost.models.label_chooser import LabelChooser

        limit = settings.call_limit(CLASSIFIER)
        chooser = LabelChooser(chat, limit.total, first=limit.first)
    return MiniApps([app for app in book.apps if isinstance(app, MiniApp)], chooser)


def _over(app: MiniApp, session: AppSession | None) -> HandlerReply:
    """Say how it ended: the message that ended it came twice, or something came when it was over."""
    held = app.session(session.events if session else ())
    ended = session.ended if session and session.ended in ENDS.values() else "done"
    return HandlerReply(app.closed(held.state, ended, held.language), (app.card(held.state, held.language),))


def _repeated(app: MiniApp, events: Sequence[AppEvent], request: str) -> HandlerReply:
    """Say again what a message did that has been answered already."""
    session, texts, changed, greeting = app.session(()), list[str](), False, -1
    for event in events:
        after = go_on(session, app.apply, (event,))
        if event.request == request:
            greeting = len(texts) if event.kind == "_opened" else greeting
            texts.append(told(app, session, after, event))
            changed = changed or after.state is not session.state or event.kind == "_resumed"
            if greeting >= 0:
                texts[greeting] = app.opened(after.state, after.language)
        session = after
    parts = (app.card(session.state, session.language),) if changed else ()
    if not any(texts):
        # It looked at something, and by that dropped a question: carried out anew, it might be taken for an action.
        view = next(view for view in app.views if view.default)
        return HandlerReply(*view.show(session.state, "", session.language, date.today()))
    return HandlerReply("\n".join(filter(None, texts)), parts)


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
