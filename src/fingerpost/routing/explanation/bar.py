"""The bar that a confidence must reach and where it comes from, and how strange a message is to the classifier."""

from __future__ import annotations

from fingerpost.routebook.model import Routebook
from fingerpost.routing.explanation.model import Bar, Strangeness
from fingerpost.routing.student.calibration import DEFAULT_THRESHOLD
from fingerpost.routing.student.model import NO_THRESHOLD, Prediction, Student


def bar_of(book: Routebook, student: Student, name: str, confidence: float) -> Bar:
    """Return the highest of the bars that a route must reach: the threshold, and the route's own minimum."""
    route = book[name]
    if route.accept is not None:
        value, source = route.accept, f"fixed for {route.name}: `accept` of the route in routebook.toml"
    elif book.thresholds.accept is not None:
        value, source = book.thresholds.accept, "fixed for all routes: `accept` of [thresholds] in routebook.toml"
    elif not student.notes.get("folds", 1):
        value, source = student.threshold, "the default: there are too few examples to estimate it"
    elif student.familiarity is not None and student.threshold == DEFAULT_THRESHOLD:
        value, source = (
            student.threshold,
            f"capped at {DEFAULT_THRESHOLD} with so few examples; `how like the examples` tells what is out of scope",
        )
    else:
        rows = student.notes.get("rows")
        on = f"{rows:,} examples, each" if rows else "the examples, each"
        share = f"{100 * book.thresholds.accept_error:g} %"
        value = student.threshold
        source = f"estimated on {on} judged without having been learned: at most {share} of what is accepted is wrong"
    if route.needs > value:
        value, source = route.needs, f"the minimum of {route.name}: `needs` of the route in routebook.toml"
    return Bar(value, source, confidence, confidence >= value)


def strangeness(student: Student, prediction: Prediction) -> Strangeness:
    """Return how far a message is from the examples; the only place that reads the student's thresholds for it."""
    scope, doubt = (
        None if threshold <= NO_THRESHOLD else threshold
        for threshold in (student.scope_threshold, student.familiarity_threshold)
    )
    needed = student.familiarity_needed(prediction)
    unlikely = student.is_outside(max(prediction.probabilities), 1 - sum(prediction.probabilities))
    if unlikely or (scope is not None and prediction.in_scope < scope):
        verdict = "belongs to no route"
    elif doubt is not None and prediction.in_scope < needed:
        verdict = "unlike the examples"
    elif scope is None and doubt is None:
        verdict = "not estimated"
    else:
        verdict = "like the examples"
    # On the scale of `Decision.scope`, whose zero is the threshold.
    zero = 0.0 if scope is None else scope
    return Strangeness(
        prediction.in_scope - zero,
        None if scope is None else 0.0,
        None if doubt is None else needed - zero,
        verdict,
    )
