"""Record a person's correction of a decision, after checking the route against the routebook."""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.errors import MessageError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.stores.store import Store


class Feedback(NamedTuple):
    """The route that a message should have had, and whether it is the one that was decided."""

    route: str
    confirms: bool

    def __str__(self) -> str:
        """Return it as it is told to the person who gave it."""
        return f"was {self.route}, as decided" if self.confirms else f"should have been {self.route}"


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


def record_feedback(
    store: Store,
    book: Routebook,
    request: str,
    route: str,
    session: str | None = None,
    owner: SessionOwner | None = None,
) -> Feedback:
    """Store the route that a message should have had, and return it; later feedback replaces it.

    With an `owner`, the message must be of a session of theirs (NotFoundError), and a reviewer's label is not replaced
    (ConflictError).
    """
    name = find_route(book, route)
    confirms = store.correct(request, name, session or None, book.name, owner) == name
    METRICS.count("feedback", route=name)
    said = "confirmed as" if confirms else "corrected to"
    log_event(f"[feedback] request {request} is {said} {name}", request=request, route=name)
    return Feedback(name, confirms)
