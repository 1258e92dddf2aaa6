"""What a routebook demands of a verdict: thresholds beyond the classifier's own, and routes that a text excludes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fingerpost.routebook.apps import AppTarget
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.rules import rule_texts
from fingerpost.routing.message_state import MessageState, context_of
from fingerpost.types import Resolved, Verdict, extra_of

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Prediction, Student

TAUGHT_FALLBACK = 200
"""Examples of the fallback route from which the classifier tells strangers by them."""


def fixed_threshold(book: Routebook, verdict: Verdict) -> float | None:
    """Return the threshold that the routebook fixes for the route, else for all routes; None where it fixes none."""
    own = book[verdict.route].accept if verdict.route is not None else None
    return book.thresholds.accept if own is None else own


def with_fixed_threshold(book: Routebook, verdict: Verdict) -> Verdict:
    """Return a verdict as the threshold accepts it that the routebook fixes, where it fixes one."""
    threshold = fixed_threshold(book, verdict)
    if threshold is None or (verdict.scope is not None and verdict.scope < 0):
        return verdict
    accepted = verdict.confidence >= threshold
    comparison = "reaches" if accepted else "is below"
    reason = f"confidence {verdict.confidence:.2f} {comparison} the fixed threshold of {threshold:.2f}"
    return verdict._replace(accepted=accepted, reason=reason)


def minimum_confidence(book: Routebook, verdict: Verdict) -> float:
    """Return the confidence below which a verdict for its route is not used (`Route.needs`)."""
    if extra_of(verdict.extras, AppTarget) is not None and book.opening is not None:
        return book.opening.needs
    return book[verdict.route].needs if verdict.route is not None else 0.0


def has_taught_fallback(book: Routebook) -> bool:
    """Whether the fallback is a route with examples enough to tell strangers by: then the best guess is served.

    A message unlike all examples goes to the fallback elsewhere, where the classifier has not learned strangers.
    """
    taught = sum(example.route == book.fallback for example in book.examples)
    return book.out_of_scope is None and taught >= TAUGHT_FALLBACK


def or_next_route(book: Routebook, verdict: Verdict) -> Verdict:
    """Return the verdict, or one for the runner-up or the fallback if its confidence is below its route's minimum."""
    minimum = minimum_confidence(book, verdict)
    if verdict.confidence >= minimum:
        return verdict
    reason = f"{verdict.route} needs {minimum:.2f} and has {verdict.confidence:.2f}: {verdict.reason}"
    target = extra_of(verdict.extras, AppTarget)
    next_route = verdict.runner_up if target is None else None
    if next_route is None or book[next_route].needs or book[next_route].opens_as:
        next_route = book.fallback
    extras = tuple(extra for extra in verdict.extras if extra is not target)
    return verdict._replace(route=next_route, accepted=False, runner_up=verdict.route, reason=reason, extras=extras)


Exclusions = dict[str, tuple[re.Pattern[str], ...]]
"""The routes that some texts exclude, with the patterns of such texts."""


def compile_exclusions(book: Routebook) -> Exclusions:
    """Return the patterns of texts that exclude a route (`Route.never`)."""
    return {route.name: tuple(map(re.compile, route.never)) for route in book.routes if route.never}


def is_excluded(exclusions: Exclusions, route: str | None, resolved: Resolved) -> bool:
    """Return whether no classifier may choose this route for a message."""
    if route not in exclusions:
        return False
    folded = rule_texts(resolved).folded
    return any(pattern.search(folded) for pattern in exclusions[route])


def without_excluded(exclusions: Exclusions, prediction: Prediction, resolved: Resolved) -> Prediction:
    """Return the probabilities of the routes that a message does not exclude."""
    excluded = [route for route in exclusions if is_excluded(exclusions, route, resolved)]
    return prediction.without(excluded) if excluded else prediction


def possible_verdict(
    student: Student, exclusions: Exclusions, prediction: Prediction, resolved: Resolved
) -> tuple[Verdict, Prediction]:
    """Return the student's verdict and the prediction behind it: another one if the message excludes its route."""
    verdict = student.verdict(prediction)
    if is_excluded(exclusions, verdict.route, resolved):
        prediction = without_excluded(exclusions, prediction, resolved)
        verdict = student.verdict(prediction)
    return verdict, prediction


def beside_neighbours(
    student: Student, exclusions: Exclusions, verdict: Verdict, state: MessageState, resolved: Resolved
) -> tuple[Verdict, Prediction | None]:
    """Return a verdict that was not accepted, and its prediction, as the student's nearest examples see it too.

    Measured on routebooks that weigh evidence; elsewhere the student's own guess stands.
    """
    if state.prediction is None:
        return verdict, None
    known = without_excluded(exclusions, state.prediction, resolved)
    return student.beside_neighbours(verdict, known, state.vector, context_of(resolved))
