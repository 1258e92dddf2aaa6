"""Handlers: they answer the messages of a route. The engine has its own; packages add others, such as a database agent.

An entry point of the group `fingerpost.handlers` names a function that opens a handler:

    def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler: ...
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, runtime_checkable

from fingerpost.answering.request import Request
from fingerpost.errors import RoutebookError
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.apps import AppChange
from fingerpost.routebook.model import HANDLER_POINTS, HANDLERS, Routebook
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Part, Turn


class HandlerReply(NamedTuple):
    """The answer of a handler.

    text: the text of the answer.
    parts: tables, code or cards beside the text.
    extra_turns: turns to store with the session before the answer, such as the text of a document.
    change: what the message does to an app; it is stored before the answer is sent.
    delegated: the answer of another assistant, which is sent as it is, with its citations and notes.
    """

    text: str
    parts: tuple[Part, ...] = ()
    extra_turns: tuple[Turn, ...] = ()
    change: AppChange | None = None
    delegated: Answer | None = None


class Handler(Protocol):
    """Answers the messages of its routes. Safe for any number of requests at once on one event loop."""

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Return the whole answer; raises a FingerpostError that a person can act upon.

        `decision.resolved` is always set here. The answer must be complete within `request.deadline.remaining` seconds.
        """

    async def close(self) -> None:
        """Release connections and threads."""


@runtime_checkable
class StreamingHandler(Protocol):
    """A handler that can also answer piece by piece."""

    def stream(self, request: Request, decision: Decision) -> AsyncGenerator[str | HandlerReply, None]:
        """Yield the text as it is written, then the whole reply."""


def handler_of(book: Routebook, route: str | None) -> str:
    """Return the name of the handler of a route; a message without a route is answered as conversation."""
    if route is None:
        return "conversation"
    found = book[route]
    if found.handler is not None:
        return found.handler
    if found.reply:
        return "reply"
    if not found.retrieval:
        return "conversation"
    return "code" if found.validation == "code" else "documents"


def slot_of(book: Routebook, route: str | None) -> str:
    """Return the model slot that answers a route (RC-05)."""
    return book[route].slot if route is not None else "conversational"


def packaged_handlers(book: Routebook) -> list[str]:
    """Return the names of the packaged handlers that a routebook uses."""
    return sorted({route.handler for route in book.routes if route.handler and route.handler not in HANDLERS})


def open_handlers(book: Routebook, settings: Settings, chat: ChatClient | None) -> Mapping[str, Handler]:
    """Open the packaged handlers that a routebook uses."""
    opened: dict[str, Handler] = {}
    for name in packaged_handlers(book):
        points = list(entry_points(group=HANDLER_POINTS, name=name))
        if not points:
            raise RoutebookError(book.folder or book.name, "handler", name, "unknown: no installed package provides it")
        opened[name] = points[0].load()(book, settings, chat)
    return opened
