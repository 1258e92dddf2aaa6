"""Handlers that packages bring: who answers a route with a way of its own, such as an agent that queries a database.

An entry point of the group `fingerpost.handlers` names a function that opens one:

    def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler: ...
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, runtime_checkable

from fingerpost.errors import RoutebookError
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.apps import AppChange, AppSession
from fingerpost.routebook.model import HANDLER_POINTS, HANDLERS, Routebook
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Message, Part, Resolved, Turn

Past = Callable[[str], Sequence[AppSession]]
"""Gives the latest closed sessions of a mini-app of the user in the room, newest first; it may wait for the store."""


def no_past(_: str) -> Sequence[AppSession]:
    """Return none, for whoever keeps no sessions."""
    return ()


class Asked(NamedTuple):
    """A message with what was decided about it, and the seconds that are left for the answer.

    Where mini-apps run: `app_session` is the latest one of this user in this room, `opens` the app that the message
    opens, and `request` the message's own name, so that a repeated one is known. `past` gives sessions that an app may
    take up again.
    """

    message: Message
    resolved: Resolved
    decision: Decision
    book: Routebook
    left: float
    app_session: AppSession | None = None
    opens: str = ""
    request: str = ""
    past: Past = no_past


class Reply(NamedTuple):
    """What a handler answers: text, parts beside it, and turns to keep with the session, such as a document's text.

    `change`: what the message does to the mini-app, which is stored before the answer is sent. `whole`: the answer of
    another assistant, which is passed on as it is, with its citations and notes, but for its decision.
    """

    text: str
    parts: tuple[Part, ...] = ()
    keeps: tuple[Turn, ...] = ()
    change: AppChange | None = None
    whole: Answer | None = None


class Handler(Protocol):
    """Answers the messages of its routes. Safe for any number at once on one event loop."""

    async def answer(self, asked: Asked) -> Reply:
        """Return the whole answer; raises a FingerpostError that a person can act upon."""

    async def close(self) -> None:
        """Let go of what it holds."""


@runtime_checkable
class Streams(Protocol):
    """A handler that can also answer piece by piece."""

    def stream(self, asked: Asked) -> AsyncGenerator[str | Reply, None]:
        """Yield the text as it is written, and last all of it."""


def brought(book: Routebook) -> list[str]:
    """Return the handlers that a routebook names and that are not the engine's own."""
    return sorted({route.handler for route in book.routes if route.handler and route.handler not in HANDLERS})


def open_handlers(book: Routebook, settings: Settings, chat: ChatClient | None) -> Mapping[str, Handler]:
    """Open the handlers that a routebook names and that are not the engine's own."""
    opened: dict[str, Handler] = {}
    for name in brought(book):
        points = list(entry_points(group=HANDLER_POINTS, name=name))
        if not points:
            raise RoutebookError(book.folder or book.name, "handler", name, "no installed package brings it")
        opened[name] = points[0].load()(book, settings, chat)
    return opened
