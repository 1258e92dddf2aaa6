"""Record a person's correction of a decision, after checking the route against the routebook."""

from __future__ import annotations

from fingerpost.errors import MessageError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.stores.store import Store


def find_route(book: Routebook, given: str) -> str:
    """Return the routebook's route of this name, ignoring case and spaces; raises MessageError if there is none."""
    plain = " ".join(given.split()).casefold()
    for name in book.names:
        if " ".join(name.split()).casefold() == plain:
            return name
    shown = given if len(given) <= 80 else f"{given[:79]}…"
    raise MessageError(
        f"route {shown!r} does not exist in {book.name}; routes: {', '.join(book.names)}. For a message of another "
        "routebook, name that one"
    )


def record_feedback(store: Store, book: Routebook, request: str, route: str, session: str | None = None) -> str:
    """Store the route that a message should have had, and return it; later feedback replaces it."""
    name = find_route(book, route)
    store.correct(request, name, session or None, book.name)
    METRICS.count("feedback", route=name)
    log_event(f"[feedback] request {request} is corrected to {name}", request=request, route=name)
    return name
