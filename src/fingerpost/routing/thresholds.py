"""Confidence thresholds: what a routebook fixes, and what a route needs beyond the classifier's own threshold."""

from __future__ import annotations

from fingerpost.routebook.apps import AppTarget
from fingerpost.routebook.model import Routebook
from fingerpost.types import Verdict, extra_of


def fixed_threshold(book: Routebook, verdict: Verdict) -> float | None:
    """Return the confidence that the routebook fixes for a route, else for all routes; None where it fixes none."""
    own = book[verdict.route].accept if verdict.route is not None else None
    return book.thresholds.accept if own is None else own


def least_confidence(book: Routebook, verdict: Verdict) -> float:
    """Return the least confidence with which a verdict counts."""
    if extra_of(verdict.extras, AppTarget) is not None and book.opening is not None:
        return book.opening.needs
    return book[verdict.route].needs if verdict.route is not None else 0.0


def or_next_likely(book: Routebook, verdict: Verdict) -> Verdict:
    """Return a verdict, or where its confidence is too low for its route, one for the next likely route."""
    needs = least_confidence(book, verdict)
    if verdict.confidence >= needs:
        return verdict
    reason = f"{verdict.route} needs {needs:.2f} and has {verdict.confidence:.2f}: {verdict.reason}"
    opens = extra_of(verdict.extras, AppTarget)
    next_likely = verdict.runner_up if opens is None else None
    if next_likely is None or book[next_likely].needs or book[next_likely].opens_as:
        next_likely = book.fallback
    extras = tuple(extra for extra in verdict.extras if extra is not opens)
    return verdict._replace(route=next_likely, accepted=False, runner_up=verdict.route, reason=reason, extras=extras)
