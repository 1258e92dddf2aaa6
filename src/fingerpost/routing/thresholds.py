"""How sure a verdict must be to count: a route may need more than the student's own threshold."""

from __future__ import annotations

from fingerpost.routebook.model import Routebook
from fingerpost.types import Verdict


def fixed_bar(book: Routebook, verdict: Verdict) -> float | None:
    """Return the bar that the routebook fixes for what the student says: the route's, else that of all; or none."""
    own = book[verdict.route].accept if verdict.route is not None else None
    return book.thresholds.accept if own is None else own


def needed(book: Routebook, verdict: Verdict) -> float:
    """Return how sure a verdict must be to count."""
    if verdict.opens is not None and book.opening is not None:
        return book.opening.needs
    return book[verdict.route].needs if verdict.route is not None else 0.0


def sure_enough(book: Routebook, verdict: Verdict) -> Verdict:
    """Return a verdict that is less sure than its route needs as one of the next likely route."""
    needs = needed(book, verdict)
    if verdict.confidence >= needs:
        return verdict
    reason = f"{verdict.route} needs {needs:.2f} and has {verdict.confidence:.2f}: {verdict.reason}"
    next_likely = verdict.runner_up if verdict.opens is None else None
    if next_likely is None or book[next_likely].needs or book[next_likely].opens_as:
        next_likely = book.fallback
    return verdict._replace(route=next_likely, accepted=False, runner_up=verdict.route, reason=reason, opens=None)
