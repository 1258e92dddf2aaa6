"""A person's word on a decision: checked against the routebook, then kept with the message."""

from __future__ import annotations

from fingerpost.errors import MessageError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.stores.store import Store


def route_named(book: Routebook, given: str) -> str:
    """Return a route as the routebook spells it, capitals and spaces aside; raises MessageError if there is none."""
    plain = " ".join(given.split()).casefold()
    for name in book.names:
        if " ".join(name.split()).casefold() == plain:
            return name
    shown = given if len(given) <= 80 else f"{given[:79]}…"
    raise MessageError(f"route {shown!r} does not exist in {book.name}; routes: {', '.join(book.names)}")


def give_feedback(store: Store, book: Routebook, request: str, route: str, session: str | None = None) -> str:
    """Keep which route a message should have had, and return it; durable on return, and the last word counts."""
    name = route_named(book, route)
    store.correct(request, name, session or None, book.name)
    METRICS.count("feedback", route=name)
    log_event(f"[feedback] a person says {name} of request {request}", request=request, route=name)
    return name
