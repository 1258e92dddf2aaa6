"""What a handler that a package brings is called with."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from fingerpost import Router
from fingerpost.answering.request import Request
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Message


@cache
def _agents() -> Routebook:
    """Return the shipped routebook, which is read once: nothing in it can be changed."""
    return load("agents")


def handler_input(
    message: str | Message, decided: str | Decision, book: Routebook | None = None
) -> tuple[Request, Decision]:
    """Return the request and the decision for a message, without a store or a model."""
    settings = Settings(cache=None)
    router = Router.from_routebook(book or _agents(), encoder=WordEncoder(), settings=settings)
    request = Request.create(message, router, timeout=30.0)
    decision = decided if isinstance(decided, Decision) else Decision(decided, True, 1.0, "test", "test")
    return request, replace(decision, resolved=router.resolve(request.message))
