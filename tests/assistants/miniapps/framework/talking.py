"""A conversation with mini-apps as the engine leads it: changes are kept as JSON, the next message sees them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from fingerpost.answering.handlers import Asked, Reply
from fingerpost.apps import AppEvent, AppSession
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.handler import open_handler
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.routebook import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Resolved

INTENTS = {"T": "TRANSACTIONAL", "N": "NAVIGATIONAL", "M": "META"}


class Talk:
    """One user in one room."""

    def __init__(self, *apps: MiniApp) -> None:
        self.apps = {app.id: app for app in apps}
        self.book = Routebook("test", (), apps=apps, assistant="Sage")
        self.handler = open_handler(self.book, Settings(cache=Path("unused")), None)
        self.session: AppSession | None = None
        self.count = 0

    async def say(self, text: str, intent: str = "T", opens: str = "", request: str = "") -> Reply:
        """Send a message, keep what it changes, and return the answer."""
        self.count += 1
        reply = await self.handler.answer(self.asked(text, intent, opens, request or f"r{self.count}"))
        if reply.change is not None:
            # Nothing may be kept that JSON cannot hold.
            events = tuple(
                AppEvent(event.kind, json.loads(json.dumps(event.values)), event.request, 1.0)
                for event in reply.change.events
            )
            if reply.change.ends:
                assert self.session is not None
                assert not self.session.ended
                assert reply.change.opens or not events
                self.session = self.session._replace(ended=reply.change.ends)
            if reply.change.opens:
                assert self.session is None or self.session.ended
                self.session = AppSession(self.count, reply.change.opens, events)
            elif events:
                assert self.session is not None
                self.session = self.session._replace(events=self.session.events + events)
        return reply

    def asked(self, text: str, intent: str, opens: str, request: str) -> Asked:
        """Return a message as the handler gets it."""
        decision = Decision(INTENTS[intent], accepted=True, confidence=1.0, layer="test", reason="said so")
        resolved = Resolved(text, text.lower(), text)
        return Asked(Message(text), resolved, decision, self.book, 10.0, self.session, opens, request)

    @property
    def state(self) -> State:
        """Return what the app holds now."""
        assert self.session is not None
        return self.apps[self.session.app].session(self.session.events).state

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of all events."""
        return [event.kind for event in self.session.events] if self.session else []


def shown(reply: Reply) -> str:
    """Return all that a person sees of an answer."""
    return "\n".join([reply.text, *(part.text for part in reply.parts)])


async def check(talk: Talk, lines: Sequence[tuple[str, str, str]]) -> None:
    """Lead a conversation: (what the router found, what is said, what must be seen; "!" before what must not be)."""
    for intent, text, wanted in lines:
        opens = next(iter(talk.apps)) if intent == "O" else ""
        reply = await talk.say(text, "T" if opens else intent, opens)
        seen = shown(reply)
        for part in wanted.split(" & "):
            if part.startswith("!"):
                assert part[1:] not in seen, f"{text!r} -> {seen}"
            else:
                assert part in seen, f"{text!r} -> {seen}"
