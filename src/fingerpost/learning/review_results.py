"""What the labels of people gave so far: training examples, the last trained student, agreement with the student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from fingerpost.learning.collect import PERSON, collect
from fingerpost.learning.training_run import MIN_LABELS
from fingerpost.routebook.model import Routebook
from fingerpost.stores.reviews import Label
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import StudentVersion

DAYS = 30
"""Days whose agreement is shown."""


class Agreement(NamedTuple):
    """The labels of a day (UTC), and in how many the student, and the decision at the time, had the person's route.

    `guessed`: the labels of messages for which the student's guess is known.
    """

    day: str
    labels: int
    guessed: int
    student: int
    decided: int


class StudentFigures(NamedTuple):
    """The newest trained student: what it was trained on, its own estimates, and its comparison with the champion.

    `rows` are by source; `estimate` has accuracy, coverage and accepted_error; `checks` have the figures of champion
    and challenger; `reasons` say why it was refused.
    """

    number: int
    at: float
    serves: bool
    rows: Mapping[str, int]
    estimate: Mapping[str, float | None]
    passed: bool
    reasons: Sequence[str]
    checks: Sequence[Mapping[str, Any]]


class ReviewResults(NamedTuple):
    """What the labels gave: messages that people labelled, the training examples among them, and what came of these.

    `needed` is the number of labels from which on a student is trained.
    """

    labelled: int
    examples: int
    by_route: Mapping[str, int]
    needed: int
    student: StudentFigures | None
    agreement: Sequence[Agreement]


def review_results(store: Store, book: Routebook) -> ReviewResults:
    """Return what the labels of people gave so far, by review and by feedback."""
    messages = list(store.reviews.corrected(book.name))
    rows = [row for row in collect(book, messages).rows if row.source == PERSON]
    versions = store.students.all(book.name)
    serving = store.students.serving(book.name)
    since = store.now() - DAYS * 86_400
    return ReviewResults(
        sum(message.corrected is not None for message in messages),
        len(rows),
        dict(Counter(row.route for row in rows).most_common()),
        MIN_LABELS,
        _figures(versions[-1], serving.student if serving is not None else None) if versions else None,
        agreement_by_day(store.reviews.labels(book.name, since)),
    )


def agreement_by_day(labels: Iterable[Label]) -> list[Agreement]:
    """Return the agreement of people with the student and with the decisions, day by day, oldest first."""
    days: dict[str, list[Label]] = {}
    for label in labels:
        days.setdefault(datetime.fromtimestamp(label.at, UTC).date().isoformat(), []).append(label)
    return [
        Agreement(
            day,
            len(given),
            sum(label.guess is not None for label in given),
            sum(label.guess == label.route for label in given),
            sum(label.decided == label.route for label in given),
        )
        for day, given in days.items()
    ]


def _figures(version: StudentVersion, serving: int | None) -> StudentFigures:
    lineage, comparison = version.lineage, version.lineage.get("comparison", {})
    return StudentFigures(
        version.id,
        version.at,
        version.id == serving,
        lineage.get("rows", {}),
        lineage.get("estimate", {}),
        bool(comparison.get("passed")),
        comparison.get("reasons", []),
        [
            {name: check[name] for name in ("what", "rows", "champion", "challenger")}
            for check in comparison.get("checks", [])
        ],
    )
