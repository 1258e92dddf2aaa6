"""A double for tests of mini-apps: one user in one room, without a router, a store or a model.

    talk = Talk(APP)
    await talk.say("start a check list", opens="check_list")
    assert "milk" in shown(await talk.say("add milk"))

What is kept of a message goes through JSON as in a store; a change that a store refuses fails the test.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import Request
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.handler import open_handler
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.routebook.apps import AppChange, AppEvent, AppSession, AppTarget
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Resolved

INTENTS = {"T": "TRANSACTIONAL", "N": "NAVIGATIONAL", "M": "META"}
"""What the router may have found: something is to be done, to be looked at, or the session is to be controlled."""


class Talk:
    """One user in one room."""

    def __init__(self, *apps: MiniApp) -> None:
        """Take the apps that may run."""
        self.apps = {app.id: app for app in apps}
        self.book = Routebook("test", (), apps=apps, assistant="Sage")
        settings = Settings(cache=Path("unused"))
        self.handler = open_handler(self.book, settings, None)
        self._router = Router.from_routebook(self.book, encoder=WordEncoder(), settings=settings)
        self.session: AppSession | None = None
        self.closed: list[AppSession] = []
        self.count = 0

    async def say(self, text: str, intent: str = "T", opens: str = "", request: str = "") -> HandlerReply:
        """Send a message, keep what it changes, and return the answer; `intent` is T, N or M."""
        self.count += 1
        reply = await self.handler.answer(*self.handed_over(text, intent, opens, request or f"r{self.count}"))
        if reply.change is not None:
            self._keep(reply.change)
        return reply

    def handed_over(self, text: str, intent: str, opens: str, request_id: str) -> tuple[Request, Decision]:
        """Return a message as the handler gets it."""
        decision = Decision(
            INTENTS[intent],
            accepted=True,
            confidence=1.0,
            layer="test",
            reason="said so",
            extras=(AppTarget(opens, opens=True),) if opens else (),
            resolved=Resolved(text, text.lower(), text),
        )
        request = Request.create(text, self._router, session="test", request_id=request_id, timeout=10.0)
        return replace(request, app_session=self.session, closed_app_sessions=self._past), decision

    def _past(self, app: str) -> list[AppSession]:
        return [session for session in reversed(self.closed) if session.app == app]

    @property
    def state(self) -> State:
        """Return what the app holds now."""
        if self.session is None:
            raise AssertionError("no app was opened: say something with opens=…")
        return self.apps[self.session.app].session(self.session.events).state

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of all events."""
        return [event.kind for event in self.session.events] if self.session else []

    def _keep(self, change: AppChange) -> None:
        # Nothing may be kept that JSON cannot hold.
        events = tuple(
            AppEvent(event.kind, json.loads(json.dumps(event.values)), event.request, 1.0) for event in change.events
        )
        if change.ends:
            running = self._running(f"be ended as {change.ends}")
            if events and not change.opens:
                raise AssertionError(f"{running.app} was ended, and events were added to it: {events}")
            self.session = running._replace(ended=change.ends)
            self.closed.append(self.session)
        if change.opens:
            if self.session is not None and not self.session.ended:
                raise AssertionError(f"{change.opens} was opened while {self.session.app} runs")
            resumed = [session.events for session in self.closed if change.resumes and session.id == change.resumes]
            self.session = AppSession(self.count, change.opens, sum(resumed, ()) + events)
        elif events:
            running = self._running(f"take {events}")
            self.session = running._replace(events=running.events + events)

    def _running(self, wanted: str) -> AppSession:
        if self.session is None or self.session.ended:
            raise AssertionError(f"no app runs that could {wanted}")
        return self.session


def shown(reply: HandlerReply) -> str:
    """Return all that a person sees of an answer."""
    return "\n".join([reply.text, *(part.text for part in reply.parts)])
