"""Scored rows: how sure the student was of each held-out row, at whatever bar, and whether it was right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from fingerpost.errors import RoutebookError, RowsError
from fingerpost.evaluation.app_rows import went_right
from fingerpost.evaluation.evaluate import Outcome, run
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router

LOWEST = 1e-9
"""A bar that every verdict of the student reaches, unless the message is unlike every example."""


class Scored(NamedTuple):
    """One row. `score`: the lowest bar that would refuse it; inf where no bar is asked, -inf where none accepts it."""

    score: float
    right: bool
    route: str | None
    lang: str | None


def open_router(book: Routebook, router: Router) -> Router:
    """Return a router of the same student that asks no model and has no bar, so that every verdict shows."""
    if book.llm_first:
        remedy = "the model is asked first, so that nothing is decided without it: there is no bar to set"
        raise RoutebookError(book.name, "llm_first", True, remedy)
    student = router.warm_student()
    if student is None:
        raise RowsError(f"{book.name} has no examples and so no student: there is no bar to set")
    routes = tuple(replace(route, accept=None) for route in book.routes)
    return Router.from_routebook(
        replace(book, routes=routes, thresholds=replace(book.thresholds, accept=LOWEST)),
        encoder=router.batcher.encoder,
        settings=replace(router.settings, slots={}),
        student=student,
        memo=Memo(size=0),
    )


def score_rows(
    book: Routebook, router: Router, rows: Sequence[Row], progress: Callable[[int, int], None] = lambda *_: None
) -> list[Scored]:
    """Decide every row without a bar and without a model; what a rule decides is accepted at every bar."""
    shown = open_router(book, router)
    bare = open_router(replace(book, guards=()), router) if book.guards else shown
    return [
        Scored(_score(outcome, bare), _right(outcome), outcome.decision.route, outcome.row.lang)
        for outcome in run(shown, rows, progress)
    ]


def _score(outcome: Outcome, bare: Router) -> float:
    decision = outcome.decision
    if decision.layer == SUPERVISOR:
        # A guard has put its own confidence in place of the one that the bar is held against.
        decision = bare.route(outcome.row.message)
    if not decision.accepted:
        return -inf
    return decision.confidence if decision.layer == "student" else inf


def _right(outcome: Outcome) -> bool:
    return went_right(outcome, outcome.row.app) if outcome.row.app is not None else outcome.right
