"""The declared layer: the route that the caller names, in any case."""

from __future__ import annotations

from fingerpost.errors import MessageError
from fingerpost.routebook.model import Routebook
from fingerpost.types import Verdict


def read_declared(book: Routebook, name: str) -> Verdict:
    """Return the verdict for the route that a caller declares; raise MessageError where there is no such route."""
    wanted = name.strip().casefold()
    route = next((known for known in book.names if known.casefold() == wanted), None)
    if route is None:
        shown = name if len(name) <= 80 else f"{name[:79]}…"
        raise MessageError(f"declared route {shown!r} does not exist; routes: {', '.join(book.names)}")
    return Verdict(route, accepted=True, confidence=1.0, reason="declared by the caller", margin=1.0)
