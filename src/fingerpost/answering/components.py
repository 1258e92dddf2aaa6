"""What the nodes of the graphs are given: what they work with, what belongs to one request, and who answers a route."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fingerpost.answering.handlers import Handler, Past, no_past
from fingerpost.answering.writers import ChatWriter, Writers
from fingerpost.models.chat import ChatClient
from fingerpost.retrieval.search import Retriever
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import Router, Routes
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings
from fingerpost.types import Decision
from fingerpost.validation.code_check import CodeChecker


@dataclass(frozen=True, slots=True)
class Kit:
    """What nodes work with."""

    routes: Routes
    writers: Writers
    settings: Settings
    retriever: Retriever | None = None
    gate: CodeChecker | None = None
    handlers: Mapping[str, Handler] = field(default_factory=dict)

    @property
    def chat(self) -> ChatClient | None:
        """Return the main model, for queries and relevance; None where none is set."""
        main = self.writers.get("main")
        return main.chat if isinstance(main, ChatWriter) else None


@dataclass(frozen=True, slots=True)
class Request:
    """What belongs to one request and is no state.

    Its router, deadline and name, whom to tell the decision, and who knows the closed sessions of mini-apps.
    """

    router: Router
    deadline: Deadline
    decided: Callable[[Decision], None] | None = None
    name: str = ""
    past: Past = no_past

    @property
    def book(self) -> Routebook:
        """Return the routebook of the router."""
        return self.router.routebook


def handler_of(book: Routebook, name: str | None) -> str:
    """Return who answers a route; what belongs to no route is talked about."""
    if name is None:
        return "conversation"
    route = book[name]
    if route.handler is not None:
        return route.handler
    if not route.retrieval:
        return "conversation"
    return "code" if route.validation == "code" else "documents"


def slot_of(book: Routebook, name: str | None) -> str:
    """Return the slot that answers a route (RC-05)."""
    return book[name].slot if name is not None else "conversational"
